"""Settings that all tests share: Hypothesis draws the same examples every time, and is never hurried.

Tests draw a tenth of the examples that their settings name, and `make test` leaves out those that are marked
as slow, so that it takes a newcomer minutes; `make test ALL=1`, which CI runs, draws a fourth and leaves out
no test.
`make explore` (tests/explore.py) draws other examples, and more of them, until its time is over, and keeps
what fails in tests/explored. Every other run tries what is kept there before anything else.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Generator, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from attrs import define
from hypothesis import HealthCheck, Phase, settings
from hypothesis.database import DirectoryBasedExampleDatabase, MultiplexedDatabase, ReadOnlyDatabase
from hypothesis.errors import Flaky, Unsatisfiable, UnsatisfiedAssumption

settings.register_profile(
    "espire",
    deadline=None,
    derandomize=True,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],  # it goes by the clock, however busy the machine is
)
settings.load_profile("espire")

KEPT = ReadOnlyDatabase(DirectoryBasedExampleDatabase(Path(__file__).parent / "explored"))
UNTIL, FOUND, ORDER = "ESPIRE_EXPLORE_UNTIL", "ESPIRE_EXPLORE_FOUND", "ESPIRE_EXPLORE_ORDER"
"""When exploring ends, in seconds; the folder for what it finds; and the seed of the order of tests."""

ALL = "ESPIRE_ALL_TESTS"
"""Whether slow tests are run, and more examples drawn."""

_PART = 4 if os.environ.get(ALL) else 10
_FEWEST = 5
"""Of the examples of a test a part is drawn, and not fewer than so many."""

_MORE = 5
"""So many times the examples of a usual run are drawn in a round of exploring, if there is time."""

_SECONDS = 5.0
"""So long one test may draw in a round, so that a few minutes reach many tests and not a few slow ones."""

_FAILURES = (Exception, SystemExit, GeneratorExit, pytest.fail.Exception)
"""What Hypothesis takes for a failed example."""


_NAME = pytest.StashKey[bytes]()
"""Of a test, before the name of its group is put behind it."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """To explore, only tests that draw examples, in another order each time, and examples not seen before."""
    for item in items:
        item.stash[_NAME] = item.nodeid.encode()
    _group(items)
    if UNTIL in os.environ:
        items[:] = [item for item in items if _drawing(item) is not None]
        random.Random(os.environ[ORDER]).shuffle(items)
        found = MultiplexedDatabase(DirectoryBasedExampleDatabase(os.environ[FOUND]), KEPT)
        for test in _tests_that_draw(items):
            own = test._hypothesis_internal_use_settings
            new = settings(own, max_examples=_MORE * own.max_examples, derandomize=False, database=found)
            test._hypothesis_internal_use_settings = new
            test.hypothesis.inner_test = _ending(test.hypothesis.inner_test)
    else:
        for item in items:
            if item.get_closest_marker("slow") is not None and not os.environ.get(ALL):
                item.add_marker(pytest.mark.skip(reason="it is slow: `make test ALL=1` runs it, as CI does"))
        for test in _tests_that_draw(items):
            own = test._hypothesis_internal_use_settings
            few = min(own.max_examples, max(_FEWEST, own.max_examples // _PART))
            test._hypothesis_internal_use_settings = settings(own, max_examples=few)


def _group(items: Iterable[pytest.Item]) -> None:
    """Tests for which the same files are made are run by one process (`--dist loadgroup`), so that they are
    made once."""
    group_of: dict[str, str] = {}
    files = {item: _files_of(item) for item in items}
    for names in filter(None, files.values()):
        joined = {group_of.get(name, name) for name in names}
        together = min(joined)
        group_of |= dict.fromkeys(names, together)
        group_of |= {name: together for name, group in group_of.items() if group in joined}
    for item, names in files.items():
        if names:
            item.add_marker(pytest.mark.xdist_group(group_of[names[0]]))


def _files_of(item: pytest.Item) -> list[str]:
    """The fixtures of a test that make files for a whole module or session."""
    info = getattr(item, "_fixtureinfo", None)
    found = {} if info is None else info.name2fixturedefs
    return [
        f"{last.func.__module__}.{name}"
        for name, (*_, last) in found.items()
        if last.scope in ("module", "session") and "tmp_path_factory" in last.argnames
    ]


def _tests_that_draw(items: Iterable[pytest.Item]) -> list[Any]:
    """Their functions, of which one may be several tests."""
    return list({id(test): test for test in map(_drawing, items) if test is not None}.values())


def pytest_runtest_setup(item: pytest.Item) -> None:
    del item
    if time.time() > float(os.environ.get(UNTIL, "inf")):
        pytest.skip("the time to explore is over")


@define
class _Turn:
    """Of a test to draw: when it is over, whether that ended it, and what became of its examples."""

    until: float
    ended: bool = False
    passed: bool = False
    failed: bool = False


def _ending(inner: Callable[..., Any]) -> Callable[..., Any]:
    """The test, which draws no more examples when its turn is over, unless one failed and is being shrunk."""

    @wraps(inner)
    def ending(*arguments: Any, **named: Any) -> None:
        turn: _Turn = ending.turn  # type: ignore[attr-defined]
        if not turn.failed and time.time() > turn.until:
            turn.ended = True
            pytest.skip("its turn is over, and nothing was found")
        try:
            inner(*arguments, **named)
            turn.passed = True
        except UnsatisfiedAssumption:
            raise
        except _FAILURES:
            turn.failed = True
            raise

    return ending


def _explored(item: pytest.Item, test: Any) -> Generator[None, Any, Any]:
    """One turn of a test. It passes if its time is over, an example was tried, and none failed."""
    over = min(time.time() + _SECONDS, float(os.environ[UNTIL]))
    turn = test.hypothesis.inner_test.turn = _Turn(over)
    try:
        return (yield)
    except pytest.skip.Exception:
        if not turn.passed or not turn.ended:
            raise
    except Flaky:
        if turn.failed or not turn.ended:
            raise
        # Hypothesis takes the end of the turn for a test that does not always draw the same.
        if not turn.passed:
            pytest.skip("its turn is over, and no example was tried to the end")
    finally:
        if not turn.failed:  # Hypothesis keeps the example at which a turn ended, too
            found, key = DirectoryBasedExampleDatabase(os.environ[FOUND]), item.stash[_NAME]
            for example in list(found.fetch(key)):
                found.delete(key, example)
    return None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """What was found before comes first. Examples are kept under the names of tests."""
    test = _drawing(item)
    if test is not None:
        key = test._hypothesis_internal_database_key = item.stash[_NAME]
        if UNTIL in os.environ:
            return (yield from _explored(item, test))
        if any(KEPT.fetch(key)):
            own = test._hypothesis_internal_use_settings
            again = settings(own, derandomize=False, database=KEPT, phases=(Phase.explicit, Phase.reuse))
            test._hypothesis_internal_use_settings = again
            try:
                item.runtest()
            except Unsatisfiable:
                pass  # what was found once is no example of the test as it is today
            finally:
                test._hypothesis_internal_use_settings = own
    return (yield)


def _drawing(item: pytest.Item) -> Any:
    """The function of a test whose examples Hypothesis draws."""
    test = getattr(item, "obj", None)
    return test if getattr(test, "is_hypothesis_test", False) else None
