"""Runs a model on pairs and keeps what it gives: how likely each right word is, and the states of all layers.

A question is done when its line is written, and that comes after its states; so a run that was stopped loses
the batch under way, and the same command goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from attrs import frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.probing.models import Asked, OutOfMemoryError, ProbedModel, fits_float16
from espire_dsl.probing.pairs import PAIRS, Pair, Pairs, pair_line
from espire_dsl.probing.states import (
    ANSWERS,
    MANIFEST,
    StatesManifest,
    create_layer,
    done_questions,
    layer_path,
    mapped_layer,
    read_manifest,
    write_manifest,
)
from espire_dsl.scene.rotation import Array
from espire_dsl.tasks.writing import own_folder, write_whole

Report = Callable[[str, int, int], None]
PREDICTIONS: Final = "predictions.jsonl"
_DIGITS: Final = 9


@frozen
class Question:
    """A question of a pair at its place among all: two a pair."""

    place: int
    pair: Pair
    second: bool

    @property
    def text(self) -> str:
        return self.pair.questions[self.second]

    @property
    def words(self) -> tuple[str, str]:
        """Its two possible answers: yes first, or the right answer of the pair's first question."""
        return ("yes", "no") if self.pair.is_yes_no else self.pair.answers

    def line(self, likely: float) -> str:
        """What is written down: how likely the first of its words is against the other."""
        data: dict[str, Any] = {"question": self.place, "pair": self.pair.id}
        if self.pair.tasks is not None:
            data["task"] = self.pair.tasks[self.second]
        if self.pair.is_yes_no:
            data["p_yes"] = likely
        else:
            data["answer"] = self.words[0] if likely > 0.5 else self.words[1]
            data["p"] = likely
        return json.dumps(data, ensure_ascii=False) + "\n"


def extract(
    pairs: Pairs,
    model: ProbedModel,
    folder: Path,
    *,
    batch: int = 8,
    keep_states: bool = True,
    kept_as: str = "F16",
    report: Report = lambda _stage, _done, _total: None,
    say: Callable[[str], None] = lambda _: None,
) -> int:
    """Asks all questions that are not done yet; how many there are in all.

    A batch that does not fit into memory is halved, and so are those after it.
    """
    questions = [Question(2 * n + s, pair, bool(s)) for n, pair in enumerate(pairs.pairs) for s in (0, 1)]
    layers = model.layers if keep_states else 0
    _begin(
        pairs, folder, StatesManifest(model.name, pairs.digest, len(questions), layers, model.width), kept_as
    )
    done = _mended(folder)
    left = [question for question in questions if question.place not in done]
    # Questions about a picture, and of a length, stand side by side, so that little is filled up.
    left.sort(key=lambda question: (len(question.text), question.place))
    mapped = [mapped_layer(layer_path(folder, number), "r+") for number in range(layers)]
    tokens = cache(model.tokens_of)
    report("questions", len(done), len(questions))
    finished = len(done)
    with (folder / ANSWERS).open("a", encoding="utf-8") as lines:
        while left:
            some = left[:batch]
            try:
                asked = model.ask([(pairs.picture(one.pair), one.text) for one in some])
            except OutOfMemoryError:
                if batch == 1:
                    raise UsageError(
                        f"one question alone does not fit into the memory of {model.device}; "
                        f"{finished} of {len(questions)} are done and kept"
                    ) from None
                batch = max(1, len(some) // 2)
                say(f"espirec: a batch did not fit into memory; from here on {batch} questions at once")
                continue
            _keep(some, asked, model, mapped, folder, kept_as)
            likely = (_likelihood(asked.logits[row], one, tokens) for row, one in enumerate(some))
            lines.writelines(one.line(p) for one, p in zip(some, likely, strict=True))
            lines.flush()
            os.fsync(lines.fileno())
            left, finished = left[len(some) :], finished + len(some)
            report("questions", finished, len(questions))
    _write_predictions(folder)
    return len(questions)


def _write_predictions(folder: Path) -> None:
    """What was answered to tasks of a set, for `espirec score` and `espirec probe score`."""
    lines = []
    for _, told in sorted(done_questions(folder).items()):
        if "task" in told:
            kept = {name: told[name] for name in ("task", "p_yes", "answer") if name in told}
            lines.append(json.dumps(kept, ensure_ascii=False) + "\n")
    if lines:
        write_whole(folder / PREDICTIONS, "".join(lines).encode())


def _begin(pairs: Pairs, folder: Path, manifest: StatesManifest, kept_as: str) -> None:
    """A new folder, or one that was begun with the same model on the same pairs."""
    if (folder / MANIFEST).exists():
        known = read_manifest(folder)
        if known != manifest:
            raise UsageError(
                f"{folder}: it has states of {known.model} on pairs {known.pairs[:12]}, and this is "
                f"{manifest.model} on {manifest.pairs[:12]}; choose another folder"
            )
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder}: it holds other files and no states; choose another folder")
    own_folder(folder)
    for number in range(manifest.layers):
        create_layer(layer_path(folder, number), manifest.questions, manifest.width, kept_as)
    write_whole(folder / PAIRS, "".join(map(pair_line, pairs.pairs)).encode())
    write_manifest(folder, manifest)


def _mended(folder: Path) -> dict[int, dict[str, Any]]:
    """The questions that are done; a last line that was cut off is taken away."""
    path = folder / ANSWERS
    if path.exists():
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            write_whole(path, whole)
    return done_questions(folder)


def _keep(
    some: Sequence[Question],
    asked: Asked,
    model: ProbedModel,
    mapped: Sequence[np.memmap[Any, Any]],
    folder: Path,
    kept_as: str,
) -> None:
    """Writes the states of a batch into the files of all layers."""
    if not mapped:
        return
    if asked.states.shape != (len(mapped), len(some), model.width):
        raise UsageError(
            f"the model {model.name} gives states of {' x '.join(map(str, asked.states.shape))}, and its "
            f"configuration says {len(mapped)} x {len(some)} x {model.width}; it cannot be probed"
        )
    if not np.isfinite(asked.states).all():
        raise UsageError(f"the model {model.name} gives states that are not finite: use --dtype float32")
    if kept_as == "F16" and not fits_float16(asked.states):
        raise UsageError(
            f"{folder}: states up to {np.abs(asked.states).max():.3g} do not fit into 16 bits; "
            "extract into another folder with --keep float32"
        )
    places = [question.place for question in some]
    for layer, states in zip(mapped, asked.states, strict=True):
        layer[places] = states
    for layer in mapped:
        layer.flush()


def _likelihood(logits: Array, question: Question, tokens: Callable[[str], tuple[int, ...]]) -> float:
    """How likely the first word is against the second, by the largest logit among the spellings of each."""
    first, second = (set(tokens(word)) for word in question.words)
    if not first - second or not second - first:
        raise UsageError(
            f"this model begins `{question.words[0]}` and `{question.words[1]}` with the same token, so "
            "that the next one does not tell its answer"
        )
    apart = float(logits[list(first - second)].max() - logits[list(second - first)].max())
    return round(float(1 / (1 + np.exp(-np.clip(apart, -700, 700)))), _DIGITS)
