"""The licence of task sets, which is not that of the program that makes them."""

from __future__ import annotations

from typing import Final

LICENCE_ID: Final = "CC-BY-4.0"
LICENCE_URL: Final = "https://creativecommons.org/licenses/by/4.0/"

LICENCE_WORDS: Final = f"""\
The tasks, scenes, pictures and other data in this folder are under the
[Creative Commons Attribution 4.0 International licence]({LICENCE_URL}) ({LICENCE_ID}).
You may copy, share and change them, also commercially, if you name the source, link to the licence, and say
what you changed. To name the source, write: made with espire_dsl, and cite it as its CITATION.cff says."""
