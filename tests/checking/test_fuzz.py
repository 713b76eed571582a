"""Valid files, damaged: checking them never raises, and what is not refused keeps all its families.

More examples with ESPIRE_FUZZ=5000 (or any other number) in the environment.
"""

import os
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.checking.check import Compiled, compile_paths
from espire_dsl.diagnostics.text import render_text
from espire_dsl.resources import resource_path
from espire_dsl.syntax import tree
from espire_dsl.wording.render import Lexicon

EXAMPLES = int(os.environ.get("ESPIRE_FUZZ", "200"))
GOLDEN = Path(__file__).parent.parent / "diagnostics" / "golden"
TOKEN = re.compile(r'"""|"[^"\n]*"|\w+|\s+|[^\w\s]')
PIECES = (
    *"{}()[],:.|&-+*/<>=\"'#\\\n\t\0éİ",
    *("family", "fn", "law", "example", "let", "in", "where", "step", "program", "say", "spec", "use", "of"),
    *("books", "viewer", "candidates", "answers", "margin", "R", "O", "x", "Closest", "LessThan", "Left"),
    *(
        "relative",
        "intrinsic(O)",
        "30 cm",
        "45 deg",
        "2nd",
        "13 o'clock",
        "0",
        "1.5",
        "true",
        '""',
        "{{ R }}",
    ),
    *("|>", "..", "==", "->", "unique", "filter_distance", "Set[T]", "oriented", "near", "slots", "1" * 40),
)
FUZZ = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=EXAMPLES == 200,
    suppress_health_check=[HealthCheck.too_slow],
)


@cache
def seeds() -> list[str]:
    """Small files of all sorts: families, laws, kinds, assets, worlds, and the mistakes of golden files."""
    domains = Path(__file__).parents[2] / "examples"
    files = [
        *resource_path("families").rglob("*.espire"),
        *domains.rglob("*.espire"),
        *GOLDEN.glob("*.espire"),
    ]
    texts = [path.read_bytes().decode("utf-8", errors="ignore") for path in sorted(files)]
    items = [
        item
        for text in texts
        for item in re.split(r"\n(?=(?:family|law|fn|example|kind|asset|world) )", text)
    ]
    return sorted({item for item in items if 40 < len(item) < 1200})


@cache
def lexicon() -> Lexicon:
    return Lexicon.load()


def checked(text: str) -> Compiled:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "fuzz.espire"
        path.write_text(text, encoding="utf-8", newline="")
        compiled = compile_paths([path], [Path(folder)], catalogue=load_catalogue(), lexicon=lexicon())
    render_text(compiled.result.findings, lambda _: text)
    return compiled


def assert_told_or_kept(compiled: Compiled) -> None:
    """Every finding lies in the file; and a file without an error has all the families it declares."""
    (file,) = compiled.files.values()
    source = file.module.source
    for finding in compiled.result.findings:
        assert finding.message
        if source is not None:
            assert 0 <= finding.primary.span.start <= finding.primary.span.end <= len(source.text)
    if not compiled.result.errors:
        declared = [item for item in file.module.syntax.items if isinstance(item, tree.FamilyDecl)]
        assert len(file.families) == sum(len(f.loop.choices) if f.loop else 1 for f in declared)


@st.composite
def damaged(draw: st.DrawFn, parts: list[str], replacement: st.SearchStrategy[str]) -> str:
    """Some parts left out, doubled, swapped or replaced."""
    parts = list(parts)
    for _ in range(draw(st.integers(1, 4))):
        here = draw(st.integers(0, len(parts) - 1))
        there = draw(st.integers(0, len(parts) - 1))
        match draw(st.integers(0, 4)):
            case 0:
                parts[here] = ""
            case 1:
                parts[here] *= 2
            case 2:
                parts[here], parts[there] = parts[there], parts[here]
            case 3:
                parts[here] = parts[there]
            case _:
                parts[here] = draw(replacement)
    return "".join(parts)


@FUZZ
@given(st.data())
def test_files_damaged_by_the_token(data: st.DataObject) -> None:
    seed = data.draw(st.sampled_from(seeds()))
    text = data.draw(damaged(TOKEN.findall(seed), st.sampled_from(PIECES)))
    assert_told_or_kept(checked(f"espire {data.draw(st.integers(1, 2))}\n{text}"))


@FUZZ
@given(st.data())
def test_files_damaged_by_the_character(data: st.DataObject) -> None:
    seed = data.draw(st.sampled_from(seeds()))
    text = data.draw(damaged(list(seed), st.characters(exclude_categories=["Cs"])))
    assert_told_or_kept(checked(f"espire {data.draw(st.integers(1, 2))}\n{text}"))


@FUZZ
@given(st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join))
def test_files_of_random_words(text: str) -> None:
    assert_told_or_kept(checked(text))


def test_there_is_enough_to_damage() -> None:
    assert len(seeds()) > 100
