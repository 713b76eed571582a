"""Authors' functions: inferred and declared types, polymorphism, and that every program ends."""

from pathlib import Path

import pytest

from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.inference.definitions import define_functions
from espire_dsl.language.inference.scope import CALL_DEPTH_LIMIT, Definition, Scope
from espire_dsl.language.library import library_kinds
from espire_dsl.language.typed import Apply, walk
from espire_dsl.language.types import TypeVariable, limit_of
from espire_dsl.syntax import tree
from tests.language.checking import codes, compiled, write
from tests.language.reading import catalogue, parsed
from tests.pace import within

LARGE = "fn large_ones(xs) = filter_attribute(xs, Large)"
PICK = """
family pick.attribute.large {
  spec        attribute coarse
  world       tabletop
  candidates  books
  program     large_ones(candidates)
  say "{{ Pick }} a large book."
}
"""
PLACE = """
family place.attribute.large {
  spec        attribute coarse
  world       shelf
  action      place
  candidates  slots
  program     large_ones(candidates)
  say "{{ Place }} {{ held }} in a large slot."
}
"""


def defined(text: str) -> tuple[dict[str, Definition], Findings]:
    functions = [item for item in parsed(f"espire 1\n{text}").items if isinstance(item, tree.Function)]
    findings = Findings()
    known: dict[str, Definition] = {}
    define_functions(functions, known, Scope(findings, catalogue(), library_kinds()))
    return known, findings


def one(text: str) -> Definition:
    known, findings = defined(text)
    assert not findings.items
    return known[next(reversed(known))]


def told(text: str) -> list[str]:
    return [d.code for d in defined(text)[1]]


def test_one_function_serves_books_and_slots(tmp_path: Path) -> None:
    write(tmp_path, both=LARGE + PICK + PLACE)
    result = compiled(tmp_path)
    assert codes(result) == []
    families = next(iter(result.files.values())).families
    assert [str(f.program.type) for f in families] == ["Set[book]", "Set[slot]"]
    assert [f.answer.kind for f in families] == ["objects", "spaces"]


def test_a_call_is_the_body_in_its_place(tmp_path: Path) -> None:
    write(tmp_path, called=LARGE + PICK)
    (family,) = next(iter(compiled(tmp_path).files.values())).families
    steps = [node.function for node in walk(family.program) if isinstance(node, Apply)]
    assert steps == ["filter_attribute"]
    assert family.asked.function == "filter_attribute"


def test_an_inferred_parameter_is_as_wide_as_its_uses_allow() -> None:
    (kind,) = one(LARGE).parameters
    element = kind.element  # type: ignore[union-attr]
    assert isinstance(element, TypeVariable)
    assert str(limit_of(element)) == "item"
    assert one(LARGE).result == kind


def test_several_uses_narrow_a_parameter() -> None:
    found = one("fn f(xs, o) = filter_attribute(xs & slots, Large) | filter_distance(slots, Closest, to: o)")
    assert [str(t) for t in found.parameters][1:] == ["U"]
    assert str(one("fn f(a) = occupancy(a) + visibility(a)").parameters[0].element.limit) == "cell"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("inferred", "declared"),
    [
        (
            "fn f(a, b) = distance(a, to: b) > 30 cm",
            "fn f(a: thing, b: thing) -> Bool = distance(a, to: b) > 30 cm",
        ),
        ("fn f(h) = h + 3 cm", "fn f(h: Length) -> Length = h + 3 cm"),
        ("fn f(p) = not p", "fn f(p: Bool) -> Bool = not p"),
        ("fn f(xs) = count(xs)", "fn f(xs: Set[thing]) -> Int = count(xs)"),
        ("fn f(xs) = filter_books(xs)", "fn f(xs: Set[thing]) -> Set[book] = filter_books(xs)"),
        ("fn f(xs) = unique(xs)", "fn f(xs: Set[T]) -> T = unique(xs)"),
        (LARGE, "fn large_ones(xs: Set[T]) -> Set[T] = filter_attribute(xs, Large)"),
        (
            "fn f(xs, R, o) = filter_distance(xs, R, to: o)",
            "fn f(xs: Set[T], R: DistanceType, o: Thing) -> Set[T] = filter_distance(xs, R, to: o)",
        ),
    ],
)
def test_inferred_and_declared_types_agree(inferred: str, declared: str) -> None:
    a, b = one(inferred), one(declared)
    assert str(a.result) == str(b.result)
    assert len(a.parameters) == len(b.parameters)
    for mine, theirs in zip(a.parameters, b.parameters, strict=True):
        assert type(mine) is type(theirs)
        assert limit(mine) == limit(theirs)


def limit(type_: object) -> object:
    element = getattr(type_, "element", None)
    return type_ if element is None else limit_of(element)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fn f(x) = f(x)", ["E0223"]),
        ("fn f(x) = g(x)\nfn g(x) = f(x)", ["E0223"]),
        ("fn f(x) = g(x)\nfn g(x) = h(x)\nfn h(x) = f(x)", ["E0223"]),
        ("fn f(x: book) -> Angle = height(x)", ["E0225"]),
        ("fn f(xs: Set[T]) -> T = xs", ["E0225"]),
        ("fn f(xs: Set[book]) -> Set[slot] = xs", ["E0225"]),
        ("fn f(xs: Set[T]) -> Set[book] = filter_attribute(xs, Large)", ["E0225"]),
        ("fn f(h: Angle) = h + 3 cm", ["E0209"]),
        ("fn f(x) = x", ["E0224"]),
        ("fn f(x: Lenght) = x", ["E0203"]),
        ("fn f(x: Set[Length]) = x", ["E0203"]),
        ("fn f(x: oriented book) = x", ["E0203"]),
        ("fn f(x: { Left, Lefft }) = x", ["E0203"]),
        ("fn f(x: book, y: book) = height(x)", ["W0302"]),
    ],
)
def test_functions_that_are_refused(text: str, expected: list[str]) -> None:
    assert told(text) == expected


def test_what_is_wrong_with_a_function_is_not_told_again_where_it_is_called(tmp_path: Path) -> None:
    write(tmp_path, broken="fn large_ones(xs) = filter_atribute(xs, Large)" + PICK)
    assert codes(compiled(tmp_path)) == ["E0202"]


def chain(length: int, body: str) -> str:
    """f0, f1, ...: each calls the one before."""
    lines = ["fn f0(x: book) = height(x)"]
    lines += [f"fn f{n}(x: book) = {body.format(f'f{n - 1}(x)')}" for n in range(1, length)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text", [chain(60, "{0}"), chain(30, "{0} + {0}"), chain(12, "{0} + {0} + {0} + {0}")]
)
def test_what_grows_beyond_measure_is_refused_quickly_and_once(text: str) -> None:
    with within(70):
        known, findings = defined(text)
    assert [d.code for d in findings] == ["E0226"]
    assert len(findings.items[0].message) < 120
    assert known


def test_functions_may_call_functions_deeply_enough() -> None:
    known, findings = defined(chain(CALL_DEPTH_LIMIT, "{0}"))
    assert not findings.items
    assert all(definition.sound for definition in known.values())
