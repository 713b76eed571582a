"""The fields of a task in words, in the order of a record, for the dataset card and the metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, get_args, get_type_hints

from attrs import frozen

from espire_dsl.tasks.task import Task

Kind = Literal["text", "whole number", "number", "truth", "JSON"]
IMAGE: Final = "image"
IMAGE_WORDS: Final = "The world view of the task's scene."

_WORDS: Final[Mapping[str, str]] = {
    "id": "A hash of suite, family, type, scene and binding: the same task has the same id in every set.",
    "suite": "The suite that the family belongs to.",
    "family": "The family of tasks.",
    "type": "The reasoning type that is asked.",
    "aspect": "attribute, distance, relationship or orientation.",
    "granularity": "coarse or fine.",
    "action": "What to do with the answer: pick, place, point or answer.",
    "level": "The level of the scene, such as easy, medium or hard.",
    "world": "The world that the scene was drawn from.",
    "scene": "The id of the scene in scenes.jsonl; its pictures are in images/ID.",
    "candidate_kind": "The kind of all candidates, or thing.",
    "candidates": "The ids of the things that the answers are chosen from.",
    "references": "The ids of the things that the sentence names.",
    "frame": "The frame of reference of what is asked: kind, origin, forward, left, up, and whose it is.",
    "args": "The variables of the program, each with name, value, unit and the words for it.",
    "tolerance": 'How far an "about" may be off, in metres or degrees.',
    "program": "The program that computes the answers, as text.",
    "program_steps": "The program with its variables bound: function, inputs (earlier steps), value_inputs.",
    "instruction": "The sentence that says the task.",
    "template": "Which sentence of the family it is, from 0.",
    "names_frame": "Whether the sentence says which frame of reference is meant.",
    "answer_kind": "objects, spaces, yes_no, choice, number, label or list.",
    "answer_unit": "The unit of an answer that is a number.",
    "choices": "The options in their order, where there are any.",
    "answers": "All right answers: ids of things, or one plain value.",
    "answer_angles": "For side relations: degrees between each answer and the axis of the side.",
    "feasible": "The answers that a motion planner reaches; null where none was asked.",
    "margin": "How far the nearest candidate stands from the boundary of the decision, and its unit.",
    "readings": "The answers in each frame in which the sentence could be meant.",
    "tags": "What the family's author wanted to be known of a task.",
    "constraint": "What the final pose must be, where that is asked.",
    "held": "The id of the book in hand.",
    "trace": "What the evaluator did, step by step.",
    "masks": "For each answer its pixels in the world view, as COCO run lengths.",
    "verification": "For each answer what the simulator found.",
}
_KINDS: Final[Mapping[Any, Kind]] = {str: "text", int: "whole number", float: "number", bool: "truth"}


@frozen
class Column:
    """A field as a table has it; what is no plain value stands there as JSON."""

    name: str
    kind: Kind
    optional: bool
    words: str


def _columns() -> Iterator[Column]:
    for name, annotation in get_type_hints(Task).items():
        parts = get_args(annotation) if type(None) in get_args(annotation) else (annotation,)
        yield Column(name, _KINDS.get(parts[0], "JSON"), type(None) in parts, _WORDS[name])


COLUMNS: Final = tuple(_columns())
