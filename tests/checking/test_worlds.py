"""Worlds are known by their names: those that nobody offers are told, with what was likely meant."""

from pathlib import Path

import pytest

from espire_dsl.checking import cache as cache_module
from espire_dsl.checking.cache import CheckCache
from espire_dsl.checking.check import compile_paths
from espire_dsl.checking.known_worlds import known_worlds
from espire_dsl.checking.quick import quick_check
from espire_dsl.language.declarations.signatures import Worlds, named

FAMILY = """\
espire 1

family pick.attribute.size {{
  spec        attribute coarse
  world       {world}
  candidates  books
  let R in {{ Small, Large }}
  program     filter_attribute(candidates, R)
  say "{{{{ Pick }}}} {{{{ R.with_article }}}} book."
}}
"""
HALLS: Worlds = {"hall": named("hall", "width", "height"), "tabletop": named("tabletop")}


def told(folder: Path, world: str, worlds: Worlds | None = None) -> list[tuple[str, str | None]]:
    path = folder / "mine.espire"
    path.write_text(FAMILY.format(world=world))
    return [(d.code, d.help) for d in compile_paths([path], worlds=worlds).result.findings]


def test_those_of_the_package_are_known(tmp_path: Path) -> None:
    assert {"tabletop", "shelf"} <= known_worlds().keys()
    assert all(told(tmp_path, world) == [] for world in known_worlds())


@pytest.mark.parametrize(
    ("world", "findings"),
    [
        ("hall", []),
        ("hall(width: 3 m)", []),
        ("hal", [("E0334", "did you mean `hall`?")]),
        ("shelf", [("E0334", "known are: hall, tabletop")]),
        ("hall(widht: 3 m)", [("E0335", "did you mean `width`?")]),
        ("hall(width: 3 m, books: 4)", [("E0335", "leave it out")]),
        ("tabletop(width: 3 m)", [("E0335", "leave it out")]),
    ],
)
def test_names_and_parameters(tmp_path: Path, world: str, findings: list[tuple[str, str]]) -> None:
    assert told(tmp_path, world, HALLS) == findings


def test_a_world_that_is_no_longer_in_the_library_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.espire"
    path.write_text(FAMILY.format(world="tabletop"))
    cache = CheckCache(tmp_path / "cache")
    assert quick_check([path], [], cache).errors == 0
    monkeypatch.setattr("espire_dsl.checking.check.known_worlds", lambda: {"shelf": named("shelf")})
    monkeypatch.setattr(cache_module, "compiler_hash", lambda: "with another library")
    assert [d.code for d in quick_check([path], [], cache).findings] == ["E0334"]
