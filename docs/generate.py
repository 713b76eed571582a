"""Writes the pages that are made from tables: functions, types, codes, rules, refusals, entries.

`python docs/generate.py` rewrites them; `--check` says whether they are up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import Attribute

from espire_dsl.catalogue.paints import texture_names
from espire_dsl.diagnostics.registry import all_codes
from espire_dsl.domain.kinds import ROLES
from espire_dsl.language.core.binders import BINDERS
from espire_dsl.language.core.constructors import CONSTRUCTORS, GROUPS
from espire_dsl.language.core.functions import FUNCTIONS, ROOMS, declared_in
from espire_dsl.language.declarations.assets import ASSET
from espire_dsl.language.kinds import UNIONS
from espire_dsl.language.library import library_kinds
from espire_dsl.language.rules import AT_LEVEL, FIELDS
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.refusal_help import HELP

HERE = Path(__file__).resolve().parent
NOTE = "<!-- Made by docs/generate.py from the tables in the code. -->\n"


def functions_page() -> Iterator[str]:
    yield NOTE
    yield "# Core functions\n"
    yield f"{len(FUNCTIONS)} functions, each declared once in `espire_dsl/language/core/`."
    yield "The checker, the evaluators and this page read the same table.\n"
    yield "## One by one\n"
    yield "These look at the things of a set one by one and give each a name, which the test reads.\n"
    for binder in BINDERS.values():
        yield f"### `{binder.form}`\n"
        yield f"{binder.meaning}\n"
        yield f"- in words: {binder.worded}\n"
    for title, room in ROOMS.items():
        yield f"## {title}\n"
        for function in declared_in(room):
            yield f"### `{function.signature}`\n"
            yield f"{function.meaning}\n"
            facts = []
            if function.aspect:
                facts.append(f"aspect: {function.aspect}")
            if function.granularity:
                facts.append(f"granularity: {function.granularity}")
            if function.frames:
                facts.append(f"frame: {', '.join(sorted(function.frames))}")
            if function.labels:
                facts.append("labels: " + ", ".join(function.labels))
            facts.append(f"in words: {function.worded}")
            yield "".join(f"- {fact}\n" for fact in facts)


def types_page() -> Iterator[str]:
    yield NOTE
    yield "# Reasoning types and kinds of things\n"
    for name, group in GROUPS.items():
        yield f"## {name}\n"
        yield "| type | granularity | frames | tolerance | meaning |\n|---|---|---|---|---|"
        for constructor in CONSTRUCTORS.values():
            if constructor.name in group.constructors:
                frames = ", ".join(sorted(constructor.frames)) or "-"
                about = f"{constructor.tolerance:g} {constructor.unit}" if constructor.tolerance else "-"
                cells = (f"`{constructor}`", constructor.granularity, frames, about, constructor.meaning)
                yield f"| {' | '.join(cells)} |"
        yield ""
    yield "## Kinds\n"
    yield "Roles, and the kinds of the library; [domains.md](domains.md) tells how to declare others.\n"
    yield "| word | what it is | all of them | has a front |\n|---|---|---|---|"
    for kind in library_kinds():
        front = {1: "always" if "oriented" in kind.facing else "never"}.get(len(kind.facing), "by asset")
        plural = "" if kind.name in ROLES else f"`{kind.plural}`"
        yield f"| `{kind.name}` | {', '.join(kind.roles) or 'a role'} | {plural} | {front} |"
    for word, roles in UNIONS.items():
        yield f"| `{word}` | {' or '.join(sorted(roles))} | | |"
    yield ""


def codes_page() -> Iterator[str]:
    yield NOTE
    yield "# Diagnostic codes\n"
    yield "`espirec explain CODE` prints the same pages. E is an error, W a warning.\n"
    for page in all_codes():
        yield f"## {page.code}: {page.title}\n"
        yield f"{page.what.strip()}\n"
        yield f"{page.why.strip()}\n"
        for title, snippet in (("Wrong", page.wrong), ("Right", page.right)):
            if snippet.strip():
                yield f"{title}:\n\n```\n{snippet.strip()}\n```\n"


def rules_page() -> Iterator[str]:
    yield NOTE
    yield "# The rules of a fair task\n"
    yield "A task is asked only if a careful person with the picture, a pencil and no ruler would defend its"
    yield "answer. What breaks a rule is refused and counted by its reason ([refusals.md](refusals.md))."
    yield "Every suite has these rules; it changes numbers in its espire.toml, for all tasks or at a level:\n"
    yield "```toml"
    yield '[rules]\nmargin = "2 cm"          # a world of small things\n'
    yield "[rules.levels.easy]\ncandidate_count = 2\n"
    yield '[suites.espire_frames.rules]\nframes = "open"\n```\n'
    yield "A family does so with the rule's name in a `require`, such as `require chance <= 0.6` or"
    yield "`require margin >= 3 cm`. The manifest lists every number that is not the usual one, and how many"
    yield "tasks needed a family's weaker number: bindings that meet the suite's own are drawn first.\n"
    yield "| rule | usually | what it says |\n|---|---|---|"
    for name, rule in FIELDS.items():
        yield f"| `{name}` | {_number(rule)} | {rule.metadata['meaning']} |"
    yield ""
    levels = "; ".join(
        f"at level {level}: " + ", ".join(f"`{name}` {value}" for name, value in numbers.items())
        for level, numbers in AT_LEVEL.items()
    )
    yield f"Usual, too, {levels}.\n"
    yield "The rules about candidates, chance and visible answers are those of tasks that are answered by"
    yield "pointing. Swept and contrasted groups are asked whole, or not at all.\n"


def _number(rule: Attribute[Any]) -> str:
    unit = {"Length": " m", "Angle": " deg"}.get(rule.metadata["type"].name, "")
    shown = f"{rule.default:g}" if isinstance(rule.default, float) else str(rule.default).lower()
    sense = {">=": "at least ", "<=": "at most "}.get(rule.metadata["sense"], "")
    return f"{sense}{shown}{unit}"


def refusals_page() -> Iterator[str]:
    yield NOTE
    yield "# Why bindings are refused\n"
    yield "A binding of a family's variables becomes a task only if it meets the rules of a good one. What is"
    yield "refused is counted by reason: at the end of `espirec compile`, in `manifest.json` and by"
    yield "`espirec stats`. `espirec explain NAME` prints a row of this page. Of answers that no robot"
    yield "reaches, the planner's [verdicts](robot.md#verdicts) are counted as well.\n"
    yield "| name | reason | what can be done |\n|---|---|---|"
    for reason in Reason:
        yield f"| `{reason.name}` | {reason.value} | {HELP[reason]} |"


SCHEMAS = (ASSET,)
"""The sorts of declarations whose entries are listed."""


def entries_page() -> Iterator[str]:
    yield NOTE
    yield "# What declarations may say\n"
    yield "Each line of a kind, an asset or a world is an entry: a word and its arguments. Arguments in"
    yield "brackets may be left out, those with a colon are named; [domains.md](domains.md) explains them.\n"
    for schema in SCHEMAS:
        yield f"## {schema.what.capitalize()}\n"
        yield "| entry | how often | what it says |\n|---|---|---|"
        for entry in schema.forms:
            often = "any number" if entry.many else "once" if entry.needed else "at most once"
            yield f"| `{entry.usage}` | {often} | {entry.meaning} |"
        yield ""
    yield "## Textures\n"
    yield 'A paint is one of these, a colour such as `"#c79a62"`, or `own`: what a scene gives to it.\n'
    yield ", ".join(f"`{name}`" for name in sorted(texture_names()))


PAGES = {
    "functions.md": functions_page,
    "types.md": types_page,
    "codes.md": codes_page,
    "rules.md": rules_page,
    "refusals.md": refusals_page,
    "entries.md": entries_page,
}


def main() -> int:
    stale = []
    for name, page in PAGES.items():
        text = "\n".join(page()).rstrip() + "\n"
        path = HERE / name
        if "--check" in sys.argv:
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                stale.append(name)
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        print(f"out of date: {', '.join(stale)}; run `python docs/generate.py`")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
