"""The line mode: everything as lines of text, for screen readers, dumb terminals and pipes."""
