"""The Levata client: the Textual application, the line mode and the command line."""
