"""What the rest of a file has to know about a world: its name, its parameters and its levels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.language.declarations.inhabitants import Cameras, Inhabitants, cameras_of, inhabitants_of
from espire_dsl.language.declarations.templates import Template, WorldParameter
from espire_dsl.syntax import tree

_NOWHERE = Span("", 0, 0)


@frozen
class WorldSignature:
    """`sound` worlds tell all about their parameters; of others only the names are known. Those of the
    library have no `template` here, which is compiled when it is needed; what they may have is `kept`, and
    which cameras `kept_cameras`."""

    name: str
    parameters: tuple[WorldParameter, ...] = ()
    levels: tuple[str, ...] = ()
    sound: bool = True
    template: Template | None = field(default=None, eq=False, repr=False)
    kept: Inhabitants | None = field(default=None, eq=False, repr=False)
    kept_cameras: Cameras | None = field(default=None, eq=False, repr=False)
    span: Span = field(default=_NOWHERE, eq=False, repr=False)

    @cached_property
    def inhabitants(self) -> Inhabitants | None:
        """What its scenes may have; None where that is not known, as of imported ones."""
        if self.template is None:
            return self.kept
        return None if self.template.imported else inhabitants_of(self.template)

    @cached_property
    def cameras(self) -> Cameras | None:
        """The cameras of all its scenes; None where that is not known, as of imported ones."""
        if self.template is None:
            return self.kept_cameras
        return None if self.template.imported else cameras_of(self.template)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(parameter.name for parameter in self.parameters)

    def parameter(self, name: str) -> WorldParameter | None:
        return next((p for p in self.parameters if p.name == name), None)


Worlds = Mapping[str, WorldSignature]
"""The worlds that a file sees, by name."""


def signature_of(template: Template) -> WorldSignature:
    return WorldSignature(
        template.name, template.parameters, template.levels, template=template, span=template.span
    )


def named(name: str, *parameters: str) -> WorldSignature:
    """A world of which only the names of its parameters are known."""
    return WorldSignature(name, tuple(WorldParameter(p, "", span=_NOWHERE) for p in parameters), sound=False)


def unsound(declared: tree.Declaration) -> WorldSignature:
    """What is known of a world that does not compile."""
    return named(declared.name.text, *(p.name.text for p in declared.parameters))
