"""What every part of the server stands on: its clock, its log, its counts."""
