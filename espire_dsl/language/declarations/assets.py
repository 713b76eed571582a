"""`asset NAME is KIND { ... }`: the entries of an asset, and the categories that assets become."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from espire_dsl.catalogue.reader import Category, Extents, LengthRange
from espire_dsl.catalogue.shape import Vector
from espire_dsl.diagnostics.value import Findings, Label, Span
from espire_dsl.domain.kinds import ROLES, VIEWER, Kind, KindTable, Perspective
from espire_dsl.language.declarations import constants as read
from espire_dsl.language.declarations.asset_shapes import ShapeReader, read_paint
from espire_dsl.language.declarations.entries import Entries
from espire_dsl.language.declarations.schema import GivenEntry, Schema, form, read_entries, report_missing
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.syntax import tree

ASSET: Final = Schema(
    "asset",
    (
        form("name TEXT", "what sentences call it, without an article; if left out, its name in plain words"),
        form("plural TRUTH", "`true` when the name is a plural: the succulents *are* on the table"),
        form("article TEXT", "the indefinite article, where the first letter of the name does not tell it"),
        form("size X, Y, Z", "its lengths: depth towards the front, lateral, up; each a length or a range"),
        form("front DIRECTION", "which own axis points out of its front; without one it has no front"),
        form(
            "perspective WORD", "whose left is its left: `own`, or `encounter`: of one who stands before it"
        ),
        form("class WORD", "its size among its kind: `small`, `medium` or `large`"),
        form("variants NUMBER", "how many looks there are of it; 1 if left out"),
        form("labels *: TEXT", 'words about it that sentences may use: `labels colour: "red"`'),
        form("density NUMBER", "kilograms per cubic metre, where the usual density of its kind does not do"),
        form(
            "box X, Y, Z", "the lengths for which its parts are written; if left out, the middle of its size"
        ),
        form("reaches_out TRUTH", "`true` where parts are meant to stick out of the box"),
        form(
            "paint PAINT", "the texture, or the colour, of parts that name none; `own` is the scene's choice"
        ),
        form(
            "part SHAPE, at: POINT, [axis: WORD], [turn: ANGLES], [around: NUMBER], [top: NUMBER], "
            "[hole: NUMBER], [paint: PAINT], [variant: NUMBER]",
            "a box, ball, cylinder, cone or tube with its three lengths, and where its middle is",
            many=True,
        ),
        form("like NAME", "another asset that has the same shape"),
        form(
            "mesh FILE, [scale: NUMBER], [up: WORD], [collider: WORD]",
            "a GLB or OBJ file beside this one, stretched to the box, or `scale` metres to its unit; "
            "what collides is its `box` or its convex `hull`",
        ),
    ),
)

SIZE_CLASSES: Final = ("small", "medium", "large")
_PERSPECTIVES: Final[Mapping[str, Perspective]] = {"own": "own", "encounter": "encounter"}
FRONTS: Final[Mapping[str, Vector]] = {
    "+x": (1.0, 0.0, 0.0),
    "-x": (-1.0, 0.0, 0.0),
    "+y": (0.0, 1.0, 0.0),
    "-y": (0.0, -1.0, 0.0),
}
_POINT: Final[Extents] = (LengthRange(0.0, 0.0), LengthRange(0.0, 0.0), LengthRange(0.0, 0.0))


@frozen
class AssetScope:
    """What the assets of a file may speak of: kinds, the assets of other files, and meshes in a folder."""

    kinds: KindTable
    known: Mapping[str, Category] = field(factory=dict)
    folder: Path | None = None


@frozen
class _Asset:
    """An asset that was read: where sentences get its name from, and the asset that it looks like, if any."""

    category: Category
    named_at: Span
    like: tree.Expression | None


def read_assets(
    declarations: Iterable[tree.Declaration], scope: AssetScope, findings: Findings
) -> dict[str, Category]:
    """The assets of a file by their names; what is wrong with them is reported."""
    first: dict[str, tree.Declaration] = {}
    assets: dict[str, _Asset] = {}
    for declared in declarations:
        id = declared.name.text
        if id in first or id in scope.known:
            _report_again(declared, first.get(id), findings)
            continue
        first[id] = declared
        asset = _read_asset(declared, scope, findings)
        if asset is not None:
            assets[id] = asset
    _check_names(assets, scope.known, findings)
    return {id: _with_shape(asset, assets, scope.known, findings) for id, asset in assets.items()}


def _read_asset(declared: tree.Declaration, scope: AssetScope, findings: Findings) -> _Asset | None:
    """One asset; None where its kind or its size is not known, so that nothing can be said about it."""
    kind = _kind(declared, scope.kinds, findings)
    entries = Entries(read_entries(declared, ASSET, findings), findings)
    name = entries.text("name") or declared.name.text.replace("_", " ")
    plural = entries.truth("plural")
    article = entries.text("article", empty=True)
    front = _front(entries.value("front"), findings)
    extents = _extents(declared, kind, entries)
    box = entries.lengths("box") or _middle(extents)
    variants = entries.whole("variants", 1) or 1
    perspective = entries.word("perspective", tuple(_PERSPECTIVES))
    size = entries.word("class", SIZE_CLASSES)
    density = entries.positive("density", read.NUMBER)
    labels = _labels(entries.get("labels"), findings)
    paint = entries.value("paint")
    shape = ShapeReader(
        box=box,
        variants=variants,
        folder=scope.folder,
        paint=None if paint is None else read_paint(paint, findings),
        reaches_out=entries.truth("reaches_out"),
        findings=findings,
    ).read(entries.given)
    if kind is None or extents is None:
        return None
    category = Category(
        id=declared.name.text,
        kind=kind.name,
        name=name,
        article=_usual_article(name, plural) if article is None else article,
        plural=plural,
        oriented=front is not None,
        front=front,
        perspective=kind.perspective if perspective is None else _PERSPECTIVES[perspective],
        extents=extents,
        size=size,
        variants=variants,
        labels=labels,
        density=kind.density if density is None else density,
        shape=shape,
        roles=kind.roles,
        axes=kind.axes,
    )
    return _Asset(category, entries.span("name", declared.name.span), entries.value("like"))


def _kind(declared: tree.Declaration, kinds: KindTable, findings: Findings) -> Kind | None:
    if len(declared.bases) != 1:
        where = declared.bases[1].span if declared.bases else declared.name.span
        if not declared.broken:
            findings.add(
                "E0736",
                where,
                f"an asset is of one kind, and `{declared.name.text}` is of {len(declared.bases) or 'none'}",
                "one too many" if declared.bases else "of which kind?",
                help=f"write `asset {declared.name.text} is KIND`",
            )
        return None
    (base,) = declared.bases
    kind = kinds.get(base.text)
    if kind is not None:
        return kind
    findings.add(
        "E0720",
        base.span,
        f"there is no kind `{base.text}`",
        "unknown kind",
        notes=[f"known are {', '.join(sorted(kinds.by_name.keys() - ROLES.keys()))}"],
        help=did_you_mean(base.text, kinds.by_name) or f"declare it: `kind {base.text} is movable`",
    )
    return None


def _report_again(declared: tree.Declaration, first: tree.Declaration | None, findings: Findings) -> None:
    findings.add(
        "E0721",
        declared.name.span,
        f"there are two assets `{declared.name.text}`",
        "again",
        secondary=[] if first is None else [Label(first.name.span, "first declared here")],
        notes=["it is an asset of another file that can be seen here"] if first is None else [],
        help="give one of them another name",
    )


def _check_names(assets: Mapping[str, _Asset], known: Mapping[str, Category], findings: Findings) -> None:
    """Things are told apart by their names; only a name that says nothing but the kind may be shared."""
    owners = {category.name.casefold(): category.id for category in known.values()}
    spans: dict[str, Span] = {}
    for asset in assets.values():
        name = asset.category.name.casefold()
        if name == asset.category.kind.replace("_", " ").casefold():
            continue
        if name in owners:
            findings.add(
                "E0722",
                asset.named_at,
                f'"{asset.category.name}" is the name of `{owners[name]}` already',
                "sentences could not tell them apart",
                secondary=[Label(spans[name], "first one")] if name in spans else [],
                help="give it another name",
            )
            continue
        owners[name], spans[name] = asset.category.id, asset.named_at


def _with_shape(
    asset: _Asset, assets: Mapping[str, _Asset], known: Mapping[str, Category], findings: Findings
) -> Category:
    """The asset with the shape of the one that it looks like, which must have one of its own."""
    wanted = None if asset.like is None else read.word(asset.like, findings)
    if asset.like is None or wanted is None:
        return asset.category
    others = {**known, **{id: other.category for id, other in assets.items()}}
    shape = others[wanted].shape if wanted in others else None
    if shape is None:
        findings.add(
            "E0727",
            asset.like.span,
            f"`{wanted}` has no shape of its own" if wanted in others else f"there is no asset `{wanted}`",
            "nothing to look like",
            help=None if wanted in others else did_you_mean(wanted, others),
        )
        return asset.category
    return evolve(asset.category, shape=shape)


def _extents(declared: tree.Declaration, kind: Kind | None, entries: Entries) -> Extents | None:
    given, findings = entries.get("size"), entries.findings
    if given is None:
        if kind is not None and kind.is_a(VIEWER):
            return _POINT
        report_missing(declared, ASSET, "size", findings)
        return None
    spans = [
        read.span_of(argument.value, read.LENGTH, findings, read.positive)
        for argument in given.arguments.values()
    ]
    x, y, z = (None if ends is None else LengthRange(*ends) for ends in spans)
    return None if x is None or y is None or z is None else (x, y, z)


def _middle(extents: Extents | None) -> Vector | None:
    if extents is None:
        return None
    x, y, z = (round(length.middle, 9) for length in extents)
    return (x, y, z)


def _front(value: tree.Expression | None, findings: Findings) -> Vector | None:
    """A unit vector: fronts are horizontal, whatever a thing stands on."""
    if value is None:
        return None
    written = read.direction(value, findings)
    if written is None or written in FRONTS:
        return None if written is None else FRONTS[written]
    read.wrong(value.span, f"a direction to the side: {one_of(FRONTS)}", findings)
    return None


def _labels(given: GivenEntry | None, findings: Findings) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for argument in given.more if given is not None else ():
        if argument.name is None:
            read.wrong(argument.span, 'a label with its name, such as `colour: "red"`', findings)
            continue
        if argument.name.text in found:
            read.wrong(argument.name.span, "a label that is not said yet", findings)
            continue
        text = read.text(argument.value, findings)
        if text is not None:
            found[argument.name.text] = text
    return tuple(sorted(found.items()))


def _usual_article(name: str, plural: bool) -> str:
    if plural:
        return "some"
    return "an" if name[0].lower() in "aeiou" else "a"
