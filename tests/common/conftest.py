"""Hypothesis draws the same examples in every run, and never fails for being slow."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("levata", derandomize=True, deadline=None)
settings.load_profile("levata")
