"""README.md of a task set: the dataset card, which also tells `datasets` where the rows are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from espire_dsl.publishing.fields import COLUMNS, IMAGE, IMAGE_WORDS
from espire_dsl.publishing.licence import LICENCE_ID, LICENCE_WORDS
from espire_dsl.tasks.files import APPEARANCES, MANIFEST, PARQUET, SCENES, TASKS, TaskSet
from espire_dsl.tasks.task import Task

_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGEST: Final = "n>1M"


def card(task_set: TaskSet, *, with_parquet: bool, with_pictures: bool) -> str:
    """The text of the card."""
    blocks = [
        "\n".join(_front_matter(task_set, with_parquet, with_pictures)),
        "\n".join(_summary(task_set, with_parquet, with_pictures)),
        "\n".join(_counts(task_set.tasks)),
        "\n".join(_loading(with_parquet, with_pictures)),
        "\n".join(_fields(with_parquet and with_pictures)),
        "\n".join(_files(with_parquet, with_pictures)),
        f"## Licence\n\n{LICENCE_WORDS}",
    ]
    return "\n\n".join(blocks) + "\n"


def _front_matter(task_set: TaskSet, with_parquet: bool, with_pictures: bool) -> Iterator[str]:
    yield "---"
    yield f"license: {LICENCE_ID.lower()}"
    yield "language:\n- en"
    yield "pretty_name: ESPIRE tasks"
    kinds = ["visual-question-answering", "robotics"] if with_pictures else ["question-answering", "robotics"]
    yield "\n".join(["task_categories:", *(f"- {kind}" for kind in kinds)])
    yield "tags:\n- spatial-reasoning\n- embodied"
    number = len(task_set.tasks)
    size = next((words for limit, words in _SIZES if number < limit), _LARGEST)
    yield f"size_categories:\n- {size}"
    if with_parquet:
        yield f"configs:\n- config_name: default\n  data_files:\n  - split: test\n    path: {PARQUET}"
    yield "---"


def _summary(task_set: TaskSet, with_parquet: bool, with_pictures: bool) -> Iterator[str]:
    yield "# ESPIRE tasks\n"
    yield (
        f"{len(task_set.tasks)} tasks of spatial reasoning about {len(task_set.scenes)} scenes, compiled by"
        f" espire_dsl{_version(task_set.manifest)}."
    )
    yield (
        "Each task has an instruction, the program that computes its answers, and all right answers;"
        " whoever has only these files can compute every answer again (`espirec validate`)."
    )
    if not with_pictures:
        lacks = "pictures" if any(task.masks for task in task_set.tasks) else "pictures and no masks"
        yield f"\n**This set has no {lacks}**: it was compiled without them."
    if not with_parquet:
        yield f"\n**This set has no {PARQUET}**: pyarrow was not installed when it was made."


def _version(manifest: Mapping[str, Any]) -> str:
    versions = manifest.get("versions", {})
    seed = f", seed {manifest['seed']}" if "seed" in manifest else ""
    return f" {versions['package']}{seed}" if "package" in versions else ""


def _counts(tasks: Sequence[Task]) -> Iterator[str]:
    yield "## Counts\n"
    groups = Counter((t.suite, t.action, t.aspect) for t in tasks)
    levels = sorted({t.level or "-" for t in tasks}, key=_by_difficulty)
    by_level = Counter((t.suite, t.action, t.aspect, t.level or "-") for t in tasks)
    types = Counter(
        (s, a, k) for s, a, k, _, _ in {(t.suite, t.action, t.aspect, t.family, t.type) for t in tasks}
    )
    yield _row("suite", "action", "aspect", "types", "tasks", *levels)
    yield _row("---", "---", "---", *["---:"] * (2 + len(levels)))
    for key in sorted(groups):
        yield _row(*key, types[key], groups[key], *(by_level[(*key, level)] for level in levels))


def _by_difficulty(level: str) -> tuple[int, str]:
    known = ("easy", "medium", "hard")
    return (known.index(level) if level in known else len(known), level)


def _loading(with_parquet: bool, with_pictures: bool) -> Iterator[str]:
    yield "## Loading\n"
    if with_parquet:
        shown = ', tasks[0]["image"].size' if with_pictures else ""
        yield "```python"
        yield "from datasets import load_dataset"
        yield ""
        yield 'tasks = load_dataset("path/to/this/folder", split="test")'
        yield f'print(tasks[0]["instruction"]{shown})'
        yield "```\n"
        yield 'Fields that hold lists or objects are JSON texts there: `json.loads(tasks[0]["answers"])`.'
    else:
        yield "```python"
        yield "import json"
        yield ""
        yield f'tasks = [json.loads(line) for line in open("path/to/this/folder/{TASKS}", encoding="utf-8")]'
        yield "```\n"
    yield "With espire_dsl itself, as typed records together with the scenes:\n"
    yield "```python"
    yield "from pathlib import Path"
    yield ""
    yield "from espire_dsl.tasks.files import load"
    yield ""
    yield 'task_set = load(Path("path/to/this/folder"))'
    yield "```"


def _fields(with_image: bool) -> Iterator[str]:
    yield "## Fields of a task\n"
    yield _row("field", "holds", "meaning")
    yield _row("---", "---", "---")
    for column in COLUMNS:
        holds = f"{column.kind} or null" if column.optional else column.kind
        yield _row(f"`{column.name}`", holds, column.words)
    if with_image:
        yield _row(f"`{IMAGE}`", "picture", IMAGE_WORDS)


def _files(with_parquet: bool, with_pictures: bool) -> Iterator[str]:
    yield "## Files\n"
    yield _row("file", "holds")
    yield _row("---", "---")
    yield _row(f"`{TASKS}`", "one task a line")
    if with_parquet:
        extra = ", with the world view" if with_pictures else ""
        yield _row(f"`{PARQUET}`", f"the same tasks as a table{extra}")
    yield _row(f"`{SCENES}`", "one scene a line: NetworkX node-link JSON, metres, z up")
    yield _row(f"`{APPEARANCES}`", "lights, textures and variants of each scene")
    if with_pictures:
        yield _row("`images/SCENE/CAMERA.png`", "what the camera sees")
        yield _row("`images/SCENE/CAMERA.depth.npz`", "metres to the image plane: `distance_to_image_plane`")
        yield _row(
            "`images/SCENE/CAMERA.ids.png`", "the number of the thing in each pixel: `instance` of a node"
        )
    yield _row(f"`{MANIFEST}`", "versions, seed, options, hashes, counts, what was refused and why")


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|")
