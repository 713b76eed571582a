"""HTML and SVG as text in which everything is escaped: families and task sets may come from anywhere."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import Final

from espire_dsl.diagnostics.cells import harmless

TABLE: Final = "table"  # an element of HTML, and what a report has several of
_EMPTY: Final = frozenset({"img", "br", "circle", "line", "path", "polygon", "rect"})


class Markup(str):
    """Text that is markup already. Made by the functions of this module alone."""

    __slots__ = ()


def element(name: str, *content: str | None, **attributes: str | float | None) -> Markup:
    """An element; texts in it are escaped, markup is not. `class_` is written `class`, `stroke_width`
    `stroke-width`; what is None is left out."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _EMPTY and not content:
        return Markup(f"<{name}{told}/>")
    return Markup(f"<{name}{told}>{joined(*content)}</{name}>")


def joined(*content: str | None) -> Markup:
    """Texts and markup, one after the other."""
    return Markup("".join(part if isinstance(part, Markup) else _escaped(part) for part in content if part))


def _escaped(text: str) -> str:
    """A text without markup, and without what would turn its direction or cannot be seen."""
    return escape(harmless(text))


def table(*rows: tuple[str, ...], head: tuple[str, ...] = ()) -> Markup:
    """A table of texts or markup, with its cells to the left."""
    left = "text-align:left;vertical-align:top;padding:1px 12px 1px 0"
    top = element("tr", *(element("th", cell, style=left) for cell in head)) if head else None
    lines = (element("tr", *(element("td", cell, style=left) for cell in row)) for row in rows)
    # The HTML element.
    return element(TABLE, top, *lines, style="border-collapse:collapse;font-size:inherit")


def image(png: bytes, alt: str) -> Markup:
    """A picture that stands in the page itself."""
    source = f"data:image/png;base64,{b64encode(png).decode()}"
    return element("img", src=source, alt=harmless(alt), style="max-width:100%;height:auto")


def folded(summary: str, *content: str | None) -> Markup:
    """What is shown when its summary is clicked."""
    return element("details", element("summary", summary), *content)


def boxed(*content: str | None) -> Markup:
    """The whole of one representation."""
    return element(
        "div", *content, style="font-family:sans-serif;font-size:13px;line-height:1.4;max-width:760px"
    )
