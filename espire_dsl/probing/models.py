"""Image-text-to-text models of transformers (the extra `probe`): from a picture and a question to the logits
of the next word and the hidden states of the last word of the input, at every layer."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from io import BytesIO
from typing import Any, Final

import numpy as np
from attrs import field, frozen
from PIL import Image

from espire_dsl.diagnostics.error import UsageError, first_line
from espire_dsl.probing.pairs import Picture
from espire_dsl.scene.rotation import Array

_SPELLINGS: Final = ("{}", " {}")
_LARGEST: Final = 65_504.0


class OutOfMemoryError(Exception):
    """A batch does not fit; a smaller one may."""


@frozen
class Asked:
    """What a batch gives: states of layers x questions x width, and the logits of the next word."""

    states: Array
    logits: Array


@frozen(eq=False)
class ProbedModel:
    """A model with its processor. Layer 0 of its states is the embedding."""

    name: str
    model: Any = field(repr=False)
    processor: Any = field(repr=False)
    device: str

    @property
    def layers(self) -> int:
        return int(_text_config(self.model).num_hidden_layers) + 1

    @property
    def width(self) -> int:
        return int(_text_config(self.model).hidden_size)

    def ask(self, questions: Sequence[tuple[Picture, str]]) -> Asked:
        """The states and logits of questions about pictures. The answer to one does not depend on the others:
        what is shorter is filled up on the left and masked."""
        import torch

        inputs = self._inputs(questions)
        try:
            with torch.inference_mode():
                out = self.model(**inputs.to(self.device), **self._options())
        except (torch.OutOfMemoryError, MemoryError) as error:
            raise OutOfMemoryError(str(error)) from None
        except RuntimeError as error:
            if "out of memory" in str(error) or "not enough memory" in str(error):
                raise OutOfMemoryError(str(error)) from None
            raise
        states = torch.stack([layer[:, -1].float().cpu() for layer in out.hidden_states])
        return Asked(states.numpy(), out.logits[:, -1].float().cpu().numpy())

    def _options(self) -> dict[str, Any]:
        """How the model is run: logits of the last word alone, where it can be told so."""
        found: dict[str, Any] = {"output_hidden_states": True, "use_cache": False}
        if "logits_to_keep" in signature(self.model.forward).parameters:
            found["logits_to_keep"] = 1
        return found

    def _inputs(self, questions: Sequence[tuple[Picture, str]]) -> Any:
        texts, pictures = [], []
        for picture, question in questions:
            texts.append(self._chat(question))
            pictures.append([_image(picture)])
        try:
            return self.processor(text=texts, images=pictures, return_tensors="pt", padding=True)
        except (ValueError, TypeError, IndexError, RuntimeError, OSError) as error:
            if len(questions) > 1:  # which of them it is, is told by asking them one by one
                for one in questions:
                    self._inputs([one])
            name = questions[0][0].name
            raise UsageError(
                f"{name}: the processor of {self.name} refuses this picture: {first_line(error)}"
            ) from None

    def _chat(self, question: str) -> str:
        content = [{"type": "image"}, {"type": "text", "text": question}]
        text: str = self.processor.apply_chat_template(
            [{"role": "user", "content": content}], add_generation_prompt=True, tokenize=False
        )
        return text

    def tokens_of(self, word: str) -> tuple[int, ...]:
        """The first tokens of a word as it may begin an answer: with and without a capital and a blank."""
        words = (word.lower(), word.capitalize())
        spelt = [spelling.format(one) for one in words for spelling in _SPELLINGS]
        found = (self.processor.tokenizer.encode(text, add_special_tokens=False) for text in spelt)
        return tuple(sorted({tokens[0] for tokens in found if tokens}))


def load_model(
    name: str, *, device: str = "auto", dtype: str = "auto", revision: str | None = None
) -> ProbedModel:
    """A model by its name on the hub or its folder. Code that comes with a model is never run."""
    import torch
    from transformers import AutoModelForImageTextToText, AutoProcessor

    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        processor = AutoProcessor.from_pretrained(name, revision=revision, trust_remote_code=False)
        kind = "auto" if dtype == "auto" else getattr(torch, dtype)
        model = AutoModelForImageTextToText.from_pretrained(
            name, revision=revision, dtype=kind, trust_remote_code=False, use_safetensors=True
        )
        model = model.to(device).eval()
    except (OSError, ValueError, KeyError, ImportError, RuntimeError) as error:
        raise UsageError(f"the model {name} cannot be loaded: {first_line(error)}") from None
    return checked_model(ProbedModel(name, model, processor, device))


def checked_model(found: ProbedModel) -> ProbedModel:
    """A model that can be asked about pictures in a chat, filled up on the left."""
    tokenizer = getattr(found.processor, "tokenizer", None)
    if tokenizer is None or getattr(found.processor, "image_processor", None) is None:
        raise UsageError(f"the model {found.name} has no processor of texts and pictures")
    if getattr(found.processor, "chat_template", None) is None and tokenizer.chat_template is None:
        raise UsageError(
            f"the model {found.name} has no chat template, so it is not known how it is asked; choose "
            "one that was tuned to answer"
        )
    tokenizer.padding_side = "left"
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return found


def fits_float16(states: Array) -> bool:
    """Whether no state is too large to be kept in 16 bits."""
    return bool(np.abs(states).max() <= _LARGEST) if states.size else True


def _text_config(model: Any) -> Any:
    return model.config.get_text_config()


def _image(picture: Picture) -> Image.Image:
    try:
        with Image.open(BytesIO(picture.read())) as image:
            return image.convert("RGB")
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        raise UsageError(f"{picture.name}: this picture cannot be read: {first_line(error)}") from None
