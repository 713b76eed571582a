"""Ways to spoil a valid task in one place, each with the fields at which that must be noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from espire_dsl.reports.masks import decoded
from espire_dsl.tasks.task import Task
from espire_sim.rendering.rle import encoded


@frozen
class Mutation:
    """`spoil` gives the spoilt task, or None where there is nothing to spoil in this way."""

    name: str
    fields: frozenset[str]
    spoil: Callable[[Task], Task | None]


MUTATIONS: list[Mutation] = []


def mutation(*fields: str) -> Callable[[Callable[[Task], Task | None]], Callable[[Task], Task | None]]:
    def declare(spoil: Callable[[Task], Task | None]) -> Callable[[Task], Task | None]:
        MUTATIONS.append(Mutation(spoil.__name__, frozenset(fields), spoil))
        return spoil

    return declare


def wrong_candidates(task: Task) -> list[str]:
    return [id for id in task.candidates or () if id not in task.answers]


@mutation("answers", "masks")
def another_answer(task: Task) -> Task | None:
    return evolve(task, answers=sorted([*task.answers, *wrong_candidates(task)[:1]]))


@mutation("answers")
def an_answer_less(task: Task) -> Task | None:
    return None if len(task.answers) < 2 else evolve(task, answers=task.answers[1:])


@mutation("answers")
def the_opposite_answers(task: Task) -> Task | None:
    wrong = wrong_candidates(task)
    return evolve(task, answers=wrong) if wrong else None


@mutation("candidates")
def a_candidate_less(task: Task) -> Task | None:
    wrong = wrong_candidates(task)
    return evolve(task, candidates=[c for c in task.candidates or () if c != wrong[0]]) if wrong else None


@mutation("candidates")
def candidates_in_another_order(task: Task) -> Task | None:
    return evolve(task, candidates=(task.candidates or [])[::-1])


@mutation("candidates")
def an_unknown_candidate(task: Task) -> Task | None:
    return evolve(task, candidates=[*(task.candidates or ()), "nobody"])


@mutation("references")
def another_reference(task: Task) -> Task | None:
    return evolve(task, references=[*task.references, (task.candidates or [])[0]])


@mutation("references")
def no_reference(task: Task) -> Task | None:
    return evolve(task, references=[]) if task.references else None


@mutation("margin")
def a_better_margin(task: Task) -> Task | None:
    if not task.margin:
        return None
    unit = min(task.margin)
    return evolve(task, margin={**task.margin, unit: task.margin[unit] + 0.001})


@mutation("margin")
def no_margin(task: Task) -> Task | None:
    return evolve(task, margin={}) if task.margin else None


@mutation("frame")
def a_mirrored_frame(task: Task) -> Task | None:
    if task.frame is None or task.frame["left"] is None:
        return None
    return evolve(task, frame={**task.frame, "left": [-x for x in task.frame["left"]]})


@mutation("frame")
def a_frame_out_of_nothing(task: Task) -> Task | None:
    frame = {
        "kind": "absolute",
        "origin": [0, 0, 0],
        "forward": None,
        "left": None,
        "up": [0, 0, 1],
        "of": None,
    }
    return evolve(task, frame=frame) if task.frame is None else evolve(task, frame=None)


@mutation("readings")
def another_reading(task: Task) -> Task | None:
    if not task.readings:
        return evolve(task, readings={"relative": task.answers})
    kind = min(task.readings)
    return evolve(task, readings={**task.readings, kind: [*task.readings[kind], *wrong_candidates(task)]})


@mutation("readings")
def a_renamed_reading(task: Task) -> Task | None:
    if not task.readings:
        return None
    kind = min(task.readings)
    rest = {name: answers for name, answers in task.readings.items() if name != kind}
    return evolve(task, readings={**rest, f"{kind}+edges": task.readings[kind]})


@mutation("readings")
def a_reading_less(task: Task) -> Task | None:
    others = [name for name in task.readings if name != task.reading]
    if not others:
        return None
    return evolve(task, readings={name: task.readings[name] for name in task.readings if name != others[0]})


@mutation("reading")
def the_name_of_another_reading(task: Task) -> Task | None:
    others = [name for name in task.readings if name != task.reading]
    return evolve(task, reading=others[0]) if others else None


@mutation("reading")
def no_reading_of_its_own(task: Task) -> Task | None:
    return evolve(task, reading=None) if task.reading else evolve(task, reading="relative")


@mutation("undecided")
def nothing_undecided(task: Task) -> Task | None:
    return evolve(task, undecided=[]) if task.undecided else None


@mutation("undecided")
def a_wrong_one_undecided(task: Task) -> Task | None:
    wrong = [id for id in wrong_candidates(task) if id not in task.undecided]
    return evolve(task, undecided=sorted([*task.undecided, wrong[0]])) if wrong else None


@mutation("undecided")
def an_answer_undecided(task: Task) -> Task | None:
    return evolve(task, undecided=sorted([*task.undecided, task.answers[0]]))


@mutation("undecided")
def an_unknown_one_undecided(task: Task) -> Task | None:
    return evolve(task, undecided=[*task.undecided, "nobody"])


@mutation("tags")
def told_by_eye_or_not(task: Task) -> Task | None:
    return evolve(task, tags={**task.tags, "by_eye": not task.tags["by_eye"]})


@mutation("tags")
def no_word_on_telling_by_eye(task: Task) -> Task | None:
    return evolve(task, tags={name: value for name, value in task.tags.items() if name != "by_eye"})


@mutation("tags")
def the_frame_matters_or_not(task: Task) -> Task | None:
    return evolve(task, tags={**task.tags, "frame_sensitive": not task.tags.get("frame_sensitive", False)})


@mutation("chance")
def another_chance(task: Task) -> Task | None:
    return evolve(task, chance=(task.chance or 0) / 2 + 0.001)


@mutation("names_frame")
def an_open_frame(task: Task) -> Task | None:
    """Where the frame matters: readings may differ by the way of measuring alone."""
    matters = task.tags.get("frame_sensitive") and task.names_frame
    return evolve(task, names_frame=False) if matters else None


@mutation("instruction")
def another_sentence(task: Task) -> Task | None:
    return evolve(task, instruction=f"Please {task.instruction}")


@mutation("id")
def another_sentence_with_its_wording(task: Task) -> Task | None:
    wording = {**task.wording, "template": f"Please {task.wording['template']}"}
    return evolve(task, instruction=f"Please {task.instruction}", wording=wording)


@mutation("instruction")
def another_template(task: Task) -> Task | None:
    return evolve(task, wording={**task.wording, "template": f"Please {task.wording['template']}"})


@mutation("wording")
def another_number_of_answers(task: Task) -> Task | None:
    return evolve(task, wording={**task.wording, "answers": len(task.answers) + 1})


@mutation("wording")
def another_name(task: Task) -> Task | None:
    things = {name: value for name, value in task.wording["values"].items() if "thing" in value}
    changed = {name: {**value, "thing": "lighthouse"} for name, value in things.items()}
    values = {**task.wording["values"], **changed}
    return evolve(task, wording={**task.wording, "values": values}) if things else None


@mutation("wording")
def another_type_is_said(task: Task) -> Task | None:
    types = {name: {"label": "red"} for name, value in task.wording["values"].items() if "type" in value}
    values = {**task.wording["values"], **types}
    return evolve(task, wording={**task.wording, "values": values}) if types else None


@mutation("wording")
def a_template_that_cannot_be_read(task: Task) -> Task | None:
    return evolve(task, wording={**task.wording, "template": "{{ Pick } a book."})


@mutation("wording")
def a_value_that_cannot_be_said(task: Task) -> Task | None:
    return evolve(task, wording={**task.wording, "values": {"R": {"colour": "red"}}})


@mutation("answer_angles")
def another_angle(task: Task) -> Task | None:
    return evolve(task, answer_angles={**task.answer_angles, task.answers[0]: 1.5})


@mutation("level")
def another_level(task: Task) -> Task | None:
    return evolve(task, level="hard" if task.level != "hard" else "easy")


@mutation("world")
def another_world(task: Task) -> Task | None:
    return evolve(task, world="elsewhere")


@mutation("held")
def another_thing_in_hand(task: Task) -> Task | None:
    return evolve(task, held=None if task.held else task.answers[0])


@mutation("candidate_kind")
def another_kind_of_candidates(task: Task) -> Task | None:
    return evolve(task, candidate_kind="thing")


@mutation("id")
def another_family(task: Task) -> Task | None:
    return evolve(task, family=f"{task.family}.more")


@mutation("id")
def another_suite(task: Task) -> Task | None:
    return evolve(task, suite="mine")


@mutation("type")
def another_type(task: Task) -> Task | None:
    return evolve(task, type="Closest" if task.type != "Closest" else "Farthest")


@mutation("aspect")
def another_aspect(task: Task) -> Task | None:
    return evolve(task, aspect="distance" if task.aspect != "distance" else "attribute")


@mutation("granularity")
def another_granularity(task: Task) -> Task | None:
    return evolve(task, granularity="fine" if task.granularity == "coarse" else "coarse")


@mutation("answer_kind")
def another_kind_of_answer(task: Task) -> Task | None:
    return evolve(task, answer_kind="spaces" if task.answer_kind == "objects" else "objects")


@mutation("id")
def another_argument(task: Task) -> Task | None:
    def changed(value: Any) -> Any:
        return value + 1 if isinstance(value, int) else value + 0.01

    numbers = [i for i, arg in enumerate(task.args) if not isinstance(arg["value"], str)]
    if not numbers:
        return None
    args = [{**a, "value": changed(a["value"])} if i == numbers[0] else a for i, a in enumerate(task.args)]
    return evolve(task, args=args)


@mutation("args")
def an_argument_less(task: Task) -> Task | None:
    inner = [arg for arg in task.args if "." in arg["name"]]
    return evolve(task, args=[arg for arg in task.args if arg != inner[0]]) if inner else None


@mutation("program_steps", "answers", "aspect", "type", "answer_kind")
def a_step_less(task: Task) -> Task | None:
    return evolve(task, program_steps=task.program_steps[:-1])


def with_last_step(task: Task, **changes: Any) -> Task:
    return evolve(task, program_steps=[*task.program_steps[:-1], {**task.program_steps[-1], **changes}])


def with_last_argument(task: Task, name: str, value: Any) -> Task:
    return with_last_step(task, arguments={**task.program_steps[-1]["arguments"], name: value})


@mutation("program_steps")
def no_steps(task: Task) -> Task | None:
    return evolve(task, program_steps=[])


@mutation("program_steps")
def a_step_that_looks_ahead(task: Task) -> Task | None:
    name = next(iter(task.program_steps[-1]["arguments"]))
    return with_last_argument(task, name, {"step": len(task.program_steps) - 1})


@mutation("program_steps")
def a_step_that_is_no_function(task: Task) -> Task | None:
    return with_last_step(task, function="fly")


@mutation("program_steps")
def a_step_of_another_type(task: Task) -> Task | None:
    return with_last_step(task, type="Length")


@mutation("program_steps")
def an_argument_too_many(task: Task) -> Task | None:
    return with_last_argument(task, "nonsense", {"bool": True})


@mutation("program_steps")
def an_argument_of_no_type(task: Task) -> Task | None:
    name = next(iter(task.program_steps[-1]["arguments"]))
    return with_last_argument(task, name, {"colour": "red"})


@mutation("program_steps")
def an_argument_that_is_no_thing(task: Task) -> Task | None:
    name = next(iter(task.program_steps[-1]["arguments"]))
    return with_last_argument(task, name, {"thing": "nobody"})


@mutation("program_steps", "trace", "frame")
def a_frame_of_someone_else(task: Task) -> Task | None:
    frame = task.program_steps[-1]["arguments"].get("in")
    if frame is None or frame["frame"] != "intrinsic":
        return None
    return with_last_argument(task, "in", {"frame": "intrinsic", "of": {"thing": "viewer"}})


@mutation("trace")
def a_shorter_trace(task: Task) -> Task | None:
    return evolve(task, trace=task.trace[:-1])


@mutation("trace")
def another_output(task: Task) -> Task | None:
    return evolve(task, trace=[*task.trace[:-1], {**task.trace[-1], "output": []}])


@mutation("constraint")
def another_constraint(task: Task) -> Task | None:
    return evolve(task, constraint={"pose": "Flat", "angle": 1.0})


@mutation("feasible")
def nothing_feasible(task: Task) -> Task | None:
    return evolve(task, feasible=[])


@mutation("feasible")
def something_else_feasible(task: Task) -> Task | None:
    return evolve(task, feasible=["nobody"])


@mutation("verification")
def a_verdict_less(task: Task) -> Task | None:
    return evolve(task, verification=dict(list(task.verification.items())[1:]))


@mutation("masks")
def a_mask_less(task: Task) -> Task | None:
    return evolve(task, masks=dict(list(task.masks.items())[1:]))


@mutation("masks")
def no_mask_of_what_is_undecided(task: Task) -> Task | None:
    return evolve(task, masks={id: mask for id, mask in task.masks.items() if id not in task.undecided})


@mutation("masks")
def a_mask_of_a_wrong_one(task: Task) -> Task | None:
    wrong = [id for id in wrong_candidates(task) if id not in task.masks]
    return evolve(task, masks={**task.masks, wrong[0]: task.masks[task.answers[0]]}) if wrong else None


@mutation("masks")
def a_mask_too_many(task: Task) -> Task | None:
    return evolve(task, masks={**task.masks, "nobody": task.masks[task.answers[0]]})


def with_first_mask(task: Task, mask: Any) -> Task:
    return evolve(task, masks={**task.masks, task.answers[0]: mask})


@mutation("masks")
def a_mask_of_another_picture(task: Task) -> Task | None:
    return with_first_mask(task, encoded(decoded(task.masks[task.answers[0]])[:-1]))


@mutation("masks")
def a_mask_that_is_too_small(task: Task) -> Task | None:
    pixels = decoded(task.masks[task.answers[0]])
    return with_first_mask(task, encoded(pixels & (pixels.cumsum().reshape(pixels.shape) <= 59)))


@mutation("masks")
def a_mask_with_a_pixel_more(task: Task) -> Task | None:
    pixels = decoded(task.masks[task.answers[0]])
    pixels[0, 0] = not pixels[0, 0]
    return with_first_mask(task, encoded(pixels))


@mutation("masks")
def a_mask_elsewhere(task: Task) -> Task | None:
    """Of openings only the size is known, so that this is noticed for books."""
    if task.answer_kind != "objects":
        return None
    pixels = decoded(task.masks[task.answers[0]])
    return with_first_mask(task, encoded(pixels[::-1].copy()))


@mutation("masks")
def a_broken_mask(task: Task) -> Task | None:
    return with_first_mask(task, {**task.masks[task.answers[0]], "counts": "00"})
