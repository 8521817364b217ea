"""The easy player of Whist."""

from levata.bots.games.whist.easy import WhistBot

__all__ = ["WhistBot"]
