"""Families, clause by clause: variables, spec, world, answer, quota; from text to a checked `Family`."""
