"""A vision-language model of transformers with a few random weights, and its processor: from configurations
in this file, without a download."""

from __future__ import annotations

from pathlib import Path

WORDS = (
    *(
        "<pad>",
        "<s>",
        "</s>",
        "<unk>",
        "<image>",
        "user",
        "assistant",
        ":",
        "?",
        ".",
        ",",
        "is",
        "the",
        "in",
        "to",
    ),
    *(
        "picture",
        "left",
        "right",
        "above",
        "below",
        "far",
        "close",
        "closer",
        "farther",
        "camera",
        "than",
        "or",
    ),
    *(
        "yes",
        "no",
        "Yes",
        "No",
        "Left",
        "Right",
        "Above",
        "Below",
        "Far",
        "Close",
        "answer",
        "with",
        "one",
        "word",
    ),
    *(
        "cube",
        "sphere",
        "red",
        "green",
        "blue",
        "yellow",
        "cyan",
        "magenta",
        "black",
        "compared",
        "from",
        "of",
        "it",
    ),
)
TEMPLATE = (
    "{% for m in messages %}{{ m['role'] }} : {% for c in m['content'] %}"
    "{% if c['type'] == 'image' %}<image> {% else %}{{ c['text'] }} {% endif %}{% endfor %}{% endfor %}"
    "{% if add_generation_prompt %}assistant :{% endif %}"
)
LAYERS, WIDTH = 4, 32


def write_tiny_model(folder: Path, *, template: str | None = TEMPLATE, seed: int = 0) -> Path:
    """A folder that `from_pretrained` reads."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import (
        CLIPImageProcessor,
        CLIPVisionConfig,
        LlamaConfig,
        LlavaConfig,
        LlavaForConditionalGeneration,
        LlavaProcessor,
        PreTrainedTokenizerFast,
    )

    inner = Tokenizer(models.WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token="<pad>",
        bos_token="<s>",
        eos_token="</s>",
        unk_token="<unk>",
        additional_special_tokens=["<image>"],
    )
    size = {"height": 28, "width": 28}
    pictures = CLIPImageProcessor(size={"shortest_edge": 28}, crop_size=size)
    processor = LlavaProcessor(
        pictures,
        tokenizer,
        patch_size=14,
        vision_feature_select_strategy="default",
        chat_template=template,
        num_additional_image_tokens=1,
    )
    vision = CLIPVisionConfig(
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        image_size=28,
        patch_size=14,
    )
    text = LlamaConfig(
        vocab_size=len(WORDS),
        hidden_size=WIDTH,
        intermediate_size=32,
        num_hidden_layers=LAYERS,
        num_attention_heads=4,
        num_key_value_heads=4,
        pad_token_id=0,
    )
    torch.manual_seed(seed)
    config = LlavaConfig(vision_config=vision, text_config=text, image_token_index=WORDS.index("<image>"))
    model = LlavaForConditionalGeneration(config)
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder
