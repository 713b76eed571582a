"""The fields of a task in words, in the order of a record, for the dataset card and the metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from espire_dsl.tasks.forms.task_table import TASK_COLUMNS, Kind

IMAGE_WORDS: Final = "The task's view of its scene."

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
    "program_steps": "The program with its variables bound: function, typed arguments, type of each step.",
    "instruction": "The sentence that says the task.",
    "wording": "What the sentence is made of: template, variant, number of answers, values and frame.",
    "template": "Which sentence of the family it is, from 0.",
    "names_frame": "Whether the sentence says which frame of reference is meant.",
    "names_measure": "Whether the sentence says how distances are measured.",
    "answer_kind": "objects, spaces, yes_no, choice, number, label or list.",
    "answer_unit": "The unit of an answer that is a number.",
    "answer_step": "The stated precision of a number, in its unit: the answer is rounded to it.",
    "options": "What one chooses from, in this order: letter, text, and the id of a thing or a value.",
    "answers": "All right answers: ids of things, or one plain value.",
    "chance": "How often a blind choice is right; null where there is nothing to choose from.",
    "undecided": "Spaces that are neither right nor wrong: too close to a boundary, or right and too hidden.",
    "answer_angles": "For side relations: degrees between each answer and the axis of the side.",
    "feasible": "The answers that a motion planner reaches; null where none was asked.",
    "margin": "By unit, the least margin over all steps: how far the nearest candidate is from a boundary.",
    "readings": "The answers under every reading of the sentence: frames of reference, ways of measuring.",
    "reading": "The reading that the answers follow, where there are several.",
    "group": "An id that the tasks of one sweep share.",
    "pair": "The id of the counterpart of a contrast: the same question with two things swapped.",
    "tags": "by_eye, frame_sensitive, and what the family's author wanted to be known of a task.",
    "constraint": "What the final pose must be, where that is asked.",
    "held": "The id of the book in hand.",
    "trace": "What the steps of the program did, in the order in which they were computed.",
    "masks": "For each answer and undecided space its pixels in the task's view, as COCO run lengths.",
    "verification": "For each answer what the simulator found.",
    "view": "The camera whose picture is shown and asked about, mostly the one called world.",
}


@frozen
class Column:
    """A field as a table has it; what is no plain value stands there as JSON."""

    name: str
    kind: Kind
    optional: bool
    words: str


COLUMNS: Final = tuple(Column(c.name, c.kind, c.optional, _WORDS[c.name]) for c in TASK_COLUMNS)
