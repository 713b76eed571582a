"""What core functions mean: the one implementation of measures, decisions and functions, on arrays.

Rows are scenes of a batch with arguments; a set of things is a mask over the places of a scene. Begin with
`functions.py`, or, for reasoning types, with `reasoning.py`.
"""
