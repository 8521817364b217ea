"""How things are said: languages, styled words, messages."""
