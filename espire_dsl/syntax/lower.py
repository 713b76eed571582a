"""From parse tree to syntax tree: items, clauses and scenes. Expressions are in `lower_expressions`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.syntax import tree
from espire_dsl.syntax.lexer import Token
from espire_dsl.syntax.lower_expressions import ExpressionLowering
from espire_dsl.syntax.strings import documentation
from espire_dsl.syntax.vocabulary import DIRECTIONS

Children = Sequence[Any]


@frozen
class _Doc:
    text: str
    span: Span


@frozen
class _SpecPart:
    words: tuple[tree.Word, ...]
    span: Span


@frozen
class _Bases:
    words: tuple[tree.Word, ...]
    span: Span


class Lowering(ExpressionLowering):
    """One method a rule of the grammar; each takes what its children became, punctuation included."""

    def start(self, children: Children) -> tree.Module:
        version, version_span = None, tree.NOWHERE
        for child in children:
            if isinstance(child, tree.Number):
                version, version_span = self._whole(child.text, child.span, "a version"), child.span
        return tree.Module(
            version,
            _doc(children),
            tuple(c for c in children if isinstance(c, tree.Item)),
            span=Span(self.source.path, 0, len(self.source.text)),
            version_span=version_span,
        )

    def version(self, children: Children) -> tree.Number:
        return tree.Number(children[1].text, span=self.span(children))

    def doc(self, children: Children) -> _Doc:
        return _Doc(documentation(self.string_value(children[0])), self.span(children))

    # --- items ----------------------------------------------------------------------------------

    def use(self, children: Children) -> tree.Use:
        return tree.Use(self.words(children), span=self.span(children))

    def function(self, children: Children) -> tree.Function:
        return tree.Function(
            self.word(children[1]),
            _all(children, tree.Parameter),
            next(iter(_all(children, tree.Type)), None),
            children[-1],
            _doc(children),
            span=self.span(children),
        )

    def parameter(self, children: Children) -> tree.Parameter:
        return tree.Parameter(
            self.word(children[0]),
            next(iter(_all(children, tree.Type)), None),
            next(iter(_all(children, tree.Domain)), None),
            children[-1] if any(_is(child, "EQUAL") for child in children) else None,
            span=self.span(children),
        )

    def family(self, children: Children) -> tree.FamilyDecl:
        name: tuple[tree.Segment, ...] = children[1]
        return tree.FamilyDecl(
            name,
            next(iter(_all(children, tree.Loop)), None),
            _all(children, tree.Clause),
            _doc(children),
            span=self.span(children),
            name_span=name[0].span.to(name[-1].span),
        )

    def family_name(self, children: Children) -> tuple[tree.Segment, ...]:
        return _all(children, tree.Segment)

    def word_segment(self, children: Children) -> tree.Segment:
        return tree.Segment(children[0].text, span=self.span(children))

    def hole_segment(self, children: Children) -> tree.Segment:
        return tree.Segment(children[1].text, hole=True, span=self.span(children))

    def loop(self, children: Children) -> tree.Loop:
        return tree.Loop(self.word(children[1]), _all(children, tree.Choice), span=self.span(children))

    def loop_choice(self, children: Children) -> tree.Choice:
        words = self.words(children)
        if any(_is(child, "COLON") for child in children):
            return tree.Choice(words[1:], words[0], span=self.span(children))
        return tree.Choice(words, span=self.span(children))

    def law(self, children: Children) -> tree.Law:
        expressions = _all(children, tree.Expression)
        return tree.Law(
            self.word(children[1]),
            _all(children, tree.Parameter),
            expressions[0] if len(expressions) == 2 else None,
            expressions[-1],
            _doc(children),
            span=self.span(children),
        )

    # --- kinds, assets and worlds ---------------------------------------------------------------

    def _declaration(self, children: Children) -> tree.Declaration:
        return tree.Declaration(
            children[0].text,
            self.word(children[1]),
            _all(children, tree.Parameter),
            tuple(word for bases in _all(children, _Bases) for word in bases.words),
            _all(children, tree.Entry),
            _doc(children),
            span=self.span(children),
        )

    kind = asset = world = _declaration

    def bases(self, children: Children) -> _Bases:
        return _Bases(self.words(children), self.span(children))

    def entry(self, children: Children) -> tree.Entry:
        return tree.Entry(self.word(children[0]), _all(children, tree.Argument), span=self.span(children))

    def let_entry(self, children: Children) -> tree.Entry:
        name, value = self.word(children[1]), children[3]
        given = tree.Argument(value, name, span=self.span(children[1:]))
        return tree.Entry(self.word(children[0]), (given,), span=self.span(children))

    # --- types and domains ----------------------------------------------------------------------

    def type_name(self, children: Children) -> tree.TypeName:
        return tree.TypeName(self.words(children), span=self.span(children))

    def type_apply(self, children: Children) -> tree.TypeApply:
        return tree.TypeApply(self.word(children[0]), children[2], span=self.span(children))

    def type_constructors(self, children: Children) -> tree.TypeConstructors:
        return tree.TypeConstructors(self.words(children), span=self.span(children))

    def choice_domain(self, children: Children) -> tree.ChoiceDomain:
        return tree.ChoiceDomain(_all(children, tree.Expression), span=self.span(children))

    def range_domain(self, children: Children) -> tree.RangeDomain:
        low, high, *step = _all(children, tree.Expression)
        return tree.RangeDomain(low, high, step[0] if step else None, span=self.span(children))

    def kind_domain(self, children: Children) -> tree.KindDomain:
        return tree.KindDomain(self.words(children), span=self.span(children))

    def category_domain(self, children: Children) -> tree.CategoriesDomain:
        return tree.CategoriesDomain(children[1], span=self.span(children))

    # --- clauses --------------------------------------------------------------------------------

    def spec_clause(self, children: Children) -> tree.SpecClause:
        frame: tree.Word | None = None
        reference: tuple[tree.Word, ...] = ()
        for part in _all(children, _SpecPart):
            head, *rest = part.words
            if head.text == "frame" and frame is None and len(rest) == 1:
                frame = rest[0]
            elif head.text == "reference" and not reference:
                reference = tuple(rest)
            else:
                self.report_spec_part(part.span, head)
        return tree.SpecClause(
            self.word(children[1]), self.word(children[2]), frame, reference, span=self.span(children)
        )

    def report_spec_part(self, span: Span, head: tree.Word) -> None:
        known = head.text in ("frame", "reference")
        self.findings.add(
            "E0138",
            span if known else head.span,
            f"`{head.text}` is said twice, or of too many things"
            if known
            else f"a spec says nothing about `{head.text}`",
            "too much" if known else "unknown",
            help="write `spec ASPECT GRANULARITY, frame FRAME, reference THING`;"
            " `frame` takes one word, each stands once, both may be left out",
        )

    def spec_part(self, children: Children) -> _SpecPart:
        return _SpecPart(self.words(children), self.span(children))

    def world_clause(self, children: Children) -> tree.WorldClause:
        return tree.WorldClause(
            self.word(children[1]), _all(children, tree.Argument), span=self.span(children)
        )

    def view_clause(self, children: Children) -> tree.ViewClause:
        return tree.ViewClause(self.word(children[1]), span=self.span(children))

    def action_clause(self, children: Children) -> tree.ActionClause:
        return tree.ActionClause(self.word(children[1]), span=self.span(children))

    def candidates_clause(self, children: Children) -> tree.CandidatesClause:
        cases = _all(children, tree.CandidateCase)
        value = None if cases else children[1]
        return tree.CandidatesClause(value, cases, span=self.span(children))

    def candidate_case(self, children: Children) -> tree.CandidateCase:
        return tree.CandidateCase(self.word(children[0]), children[2], span=self.span(children))

    def let_clause(self, children: Children) -> tree.LetClause:
        return tree.LetClause(
            self.words(children),
            _all(children, tree.Domain)[0],
            _all(children, tree.Where),
            span=self.span(children),
        )

    def where(self, children: Children) -> tree.Where:
        return tree.Where(self.word(children[0]), children[2], span=self.span(children))

    def tolerance_clause(self, children: Children) -> tree.ToleranceClause:
        return tree.ToleranceClause(children[1], span=self.span(children))

    def program_clause(self, children: Children) -> tree.ProgramClause:
        return tree.ProgramClause(children[1], span=self.span(children))

    def require_clause(self, children: Children) -> tree.RequireClause:
        return tree.RequireClause(children[1], span=self.span(children))

    def say_clause(self, children: Children) -> tree.SayClause:
        said = {token.text for token in children[:-1]}
        return tree.SayClause(children[-1], "frame" in said, "measure" in said, span=self.span(children))

    def answer_clause(self, children: Children) -> tree.AnswerClause:
        kind, *unit = self.words(children)
        step = next(iter(_all(children, tree.Number)), None)
        return tree.AnswerClause(kind, unit[0] if unit else None, step, span=self.span(children))

    def distract_clause(self, children: Children) -> tree.DistractClause:
        count = self._whole(children[1].text, self.span(children[1:2]), "a number of wrong options")
        return tree.DistractClause(count or 0, children[3], span=self.span(children))

    def contrast_clause(self, children: Children) -> tree.ContrastClause:
        return tree.ContrastClause(children[1], span=self.span(children))

    def sweep_clause(self, children: Children) -> tree.SweepClause:
        times = self._counted(children, "a number of scenes")
        independent = _is(children[-1], "INDEPENDENT")
        return tree.SweepClause(self.words(children), times, independent, span=self.span(children))

    def needs_clause(self, children: Children) -> tree.NeedsClause:
        count = self._counted(children, "a number of things")
        return tree.NeedsClause(self.words(children), count, span=self.span(children))

    def quota_clause(self, children: Children) -> tree.QuotaClause:
        count = self._counted(children, "a number of tasks")
        balanced = _is(children[-1], "BALANCED")
        return tree.QuotaClause(count, balanced, span=self.span(children))

    def _counted(self, children: Children, what: str) -> int | None:
        """The number in a clause, if it has one."""
        numbers = [child for child in children if getattr(child, "type", None) == "NUMBER"]
        return self._whole(numbers[0].text, self.span(numbers), what) if numbers else None

    def tag_clause(self, children: Children) -> tree.TagClause:
        return tree.TagClause(self.word(children[1]), children[3], span=self.span(children))

    # --- examples -------------------------------------------------------------------------------

    def example(self, children: Children) -> tree.Example:
        title = tree.Text(self.string_value(children[1]), span=self.span(children[1:2]))
        scenes = _all(children, tree.SceneLiteral)
        span = self.span(children)
        is_whole = not any(span.start <= offset <= span.end for offset in self.broken)
        if len(scenes) > 1 or (not scenes and is_whole):
            self.findings.add(
                "E0141",
                scenes[1].span if scenes else title.span,
                "an example has one scene" if scenes else "this example has no scene",
                "a second one" if scenes else "nothing to ask about",
                help="write `scene { ... }` once, before `given` and `expect`",
            )
        return tree.Example(
            title,
            self.words(children),
            scenes[0] if scenes else tree.SceneLiteral((), span=title.span),
            _all(children, tree.Given),
            _all(children, tree.Expect),
            span=span,
        )

    def scene(self, children: Children) -> tree.SceneLiteral:
        return tree.SceneLiteral(_all(children, tree.SceneThing), span=self.span(children))

    def given(self, children: Children) -> tree.Given:
        return tree.Given(self.word(children[1]), children[3], span=self.span(children))

    def expect(self, children: Children) -> tree.Expect:
        return tree.Expect(children[-1], says=_is(children[1], "SAYS"), span=self.span(children))

    def thing(self, children: Children) -> tree.SceneThing:
        kind, *names = [self.word(c) for c in children if type(c) is Token]
        return tree.SceneThing(
            kind,
            names[0] if len(names) == 2 else None,
            names[-1] if names else kind,
            _all(children, tree.Property),
            named=bool(names),
            span=self.span(children),
        )

    def property(self, children: Children) -> tree.Property:
        return tree.Property(children[0], _all(children, tree.Expression), span=self.span(children))

    def property_name(self, children: Children) -> tree.Word:
        return self.word(children[0])

    def negative_number(self, children: Children) -> tree.Unary:
        return tree.Unary("-", children[1], span=self.span(children))

    def negative_name(self, children: Children) -> tree.Name:
        return self.direction(children)

    def direction(self, children: Children) -> tree.Name:
        text, span = children[0].text + children[1].text, self.span(children)
        if text not in DIRECTIONS:
            self.findings.add(
                "E0140",
                span,
                f"`{text}` is not a direction",
                "unknown direction",
                help=f"the directions are {', '.join(DIRECTIONS)}",
            )
        return tree.Name(text, span=span)


def _all(children: Children, kind: Any) -> tuple[Any, ...]:
    return tuple([child for child in children if isinstance(child, kind)])


def _is(child: object, terminal: str) -> bool:
    return isinstance(child, Token) and child.type == terminal


def _doc(children: Children) -> str | None:
    docs: Iterator[_Doc] = iter(_all(children, _Doc))
    doc = next(docs, None)
    return doc.text if doc else None
