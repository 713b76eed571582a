"""Writes docs/suite.md: the families and types of all suites, with what an emitted task of each type said.

`python -m espire_dsl.tasks.documentation docs/suite.md --from OUT` takes the examples of the suites of a task
set from there and keeps them in docs/suite_examples.json; without `--from` the page is made from those.
`--check` says whether both files are up to date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from espire_dsl.checking.check import compile_paths
from espire_dsl.language.families.family import Family
from espire_dsl.resources import resource_path
from espire_dsl.tasks.emitted_examples import Examples, examples_among, examples_text, read_examples
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import load
from espire_dsl.tasks.program_text import program_text
from espire_dsl.tasks.suites import Suite, suites_of

EXAMPLES = "suite_examples.json"
NO_EXAMPLE = "(no task of this type was emitted)"
NOTE = (
    "<!-- Made by `python -m espire_dsl.tasks.documentation` from the families and an emitted task set. -->\n"
)
_WORDS = {
    "espire": "The 148 types of the ESPIRE suite.",
    "espire_plus": "What goes beyond it: sizes of slots, and programs of several hops.",
    "espire_frames": "Sentences that leave the frame of reference open; a task records every reading.",
    "spatialtunnel": "Whether what is higher in the picture is taken for what is farther.",
}


def packaged_suites() -> tuple[Suite, ...]:
    """The suites that come with the package."""
    folder = resource_path("families")
    files = sorted(folder.rglob("*.espire"))
    return suites_of(compile_paths(files, [folder]).files, files)


def suite_page(suites: Sequence[Suite], examples: Examples) -> str:
    """The page about some suites."""
    return "\n".join(_page(suites, examples)).rstrip() + "\n"


def _page(suites: Sequence[Suite], examples: Examples) -> Iterator[str]:
    yield NOTE
    yield "# Suites, families, types\n"
    yield "| suite | families | types | what it is |\n|---|---|---|---|"
    for suite in suites:
        types = sum(len(family.types) for family in suite.families)
        cells = (f"[{suite.name}](#{suite.name})", len(suite.families), types, _WORDS.get(suite.name, ""))
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""
    for suite in suites:
        yield f"## {suite.name}\n"
        for family in suite.families:
            yield from _family(suite, family, examples)


def _family(suite: Suite, family: Family, examples: Examples) -> Iterator[str]:
    spec = family.spec
    facts = [f"{spec.aspect}, {spec.granularity}"]
    facts += [f"frame {spec.frame}"] if spec.frame else []
    facts += [f"reference {spec.reference}"] if spec.reference else []
    facts += [f"world `{family.world}`", f"answers with {family.answer.kind}"]
    yield f"### {family.name}\n"
    if family.doc:
        yield f"{family.doc}\n"
    yield f"{'; '.join(facts)}.\n"
    yield f"```\n{program_text(family.program)}\n```\n"
    yield "| type | for example |\n|---|---|"
    for name in family.types:
        example = examples.get((suite.name, family.name, name))
        yield f"| `{name}` | {NO_EXAMPLE if example is None else _cell(example.instruction)} |"
    yield ""


def _cell(text: str) -> str:
    """A sentence as a cell of a table."""
    return text.replace("|", "\\|")


def main(arguments: Sequence[str]) -> int:
    """Write the page and its examples, or check them; the exit code."""
    given = _arguments(arguments)
    page: Path = given.page
    kept = page.with_name(EXAMPLES)
    suites = packaged_suites()
    try:
        examples = _examples(kept, given.set, suites)
    except TaskSetError as error:
        print(error, file=sys.stderr)
        return 2
    texts = {page: suite_page(suites, examples), kept: examples_text(examples, suites)}
    if not given.check:
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
        return 0
    stale = [p for p, text in texts.items() if not p.is_file() or p.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"out of date: {path}; run `python -m espire_dsl.tasks.documentation {page}`")
    return 1 if stale else 0


def _examples(kept: Path, task_set: Path | None, suites: Sequence[Suite]) -> Examples:
    """The examples that are kept; those of the suites of a task set are taken from there instead."""
    known = read_examples(kept) if kept.is_file() or task_set is None else {}
    if task_set is None:
        return known
    tasks = load(task_set).tasks
    emitted = {task.suite for task in tasks}
    return {key: one for key, one in known.items() if key[0] not in emitted} | dict(
        examples_among(tasks, suites)
    )


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m espire_dsl.tasks.documentation")
    parser.add_argument("page", nargs="?", type=Path, default=Path("docs/suite.md"))
    parser.add_argument(
        "--from", dest="set", type=Path, metavar="OUT", help="take the examples from a task set"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if out of date")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
