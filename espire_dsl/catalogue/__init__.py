"""What exists: categories of things, their kinds, names, sizes, fronts, perspective and shapes, as values.

They are declared as assets in .espire files; the shipped ones are in families/library.
"""
