"""espire_dsl: a typed language for spatial-reasoning tasks, and the toolkit that compiles it."""

__version__ = "0.1.0"
LANGUAGE_VERSION = 1
