"""The connection to a server, from an address to a session that survives lost lines."""
