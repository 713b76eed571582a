"""Programs that make scenes of scenes take the way out, and give what the reference gives."""

from __future__ import annotations

import pytest
from attrs import evolve

from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.families.family import Family
from espire_dsl.language.kinds import sort_of
from espire_dsl.language.typed import Apply
from espire_dsl.language.types import SCENE, Thing
from espire_dsl.program.batched import Request, SceneBatch, evaluate_requests, has_batched_form
from espire_dsl.program.family_evaluation import evaluate_family
from tests.language.reading import typed
from tests.nodes import kinds
from tests.program.agreement import outcome, same
from tests.program.suites import families, scenes

NAMES = {"s": SCENE, "o": Thing(sort_of(kinds("near")))}


def asking(text: str) -> Family:
    """A family that asks for this, with a scene among its variables."""
    program, findings = typed(text, NAMES)
    assert not findings.errors
    assert isinstance(program, Apply)
    some = families("espire")[0]
    return evolve(some, program=program, asked=program, candidates=None, requirements=(), tags={})


@pytest.mark.parametrize(
    "text",
    [
        "filter_orientation(books(mirror(s)), Left, of: o, in: relative)",
        "filter_distance(books(rotate(s, 30 deg)), Closest, to: o)",
        "order_by_distance(books(s), to: o)",
        "unique(filter_books(near_ornaments(s)))",
        "counterpart(o, in: translate(s, 1 m, 0 m, 0 m))",
        "count(books(s))",
        "category_of(counterpart(o, in: mirror(s)))",
    ],
)
def test_the_way_out_gives_what_the_reference_gives(text: str) -> None:
    family = asking(text)
    assert not has_batched_form(family.program)
    drawn = scenes("tabletop", 3)
    requests = [
        Request(i, {"s": scene, "o": ThingRef(scene.of_kind("near")[0].id, scene)})
        for i, scene in enumerate(drawn)
    ]
    found = evaluate_requests(family, SceneBatch.of_scenes(drawn), requests)
    for scene, request, (results, row) in zip(drawn, requests, found, strict=True):
        asked = outcome(lambda s=scene, r=request: evaluate_family(family, s, r.bindings))
        if isinstance(asked, str):
            assert results.errors[row] == asked
            continue
        assert results.ok[row]
        assert results.at(row) == asked.answer
        assert asked.asked is not None
        assert same(results.asked.margin[row].item() if results.asked else None, asked.asked.margin)
        assert asked.asked is not None
        assert results.unit(row) == asked.asked.unit
        measured = {} if results.measured is None else results.measured[row]
        for id, value in asked.asked.measured.items():
            assert measured[results.batch.place(request.scene, id)] == value
