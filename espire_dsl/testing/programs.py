"""Hypothesis strategies for well-typed programs, as the text that an author would write."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

from espire_dsl.language.types import Type
from espire_dsl.testing.program_calls import calls_for
from espire_dsl.testing.program_pieces import Writer


def expressions(
    wanted: Type, depth: int = 3, names: Mapping[str, Type] | None = None
) -> st.SearchStrategy[str]:
    """Texts of expressions of a type, at most so many steps deep. They may read the names given."""
    return _expressions(wanted, depth, dict(names or {}))


@st.composite
def _expressions(draw: st.DrawFn, wanted: Type, depth: int, names: Mapping[str, Type]) -> str:
    return Writer(draw, names, calls_for).piece(wanted, depth).text
