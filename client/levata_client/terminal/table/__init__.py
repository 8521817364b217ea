"""The screen of a table, played, watched or replayed."""
