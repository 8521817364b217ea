"""What the computer players know of each game."""
