"""How the things of a scene look in its view: the measures that shortcuts go by."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from espire_dsl.scene.box import Box, box_of, point_distance
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.polygons import Point, area
from espire_dsl.scene.projection import before_camera, outline, project


@frozen
class ImageFeatures:
    """Distance from the camera in metres (of an orthographic one, from the plane in which its rays start),
    size in pixels within the picture, and the pixel of the centre.

    `off_centre` is how far that pixel is from the middle of the picture. A thing whose centre is not before
    the camera has neither.
    """

    distance: float
    size: float
    pixel: Point | None
    off_centre: float | None

    @property
    def in_view(self) -> bool:
        return self.size > 0 and self.pixel is not None


def image_features(scene: Scene, ids: Iterable[str]) -> dict[str, ImageFeatures]:
    """How these things look; nothing in a scene without the camera of its view."""
    camera = scene.camera
    if camera is None:
        return {}
    found = {}
    for id in ids:
        box = box_of(scene.node(id))
        pixel = project(camera, box.center)
        off_centre = None
        if pixel is not None:
            u, v = pixel[0] - camera.width / 2, pixel[1] - camera.height / 2
            off_centre = (u * u + v * v) ** 0.5
        found[id] = ImageFeatures(_distance(camera, box), area(outline(camera, box)), pixel, off_centre)
    return found


def _distance(camera: Camera, box: Box) -> float:
    if camera.is_orthographic:
        return float(before_camera(camera, box.corners)[:, 2].min())
    return point_distance(box, camera.position)
