"""Where engines do their work: in one thread of their own, one job after the other.

So a loop that waits for a model does not keep others waiting, and what an engine gives does not depend on
which tasks are under way beside it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

T = TypeVar("T")


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="environment")


async def in_environment(job: Callable[[], T]) -> T:
    """The result of a job, when its turn has come."""
    return await asyncio.get_running_loop().run_in_executor(_thread(), job)
