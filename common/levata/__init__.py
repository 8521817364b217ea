"""The shared core of Levata: rules, wire protocol and computer players, without any I/O."""

__version__ = "0.1.0"
