"""A Panda as a package for robotics ships it: the joints of its URDF macro, and its meshes."""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files
from xml.etree import ElementTree

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Array = NDArray[np.float64]


@frozen(eq=False)
class Joint:
    """A joint of a URDF: a fixed motion, then one about or along an axis within limits."""

    xyz: Array
    rotation: Array
    limits: tuple[float, float] | None


@cache
def joints(file: str = "panda_arm") -> dict[str, Joint]:
    """The joints of a macro file, by their names without the prefix."""
    text = files("rtbdata").joinpath(f"xacro/qut_frankie_description/robots/{file}.xacro").read_text()
    return {
        str(joint.get("name")).rpartition("}_")[2]: _joint(joint)
        for joint in ElementTree.fromstring(text).iter("joint")
        if joint.find("origin") is not None
    }


def forward(angles: Array) -> tuple[Array, Array]:
    """Turn and place of the flange."""
    rotation, place = np.eye(3), np.zeros(3)
    for number, angle in enumerate([*angles.tolist(), 0.0], 1):
        joint = joints()[f"joint{number}"]
        place = place + rotation @ joint.xyz
        rotation = rotation @ joint.rotation @ about(2, angle)
    return rotation, place


@cache
def vertices(name: str) -> Array:
    """The corners of all triangles of a mesh, from its binary STL file, each once."""
    data = files("rtbdata").joinpath(f"meshes/FRANKA-EMIKA/Panda/{name}.stl").read_bytes()
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    triangles = np.frombuffer(data, record, offset=84)
    found: Array = np.unique(triangles["corners"].reshape(-1, 3), axis=0).astype(np.float64)
    return found


def about(axis: int, angle: float) -> Array:
    """The turn about an axis of the frame."""
    sine, cosine = math.sin(angle), math.cos(angle)
    one, other = (axis + 1) % 3, (axis + 2) % 3
    rotation = np.eye(3)
    rotation[one, one] = rotation[other, other] = cosine
    rotation[other, one], rotation[one, other] = sine, -sine
    return rotation


def _joint(joint: ElementTree.Element) -> Joint:
    origin, limit = joint.find("origin"), joint.find("limit")
    assert origin is not None
    if "xyz}" in str(origin.get("xyz")):
        return Joint(np.zeros(3), np.eye(3), None)
    roll, pitch, yaw = (_number(word) for word in str(origin.get("rpy")).split())
    return Joint(
        np.array([_number(word) for word in str(origin.get("xyz")).split()]),
        about(2, yaw) @ about(1, pitch) @ about(0, roll),
        None if limit is None else (float(str(limit.get("lower"))), float(str(limit.get("upper")))),
    )


def _number(word: str) -> float:
    known = {"${pi/2}": math.pi / 2, "${-pi/2}": -math.pi / 2, "${pi}": math.pi}
    return known[word] if word in known else float(word)
