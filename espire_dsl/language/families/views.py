"""Which camera's picture a family shows: one that its world has, and that programs can be asked about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from espire_dsl.diagnostics.value import Label, Span
from espire_dsl.domain.worlds import WORLD_CAMERA
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.declarations.inhabitants import Cameras
from espire_dsl.language.families.family import Family
from espire_dsl.language.hints import did_you_mean
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.kinds import ONLY_VIEWER
from espire_dsl.language.typed import Apply, Constant, Typed, walk
from espire_dsl.language.types import solved
from espire_dsl.language.unify import sort_within
from espire_dsl.syntax import tree

CAMERA = "camera"
"""The parameter of core functions that names a camera."""


def check_view(
    world: tree.WorldClause | None, view: tree.ViewClause | None, programs: Iterable[Typed], scope: Scope
) -> None:
    """Report cameras that the world of a family does not have, and distances to a viewer who is nowhere."""
    known = None if world is None else scope.worlds.get(world.name.text)
    cameras = None if known is None else known.cameras
    if world is None or cameras is None:
        return
    name = world.name.text
    if view is not None and view.name.text not in cameras.names:
        _report(name, view.name.text, view.name.span, cameras, scope)
        return
    looked = list(programs)
    for span, camera in dict.fromkeys(pair for program in looked for pair in _named_cameras(program)):
        if camera not in cameras.names and camera != scope.view:
            _report(name, camera, span, cameras, scope)
    if scope.view in cameras.orthographic:
        for span in dict.fromkeys(span for program in looked for span in _distances_to_viewer(program)):
            told = view.name.span if view is not None else world.name.span
            scope.findings.add(
                "E0342",
                span,
                "a distance to the viewer is asked for, who looks through an orthographic camera",
                "such a camera looks from no point",
                secondary=[Label(told, f"camera `{scope.view}`")],
                help="ask for `depth`, for sides, or for distances between things; or show another camera",
            )


def _report(world: str, camera: str, span: Span, cameras: Cameras, scope: Scope) -> None:
    declare = f"declare it: `world mine is {world} {{ camera {camera}, at: ..., to: ... }}`"
    scope.findings.add(
        "E0341",
        span,
        f"world `{world}` has no camera `{camera}`",
        "unknown camera",
        notes=[f"`{world}` has {', '.join(cameras.names)}"],
        help=did_you_mean(camera, cameras.names) or declare,
    )


def cameras_seen(family: Family) -> frozenset[str]:
    """The cameras whose pictures a family goes by: its view, and those that its programs name."""
    candidates = [family.candidates] if family.candidates is not None else []
    programs = (family.program, *candidates, *family.candidates_by_type.values(), *family.requirements)
    named = (name for some in (programs, family.tags.values()) for p in some for _, name in _named_cameras(p))
    return frozenset({family.view, *named})


def _named_cameras(program: Typed) -> Iterator[tuple[Span, str]]:
    """The cameras that calls of core functions name."""
    for node in walk(program):
        camera = node.argument(CAMERA) if isinstance(node, Apply) else None
        if isinstance(camera, Constant) and camera.value != WORLD_CAMERA:
            yield camera.span, str(camera.value)


def _is_of_distance(node: Apply) -> bool:
    return node.function in FUNCTIONS and FUNCTIONS[node.function].aspect == "distance"


def _distances_to_viewer(program: Typed) -> Iterator[Span]:
    for node in walk(program):
        if isinstance(node, Apply) and _is_of_distance(node):
            sorts = (sort_within(solved(value.type)) for _, value in node.arguments)
            if any(sort is not None and sort == ONLY_VIEWER for sort in sorts):
                yield node.span
