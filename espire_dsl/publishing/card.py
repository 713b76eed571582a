"""README.md of a task set: the dataset card, which also tells `datasets` where the rows are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from espire_dsl.publishing.fields import COLUMNS, IMAGE_WORDS
from espire_dsl.publishing.licence import LICENCE_ID, LICENCE_WORDS
from espire_dsl.tasks.counts import TaskKind, counted_by
from espire_dsl.tasks.files import MANIFEST, PARQUET, TaskSet
from espire_dsl.tasks.folders import APPEARANCES, SCENES, SHARDS, TASKS
from espire_dsl.tasks.forms.shards import ENDINGS, SCENE_TABLE, TABLES, TASK_TABLE, WEBDATASET, Shards
from espire_dsl.tasks.forms.shards import PARQUET as PARQUET_SHARDS
from espire_dsl.tasks.forms.task_table import IMAGE
from espire_dsl.tasks.task import Task

_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGEST: Final = "n>1M"
_CONFIGS: Final = {
    PARQUET_SHARDS: (("default", TASK_TABLE), ("scenes", SCENE_TABLE)),
    WEBDATASET: (("default", SCENE_TABLE),),
}
_SHARD_WORDS: Final = {
    (PARQUET_SHARDS, TASK_TABLE): "one task a row, with its view where there are pictures",
    (PARQUET_SHARDS, SCENE_TABLE): "one scene a row: `record` is NetworkX node-link JSON, metres, z up; "
    "`look` has lights and textures; `pictures` are files",
    (WEBDATASET, SCENE_TABLE): "one scene a sample: `scene.jsonl` is NetworkX node-link JSON, metres, z up; "
    "`look.jsonl` has lights and textures, `tasks.jsonl` all tasks; the rest are pictures",
}


def card(task_set: TaskSet, *, with_parquet: bool, with_pictures: bool) -> str:
    """The text of the card."""
    blocks = [
        "\n".join(_front_matter(task_set, {"default": PARQUET} if with_parquet else {}, with_pictures)),
        "\n".join(_summary(task_set, with_parquet, with_pictures)),
        "\n".join(_counts(task_set.tasks)),
        "\n".join(_loading(with_parquet, with_pictures)),
        "\n".join(_fields(with_parquet and with_pictures)),
        "\n".join(_files(with_parquet, with_pictures)),
        f"## Licence\n\n{LICENCE_WORDS}",
    ]
    return "\n\n".join(blocks) + "\n"


def sharded_card(task_set: TaskSet, shards: Shards, *, with_pictures: bool) -> str:
    """The text of the card of a set in shards."""
    tables = shards.format == PARQUET_SHARDS
    paths = {name: f"{SHARDS}/{table}-*.{ENDINGS[shards.format]}" for name, table in _CONFIGS[shards.format]}
    blocks = [
        "\n".join(_front_matter(task_set, paths, with_pictures)),
        "\n".join(_summary(task_set, True, with_pictures)),
        "\n".join(_counts(task_set.tasks)),
        "\n".join(_streaming(shards)),
        "\n".join(_fields(tables and with_pictures)),
        "\n".join(_shard_files(shards)),
        f"## Licence\n\n{LICENCE_WORDS}",
    ]
    return "\n\n".join(blocks) + "\n"


def _streaming(shards: Shards) -> Iterator[str]:
    yield "## Loading\n"
    yield "```python"
    yield "from datasets import load_dataset"
    yield ""
    yield 'rows = load_dataset("path/to/this/folder", split="test", streaming=True)'
    yield "print(next(iter(rows)).keys())"
    yield "```\n"
    if shards.format == PARQUET_SHARDS:
        yield "A row is a task, with lists and objects as JSON texts."
        yield 'The scenes and their pictures: `load_dataset("path/to/this/folder", "scenes", ...)`.'
    else:
        yield "A sample is a scene with its pictures and all tasks about it, as WebDataset has them."
    yield ""
    yield from _typed_loading()


def _shard_files(shards: Shards) -> Iterator[str]:
    yield "## Files\n"
    yield _row("file", "holds")
    yield _row("---", "---")
    for table in TABLES[shards.format]:
        yield _row(f"`{shards.name(table, 0)}`, ...", _SHARD_WORDS[shards.format, table])
    yield _MANIFEST_ROW


def _front_matter(task_set: TaskSet, configs: Mapping[str, str], with_pictures: bool) -> Iterator[str]:
    """What a catalogue of datasets reads, with the paths of rows by the names of configurations."""
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
    if configs:
        yield "configs:"
    for name, path in configs.items():
        yield f"- config_name: {name}\n  data_files:\n  - split: test\n    path: {path}"
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
    kinds = Counter(map(TaskKind.of, tasks))
    groups = counted_by(kinds, "suite", "action", "aspect")
    levels = sorted({kind.level or "-" for kind in kinds}, key=_by_difficulty)
    by_level = Counter(
        {(*k[:3], k[3] or "-"): n for k, n in counted_by(kinds, "suite", "action", "aspect", "level").items()}
    )
    types = Counter(
        (s, a, k) for s, a, k, _, _ in counted_by(kinds, "suite", "action", "aspect", "family", "type")
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
    yield from _typed_loading()


def _typed_loading() -> Iterator[str]:
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
    yield _MANIFEST_ROW


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|")


_MANIFEST_ROW: Final = _row(
    f"`{MANIFEST}`", "versions, seed, options, hashes, counts, what was refused and why"
)
