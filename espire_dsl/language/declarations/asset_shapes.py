"""The shape of an asset: its parts, or its mesh, held against its box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from espire_dsl.catalogue.paints import is_colour, texture_names
from espire_dsl.catalogue.shape import AXES, FORMS, OWN, AssetShape, Axis, ShapePart, Vector
from espire_dsl.diagnostics.value import Findings, Label, Span
from espire_dsl.language.declarations import constants as read
from espire_dsl.language.declarations.asset_meshes import read_mesh_entry
from espire_dsl.language.declarations.schema import GivenEntry
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.scene.asset_parts import sticking_out
from espire_dsl.syntax import tree

MOST_AROUND: Final = 360
SHAPE_ENTRIES: Final = ("part", "like", "mesh")
"""The entries that give an asset its shape: it has those of one sort."""
_AXIS: Final[Mapping[str, Axis]] = {"x": "x", "y": "y", "z": "z"}


@frozen
class ShapeReader:
    """Reads the entries that are about the shape of one asset. `box` is None where its size is not known."""

    box: Vector | None
    variants: int
    folder: Path | None
    paint: str | None
    reaches_out: bool
    findings: Findings

    def read(self, entries: Sequence[GivenEntry]) -> AssetShape | None:
        """The shape, or None for an asset that has none of its own, or one that is not in order."""
        self._check_one_sort(entries)
        rows = [(given, self._part(given)) for given in entries if given.name == "part"]
        parts = [(given, *part) for given, part in rows if part is not None]
        meshes = [given for given in entries if given.name == "mesh"]
        if meshes and not rows and self.box is not None:
            mesh = read_mesh_entry(meshes[0], self.box, self.paint, self.folder, self.findings)
            return None if mesh is None else AssetShape(self.box, mesh=mesh)
        if self.box is None or not rows:
            return None
        shape = AssetShape(
            self.box,
            tuple(part for _, part, variant in parts if variant is None),
            self._by_variant([(part, variant) for _, part, variant in parts if variant is not None]),
            reaches_out=self.reaches_out,
        )
        if not self.reaches_out:
            for given, part, _ in parts:
                self._check_fit(given, part, shape)
        return shape

    def _check_one_sort(self, entries: Iterable[GivenEntry]) -> None:
        first: dict[str, GivenEntry] = {}
        for given in entries:
            if given.name in SHAPE_ENTRIES:
                first.setdefault(given.name, given)
        if len(first) > 1:
            one, other = list(first.values())[:2]
            self.findings.add(
                "E0729",
                other.entry.name.span,
                f"an asset has one shape: `{one.name}` or `{other.name}`",
                "a second shape",
                secondary=[Label(one.entry.name.span, "the first one")],
                help="leave one of them out",
            )

    def _by_variant(self, parts: Iterable[tuple[ShapePart, int]]) -> tuple[tuple[ShapePart, ...], ...]:
        rows: dict[int, list[ShapePart]] = {}
        for part, variant in parts:
            rows.setdefault(variant, []).append(part)
        return tuple(tuple(rows.get(number, ())) for number in range(1, self.variants + 1)) if rows else ()

    def _part(self, given: GivenEntry) -> tuple[ShapePart, int | None] | None:
        """A part, and the variant that it belongs to, or None for all of them."""
        before = self.findings.error_count
        form, lengths = self._form(given.arguments["shape"].value)
        at = read.triple(given.arguments["at"].value, read.LENGTH, "(0, 3 cm, 12 cm)", self.findings)
        turn = self._turn(given)
        part = ShapePart(
            form=form,
            lengths=lengths,
            at=at or (0.0, 0.0, 0.0),
            axis=_AXIS[self._word(given, "axis", AXES) or "z"],
            turn=turn,
            around=self._whole(given, "around", MOST_AROUND) or 1,
            top=self._number(given, "top", 1.0, None),
            hole=self._number(given, "hole", 0.0, 1.0),
            paint=self._paint(given),
        )
        variant = self._whole(given, "variant", None)
        if variant is not None and variant > self.variants:
            self.findings.add(
                "E0728",
                given.arguments["variant"].value.span,
                f"there is no variant {variant}: the asset has {self.variants}",
                "beyond the last one",
                help=f"say how many looks it has: `variants {variant}`",
            )
        return None if self.findings.error_count > before else (part, variant)

    def _form(self, value: tree.Expression) -> tuple[str, Vector]:
        """`cylinder(8 cm, 8 cm, 10 cm)`."""
        nothing = ("box", (1.0, 1.0, 1.0))
        if not isinstance(value, tree.Call):
            read.wrong(value.span, "a form with its lengths, such as `box(8 cm, 5 cm, 10 cm)`", self.findings)
            return nothing
        word = value.function
        if word.text not in FORMS:
            self.findings.add(
                "E0726",
                word.span,
                f"there is no form `{word.text}`",
                "unknown form",
                notes=[f"a part is a {one_of(FORMS)}"],
                help=did_you_mean(word.text, FORMS),
            )
            return nothing
        if len(value.arguments) != 3 or any(a.name or a.each for a in value.arguments):
            read.wrong(value.span, f"`{word.text}` with three lengths", self.findings)
            return nothing
        x, y, z = (read.positive(a.value, read.LENGTH, self.findings) for a in value.arguments)
        return (word.text, (x, y, z)) if x and y and z else nothing

    def _turn(self, given: GivenEntry) -> Vector:
        argument = given.get("turn")
        if argument is None:
            return (0.0, 0.0, 0.0)
        return read.triple(argument.value, read.ANGLE, "(0, 30 deg, 0)", self.findings) or (0.0, 0.0, 0.0)

    def _word(self, given: GivenEntry, name: str, known: tuple[str, ...]) -> str | None:
        argument = given.get(name)
        return None if argument is None else read.word(argument.value, self.findings, known)

    def _whole(self, given: GivenEntry, name: str, most: int | None) -> int | None:
        argument = given.get(name)
        if argument is None:
            return None
        found = read.whole(argument.value, self.findings, 1)
        if found is not None and most is not None and found > most:
            read.wrong(argument.value.span, f"a whole number up to {most}", self.findings)
        return found

    def _number(self, given: GivenEntry, name: str, usually: float, below: float | None) -> float:
        argument = given.get(name)
        if argument is None:
            return usually
        found = read.number(argument.value, read.NUMBER, self.findings)
        if found is None or (found >= 0 and (below is None or found < below)):
            return usually if found is None else found
        limit = "" if below is None else f" and below {below:g}"
        read.wrong(argument.value.span, f"a number not below 0{limit}", self.findings)
        return usually

    def _paint(self, given: GivenEntry) -> str:
        argument = given.get("paint")
        if argument is None:
            return self.paint or OWN
        return read_paint(argument.value, self.findings) or OWN

    def _check_fit(self, given: GivenEntry, part: ShapePart, shape: AssetShape) -> None:
        beyond = sticking_out(part, shape)
        if beyond is None:
            return
        length, axis = beyond
        lengths = " x ".join(f"{100 * side:g}" for side in shape.box)
        self.findings.add(
            "E0724",
            _from_first_argument(given),
            f"this part sticks out of the box by {_spoken(length)} along {axis}",
            "sticks out",
            notes=[
                f"the box is {lengths} cm; `at` is the middle of the part, and z is above the ground",
            ],
            help="move it, make it smaller, or say `reaches_out true` if it is meant to",
        )


def read_paint(value: tree.Expression, findings: Findings) -> str | None:
    """A texture by its name, `own`, or a colour such as `"#c79a62"`."""
    names = texture_names()
    if isinstance(value, tree.Text) and is_colour(value.value):
        return value.value
    if isinstance(value, tree.Name) and (value.text in names or value.text == OWN):
        return value.text
    written = value.text if isinstance(value, tree.Name) else ""
    hint = did_you_mean(written, (*names, OWN)) if written else None
    findings.add(
        "E0725",
        value.span,
        f"there is no texture `{written}`" if written else "expected a texture or a colour",
        "unknown paint",
        help=hint or 'name a texture of docs/entries.md, or a colour in quotes: `"#c79a62"`',
    )
    return None


def _from_first_argument(given: GivenEntry) -> Span:
    arguments = given.entry.arguments
    return arguments[0].span.to(arguments[-1].span)


def _spoken(length: float) -> str:
    """`3.2 cm`, `0.04 mm`."""
    return f"{100 * length:.2f} cm" if length >= 1e-4 else f"{1000 * length:.3f} mm"
