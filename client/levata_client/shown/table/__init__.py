"""What a table shows: its scene, what is known of it, and the moves of its user."""
