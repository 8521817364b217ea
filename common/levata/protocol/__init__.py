"""The wire: messages, their packing, and documents kept in step by small changes.

A bot author needs ``messages`` (every message and document) and ``diff`` (the form of a change).
"""
