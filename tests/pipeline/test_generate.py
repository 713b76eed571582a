"""From suites to task sets: the same whoever does the work, and clear words where a quota is not met."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.pipeline.generate import Generated
from espire_dsl.pipeline.settings import Settings
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import load
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.worlds import UnknownWorldError, load_world
from tests.pipeline.helpers import NONE, generate
from tests.tasks.helpers import pick, suites_from

FEW = Settings(seed=3, per_type=4, scenes=24, simulator=NONE)
NEVER = """let O in near
  let R in { Closest }
  program filter_distance(candidates, R, to: O)
  require count(candidates) > 100
  say "{{ Pick }} the book {{ R.of(O) }}."
"""
SIX_SCENES = ["--scenes", "6", "--workers", "1", "--backend", "none"]
NEAR = "distance coarse, reference near"


@pytest.fixture(scope="module")
def suites(packaged: tuple[Suite, ...]) -> tuple[Suite, ...]:
    """Some families of the packaged suites."""
    wanted = re.compile(
        r"pick\.(distance\.near\..*|orientation\.oriented\.side|hops\.from_size|open\.near\..*)"
    )
    return tuple(
        Suite(suite.name, tuple(f for f in suite.families if wanted.fullmatch(f.name)), {})
        for suite in packaged
    )


@pytest.fixture(scope="module")
def generated(suites: tuple[Suite, ...]) -> Generated:
    return generate(suites, FEW)


def test_workers_do_not_matter(suites: tuple[Suite, ...], generated: Generated) -> None:
    together = generate(suites, FEW, workers=2)
    assert together.tasks == generated.tasks
    assert together.scenes == generated.scenes
    assert list(together.scenes) == list(generated.scenes)
    assert together.refused == generated.refused


def test_another_suite_changes_nothing(suites: tuple[Suite, ...], generated: Generated) -> None:
    espire = next(suite for suite in suites if suite.name == "espire")
    assert len(suites) == 4
    alone = generate([espire], FEW)
    assert alone.tasks == tuple(task for task in generated.tasks if task.suite == "espire")


def test_the_seed_matters(suites: tuple[Suite, ...], generated: Generated) -> None:
    other = generate(suites[:1], Settings(seed=4, per_type=4, scenes=24, simulator=NONE))
    assert {t.id for t in other.tasks}.isdisjoint(t.id for t in generated.tasks)


def test_templates_take_turns(generated: Generated) -> None:
    counts = Counter((t.suite, t.family, t.type, t.template) for t in generated.tasks)
    open_frames = {(t.suite, t.family) for t in generated.tasks if t.readings}
    for (suite, family, type_, _), number in counts.items():
        if (suite, family) not in open_frames:
            fewest = min(n for (s, f, t, _), n in counts.items() if (s, f, t) == (suite, family, type_))
            assert number - fewest <= 1


def test_file_order_does_not_matter(tmp_path: Path) -> None:
    texts = {
        name: pick(NEVER.replace("> 100", "> 0"), NEAR, f"pick.{name}") for name in ("one", "two", "three")
    }
    for folder, order in (("there", ("a", "b", "c")), ("back", ("c", "b", "a"))):
        (tmp_path / folder / "mine").mkdir(parents=True)
        (tmp_path / folder / "espire.toml").write_text("")
        for (_, text), name in zip(sorted(texts.items()), order, strict=True):
            (tmp_path / folder / "mine" / f"{name}.espire").write_text(f"espire 1\n\n{text}")
    settings = Settings(per_type=3, scenes=6, simulator=NONE)
    there, back = (generate(suites_from(tmp_path / folder), settings) for folder in ("there", "back"))
    assert len(there.tasks) > 3
    assert there.tasks == back.tasks


def test_a_limit_ends_it(suites: tuple[Suite, ...]) -> None:
    made = generate(suites[:1], Settings(seed=3, per_type=4, scenes=24, limit=7, simulator=NONE))
    assert len(made.tasks) == 7
    assert not made.shortfalls


def test_one_level_only(suites: tuple[Suite, ...]) -> None:
    made = generate(suites[:1], Settings(seed=3, per_type=1, scenes=9, level="hard", simulator=NONE))
    assert {task.level for task in made.tasks} == {"hard"}
    with pytest.raises(TaskSetError, match="has no level impossible; it has easy"):
        generate(suites[:1], Settings(level="impossible", simulator=NONE))


def test_a_world_that_nobody_offers() -> None:
    with pytest.raises(UnknownWorldError, match="did you mean `tabletop`"):
        load_world("tabeltop")


def test_a_family_without_any_binding_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.espire").write_text(f"espire 1\n\n{pick(NEVER, NEAR)}")
    out = tmp_path / "out"
    assert main(["compile", str(tmp_path / "mine.espire"), "-o", str(out), *SIX_SCENES]) == 1
    said = capsys.readouterr().out
    assert "pick.mine Closest: 0 of 15; a requirement is not met" in said
    made = load(out)
    assert made.tasks == ()
    (short,) = made.manifest["shortfalls"]
    assert (short["found"], short["wanted"]) == (0, 15)


def test_a_quota_that_cannot_be_met_is_told_and_the_rest_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.espire").write_text(f"espire 1\n\n{pick(NEVER.replace('> 100', '> 2'), NEAR)}")
    out = tmp_path / "out"
    assert main(["compile", str(tmp_path / "mine.espire"), "-o", str(out), *SIX_SCENES]) == 1
    assert "quotas that could not be met" in capsys.readouterr().out
    assert 0 < len(load(out).tasks) < 15
