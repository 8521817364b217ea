"""Pure drawing: where things stand on a terminal, and how cards and curves look in its cells."""
