"""All that is said about some files: by `espirec check`, and where that is no error by `espirec test`."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from espire_dsl.checking.check import compile_paths
from espire_dsl.diagnostics.value import Diagnostic
from espire_dsl.testing.run import run_trials
from espire_dsl.wording.render import Lexicon

SCENES = 20


@cache
def _lexicon() -> Lexicon:
    return Lexicon.load()


def all_findings(paths: Sequence[Path], roots: Iterable[Path]) -> Iterator[Diagnostic]:
    lexicon = _lexicon()
    compiled = compile_paths(paths, roots, lexicon=lexicon)
    yield from compiled.result.findings
    if compiled.result.errors:
        return
    for checked in compiled.files.values():
        for outcome in run_trials(checked.trials, lexicon, checked.catalogue, scenes=SCENES):
            if outcome.finding is not None:
                yield outcome.finding
