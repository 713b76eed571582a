"""Many rows at once give what the reference evaluator gives row by row."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from espire_dsl.tasks.asker import Asker, Measured
from espire_dsl.tasks.binding import stems_of
from espire_dsl.tasks.dice import Dice
from espire_dsl.tasks.files import load
from espire_dsl.tasks.outcome import outcome_of
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.readings import other_readings
from espire_dsl.tasks.suites import Suite
from tests.tasks.helpers import family_from, pick, plan_of, scene_from

ROWS = 3
CLOCK = """let O in viewer
  let R in { ClockPosition(h) } where h in 1 o'clock .. 12 o'clock
  program filter_orientation(candidates, R, of: O, in: intrinsic(O))
  say "{{ Pick }} the book {{ R.of(O) }}."
"""


def test_agrees_with_the_reference_on_all_families(packaged: tuple[Suite, ...], emitted: Path) -> None:
    scenes = load(emitted).scenes[:2] + load(emitted).scenes[-2:]
    asker = Asker.of(scenes)
    compared = 0
    for suite in packaged:
        for family in suite.families:
            for plan in plans_of(family):
                rows = [
                    (index, stem.values)
                    for index, scene in enumerate(scenes)
                    if scene.world == family.world
                    for stem in stems_of(plan, scene, lambda: Dice.of(0)).found[:ROWS]
                ]
                for asked in (family, *(other for _, other in other_readings(plan))):
                    expected = [outcome_of(asked, scenes[index], values) for index, values in rows]
                    assert asker.ask(asked, rows) == expected, (family.name, plan.type)
                    compared += len(rows)
    assert compared > 500


def test_measures_with_how_far_for_hours(tmp_path: Path) -> None:
    scene = scene_from("viewer at (0, -1, 1)\n table at (0, 0)\n book a at (0, 0)\n book b at (0.5, 0)")
    family = family_from(tmp_path, pick(CLOCK, "orientation fine, frame intrinsic, reference viewer"))
    (stem,) = stems_of(plan_of(family), scene, lambda: Dice.of(0)).found
    (found,) = Asker.of([scene]).measure(family, [(0, stem.values)])
    assert isinstance(found, Measured)
    assert found.reaches is not None
    np.testing.assert_allclose(found.values, [0.0, np.degrees(np.arctan2(0.5, 1.0))], atol=1e-6)
    np.testing.assert_allclose(found.reaches, [1.0, np.hypot(0.5, 1.0)], atol=1e-9)
