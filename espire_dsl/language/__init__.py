"""Meaning before a scene: modules and names, types, the table of core functions, checked families."""
