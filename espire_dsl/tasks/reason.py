"""Why a binding is refused. Every refusal is counted under one of these."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    NO_VALUE = "a variable has no value in the scene"
    NAME_NOT_UNIQUE = "a reference's name is not unique"
    HIDDEN_REFERENCE = "a reference is too hidden or too small in the picture"
    FACES_AWAY = "a reference whose sides are asked about faces away from the camera"
    NO_GRID = "the slots form no full grid, or one with too few rows or columns"
    NOT_IN_ONE_ROW = "the references are not in one row"
    NOT_UNIQUE = "unique() found none or several"
    UNDEFINED = "the program has no value here"
    NO_ANSWER = "no answer"
    FEW_CANDIDATES = "too few candidates"
    TRIVIAL = "too many candidates are right"
    MARGIN = "margin too small"
    ROUNDING = "too close to where a number is rounded to another one"
    UNDECIDED = "too many spaces are undecided"
    HIDDEN_ANSWER = "an answer is too hidden or too small in the picture"
    NOT_SPOKEN = "nobody says such a length"
    REQUIREMENT = "a requirement is not met"
    NOT_SALIENT = "no salient answer"
    PICTURE_ORDER = "left and right in the picture say otherwise"
    TOO_FEW_OPTIONS = "too few wrong options"
    OPTIONS_ALIKE = "two options would read alike"
    IDLE_HOP = "a hop is idle"
    OTHER_READING = "another reading has other answers, and no sentence names the one that is meant"
    ONE_READING = "readings are empty or overlap, and the suite asks for open frames"
    SEVERAL_ANSWERS = "several answers, and every sentence speaks of one"
    UNBALANCED = "its answer has been given as often as a balanced quota lets it"
    INCOMPLETE = "a sweep or a contrast is not complete"
    UNREACHABLE = "the robot reaches no answer"
