"""What commands share: arguments, reading them, failing in one line, work in processes."""
