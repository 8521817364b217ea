"""The hall: hello, people, the lobby, and which table a request goes to."""
