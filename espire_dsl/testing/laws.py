"""Tries a law on many scenes, and shrinks what breaks it to the smallest scene that does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from espire_dsl.diagnostics.value import Diagnostic, Label
from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.domains import ThingDomain, ValueDomain
from espire_dsl.language.trials.examples import LawParameter, LawTrial, in_domain
from espire_dsl.language.types import Reasoning, Scalar
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.scene.graph import Scene
from espire_dsl.syntax import tree
from espire_dsl.syntax.printer import print_module
from espire_dsl.testing.drawn_scenes import scenes_for
from espire_dsl.testing.outcome import TrialOutcome
from espire_dsl.testing.scene_text import scene_literal

DEFAULTS: dict[str, st.SearchStrategy[Any]] = {
    "Length": st.integers(1, 300).map(lambda cm: cm / 100),
    "Angle": st.integers(-180, 180).map(float),
    "Int": st.integers(0, 8),
    "Number": st.integers(0, 100).map(lambda n: n / 100),
    "Ordinal": st.integers(1, 6),
    "Clock": st.integers(1, 12),
    "Bool": st.booleans(),
}


@define
class Trying:
    """Counts the scenes on which a law was really tried, and keeps what broke it."""

    law: LawTrial
    tried: int = 0
    error: EvaluationError | None = None

    def breaks(self, drawn: Mapping[str, Any] | None) -> bool:
        if drawn is None:
            return False
        scene = drawn[self.law.scene_name]
        try:
            assumed = self.law.assumption
            if assumed is not None and not evaluate(assumed, scene, drawn).value:
                return False
            self.tried += 1
            return not evaluate(self.law.claim, scene, drawn).value
        except EvaluationError as error:
            self.error = error
            return True


@st.composite
def drawn_values(draw: st.DrawFn, law: LawTrial) -> dict[str, Any] | None:
    """Values for the parameters of a law; None when the scene lacks what it speaks of."""
    values: dict[str, Any] = {}
    scene: Scene | None = None
    for parameter in sorted(law.parameters, key=lambda p: p.world is None):
        if parameter.world is not None:
            scene = draw(scenes_for(parameter))
            if scene is None:
                return None
            values[parameter.name] = scene
        elif isinstance(parameter.domain, ThingDomain):
            assert scene is not None
            taken = {v.id for v in values.values() if isinstance(v, ThingRef)}
            nodes = [n for n in scene.nodes if in_domain(n, parameter.domain) and n.id not in taken]
            if not nodes:
                return None
            values[parameter.name] = ThingRef(draw(st.sampled_from(nodes)).id, scene)
        else:
            values[parameter.name] = draw(_quantities(parameter))
    return values


def _quantities(parameter: LawParameter) -> st.SearchStrategy[Any]:
    if isinstance(parameter.domain, ValueDomain):
        return st.sampled_from(parameter.domain.values)
    if isinstance(parameter.type, Reasoning):
        return st.sampled_from(sorted(parameter.type.constructors)).map(TypeValue)
    assert isinstance(parameter.type, Scalar)
    return DEFAULTS[parameter.type.name]


def run_law(law: LawTrial, scenes: int = 100) -> TrialOutcome:
    """Try a law. The same scenes every time, no deadline, and nothing is left behind on disk."""
    trying = Trying(law)
    how = settings(
        max_examples=scenes,
        derandomize=True,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    try:
        smallest = find(drawn_values(law), trying.breaks, settings=how)
    except NoSuchExample:
        if trying.tried == 0:
            return TrialOutcome("law", law.name, 0, _vacuous(law, scenes))
        return TrialOutcome("law", law.name, trying.tried)
    assert smallest is not None
    trying.error = None
    trying.breaks(smallest)
    return TrialOutcome("law", law.name, trying.tried, _broken(law, smallest, trying.error))


def _vacuous(law: LawTrial, scenes: int) -> Diagnostic:
    return Diagnostic(
        "E0613",
        f"law `{law.name}` was never tried: none of {scenes} scenes had what it assumes",
        Label(law.span, "assumes too much"),
    )


def _broken(law: LawTrial, drawn: Mapping[str, Any], error: EvaluationError | None) -> Diagnostic:
    why = f"has no value: {error}" if error else "does not hold"
    return Diagnostic(
        "E0611",
        f"law `{law.name}` {why}",
        Label(law.span, "broken by the scene below"),
        notes=("the smallest scene that breaks it, as an example to paste:\n\n" + _example_text(law, drawn),),
    )


def _example_text(law: LawTrial, drawn: Mapping[str, Any]) -> str:
    """The example that reproduces a broken law."""
    givens = tuple(
        tree.Given(tree.Word(p.name), _written(drawn[p.name], p)) for p in law.parameters if p.world is None
    )
    example = tree.Example(
        title=tree.Text(f"breaks {law.name}"),
        family=(tree.Word(law.name),),
        scene=scene_literal(drawn[law.scene_name]),
        givens=givens,
        expects=(tree.Expect(tree.Name("true")),),
    )
    return print_module(tree.Module(None, None, (example,))).rstrip()


def _written(value: Any, parameter: LawParameter) -> tree.Expression:
    match value:
        case ThingRef(id=id):
            return tree.Name(id)
        case TypeValue(constructor=name):
            return tree.Name(name)
        case bool():
            return tree.Name(str(value).lower())
    name = str(parameter.type)
    if name == "Ordinal":
        return tree.OrdinalNumber(value)
    if name == "Clock":
        return tree.ClockHour(value)
    unit = {"Length": "m", "Angle": "deg"}.get(name)
    number = tree.Number(
        f"{abs(value):.9f}".rstrip("0").rstrip(".") if unit or name == "Number" else str(abs(value)), unit
    )
    return tree.Unary("-", number) if value < 0 else number
