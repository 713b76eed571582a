"""Assets of files: where they can be seen, what they take from one another, which files decide about them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.catalogue.reader import Category
from espire_dsl.catalogue.shape import AssetShape, ShapePart
from espire_dsl.checking.cache import CheckCache
from espire_dsl.checking.check import compile_paths
from espire_dsl.checking.quick import quick_check
from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.declarations.assets import AssetScope, read_assets
from espire_dsl.language.library import library_kinds
from espire_dsl.language.trials.examples import ExampleTrial
from espire_dsl.scene.asset_parts import placed_parts, sticking_out
from espire_dsl.scene.things import thing
from espire_dsl.syntax import tree
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.source import Source
from espire_dsl.testing.run import run_trials
from espire_dsl.wording.render import Lexicon
from tests.language.reading import catalogue
from tests.meshes.making import write_obj

MUG = """\
asset mug is near {
  name      "old mug"
  size      8 cm, 10 cm .. 12 cm, 10 cm
  front     -y
  labels    material: "clay", colour: "red"
  density   900
  part      cylinder(8 cm, 8 cm, 10 cm), at: (0, 0, 5 cm), paint: "#b3262b"
}
"""
FAMILY = """
use mugs

world mug_table is tabletop {
  floor       8 m, 8 m
}

family pick.by_mug {
  spec        distance coarse, reference O
  world       mug_table
  candidates  books
  let O in { mug }
  let R in { Closest, Farthest }
  program     filter_distance(candidates, R, to: O)
  say "{{ Pick }} a book {{ R.of(O) }}."
}

example "the nearer of two books" of pick.by_mug {
  scene {
    viewer at (0, -1)
    table at (0, 0)
    near mug m at (-0.4, 0)
    book a at (-0.2, 0)
    book b at (0.3, 0)
  }
  given O = m
  given R = Closest
  expect { a }
  expect says "Fetch a book closest to the old mug."
}
"""


def assets(text: str, folder: Path | None = None) -> tuple[dict[str, Category], list[str]]:
    findings = Findings()
    module = parse(Source("page.espire", "espire 2\n\n" + text), findings)
    declared = [item for item in module.items if isinstance(item, tree.Declaration)]
    found = read_assets(declared, AssetScope(library_kinds(), catalogue().categories, folder), findings)
    return found, [f"{d.code} {d.message}" for d in findings]


def write(folder: Path, **files: str) -> list[Path]:
    for name, text in files.items():
        (folder / f"{name}.espire").write_text(f"espire 2\n\n{text}", encoding="utf-8")
    return [folder / f"{name}.espire" for name in files]


def test_an_asset_is_a_category() -> None:
    found, said = assets(MUG)
    assert not said
    mug = found["mug"]
    assert (mug.kind, mug.name, mug.article, mug.oriented, mug.front) == (
        "near",
        "old mug",
        "an",
        True,
        (0, -1, 0),
    )
    assert [(r.low, r.high) for r in mug.extents] == [(0.08, 0.08), (0.1, 0.12), (0.1, 0.1)]
    assert mug.labels == (("colour", "red"), ("material", "clay"))
    assert mug.density == 900
    part = ShapePart("cylinder", (0.08, 0.08, 0.1), (0.0, 0.0, 0.05), paint="#b3262b")
    assert mug.shape == AssetShape((0.08, 0.11, 0.1), (part,))


def test_the_least_that_an_asset_says() -> None:
    found, said = assets("asset red_mug is near {\n  size 8 cm, 8 cm, 10 cm\n}\n")
    assert not said
    assert (found["red_mug"].name, found["red_mug"].front, found["red_mug"].shape) == ("red mug", None, None)


def test_assets_can_be_seen_where_they_are_imported(tmp_path: Path) -> None:
    paths = write(tmp_path, mugs=MUG, family=FAMILY)
    compiled = compile_paths(paths, [tmp_path])
    assert not compiled.result.findings
    checked = compiled.files[paths[1]]
    outcomes = list(run_trials(checked.trials, Lexicon.load(), checked.catalogue))
    assert outcomes
    assert not [outcome.finding for outcome in outcomes if outcome.finding is not None]
    lone = write(tmp_path, lone=FAMILY.replace("use mugs\n", ""))
    assert "E0320" in {d.code for d in compile_paths(lone, [tmp_path]).result.findings}


def test_labels_are_those_of_nodes(tmp_path: Path) -> None:
    (path,) = write(
        tmp_path,
        mugs=MUG
        + FAMILY.replace("use mugs\n", "").replace(
            "near mug m at (-0.4, 0)", 'near mug m at (-0.4, 0) labels ("colour", "blue")'
        ),
    )
    checked = compile_paths([path], [tmp_path]).files[path]
    (trial,) = checked.trials
    assert isinstance(trial, ExampleTrial)
    assert trial.scene.node("m").labels == {"colour": "blue", "material": "clay"}
    assert thing(checked.assets["mug"], "m", (0.0, 0.0, 0.0)).labels["colour"] == "red"


def test_kinds_of_imported_files_are_known(tmp_path: Path) -> None:
    paths = write(
        tmp_path,
        kinds="kind cup is graspable {\n  plural  cups\n}\n",
        cups="use kinds\n\nasset red_cup is cup {\n  size 8 cm, 8 cm, 10 cm\n}\n",
    )
    compiled = compile_paths(paths, [tmp_path])
    assert "E0720" not in {d.code for d in compiled.result.findings}
    assert compiled.files[paths[1]].assets["red_cup"].kind == "cup"


def test_one_that_looks_like_another_takes_its_shape() -> None:
    found, said = assets(MUG + "\nasset cup is near {\n  size 7 cm, 7 cm, 9 cm\n  like mug\n}\n")
    assert not said
    assert found["cup"].shape == found["mug"].shape
    bear, said = assets("asset cub is near {\n  size 7 cm, 7 cm, 9 cm\n  like teddy_bear\n}\n")
    assert not said
    assert bear["cub"].shape == catalogue().get("teddy_bear").shape


def test_variants_have_parts_of_their_own() -> None:
    rows = "".join(f"  part box(1 cm, 1 cm, {n} cm), at: (0, 0, 5 cm), variant: {n}\n" for n in (1, 3))
    found, said = assets(f"asset mug is near {{\n  size 8 cm, 8 cm, 10 cm\n  variants 3\n{rows}}}\n")
    assert not said
    assert found["mug"].shape is not None
    assert [len(parts) for parts in found["mug"].shape.variants] == [1, 0, 1]


def test_a_broken_asset_says_nothing_twice() -> None:
    _, said = assets("asset mug is near {\n  sise 8 cm, 8 cm, 10 cm\n}\n")
    assert said == ["E0701 an asset has no entry `sise`"]


# --- parts and their box ----------------------------------------------------------------------------

LENGTHS = st.integers(1, 30).map(lambda n: n / 100)
PARTS = st.builds(
    ShapePart,
    form=st.sampled_from(["box", "ball", "cylinder", "cone", "tube"]),
    lengths=st.tuples(LENGTHS, LENGTHS, LENGTHS),
    at=st.tuples(*[st.integers(-20, 20).map(lambda n: n / 100)] * 3),
    axis=st.sampled_from(["x", "y", "z"]),
    turn=st.tuples(*[st.integers(-180, 180).map(float)] * 3),
    around=st.integers(1, 4),
    top=st.sampled_from([0.0, 0.5, 1.0, 1.5]),
)


@given(PARTS)
def test_a_part_fits_into_the_box_around_what_it_reaches(part: ShapePart) -> None:
    height = 1.0
    lows, highs = zip(*(placed.reach for placed in placed_parts([part], height)), strict=True)
    far = [max(abs(min(row[i] for row in lows)), abs(max(row[i] for row in highs))) for i in range(3)]
    box = (2 * far[0] + 1e-6, 2 * far[1] + 1e-6, height)
    beyond = sticking_out(part, AssetShape(box))
    assert beyond is None or beyond[1] == "z"
    narrow = sticking_out(part, AssetShape((box[0] - 0.01, box[1], height)))
    assert narrow is not None
    assert narrow[1] == "z" or narrow[0] == pytest.approx(0.005, abs=1e-6)


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("box(1 cm, 1.5 cm, 1 cm), at: (0, 0, 0.5 cm)", "0.25 cm along y"),
        ("box(1 cm, 1 cm, 1 cm), at: (0, 0, 0.6 cm)", "0.10 cm along z"),
        ("ball(1 cm, 1 cm, 1 cm), at: (0.2 cm, 0, 0.5 cm)", "0.20 cm along x"),
        ("box(1 cm, 1 cm, 0.2 cm), at: (0, 0, 0.5 cm), turn: (0, 0, 45 deg)", "0.21 cm along"),
        ("box(0.2 cm, 0.2 cm, 0.2 cm), at: (0.5 cm, 0, 0.5 cm), around: 2", "0.10 cm along x"),
        ("cone(0.5 cm, 0.5 cm, 1 cm), top: 3, at: (0, 0, 0.5 cm), axis: y", "0.25 cm along"),
    ],
)
def test_what_sticks_out_is_told(part: str, told: str) -> None:
    _, said = assets(f"asset mug is near {{\n  size 1 cm, 1 cm, 1 cm\n  part {part}\n}}\n")
    assert len(said) == 1
    assert said[0].startswith(f"E0724 this part sticks out of the box by {told}")
    assert not assets(
        f"asset mug is near {{\n  size 1 cm, 1 cm, 1 cm\n  reaches_out true\n  part {part}\n}}\n"
    )[1]


# --- meshes -----------------------------------------------------------------------------------------

MESHED = 'asset mug is near {\n  size 8 cm, 8 cm, 10 cm\n  mesh "mug.obj", collider: hull\n}\n'


def test_a_mesh_is_known_by_its_path_and_digest(tmp_path: Path) -> None:
    pytest.importorskip("trimesh")
    write_obj(tmp_path / "mug.obj")
    found, said = assets(MESHED, tmp_path)
    assert not said
    assert found["mug"].shape is not None
    mesh = found["mug"].shape.mesh
    assert mesh is not None
    assert (Path(mesh.path), mesh.collider, mesh.up) == ((tmp_path / "mug.obj").resolve(), "hull", "z")
    write_obj(tmp_path / "mug.obj", before="# other\n")
    other = assets(MESHED, tmp_path)[0]["mug"].shape
    assert other is not None
    assert other.mesh is not None
    assert other.mesh.digest != mesh.digest


def test_links_that_lead_elsewhere_are_refused(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    write_obj(tmp_path / "mug.obj")
    (inner / "mug.obj").symlink_to(tmp_path / "mug.obj")
    assert assets(MESHED, inner)[1] == ["E0731 the path mug.obj leaves the folder of this file"]
    (inner / "mug.obj").unlink()
    (inner / "mug.obj").symlink_to(inner / "mug.obj")
    assert assets(MESHED, inner)[1][0][:5] in ("E0730", "E0731")


@given(st.text(max_size=30))
def test_no_path_is_too_strange(name: str) -> None:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    if any(ord(letter) < 32 for letter in quoted):
        return
    _, said = assets(MESHED.replace("mug.obj", quoted), Path("/nonexistent/folder"))
    assert said


def test_a_mesh_that_changes_is_checked_again(tmp_path: Path) -> None:
    pytest.importorskip("trimesh")
    (path,) = write(tmp_path, mugs=MESHED)
    cache = CheckCache(tmp_path / "cache")

    def codes() -> set[str]:
        return {d.code for d in quick_check([path], [tmp_path], cache).findings}

    assert codes() == {"E0730"}
    write_obj(tmp_path / "mug.obj")
    assert codes() == set()
    assert codes() == set()
    (tmp_path / "mug.obj").write_text("v 0 0 0\n")
    assert codes() == {"E0732"}
