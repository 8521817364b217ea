"""Match records: the JSON document of one match, built, written, read, checked and exported.

`FORMAT.md` beside this file describes the document for programs in any language.
"""
