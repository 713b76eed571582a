"""Checks what `items` say of the labels, names and paints of their things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from espire_dsl.catalogue.paints import texture_names
from espire_dsl.catalogue.reader import Category
from espire_dsl.diagnostics.value import Span
from espire_dsl.domain.kinds import KindTable
from espire_dsl.domain.patterns import filled, labels_in
from espire_dsl.language.declarations.arguments import ArgumentReading
from espire_dsl.language.declarations.assembling import LABELS
from espire_dsl.language.declarations.formulas import Value, words_of
from espire_dsl.language.declarations.schema import GivenEntry
from espire_dsl.language.declarations.slots import DrawnSort, Slot, SortsOf, WordsOf
from espire_dsl.language.declarations.world_schema import WORLD
from espire_dsl.language.hints import did_you_mean

_PATTERNS = ("called", "paint")


def check_dressing(
    given: GivenEntry, slots: Mapping[str, Slot], reading: ArgumentReading, kinds: KindTable
) -> bool:
    """Whether labels are those that the kinds declare, and patterns can be filled for every thing."""
    before = reading.findings.error_count
    assets = _assets(slots["of"], reading)
    _check_labels(given, assets, reading, kinds)
    own = {key.removeprefix(LABELS): slot.words for key, slot in slots.items() if isinstance(slot, WordsOf)}
    for argument in _PATTERNS:
        pattern = slots.get(argument)
        if isinstance(pattern, Value) and reading.findings.error_count == before:
            _check_pattern(str(pattern.value), given.arguments[argument].value.span, own, assets, reading)
    paint = slots.get("paint")
    if isinstance(paint, Value) and reading.findings.error_count == before:
        _check_paint(str(paint.value), given.arguments["paint"].value.span, own, assets, reading)
    return reading.findings.error_count == before


def _assets(sorts: Slot, reading: ArgumentReading) -> tuple[Category, ...]:
    """What the things may be of."""
    if isinstance(sorts, SortsOf):
        named = tuple(map(reading.catalogue.get, sorts.categories))
        return named + reading.catalogue.of_kind(*sorts.kinds)
    assert isinstance(sorts, DrawnSort)
    return tuple(map(reading.catalogue.get, words_of(sorts.formula, reading.words)))


def _check_labels(
    given: GivenEntry, assets: tuple[Category, ...], reading: ArgumentReading, kinds: KindTable
) -> None:
    declared = {label for asset in assets for label in kinds.by_name[asset.kind].labels}
    arguments = [argument.name for argument in WORLD.by_name["items"].arguments]
    for argument in given.more:
        if argument.name is not None and argument.name.text not in declared:
            name = argument.name.text
            reading.findings.add(
                "E0704",
                argument.name.span,
                f"`items` has no `{name}`, and it is no label of these things",
                "not expected here",
                help=did_you_mean(name, [*arguments, *declared])
                or "a kind names the labels of its things: `labels colour`",
            )


def _check_pattern(
    pattern: str,
    span: Span,
    own: Mapping[str, tuple[str, ...]],
    assets: tuple[Category, ...],
    reading: ArgumentReading,
) -> None:
    for label in labels_in(pattern):
        lacking = [asset.id for asset in assets if label not in dict(asset.labels)]
        if label in own or not lacking:
            continue
        known = {*own, *(name for asset in assets for name, _ in asset.labels)}
        reading.findings.add(
            "E0748",
            span,
            f"`{lacking[0]}` has no label `{label}`",
            "not every thing can be called so",
            help=did_you_mean(label, known) or f"say it for all of them: `{label}: {{ ... }}`",
        )


def _check_paint(
    pattern: str,
    span: Span,
    own: Mapping[str, tuple[str, ...]],
    assets: tuple[Category, ...],
    reading: ArgumentReading,
) -> None:
    for paint in _possible(pattern, own, assets):
        if paint not in texture_names():
            reading.findings.add(
                "E0748",
                span,
                f"there is no paint `{paint}`",
                "comes out as this",
                help=did_you_mean(paint, texture_names()),
            )
            return


def _possible(
    pattern: str, own: Mapping[str, tuple[str, ...]], assets: tuple[Category, ...]
) -> Iterator[str]:
    """All that a pattern can come out as."""
    labels = labels_in(pattern)
    values = [own.get(label) or sorted({dict(asset.labels)[label] for asset in assets}) for label in labels]
    for chosen in product(*values):
        yield filled(pattern, dict(zip(labels, chosen, strict=True)))
