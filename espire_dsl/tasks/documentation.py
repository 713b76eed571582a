"""Writes docs/suite.md: the families and types of all suites, with an example sentence for each type.

`python -m espire_dsl.tasks.documentation docs/suite.md` rewrites it; `--check` says whether it is up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from espire_dsl.catalogue.reader import Catalogue, load_catalogue
from espire_dsl.checking.check import compile_paths
from espire_dsl.language.family import Family
from espire_dsl.resources import resource_path
from espire_dsl.tasks.program_text import program_text
from espire_dsl.tasks.suites import Suite, suites_of
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.spoken_samples import spoken_samples

NOTE = "<!-- Made by `python -m espire_dsl.tasks.documentation` from the families. -->\n"
_WORDS = {
    "espire": "The 148 types of the ESPIRE suite.",
    "espire_plus": "What goes beyond it: sizes of slots, and programs of several hops.",
    "espire_frames": "Sentences that leave the frame of reference open; a task records every reading.",
}


def packaged_suites() -> tuple[Suite, ...]:
    """The suites that come with the package."""
    folder = resource_path("families")
    files = sorted(folder.rglob("*.espire"))
    return suites_of(compile_paths(files, [folder]).files, files)


def suite_page(suites: Sequence[Suite]) -> str:
    """The page about some suites."""
    return "\n".join(_page(suites, Lexicon.load(), load_catalogue())).rstrip() + "\n"


def _page(suites: Sequence[Suite], lexicon: Lexicon, catalogue: Catalogue) -> Iterator[str]:
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
            yield from _family(family, lexicon, catalogue)


def _family(family: Family, lexicon: Lexicon, catalogue: Catalogue) -> Iterator[str]:
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
    sentences: dict[str, list[str]] = {}
    for name, sentence in spoken_samples(family, lexicon, catalogue):
        sentences.setdefault(name, []).append(sentence)
    for index, name in enumerate(family.types):
        said = sentences.get(name) or next(iter(sentences.values()))
        yield f"| `{name}` | {said[index % len(said)]} |"
    yield ""


def main(arguments: Sequence[str]) -> int:
    """Write the page, or check it; the exit code."""
    check = "--check" in arguments
    path = Path(next((a for a in arguments if not a.startswith("-")), "docs/suite.md"))
    text = suite_page(packaged_suites())
    if not check:
        path.write_text(text, encoding="utf-8")
        return 0
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"out of date: {path}; run `python -m espire_dsl.tasks.documentation {path}`")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
