"""Doubles that can do no more than what they stand for.

A double may leave out what nobody calls, and properties that only pass something on, which it plays by
itself, also into nothing if that is where the vendor's leads. What it has must be the vendor's, of the same
kind and with the same names of parameters, or it cannot be made; a call is bound to the recorded signature,
and what comes back must be of the recorded type, or the test fails. So a call that the vendor does not have
cannot pass.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import wraps
from types import ModuleType
from typing import Any

from tests.sim.signatures.reading import Member, Vendor, signature_of

_ALIKE = {"Dict": "dict", "List": "list", "Tuple": "tuple", "T_BDOF": "Tensor"}


class NotTheVendorsError(AssertionError):
    """A double has, gives or is asked for something that the vendor does not have."""


def strict(vendor: Vendor) -> Callable[[type], type]:
    """Makes a class the double of the vendor's class of the same name."""

    def decorate(double: type) -> type:
        owner = double.__name__
        members = vendor.members(owner)
        if owner not in vendor.record["classes"]:
            raise NotTheVendorsError(f"{vendor.name} has no class {owner} on record")
        namespace: dict[str, Any] = {"__init__": _constructor(vendor, owner, double)}
        for name, value in vars(double).items():
            if not name.startswith("_"):
                namespace[name] = _member(vendor, owner, name, members.get(name), value)
        namespace["__getattr__"] = _getattr(vendor, owner, members)
        namespace["__setattr__"] = _setattr(vendor, owner, members)
        made = type(owner, (double,), namespace)
        made.__module__ = double.__module__
        return made

    return decorate


def inside(made: type, **attributes: Any) -> Any:
    """An instance that a vendor makes for itself, so that nobody calls its constructor."""
    instance = made.__new__(made)
    for name, value in attributes.items():
        setattr(instance, name, value)
    return instance


def module(vendor: Vendor, name: str, content: Mapping[str, Any]) -> ModuleType:
    """The double of a module: classes and functions that the vendor's has, and not all of them."""
    made = ModuleType(name)
    for key, value in content.items():
        offered = vendor.offered(name, key)
        if offered["kind"] == "class":
            if not (isinstance(value, type) and value.__name__ == offered["class"]):
                raise NotTheVendorsError(f"{name}.{key} is the class {offered['class']}")
            setattr(made, key, value)
        else:
            setattr(made, key, function(vendor, name, key, value))
    return made


def function(vendor: Vendor, module_name: str, name: str, double: Callable[..., Any]) -> Callable[..., Any]:
    """The double of a function of a module."""
    return _called(
        vendor, f"{module_name}.{name}", signature_of(vendor.offered(module_name, name)["signature"]), double
    )


def _member(vendor: Vendor, owner: str, name: str, member: Member | None, value: Any) -> Any:
    where = f"{owner}.{name}"
    if member is None:
        raise NotTheVendorsError(f"{vendor.name} has no {where}")
    kind = {property: "property", staticmethod: "static", classmethod: "class"}.get(type(value), "method")
    if kind != member.kind:
        raise NotTheVendorsError(f"{where} of {vendor.name} is a {member.kind}, and not a {kind}")
    if isinstance(value, property):
        assert value.fget is not None
        return property(_read(vendor, where, member.type, value.fget))
    assert member.signature is not None
    called = _called(
        vendor, where, member.signature, getattr(value, "__func__", value), bound=kind != "static"
    )
    return {"static": staticmethod, "class": classmethod}.get(kind, lambda made: made)(called)


def _constructor(vendor: Vendor, owner: str, double: type) -> Callable[..., None]:
    made = double.__init__ if "__init__" in vars(double) else _unmade  # type: ignore[misc]
    called = _called(vendor, owner, vendor.constructor(owner), made, bound=True)

    def __init__(self: Any, *given: Any, **named: Any) -> None:  # noqa: N807
        called(self, *given, **named)

    return __init__


def _unmade(self: Any) -> None:
    raise NotImplementedError(f"nobody makes a {type(self).__name__} but the vendor")


def _called(
    vendor: Vendor, where: str, signature: inspect.Signature, double: Callable[..., Any], bound: bool = False
) -> Callable[..., Any]:
    plays = inspect.signature(double).parameters
    unknown = set(plays) - set(signature.parameters)
    if unknown:
        raise NotTheVendorsError(f"{where} of {vendor.name} has no parameter {sorted(unknown)[0]}")

    @wraps(double)
    def call(*given: Any, **named: Any) -> Any:
        try:
            arguments = dict(signature.bind(*given, **named).arguments)
        except TypeError as error:
            raise NotTheVendorsError(f"{where} of {vendor.name} is not called so: {error}") from error
        left = set(arguments) - set(plays)
        if left:
            raise NotImplementedError(f"the double of {where} does not play {sorted(left)[0]}")
        first = [arguments.pop(next(iter(signature.parameters)))] if bound else []
        first += [
            arguments.pop(name)
            for name, parameter in signature.parameters.items()
            if parameter.kind is inspect.Parameter.POSITIONAL_ONLY and name in arguments
        ]
        result = double(*first, **arguments)
        _check(vendor, where, signature.return_annotation, result)
        return result

    call.__signature__ = signature  # type: ignore[attr-defined]
    return call


def _read(vendor: Vendor, where: str, type_: str, double: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(self: Any) -> Any:
        result = double(self)
        _check(vendor, where, type_ or inspect.Signature.empty, result)
        return result

    return read


def _check(vendor: Vendor, where: str, annotation: Any, result: Any) -> None:
    """Whether a result is of one of the types that an annotation names."""
    if annotation is inspect.Signature.empty:
        return
    words = re.findall(r"\w+", annotation)
    names = {_ALIKE.get(word, word).lower() for word in words}
    if result is None:
        fits = bool(names & {"none", "optional", "any"})
    else:
        kinds = {kind.__name__.lower() for kind in type(result).__mro__[:-1]}
        fits = "any" in names or bool(kinds & names)
    if not fits:
        raise NotTheVendorsError(
            f"{where} of {vendor.name} gives {annotation}, and not {type(result).__name__}"
        )


def _getattr(vendor: Vendor, owner: str, members: Mapping[str, Member]) -> Callable[[Any, str], Any]:
    def __getattr__(self: Any, name: str) -> Any:  # noqa: N807
        if name in members and members[name].passes_on:
            value = self
            for part in members[name].passes_on.split("."):
                value = getattr(value, part)
            return value
        if name in members:
            raise NotImplementedError(f"the double of {owner} does not play {name}")
        # What Python itself asks for, and what the vendor would say too.
        raise AttributeError(f"{owner} of {vendor.name} has no {name}")

    return __getattr__


def _setattr(vendor: Vendor, owner: str, members: Mapping[str, Member]) -> Callable[[Any, str, Any], None]:
    def __setattr__(self: Any, name: str, value: Any) -> None:  # noqa: N807
        if not name.startswith("_") and (name not in members or members[name].kind != "attribute"):
            raise NotTheVendorsError(f"{owner} of {vendor.name} has no attribute {name}")
        object.__setattr__(self, name, value)

    return __setattr__
