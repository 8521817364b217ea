"""What is shown away from the table: lobby, room, forms, finished matches."""
