"""Sentences: the values that can be said, the lexicon that says them, and the checks of what is said."""
