"""The operator's things: commands, metrics, health and the orderly stop."""
