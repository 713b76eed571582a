"""The formatter: prints a tree in the one canonical style."""

from __future__ import annotations

from collections.abc import Sequence

from espire_dsl.syntax import tree
from espire_dsl.syntax.layout import SPACE, Group, Layout, Nest, joined, render
from espire_dsl.syntax.print_expressions import (
    argument,
    arguments,
    braced,
    call,
    choice,
    domain,
    expression,
    parameters,
    type_,
    where,
    words,
)
from espire_dsl.syntax.strings import documentation_literal, literal, short_literal

_INDENT = 2
_VALUE_COLUMN = 12
"""The width of the column of keywords in a family."""

_ENTRY_COLUMN = 10
"""The same in a kind, an asset or a world."""

_Part = tree.Clause | tree.SceneLiteral | tree.SceneThing | tree.Given | tree.Expect | tree.Entry


def print_module(module: tree.Module) -> str:
    """The text of a module, ending with one line end. Comments come along; nothing else is kept."""
    head = [*module.comments.before]
    if module.version is None and head and not head[-1]:
        head.pop()  # sections are apart anyway
    if module.version is not None:
        head.append(_with_comment(f"espire {module.version}", module.comments.after))
    sections = ["\n".join(head)] if head else []
    if module.doc is not None:
        sections.append(documentation_literal(module.doc, ""))
    previous: tree.Item | None = None
    for item in module.items:
        is_row_of_uses = isinstance(previous, tree.Use) and isinstance(item, tree.Use)
        if is_row_of_uses and not item.comments.blank_before:
            sections[-1] += "\n" + _item(item)
        else:
            sections.append(_item(item))
        previous = item
    inner = _without_first_gap(module.comments.inner)
    if inner:
        sections.append("\n".join(inner))
    return "\n\n".join(sections) + "\n" if sections else ""


def _item(item: tree.Item) -> str:
    match item:
        case tree.Use():
            text = "use " + ".".join(word.text for word in item.path)
        case tree.Function():
            text = _function(item)
        case tree.FamilyDecl():
            text = _family(item)
        case tree.Example():
            text = _example(item)
        case tree.Law():
            text = _law(item)
        case tree.Declaration():
            text = _declaration(item)
    return "\n".join((*item.comments.before, _with_comment(text, item.comments.after)))


def _function(function: tree.Function) -> str:
    result = f" -> {type_(function.result)}" if function.result is not None else ""
    head: Layout = ("fn ", function.name.text, parameters(function.parameters), result, " =")
    if function.doc is None:
        return render((Group(head), Group(Nest(_INDENT, (SPACE, expression(function.body))))), 0)
    doc = documentation_literal(function.doc, " " * _INDENT)
    return "\n".join((render(head, 0), doc, _indented(expression(function.body), _INDENT)))


def _law(law: tree.Law) -> str:
    head: Layout = ("law ", law.name.text, parameters(law.parameters))
    if law.assumption is not None:
        head = Group((head, Nest(4, (SPACE, "when ", Nest(2, expression(law.assumption))))))
    lines = [render((head, " {"), 0)]
    if law.doc is not None:
        lines.append(documentation_literal(law.doc, " " * _INDENT))
    return "\n".join((*lines, _indented(expression(law.claim), _INDENT), "}"))


def _family(family: tree.FamilyDecl) -> str:
    name = ".".join(f"{{{s.text}}}" if s.hole else s.text for s in family.name)
    head: Layout = f"family {name}"
    if family.loop is not None:
        loop = family.loop
        head = (head, f" for {loop.name.text} in ", braced([choice(c) for c in loop.choices]))
    body = [documentation_literal(family.doc, " " * _INDENT)] if family.doc is not None else []
    body += _parts(family.clauses, family.comments.inner, _INDENT, has_lines_above=family.doc is not None)
    return "\n".join((render((head, " {"), 0), *body, "}"))


def _declaration(declared: tree.Declaration) -> str:
    given = parameters(declared.parameters) if declared.parameters else ""
    bases = f" is {_names(declared.bases)}" if declared.bases else ""
    head: Layout = (f"{declared.what} {declared.name.text}", given, bases)
    body = [documentation_literal(declared.doc, " " * _INDENT)] if declared.doc is not None else []
    body += _parts(
        declared.entries, declared.comments.inner, _INDENT, has_lines_above=declared.doc is not None
    )
    if not body and declared.what != "world":
        return render(head, 0)
    return "\n".join((render((head, " {"), 0), *body, "}"))


def _entry(entry: tree.Entry, indent: int) -> str:
    """The arguments stand in a column, as many on a line as it has room for."""
    if entry.name.text == "let" and entry.arguments[0].name is not None:
        given = entry.arguments[0]
        assert given.name is not None
        return render((f"let {given.name.text} = ", Nest(4, expression(given.value))), indent)
    if not entry.arguments:
        return entry.name.text
    keyword = f"{entry.name.text} ".ljust(_ENTRY_COLUMN)
    filled = joined([argument(a) for a in entry.arguments], Group((",", SPACE)))
    return keyword + render(filled, indent + len(keyword))


def _example(example: tree.Example) -> str:
    family = ".".join(word.text for word in example.family)
    parts: list[_Part] = [example.scene, *example.givens, *example.expects]
    body = _parts(parts, example.comments.inner, _INDENT)
    return "\n".join((f"example {short_literal(example.title.value)} of {family} {{", *body, "}"))


def _parts(
    parts: Sequence[_Part], inner: Sequence[str], indent: int, *, has_lines_above: bool = False
) -> list[str]:
    """The lines of a block: its parts, the comments around them, and the author's empty lines."""
    margin = " " * indent
    lines: list[str] = []
    for part in parts:
        if part.comments.blank_before and (lines or has_lines_above):
            lines.append("")
        lines += [margin + comment if comment else "" for comment in part.comments.before]
        lines.append(_with_comment(margin + _part(part, indent), part.comments.after))
    ending = inner if lines or has_lines_above else _without_first_gap(inner)
    return lines + [margin + comment if comment else "" for comment in ending]


def _part(part: _Part, indent: int) -> str:
    match part:
        case tree.SceneLiteral():
            things = _parts(part.things, part.comments.inner, indent + _INDENT)
            return "\n".join(("scene {", *things, " " * indent + "}"))
        case tree.SceneThing():
            return render(_thing(part), indent)
        case tree.Entry():
            return _entry(part, indent)
        case tree.Given():
            return render((f"given {part.name.text} = ", Nest(4, expression(part.value))), indent)
        case tree.Expect(says=True, value=tree.Text(value=sentence)):
            return "expect says " + literal(sentence)
        case tree.Expect():
            return render(("expect ", Nest(4, expression(part.value))), indent)
        case _:
            return _clause(part, indent)


def _thing(thing: tree.SceneThing) -> Layout:
    names = [thing.kind.text]
    if thing.category is not None:
        names.append(thing.category.text)
    if thing.named:
        names.append(thing.id.text)
    properties = [(SPACE, p.name.text, " ", _property_value(p)) for p in thing.properties]
    return Group((" ".join(names), Nest(4, tuple(properties))))


def _property_value(property: tree.Property) -> Layout:
    match property.values:
        case (tree.Name() | tree.Number() | tree.Text() | tree.Unary("-", tree.Number()),):
            return expression(property.values[0])
        case _:
            return ("(", joined([expression(v) for v in property.values], ", "), ")")


# --- clauses ------------------------------------------------------------------------------------


def _clause(clause: tree.Clause, indent: int) -> str:
    match clause:
        case tree.SpecClause():
            return _in_column("spec", _spec(clause), indent)
        case tree.WorldClause():
            given = arguments(clause.arguments) if clause.arguments else ""
            return _in_column("world", (clause.name.text, given), indent)
        case tree.ViewClause():
            return _in_column("view", clause.name.text, indent)
        case tree.ActionClause():
            return _in_column("action", clause.name.text, indent)
        case tree.CandidatesClause(value=None):
            cases = [(case.constructor.text, ": ", expression(case.value)) for case in clause.cases]
            return _in_column("candidates", braced(cases), indent)
        case tree.CandidatesClause(value=value) if value is not None:
            return _in_column("candidates", expression(value), indent)
        case tree.ToleranceClause():
            return _in_column("tolerance", expression(clause.value), indent)
        case tree.ProgramClause():
            return _in_column("program", expression(clause.value), indent)
        case tree.RequireClause():
            return _in_column("require", expression(clause.value), indent)
        case tree.AnswerClause():
            unit = f" in {clause.unit.text}" if clause.unit is not None else ""
            step = (" to ", expression(clause.step)) if clause.step is not None else ""
            return _in_column("answer", (clause.kind.text, unit, step), indent)
        case tree.LetClause():
            return render(_let(clause), indent)
        case tree.SayClause():
            naming = f"naming {', '.join(clause.names)} " if clause.names else ""
            return f"say {naming}{literal(clause.template.value)}"
        case tree.DistractClause():
            return render((f"distract {clause.count} from ", expression(clause.source)), indent)
        case tree.ContrastClause():
            return render(("contrast ", call(clause.change)), indent)
        case tree.SweepClause():
            times = "" if clause.times is None else f" times {clause.times}"
            times += " independent" if clause.independent else ""
            return f"sweep {_names(clause.names)}{times}"
        case tree.NeedsClause():
            count = "" if clause.count is None else f"{clause.count} "
            return f"needs {count}{words(clause.words)}"
        case tree.QuotaClause():
            return _in_column("quota", f"{clause.count}{' balanced' if clause.balanced else ''}", indent)
        case tree.TagClause():
            return render((f"tag {clause.name.text} = ", Nest(4, expression(clause.value))), indent)
    raise TypeError(f"not a clause: {clause!r}")


def _in_column(keyword: str, value: Layout, indent: int) -> str:
    column = indent + _VALUE_COLUMN
    return keyword.ljust(_VALUE_COLUMN) + render(value, column)


def _spec(clause: tree.SpecClause) -> str:
    parts = [f"{clause.aspect.text} {clause.granularity.text}"]
    if clause.frame is not None:
        parts.append(f"frame {clause.frame.text}")
    if clause.reference:
        parts.append(f"reference {words(clause.reference)}")
    return ", ".join(parts)


def _let(clause: tree.LetClause) -> Layout:
    head: Layout = (f"let {_names(clause.names)} in ", domain(clause.domain))
    if not clause.where:
        return head
    return Group((head, Nest(4, (SPACE, "where ", Group(Nest(6, where(clause.where)))))))


def _names(names: Sequence[tree.Word]) -> str:
    return ", ".join(word.text for word in names)


# --- lines --------------------------------------------------------------------------------------


def _indented(layout: Layout, indent: int) -> str:
    return " " * indent + render(layout, indent)


def _with_comment(text: str, comment: str | None) -> str:
    return f"{text}  {comment}" if comment else text


def _without_first_gap(comments: Sequence[str]) -> Sequence[str]:
    return comments[1:] if comments and not comments[0] else comments
