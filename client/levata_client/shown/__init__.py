"""What is shown, for any front end: pure values and words, without a terminal or a browser."""
