"""Extraction with a model of transformers that has a few random weights: states are what its blocks give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from espire_dsl.cli import main
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.probing.extraction import extract
from espire_dsl.probing.models import ProbedModel, load_model
from espire_dsl.probing.pairs import Pairs, Picture, pairs_of_set, read_pairs
from espire_dsl.probing.states import read_states
from tests.probing.tiny_model import LAYERS, WIDTH, WORDS, write_tiny_model

WHY = (
    "the extra `probe` (torch, transformers, safetensors) is not installed: .ci/run has an environment for it"
)
torch = pytest.importorskip("torch", reason=WHY)
pytest.importorskip("transformers", reason=WHY)
safetensors_numpy = pytest.importorskip("safetensors.numpy", reason=WHY)
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_model(tmp_path_factory.mktemp("model") / "tiny")


@pytest.fixture(scope="module")
def model(folder: Path) -> ProbedModel:
    return load_model(str(folder), device="cpu")


@pytest.fixture(scope="module")
def pictured(tunnel: Path) -> Path:
    """The tunnel with a plain picture for every scene."""
    for number, scene in enumerate(sorted({pair.picture for pair in pairs_of_set(tunnel).pairs})):
        (tunnel / scene).parent.mkdir(parents=True, exist_ok=True)
        colour = (number * 7 % 256, number * 31 % 256, number * 101 % 256)
        Image.new("RGB", (40, 30), colour).save(tunnel / scene)
    return tunnel


@pytest.fixture(scope="module")
def probes(pictured: Path) -> Pairs:
    return pairs_of_set(pictured, family="*probe*")


@pytest.fixture(scope="module")
def states(probes: Pairs, model: ProbedModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("states") / "tiny"
    extract(probes, model, target, batch=7)
    return target


def last_words(model: ProbedModel, picture: Path, question: str) -> tuple[list[Any], Any]:
    """What every block gives for the last word of one question alone, and the logits after it."""
    found: list[Any] = []
    blocks = model.model.model.language_model.layers
    hooks = [
        block.register_forward_hook(
            lambda _block, _inputs, out: found.append((out[0] if isinstance(out, tuple) else out)[0, -1])
        )
        for block in blocks
    ]
    with Image.open(picture) as image, torch.inference_mode():
        chat = [{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": question}]}]
        text = model.processor.apply_chat_template(chat, add_generation_prompt=True, tokenize=False)
        inputs = model.processor(text=[text], images=[[image.convert("RGB")]], return_tensors="pt")
        logits = model.model(**inputs).logits[0, -1]
    for hook in hooks:
        hook.remove()
    return [one.numpy() for one in found], logits.numpy()


def test_states_are_what_blocks_give_for_the_last_word(
    states: Path, probes: Pairs, model: ProbedModel
) -> None:
    stored = read_states(states, probes)
    assert (stored.manifest.layers, stored.manifest.width) == (LAYERS + 1, WIDTH)
    told = map(json.loads, (states / "questions.jsonl").read_text(encoding="utf-8").splitlines())
    lines = {line["question"]: line for line in told}
    for place in range(0, len(probes.pairs), 4):
        pair = probes.pairs[place]
        for second in (0, 1):
            blocks, logits = last_words(model, probes.folder / pair.picture, pair.questions[second])
            for layer in range(1, LAYERS):  # the last one is given after the final norm
                assert stored.layer(layer)[place, second] == pytest.approx(blocks[layer - 1], abs=2e-3)
            one, other = (
                max(logits[WORDS.index(spelt)] for spelt in (word, word.capitalize()))
                for word in pair.answers
            )
            p = 1 / (1 + np.exp(other - one))
            assert lines[2 * place + second]["p"] == pytest.approx(p, abs=1e-5)


def test_files_are_read_by_the_package_of_their_format(states: Path, probes: Pairs) -> None:
    ours = read_states(states, probes)
    for layer in range(LAYERS + 1):
        theirs = safetensors_numpy.load_file(states / f"layer_{layer:02d}.safetensors")
        assert theirs["states"].dtype == np.float16
        assert (theirs["states"].reshape(-1, 2, WIDTH) == ours.layer(layer)).all()


@pytest.mark.parametrize("batch", [1, 32])
def test_states_do_not_depend_on_what_else_is_in_a_batch(
    states: Path, probes: Pairs, model: ProbedModel, tmp_path: Path, batch: int
) -> None:
    extract(probes, model, tmp_path / "other", batch=batch)
    one, other = read_states(states, probes), read_states(tmp_path / "other", probes)
    for layer in range(LAYERS + 1):
        assert other.layer(layer) == pytest.approx(one.layer(layer), abs=4e-3)


def test_the_command_extracts_and_analyses(
    pictured: Path, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, probe = tmp_path / "states", ["--family", "*probe*"]
    command = ["probe", "extract", str(pictured), "--model", str(folder), "-o", str(target), *probe]
    assert main([*command, "--batch", "16", "--device", "cpu"]) == 0
    assert (
        main(["probe", "analyse", str(pictured), str(target), "-o", str(tmp_path / "analysis"), *probe]) == 0
    )
    assert "VD-EI" in capsys.readouterr().out
    assert main(["probe", "analyse", str(pictured), str(target)]) == 2
    assert "another set of pairs" in capsys.readouterr().err


def test_yes_and_no_are_scored(pictured: Path, folder: Path, tmp_path: Path) -> None:
    target, size = tmp_path / "states", ["--family", "tunnel.size"]
    command = ["probe", "extract", str(pictured), "--model", str(folder), "-o", str(target), "--no-states"]
    assert main([*command, *size]) == 0
    assert main(["probe", "score", str(pictured), str(target / "predictions.jsonl"), *size]) == 0
    assert main(["score", str(pictured), str(target / "predictions.jsonl"), *size]) == 0


def test_pairs_of_others_are_extracted(model: ProbedModel, tmp_path: Path) -> None:
    Image.new("L", (90, 50), 200).save(tmp_path / "grey.png")
    line = {
        "picture": "grey.png",
        "first": "the red cube ?",
        "second": "the blue cube ?",
        "category": "above",
    }
    (tmp_path / "mine.jsonl").write_text(json.dumps(line), encoding="utf-8")
    assert extract(read_pairs(tmp_path / "mine.jsonl"), model, tmp_path / "states") == 2


def test_a_picture_that_cannot_be_read_is_told_and_finished_work_is_kept(
    model: ProbedModel, tmp_path: Path
) -> None:
    lines = []
    for number in range(3):
        name = f"{number}.png"
        Image.new("RGB", (30, 30)).save(tmp_path / name)
        question = "the red cube ?" + " far" * number
        lines.append({"picture": name, "first": question, "second": question, "category": "far"})
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    (tmp_path / "2.png").write_bytes(b"no picture")
    pairs = read_pairs(tmp_path / "mine.jsonl")
    with pytest.raises(UsageError, match=r"2\.png: this picture cannot be read"):
        extract(pairs, model, tmp_path / "states", batch=2)
    assert len((tmp_path / "states" / "questions.jsonl").read_text().splitlines()) == 4
    Image.new("RGB", (30, 30)).save(tmp_path / "2.png")
    assert extract(pairs, model, tmp_path / "states", batch=2) == 6


def test_a_picture_that_the_processor_refuses_is_told(
    model: ProbedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a batch, the one that it is about is named."""
    for name in ("good.png", "bad.png"):
        Image.new("RGB", (30, 30), (255, 0, 0) if name == "bad.png" else (0, 0, 0)).save(tmp_path / name)
    whole = type(model.processor).__call__

    def choosy(self: Any, *, text: Any, images: Any, **more: Any) -> Any:
        if any(image.getpixel((0, 0)) == (255, 0, 0) for (image,) in images):
            raise ValueError("mean must have 1 elements\nmore")
        return whole(self, text=text, images=images, **more)

    monkeypatch.setattr(type(model.processor), "__call__", choosy)
    good, bad = (Picture(name, (tmp_path / name).read_bytes) for name in ("good.png", "bad.png"))
    with pytest.raises(UsageError, match=r"bad\.png: the processor of .* refuses this picture: mean must"):
        model.ask([(good, "the cube ?"), (bad, "the cube ?")])


def test_a_model_without_a_chat_template_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no chat template"):
        load_model(str(write_tiny_model(tmp_path / "base", template=None)), device="cpu")


def test_what_is_no_model_is_told(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be loaded"):
        load_model(str(tmp_path), device="cpu")
