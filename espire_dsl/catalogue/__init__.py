"""What exists: categories of things, their classes, names, sizes, fronts and perspective.

The data are in assets.toml; `reader` checks them and makes them values.
"""
