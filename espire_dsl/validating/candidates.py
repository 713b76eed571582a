"""Which step of a stored program gives the candidates of its task.

A record has the candidates and not the clause that they come from. Where several steps give them, one step
after the other changed nothing: either in the clause of the candidates, which may be as it likes, or in the
program, where that is an idle hop. The text of the program, in which candidates stand by that name, tells how
many hops are the program's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from espire_dsl.language.core.values import ThingSet
from espire_dsl.language.typed import Apply, Read, Typed, walk
from espire_dsl.program.stored import ProgramRun, StoredProgram, StoredProgramError
from espire_dsl.tasks.hops import is_hop
from espire_dsl.tasks.plan import replaced

_CALLED = re.compile(r"\w+(?=\()")


def step_of_candidates(candidates: Sequence[str], run: ProgramRun, text: str) -> int | None:
    """The step that gives the candidates; `text` is the program as it is written. None if there is none."""
    giving = list(_steps_giving(candidates, run))
    wanted = sum(is_hop(name) for name in _CALLED.findall(text))
    fitting = [index for index in giving if len(_hops(reading_candidates(run.program, index))) == wanted]
    return next(iter((*fitting, *reversed(giving))), None)


def reading_candidates(program: StoredProgram, index: int, part: Typed | None = None) -> Typed:
    """A program, or a part of it, that reads the candidates, which a step gives, by their name."""
    clause = program.tree(index)
    read = Read("candidates", clause.type, clause.span)
    return replaced(program.tree() if part is None else part, clause, read)


def _steps_giving(candidates: Sequence[str], run: ProgramRun) -> Iterator[int]:
    """Not the last one, which gives the answers."""
    for index in range(max(1, len(run.program.steps) - 1)):
        try:
            value = run.value(index)
        except StoredProgramError:
            continue
        if isinstance(value, ThingSet) and list(value.ids) == list(candidates):
            yield index


def _hops(program: Typed) -> set[Apply]:
    return {node for node in walk(program) if isinstance(node, Apply) and is_hop(node.function)}
