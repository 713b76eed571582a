"""`espirec show`: the tree, the typed program or the sentences of families."""

from __future__ import annotations

import argparse
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from espire_dsl.cli.check import show_findings
from espire_dsl.cli.output import FINDINGS, OK, UsageError, write
from espire_dsl.cli.parser import Subparsers, add_command

if TYPE_CHECKING:
    from espire_dsl.language.families.family import Family

WHAT = ("tree", "program", "sentences")
_EXAMPLES = """\
  espirec show sentences families/ --family 'pick.distance.*'     what the templates say
  espirec show program pick.espire                                the typed program, and its gloss
  espirec show tree pick.espire                                   what the parser understood"""


def register(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    parser = add_command(
        subparsers,
        "show",
        summary="show the tree, the typed program or the sentences of families",
        details="Sentences are shown for every reasoning type, with the first reference that fits.",
        examples=_EXAMPLES,
    )
    parser.add_argument("what", choices=WHAT, metavar="WHAT", help="tree, program or sentences")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files or folders")
    parser.add_argument("--family", default="*", metavar="PATTERN", help="only these, * stands for anything")


def run(args: argparse.Namespace) -> int:
    from espire_dsl.checking.check import compile_paths
    from espire_dsl.checking.paths import espire_files, roots_of

    files = espire_files(args.paths)
    if args.what == "tree":
        return _show_trees(files, args.color)
    compiled = compile_paths(files, roots_of(args.paths))
    errors = [d for d in compiled.result.findings if d.severity == "error"]
    if errors:
        show_findings(errors, "text", args.color)
    families = [
        (path, f) for path in files for f in compiled.files[path].families if fnmatchcase(f.name, args.family)
    ]
    if not families and not errors:
        raise UsageError(f"no family here is called {args.family}")
    show = _program if args.what == "program" else _sentences
    write("\n".join(show(family, path) for path, family in families))
    return FINDINGS if errors else OK


def _show_trees(files: list[Path], colour: str) -> int:
    from espire_dsl.cli.outline import outline
    from espire_dsl.diagnostics.value import Findings
    from espire_dsl.syntax.parser import parse
    from espire_dsl.syntax.source import read_source

    findings = Findings()
    for path in files:
        source = read_source(str(path), findings)
        if source is not None:
            write(f"{path}\n{outline(parse(source, findings))}\n")
    if findings:
        show_findings(findings, "text", colour)
    return FINDINGS if findings else OK


def _program(family: Family, _: Path) -> str:
    from espire_dsl.program.gloss import described, gloss

    spec = family.spec
    words = [spec.aspect, spec.granularity, f"frame {spec.frame}" if spec.frame else "no frame"]
    words.append(f"reference {spec.reference}" if spec.reference else "no reference")
    lines = [f"{family.name}: {', '.join(words)}"]
    lines += [f"  {v.name} in {v.domain.type}" for v in family.variables]
    lines += [
        f"  types: {', '.join(family.types)}",
        f"  answers with {family.answer.kind} ({family.answer.type})",
    ]
    lines += [f"  {line}" for line in described(family.program)]
    return "\n".join([*lines, f"  in words: {gloss(family.program)}", ""])


def _sentences(family: Family, path: Path) -> str:
    from espire_dsl.checking.lexicons import lexicon_for
    from espire_dsl.wording.samples import spoken_samples

    lines = [f"{family.name}"]
    for type_name, sentence in spoken_samples(family, lexicon_for(path), family.catalogue):
        lines.append(f"  {type_name:16} {sentence}")
    return "\n".join([*lines, ""])
