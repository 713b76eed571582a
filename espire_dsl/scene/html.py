"""A scene as a notebook shows it: its picture, or a drawing of it, and its things."""

from __future__ import annotations

from espire_dsl.markup import Markup, boxed, element, folded, image, joined, table
from espire_dsl.scene.drawing import drawing
from espire_dsl.scene.graph import Scene


def scene_html(scene: Scene) -> str:
    """The scene in HTML that needs no other file."""
    about = ", ".join(filter(None, [scene.world, scene.level, f"{len(scene.nodes)} things"]))
    return str(boxed(_caption(scene.id, about), element("div", view_html(scene)), _things(scene)))


def view_html(scene: Scene) -> Markup:
    """What one sees of a scene: its view where there is a picture of it, else a drawing."""
    picture = scene.pictures.get(scene.view)
    if picture is None:
        return drawing(scene)
    return image(picture.png, f"the {scene.view} view of {scene.id}")


def _caption(name: str, about: str) -> Markup:
    return element("div", element("b", name), joined(f" ({about})" if about else ""))


def _things(scene: Scene) -> Markup:
    rows = [
        (
            element("code", node.id),
            node.name,
            node.kind,
            " ".join(f"{length:.3f}" for length in node.center),
            " x ".join(f"{length:.3f}" for length in node.extents),
        )
        for node in scene.nodes
    ]
    return folded("things", table(*rows, head=("id", "name", "kind", "centre (m)", "size (m)")))
