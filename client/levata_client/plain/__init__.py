"""The line mode and the records as text: lines for screen readers, dumb terminals and pipes."""
