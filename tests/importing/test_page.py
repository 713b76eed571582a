"""The page about importing: its form is read, and its error is what is printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from espire_dsl.importing import boxes, values
from espire_dsl.importing.error import UnfitError
from espire_dsl.importing.values import Location

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "importing.md").read_text(encoding="utf-8")


def shown() -> dict[str, list[dict[str, list[dict[str, object]]]]]:
    (text,) = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    data: dict[str, list[dict[str, list[dict[str, object]]]]] = json.loads(text)
    return data


def test_the_form_of_the_page_is_read() -> None:
    ((_, scene),) = boxes.scenes_of(shown(), Location(("flats.json",)))
    assert scene.targets("sofa", "in") == ("living_area_1",)
    assert scene.node("curtains_2").kind == "object"
    assert scene.catalogue.get("curtains").plural


def test_every_field_is_on_the_page() -> None:
    for fields in (boxes._SCENE, boxes._OBJECT, boxes._CAMERA):
        for name in fields:
            assert f"`{name}`" in PAGE


def test_the_error_of_the_page_is_what_is_told() -> None:
    data = shown()
    data["scenes"][0]["objects"][0]["rotation"] = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]
    with pytest.raises(UnfitError) as told:
        list(boxes.scenes_of(data, Location(("flats.json",))))
    assert f"espirec: error: {told.value}\n" in PAGE


def test_bounds_are_those_of_the_page() -> None:
    assert f"at most {boxes.MOST_OBJECTS}" in PAGE
    assert values.FARTHEST == 1e6
