"""What calls cost, limits on that, and patience with calls that fail.

A call that fails spends no attempt of a task: it is made again after a pause, and counted apart.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from attrs import define, evolve, frozen

from espire_dsl.diagnostics.error import EspireError
from espire_dsl.evaluation.asking import Ask, CallError, Query, Reply
from espire_dsl.evaluation.records import Call

_MILLION: Final = 1_000_000


class LimitError(EspireError):
    """A limit of spending is reached."""


@frozen
class Limits:
    """How many calls and tokens a run may cost; None for any number."""

    calls: int | None = None
    tokens: int | None = None


@frozen
class Price:
    """Of a million tokens, in whichever currency."""

    input: float
    output: float


@define
class Spending:
    """What a run has cost so far, that of earlier sittings among it."""

    limits: Limits = Limits()
    calls: int = 0
    under_way: int = 0
    failures: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def cost(self, price: Price) -> float:
        return (self.input_tokens * price.input + self.output_tokens * price.output) / _MILLION

    def recall(self, calls: Iterable[Call]) -> None:
        """Counts calls that a run has written down."""
        for call in calls:
            self._count(call.failures, call.input_tokens, call.output_tokens)

    def count(self, reply: Reply) -> None:
        self._count(reply.failures, reply.input_tokens, reply.output_tokens)

    def _count(self, failures: int, input_tokens: int | None, output_tokens: int | None) -> None:
        self.calls += 1
        self.failures += failures
        self.input_tokens += input_tokens or 0
        self.output_tokens += output_tokens or 0

    def check(self) -> None:
        """Refuses a further call where a limit is reached, with those that are under way."""
        limits = self.limits
        if limits.calls is not None and self.calls + self.under_way >= limits.calls:
            raise LimitError(f"the limit of {limits.calls} calls is reached")
        if limits.tokens is not None and self.tokens >= limits.tokens:
            raise LimitError(f"the limit of {limits.tokens} tokens is reached")


@frozen
class Patience:
    """How often a call is made, after how many seconds it counts as failed, and how long the pauses are: the
    first, and the longest; each is twice the one before, and up to half of it longer, so that calls do not
    come back all at once."""

    tries: int = 6
    timeout: float = 300.0
    first: float = 2.0
    most: float = 60.0
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def pause(self, failures: int) -> float:
        longest: float = min(self.most, self.first * 2.0 ** (failures - 1))
        return longest * (1 + random.random() / 2)


def careful(ask: Ask, spending: Spending, patience: Patience) -> Ask:
    """The same model, asked within limits and again where a call fails."""

    async def asked(query: Query) -> Reply:
        began, failures = time.monotonic(), 0
        while True:
            spending.check()
            spending.under_way += 1
            started = time.monotonic()
            try:
                async with asyncio.timeout(patience.timeout):
                    reply = await ask(query)
                break
            except (CallError, TimeoutError) as error:
                failures += 1
                failed = _failure(error, patience.timeout)
                if not failed.again or failures >= patience.tries:
                    spending.failures += failures
                    raise failed from None
            finally:
                spending.under_way -= 1
            await patience.sleep(patience.pause(failures))
        if failures:
            reply = evolve(reply, failures=failures, waited=started - began)
        spending.count(reply)
        return reply

    return asked


def _failure(error: CallError | TimeoutError, timeout: float) -> CallError:
    if isinstance(error, CallError):
        return error
    return CallError(f"a call was not answered within {timeout:g} seconds", again=True)
