"""croissant.json: the metadata of a task set in the vocabulary of MLCommons Croissant 1.0."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from espire_dsl.publishing.fields import COLUMNS, IMAGE_WORDS
from espire_dsl.publishing.hashes import file_hash
from espire_dsl.publishing.licence import LICENCE_URL
from espire_dsl.tasks.files import PARQUET, TaskSet
from espire_dsl.tasks.folders import SCENES, SHARDS, TASKS
from espire_dsl.tasks.forms.shards import ENDINGS, SCENE_TABLE, TABLES, TASK_TABLE, WEBDATASET, Shards
from espire_dsl.tasks.forms.shards import PARQUET as PARQUET_SHARDS
from espire_dsl.tasks.forms.task_table import IMAGE

_RECORDS: Final = "tasks"
_FORMATS: Final = {
    TASKS: ("application/jsonlines", "One task a line."),
    SCENES: ("application/jsonlines", "One scene a line, as NetworkX node-link JSON."),
    PARQUET: ("application/x-parquet", "The tasks as a table, with the world view where there are pictures."),
}
_SHARD_WORDS: Final = {
    (PARQUET_SHARDS, TASK_TABLE): "The tasks as a table, with their view where there are pictures.",
    (PARQUET_SHARDS, SCENE_TABLE): "The scenes as a table, with looks and all pictures.",
    (WEBDATASET, SCENE_TABLE): "A scene a sample: its graph, look, tasks and pictures.",
}
_TYPES: Final = {
    "text": "sc:Text",
    "whole number": "sc:Integer",
    "number": "sc:Float",
    "truth": "sc:Boolean",
    "JSON": "sc:Text",
}
_CITE: Final = (
    "@misc{espire_dsl, title = {espire_dsl: a typed language for spatial-reasoning tasks},"
    " author = {{The espire_dsl maintainers}}}"
)
_CONTEXT: Final = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def croissant(folder: Path, task_set: TaskSet, *, with_pictures: bool) -> str:
    """The metadata of the files that are in the folder of a task set."""
    files = [name for name in (PARQUET, TASKS, SCENES) if (folder / name).is_file()]
    source = {"fileObject": {"@id": files[0]}}
    fields = list(_fields(source, with_pictures, is_table=files[0] == PARQUET))
    return _metadata(task_set, [_file(folder / name) for name in files], fields)


def sharded_croissant(task_set: TaskSet, shards: Shards, *, with_pictures: bool) -> str:
    """The metadata of a set in shards. Their hashes are in the manifest, as sets of files have none here."""
    files = [_file_set(shards, table) for table in TABLES[shards.format]]
    tables = shards.format == PARQUET_SHARDS
    source = {"fileSet": {"@id": f"{TASK_TABLE}-shards"}}
    return _metadata(task_set, files, list(_fields(source, with_pictures, is_table=True)) if tables else [])


def _metadata(task_set: TaskSet, files: list[dict[str, Any]], fields: list[dict[str, Any]]) -> str:
    """Of these files, with the fields of tasks, where these can be found in them."""
    records = {
        "@type": "cr:RecordSet",
        "@id": _RECORDS,
        "name": _RECORDS,
        "description": "The tasks. Fields that hold lists or objects are JSON texts.",
        "key": {"@id": f"{_RECORDS}/id"},
        "field": fields,
    }
    data = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "espire_tasks",
        "description": f"Spatial reasoning: {len(task_set.tasks)} tasks about {len(task_set.scenes)} scenes.",
        "license": LICENCE_URL,
        "citeAs": _CITE,
        "version": task_set.manifest.get("versions", {}).get("package", "0.0.0"),
        "distribution": files,
        "recordSet": [records] if fields else [],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _file(path: Path) -> dict[str, Any]:
    format, words = _FORMATS[path.name]
    return {
        "@type": "cr:FileObject",
        "@id": path.name,
        "name": path.name,
        "description": words,
        "contentUrl": path.name,
        "encodingFormat": format,
        "sha256": file_hash(path),
    }


def _file_set(shards: Shards, table: str) -> dict[str, Any]:
    ending = ENDINGS[shards.format]
    return {
        "@type": "cr:FileSet",
        "@id": f"{table}-shards",
        "name": f"{table}-shards",
        "description": _SHARD_WORDS[shards.format, table],
        "encodingFormat": f"application/x-{ending}",
        "includes": f"{SHARDS}/{table}-*.{ending}",
    }


def _fields(source: dict[str, Any], with_pictures: bool, *, is_table: bool) -> Iterator[dict[str, Any]]:
    """The columns of the table; without the table, those fields of the lines that are plain values."""
    for column in COLUMNS:
        if is_table or column.kind != "JSON":
            yield _field(column.name, _TYPES[column.kind], column.words, source)
    if is_table and with_pictures:
        picture = _field(IMAGE, "sc:ImageObject", IMAGE_WORDS, source)
        picture["source"]["transform"] = {"jsonPath": "bytes"}
        yield picture


def _field(name: str, type: str, words: str, source: dict[str, Any]) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{_RECORDS}/{name}",
        "name": name,
        "description": words,
        "dataType": type,
        "source": {**source, "extract": {"column": name}},
    }
