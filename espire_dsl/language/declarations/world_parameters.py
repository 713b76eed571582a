"""The parameters of a world: their types, domains and defaults."""

from __future__ import annotations

from typing import Any

from espire_dsl.diagnostics.value import Findings, Label
from espire_dsl.language.declarations.formula_types import Names, ends_of, formula_of, quantity_of
from espire_dsl.language.declarations.formulas import ANGLE, LENGTH, NUMBER, TRUTH, WORD, Value
from espire_dsl.language.declarations.templates import WorldParameter
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.language.inference.reserved import RESERVED
from espire_dsl.syntax import tree

TYPES = {"Length": LENGTH, "Angle": ANGLE, "Number": NUMBER, "Int": NUMBER, "Bool": TRUTH, "Label": WORD}


def parameters_of(declared: tree.Declaration, findings: Findings) -> tuple[WorldParameter, ...]:
    """The parameters that are in order; what is not is reported and left out."""
    found: dict[str, WorldParameter] = {}
    for item in declared.parameters:
        if item.name.text in found:
            findings.add(
                "E0741",
                item.name.span,
                f"`{item.name.text}` is declared twice",
                "again",
                secondary=[Label(found[item.name.text].span, "first declared here")],
            )
            continue
        if item.name.text in RESERVED:
            findings.add(
                "E0741", item.name.span, f"`{item.name.text}` is a word of the language", "choose another"
            )
            continue
        parameter = _parameter(item, Names({}, findings))
        if parameter is not None:
            found[parameter.name] = parameter
    return tuple(found.values())


def _parameter(item: tree.Parameter, names: Names) -> WorldParameter | None:
    findings = names.findings
    written = item.type.words[0].text if isinstance(item.type, tree.TypeName) else ""
    if item.type is None or written not in TYPES:
        findings.add(
            "E0745",
            item.name.span if item.type is None else item.type.span,
            f"a parameter of a world is one of {one_of(TYPES)}",
            "no type" if item.type is None else "another type",
            help=did_you_mean(written, TYPES) or f"write `{item.name.text}: Length`",
        )
        return None
    quantity = TYPES[written]
    low = high = None
    choices: tuple[Any, ...] | None = None
    match item.domain:
        case None:
            pass
        case tree.RangeDomain(low=start, high=end, span=span):
            ends = ends_of(tree.Range(start, end, span=span), names, quantity)
            if ends is None:
                return None
            low, high = (float(e.value) if isinstance(e, Value) else None for e in ends)
        case tree.ChoiceDomain(items=items):
            values = [quantity_of(value, names, quantity) for value in items]
            if None in values:
                return None
            choices = tuple(value.value for value in values if isinstance(value, Value))
        case _:
            findings.add("E0745", item.domain.span, "a parameter is of a range or of choices", "neither")
            return None
    found = WorldParameter(item.name.text, quantity, low, high, choices, span=item.name.span)
    if item.default is None:
        return found
    default = formula_of(item.default, names)
    if default is None:
        return None
    default = quantity_of(item.default, names, quantity)
    if not isinstance(default, Value):
        return None
    if not found.takes(default.value):
        findings.add(
            "E0745",
            item.default.span,
            f"`{item.name.text}` is of {found.domain}",
            "the default is not",
        )
        return found
    return WorldParameter(found.name, quantity, low, high, choices, default.value, span=item.name.span)
