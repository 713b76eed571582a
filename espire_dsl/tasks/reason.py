"""Why a binding is refused. Every refusal is counted under one of these."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    NO_VALUE = "a variable has no value in the scene"
    NAME_NOT_UNIQUE = "a reference's name is not unique"
    NO_GRID = "the slots form no full grid"
    NOT_IN_ONE_ROW = "the references are not in one row"
    NOT_UNIQUE = "unique() found none or several"
    UNDEFINED = "the program has no value here"
    NO_ANSWER = "no answer"
    TRIVIAL = "every candidate is an answer"
    MARGIN = "margin too small"
    REQUIREMENT = "a requirement is not met"
    NOT_SALIENT = "no salient answer"
    TOO_FEW_OPTIONS = "too few wrong options"
    IDLE_HOP = "a hop is idle"
    OTHER_READING = "another reading has other answers, and no sentence names the frame"
    ONE_READING = "all readings agree, and the suite asks for open frames"
    INCOMPLETE = "a sweep or a contrast is not complete"
    UNREACHABLE = "the robot reaches no answer"
