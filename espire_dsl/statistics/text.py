"""Statistics as text for a terminal, and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import asdict

from espire_dsl.diagnostics.report import counted
from espire_dsl.reports.columns import aligned, percent
from espire_dsl.statistics.count import Count, NumberSummary, Statistics

_MOST_REASONS: Final = 12


def text_of(found: Statistics) -> str:
    """The whole report."""
    return "\n".join(_lines(found)) + "\n"


def json_of(found: Statistics) -> str:
    """All numbers, for programs."""
    return json.dumps(asdict(found), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _lines(found: Statistics) -> Iterator[str]:
    yield f"{counted(found.tasks, 'task')} about {counted(found.scenes, 'scene')}"
    yield ""
    yield from _groups(found)
    yield ""
    yield from _answers(found)
    yield ""
    yield from _sentences(found)
    yield ""
    yield from _pictures(found)
    for suite, reasons in found.refusals.items():
        yield ""
        yield f"refused bindings of {suite}"
        yield from _table([[reason, str(number)] for reason, number in list(reasons.items())[:_MOST_REASONS]])
        if len(reasons) > _MOST_REASONS:
            yield f"  and {len(reasons) - _MOST_REASONS} more reasons; --json lists all"
        if suite in found.unreached:
            yield f"  where the robot reaches none: {most_often(tuple(found.unreached[suite].items()))}"


def most_often(verdicts: Sequence[tuple[str, int]]) -> str:
    """The commonest of the planner's verdicts, which stands first."""
    status, number = verdicts[0]
    return f"most often {status}, {number} of {counted(sum(n for _, n in verdicts), 'verdict')}"


def _groups(found: Statistics) -> Iterator[str]:
    levels = list(found.whole.levels)
    width = 4 + len(levels)
    rows = [["", "tasks", "types", "scenes", *levels], ["all tasks", *_count(found.whole, levels)]]
    for name, counts in found.groups.items():
        rows.append([""] * width)
        rows.append([f"by {name}", *[""] * (width - 1)])
        rows += [[f"  {count.name}", *_count(count, levels)] for count in counts]
    yield from aligned(rows)


def _count(count: Count, levels: Sequence[str]) -> list[str]:
    numbers = [count.tasks, count.types, count.scenes, *(count.levels.get(level, 0) for level in levels)]
    return list(map(str, numbers))


def _answers(found: Statistics) -> Iterator[str]:
    yield "answers"
    kinds = [[f"kind {kind}", _share(number, found)] for kind, number in found.answer_kinds.items()]
    numbers = [[counted(key, "answer"), _share(number, found)] for key, number in found.answers.items()]
    yield from _table([*kinds, *numbers])
    rows = [["", "tasks", "least", "median", "mean", "most"]]
    if found.candidates is not None:
        rows.append(["candidates", *_spread(found.candidates)])
    if found.chance is not None:
        rows.append(["chance", *_spread(found.chance)])
    rows += [[f"margin ({unit})", *_spread(spread)] for unit, spread in found.margins.items()]
    if len(rows) > 1:
        yield ""
        yield from _table(rows)


def _sentences(found: Statistics) -> Iterator[str]:
    yield "sentences"
    rows = [["different sentences", str(found.sentences)]]
    if found.words is not None:
        told = found.words
        rows.append(["words", f"{told.least:.0f} .. {told.mean:.1f} .. {told.most:.0f}"])
    rows.append(["with readings that differ", str(found.open_frames)])
    yield from _table(rows)
    yield ""
    yield "use of templates, the first one first"
    yield from _table([[family, _uses(uses)] for family, uses in found.templates.items()])


def _uses(uses: Mapping[int, int]) -> str:
    return " ".join(str(uses.get(place, 0)) for place in range(max(uses) + 1))


def _pictures(found: Statistics) -> Iterator[str]:
    yield "pictures and verdicts"
    yield from _table(
        [
            ["tasks with masks", _share(found.with_masks, found)],
            ["tasks that were verified", _share(found.verified, found)],
            *([f"answers {status}", str(number)] for status, number in found.verdicts.items()),
        ]
    )


def _share(number: int, found: Statistics) -> str:
    return f"{number} ({percent(number / found.tasks)})"


def _spread(spread: NumberSummary) -> list[str]:
    numbers = (spread.least, spread.median, spread.mean, spread.most)
    return [str(spread.number), *(f"{number:.3g}" for number in numbers)]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"  {line}" for line in aligned(rows)]
