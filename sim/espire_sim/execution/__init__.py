"""The arena of the embedded simulator: a scene in which a robot acts, move by move. Begin with `arena.py`."""
