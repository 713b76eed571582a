"""The Jinja environment: templates reach the forms of spoken values, a few filters, and nothing of Python."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, MutableMapping
from functools import wraps
from typing import Any

from attrs import frozen
from jinja2 import BaseLoader, Environment, StrictUndefined, Template, TemplateNotFound, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Macro, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from espire_dsl.domain.nouns import indefinite_article, plural_noun
from espire_dsl.wording.errors import NoSuchFormError, WordingError
from espire_dsl.wording.numbers import ordinal
from espire_dsl.wording.spoken import Of, Spoken
from espire_dsl.wording.tidy import capital


def _sayable(value: object) -> object:
    """Refuse what would come out as the inside of the program."""
    if not is_sayable(value):
        raise WordingError("only words and numbers can be said, not what is true, false or nothing")
    return value


def is_sayable(value: object) -> bool:
    """Whether a value is a word or a number: no truth, nothing, infinity or `nan`."""
    if isinstance(value, float) and not math.isfinite(value):
        return False
    return not isinstance(value, bool) and isinstance(value, str | int | float | Spoken | Undefined)


class SayingCodeGenerator(CodeGenerator):
    """Looks at the parts of what `~` joins as Jinja looks at what stands alone."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.write("str_join((")
        for part in node.nodes:
            self.write("environment.finalize(")
            self.visit(part, frame)
            self.write("), ")
        self.write("))")


def _with_article(value: object) -> str:
    """`a book`, `an hour`; `some succulents` for what is plural."""
    if isinstance(value, Spoken):
        noun = str(value.forms.get("bare", value))
        if value.forms.get("is_viewer"):
            return noun
        if value.forms.get("plural"):
            return f"some {noun}"
        return f"{indefinite_article(noun)} {noun}"
    return f"{indefinite_article(str(value))} {value}"


def _plural(value: object, count: object = None) -> str:
    """`books`; with a count, the noun that goes with it."""
    already = isinstance(value, Spoken) and value.forms.get("plural")
    noun = str(value.forms.get("bare", value)) if isinstance(value, Spoken) else str(value)
    return noun if already or _number(count) == 1 else plural_noun(noun)


def _ordinal(value: object) -> str:
    number = _number(value)
    if not isinstance(number, int):
        raise WordingError(f"`{value}` is no whole number, so it has no ordinal")
    return ordinal(number)


def _number(value: object) -> object:
    return value.forms.get("value") if isinstance(value, Spoken) else value


def _capital(value: object) -> str:
    return capital(str(value))


def _of_sayable(filter: Callable[..., str]) -> Callable[..., str]:
    @wraps(filter)
    def filtered(value: object, *arguments: object) -> str:
        return filter(_sayable(value), *arguments)

    return filtered


FILTERS: Mapping[str, Callable[..., str]] = {
    "a": _of_sayable(_with_article),
    "capital": _of_sayable(_capital),
    "ordinal": _of_sayable(_ordinal),
    "plural": _of_sayable(_plural),
}


class WordingEnvironment(ImmutableSandboxedEnvironment):
    """A sandbox in which the dot reads a value's forms, and only phrases and macros can be called."""

    code_generator_class = SayingCodeGenerator

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, Spoken):
            form = obj.forms.get(attribute)
            if form is None:
                raise NoSuchFormError(obj.value, attribute, tuple(obj.forms))
            return form
        return self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Undefined:
        return self.undefined(obj=obj, name=str(argument))

    def is_safe_callable(self, obj: Any) -> bool:
        return isinstance(obj, Of | Macro)


@frozen(eq=False)
class TreeLoader(BaseLoader):
    """Gives templates that were parsed and checked before, by name."""

    trees: Mapping[str, nodes.Template]

    def load(
        self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        if name not in self.trees:
            raise TemplateNotFound(name)
        code = environment.compile(self.trees[name], name, name)
        return environment.template_class.from_code(environment, code, {} if globals is None else globals)


def make_environment() -> WordingEnvironment:
    """An environment in which nothing can be imported until it is given a loader."""
    environment = WordingEnvironment(
        undefined=StrictUndefined,
        autoescape=False,
        finalize=_sayable,
        cache_size=-1,
    )
    environment.globals.clear()
    environment.tests.clear()
    environment.filters.clear()
    environment.filters.update(FILTERS)
    return environment
