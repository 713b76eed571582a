"""Extraction with a model that is a few lines: what is kept, what a stop costs, what does not fit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from espire_dsl.cli import main
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.probing.extraction import extract
from espire_dsl.probing.models import Asked, OutOfMemoryError, ProbedModel
from espire_dsl.probing.pairs import Pair, Pairs, Picture
from espire_dsl.probing.states import mapped_layer, read_states

LAYERS, WIDTH = 3, 8
TOKENS = {"yes": (0, 1), "no": (2,), "left": (3,), "right": (4,), "up": (5, 6), "upper": (5, 6)}


class Fake(ProbedModel):
    """States and logits are a hash of the question; `fits` questions at once fit, and `stops` end it."""

    fits = 100
    stops = 10**6
    scale = 1.0

    @property
    def layers(self) -> int:
        return LAYERS

    @property
    def width(self) -> int:
        return WIDTH

    def ask(self, questions: Sequence[tuple[Picture, str]]) -> Asked:
        if len(questions) > self.fits:
            raise OutOfMemoryError
        type(self).stops -= len(questions)
        if self.stops < 0:
            raise KeyboardInterrupt
        numbers = [dice(f"{picture.name} {text}") for picture, text in questions]
        states = np.stack([n.normal(size=(LAYERS, WIDTH)) for n in numbers], axis=1)
        return Asked(self.scale * states, np.stack([n.normal(size=7) for n in numbers]))

    def tokens_of(self, word: str) -> tuple[int, ...]:
        return TOKENS[word]


def dice(text: str) -> np.random.Generator:
    return np.random.default_rng(int.from_bytes(sha256(text.encode()).digest()[:8], "little"))


def fake(**changed: float) -> ProbedModel:
    kind = type("Fake", (Fake,), changed)
    found: ProbedModel = kind("fake", None, None, "cpu")
    return found


def asked(number: int, answers: tuple[str, str] = ("yes", "no")) -> Pairs:
    return Pairs.of(
        [
            Pair(
                f"p{n}",
                f"{n}.png",
                f"a {'b' * (n % 5)}?",
                "b a?",
                "far",
                "distance",
                None,
                answers,
                (f"t{n}", f"u{n}"),
            )
            for n in range(number)
        ],
        Path(),
    )


def content(folder: Path) -> dict[str, bytes]:
    """All files, and the lines of questions in any order."""
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    found["questions.jsonl"] = b"".join(sorted(found["questions.jsonl"].splitlines()))
    return found


def test_states_and_probabilities_are_those_of_the_model(tmp_path: Path) -> None:
    pairs = asked(7)
    assert extract(pairs, fake(), tmp_path / "s", batch=4) == 14
    states = read_states(tmp_path / "s", pairs)
    predictions = [
        json.loads(line) for line in (tmp_path / "s" / "predictions.jsonl").read_text().splitlines()
    ]
    assert [p["task"] for p in predictions] == [f"{which}{n}" for n in range(7) for which in "tu"]
    for place, pair in enumerate(pairs.pairs):
        for second in (False, True):
            numbers = dice(f"{pair.picture} {pair.questions[second]}")
            wanted = numbers.normal(size=(LAYERS, WIDTH))
            logits = numbers.normal(size=7)
            for layer in range(LAYERS):
                assert states.layer(layer)[place, int(second)] == pytest.approx(wanted[layer], abs=2e-3)
            p_yes = 1 / (1 + np.exp(logits[2] - max(logits[0], logits[1])))
            assert predictions[2 * place + second]["p_yes"] == pytest.approx(p_yes, abs=1e-6)


def test_words_are_told_by_the_likelier_one(tmp_path: Path) -> None:
    pairs = asked(5, ("left", "right"))
    extract(pairs, fake(), tmp_path / "s")
    lines = [json.loads(line) for line in (tmp_path / "s" / "questions.jsonl").read_text().splitlines()]
    for line in lines:
        pair = pairs.pairs[line["question"] // 2]
        numbers = dice(f"{pair.picture} {pair.questions[line['question'] % 2]}")
        numbers.normal(size=(LAYERS, WIDTH))
        logits = numbers.normal(size=7)
        assert line["answer"] == ("left" if logits[3] > logits[4] else "right")


@pytest.mark.parametrize("stops", [0, 1, 6, 13])
def test_a_run_that_was_stopped_goes_on_and_ends_the_same(tmp_path: Path, stops: int) -> None:
    pairs = asked(8)
    extract(pairs, fake(), tmp_path / "whole", batch=3)
    with pytest.raises(KeyboardInterrupt):
        extract(pairs, fake(stops=stops), tmp_path / "again", batch=3)
    with (tmp_path / "again" / "questions.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"question": 3, "pa')
    with pytest.raises(UsageError, match="questions have no states yet"):
        read_states(tmp_path / "again", pairs)
    told: list[tuple[str, int, int]] = []
    extract(pairs, fake(), tmp_path / "again", batch=5, report=lambda *one: told.append(one))
    assert told[0] == ("questions", 3 * (stops // 3), 16)
    assert content(tmp_path / "again") == content(tmp_path / "whole")


def test_a_batch_that_does_not_fit_is_halved(tmp_path: Path) -> None:
    pairs, told = asked(9), list[str]()
    extract(pairs, fake(fits=3), tmp_path / "small", batch=16, say=told.append)
    extract(pairs, fake(), tmp_path / "large", batch=16)
    assert content(tmp_path / "small") == content(tmp_path / "large")
    assert [int(words.split()[-4]) for words in told] == [8, 4, 2]
    with pytest.raises(UsageError, match="one question alone does not fit into the memory of cpu; 0 of 18"):
        extract(pairs, fake(fits=0), tmp_path / "none", batch=4)


def test_folders_of_others_are_left_alone(tmp_path: Path) -> None:
    extract(asked(2), fake(), tmp_path / "s")
    with pytest.raises(UsageError, match="choose another folder"):
        extract(asked(3), fake(), tmp_path / "s")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(UsageError, match="holds other files"):
        extract(asked(2), fake(), tmp_path / "mine")


def test_states_that_do_not_fit_are_told_and_may_be_kept_wide(tmp_path: Path) -> None:
    pairs = asked(2)
    with pytest.raises(UsageError, match="do not fit into 16 bits"):
        extract(pairs, fake(scale=1e6), tmp_path / "narrow")
    extract(pairs, fake(scale=1e6), tmp_path / "wide", kept_as="F32")
    assert np.abs(read_states(tmp_path / "wide", pairs).layer(0)).max() > 65_504
    with pytest.raises(UsageError, match="not finite"):
        extract(pairs, fake(scale=float("inf")), tmp_path / "infinite")


def test_words_that_begin_alike_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="`up` and `upper` with the same token"):
        extract(asked(1, ("up", "upper")), fake(), tmp_path / "s")


def test_without_states_only_words_are_kept(tmp_path: Path) -> None:
    pairs = asked(3)
    extract(pairs, fake(), tmp_path / "s", keep_states=False)
    assert not list((tmp_path / "s").glob("*.safetensors"))
    extract(pairs, fake(), tmp_path / "s", keep_states=False)


def test_layers_are_float16(tmp_path: Path) -> None:
    extract(asked(3), fake(), tmp_path / "s")
    layer = mapped_layer(tmp_path / "s" / "layer_02.safetensors")
    assert (layer.dtype, layer.shape) == (np.float16, (6, WIDTH))


def test_without_torch_the_command_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert main(["probe", "extract", str(tmp_path), "--model", "m", "-o", str(tmp_path / "s")]) == 2
    assert "pip install 'espire-dsl[probe]'" in capsys.readouterr().err
