"""Equal contents have equal keys, other contents others, and where something was written does not count."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.pipeline.content import key_of, key_of_long
from espire_dsl.pipeline.known_families import FamilyKey
from tests.tasks.helpers import family_from, pick

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.lists(inner).map(tuple),
    max_leaves=8,
)
NEAR = """let O in near
  let R in { Closest, Farthest }
  program filter_distance(candidates, R, to: O)
  say "{{ Pick }} the book {{ R.of(O) }}."
"""


@given(PLAIN, PLAIN)
def test_plain_values(one: object, other: object) -> None:
    def as_read(value: object) -> object:
        """Lists and tuples are the same content; True is not 1, and 1 is not 1.0."""
        if isinstance(value, list | tuple):
            return ("list", *map(as_read, value))
        if isinstance(value, dict):
            return ("dict", *sorted((k, as_read(v)) for k, v in value.items()))
        return (type(value).__name__, repr(value))

    assert (key_of(one) == key_of(other)) == (repr(as_read(one)) == repr(as_read(other)))


def test_classes_are_told_apart() -> None:
    @frozen
    class A:
        x: int

    @frozen
    class B:
        x: int

    assert key_of(A(1)) == key_of(A(1))
    assert len({key_of(A(1)), key_of(A(2)), key_of(B(1)), key_of({"x": 1})}) == 4


def test_sets_have_no_order_whatever_the_hash_seed() -> None:
    code = "from espire_dsl.pipeline.content import key_of; print(key_of(frozenset('abcdefgh')))"
    keys = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(keys) == 1


def test_what_has_no_key_is_refused() -> None:
    with pytest.raises(TypeError, match="no key for a object"):
        key_of(object())


def test_a_family_is_the_same_wherever_it_stands(tmp_path: Path) -> None:
    text = pick(NEAR, "distance coarse, reference near")
    family = family_from(tmp_path, text)
    assert key_of(family) == key_of(family_from(tmp_path, f"\n\n# moved down\n{text}"))
    assert key_of(family) != key_of(evolve(family, world="shelf"))
    fewer = text.replace("{ Closest, Farthest }", "{ Closest }")
    assert key_of(family) != key_of(family_from(tmp_path, fewer))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1 .. 3", "1st .. 3rd"),
        ("1 .. 3", "1 o'clock .. 3 o'clock"),
        ("1 m .. 3 m step 1 m", "1.0 .. 3.0 step 1.0"),
    ],
)
def test_the_type_of_a_domain_is_content(tmp_path: Path, one: str, other: str) -> None:
    keys = []
    for domain in (one, other):
        text = NEAR.replace("say", f"let n in {domain}\n  say").replace(
            "{{ R.of(O) }}", "{{ R.of(O) }} {{ n }}"
        )
        family = family_from(tmp_path, pick(text, "distance coarse, reference near"))
        keys.append((key_of(family), FamilyKey.of(family).unsaid))
    assert keys[0][0] != keys[1][0]
    assert keys[0][1] != keys[1][1]


@given(st.lists(PLAIN), st.lists(PLAIN), PLAIN)
def test_long_lists_need_not_be_held(one: list[object], other: list[object], last: object) -> None:
    assert key_of_long(iter(one), iter(other), last) == key_of(one, other, last)
