"""What a client knows, as typed values; no connection, no screen."""
