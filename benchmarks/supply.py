"""How many drawn scenes have a fair binding for each type, and why the other bindings are refused.

`python benchmarks/supply.py --family 'place.distance.*' --scenes 60` draws so many scenes of each world and
prints a line a type: scenes with a fair binding (of them easy, medium, hard), fair bindings, the share of
those with each property that bindings have (say that another frame would matter), and the commonest refusals.
`--backend mujoco` also settles and sees the scenes, as `espirec compile` does; `--keep FILE` keeps them
beside FILE, a file a world, and reads them again.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import asdict

from espire_dsl.checking.check import compile_paths
from espire_dsl.pipeline.simulator import BackendSpec, simulator_of
from espire_dsl.reports.columns import aligned, percent
from espire_dsl.resources import resource_path
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import dumps, loads
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import bind
from espire_dsl.tasks.drawing import draw_scene
from espire_dsl.tasks.plan import FamilyPlan, plans_of
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.suites import Suite, suites_of
from espire_dsl.tasks.worlds import load_world

BATCH, LEAST, SHOWN = 50, 15, 3


class Supply:
    """What was found about a type."""

    def __init__(self) -> None:
        self.levels: Counter[str] = Counter()
        self.bindings = 0
        self.properties: dict[str, list[bool]] = {}
        self.refused: Counter[Reason] = Counter()

    def add(
        self, suite: str, plan: FamilyPlan, scenes: Sequence[Scene], evaluator: BatchEvaluator, seed: int
    ) -> None:
        found = bind(suite, plan, scenes, evaluator, seed)
        self.refused.update(found.refused)
        for place, bounds in found.bindings.items():
            self.levels[scenes[place].level or "-"] += 1
            self.bindings += len(bounds)
            for bound in bounds:
                for name, value in asdict(bound, recurse=False).items():
                    if isinstance(value, bool):
                        self.properties.setdefault(name, []).append(value)


def main() -> int:
    given = _arguments()
    started = time.perf_counter()
    root = resource_path("families")
    files = sorted(root.rglob("*.espire"))
    suites = suites_of(compile_paths(files, [root]).files, files, suite=given.suite, family=given.family)
    if not suites:
        print(f"no family of suite {given.suite} fits {given.family}")
        return 2
    short = 0
    for suite in suites:
        for world in suite.worlds:
            scenes = _scenes(world, given)
            rows = list(_rows(suite, world, scenes, given.seed))
            short += sum(int(row[1]) < LEAST for row in rows)
            print(f"{suite.name}, {world}: {len(scenes)} scenes of {given.scenes} drawn")
            heads = ("type", "scenes", "by level", "bindings", "properties", "refused")
            print("\n".join(aligned([heads, *rows], left=1)), end="\n\n")
    print(f"{short} types with fewer than {LEAST} scenes; {time.perf_counter() - started:.0f} s")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--suite", default="espire")
    parser.add_argument("--family", default="*")
    parser.add_argument("--scenes", type=int, default=30, help="how many of each world (30)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--backend", default="none")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="keep the scenes; %(prog)s reads them again"
    )
    return parser.parse_args()


def _scenes(world: str, given: argparse.Namespace) -> list[Scene]:
    """The scenes of a world: kept ones, or drawn ones, and settled if a backend is asked for."""
    kept: Path | None = given.keep and given.keep.with_name(f"{given.keep.name}.{world}.jsonl")
    if kept is not None and kept.is_file():
        return [loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    scenes = list(_drawn(world, given))
    if kept is not None:
        kept.write_text("".join(f"{dumps(scene)}\n" for scene in scenes), encoding="utf-8")
    return scenes


def _drawn(world: str, given: argparse.Namespace) -> Iterator[Scene]:
    source = load_world(world)
    simulator = simulator_of(BackendSpec(given.backend, "rays"))
    for index in range(given.scenes):
        level = source.levels[index % len(source.levels)]
        drawn = draw_scene(source, level, given.seed, index)
        scene = getattr(drawn, "scene", None)
        if scene is not None and simulator is not None:
            scene = simulator.stage(drawn).scene
        if scene is not None:
            yield scene


def _rows(suite: Suite, world: str, scenes: Sequence[Scene], seed: int) -> Iterator[list[str]]:
    plans = [plan for family in suite.families if family.world == world for plan in plans_of(family)]
    found = [Supply() for _ in plans]
    for start in range(0, len(scenes), BATCH):
        some = scenes[start : start + BATCH]
        evaluator = BatchEvaluator.of(some)
        for plan, supply in zip(plans, found, strict=True):
            supply.add(suite.name, plan, some, evaluator, seed)
    for plan, supply in zip(plans, found, strict=True):
        levels = (str(supply.levels[level]) for level in load_world(world).levels)
        commonest = (f"{count} {reason}" for reason, count in supply.refused.most_common(SHOWN))
        yield [
            f"{plan.family.name} {plan.type}",
            str(supply.levels.total()),
            " ".join(levels),
            str(supply.bindings),
            ", ".join(f"{name} {percent(sum(v) / len(v))}" for name, v in supply.properties.items()) or "-",
            "; ".join(commonest),
        ]


if __name__ == "__main__":
    raise SystemExit(main())
