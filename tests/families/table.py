"""The 65 families as the suite's definition lists them, written down apart from the families themselves."""

from __future__ import annotations

from attrs import frozen


@frozen
class Row:
    """A family: aspect and action are the first words of its name; `types` are bare constructors."""

    name: str
    granularity: str
    frame: str | None
    reference: str | None
    types: str
    candidates: str = "books"
    references: int = 1

    @property
    def action(self) -> str:
        return self.name.split(".")[0]

    @property
    def aspect(self) -> str:
        return self.name.split(".")[1]

    @property
    def constructors(self) -> set[str]:
        return set(self.types.split())


_SIDES = "Left Right Front Behind"
_MOSTS = "LeftMost RightMost FrontMost BackMost"
_RANKS = "RankLeftMost RankRightMost RankFrontMost RankBackMost"
_ON_SHELF = "Left Right Upper Lower"
_MOSTS_ON_SHELF = "LeftMost RightMost TopMost BottomMost"
_RANKS_ON_SHELF = "RankLeftMost RankRightMost RankTopMost RankBottomMost"
_OF_DISTANCE = {
    "extreme": ("coarse", "Closest Farthest"),
    "rank": ("fine", "RankClosest RankFarthest"),
    "threshold": ("coarse", "LessThan MoreThan"),
    "precise": ("fine", "EqualTo Range"),
}

PICK = [
    Row("pick.attribute.size", "coarse", None, None, "Small Medium Large"),
    Row("pick.attribute.dimension", "fine", None, None, "Height Width"),
    *(
        Row(f"pick.distance.{reference}.{group}", granularity, None, reference, types)
        for reference in ("viewer", "near", "distant")
        for group, (granularity, types) in _OF_DISTANCE.items()
    ),
    Row("pick.relationship.table.region", "coarse", "intrinsic", "table", _SIDES),
    Row("pick.relationship.table.extreme", "coarse", "intrinsic", "table", _MOSTS),
    Row("pick.relationship.table.rank", "fine", "intrinsic", "table", _RANKS),
    Row("pick.relationship.viewer.side", "coarse", "relative", "table", "Left Right"),
    Row("pick.relationship.viewer.extreme", "coarse", "relative", "table", _MOSTS),
    Row("pick.relationship.viewer.rank", "fine", "relative", "table", _RANKS),
    Row("pick.relationship.between", "coarse", None, "near", "Between", references=2),
    Row("pick.orientation.pose", "coarse", "absolute", None, "Flat Vertical Tilted"),
    Row("pick.orientation.tilt", "fine", "absolute", None, "TiltDegree"),
    Row("pick.orientation.viewer.side", "coarse", "intrinsic", "viewer", "Left Right"),
    Row("pick.orientation.oriented.side", "coarse", "intrinsic", "oriented near", _SIDES),
    Row("pick.orientation.oriented.rank", "fine", "intrinsic", "oriented near", "RankLeftMost RankRightMost"),
    Row("pick.orientation.plain.side", "coarse", "relative", "plain near", _SIDES),
    Row("pick.orientation.plain.rank", "fine", "relative", "plain near", "RankLeftMost RankRightMost"),
    Row("pick.orientation.clock.viewer", "fine", "intrinsic", "viewer", "ClockPosition"),
    Row("pick.orientation.clock.near", "fine", "intrinsic", "oriented near", "ClockPosition"),
    Row("pick.orientation.clock.distant", "fine", "intrinsic", "oriented distant", "ClockPosition"),
]


def _place_by_distance(reference: str, group: str) -> Row:
    granularity, types = _OF_DISTANCE[group]
    if (reference, group) == ("near", "extreme"):
        types = "Farthest"
    candidates = "spaces" if (reference, group) == ("near", "precise") else "slots"
    return Row(f"place.distance.{reference}.{group}", granularity, None, reference, types, candidates)


def _place(
    name: str,
    granularity: str,
    frame: str | None,
    reference: str | None,
    candidates: str,
    types: str,
    references: int = 1,
) -> Row:
    return Row(f"place.{name}", granularity, frame, reference, types, candidates, references)


PLACE = [
    _place("attribute.occupancy", "coarse", None, None, "slots", "Empty NonEmpty Emptiest"),
    _place("attribute.dimension", "fine", None, None, "slots", "Height Width"),
    *(_place_by_distance(r, g) for r in ("viewer", "near", "distant") for g in _OF_DISTANCE),
    _place("relationship.shelf.slots", "coarse", "intrinsic", "shelf", "slots", _ON_SHELF),
    _place("relationship.shelf.spaces", "coarse", "intrinsic", "shelf", "spaces", _ON_SHELF),
    _place("relationship.shelf.extreme", "coarse", "intrinsic", "shelf", "slots", _MOSTS_ON_SHELF),
    _place("relationship.shelf.rank", "fine", "intrinsic", "shelf", "slots", _RANKS_ON_SHELF),
    _place("relationship.viewer.side", "coarse", "relative", "shelf", "slots", "Left Right"),
    _place("relationship.viewer.extreme", "coarse", "relative", "shelf", "slots", "LeftMost RightMost"),
    _place("relationship.viewer.rank", "fine", "relative", "shelf", "slots", "RankLeftMost RankRightMost"),
    _place("relationship.between", "coarse", None, "near", "slots spaces", "BetweenSlots BetweenSpaces", 2),
    _place("relationship.index.line", "fine", "intrinsic", "shelf", "slots", "Row Column"),
    _place("relationship.index.cell", "fine", "intrinsic", "shelf", "slots", "Cell"),
    _place("orientation.pose", "coarse", "absolute", None, "slots", "Flat Vertical Tilted"),
    _place("orientation.tilt", "fine", "absolute", None, "slots", "TiltDegree"),
    _place("orientation.viewer.side", "coarse", "intrinsic", "viewer", "slots", "Left Right"),
    _place("orientation.oriented.side", "coarse", "intrinsic", "oriented near", "spaces", _SIDES),
    _place("orientation.plain.side", "coarse", "relative", "plain near", "spaces", "Left Right"),
    _place("orientation.vertical", "coarse", "absolute", "near", "slots", "Above Below"),
    _place("orientation.direct.vertical", "fine", "absolute", "near", "slots", "DirectAbove DirectBelow"),
    _place("orientation.direct.lateral", "fine", "relative", "near", "spaces", "DirectLeft DirectRight"),
    _place("orientation.clock.viewer", "fine", "intrinsic", "viewer", "spaces", "ClockPosition"),
    _place("orientation.clock.near", "fine", "intrinsic", "oriented near", "spaces", "ClockPosition"),
]

ROWS = [*PICK, *PLACE]
WORLDS = {"pick": "tabletop", "place": "shelf"}
TYPES_BY_ASPECT = {
    "pick": {"attribute": 5, "distance": 24, "relationship": 23, "orientation": 21},
    "place": {"attribute": 5, "distance": 23, "relationship": 27, "orientation": 20},
}
FAMILIES = {"pick": 31, "place": 34}
