"""What Inspect AI finds through the entry point of this package: three tasks, and the provider `espire`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from attrs import evolve
from inspect_ai import Task, task
from inspect_ai.model import modelapi

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.evaluating import USUAL, Order
from espire_dsl.evaluation.inspect.provider import ScriptedModel
from espire_dsl.evaluation.inspect.tasks import task_of
from espire_dsl.evaluation.records import Choices, Selection
from espire_dsl.evaluation.run import Protocol
from espire_dsl.scene.acting import AXES, Axis


@modelapi(name="espire")
def espire() -> type[ScriptedModel]:
    return ScriptedModel


@task
def localization(
    set: str,
    reflect: bool = False,
    attempts: int = 3,
    convention: str | None = None,
    suite: str | None = None,
    family: str = "*",
    limit: int | None = None,
    seed: int = 0,
    prompts: str | None = None,
    run: str | None = None,
) -> Task:
    """Points at what tasks ask about, in at most three attempts."""
    choices = evolve(USUAL, reflect=reflect, attempts=attempts, seed=seed)
    return _task(
        "localization", set, choices, convention, Selection(suite, family, None, limit), prompts, run
    )


@task
def execution(
    set: str,
    reflect: bool = False,
    moves: int = 5,
    ask: str | list[str] = "none",
    status_check: bool = True,
    convention: str | None = None,
    suite: str | None = None,
    family: str = "*",
    constrained: bool | None = None,
    limit: int | None = None,
    seed: int = 0,
    prompts: str | None = None,
    run: str | None = None,
) -> Task:
    """Moves the arm to targets that are given, in a closed loop of at most five moves."""
    axes = asked_axes(ask)
    targets: Literal["given"] = "given"
    choices = evolve(
        USUAL, reflect=reflect, moves=moves, ask=axes, status_check=status_check, seed=seed, targets=targets
    )
    selection = Selection(suite, family, constrained, limit)
    return _task("execution", set, choices, convention, selection, prompts, run)


def asked_axes(ask: str | list[str]) -> tuple[Axis, ...]:
    """The axes of a text such as `pitch,yaw`, of which the command of Inspect AI makes a list."""
    named = [part.strip() for part in (ask.split(",") if isinstance(ask, str) else ask)]
    if named == ["none"]:
        return ()
    unknown = [name for name in named if name not in AXES]
    if unknown:
        raise UsageError(f"ask is none, or some of {', '.join(AXES)}; there is no axis {unknown[0]}")
    return tuple(axis for axis in AXES if axis in named)


@task
def questions(
    set: str,
    suite: str | None = None,
    family: str = "*",
    limit: int | None = None,
    seed: int = 0,
    prompts: str | None = None,
    run: str | None = None,
) -> Task:
    """Answers what is asked in words and numbers."""
    choices = evolve(USUAL, seed=seed)
    return _task("questions", set, choices, None, Selection(suite, family, None, limit), prompts, run)


def _task(
    protocol: Protocol,
    folder: str,
    choices: Choices,
    convention: str | None,
    selection: Selection,
    prompts: str | None,
    run: str | None,
) -> Task:
    order = Order(
        Path(folder),
        Path(run or "."),
        "",
        convention=convention,
        prompts=None if prompts is None else Path(prompts),
        selection=selection,
        choices=choices,
        protocol=protocol,
    )
    return task_of(order, None if run is None else Path(run))
