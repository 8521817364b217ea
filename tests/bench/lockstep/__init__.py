"""A server driven in lock-step, so that another checkout given the same seed must answer the same.

Nothing here knows the project's packages: the server is a process, and all that is said to it goes
over the wire.
"""
