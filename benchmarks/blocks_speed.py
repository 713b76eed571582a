"""Questions a processor second on the blocks domain, with ten things in every scene, by hops.

A question is a fair binding, held against every rule, turned into a finished record. Prints for zero to three
hops the rate and its ratio to what is asked, what CLEVR's generator does on such a machine, and what writing
takes beside finding. The scenes are so many that what is done once, such as compiling sentences, is little;
of several rounds the fastest is told, as others on the machine only ever slow it down.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import espire_dsl as espire
from espire_dsl.checking.check import compile_paths
from espire_dsl.language.families.family import Family
from espire_dsl.memory import reading
from espire_dsl.resources import resource_path
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import bind
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.record import Chosen, Wording, tasks_of
from espire_dsl.tasks.task import task_to_line
from espire_dsl.wording.render import Lexicon

SCENES, THINGS, SEED, ROUNDS = 60, 10, 1, 3
HOPS: Final = ("zero", "one", "two", "three")
ASKED: Final = {"zero": 2000, "one": 1000, "two": 500, "three": 300}
CLEVR: Final = {"zero": 857, "one": 463, "two": 175, "three": 4.6}


def main() -> None:
    folder = resource_path("examples") / "blocks"
    with reading():
        files = compile_paths(sorted(folder.glob("*.espire")), [folder]).files.values()
        families = [family for file in files for family in file.families]
        scenes = scenes_of(folder / "world.espire")
        lexicon = Lexicon.load()
    print(f"{len(scenes)} scenes of {THINGS} blocks")
    finding = writing = 0.0
    for hops in HOPS:
        asked = [family for family in families if family.name.startswith(hops + ".")]
        rounds = [measured(asked, scenes, lexicon) for _ in range(ROUNDS)]
        fastest = min(rounds, key=lambda found: found[1] + found[2])
        report(hops, *fastest)
        finding, writing = finding + fastest[1], writing + fastest[2]
    print(f"  all: writing every question takes {writing / finding:.2f} of finding them")


def scenes_of(source: Path) -> list[Scene]:
    """Scenes of so many things, as a simulator would have seen them: all of them in view."""
    world = espire.world("blocks", source)
    found: list[Scene] = []
    for seed in range(10 * SCENES):
        scene = world.draw("many", seed=seed)
        if len(scene.of_kind("block")) == THINGS:
            found.append(scene)
        if len(found) == SCENES:
            break
    return found


def measured(
    families: Sequence[Family], scenes: Sequence[Scene], lexicon: Lexicon
) -> tuple[int, float, float]:
    """How many questions there are, and the seconds of finding and of writing them."""
    questions, binding, writing = 0, 0.0, 0.0
    evaluator = BatchEvaluator.of(scenes)
    for family in families:
        for plan in plans_of(family):
            started = time.process_time()
            found = bind("blocks", plan, scenes, evaluator, SEED).bindings
            bound = time.process_time()
            chosen = [
                Chosen(index, binding_, Wording(number % len(family.sentences), number, number))
                for index, bindings in found.items()
                for number, binding_ in enumerate(bindings)
            ]
            for task in tasks_of("blocks", plan, chosen, lexicon, family.catalogue, SEED, evaluator):
                task_to_line(task)
            questions += len(chosen)
            binding += bound - started
            writing += time.process_time() - bound
    return questions, binding, writing


def report(hops: str, questions: int, binding: float, writing: float) -> None:
    rate = questions / (binding + writing)
    finding_ms, writing_ms = (1000 * seconds / max(questions, 1) for seconds in (binding, writing))
    print(
        f"  {hops:5} {questions:6d} questions, {rate:5.0f} a second: "
        f"{rate / ASKED[hops]:.2f} of {ASKED[hops]} asked, "
        f"{rate / CLEVR[hops]:.1f} of CLEVR's {CLEVR[hops]:g}; "
        f"finding {finding_ms:.2f} ms, writing {writing_ms:.2f} ms a question, "
        f"{writing / binding:.2f} of finding"
    )


if __name__ == "__main__":
    main()
