"""Hidden states on disk: a folder with a file for each layer, which is mapped and never read whole.

A layer is a safetensors file with one float16 array `states` of two rows a pair: its first question, its
second. The format is a length, a header of JSON, and the numbers as they are; so rows can be written in
place, as a run that may be stopped needs it, which the package of that name does not offer.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from attrs import asdict, fields, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.probing.pairs import Pairs
from espire_dsl.scene.rotation import Array
from espire_dsl.tasks.files import read_json
from espire_dsl.tasks.writing import write_whole

MANIFEST: Final = "states.json"
FORMAT: Final = "espire states"
ANSWERS: Final = "questions.jsonl"
"""A line for each question that is done: its states are in all layers."""
_NAME: Final = "states"
_LONGEST_HEADER: Final = 1 << 20
_TYPES: Final[Mapping[str, np.dtype[Any]]] = {
    "F16": np.dtype("<f2"),
    "F32": np.dtype("<f4"),
    "F64": np.dtype("<f8"),
}
_ALIGNED: Final = 8


@frozen
class StatesManifest:
    """Where states come from: the model, the digest of the pairs, their number, and the shape of the layers.

    Layer 0 is the embedding, layer L the output of block L; without any, only words were asked for.
    """

    model: str
    pairs: str
    questions: int
    layers: int
    width: int


@frozen
class States:
    """The states of all layers; `layers` counts the embedding too."""

    folder: Path
    manifest: StatesManifest

    def layer(self, number: int) -> Array:
        """The states of a layer as float64, pair by pair: pairs x 2 x width."""
        mapped = mapped_layer(layer_path(self.folder, number))
        wanted = (self.manifest.questions, self.manifest.width)
        if mapped.shape != wanted:
            raise UsageError(
                f"{layer_path(self.folder, number)}: layer {number} is {_shape(mapped.shape)}, and "
                f"{MANIFEST} says {_shape(wanted)}: all layers have a row for each question and one width"
            )
        found: Array = np.asarray(mapped, dtype=np.float64).reshape(-1, 2, self.manifest.width)
        path = layer_path(self.folder, number)
        wrong = np.flatnonzero(~np.isfinite(found).all(axis=(1, 2)))
        if len(wrong):
            raise UsageError(
                f"{path}: the states of {len(wrong)} pairs are not finite, the first is pair "
                f"{int(wrong[0])}; extract them again with --dtype float32"
            )
        return found


def layer_path(folder: Path, number: int) -> Path:
    return folder / f"layer_{number:02d}.safetensors"


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


def read_states(folder: Path, pairs: Pairs) -> States:
    """The states of a folder, which must be complete and about these pairs."""
    states = States(folder, read_manifest(folder))
    told = states.manifest
    if told.pairs != pairs.digest:
        raise UsageError(
            f"{folder}: these are the states of another set of pairs ({told.questions // 2} pairs, digest "
            f"{told.pairs[:12]}; this one has {len(pairs.pairs)}, digest {pairs.digest[:12]}); name the set "
            "and the families that they were extracted from"
        )
    missing = [n for n in range(told.layers) if not layer_path(folder, n).is_file()]
    if missing:
        raise UsageError(f"{folder}: layer {missing[0]} of {told.layers} is missing")
    done = len(done_questions(folder))
    if done < told.questions:
        raise UsageError(
            f"{folder}: {told.questions - done} of {told.questions} questions have no states yet; "
            "the same `espirec probe extract` goes on"
        )
    return states


def done_questions(folder: Path) -> dict[int, dict[str, Any]]:
    """The lines about questions that are done, by their place. A last line that was cut off does not
    count."""
    path = folder / ANSWERS
    if not path.exists():
        return {}
    *lines, _ = path.read_text(encoding="utf-8").split("\n")
    found: dict[int, dict[str, Any]] = {}
    for number, line in enumerate(lines, 1):
        try:
            data = read_json(line)
            found[int(data["question"])] = data
        except (ValueError, TypeError, KeyError):
            raise UsageError(f"{path}:{number}: this is no line about a question") from None
    return found


def read_manifest(folder: Path) -> StatesManifest:
    """The manifest of a folder of states."""
    path = folder / MANIFEST
    try:
        data = read_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder}: this is no folder of states: {error}") from None
    names = {field.name for field in fields(StatesManifest)}
    if not isinstance(data, dict) or data.pop("format", None) != FORMAT or set(data) != names:
        raise UsageError(f"{path}: this is no manifest of states")
    whole = all(type(data[name]) is int and data[name] >= 0 for name in ("questions", "layers", "width"))
    if not whole or not isinstance(data["model"], str) or not isinstance(data["pairs"], str):
        raise UsageError(f"{path}: its fields are not those of states")
    return StatesManifest(**data)


def write_manifest(folder: Path, manifest: StatesManifest) -> None:
    text = json.dumps({"format": FORMAT, **asdict(manifest)}, indent=2) + "\n"
    write_whole(folder / MANIFEST, text.encode())


def create_layer(path: Path, rows: int, width: int, kept_as: str = "F16") -> None:
    """A file of zeros for the states of a layer."""
    size = rows * width * _TYPES[kept_as].itemsize
    told = {_NAME: {"dtype": kept_as, "shape": [rows, width], "data_offsets": [0, size]}}
    header = json.dumps(told, separators=(",", ":")).encode()
    header += b" " * (-len(header) % _ALIGNED)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(header)) + header)
        file.truncate(8 + len(header) + size)


def mapped_layer(path: Path, mode: Literal["r", "r+"] = "r") -> np.memmap[Any, Any]:
    """The array of a layer as it is on disk; nothing is read until it is looked at."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            if length > min(_LONGEST_HEADER, size):
                raise ValueError("its header is longer than it may be")
            told = read_json(file.read(length).decode("utf-8"))
        entry = told[_NAME]
        dtype, (rows, width), (start, end) = _TYPES[entry["dtype"]], entry["shape"], entry["data_offsets"]
        if start < 0 or end - start != rows * width * dtype.itemsize or 8 + length + end > size or rows < 1:
            raise ValueError("its size is not what its header says")
    except (OSError, ValueError, KeyError, TypeError, struct.error) as error:
        raise UsageError(
            f"{path}: this is no safetensors file with an array `{_NAME}` of rows: {error}"
        ) from None
    found: np.memmap[Any, Any] = np.memmap(
        path, dtype=dtype, mode=mode, offset=8 + length + start, shape=(rows, width)
    )
    return found
