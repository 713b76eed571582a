"""A folder that lmms-eval reads: YAML files of tasks, their `utils.py`, and a table with pictures for each.

    cd FOLDER; lmms_eval --include_path "$PWD" --tasks espire_dsl_localization,espire_dsl_questions ...

It is started in the folder, as releases up to 0.7.2 look for tables where they are started.
The harness asks and collects; `utils.py` hands replies to `espire_dsl.exporting.in_lmms_eval`, so that a
reply is right there if and only if `espirec score` says so. The record of a task travels in the table as it
stands in tasks.jsonl: answers keep their types.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from espire_dsl.exporting.folder import new_folder
from espire_dsl.exporting.questions import Exported, picture_of, question_of
from espire_dsl.scoring.conventions import Convention
from espire_dsl.scoring.prediction import POINTED_AT
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.task import Task, task_to_line

_ROWS_IN_GROUP: Final = 128
_DICTIONARY_BYTES: Final = 1 << 30


@frozen
class _Protocol:
    """A task of the harness: its name, and the metrics of its results with the function that joins them."""

    name: str
    metrics: tuple[str, ...]
    most_tokens: int

    @property
    def task(self) -> str:
        return f"espire_dsl_{self.name}"


LOCALIZATION: Final = _Protocol("localization", ("accuracy", "accuracy_of_all_answers"), 512)
QUESTIONS: Final = _Protocol("questions", ("exact_match", "word_overlap", "relative_accuracy"), 512)


def export(exported: Exported, form: Form, target: Path, convention: Convention) -> tuple[str, ...]:
    """Write the folder; the names of the harness's tasks in it. Needs pyarrow (the extra `hf`)."""
    pointing = [task for task in exported.tasks if task.answer_kind in POINTED_AT]
    saying = [task for task in exported.tasks if task.answer_kind not in POINTED_AT]
    parts = [(LOCALIZATION, pointing), (QUESTIONS, saying)]
    with new_folder(target) as new:
        for protocol, tasks in parts:
            if tasks:
                _write_table(new / f"{protocol.name}.parquet", tasks, form, convention)
                (new / f"{protocol.task}.yaml").write_text(_yaml(protocol), encoding="utf-8")
        utils = files("espire_dsl.exporting").joinpath("lmms_eval_utils.py").read_text(encoding="utf-8")
        (new / "utils.py").write_text(utils, encoding="utf-8")
    return tuple(protocol.task for protocol, tasks in parts if tasks)


def _yaml(protocol: _Protocol) -> str:
    """Its strings are our own, so that nothing needs quotes."""
    lines = [
        f"task: {protocol.task}",
        "dataset_path: parquet",
        "dataset_kwargs:",
        "  data_files:",
        f"    test: {protocol.name}.parquet",
        "test_split: test",
        "output_type: generate_until",
        "doc_to_visual: !function utils.doc_to_visual",
        "doc_to_text: !function utils.doc_to_text",
        "doc_to_target: !function utils.doc_to_target",
        f"process_results: !function utils.{protocol.name}_results",
        "generation_kwargs:",
        f"  max_new_tokens: {protocol.most_tokens}",
        "  temperature: 0",
        "  do_sample: false",
        "  until: []",
        "metric_list:",
    ]
    for metric in protocol.metrics:
        lines += [
            f"  - metric: {metric}",
            "    aggregation: !function utils.mean",
            "    higher_is_better: true",
        ]
    return "\n".join([*lines, "metadata:", "  version: 1", ""])


def _write_table(path: Path, tasks: Sequence[Task], form: Form, convention: Convention) -> None:
    """The tasks by picture, so that a picture stands once in a group of rows; memory holds one group."""
    import pyarrow
    import pyarrow.parquet

    schema = _schema(pyarrow)
    with (
        path.open("wb") as file,
        pyarrow.parquet.ParquetWriter(
            file, schema, compression="zstd", dictionary_pagesize_limit=_DICTIONARY_BYTES
        ) as writer,
    ):
        for group in _groups(_rows(tasks, form, convention)):
            writer.write_table(pyarrow.Table.from_pylist(group, schema), row_group_size=_ROWS_IN_GROUP)


def _rows(tasks: Sequence[Task], form: Form, convention: Convention) -> Iterator[dict[str, Any]]:
    told = json.dumps({"points": convention.points, "order": convention.order})
    ordered = sorted(tasks, key=lambda task: (task.scene, task.view, task.id))
    for (scene, view), asked in groupby(ordered, key=lambda task: (task.scene, task.view)):
        image: dict[str, Any] | None = None
        for task in asked:
            image = image or {"bytes": picture_of(task, form), "path": f"{scene}.{view}.png"}
            yield {
                "id": task.id,
                "question": question_of(task, convention),
                "record": task_to_line(task),
                "convention": told,
                "image": image,
            }


def _groups(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    group: list[dict[str, Any]] = []
    for row in rows:
        group.append(row)
        if len(group) == _ROWS_IN_GROUP:
            yield group
            group = []
    if group:
        yield group


def _schema(pyarrow: Any) -> Any:
    """Columns, with the note by which `datasets` knows that pictures are pictures."""
    texts = ("id", "question", "record", "convention")
    picture = pyarrow.struct([("bytes", pyarrow.binary()), ("path", pyarrow.string())])
    features: dict[str, Any] = {name: {"dtype": "string", "_type": "Value"} for name in texts}
    note = {"huggingface": json.dumps({"info": {"features": {**features, "image": {"_type": "Image"}}}})}
    columns = [pyarrow.field(name, pyarrow.string()) for name in texts]
    return pyarrow.schema([*columns, pyarrow.field("image", picture)], metadata=note)
