"""The commands of `levata`, one a module; what they share is in `support`.

Each has ``add_parser(subparsers)``, which sets ``run`` as a default of its parser:
``arguments.run(arguments, out, err)`` writes to the two streams and returns the exit code: 0 done,
1 the data is refused, 2 the command makes no sense as it was typed.
"""
