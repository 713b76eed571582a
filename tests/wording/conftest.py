"""One lexicon for all tests of the room."""

from __future__ import annotations

import pytest

from espire_dsl.wording.render import Lexicon


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    return Lexicon.load()
