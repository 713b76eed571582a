"""Each page tells the truth: its wrong example is found wrong for that reason, its right one is right."""

import re
import shutil
from pathlib import Path

import pytest

import espire_dsl
from espire_dsl.diagnostics.registry import CodePage, all_codes
from tests.diagnostics.judge import all_findings

PAGES = {page.code: page for page in all_codes()}
# The examples of syntax pages are run by tests/syntax; E0415 is about a file of the lexicon.
RUN = [page for page in PAGES.values() if page.area != "syntax" and page.code != "E0415"]
CODE_IN_SOURCE = re.compile(r'"([EW]\d{4})"')
ITEMS = ("family", "fn", "law", "example", "use", "espire", '"""', "#")

# Clauses that a snippet is completed with, unless it has such a clause itself.
COMPLETING = """\
spec        distance coarse, reference O
world       tabletop
action      pick
candidates  books
let O in near
let R in { Closest, Farthest }
program     filter_distance(candidates, R, to: O)
say "{{ Pick }} a book {{ R }} {{ O }}."
"""
# What some pages say in a comment behind their snippet, or leave to the reader.
SIDE_OF_TABLE = """\
spec     relationship coarse, frame relative, reference table
program  filter_relation(candidates, Left, of: table, in: relative)
"""
BY_SIZE = """\
spec     attribute coarse
let R in { Small, Large }
program  filter_attribute(candidates, R)
"""
BY_SIDE = """\
spec     orientation coarse, frame relative, reference O
let R in { Left, Right }
program  filter_orientation(candidates, R, of: O, in: relative)
"""
BY_OCCUPANCY = """\
spec        attribute coarse
world       shelf
action      place
candidates  slots
let R in { Empty, Emptiest }
program     filter_attribute(candidates, R)
"""
ABOVE = """\
spec        orientation coarse, frame absolute, reference O
world       shelf
action      place
candidates  slots
let R in { Above, Below }
program     filter_orientation(candidates, R, of: O)
"""
BETWEEN = """\
spec     relationship coarse, reference two thing
let A in near
let B in table
let R in { Between }
program  filter_between(candidates, R, A, B)
"""
BY_CATEGORY = """\
spec     distance coarse, reference near
let C in category near
program  filter_distance(candidates, Closest, to: unique(filter_category(near_ornaments, C)))
"""
FROM_YOU = """\
spec     distance coarse, reference viewer
program  filter_distance(candidates, R, to: viewer)
require  visibility(O) > 0
"""
BESIDES = {
    "E0209": "let R in { LessThan(50 cm) }\n",
    "E0403": BY_SIZE,
    "E0404": BY_CATEGORY,
    "E0405": "program  filter_distance(candidates, Closest, to: O)\n",
    "E0408": SIDE_OF_TABLE,
    "E0409": BY_SIDE,
    "E0411": "let O in viewer\nlet R in { LessThan(50 cm), MoreThan(50 cm) }\n",
    "E0412": FROM_YOU,
    "E0413": ABOVE,
    "E0414": BETWEEN,
    "W0401": BY_OCCUPANCY,
    "W0408": BY_SIDE,
}
MODULES = {
    "words/pick": "fn close(xs, o) = filter_distance(xs, LessThan(30 cm), to: o)",
    "words/place": "fn close(xs, o) = filter_distance(xs, LessThan(60 cm), to: o)",
    "words/circle": "use page\n\nfn around(xs) = xs & books",
}
MESHES = Path(__file__).parent / "golden" / "meshes_of_assets"
FAMILY = """
family pick.size {
  spec        attribute coarse
  world       tabletop
  candidates  books
  let R in { Small, Medium, Large }
  program     filter_attribute(candidates, R)
  say "{{ Pick }} {{ R.with_article }} book."
}
"""


def emitted_codes() -> set[str]:
    sources = Path(espire_dsl.__file__).parent.rglob("*.py")
    return {code for path in sources for code in CODE_IN_SOURCE.findall(path.read_text(encoding="utf-8"))}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    emitted = emitted_codes()
    assert emitted - PAGES.keys() == set()
    assert PAGES.keys() - emitted == set()


def clauses_of(text: str) -> dict[str, str]:
    """The clauses of a snippet by their first word, variables by their names."""
    found: dict[str, str] = {}
    key = ""
    for line in text.splitlines():
        match line.replace(",", " ").split():
            case ["let", *rest]:
                key = "let " + " ".join(rest[: rest.index("in")])
            case [word, *_]:
                key = word
        found[key] = found[key] + "\n" + line if key in found else line
    return found


def variables_of(key: str) -> set[str]:
    return set(key.removeprefix("let ").split()) if key.startswith("let ") else set()


def completed(page: CodePage, snippet: str) -> str:
    """A snippet as a file of its own."""
    if snippet.startswith(ITEMS):
        version = "" if snippet.startswith("espire ") or page.code == "W0501" else "espire 1\n\n"
        family = FAMILY if "of pick.size" in snippet and "family pick.size" not in snippet else ""
        return version + snippet + "\n" + family
    own = clauses_of(BESIDES.get(page.code, "")) | clauses_of(snippet)
    declared = set().union(*map(variables_of, own))
    given = {key: text for key, text in clauses_of(COMPLETING).items() if not variables_of(key) & declared}
    if "candidates" not in own.get("program", "candidates"):
        del given["candidates"]
    clauses = given | own
    return "espire 1\n\nfamily pick.page {\n" + "\n".join(clauses.values()) + "\n}\n"


def codes_of(text: str, folder: Path) -> set[str]:
    (folder / "words").mkdir()
    for name, body in MODULES.items():
        (folder / f"{name}.espire").write_text(f"espire 1\n\n{body}\n", encoding="utf-8")
    for mesh in MESHES.iterdir():
        if mesh.suffix in (".obj", ".glb"):
            shutil.copy(mesh, folder)
    path = folder / "page.espire"
    path.write_text(text, encoding="utf-8")
    return {d.code for d in all_findings([path], [folder]) if d.primary.span.path == str(path)}


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.code)
def test_the_wrong_example_is_wrong_for_this_reason(page: CodePage, tmp_path: Path) -> None:
    assert page.wrong
    assert page.code in codes_of(completed(page, page.wrong), tmp_path)


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.code)
def test_the_right_example_is_right(page: CodePage, tmp_path: Path) -> None:
    assert page.right
    codes = codes_of(completed(page, page.right), tmp_path)
    assert not {code for code in codes if code.startswith("E") or code == page.code}


def test_nothing_is_told_besides_a_page_that_is_not_there() -> None:
    assert BESIDES.keys() <= PAGES.keys()
