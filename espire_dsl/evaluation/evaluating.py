"""A whole evaluation: a task set, a model and choices become a run."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.asking import Ask
from espire_dsl.evaluation.conventions import PointConvention, convention_of
from espire_dsl.evaluation.environment import Environment, environment_of
from espire_dsl.evaluation.prompts.files import Prompts, prompts_in, shipped_prompts
from espire_dsl.evaluation.records import Choices, RunManifest, Selection
from espire_dsl.evaluation.replaying import replaying
from espire_dsl.evaluation.run import FORMAT, PROTOCOLS, SCHEMA, Protocol, Run
from espire_dsl.evaluation.running import Ended, calls_of, fitting, run_protocol
from espire_dsl.evaluation.scripted import PREFIX, scripted
from espire_dsl.evaluation.setup import Setup
from espire_dsl.evaluation.sources import TaskSource, selected
from espire_dsl.evaluation.spending import Limits, Patience, Spending, careful
from espire_dsl.version import PACKAGE_VERSION

Told = Callable[[str, int, int, Spending], None]
"""Is called with a protocol, how many of its tasks are done, how many there are, and what was spent."""
USUAL: Choices = Choices(
    reflect=False,
    attempts=3,
    moves=5,
    ask=(),
    targets="localized",
    status_check=True,
    circles="all",
    last_reflection=False,
    temperature=None,
    max_tokens=None,
    seed=0,
    right="feasible",
)
_HIDDEN: Final = "not written down"
_SECRET: Final = re.compile(r"key|secret|password|auth|credential|(?<!max)_token$", re.IGNORECASE)
_USER_INFO: Final = re.compile(r"//[^/@]*@")
ALL_TASKS: Selection = Selection(None, "*", None, None)


@frozen
class Order:
    """What is to be evaluated, and how. `convention` and `prompts` are names; None for what is declared or
    shipped.

    What stands below `protocol` changes no number, and may change when a run goes on: `concurrency` is how
    many tasks are under way at a time, `workers` in how many processes the robot acts.
    """

    task_set: Path
    folder: Path
    model: str
    model_args: Mapping[str, Any] = field(factory=dict, hash=False)
    endpoint: str | None = None
    convention: str | None = None
    prompts: Path | None = None
    selection: Selection = ALL_TASKS
    choices: Choices = USUAL
    replay: Path | None = None
    protocol: Protocol = "localization"
    concurrency: int = 8
    workers: int = 1
    limits: Limits = Limits()
    patience: Patience = Patience()


@frozen(eq=False)
class Outcome:
    """A run, how its last sitting ended, and what it cost in all."""

    run: Run
    ended: Ended
    spending: Spending


def evaluate(
    order: Order, told: Told = lambda *_: None, notice: Callable[[str], None] = lambda _: None
) -> Outcome:
    """Begins a run, or goes on with it, until the protocol is done."""
    replayed = None if order.replay is None else Run.open(order.replay)
    source = TaskSource(order.task_set)
    tasks = selected(source, order.selection, order.choices.seed)
    wanted = fitting(tasks, order.protocol)
    if order.protocol == "execution":
        # What is missing is told before anybody is asked.
        _ = source.look(wanted[0].scene), source.simulator()
    convention = _convention(order, replayed)
    prompts = shipped_prompts() if order.prompts is None else prompts_in(order.prompts)
    model = model_of(order) if replayed is None else nullcontext(replaying(replayed))
    manifest = manifest_of(order, source, convention, prompts)
    _refuse_another_set(order, manifest, replayed)
    run = Run.begin(order.folder, manifest, notice)
    spending = Spending(order.limits)
    for protocol in PROTOCOLS:
        for line in run.lines(protocol):
            spending.recall(calls_of(line))

    async def sitting(environment: Environment) -> Ended:
        async with model as ask:
            patient = careful(ask, spending, order.patience)
            setup = Setup(source, patient, prompts, order.choices, run.keep, convention, environment)
            return await run_protocol(
                run,
                order.protocol,
                tasks,
                setup,
                order.concurrency,
                lambda done, total: told(order.protocol, done, total, spending),
            )

    acting = min(order.workers, order.concurrency, len(wanted)) if order.protocol == "execution" else 1
    try:
        with environment_of(acting) as environment:
            return Outcome(run, asyncio.run(sitting(environment)), spending)
    finally:
        run.close()


def model_of(order: Order) -> AbstractAsyncContextManager[Ask]:
    """Who is asked, while it is open: a scripted model of this package, or any that Inspect AI knows."""
    if order.model.startswith(PREFIX):
        return nullcontext(scripted(order.model, order.model_args))
    try:
        from espire_dsl.evaluation.inspect.asking import inspect_model
    except ImportError:
        raise UsageError(
            f"the model {order.model} is asked through Inspect AI, which is not installed: pip install"
            f" 'espire-dsl[eval]'; models that need nothing are called {PREFIX}NAME, such as {PREFIX}oracle"
        ) from None
    choices = order.choices
    return inspect_model(
        order.model,
        dict(order.model_args),
        order.endpoint,
        choices.temperature,
        choices.max_tokens,
        choices.logprobs,
    )


def manifest_of(
    order: Order, source: TaskSource, convention: PointConvention | None, prompts: Prompts
) -> RunManifest:
    """All that may change a number."""
    hashes = prompts.hashes
    if convention is not None:
        hashes["form of points"] = sha256(convention.form((0, 0)).encode()).hexdigest()
    return RunManifest(
        FORMAT,
        SCHEMA,
        PACKAGE_VERSION,
        source.digest,
        order.model,
        {name: _HIDDEN if _SECRET.search(name) else value for name, value in order.model_args.items()},
        None if order.endpoint is None else _USER_INFO.sub("//", order.endpoint),
        None if convention is None else convention.record,
        prompts.version,
        hashes,
        order.selection,
        order.choices,
        None if order.replay is None else order.replay.name,
    )


def _convention(order: Order, replayed: Run | None) -> PointConvention | None:
    """The convention that was told, or is declared for the model; questions do without."""
    name = order.convention
    if name is None and replayed is not None and replayed.manifest.convention is not None:
        name = replayed.manifest.convention.name
    if order.protocol == "questions" and name is None:
        try:
            return convention_of(order.model)
        except UsageError:
            return None
    return convention_of(order.model, name)


def _refuse_another_set(order: Order, manifest: RunManifest, replayed: Run | None) -> None:
    if replayed is not None and replayed.manifest.task_set != manifest.task_set:
        raise UsageError(f"{order.replay}: this run is about another task set than {order.task_set}")


def replay_of(folder: Path, order: Order) -> Order:
    """The order that repeats a run with its own choices."""
    known = Run.open(folder).manifest
    return Order(
        order.task_set,
        order.folder,
        known.model,
        known.model_args,
        known.endpoint,
        None if known.convention is None else known.convention.name,
        order.prompts,
        known.selection,
        known.choices,
        folder,
        order.protocol,
        1,
        order.workers,
    )
