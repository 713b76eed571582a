"""Scenes of a world: its values are drawn, a sampler puts things to places, and what is required is asked.

The sampler is that of the backend `none`, which is geometry alone; so this package knows no simulator. A
scene that does not meet what the world requires is drawn again, a bounded number of times.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final, Protocol

from attrs import asdict, evolve, field, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.domain.error import WorldError
from espire_dsl.domain.worlds import World
from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.declarations.formulas import FormulaError
from espire_dsl.language.declarations.templates import Instance, Template
from espire_dsl.language.families.family import Need
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.needing import needing

_BACKENDS: Final = "espire.backends"
_GEOMETRY: Final = "none"

Arguments = tuple[tuple[str, Any], ...]
"""What a world is told, by the names of its parameters, sorted."""


class SceneSampler(Protocol):
    """Draws scenes of descriptions. What is drawn has a `scene`, or a `reason` why there is none."""

    @property
    def fingerprint(self) -> str:
        """Differs whenever the scenes that are drawn may differ."""
        ...

    def draw(
        self,
        worlds: Iterable[World],
        level: str,
        seed: int,
        catalogue: Catalogue,
        index: int,
        variant: str,
        accept: Callable[[Scene], str | None],
    ) -> Any:
        """The scene of an index, of the first of some descriptions that can be drawn and is accepted."""
        ...


@cache
def sampler() -> SceneSampler:
    """The sampler, looked up once a process, as that means reading many small files."""
    for entry in entry_points(group=_BACKENDS, name=_GEOMETRY):
        found: SceneSampler = entry.load().sampler
        return found
    raise TaskSetError("no installed package can draw scenes")


@frozen
class Undrawn:
    """No scene: the commonest reason among so many tries, and how many of them failed for it."""

    reason: str
    tries: int
    count: int

    def __str__(self) -> str:
        return f"{self.reason} ({self.count} of {self.tries} tries)"


def draw_scene(
    template: Template,
    level: str,
    seed: int,
    index: int,
    *,
    arguments: Arguments = (),
    needs: tuple[Need, ...] = (),
    size: tuple[int, int] | None = None,
) -> Any:
    """The scene of an index as the sampler gives it, or why there is none; `size` is that of its pictures.

    What is random does not depend on the arguments: scenes of one index differ by these alone. What is needed
    is drawn where the world has such things, and asked of the scene in any case.
    """
    refuse_imported(template)
    if level not in template.levels:
        raise TaskSetError(f"world {template.name} has no level {level}; it has {', '.join(template.levels)}")
    stream = RandomStream.of(seed, template.name, "parameters", str(index))
    _check_arguments(template, arguments)
    instances = iter(template.instances(dict(arguments), stream))
    tried = _Tries(template, instances, size, needs, template.catalogue)
    variant = variant_of(arguments, needs)
    drawn = sampler().draw(tried.worlds(), level, seed, tried.catalogue, index, variant, tried.against)
    if getattr(drawn, "scene", None) is not None:
        return evolve(drawn, scene=drawn.scene.with_assets(template.assets)) if template.assets else drawn
    reasons = tried.reasons + (Counter({drawn.reason: drawn.count}) if drawn is not None else Counter())
    ((reason, count),) = reasons.most_common(1)
    return Undrawn(reason, template.tries, count)


def refuse_imported(template: Template) -> None:
    """Refuse to draw a world that only has scenes of others."""
    if template.imported:
        raise TaskSetError(
            f"world {template.name} is imported, so none of its scenes can be drawn; "
            "`espirec compile --from SCENES` asks about those that `espirec import` wrote"
        )


def _check_arguments(template: Template, arguments: Arguments) -> None:
    """Refuse what the world does not take, or is not told."""
    told = dict(arguments)
    for name, value in told.items():
        parameter = template.parameter(name)
        if parameter is None:
            raise TaskSetError(f"world {template.name} has no parameter {name}")
        if not parameter.takes(value):
            raise TaskSetError(
                f"{name} of world {template.name} is one of {parameter.domain}, and not {value}"
            )
    for parameter in template.parameters:
        if parameter.default is None and parameter.name not in told:
            raise TaskSetError(f"world {template.name} is not told its {parameter.name}")


def variant_of(arguments: Arguments, needs: tuple[Need, ...] = ()) -> str:
    """A short name for how a world is drawn, which is part of the ids of scenes; none for the usual way."""
    if not arguments and not needs:
        return ""
    told = json.dumps([arguments, [asdict(need) for need in needs]])
    return "-" + hashlib.sha256(told.encode()).hexdigest()[:8]


@frozen(eq=False)
class _Tries:
    """The tries at one scene: which values each has, and what failed before anything was drawn."""

    template: Template
    instances: Iterator[Instance | FormulaError]
    size: tuple[int, int] | None
    needs: tuple[Need, ...]
    catalogue: Catalogue
    reasons: Counter[str] = field(factory=Counter)
    current: list[Instance] = field(factory=list)

    def worlds(self) -> Iterator[World]:
        for instance in self.instances:
            if isinstance(instance, FormulaError):
                self.reasons[str(instance)] += 1
                continue
            self.current[:] = [instance]
            world = needing(instance.world, self.needs, self.catalogue)
            yield world if self.size is None else sized(world, self.size)

    def against(self, scene: Scene) -> str | None:
        """What the world requires and the scene does not meet."""
        values: dict[str, Any] = dict(self.current[0].values)
        values |= {name: ThingRef(name, scene) for name in self.template.things}
        for requirement in self.template.requirements:
            try:
                if not evaluate(requirement.program, scene, values).value:
                    return f"`{requirement.text}` does not hold"
            except EvaluationError as error:
                return f"`{requirement.text}` has no value: {error}"
        return next((told for need in self.needs if (told := lacking(need, scene))), None)


def lacking(need: Need, scene: Scene) -> str | None:
    """What a scene does not have of what is needed."""
    found = sum(n.is_a(*need.kinds) or n.category == need.category for n in scene.nodes)
    what = need.category or " or ".join(need.kinds)
    return None if found >= need.count else f"it needs {need.count} {what}, and has {found}"


def sized(world: World, size: tuple[int, int]) -> World:
    """The world with pictures of this width and height."""
    width, height = size
    return evolve(
        world,
        camera=None if world.camera is None else evolve(world.camera, width=width, height=height),
        cameras=tuple(evolve(camera, width=width, height=height) for camera in world.cameras),
    )


def described(template: Template, arguments: Mapping[str, Any] | None = None, seed: int = 0) -> World:
    """One description of a world, with numbers only."""
    refuse_imported(template)
    try:
        return template.instance(
            arguments or {}, RandomStream.of(seed, template.name, "parameters", "0")
        ).world
    except (FormulaError, WorldError) as error:
        raise TaskSetError(f"world {template.name}: {error}") from None
