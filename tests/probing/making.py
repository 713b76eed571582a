"""Pairs and states with a known geometry, without a model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from espire_dsl.probing.axes import CATEGORIES, axis_of
from espire_dsl.probing.pairs import Pair, Pairs
from espire_dsl.probing.states import (
    ANSWERS,
    StatesManifest,
    create_layer,
    layer_path,
    mapped_layer,
    write_manifest,
)
from espire_dsl.scene.rotation import Array

WIDTH = 24


def pairs(each: int, folder: Path = Path(), categories: tuple[str, ...] = CATEGORIES) -> Pairs:
    """So many pairs of each category."""
    found = []
    for number in range(each):
        for category in categories:
            name = f"{category}_{number}"
            found.append(
                Pair(
                    name,
                    f"{name}.png",
                    "a, b?",
                    "b, a?",
                    category,
                    axis_of(category).name,
                    None,
                    ("x", "y"),
                    None,
                )
            )
    return Pairs.of(found, folder)


def directions(entangled: float, width: int = WIDTH) -> dict[str, Array]:
    """A unit vector for each axis: orthogonal, but for distance, whose cosine with the vertical is given."""
    unit = np.eye(width)
    leaning = entangled * unit[1] + np.sqrt(1 - entangled**2) * unit[2]
    return {"horizontal": unit[0], "vertical": unit[1], "distance": leaning}


def deltas(asked: Pairs, along: dict[str, Array], noise: float, seed: int, scale: float = 1.0) -> Array:
    """Differences that point along their axis, the other way for opposite categories, with noise."""
    dice = np.random.default_rng(seed)
    rows = []
    for pair in asked.pairs:
        axis = axis_of(pair.category)
        sign = 1 if pair.category == axis.canonical else -1
        width = len(along[axis.name])
        rows.append(sign * scale * along[axis.name] + noise * dice.normal(size=width) / np.sqrt(width))
    return np.array(rows)


def write_states(folder: Path, asked: Pairs, layers: list[Array], model: str = "made") -> Path:
    """States whose differences are those given, layer by layer; the first questions are anywhere."""
    folder.mkdir(parents=True, exist_ok=True)
    width = layers[0].shape[1]
    questions = 2 * len(asked.pairs)
    write_manifest(folder, StatesManifest(model, asked.digest, questions, len(layers), width))
    dice = np.random.default_rng(0)
    for number, wanted in enumerate(layers):
        create_layer(layer_path(folder, number), questions, width, "F32")
        first = dice.normal(size=wanted.shape)
        mapped = mapped_layer(layer_path(folder, number), "r+")
        mapped[0::2], mapped[1::2] = first, first + wanted
        mapped.flush()
    lines = (json.dumps({"question": number}) + "\n" for number in range(questions))
    (folder / ANSWERS).write_text("".join(lines), encoding="utf-8")
    return folder
