"""Rules about what can be guessed, seen and heard: candidates, chance, sight, frames, words, scenes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .deciding import counted, place_of
from .look import OPEN_FRAMES, Look
from .measuring import SIDES, plain_type
from .numbers import (
    COLUMNS_APART,
    EPSILON,
    FACING,
    LEAST_BOOKS_EASY,
    LEAST_CANDIDATES,
    LEAST_CANDIDATES_RANK,
    LEAST_SCENES,
    LEAST_SUPPLY,
    MOST_CHANCE,
    MOST_MEAN_CHANCE,
    MOST_RIGHT,
    ROUNDED,
    SENSITIVE,
    VISIBLE,
)
from .program import Hop
from .rules import Recount, Rule, Verdicts, any_of, of_tasks, part_of

_THE = re.compile(r"\bthe (?=((?:[\w-]+ ){0,2}?)(book|slot|space|one)\b(.*))", re.IGNORECASE)
_SUPERLATIVE = re.compile(r"\bthe (\w+ )?(\w*most|closest|farthest|emptiest) (to|from|of)\b", re.IGNORECASE)
_NO_ADJECTIVE = re.compile(
    r"\b(and|as|books?|for|from|in|of|on|one|only|same|shelf|slot|table|that|the|to|way|you)\b"
)
_OTHER_THING = re.compile(r" (?:you|in hand|in your|with|that holds|holding|itself)\b")
_RIGHTS = ("Left", "Right", "LeftMost", "RightMost")


def chance_of(look: Look) -> float:
    """Right ones of the candidates."""
    everyone = look.candidates | look.undecided
    return len(look.answers | look.undecided) / len(everyone) if everyone else 1.0


def _all_right(look: Look) -> bool | None:
    return None if look.fixes_pose else look.candidates <= look.answers


def _all_right_in_pose(look: Look) -> bool | None:
    return look.candidates <= look.answers if look.fixes_pose else None


def _too_few(look: Look) -> bool | None:
    if look.fixes_pose:
        return None
    ranks = any(hop.type.startswith("Rank") for hop in look.hops)
    if ranks:
        return len(look.candidates) < look.number("ranked_count", LEAST_CANDIDATES_RANK)
    of_books = look.task.get("candidate_kind") == "book" and look.task.get("level") == "easy"
    usual = LEAST_BOOKS_EASY if of_books and len(look.answers) == 1 else LEAST_CANDIDATES
    return len(look.candidates) < look.number("candidate_count", usual)


def _too_many_right(look: Look) -> bool | None:
    most = look.number("chance", MOST_RIGHT)
    return None if look.fixes_pose else len(look.answers) > most * len(look.candidates) + EPSILON


def _above_chance(look: Look) -> bool | None:
    most = look.number("chance", MOST_CHANCE)
    return None if look.fixes_pose else _stored_chance(look) > most + EPSILON


def _stored_chance(look: Look) -> float:
    stored = look.task.get("chance")
    return chance_of(look) if stored is None else float(stored)


def _half_by_chance(look: Look) -> bool:
    return chance_of(look) >= MOST_CHANCE


def _wrong_chance(look: Look) -> bool | None:
    stored = look.task.get("chance")
    if stored is None:
        return None
    decided = len(look.answers) / max(len(look.candidates), 1)
    plain = len(look.answers) / max(len(look.candidates | look.undecided), 1)
    return bool(min(abs(stored - c) for c in (chance_of(look), decided, plain)) > 1e-3)


def _mean_chance(recount: Recount) -> Verdicts:
    by_suite: dict[str, list[float]] = {}
    for look in recount.tasks:
        if not look.fixes_pose:
            by_suite.setdefault(look.task["suite"], []).append(_stored_chance(look))
    for suite, chances in by_suite.items():
        mean = sum(chances) / len(chances)
        yield f"{suite} {mean:.3f}", mean > MOST_MEAN_CHANCE + EPSILON


def _named(look: Look) -> frozenset[str]:
    """What the sentence is about: references that have a look of their own."""
    kinds = ("viewer", "table", "shelf")
    found = {*look.task["references"], *(id for hop in look.hops for id in hop.references)}
    return frozenset(id for id in found if look.scene[id].kind not in kinds)


def _hidden(look: Look, ids: frozenset[str]) -> bool | None:
    return any_of(look.is_hidden(id) for id in sorted(ids))


def _small(look: Look, ids: frozenset[str]) -> bool | None:
    return any_of(look.is_small(id) for id in sorted(ids))


def _best_hidden(look: Look) -> bool | None:
    known = [s for id in look.answers if (s := look.scene[id].visible) is not None]
    return max(known) < VISIBLE if known else None


def _turned_away(look: Look) -> bool | None:
    return any_of(_faces_away(look, hop) for hop in look.hops if hop.frame == "intrinsic")


def _faces_away(look: Look, hop: Hop) -> bool | None:
    if look.scene[hop.references[0]].kind in ("viewer", "shelf") or SIDES.get(plain_type(hop.type)) in (
        "up",
        "down",
    ):
        return None
    off = look.scene.off_front(hop.references[0])
    return None if off is None else off > look.number("front_angle", FACING) + EPSILON


def _against_picture(look: Look) -> bool | None:
    return any_of(_is_against_picture(look, hop) for hop in look.hops)


def _is_against_picture(look: Look, hop: Hop) -> bool | None:
    """The viewer's left and right, again by picture columns of the centres."""
    name = plain_type(hop.type)
    seen = hop.frame == "relative" or (
        hop.frame == "intrinsic" and look.scene[hop.references[0]].kind == "viewer"
    )
    if name not in _RIGHTS or not seen or look.scene.camera is None:
        return None
    sign = -1 if name.startswith("Left") else 1
    columns = {id: look.scene.column(id) for id in hop.asked}
    if any(column is None for column in columns.values()):
        return None
    along = {id: sign * column for id, column in columns.items() if column is not None}
    if name in ("Left", "Right"):
        viewer = look.scene[hop.references[0]].kind == "viewer"
        middle = look.scene.camera["K"][0][2] if viewer else look.scene.column(hop.references[0])
        if middle is None:
            return None
        right = {id for id in along if along[id] > sign * middle}
        return bool((right ^ set(hop.chosen)) - look.undecided)
    if len(hop.chosen) != 1:
        return _lines_against_picture(hop, along)
    [answer] = hop.chosen
    close = any(abs(along[id] - along[answer]) < COLUMNS_APART - EPSILON for id in along if id != answer)
    return close or counted(hop.type, along)[place_of(hop.type, hop.arguments) - 1] != answer


def _lines_against_picture(hop: Hop, along: Mapping[str, float]) -> bool:
    """Of whole columns: none of the others stands among them in the picture."""
    low, high = min(along[id] for id in hop.chosen), max(along[id] for id in hop.chosen)
    return any(low <= along[id] <= high for id in along if id not in hop.chosen)


def _singular(look: Look) -> bool | None:
    """Several answers and a sentence that speaks of the one; told by its words, so look at what is listed."""
    names_others = any(step.function == "unique" for step in look.steps)
    if look.fixes_pose or names_others or len(look.answers | look.undecided) < 2:
        return None
    sentence = look.task["instruction"]
    nouns = ("slot", "space", "one") if look.task["action"] == "place" else ("book", "one")
    for adjectives, noun, rest in _THE.findall(sentence):
        said = noun.lower() in nouns and not _NO_ADJECTIVE.search(adjectives.lower())
        if said and not _OTHER_THING.match(rest):
            return True
    return bool(_SUPERLATIVE.search(sentence))


def _few_scenes(recount: Recount) -> Verdicts:
    scenes: dict[tuple[str, str, str], set[str]] = {}
    for look in recount.tasks:
        key = (look.task["suite"], look.task["family"], look.type)
        scenes.setdefault(key, set()).add(look.task["scene"])
    for key, found in sorted(scenes.items()):
        yield f"{' '.join(key)} {len(found)}", len(found) < LEAST_SCENES


def _frame_shares(recount: Recount) -> dict[tuple[str, str], float]:
    """By suite and family, of the tasks that have several frames: the part in which they differ."""
    families: dict[tuple[str, str], list[bool]] = {}
    for look in recount.tasks:
        readings = look.frame_readings
        if len(readings) > 1:
            key = (look.task["suite"], look.task["family"])
            families.setdefault(key, []).append(len(set(readings.values())) > 1)
    return {key: sum(differ) / len(differ) for key, differ in sorted(families.items())}


def _insensitive(recount: Recount) -> Verdicts:
    """Families in which naming the frame mostly does not matter, unless the manifest wants no share of it."""
    for (suite, family), share in _frame_shares(recount).items():
        listed = part_of(recount.manifest, "rules", suite, "frames", family)
        wanted = listed.get("wanted", SENSITIVE)
        yield f"{suite} {family} {share:.2f}", wanted is not None and share < wanted - EPSILON


def _wrong_shares(recount: Recount) -> Verdicts:
    """The share that the manifest lists is that of the tasks that are tagged so."""
    tags: dict[tuple[str, str], list[bool]] = {}
    for look in recount.tasks:
        if len(look.frame_readings) > 1:
            tags.setdefault((look.task["suite"], look.task["family"]), []).append(look.frame_sensitive)
    for (suite, family), tagged in sorted(tags.items()):
        listed = part_of(recount.manifest, "rules", suite, "frames", family)
        if listed:
            share = sum(tagged) / len(tagged)
            yield f"{suite} {family} {share:.4f}", abs(listed["share"] - share) > ROUNDED


def _wrongly_tagged(look: Look) -> bool | None:
    """Tagged as depending on the frame where all readings are equal, or the other way round. Spaces that are
    undecided in another reading are not in the record, so of spaces only the first can be told."""
    readings = look.frame_readings
    if len(readings) < 2 or "frame_sensitive" not in look.task.get("tags", {}):
        return None
    differ = len(set(readings.values())) > 1
    return look.frame_sensitive > differ or (
        differ > look.frame_sensitive and look.task["candidate_kind"] != "space"
    )


def _unwanted(recount: Recount) -> Verdicts:
    """A share of none is listed only where hardly any binding depends on the frame."""
    for suite, rules in part_of(recount.manifest, "rules").items():
        for family, listed in part_of(rules, "frames").items():
            if listed["wanted"] is None:
                yield f"{suite} {family} {listed['supply']}", listed["supply"] > LEAST_SUPPLY + ROUNDED


def _own_rules(recount: Recount) -> Verdicts:
    """Families for which the manifest lists numbers of their own, with these."""
    found = {(look.task["suite"], look.task["family"]): look.listed for look in recount.tasks}
    for (suite, family), listed in sorted(found.items()):
        numbers = " ".join(f"{name}={number:g}" for name, number in listed.items())
        yield f"{suite} {family} {numbers}", bool(listed)


def _insensitive_tasks(look: Look) -> bool | None:
    readings = look.frame_readings
    return len(set(readings.values())) == 1 if len(readings) > 1 else None


def _open_readings(recount: Recount) -> Verdicts:
    for look in recount.open_tasks:
        readings = list(look.frame_readings.values())
        overlap = sum(map(len, readings)) != len(frozenset().union(*readings))
        yield look.id, len(readings) < 2 or not all(readings) or overlap


RULES = (
    Rule("not every candidate is right", of_tasks(_all_right)),
    Rule("pose-constrained: every candidate is right", of_tasks(_all_right_in_pose), strict=False),
    Rule("3 candidates, 4 for ranks, 2 easy books", of_tasks(_too_few)),
    Rule("at most half of the candidates are right", of_tasks(_too_many_right)),
    Rule("chance at most 0.5", of_tasks(_above_chance)),
    Rule(
        "chance 0.5 or more, pose-constrained too",
        of_tasks(lambda look: chance_of(look) >= MOST_CHANCE),
        False,
    ),
    Rule("the stored chance is right / candidates", of_tasks(_wrong_chance)),
    Rule("mean chance at most 0.35", _mean_chance),
    Rule("answers half visible", of_tasks(lambda look: _hidden(look, look.answers))),
    Rule("the best answer half visible", of_tasks(_best_hidden), strict=False),
    Rule("answers of 150 pixels", of_tasks(lambda look: _small(look, look.answers))),
    Rule("references half visible", of_tasks(lambda look: _hidden(look, _named(look)))),
    Rule("references of 150 pixels", of_tasks(lambda look: _small(look, _named(look)))),
    Rule("an asked front is within 120 degrees of the camera", of_tasks(_turned_away)),
    Rule("the viewer's left and right are those of the picture", of_tasks(_against_picture)),
    Rule("`the` only for one answer", of_tasks(_singular)),
    Rule("15 different scenes a type", _few_scenes),
    Rule("families: half of the tasks differ by frame, or listed", _insensitive),
    Rule("frames: tasks are tagged as their readings are", of_tasks(_wrongly_tagged)),
    Rule("frames: the listed shares are those of the tags", _wrong_shares),
    Rule("frames: no share is wanted only where few bindings differ", _unwanted),
    Rule("families with numbers of their own, as listed", _own_rules, strict=False),
    Rule("tasks whose frame readings are equal", of_tasks(_insensitive_tasks), strict=False),
    Rule(f"{OPEN_FRAMES}: readings non-empty and disjoint", _open_readings),
)
