"""espire_dsl: a typed language for spatial-reasoning tasks, and the toolkit that compiles it."""

from espire_dsl.version import LANGUAGE_VERSION, PACKAGE_VERSION

__version__ = PACKAGE_VERSION
__all__ = ["LANGUAGE_VERSION", "__version__"]
