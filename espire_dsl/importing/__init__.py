"""Scenes that others made: read from their files, held against what a scene must be, kept in a folder."""
