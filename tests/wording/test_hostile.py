"""Templates that want more than to say something: refused, quickly, and nothing else happens."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.diagnostics.value import Findings, Span
from espire_dsl.wording.checks import TemplateUse, check_templates
from espire_dsl.wording.errors import WordingError
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.values import SaidThing, SaidType
from tests.pace import within
from tests.wording.inventory import FRAME

LEFT = SaidType("Left", (), "orientation")
SAMPLES: dict[str, list[SaidType | SaidThing]] = {"R": [LEFT], "O": [FRAME]}

HOSTILE = {
    "nothing joined": "{{ none ~ 'x' }}",
    "truth joined": "{{ true ~ 'x' }}",
    "comparison joined": "{{ (R.constructor == 'Left') ~ 'x' }}",
    "comparison of texts joined": "{{ ('a' == 'a') ~ 'x' }}",
    "negation joined": "{{ (not R) ~ 'x' }}",
    "nothing chosen and joined": "{{ 'x' ~ (none if R.constructor == 'Left' else 'y') }}",
    "nothing after all and joined": "{{ (R.constructor and none) ~ 'x' }}",
    "nothing with an article": "{{ none|a }}",
    "infinity": "{{ 1e400 }}",
    "infinity joined": "{{ 1e400 ~ 'x' }}",
    "a name that nobody gave": "{{ nothing_defined }}",
    "class of a string": "{{ ''.__class__ }}",
    "class of a value": "{{ R.__class__.__mro__ }}",
    "globals": "{{ R.__init__.__globals__ }}",
    "loop for ever": "{% for x in range(10**9) %}x{% endfor %}",
    "loop over a name": "{% for x in R %}x{% endfor %}",
    "grow": "{{ 'a' * 10**9 }}",
    "compute": "{{ 9 ** 9 ** 9 }}",
    "include": '{% include "/etc/passwd" %}',
    "import": '{% import "verbs.j2" as v %}{{ v.pick() }}',
    "from": '{% from "verbs.j2" import pick %}',
    "extends": '{% extends "verbs.j2" %}',
    "block": "{% block a %}{% endblock %}",
    "recursion": "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
    "caller": "{% call R.of() %}x{% endcall %}",
    "set": "{% set x = R %}{{ x }}",
    "filter block": "{% filter capital %}x{% endfilter %}",
    "with": "{% with x = R %}{{ x }}{% endwith %}",
    "do": "{% do R %}",
    "raw": "{% raw %}{{ R }}{% endraw %}",
    "subscript": "{{ R['__class__'] }}",
    "slice": "{{ 'abc'[::2] }}",
    "format": "{{ '{0.__class__}'.format(R) }}",
    "percent": "{{ '%999999999d' % 1 }}",
    "attr filter": "{{ R | attr('__class__') }}",
    "map filter": "{{ R | map(attribute='x') | list }}",
    "center filter": "{{ 'x' | center(999999999) }}",
    "tests": "{{ R is callable }}",
    "in": "{{ 'a' in 'abc' }}",
    "list": "{{ [R, R] }}",
    "dict": "{{ {'a': R} }}",
    "tuple": "{{ (R, R) }}",
    "range": "{{ range(10) }}",
    "lipsum": "{{ lipsum(n=100000) }}",
    "cycler": "{{ cycler('a').__init__ }}",
    "self": "{{ self }}",
    "self blocks": "{{ self._TemplateReference__context }}",
    "loop variable": "{{ loop }}",
    "varargs": "{{ varargs }} {{ kwargs }}",
    "call a value": "{{ R() }}",
    "call brackets": "{{ (R)(O) }}",
    "call a string": "{{ 'x'() }}",
    "call the result": "{{ R.of(O)() }}",
    "method": "{{ R.of }}",
    "method as an argument": "{{ R.of(R.of) }}",
    "method through a filter": "{{ R.of | capital }}",
    "keyword": "{{ R.of(o=O) }}",
    "star": "{{ R.of(*O) }}",
    "escape": r"{{ '\x5f\x5f' }}",
    "mixed value": "{{ R.value.__class__ }}",
    "arithmetic": "{{ 1 + 1 }}",
    "minus": "{{ - 1 }}",
    "comparison with a value": "{{ 'x' if R == 'Left' else 'y' }}",
    "long": "x" * 4001,
    "brackets": "{{ " + "(" * 1900 + "R" + ")" * 1900 + " }}",
    "open brackets": "{{ " + "(" * 3900,
    "not not not": "{{ " + "not " * 950 + "R }}",
    "if in if": "{% if R %}" * 190 + "{% endif %}" * 100,
    "else if else": "{{ " + "R if R else " * 300 + "R }}",
    "filters": "{{ R " + "| capital " * 390 + "}}",
    "dots": "{{ R" + ".short" * 600 + " }}",
    "and": "{{ R" + " and R" * 600 + " }}",
    "tildes": "{{ R" + " ~ R" * 900 + " }}",
    "odd identifier": "{{ ² }}",
    "null": "{{ \0 }}",
    "unclosed string": "{{ 'a }}",
    "unclosed comment": "{# a",
    "line statement": "{%",
}


def findings_of(lexicon: Lexicon, template: str) -> list[str]:
    use = TemplateUse(template, Span("f.espire", 0, len(template)), lambda index: index)
    findings = Findings()
    check_templates([use], SAMPLES, (), lambda _binding: None, lexicon, findings)
    for finding in findings:
        span = finding.primary.span
        assert 0 <= span.start <= span.end <= len(template)
    return [finding.code for finding in findings]


@pytest.mark.parametrize("template", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_templates_are_refused_quickly(lexicon: Lexicon, template: str) -> None:
    with within(8):
        codes = findings_of(lexicon, template)
        assert any(code.startswith("E") for code in codes)
        with pytest.raises(WordingError):
            lexicon.render(template, {"R": LEFT, "O": FRAME})


PIECES = st.sampled_from(
    [
        "{{",
        "}}",
        "{%",
        "%}",
        "{#",
        "#}",
        "{{-",
        "-%}",
        "(",
        ")",
        "[",
        "]",
        ".",
        "|",
        "~",
        ",",
        "==",
        "<",
        "*",
        "**",
        "if",
        "else",
        "endif",
        "elif",
        "for",
        "in",
        "not",
        "and",
        "or",
        "is",
        "R",
        "O",
        "frame",
        "Pick",
        "of",
        "adjective",
        "short",
        "a",
        "capital",
        "plural",
        "__class__",
        "'x'",
        '"',
        "1",
        "10**9",
        "_x",
        "\n",
        "\r\n",
        "é",
        "\x00",
        "range",
        "macro",
        "set",
    ]
)


@given(st.lists(PIECES, max_size=30).map(" ".join))
@settings(deadline=None, max_examples=300)
def test_any_heap_of_pieces_is_checked_or_refused(lexicon: Lexicon, template: str) -> None:
    codes = findings_of(lexicon, template)
    if not any(code.startswith("E") for code in codes):
        said = lexicon.render(template, {"R": LEFT, "O": FRAME})
        assert len(said) < 10_000
        assert "<" not in said or "<" in template


@given(st.text(max_size=200))
@settings(deadline=None)
def test_any_text_is_checked_or_refused(lexicon: Lexicon, text: str) -> None:
    findings_of(lexicon, text)
    findings_of(lexicon, "{{ " + text + " }}")
