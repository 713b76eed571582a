"""A thing is seen when its mask in the world view has sixty pixels, or when nobody has looked."""

import pytest

from espire_dsl.scene.visibility import is_visible
from tests.nodes import node as new_node


@pytest.mark.parametrize(("pixels", "seen"), [({}, True), ({"world": 60}, True), ({"world": 59}, False)])
def test_the_world_view_decides(pixels: dict[str, int], seen: bool) -> None:
    assert is_visible(new_node("a", "book", pixels=pixels)) is seen


def test_other_cameras_do_not_matter() -> None:
    assert is_visible(new_node("a", "book", pixels={"wrist": 0}))
