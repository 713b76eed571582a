"""Families, replies and tasks as a notebook shows them: HTML that needs no other file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from espire_dsl.markup import Markup, boxed, element, folded, table


def family_html(
    name: str,
    suite: str,
    doc: str | None,
    variables: Mapping[str, str],
    program: str,
    samples: Sequence[tuple[str, str]],
) -> str:
    """A family: its variables, its program, and what its sentences say."""
    rows = ((element("code", variable), domain) for variable, domain in variables.items())
    spoken = ((type_, element("i", sentence)) for type_, sentence in samples)
    return str(
        boxed(
            element("div", element("b", name), f" ({suite})"),
            element("div", doc) if doc else None,
            table(*rows, head=("variable", "may be")) if variables else None,
            _text(program),
            folded(f"{len(samples)} sentences", table(*spoken)),
        )
    )


def reply_html(
    family: str,
    sentences: Iterable[str],
    about: Iterable[tuple[str, str]],
    picture: Markup,
    explained: Iterable[str],
) -> str:
    """An answer with what explains it."""
    first, *others = [*sentences, ""]
    return str(
        boxed(
            element("div", element("b", family)),
            element("p", element("i", first)) if first else None,
            _rows(about),
            element("div", picture),
            folded("other sentences", *(element("div", element("i", s)) for s in others if s))
            if any(others)
            else None,
            folded("steps", *map(_text, explained)),
        )
    )


def task_html(
    name: str, instruction: str, picture: Markup, about: Iterable[tuple[str, str]], explained: str
) -> str:
    """A task: its picture with the answers marked, its sentence and what is right."""
    return str(
        boxed(
            element("div", element("b", name)),
            element("p", element("i", instruction)),
            element("div", picture),
            _rows(about),
            folded("all of it", _text(explained)),
        )
    )


def _rows(about: Iterable[tuple[str, str]]) -> Markup:
    return table(*((element("b", name), value) for name, value in about))


def _text(text: str) -> Markup:
    """Lines as they are."""
    return element("pre", text, style="overflow-x:auto;font-size:12px;margin:6px 0")
