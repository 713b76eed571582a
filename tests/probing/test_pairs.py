"""Pairs of a task set and of others' files."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from espire_dsl.cli import main
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.probing.axes import AXES, CATEGORIES, axis_of, opposite_of
from espire_dsl.probing.pairs import pairs_in_file, pairs_of_set, read_pairs
from espire_dsl.tasks.files import load
from espire_dsl.tasks.forms.shards import PARQUET, WEBDATASET, ShardChoice
from tests.forms.sharding import resharded

_FORMS = {"parquet": ShardChoice(2, PARQUET), "webdataset": ShardChoice(2, WEBDATASET)}
OUTSIDE = {"picture": "a/b.png", "first": "Is A left or right of B?", "second": "B or A?", "category": "left"}


def test_pairs_of_a_set_are_its_contrasts_with_even_categories(tunnel: Path) -> None:
    tasks = {task.id: task for task in load(tunnel).tasks}
    found = pairs_of_set(tunnel)
    assert 2 * len(found.pairs) == len(tasks)
    assert Counter(pair.category for pair in found.pairs if pair.axis != "distance") == dict.fromkeys(
        ("left", "right", "above", "below"), 5
    )
    distances = Counter(pair.category for pair in found.pairs if pair.axis == "distance")
    assert distances["far"] == distances["close"]
    for pair in found.pairs:
        assert pair.tasks is not None
        first, second = (tasks[id] for id in pair.tasks)
        assert (first.pair, second.pair) == (second.id, first.id)
        assert pair.questions == (first.instruction, second.instruction)
        assert pair.picture == f"images/{first.scene}/world.png"
        assert pair.split == first.tags["split"]
        assert pair.answers[0] != pair.answers[1]


def test_a_no_means_the_opposite(tunnel: Path) -> None:
    tasks = {task.id: task for task in load(tunnel).tasks}
    for pair in pairs_of_set(tunnel, family="tunnel.phase").pairs:
        assert pair.tasks is not None
        first = tasks[pair.tasks[0]]
        thing = next(a["value"] for a in first.args if a["name"] == "A")
        assert pair.category == {"far": "far", "near": "close"}[thing]


def test_a_file_of_pairs_is_read_back(tunnel: Path, tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    assert main(["probe", "pairs", str(tunnel), "-o", str(path)]) == 0
    found = read_pairs(path)
    assert found.pairs == pairs_of_set(tunnel).pairs
    assert found.digest == pairs_of_set(tunnel).digest


def written(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "outside.jsonl"
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text(text, encoding="utf-8")
    return path


def test_pairs_of_others_need_a_picture_two_questions_and_a_category(tmp_path: Path) -> None:
    other = {**OUTSIDE, "category": "behind", "id": "mine", "answers": ["behind", "front"]}
    one, two = pairs_in_file(written(tmp_path, OUTSIDE, other)).pairs
    assert (one.category, one.axis, one.answers) == ("left", "horizontal", ("left", "right"))
    assert (two.id, two.category, two.answers) == ("mine", "far", ("behind", "front"))
    assert one.tasks is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "outside.jsonl:1: this is no JSON"),
        ([1], "a pair is an object with picture, first, second, category"),
        ({**OUTSIDE, "first": 3}, "field first: it must be a text"),
        ({"picture": "x.png"}, "field first: it must be a text"),
        ({**OUTSIDE, "category": "sideways"}, "field category: it must be one of right, left"),
        ({**OUTSIDE, "picture": "../secret.png"}, "leads out of the folder"),
        ({**OUTSIDE, "picture": "/etc/secret.png"}, "leads out of the folder"),
        ({**OUTSIDE, "picture": "C:\\secret.png"}, "leads out of the folder"),
        ({**OUTSIDE, "answers": ["left"]}, "field answers: it must be a list of two texts"),
        ({**OUTSIDE, "id": 5}, "field id: it must be a text"),
        ("", "it has no pairs"),
    ],
)
def test_what_is_no_pair_is_told(tmp_path: Path, line: object, told: str) -> None:
    with pytest.raises(UsageError) as raised:
        pairs_in_file(written(tmp_path, line))
    assert told in str(raised.value)


def test_two_pairs_of_one_name_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="two pairs are called"):
        pairs_in_file(written(tmp_path, OUTSIDE, OUTSIDE))


def test_a_set_without_contrasts_is_told(tunnel: Path) -> None:
    with pytest.raises(UsageError, match="it has no pairs here"):
        pairs_of_set(tunnel, family="nothing.*")


def test_axes_have_two_ends() -> None:
    assert len(CATEGORIES) == 6
    for axis in AXES:
        assert opposite_of(axis.canonical) == axis.opposite
        assert opposite_of(axis.opposite) == axis.canonical
        assert axis_of(axis.opposite) is axis


def test_families_of_authors_have_pairs_in_the_same_words(tmp_path: Path) -> None:
    """Those of a furnished room ask for one of two options, which become words."""
    room = Path(__file__).parents[2] / "examples" / "room"
    out = tmp_path / "out"
    options = ["--backend", "none", "--workers", "1", "--scenes", "12", "--family", "answer.room.side"]
    assert main(["compile", str(room), "-o", str(out), "--per-type", "8", *options]) == 0
    found = pairs_of_set(out).pairs
    tasks = {task.id: task for task in load(out).tasks}
    assert Counter(pair.category for pair in found) == {"left": 2, "right": 2}
    for pair in found:
        assert pair.tasks is not None
        first, second = (tasks[id] for id in pair.tasks)
        assert (first.template, first.wording["variant"]) == (second.template, second.wording["variant"])
        assert pair.first == f"{first.instruction} Answer with one word: left or right."
        assert pair.second == f"{second.instruction} Answer with one word: left or right."
        assert set(pair.answers) == {"left", "right"}


@pytest.mark.parametrize("name", ["files", *_FORMS])
def test_pictures_of_pairs_are_found_in_every_form_of_a_set(name: str, tunnel: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="shards of Parquet need the extra hf")
    plain = shutil.copytree(tunnel, tmp_path / "plain")
    expected = {}
    for number, picture in enumerate(sorted({pair.picture for pair in pairs_of_set(plain).pairs})):
        (plain / picture).parent.mkdir(parents=True)
        Image.new("RGB", (4, 3), (number % 256, number // 256, 0)).save(plain / picture)
        expected[picture] = (plain / picture).read_bytes()
    missing = min(expected)
    del expected[missing]
    (plain / missing).unlink()
    if name != "files":
        resharded(plain, tmp_path / "sharded", _FORMS[name])
    pairs = pairs_of_set(plain if name == "files" else tmp_path / "sharded")
    found = {pair.picture: pairs.picture(pair) for pair in pairs.pairs}
    assert {picture: found[picture].read() for picture in expected} == expected
    with pytest.raises(OSError, match="this set has no such picture"):
        found[missing].read()
