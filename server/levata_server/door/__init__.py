"""The door: sockets, connections, frames and their limits. It knows no table and no rules."""
