"""The versions of the package and of the language. They stand alone, so that every room may know them."""

from __future__ import annotations

from typing import Final

PACKAGE_VERSION: Final = "0.1.0"
LANGUAGE_VERSION: Final = 2
LANGUAGE_VERSIONS: Final = (1, 2)
