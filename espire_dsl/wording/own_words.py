"""Words of an author: a folder `words/` with files of the lexicon's form, whose macros take the place of the
shipped ones. They are carried as texts, so that jobs, keys and task sets have them without the folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.diagnostics.value import Findings
from espire_dsl.meshes.uris import stays_in
from espire_dsl.resources import resource_path
from espire_dsl.wording.problems import TemplateProblem, report

OwnWords = tuple[tuple[str, str], ...]
"""The files with words of an author, each its name as in the lexicon and its text, in the order of names."""
WORDS_FOLDER = "words"
LARGEST_OWN = 20_000
"""So many bytes may a file have."""
MOST_ENTRIES = 100
_INNER = "phrases"
_OTHERS = (".espire", ".md")
"""What may lie beside words without being looked at."""


@cache
def lexicon_files() -> tuple[str, ...]:
    """The names of all files that a lexicon has."""
    folder = resource_path("templates")
    return tuple(sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.j2")))


def read_words(folder: Path, findings: Findings) -> OwnWords:
    """The words in a folder, which need not be there; what is wrong with its files as files is told."""
    if not os.path.isdir(folder):
        return ()
    if not stays_in(folder.parent, folder):
        _complain(folder, "this folder is a link that leads elsewhere", findings=findings)
        return ()
    found = {}
    for path in _entries(folder, findings):
        name = path.relative_to(folder).as_posix()
        problem = _problem(path, folder)
        if problem is not None:
            _complain(folder, f"`{name}` {problem}", findings=findings)  # what is in it must not be shown
        elif name not in lexicon_files():
            _complain(path, *unknown_file(name), findings=findings)
        else:
            try:
                found[name] = path.read_bytes()[:LARGEST_OWN].decode("utf-8-sig")
            except (OSError, UnicodeDecodeError) as error:
                _complain(path, f"the file cannot be read: {error}", findings=findings)
    return tuple(sorted(found.items()))


def words_from_json(data: Any) -> OwnWords:
    """The words of a suite as a manifest has them; a ValueError for what no words are."""
    if not isinstance(data, dict) or not all(isinstance(text, str) for text in data.values()):
        raise ValueError("words are texts by the names of their files")
    for name, text in data.items():
        if name not in lexicon_files():
            raise ValueError(". ".join(filter(None, unknown_file(name))))
        if len(text.encode()) > LARGEST_OWN:
            raise ValueError(f"`{name}` has more than {LARGEST_OWN:,} bytes")
    return tuple(sorted(data.items()))


def unknown_file(name: str) -> tuple[str, str]:
    """What to say of a file that the lexicon does not have, and what to do."""
    other = nearest(name, lexicon_files())
    known = ", ".join(f"`{known}`" for known in lexicon_files())
    return f"the lexicon has no file `{name}`", f"did you mean `{other}`?" if other else f"it has {known}"


def _entries(folder: Path, findings: Findings) -> Iterator[Path]:
    """All that lies in the folder and in that of its phrases, hidden files and notes left out."""
    for path in _listed(folder, findings):
        if path.name == _INNER and os.path.isdir(path) and stays_in(folder, path):
            yield from _listed(path, findings)
        else:
            yield path


def _listed(folder: Path, findings: Findings) -> Iterable[Path]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in islice(entries, MOST_ENTRIES + 1))
    except OSError as error:
        _complain(folder, f"this folder cannot be read: {error.strerror}", findings=findings)
        return []
    if len(names) > MOST_ENTRIES:
        _complain(folder, f"this folder has more than {MOST_ENTRIES} entries", findings=findings)
        return []
    return [folder / n for n in names if not n.startswith(".") and not n.endswith(_OTHERS)]


def _problem(path: Path, folder: Path) -> str | None:
    """Why something in the folder is not opened."""
    if not stays_in(folder, path):
        return "is a link that leads out of this folder"
    if not os.path.isfile(path):
        return "is no file"
    try:
        too_large = path.stat().st_size > LARGEST_OWN
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return f"has more than {LARGEST_OWN:,} bytes" if too_large else None


def _complain(path: Path, message: str, help: str | None = None, *, findings: Findings) -> None:
    report(TemplateProblem("E0415", 0, 0, message, help=help), str(path), int, findings)
