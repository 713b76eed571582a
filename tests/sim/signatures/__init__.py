"""Signatures of the vendors' classes, recorded from their source, and doubles that are held against them.

`record.py` writes curobo.json and isaacsim.json; `reading.py` reads them; `strict.py` makes doubles strict.
"""
