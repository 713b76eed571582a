"""Points in answers: every convention writes what it reads, and what is no point is told apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.conventions import convention_of, conventions
from espire_dsl.evaluation.points import first_point, pointed
from espire_dsl.evaluation.rotations import rotation_in
from espire_dsl.evaluation.scripted import said_point
from espire_dsl.scoring.conventions import ORDERS, SCALES

NAMES = sorted(conventions())
SIZES = st.tuples(st.integers(40, 2000), st.integers(40, 2000))
SHARES = st.tuples(st.floats(0.001, 0.999), st.floats(0.001, 0.999))


@given(st.sampled_from(NAMES), SIZES, SHARES)
def test_a_convention_reads_what_it_writes(
    name: str, size: tuple[int, int], share: tuple[float, float]
) -> None:
    convention = conventions()[name]
    pixel = share[0] * size[0], share[1] * size[1]
    found = pointed(said_point(convention, pixel, size), "stop", convention, size)
    assert found.fault is None
    assert found.pixel == pytest.approx(pixel, abs=0.05)


@pytest.mark.parametrize(
    ("name", "text", "pixel"),
    [
        ("qwen3-vl", '```json\n[{"point_2d": [250, 500], "label": "book"}]\n```', (160, 240)),
        ("gemini", '[{"point": [500, 250], "label": "book"}]', (160, 240)),
        ("molmo", '<point x="25.0" y="50.0" alt="the book">the book</point>', (160, 240)),
        ("molmo", '<points x1="25.0" y1="50" x2="9" y2="9" alt="books">books</points>', (160, 240)),
        ("robopoint", "[(0.25, 0.5), (0.9, 0.9)]", (160, 240)),
        ("robobrain2", "<think>[(1, 2)] or so</think><answer>[(160, 240)]</answer>", (160, 240)),
        ("internvl3", "The point is [[250, 500]].", (160, 240)),
        # Pictures of 640 x 480 are resized to 644 x 476, the nearest multiples of 28.
        ("qwen2.5-vl", '{"point_2d": [161, 238]}', (160, 240)),
        ("pixel", '{"x": 160, "y": 240}', (160, 240)),
        ("pixel", '{"y": 240, "x": 160}', (160, 240)),
        ("gemini", '{"x": 250, "y": 500}', (160, 240)),
        ("pixel", "Step 1: look at [3, 4]. Answer: point_2d: [160, 240]", (160, 240)),
    ],
)
def test_what_models_write(name: str, text: str, pixel: tuple[float, float]) -> None:
    found = pointed(text, "stop", conventions()[name], (640, 480))
    assert found.pixel == pytest.approx(pixel)
    assert found.fault is None


@pytest.mark.parametrize(
    ("text", "stop", "fault"),
    [
        ("", "stop", "empty"),
        (" \n", "stop", "empty"),
        ("I cannot see it.", "stop", "unreadable"),
        ('{"point_2d": [12', "max_tokens", "unreadable"),
        ('{"point_2d": [1e999, 3]}', "stop", "unreadable"),
        ('{"point_2d": ["left", 3]}', "stop", "unreadable"),
        ('{"point_2d": [-1, 3]}', "stop", "outside"),
        ('{"point_2d": [640, 3]}', "stop", "outside"),
        ('{"point_2d": [3, 3]}', "content_filter", "refused"),
    ],
)
def test_what_is_no_point(text: str, stop: str, fault: str) -> None:
    assert pointed(text, stop, conventions()["pixel"], (640, 480)).fault == fault


@given(st.text(max_size=200), st.sampled_from(ORDERS))
def test_no_text_is_too_strange(text: str, order: str) -> None:
    first_point(text, order)


@pytest.mark.parametrize("part", ["<point ", '<point x="1" ', "[[(", "1", "<think>", "x=1 ", "point: [1,"])
def test_long_rubbish_is_read_in_no_time(part: str) -> None:
    first_point(part * 20_000, "xy")


def test_conventions_name_what_scores_know_and_where_they_come_from() -> None:
    for one in conventions().values():
        assert one.record.points in SCALES
        assert one.order in ORDERS
        assert one.source
        assert "{" not in one.form((640, 480)).replace('{"point_2d"', "").replace('[{"point"', "")


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("openai-api/local/Qwen3-VL-8B-Instruct", "qwen3-vl"),
        ("vllm/Qwen/Qwen2.5-VL-7B-Instruct", "qwen2.5-vl"),
        ("google/gemini-2.5-pro", "gemini"),
        ("hf/allenai/Molmo-7B-D-0924", "molmo"),
        ("hf/BAAI/RoboBrain2.0-7B", "robobrain2"),
        ("openai-api/local/InternVL3-78B", "internvl3"),
        ("espire/oracle", "pixel"),
    ],
)
def test_families_have_declared_conventions(model: str, name: str) -> None:
    assert convention_of(model).name == name


def test_others_must_be_told_one() -> None:
    with pytest.raises(UsageError, match="no convention of points is declared for the model openai/gpt-9"):
        convention_of("openai/gpt-9")
    assert convention_of("openai/gpt-9", "pixel").name == "pixel"
    with pytest.raises(UsageError, match=r"no convention of points called qwen3-vk; did you mean qwen3-vl\?"):
        convention_of("openai/gpt-9", "qwen3-vk")


@pytest.mark.parametrize(
    ("text", "asked", "found"),
    [
        ('{"rotation": [5.0, null, null]}', ("pitch",), (5.0, None, None)),
        ('{"rotation": [5, -10.5, 3]}', ("pitch", "yaw"), (5.0, -10.5, None)),
        ("[None, 90, None]", ("yaw",), (None, 90.0, None)),
    ],
)
def test_rotations(text: str, asked: tuple[str, ...], found: tuple[float | None, ...]) -> None:
    assert rotation_in(text, "stop", asked) == (found, None)


@pytest.mark.parametrize(
    ("text", "stop", "fault"),
    [
        ('{"rotation": [null, 3, 3]}', "stop", "unreadable"),
        ("five degrees", "stop", "unreadable"),
        ("", "stop", "empty"),
        ("[1, 2, 3]", "content_filter", "refused"),
    ],
)
def test_what_is_no_rotation(text: str, stop: str, fault: str) -> None:
    assert rotation_in(text, stop, ("pitch",)) == (None, fault)
