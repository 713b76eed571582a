"""Programs as text and as steps, for all packaged families; and the page about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.families.domains import ThingDomain
from espire_dsl.language.families.family import Family
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.source import decode_source
from espire_dsl.tasks.documentation import EXAMPLES, suite_page
from espire_dsl.tasks.emitted_examples import read_examples
from espire_dsl.tasks.program_text import program_text
from espire_dsl.tasks.steps import steps_of
from espire_dsl.tasks.suites import Suite
from espire_dsl.wording.saying import samples_of
from tests.tasks.helpers import CATALOGUE, ROOT, family_from, pick, scene_from


@pytest.fixture(scope="module")
def families(packaged: tuple[Suite, ...]) -> list[Family]:
    return [family for suite in packaged for family in suite.families]


@pytest.fixture(scope="module")
def page(packaged: tuple[Suite, ...]) -> str:
    return suite_page(packaged, read_examples(ROOT / "docs" / EXAMPLES))


def test_every_program_reads_back(families: list[Family]) -> None:
    for family in families:
        text = f"espire 1\n\nfn program() = {program_text(family.program)}\n"
        findings = Findings()
        source = decode_source(family.name, text.encode(), findings)
        assert source is not None
        parse(source, findings)
        assert list(findings) == [], text


def test_text_of_constants(tmp_path: Path) -> None:
    clauses = """
      program filter_distance(candidates, LessThan(1.25 m), to: viewer)
        - filter_orientation(candidates, ClockPosition(3 o'clock), of: table, in: intrinsic(table))
        - filter_distance(candidates, RankClosest(2nd), to: table)
        - filter_distance(candidates, Range(5 cm, 62.5 cm), to: viewer)
        - filter_pose(candidates, TiltDegree(30 deg))
      say "{{ Pick }} one."
    """
    family = family_from(tmp_path, pick(clauses, "distance coarse, reference viewer"))
    text = " ".join(program_text(family.program).split())
    for part in (
        "LessThan(1.25 m)",
        "3 o'clock",
        "2nd",
        "Range(5 cm, 62.5 cm)",
        "30 deg",
        "intrinsic(table)",
    ):
        assert part in text


def test_steps_share_what_is_the_same(tmp_path: Path) -> None:
    clauses = """let O in near
      program filter_distance(candidates, Closest, to: O) | filter_distance(candidates, Farthest, to: O)
      say "{{ Pick }} one about {{ O }}."
    """
    family = family_from(tmp_path, pick(clauses, "distance coarse, reference near"))
    scene = scene_from("viewer at (0, -1)\n table at (0, 0)\n near pagoda tower at (0, 0)")
    steps = steps_of(family, {"O": ThingRef("tower", scene)})
    assert steps == [
        {
            "function": "of_kind",
            "arguments": {"kind": {"kind": "book", "is": ["graspable", "movable"], "front": "never"}},
            "type": "Set[book]",
        },
        *(
            {
                "function": "filter_distance",
                "arguments": {
                    "xs": {"step": 0},
                    "type": {"reasoning": type_, "arguments": []},
                    "to": {"thing": "tower"},
                    "by": {"measuring": "edges"},
                },
                "type": "Set[book]",
            }
            for type_ in ("Closest", "Farthest")
        ),
        {
            "function": "|",
            "arguments": {"left": {"step": 1}, "right": {"step": 2}},
            "type": "Set[book]",
        },
    ]


def test_the_page_of_suites_is_up_to_date(page: str) -> None:
    assert (ROOT / "docs" / "suite.md").read_text(encoding="utf-8") == page


def test_the_page_names_every_family_and_type(families: list[Family], page: str) -> None:
    for family in families:
        assert f"### {family.name}\n" in page
    assert page.count("| `") == sum(len(family.types) for family in families)


def test_every_reference_can_be_said(families: list[Family]) -> None:
    for family in families:
        for variable in family.variables:
            if isinstance(variable.domain, ThingDomain):
                assert samples_of(variable.domain, "", CATALOGUE)
