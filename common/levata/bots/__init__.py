"""Computer players: they see a View and public events, never a State."""
