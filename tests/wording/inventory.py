"""The reasoning types that need words, by aspect, with arguments; and some things to refer to."""

from __future__ import annotations

from espire_dsl.wording.values import (
    VIEWER,
    Said,
    SaidAngle,
    SaidClock,
    SaidInt,
    SaidLength,
    SaidOrdinal,
    SaidThing,
    SaidType,
)

_SHORT, _LONG = SaidLength(0.3), SaidLength(1.2)
_MOSTS = ("LeftMost", "RightMost", "FrontMost", "BackMost", "TopMost", "BottomMost")
_RANKS = {f"Rank{most}": ((SaidOrdinal(2),),) for most in _MOSTS}

Arguments = tuple[tuple[Said, ...], ...]

TYPES: dict[str, dict[str, Arguments]] = {
    "attribute": {
        **dict.fromkeys(("Small", "Medium", "Large", "Empty", "NonEmpty", "Emptiest"), ((),)),
        "Height": ((_SHORT,), (_LONG,)),
        "Width": ((_SHORT,), (_LONG,)),
    },
    "distance": {
        "Closest": ((),),
        "Farthest": ((),),
        "RankClosest": ((SaidOrdinal(2),), (SaidOrdinal(3),)),
        "RankFarthest": ((SaidOrdinal(2),), (SaidOrdinal(3),)),
        "LessThan": ((_SHORT,), (SaidLength(1),)),
        "MoreThan": ((_SHORT,), (_LONG,)),
        "EqualTo": ((_SHORT,), (_LONG,)),
        "Range": ((_SHORT, SaidLength(0.5)), (_SHORT, _LONG), (SaidLength(1), _LONG)),
    },
    "comparison": {"Closer": ((),), "Farther": ((),)},
    "relationship": {
        **dict.fromkeys(("Left", "Right", "Front", "Behind", "Upper", "Lower", *_MOSTS), ((),)),
        **_RANKS,
        "Row": ((SaidInt(2),),),
        "Column": ((SaidInt(3),),),
        "Cell": ((SaidInt(2), SaidInt(3)),),
        **dict.fromkeys(("Between", "BetweenSlots", "BetweenSpaces"), ((),)),
    },
    "orientation": {
        **dict.fromkeys(("Left", "Right", "Front", "Behind", *_MOSTS), ((),)),
        **_RANKS,
        **dict.fromkeys(("Flat", "Vertical", "Tilted"), ((),)),
        "TiltDegree": ((SaidAngle(30),),),
        "ClockPosition": ((SaidClock(3),), (SaidClock(11),)),
        **dict.fromkeys(("Above", "Below", "DirectAbove", "DirectBelow"), ((),)),
        **dict.fromkeys(("DirectLeft", "DirectRight"), ((),)),
    },
}

FRAME = SaidThing("picture frame", kind="near")
SUCCULENTS = SaidThing("succulents", plural=True, kind="near")
CUBE = SaidThing("Rubik's cube", kind="near")
TABLE = SaidThing("table", kind="table", is_furniture=True)
SHELF = SaidThing("shelf", kind="shelf", is_furniture=True)
REFERENCES = (FRAME, SUCCULENTS, TABLE, VIEWER)

STAND_ALONE = frozenset(
    {"Small", "Medium", "Large", "Empty", "NonEmpty", "Emptiest", "Height", "Width"}
    | {"Flat", "Vertical", "Tilted", "TiltDegree"}
)
"""Types that describe the thing itself and refer to nothing."""

TWO_REFERENCES = frozenset({"Between", "BetweenSlots", "BetweenSpaces"})


def all_types() -> list[SaidType]:
    return [
        SaidType(constructor, arguments, aspect)
        for aspect, constructors in TYPES.items()
        for constructor, choices in constructors.items()
        for arguments in choices
    ]
