"""A scene as a NetworkX graph: things and cameras, and what stands on, in, supports or holds what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Protocol

import networkx as nx
from attrs import evolve, field, frozen

from espire_dsl.catalogue.reader import Catalogue, Category, load_catalogue
from espire_dsl.domain.kinds import ROBOT, VIEWER
from espire_dsl.scene.camera import WORLD_CAMERA, Camera, viewer_of
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.node import Node
from espire_dsl.scene.validate import (
    EDGE_KEYS,
    Edge,
    did_you_mean,
    normalised_camera,
    normalised_node,
    problems_of,
)


def _content(graph: nx.MultiDiGraph[str]) -> tuple[dict[str, Node], frozenset[Edge]]:
    return dict(graph.nodes(data="node")), frozenset(graph.edges(keys=True))


class SeenPicture(Protocol):
    """A picture that a camera took of a scene."""

    @property
    def png(self) -> bytes:
        """The file of its colours."""


@frozen
class Scene:
    """A scene, immutable and compared by value. Make one with `Scene.build`, which checks it.

    `graph` is frozen; its nodes carry {"node": Node} and its edges have the keys `on`, `in`, `supports`
    and `holds`, each read from source to target: book `a` on `table`, `robot` holds book `b`. What concerns
    the scene as a whole is in `graph.graph` too, so that `Scene.from_networkx(scene.graph)` is this scene.
    `assets` are those of its things that are not of the library, so that whoever has a scene can draw it,
    speak of it and let it fall. `view` names the camera through which the viewer looks whom a question is put
    to (`through`). `pictures` are those of a scene that was read from a task set, by camera; no part of
    its value.
    """

    id: str
    world: str
    level: str | None
    seed: int | None
    cameras: Mapping[str, Camera] = field(hash=False)
    graph: nx.MultiDiGraph[str] = field(eq=_content, hash=False, repr=False)
    assets: tuple[Category, ...] = field(default=(), repr=False, kw_only=True)
    view: str = field(default=WORLD_CAMERA, kw_only=True)
    pictures: Mapping[str, SeenPicture] = field(factory=dict, eq=False, repr=False, kw_only=True)

    @classmethod
    def build(
        cls,
        nodes: Iterable[Node],
        edges: Iterable[Edge] = (),
        cameras: Mapping[str, Camera] | None = None,
        *,
        id: str = "scene",
        world: str = "",
        level: str | None = None,
        seed: int | None = None,
        assets: Iterable[Category] = (),
        view: str = WORLD_CAMERA,
    ) -> Scene:
        """The scene of these parts, or a SceneError that lists all their problems.

        `edges` are (source, target, key). A scene with a camera called `world` and without a viewer gets
        the viewer of that camera. Without such a camera a scene may lack a viewer, as long as nobody asks.
        """
        things = list(nodes)
        cameras = dict(sorted((cameras or {}).items()))
        relations = sorted(set(edges))
        problems = list(problems_of(things, relations, cameras))
        if problems:
            raise SceneError(*problems)
        cameras = {name: normalised_camera(camera) for name, camera in cameras.items()}
        if WORLD_CAMERA in cameras and not any(node.is_a(VIEWER) for node in things):
            viewer = viewer_of(cameras[WORLD_CAMERA])
            if any(node.id == viewer.id for node in things):
                raise SceneError(f'node "{viewer.id}": field id: it is kept for the viewer')
            things.append(viewer)
        whole = map(normalised_node, things)
        return cls.assembled(
            whole, relations, cameras, id=id, world=world, level=level, seed=seed, assets=assets, view=view
        )

    @classmethod
    def assembled(
        cls,
        nodes: Iterable[Node],
        edges: Iterable[Edge],
        cameras: Mapping[str, Camera],
        *,
        id: str,
        world: str,
        level: str | None,
        seed: int | None,
        assets: Iterable[Category] = (),
        view: str = WORLD_CAMERA,
    ) -> Scene:
        """The scene of parts that were those of a scene before; what `build` checks is not checked again."""
        graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(
            id=id, world=world, level=level, seed=seed, cameras=cameras
        )
        for node in sorted(nodes, key=lambda node: node.id):
            graph.add_node(node.id, node=node)
        for source, target, key in edges:
            graph.add_edge(source, target, key)  # a third of the time of `add_edges_from`
        used = {node.category for node in nx.get_node_attributes(graph, "node").values()}
        own = tuple(sorted((asset for asset in assets if asset.id in used), key=lambda asset: asset.id))
        return cls(id, world, level, seed, cameras, nx.freeze(graph), assets=own, view=view)

    @classmethod
    def from_networkx(cls, graph: nx.MultiDiGraph[str]) -> Scene:
        """The scene of a graph such as `graph` of a scene, or one written by hand, as `scene/networkx_io.py`
        says; a SceneError lists all that is wrong with it."""
        from espire_dsl.scene.networkx_io import scene_from_networkx

        return scene_from_networkx(graph)

    def __attrs_post_init__(self) -> None:
        """A scene with another name has a graph of its own, which has that name."""
        about = {name: getattr(self, name) for name in ("id", "world", "level", "seed", "cameras")}
        about |= {"assets": self.assets} if self.assets else {}
        if self.graph.graph != about:
            graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(self.graph, **about)
            object.__setattr__(self, "graph", nx.freeze(graph))

    def _repr_html_(self) -> str:
        from espire_dsl.scene.html import scene_html

        return scene_html(self)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All things, sorted by id."""
        return tuple(node for _, node in self.graph.nodes(data="node"))

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All relations as (source, target, key), sorted."""
        return tuple(sorted(self.graph.edges(keys=True)))

    def __contains__(self, id: object) -> bool:
        return id in self.graph

    def node(self, id: str) -> Node:
        """The thing with this id."""
        data: Mapping[str, Any] | None = self.graph.nodes.get(id)
        if data is None:
            raise SceneError(f'scene "{self.id}" has no node "{id}"{did_you_mean(id, self.graph)}')
        node: Node = data["node"]
        return node

    def of_kind(self, *names: str) -> tuple[Node, ...]:
        """The things of these kinds, or that play these roles, sorted by id."""
        found = self._of_kinds.get(names)
        if found is None:
            found = self._of_kinds[names] = tuple(node for node in self.nodes if node.is_a(*names))
        return found

    @cached_property
    def _of_kinds(self) -> dict[tuple[str, ...], tuple[Node, ...]]:
        """What `of_kind` found so far: the same is asked again and again."""
        return {}

    @cached_property
    def contents(self) -> Mapping[str, tuple[Node, ...]]:
        """The bodies in each slot that has any, by its id."""
        from espire_dsl.scene.places import contents_by_slot

        return contents_by_slot(self)

    @cached_property
    def name_counts(self) -> Counter[str]:
        """How many things have each name, the viewer apart."""
        return Counter(node.name for node in self.nodes if not node.is_a(VIEWER))

    @cached_property
    def catalogue(self) -> Catalogue:
        """The assets of the library, and the scene's own."""
        return load_catalogue().with_more(self.assets)

    def with_assets(self, assets: Iterable[Category]) -> Scene:
        """The scene with those of some assets that its things are of."""
        return self.with_parts(self.nodes, assets=assets)

    @cached_property
    def viewer(self) -> Node:
        """The one who looks: "you"."""
        for node in self.nodes:
            if node.is_a(VIEWER):
                return node
        raise SceneError(f'scene "{self.id}" has no viewer: give it one, or a camera called "{WORLD_CAMERA}"')

    @cached_property
    def held(self) -> str | None:
        """What a robot holds, the first of several."""
        return next(
            (thing for robot in self.of_kind(ROBOT) for thing in self.targets(robot.id, "holds")), None
        )

    @cached_property
    def in_hands(self) -> frozenset[str]:
        """All that is held."""
        return frozenset(thing for _, thing, key in self.graph.edges(keys=True) if key == "holds")

    def targets(self, id: str, key: str) -> tuple[str, ...]:
        """Where the edges of this key lead from a thing: `targets(a, "on")` is what `a` stands on."""
        self._check(id, key)
        return tuple(sorted(target for _, target, k in self.graph.out_edges(id, keys=True) if k == key))

    def sources(self, id: str, key: str) -> tuple[str, ...]:
        """Where the edges of this key to a thing come from: `sources(t, "on")` is what stands on `t`."""
        self._check(id, key)
        return tuple(sorted(source for source, _, k in self.graph.in_edges(id, keys=True) if k == key))

    def _check(self, id: str, key: str) -> None:
        self.node(id)
        if key not in EDGE_KEYS:
            raise SceneError(f'there are no edges "{key}"{did_you_mean(key, EDGE_KEYS)}')

    def with_parts(
        self,
        nodes: Iterable[Node],
        edges: Iterable[Edge] | None = None,
        cameras: Mapping[str, Camera] | None = None,
        assets: Iterable[Category] | None = None,
    ) -> Scene:
        """The scene with other nodes, and with other edges, cameras and assets where given."""
        return Scene.build(
            nodes,
            self.edges if edges is None else edges,
            self.cameras if cameras is None else cameras,
            id=self.id,
            world=self.world,
            level=self.level,
            seed=self.seed,
            assets=self.assets if assets is None else assets,
            view=self.view,
        )

    def through(self, view: str) -> Scene:
        """The scene for a viewer who looks through one of its cameras. A scene without cameras, such as one
        that was written by hand, has the viewer that it was given."""
        if view == self.view or not self.cameras:
            return self
        if view not in self.cameras:
            known = ", ".join(self.cameras) or "none"
            hint = did_you_mean(view, self.cameras)
            raise SceneError(f'scene "{self.id}" has no camera "{view}"; it has {known}{hint}')
        viewer = viewer_of(self.cameras[view])
        others = (node for node in self.nodes if not node.is_a(VIEWER))
        there = next((node.id for node in self.nodes if node.is_a(VIEWER)), viewer.id)
        moved = self.with_parts((*others, evolve(viewer, id=there)))
        return evolve(moved, view=view, pictures=self.pictures)

    @property
    def camera(self) -> Camera | None:
        """The camera of the viewer, if there is one."""
        return self.cameras.get(self.view)
