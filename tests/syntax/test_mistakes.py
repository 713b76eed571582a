"""Each common mistake is named once, at its exact place, and hides nothing else."""

from __future__ import annotations

import pytest

from espire_dsl.syntax import tree
from tests.syntax.reading import parsed, read, unmarked

# (a clause with the place marked, code, whether the clause can still be read)
CLAUSES = [
    ("require margin «=» 5 cm", "E0123", True),
    ("tag near «==» 3", "E0123", True),
    ("program f(a, «b»", "E0121", True),
    ("program f(a«,»", "E0121", True),
    ("let R in { A, «B»", "E0121", True),
    ("program f(a«]»", "E0121", True),
    ("program f(a)«)»", "E0122", True),
    ("let x «=» 3", "E0130", False),
    ("program f(a «b»)", "E0124", True),
    ("let R in { A «B» }", "E0124", True),
    ("spec distance coarse «frame» intrinsic", "E0124", True),
    ("say «'hello'»", "E0106", True),
    ("say «“hello”»", "E0106", True),
    ("program a «->» f()", "E0125", True),
    ("let d in 20 cm «..»", "E0132", False),
    ("let d in «..» 20 cm", "E0132", False),
    ("say «Pick» a book", "E0133", False),
    ("«requir» margin >= 5 cm", "E0127", True),
    ("«foo» bar", "E0127", False),
    ("«given» x = 3", "E0127", False),
    ("program a«;»", "E0110", True),
    ("program f(a«;» b)", "E0110", True),
    ("program a «//» why", "E0108", True),
    ("program a «/*» why */", "E0108", True),
    ("program a «&&» b", "E0111", True),
    ("program a «||» b", "E0111", True),
    ("program «!»a", "E0111", True),
    ("require a «≤» b", "E0111", True),
    ("tolerance 30 «cmm»", "E0112", True),
    ("tolerance 30«inches»", "E0112", True),
    ("tolerance 30 «%»", "E0109", False),
    ("program «naïve»", "E0109", True),
    ("program a «@» b", "E0109", False),
    ("let n in { «2th» }", "E0113", True),
    ("let n in { «11st» }", "E0113", True),
    ("require a < b «<» c", "E0126", False),
    ("program a |> «f»", "E0136", True),
    ('say «"»abc', "E0105", True),
    ('say «"""»abc', "E0105", True),
    ('program f(«"»abc, d)', "E0105", True),
    ('say "a«\\d»b"', "E0107", True),
    ("tolerance «.»5 cm", "E0143", False),
    ("tolerance 1«.» cm", "E0143", False),
    ("spec distance coarse, «fram» intrinsic", "E0138", True),
    ("distract «1.5» from x", "E0142", True),
    ("«program»", "E0120", False),
    ("program a «+»", "E0120", False),
    ("program not «and» b", "E0120", False),
    ("program a «b»", "E0120", False),
    ("program (a«,» b)", "E0120", False),
    ("let O «in»", "E0120", False),
    ("distract «from» x", "E0120", False),
]


def in_family(*clauses: str) -> str:
    lines = ["action pick", *clauses, "world tabletop"]
    return "espire 1\nfamily a.b {\n" + "".join(f"  {line}\n" for line in lines) + "}\nuse z\n"


@pytest.mark.parametrize(("clause", "code", "readable"), CLAUSES)
def test_a_mistake_in_a_clause(clause: str, code: str, readable: bool) -> None:
    text, start, end = unmarked(in_family(clause))
    module, findings = parsed(text)
    assert [(f.code, f.primary.span.start, f.primary.span.end) for f in findings] == [(code, start, end)]
    family = module.items[0]
    assert isinstance(family, tree.FamilyDecl)
    assert isinstance(family.clauses[0], tree.ActionClause)
    assert isinstance(family.clauses[-1], tree.WorldClause)
    assert len(family.clauses) == (3 if readable else 2)
    assert (family.broken, module.broken) == (not readable, not readable)
    assert isinstance(module.items[1], tree.Use)


# An unclosed docstring is told from a closed one by counting quotes, which two of them defeat.
# And these wait for an expression, which `let x = 3` begins.
WAITING = ("program f(a«,»", "«program»")
PAIRABLE = [c for c in CLAUSES if '"""' not in c[0]]


@pytest.mark.parametrize("first", range(len(PAIRABLE)))
def test_no_mistake_hides_another_or_makes_more_of_it(first: int) -> None:
    for second in range(first % 4, len(PAIRABLE), 4):
        pair = [PAIRABLE[first], PAIRABLE[second]]
        if pair[0][0] in WAITING and pair[1][1] == "E0130":
            continue
        text = in_family(*(c[0].replace("«", "").replace("»", "") for c in pair))
        found = [f.code for f in parsed(text)[1]]
        assert sorted(found) == sorted(c[1] for c in pair), text


FILES = [
    ("family a.«b»\n  spec x y\n}\nuse z\n", "E0129"),
    ("family a.b for O in «viewer», near {\n  world t\n}\nuse z\n", "E0131"),
    ("«famly» a.b {\n  world t\n}\nuse z\n", "E0128"),
    ("family a«..»b {\n  world t\n}\nuse z\n", "E0120"),
    ("family a {\n  world «t»\n\nuse z\n", "E0121"),
    ("family a {\n  world t\n}\n«}»\nuse z\n", "E0122"),
    ("family a {\n  world t\n}\n  «action» pick\n}\nuse z\n", "E0137"),
    ('family a {\n  «"Doc."»\n  world t\n}\nuse z\n', "E0144"),
    ("fn f(x) «x»\nuse z\n", "E0134"),
    ("fn f(x) «{» x }\nuse z\n", "E0134"),
    ("fn f(«x»\nuse z\n", "E0121"),
    ("law l(s: Scene) { a «=» b }\nuse z\n", "E0123"),
    ("use a«.»\nuse z\n", "E0120"),
    ("use a\n«espire» 2\nuse z\n", "E0145"),
    ("«espire 1.5»\nuse z\n", "E0142"),
    ("«{»\nuse z\n", "E0128"),
    ('«"""»Doc.\n\nfamily a {\n  """Doc."""\n  world t\n}\nuse z\n', "E0105"),
    ("example «x» of a {\n  scene {\n  }\n}\nuse z\n", "E0120"),
    ('example «"x"» of a {\n  given R = 3\n}\nuse z\n', "E0141"),
    ('example "x" of a {\n  scene {\n  }\n  «scene {\n  }»\n}\nuse z\n', "E0141"),
    ('example "x" of a {\n  scene {\n    book b facing «+w»\n  }\n}\nuse z\n', "E0140"),
    ('example "x" of a {\n  scene {\n    book b at (1, «2»\n    book c\n  }\n}\nuse z\n', "E0121"),
    ('example "x" of a {\n  scene {\n    book «b»\n  given R = 3\n}\nuse z\n', "E0121"),
    ('example "x" of a {\n  scene {\n  }\n  expect says «Take» it\n}\nuse z\n', "E0133"),
]


@pytest.mark.parametrize(("marked", "code"), FILES)
def test_a_mistake_in_a_file(marked: str, code: str) -> None:
    text, start, end = unmarked(marked)
    module, findings = parsed(text)
    assert [(f.code, f.primary.span.start, f.primary.span.end) for f in findings] == [(code, start, end)]
    assert module.items[-1] == tree.Use((tree.Word("z"),))


PAIRABLE_FILES = [f for f in FILES if '"""' not in f[0] and "espire" not in f[0]]


@pytest.mark.parametrize("first", range(len(PAIRABLE_FILES)))
def test_items_do_not_hide_mistakes_of_other_items(first: int) -> None:
    for second in PAIRABLE_FILES:
        text = (PAIRABLE_FILES[first][0] + second[0]).replace("«", "").replace("»", "")
        found = [f.code for f in parsed(text)[1]]
        assert sorted(found) == sorted([PAIRABLE_FILES[first][1], second[1]]), text


def test_an_open_bracket_is_shown_where_it_opens() -> None:
    text = in_family("program f(a, g(b)")
    findings = parsed(text)[1]
    (label,) = findings[0].secondary
    assert (label.span.start, label.span.end) == (text.index("("), text.index("(") + 1)


def test_clauses_are_suggested() -> None:
    findings = parsed(in_family("requir a > b", "progam f(x)"))[1]
    assert [f.help for f in findings] == ["did you mean `require`?", "did you mean `program`?"]


def test_messages_speak_of_things_not_of_terminals() -> None:
    texts = [clause.replace("«", "").replace("»", "") for clause, *_ in CLAUSES]
    for finding in (f for text in texts for f in parsed(in_family(text))[1]):
        assert not any(word.isupper() and len(word) > 3 for word in finding.message.split())


def test_the_body_of_a_broken_header_is_read() -> None:
    module, findings = parsed("family a.b for O in viewer {\n  world t\n  foo x\n  action p\n}\n")
    assert [f.code for f in findings] == ["E0131", "E0127"]
    (family,) = module.items
    assert isinstance(family, tree.FamilyDecl)
    assert [segment.text for segment in family.name] == ["a", "b"]
    assert [type(c) for c in family.clauses] == [tree.WorldClause, tree.ActionClause]
    assert family.broken


def test_a_good_file_is_not_broken() -> None:
    assert not read(in_family("program f(x)")).broken
