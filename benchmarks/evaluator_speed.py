"""How fast are the evaluators? Every reasoning type of the espire suite on many scenes, one binding each.

Prints (scene, type) evaluations a second of the reference and of the batched evaluator, their ratio, and how
much of the batched time goes into box distances. Making arrays of the scenes is part of the batched time, the
fastest of three rounds. The reference is timed on a sample of the same evaluations, whose answers are
compared on the way.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from attrs import define, frozen

from espire_dsl.checking.check import compile_paths
from espire_dsl.language.families.domains import ThingDomain, TypeChoice, TypeDomain
from espire_dsl.language.families.family import Family
from espire_dsl.language.trials.examples import in_domain
from espire_dsl.language.typed import Constant
from espire_dsl.program.arrays import distances as batched_distances
from espire_dsl.program.batched import Column, RowResults, SceneBatch, ThingColumn, TypeColumn, evaluate_rows
from espire_dsl.program.family_evaluation import FamilyResult, evaluate_family
from espire_dsl.program.reference import EvaluationError
from espire_dsl.resources import resource_path
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.worlds import draw_scenes

RATIO, RATE, ROUNDS = 10.0, 20_000.0, 3
WORLDS = ("tabletop", "shelf")


@frozen
class Work:
    """One reasoning type of a family on the scenes of its world that have what it speaks of."""

    family: Family
    scenes: np.ndarray
    bindings: dict[str, Column]


@define
class Stopwatch:
    seconds: float = 0.0

    def timing(self, function: Any) -> Any:
        def run(*arguments: Any) -> Any:
            started = time.perf_counter()
            result = function(*arguments)
            self.seconds += time.perf_counter() - started
            return result

        return run


def suite() -> list[Family]:
    root = resource_path("families")
    compiled = compile_paths(sorted((root / "espire").rglob("*.espire")), [root])
    return [family for file in compiled.files.values() for family in file.families]


def works(family: Family, scenes: list[Scene], rng: np.random.Generator) -> Iterator[Work]:
    """The family's types, each with the first things of a scene that fit and arguments by chance."""
    places = things_of(family, scenes)
    kept = np.array([i for i in range(len(scenes)) if all(column[i] >= 0 for column in places.values())])
    things: dict[str, Column] = {name: ThingColumn(column[kept]) for name, column in places.items()}
    for variable in family.variables:
        if isinstance(variable.domain, TypeDomain) and len(kept):
            for choice in variable.domain.choices:
                column = arguments(choice, variable.domain, len(kept), rng)
                yield Work(family, kept, {**things, variable.name: column})


def things_of(family: Family, scenes: list[Scene]) -> dict[str, np.ndarray]:
    """For each variable that stands for a thing its place in each scene, or -1."""
    names = [v.name for v in family.variables if isinstance(v.domain, ThingDomain)]
    places = {name: np.full(len(scenes), -1) for name in names}
    for number, scene in enumerate(scenes):
        taken: set[int] = set()
        for variable in family.variables:
            if isinstance(variable.domain, ThingDomain):
                fitting = (i for i, n in enumerate(scene.nodes) if in_domain(n, variable.domain))
                found = next((i for i in fitting if i not in taken), -1)
                taken.add(found)
                places[variable.name][number] = found
    return places


def arguments(choice: TypeChoice, domain: TypeDomain, rows: int, rng: np.random.Generator) -> TypeColumn:
    columns = [
        np.full(rows, a.value) if isinstance(a, Constant) else rng.choice(domain.inner[a.name].values, rows)
        for a in choice.arguments
    ]
    return TypeColumn(choice.constructor, tuple(columns))


def answered(family: Family, scene: Scene, binding: dict[str, Any]) -> FamilyResult | str:
    """What the reference gives, or why it gives nothing."""
    try:
        return evaluate_family(family, scene, binding)
    except EvaluationError as error:
        return str(error)


def reference_seconds(results: list[RowResults], sample: int) -> tuple[float, int]:
    """How long the reference takes for some rows of each, and how many those are."""
    seconds, count = 0.0, 0
    for found in results:
        errors = found.errors
        for row in np.linspace(0, len(found) - 1, min(sample, len(found))).astype(int).tolist():
            scene, binding = found.batch.scenes[found.scenes[row]], found.binding(row)
            started = time.perf_counter()
            asked = answered(found.family, scene, binding)
            seconds += time.perf_counter() - started
            assert (errors[row] or found.at(row)) == (
                asked.answer if isinstance(asked, FamilyResult) else asked
            )
            count += 1
    return seconds, count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=1000, help="scenes in all, half of each world")
    parser.add_argument("--sample", type=int, default=10, help="rows of each type for the reference")
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    scenes = {w: [s for _, s in draw_scenes(shipped_world(w), options.scenes // 2, seed=0)] for w in WORLDS}
    families = suite()
    todo = [work for family in families for work in works(family, scenes[family.world], rng)]

    distances = Stopwatch()
    batched_distances.box_distances = distances.timing(batched_distances.box_distances)
    rounds = []
    for _ in range(ROUNDS):
        distances.seconds = 0.0
        started = time.perf_counter()
        batches = {world: SceneBatch.of_scenes(found) for world, found in scenes.items()}
        results = [evaluate_rows(w.family, batches[w.family.world], w.scenes, w.bindings) for w in todo]
        margins = [(r.margins, r.angles) for r in results]
        rounds.append((time.perf_counter() - started, distances.seconds))
        assert len(margins) == len(results)
    batched, measuring = min(rounds)
    evaluations = sum(len(r) for r in results)
    slow, count = reference_seconds(results, options.sample)

    fast_rate, slow_rate = evaluations / batched, count / slow
    print(f"{len(todo)} types on {sum(map(len, scenes.values()))} scenes: {evaluations} evaluations")
    print(f"reference {slow_rate:10,.0f} evaluations a second (of {count})")
    print(f"batched   {fast_rate:10,.0f} evaluations a second (at least {RATE:,.0f})")
    print(f"ratio     {fast_rate / slow_rate:10,.1f} (at least {RATIO:,.0f})")
    print(f"box distances take {measuring / batched:.0%} of the batched time")


if __name__ == "__main__":
    main()
