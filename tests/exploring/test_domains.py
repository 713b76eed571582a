"""Folders of domains with anything wrong in their kinds, assets, worlds, families, meshes, words or rules.

Whatever is damaged, each command ends in a sentence, and a world that checks can be drawn or says why not.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.checking.check import compile_paths
from espire_dsl.checking.paths import espire_files
from espire_dsl.cli import main
from espire_dsl.resources import resource_path
from espire_dsl.scene.json_io import dumps, loads
from espire_dsl.syntax.formatting import format_bytes
from espire_dsl.tasks.drawing import draw_scene
from espire_dsl.tasks.error import TaskSetError
from tests.checking.test_fuzz import PIECES, TOKEN, damaged
from tests.exploring.patience import patience
from tests.exploring.test_sources import comments_of
from tests.meshes.making import write_cube_glb

FAMILIES, EXAMPLES = resource_path("families"), Path(__file__).parents[2] / "examples"
DOMAINS = (FAMILIES / "library", FAMILIES / "spatialtunnel", *sorted(p for p in EXAMPLES.iterdir()))
WORDS = ("verbs.j2", "units.j2", "phrases/distance.j2")
"""Files of the lexicon that an author is given as words of their own, to be damaged."""
RULES = """
[compile]
seed = 3
per_type = 2
resolution = "64x48"
level = "usual"

[rules]
visible = 0.5
pixels = 20
frames = "named"

[suites.mine.rules]
complete = false
margin = 0.1
"""
NUMBERS = ("0", "-1", "0.0", "1e9", "10000000", "0 cm", "-5 cm", "1000000000 m", "0 deg", "9 .. 3", "1 / 0")
COMMANDS = (
    ["check", "--no-cache", "."],
    ["show", "tree", "."],
    ["show", "program", "."],
    ["show", "sentences", "."],
    ["test", "--scenes", "1", "."],
    ["compile", ".", "-o", "OUT", "--dry-run"],
)
SLOW = settings(max_examples=3, suppress_health_check=list(HealthCheck))
ODD_BYTES = st.sampled_from(
    [b"\0", b"\xff", b"nan", b"1e999", b"-1", b"4294967295", b"//", b"http://a/b", b""]
)


@cache
def tokens_of(path: Path) -> list[str]:
    return TOKEN.findall(path.read_text(encoding="utf-8"))


@cache
def vocabulary() -> list[str]:
    """Every word and sign of the shipped declarations, and numbers that no world can do with."""
    files = [path for domain in DOMAINS for path in espire_files([str(domain)])]
    return sorted({token for path in files for token in tokens_of(path) if not token.isspace()})


@st.composite
def damaged_text(draw: st.DrawFn, path: Path) -> str:
    """A file damaged by the token; often a number of it is another one."""
    parts = list(tokens_of(path))
    numbers = [place for place, part in enumerate(parts) if re.fullmatch(r"\d+", part)]
    for _ in range(draw(st.integers(0, 2)) if numbers else 0):
        parts[draw(st.sampled_from(numbers))] = draw(st.sampled_from(NUMBERS))
    if draw(st.booleans()):
        return "".join(parts)
    return draw(damaged(parts, st.sampled_from([*vocabulary(), *PIECES, *NUMBERS])))


@st.composite
def damaged_bytes(draw: st.DrawFn, content: bytes) -> bytes:
    for _ in range(draw(st.integers(1, 4))):
        here = draw(st.integers(0, len(content)))
        content = content[:here] + draw(ODD_BYTES | st.binary(max_size=4)) + content[here + 2 :]
    return content[: draw(st.integers(0, len(content)))] if draw(st.integers(0, 4)) == 0 else content


def copied(domain: Path, folder: Path) -> Path:
    """A domain with a file of everything that may be in one: rules, words, and meshes of both sorts."""
    there = Path(shutil.copytree(domain, folder / "mine"))
    (there / "espire.toml").write_text(RULES, encoding="utf-8")
    for name in WORDS:
        (there / "words" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(resource_path("templates") / name, there / "words" / name)
    (there / "meshes").mkdir(exist_ok=True)
    write_cube_glb(there / "meshes" / "cube.glb")
    declared = 'asset cube_of_mine is prop {\n  size 6 cm, 6 cm, 6 cm\n  mesh "meshes/cube.glb"\n}\n'
    (there / "cube.espire").write_text(f"espire 2\n\n{declared}", encoding="utf-8")
    return there


def outcome(
    command: list[str], folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    with patience():
        code = main(command)
    said = capsys.readouterr()
    assert code in (0, 1, 2), f"{command}: {code}: {said.err}"
    assert "Traceback" not in said.err


def draw_all(folder: Path) -> None:
    """Draws a scene of each world, and settles nothing; where anything is wrong, nobody may draw."""
    compiled = compile_paths(espire_files([str(folder)]), [folder])
    if compiled.result.errors:
        return
    for file in compiled.files.values():
        for template in file.worlds.values():
            if template.imported:
                continue
            try:
                with patience():
                    drawn = draw_scene(template, template.levels[0], 0, 0)
            except TaskSetError:
                continue
            if getattr(drawn, "scene", None) is not None:
                assert dumps(loads(dumps(drawn.scene))) == dumps(drawn.scene)
            else:
                assert str(drawn)


@pytest.mark.slow
@pytest.mark.parametrize("domain", DOMAINS, ids=lambda path: path.name)
@SLOW
@given(data=st.data())
def test_a_domain_with_damaged_declarations(
    domain: Path, data: st.DataObject, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with TemporaryDirectory() as place:
        folder = copied(domain, Path(place))
        path = data.draw(st.sampled_from(sorted(folder.glob("*.espire"))))
        path.write_text(
            data.draw(damaged_text(domain / path.name if (domain / path.name).exists() else path))
        )
        draw_all(folder)
        outcome(data.draw(st.sampled_from(COMMANDS)), folder, capsys, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["espire.toml", *(f"words/{name}" for name in WORDS), "meshes/*"])
@SLOW
@given(data=st.data())
def test_a_domain_with_other_damaged_files(
    what: str, data: st.DataObject, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with TemporaryDirectory() as place:
        folder = copied(EXAMPLES / "kitchen", Path(place))
        path = data.draw(st.sampled_from(sorted(folder.glob(what))))
        path.write_bytes(data.draw(damaged_bytes(path.read_bytes())))
        draw_all(folder)
        outcome(data.draw(st.sampled_from(COMMANDS)), folder, capsys, monkeypatch)


@settings(SLOW, max_examples=60)
@given(st.data())
def test_damaged_declarations_are_formatted_once_and_keep_their_comments(data: st.DataObject) -> None:
    domain = data.draw(st.sampled_from(DOMAINS))
    text = data.draw(damaged_text(data.draw(st.sampled_from(sorted(domain.glob("*.espire"))))))
    once = format_bytes("x", text.encode())
    if once.after is not None:
        assert comments_of(once.after) == comments_of(text)
        assert format_bytes("x", once.after.encode()).after == once.after
