"""`espirec evaluate`: how well a model points, acts and answers on a task set."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from espire_dsl.cli.output import FINDINGS, OK, UsageError, say, write
from espire_dsl.cli.parser import Subparsers, add_command, add_selection, add_task_set, positive
from espire_dsl.diagnostics.error import EspireError

if TYPE_CHECKING:
    from espire_dsl.evaluation.evaluating import Order, Outcome
    from espire_dsl.evaluation.spending import Price

PROTOCOLS = ("localization", "execution", "questions")
AXES = ("pitch", "yaw", "roll")
_ENOUGH = 20  # tasks from which on an estimate is told
_EXAMPLES = """\
  espirec evaluate out --model espire/oracle -o run           a scripted model: what is possible
  espirec evaluate out --model openai-api/local/qwen3-vl-8b -o run
  espirec evaluate out --model google/gemini-2.5-pro --reflect -o run --max-calls 500
  espirec evaluate out --model openai/NAME --convention pixel --protocol questions -o run
  espirec evaluate out --model espire/noisy -M sigma=20 -o run
  espirec evaluate out --model NAME --protocol execution --ask pitch,yaw --limit 110 -o run
  espirec evaluate out --replay run -o again                  the same numbers, without the model"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "evaluate",
        summary="put a model to the test on a task set",
        details="localization  the model points at what a task asks about, in at most three attempts\n"
        "execution     it moves the arm by pointing, in at most five moves; localization comes first\n"
        "questions     it answers what is asked in words and numbers\n"
        "A model is any that Inspect AI knows (pip install 'espire-dsl[eval]'), or a scripted one that\n"
        "needs nothing: espire/oracle, random, candidate, centre, nearest, largest, noisy, wrong-frame,\n"
        "repeats, learns, rubbish. How it gives points is declared by its family, or told by\n"
        "--convention.\n"
        "RUN is a folder; the same command goes on where it was stopped. docs/evaluation.md says more.",
        examples=_EXAMPLES,
    )
    add_task_set(parser)
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="RUN", help="the folder of the run")
    parser.add_argument("--model", metavar="NAME", help="who is asked, such as openai-api/local/NAME")
    parser.add_argument("--protocol", choices=PROTOCOLS, default=PROTOCOLS[0], help="default: localization")
    parser.add_argument("--reflect", action="store_true", help="after what was wrong, ask the model why")
    add_selection(parser)
    parser.add_argument(
        "--constrained", choices=("yes", "no"), help="only tasks that ask for a final pose, or none of them"
    )
    parser.add_argument("--limit", type=positive, metavar="N", help="so many tasks, drawn from the seed")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of all that is drawn (default: 0)")
    _add_model_options(parser)
    _add_choices(parser)
    _add_limits(parser)
    parser.add_argument("--replay", type=Path, metavar="RUN", help="read the texts of a run once more")


def _add_model_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the model")
    group.add_argument(
        "--convention", metavar="NAME", help="how it gives points: qwen3-vl, gemini, pixel, ..."
    )
    group.add_argument("--endpoint", metavar="URL", help="where an OpenAI-compatible server is")
    group.add_argument(
        "-M", dest="model_args", action="append", metavar="NAME=VALUE", help="for the provider"
    )
    group.add_argument("--temperature", type=float, metavar="T", help="default: the provider's")
    group.add_argument("--max-tokens", type=positive, metavar="N", help="of an answer")
    group.add_argument("--prompts", type=Path, metavar="FOLDER", help="prompts of one's own")


def _add_choices(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("choices, written into the manifest of the run")
    group.add_argument("--attempts", type=positive, default=3, metavar="N", help="of a localization: 3")
    group.add_argument("--moves", type=positive, default=5, metavar="N", help="of an execution: 5")
    group.add_argument(
        "--ask",
        type=_axes,
        metavar="AXES",
        help="axes of the hand that the model turns: pitch,yaw,roll or none",
    )
    group.add_argument(
        "--targets", choices=("localized", "given"), help="what an execution begins with; with --ask: given"
    )
    group.add_argument("--no-status-check", action="store_true", help="do not judge the state in the end")
    group.add_argument(
        "--right", choices=("feasible", "answers"), default="feasible", help="which answers count"
    )
    group.add_argument(
        "--circles", choices=("all", "last"), default="all", help="wrong points in a reflection"
    )
    group.add_argument(
        "--logprobs",
        action="store_true",
        help="ask the provider how likely first words are, for yes/no questions",
    )
    group.add_argument(
        "--last-reflection", action="store_true", help="ask for one after the last attempt too"
    )


def _add_limits(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("time and money")
    group.add_argument("--concurrency", type=positive, default=8, metavar="N", help="tasks at a time: 8")
    group.add_argument(
        "--workers", type=positive, metavar="N", help="processes in which the robot acts: one a core"
    )
    group.add_argument("--max-calls", type=positive, metavar="N", help="stop before the run has more calls")
    group.add_argument("--max-tokens-total", type=positive, metavar="N", help="stop when it has so many")
    group.add_argument("--price", type=_price, metavar="IN,OUT", help="of a million tokens, for an estimate")
    group.add_argument(
        "--tries", type=positive, default=6, metavar="N", help="calls until one is given up: 6"
    )
    group.add_argument("--timeout", type=float, default=300.0, metavar="S", help="seconds for a call: 300")


def run(args: argparse.Namespace) -> int:
    from espire_dsl.cli.progress import Progress
    from espire_dsl.evaluation.evaluating import evaluate, replay_of
    from espire_dsl.evaluation.spending import Spending

    if (args.model is None) == (args.replay is None):
        raise UsageError("give --model, or --replay with the folder of a run; one of the two")
    order = _order(args)
    if args.replay is not None:
        order = replay_of(args.replay, order)
    price = None if args.price is None else _as_price(args.price)
    progress = Progress.on_stderr()

    def told(protocol: str, done: int, total: int, spending: Spending) -> None:
        progress(protocol, done, total, _spent(spending, done, total, price))

    try:
        outcome = evaluate(order, told, lambda text: say(f"espirec: {text}"))
    except EspireError as error:
        raise UsageError(str(error)) from None
    finally:
        progress.end()
    return _report(outcome, price)


def _order(args: argparse.Namespace) -> Order:
    from espire_dsl.evaluation.evaluating import Order
    from espire_dsl.evaluation.records import Choices, Selection
    from espire_dsl.evaluation.spending import Limits, Patience
    from espire_dsl.pipeline.executor import cores

    constrained = None if args.constrained is None else args.constrained == "yes"
    return Order(
        args.folder,
        args.out,
        args.model or "",
        _model_args(args.model_args or []),
        args.endpoint,
        args.convention,
        args.prompts,
        Selection(args.suite, args.family, constrained, args.limit),
        Choices(
            args.reflect,
            args.attempts,
            args.moves,
            args.ask or (),
            args.targets or ("localized" if args.ask is None else "given"),
            not args.no_status_check,
            args.circles,
            args.last_reflection,
            args.temperature,
            args.max_tokens,
            args.seed,
            args.right,
            args.logprobs,
        ),
        args.replay,
        args.protocol,
        args.concurrency,
        args.workers or cores(),
        Limits(args.max_calls, args.max_tokens_total),
        Patience(args.tries, args.timeout),
    )


def _report(outcome: Outcome, price: Price | None) -> int:
    from espire_dsl.diagnostics.cells import harmless
    from espire_dsl.diagnostics.report import counted
    from espire_dsl.evaluation.summary import summary_of

    write(harmless(summary_of(outcome.run, outcome.spending, price)))
    ended = outcome.ended
    if ended.failed:
        say(
            f"espirec: {counted(len(ended.failed), 'task')} could not be finished"
            f" ({harmless(ended.failed[0].reason)}); the same command does what is left"
        )
    if ended.stopped is not None:
        say(f"espirec: stopped: {harmless(ended.stopped)}; the same command goes on from here")
    return OK if ended.complete else FINDINGS


def _spent(spending: Any, done: int, total: int, price: Price | None) -> str:
    """Calls and tokens so far, and what they will come to."""
    if not spending.calls:
        return ""
    told = f"  {spending.calls} calls, {spending.tokens} tokens"
    enough = _ENOUGH <= done < total
    if enough:
        told += f" of about {round(spending.tokens * total / done)}"
    if price is not None:
        told += f", cost {spending.cost(price):.2f}"
        if enough:
            told += f" of about {spending.cost(price) * total / done:.2f}"
    return told


def _axes(text: str) -> tuple[str, ...]:
    names = [] if text == "none" else [name.strip() for name in text.split(",")]
    if not set(names) <= set(AXES):
        raise argparse.ArgumentTypeError(f"it must be none, or some of {', '.join(AXES)}")
    return tuple(axis for axis in AXES if axis in names)


def _price(text: str) -> tuple[float, float]:
    prices = [float(part) for part in text.split(",")]
    if len(prices) != 2 or min(prices) < 0:
        raise argparse.ArgumentTypeError("it must be two prices, of input and of output")
    return prices[0], prices[1]


def _as_price(prices: tuple[float, float]) -> Price:
    from espire_dsl.evaluation.spending import Price

    return Price(*prices)


def _model_args(given: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in given:
        name, equals, text = one.partition("=")
        if not equals or not name:
            raise UsageError(f"-M takes NAME=VALUE, not {one}")
        try:
            found[name] = json.loads(text)
        except ValueError:
            found[name] = text
    return found
