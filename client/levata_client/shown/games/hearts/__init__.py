"""What the client shows and says of Hearts."""
