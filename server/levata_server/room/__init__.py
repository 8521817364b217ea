"""The room: one table as a pure state machine. No event loop, no clock, no disk."""
