"""Asks a model of Inspect AI what a loop wants to know."""

from __future__ import annotations

import base64
import math
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import ContextVar
from typing import Any, Final

from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    ContentImage,
    ContentText,
    GenerateConfig,
    Logprobs,
    Model,
    get_model,
)

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.asking import Ask, CallError, Message, Query, Reply
from espire_dsl.evaluation.likelihood import MOST_LISTED

BEING_ASKED: Final[ContextVar[Query | None]] = ContextVar("being_asked", default=None)
"""The query of the call under way, for scripted models, which answer by more than the messages."""
_HOPELESS: Final = {
    400: "the provider refuses the request",
    401: "the provider does not accept the key",
    403: "the provider does not allow this",
    404: "the provider does not offer this model",
    422: "the provider refuses the request",
}
_MARKUP: Final = re.compile(r"\[/?[a-z ]*\]")
_FORM: Final = "PROVIDER/NAME, such as openai-api/local/NAME"
_OWN_RETRIES: Final = ("openai", "openai-api")
"""Providers whose client would try again by itself, unseen; they are told not to."""


def inspect_model(
    name: str,
    arguments: dict[str, Any],
    endpoint: str | None,
    temperature: float | None,
    most: int | None,
    logprobs: bool = False,
) -> AbstractAsyncContextManager[Ask]:
    """A model by its name in Inspect AI, whose connections are closed in the end. Calls that fail are not
    made again here. With `logprobs` the provider is asked how likely first tokens are."""
    if name.partition("/")[0] in _OWN_RETRIES:
        arguments = {"max_retries": 0, **arguments}
    config = GenerateConfig(
        max_retries=0,
        temperature=temperature,
        max_tokens=most,
        logprobs=True if logprobs else None,
        top_logprobs=MOST_LISTED if logprobs else None,
    )
    try:
        model = get_model(name, base_url=endpoint, config=config, memoize=False, **arguments)
    except Exception as error:  # whatever a provider says when it cannot begin
        raise UsageError(_beginning(name, error)) from None

    async def ask(query: Query) -> Reply:
        try:
            return await asked(model, query)
        except CallError:
            raise
        except Exception as error:  # providers fail in ways of their own
            raise _failed(error) from None

    @asynccontextmanager
    async def opened() -> AsyncIterator[Ask]:
        try:
            yield ask
        finally:
            with suppress(Exception):  # it is of no use any more
                await model.api.aclose()

    return opened()


async def asked(model: Model, query: Query) -> Reply:
    """The reply of a model; its own errors are those of Inspect AI."""
    mark = BEING_ASKED.set(query)
    started = time.monotonic()
    try:
        output = await model.generate([_message(message) for message in query.messages])
    finally:
        BEING_ASKED.reset(mark)
    if not output.choices:
        raise CallError("the answer has no choices", again=True)
    usage = output.usage
    return Reply(
        output.completion,
        str(output.stop_reason),
        output.time if output.time is not None else time.monotonic() - started,
        input_tokens=None if usage is None else usage.input_tokens,
        output_tokens=None if usage is None else usage.output_tokens,
        first_token=_first_token(output.choices[0].logprobs),
    )


def _first_token(told: Logprobs | None) -> tuple[tuple[str, float], ...]:
    """The likeliest tokens that an answer may begin with, by what the provider tells of them."""
    if told is None or not told.content:
        return ()
    first = told.content[0]
    listed = {first.token: first.logprob, **{one.token: one.logprob for one in first.top_logprobs or ()}}
    return tuple((token, value) for token, value in listed.items() if math.isfinite(value))


def _message(message: Message) -> ChatMessage:
    if message.role == "system":
        return ChatMessageSystem(content=message.text)
    pictures = [
        ContentImage(image=f"data:image/png;base64,{base64.b64encode(picture).decode()}")
        for picture in message.pictures
    ]
    return ChatMessageUser(content=[*pictures, ContentText(text=message.text)])


def _beginning(name: str, error: Exception) -> str:
    """Why a model cannot be asked at all, in a sentence."""
    told = " ".join(str(getattr(error, "message", None) or error).split())
    if isinstance(error, ValueError) and "not recognized" in told:
        return f"no provider of Inspect AI offers the model {name}: write {_FORM}"
    if isinstance(error, ValueError) and "should be in the format" in told:
        return f"the model {name} needs its provider before it: {_FORM}"
    plain = _MARKUP.sub("", told).removeprefix("ERROR: ")
    return f"the model {name} cannot be asked: {plain}"


def _failed(error: Exception) -> CallError:
    for one in _causes(error):
        status = getattr(one, "status_code", None)
        if isinstance(status, int) and status in _HOPELESS:
            return CallError(f"{_HOPELESS[status]} ({status}): {_plain(one)}", again=False)
    return CallError(_plain(error), again=True)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error, and those behind it."""
    seen: BaseException | None = error
    for _ in range(10):
        if seen is None:
            return
        yield seen
        last = getattr(seen, "last_attempt", None)  # of an error that tells of tries
        behind = last.exception() if last is not None else None
        seen = behind or seen.__cause__ or seen.__context__


def _plain(error: BaseException) -> str:
    """The first line of what an error says, without markup, and not all of a long one."""
    text = str(getattr(error, "message", None) or getattr(error, "provider_message", None) or error)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = lines[-1] if text.startswith("\nRequest:") and lines else lines[0] if lines else ""
    return f"{type(error).__name__}: {told[:200]}" if told else type(error).__name__
