"""The wire: messages, their packing, and documents kept in step by small changes.

``PROTOCOL.md`` describes it for whoever writes a bot in any language, ``vectors.json`` is there to
try a reader with. In code: ``messages`` and ``documents`` are what travels, ``codec`` packs it,
``diff`` is the form of a change, ``mirror`` keeps both ends in step.
"""
