"""Whole files checked in tests, without a disk where none is needed."""

from pathlib import Path

from espire_dsl.checking.check import Compiled, compile_paths
from espire_dsl.wording.render import Lexicon
from tests.language.reading import catalogue

_LEXICON = Lexicon.load()


def compiled(folder: Path, *names: str) -> Compiled:
    """The named files of a folder, checked with the folder as their root; all of them, if none is named."""
    paths = [folder / name for name in names] or sorted(folder.rglob("*.espire"))
    return compile_paths(paths, [folder], catalogue=catalogue(), lexicon=_LEXICON)


def write(folder: Path, **files: str) -> None:
    """Files by their stems, each begun with the version line; `a__b` is b in the folder a."""
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.espire"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"espire 1\n\n{text}\n", encoding="utf-8")


def codes(result: Compiled) -> list[str]:
    return [d.code for d in result.result.findings]
