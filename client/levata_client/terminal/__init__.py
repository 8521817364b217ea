"""The full-screen client: Textual, and all arithmetic of cells."""
