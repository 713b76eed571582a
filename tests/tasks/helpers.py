"""Families and scenes from text, and their bindings, for the tests of this room."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.checking.check import compile_paths
from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.families.family import Family
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.library import library_kinds
from espire_dsl.language.trials.scene_literal import build_scene
from espire_dsl.scene.graph import Scene
from espire_dsl.syntax import tree
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.source import decode_source
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import TypeBindings, bind
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.plan import FamilyPlan, plans_of
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.suites import Suite, suites_of

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = ROOT / "families"
CATALOGUE = load_catalogue()


def suites_from(folder: Path, *, suite: str | None = None, family: str = "*") -> tuple[Suite, ...]:
    """The suites below a folder."""
    files = sorted(folder.rglob("*.espire"))
    compiled = compile_paths(files, [folder])
    assert not compiled.result.errors, [d.message for d in compiled.result.findings]
    return suites_of(compiled.files, files, suite=suite, family=family)


def family_from(folder: Path, text: str) -> Family:
    """The only family of a text."""
    path = folder / "mine.espire"
    path.write_text(f"espire 1\n\n{text}", encoding="utf-8")
    compiled = compile_paths([path], [folder])
    assert not compiled.result.errors, [d.message for d in compiled.result.findings]
    (family,) = compiled.files[path].families
    return family


def pick(clauses: str, spec: str, name: str = "pick.mine") -> str:
    """A family about books on a table."""
    return (
        f"family {name} {{\n spec {spec}\n world tabletop\n action pick\n candidates books\n{clauses}\n}}\n"
    )


def answering(clauses: str, spec: str) -> str:
    """A question about a table that is answered in words."""
    text = pick(clauses, spec).replace(" action pick\n candidates books\n", " action answer\n")
    return text.replace("pick.mine", "ask.mine")


def place(clauses: str, spec: str, candidates: str = "slots") -> str:
    """A family about places in a shelf."""
    head = f"family place.mine {{\n spec {spec}\n world shelf\n action place\n candidates {candidates}\n"
    return f"{head}{clauses}\n}}\n"


def scene_from(things: str, id: str = "scene") -> Scene:
    """The scene of a literal, as an `example` would write it."""
    findings = Findings()
    text = f'espire 1\n\nexample "s" of mine {{\n  scene {{\n{things}\n  }}\n}}\n'
    source = decode_source("scene", text.encode(), findings)
    assert source is not None
    (example,) = parse(source, findings).items
    assert isinstance(example, tree.Example)
    scene = build_scene(example.scene, Scope(findings, CATALOGUE, library_kinds()))
    assert scene is not None, [d.message for d in findings]
    return Scene.build(scene.nodes, scene.edges, scene.cameras, id=id, world="made", level="easy")


def plan_of(family: Family, type_: str | None = None) -> FamilyPlan:
    plans = plans_of(family)
    return plans[0] if type_ is None else next(p for p in plans if p.type == type_)


def bound_on(
    scene: Scene, family: Family, type_: str | None = None, rules: RuleBook | None = None
) -> TypeBindings:
    """All fair bindings of one type on one scene."""
    return bind("mine", plan_of(family, type_), [scene], BatchEvaluator.of([scene], rules), seed=0)


def outcome_of(family: Family, scene: Scene, values: Mapping[str, Any]) -> Outcome:
    """What asking a family of one scene gives."""
    (found,) = BatchEvaluator.of([scene]).evaluate(family, [(0, dict(values))])
    return found
