"""The entries of a world. Words in capitals say what an argument is; `arguments` reads each of them."""

from __future__ import annotations

from espire_dsl.language.declarations.schema import Schema, form

DEFAULT_TRIES = 40

WORLD = Schema(
    "world",
    (
        form("imported", "nothing is drawn: its scenes are those that `compile --from` finds in a folder"),
        form("levels WORDS, ...", "how hard scenes can be, the easiest first"),
        form("floor DEPTH, WIDTH", "a floor of this size, whose top is at height 0"),
        form(
            "furniture NAME, of: ASSETS, [on: ASSETS], [cells: CELLS], [board: LENGTH], [medium: NUMBER], "
            "[large: NUMBER]",
            "what everything is measured from: it stands at the origin, on the floor or on another piece of "
            "furniture, and faces +x; with layouts it is hollow, and boards of this thickness divide it into "
            "cells of this kind, medium and large from these areas on",
        ),
        form(
            "layout TEXT, DIVISION, [weight: NUMBER]",
            "a way to divide the furniture into cells, and how often it is taken among the others",
            many=True,
        ),
        form(
            "items NAME, of: SORTS, [count: COUNTS], [distinct: TRUTH], [turned: TURNED], [size: SIZES], "
            "[called: PATTERN], [paint: PATTERN], *: CHOICES",
            "things of one sort: how many at each level, at most 1,000, whether all differ, how turned, how "
            "large; labels of which each takes one of some words, and what it is called and painted by them",
            many=True,
        ),
        form(
            "pose ITEMS, POSE, [weight: NUMBER]",
            "a pose in which such items are, and how often among the others",
            many=True,
        ),
        form(
            "put *: SORTS, [at: PLACE], [on: THING], [left_of: THING], [right_of: THING], "
            "[in_front_of: THING], [behind: THING], [distance: LENGTHS], [from: THING], [turned: TURNED], "
            "[facing: THING], [size: SIZES], [fixed: TRUTH], [name: TEXT], [paint: TEXT]",
            "one thing, with its name: it stands at a place, or anywhere on what it is on",
            many=True,
        ),
        form(
            "scatter ITEMS, over: REGION, [gap: LENGTH], [apart: LENGTH]",
            "items strewn over a region, a gap from one another, and rather apart in depth and sideways",
            many=True,
        ),
        form(
            "fill ITEMS, among: ITEMS, used: PARTS, gap: LENGTH, inset: LENGTH, pitch: LENGTH, "
            "same_row: NUMBER, beyond: NUMBER, share: NUMBER",
            "cells in use hold items, among others that have their cells first",
        ),
        form(
            "vacancies LEAST, of: VACANCIES",
            "free room in cells is cut into vacancies of this kind, at least so many",
        ),
        form(
            "camera NAME, [at: POINT], [to: POINT], [up: DIRECTION], [above: LENGTHS], [from: BASE], "
            "[before: LENGTHS], [lateral: LENGTHS], [aim: AIM], [lens: ANGLE], [orthographic: LENGTH], "
            "[size: PIXELS]",
            "a camera at a place, or (the one called world) anywhere above and before the furniture; with a "
            "lens, or orthographic, with a picture of this height",
            many=True,
        ),
        form(
            "see KINDS, [part: NUMBER], [whole: TRUTH]",
            "what must be seen of each thing of these kinds: a part, and all of it inside the picture",
            many=True,
        ),
        form(
            "hand below: LENGTHS, before: LENGTHS, lateral: LENGTHS, pitch: ANGLES, yaw: ANGLES, "
            "roll: ROLLS, [holds: ITEMS], [draws: NUMBER], [seen: NUMBER]",
            "a robot's hand below the camera and before the furniture, and what it holds",
        ),
        form(
            "lights COUNT, above: LENGTHS, ahead: LENGTHS, lateral: LENGTHS, kelvin: NUMBERS, "
            "strength: NUMBERS",
            "how many lamps, at most 100, where, how warm and how strong",
        ),
        form("paint PAINTED, WORDS", "the looks from which each thing of these kinds takes one", many=True),
        form("require PROGRAM", "what must be true of a scene; where it is not, another is drawn", many=True),
        form("tries NUMBER", f"how often a scene is tried before it is given up ({DEFAULT_TRIES})"),
        form("let *: VALUE", "a value that later entries may use", many=True),
    ),
)
