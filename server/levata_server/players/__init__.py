"""The computer players: a pool of processes that answers the questions of the rooms."""
