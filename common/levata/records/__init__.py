"""Match records: what is written of a match, read again, checked, replayed and exported."""
