"""What the client shows and says of Septica."""
