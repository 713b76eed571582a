"""Recorded signatures as they are asked for: members of classes with what they inherit, and constructors."""

from __future__ import annotations

import ast
import inspect
import json
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

HERE = Path(__file__).resolve().parent


@frozen
class Member:
    """A member of a class: what it is, its signature if it is called, and its type if it is read."""

    kind: str
    signature: inspect.Signature | None = None
    type: str = ""
    passes_on: str = ""


@frozen
class Vendor:
    """What was recorded of one vendor."""

    name: str
    record: dict[str, Any]

    @property
    def commit(self) -> str:
        return str(self.record["commit"])

    def offered(self, module: str, name: str) -> dict[str, Any]:
        """What a module offers under a name."""
        found: dict[str, Any] = self.record["modules"].get(module, {}).get(name, {})
        if not found:
            raise AttributeError(f"{module} of {self.name} has no {name}")
        return found

    def members(self, owner: str) -> dict[str, Member]:
        """The members of a class, its own before those that it inherits."""
        record = self.record["classes"].get(owner)
        if record is None:
            return {}
        found: dict[str, Member] = {}
        for base in reversed(record["bases"]):
            found |= self.members(base)
        return found | {name: _member(member) for name, member in record["members"].items()}

    def constructor(self, owner: str) -> inspect.Signature:
        """How an instance is made."""
        record = self.record["classes"][owner]
        own = record["members"].get("__init__")
        if own is not None:
            return signature_of(own["signature"])
        fields = self._fields(owner)
        if fields:
            return signature_of(f"(self, {', '.join(fields.values())})")
        for base in record["bases"]:
            if base in self.record["classes"]:
                return self.constructor(base)
        return signature_of("(self)")

    def resolves(self, owner: str, names: str) -> bool:
        """Whether `owner().a.b` leads to something, as far as classes are recorded."""
        first, _, rest = names.partition(".")
        member = self.members(owner).get(first)
        if member is None:
            return False
        if member.passes_on and not self.resolves(owner, member.passes_on):
            return False
        return not rest or member.type not in self.record["classes"] or self.resolves(member.type, rest)

    def _fields(self, owner: str) -> dict[str, str]:
        """The fields of a dataclass, those of its bases first."""
        record = self.record["classes"].get(owner)
        if record is None:
            return {}
        found: dict[str, str] = {}
        for base in reversed(record["bases"]):
            found |= self._fields(base)
        return found | {field.split(" ")[0]: field for field in record.get("fields", ())}


def signature_of(text: str) -> inspect.Signature:
    """A recorded signature as one that calls can be bound to."""
    (function,) = ast.parse(f"def f{text}: ...").body
    assert isinstance(function, ast.FunctionDef)
    given = function.args
    ordered = [*given.posonlyargs, *given.args]
    without = len(ordered) - len(given.defaults)
    parameters = [
        _parameter(
            argument,
            inspect.Parameter.POSITIONAL_ONLY
            if number < len(given.posonlyargs)
            else inspect.Parameter.POSITIONAL_OR_KEYWORD,
            number >= without,
        )
        for number, argument in enumerate(ordered)
    ]
    if given.vararg:
        parameters.append(_parameter(given.vararg, inspect.Parameter.VAR_POSITIONAL, False))
    for argument, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        parameters.append(_parameter(argument, inspect.Parameter.KEYWORD_ONLY, default is not None))
    if given.kwarg:
        parameters.append(_parameter(given.kwarg, inspect.Parameter.VAR_KEYWORD, False))
    returns = inspect.Signature.empty if function.returns is None else ast.unparse(function.returns)
    return inspect.Signature(parameters, return_annotation=returns)


@cache
def vendor(name: str) -> Vendor:
    """cuRobo or Isaac Sim, as recorded."""
    return Vendor(name, json.loads((HERE / f"{name}.json").read_text(encoding="utf-8")))


def _member(record: dict[str, Any]) -> Member:
    text = record.get("signature")
    return Member(
        record["kind"],
        None if text is None else signature_of(text),
        record.get("type", ""),
        record.get("passes_on", ""),
    )


def _parameter(argument: ast.arg, kind: Any, has_default: bool) -> inspect.Parameter:
    return inspect.Parameter(argument.arg, kind, default=... if has_default else inspect.Parameter.empty)
