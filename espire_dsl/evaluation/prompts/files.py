"""The prompts of a version: files with a system text and a user text, which a run knows by their hashes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen
from jinja2 import StrictUndefined, Template, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from espire_dsl.diagnostics.error import UsageError

VERSION: Final = "v1"
_USER: Final = "--- user ---\n"
_SUFFIX: Final = ".txt"
_ACTIONS: Final = ("pick", "place")
NAMES: Final = (
    *(f"{action}.localize" for action in (*_ACTIONS, "point")),
    *(f"{action}.localize.reflect" for action in (*_ACTIONS, "point")),
    *(f"{action}.{call}" for action in _ACTIONS for call in ("point", "rotation", "act.reflect")),
    *(f"question.{kind}" for kind in ("yes_no", "choice", "number", "list", "label")),
)
"""The prompts that a version has."""
_JINJA: Final = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)


@cache
def _template(text: str) -> Template:
    return _JINJA.from_string(text)


@frozen
class Prompts:
    """The texts of a version by name; `hashes` go into the manifest of a run."""

    version: str
    texts: Mapping[str, str] = field(hash=False, repr=False)

    @property
    def hashes(self) -> dict[str, str]:
        return {name: sha256(text.encode()).hexdigest() for name, text in sorted(self.texts.items())}

    def say(self, name: str, values: Mapping[str, Any]) -> tuple[str, str]:
        """The system text and the user text of a prompt, filled in."""
        system, mark, user = self.texts[name].partition(_USER)
        if not mark:
            raise UsageError(f"the prompt {name} has no line `{_USER.strip()}` before its user text")
        try:
            said = [_template(text).render(values).strip() for text in (system, user)]
        except TemplateError as error:
            raise UsageError(f"the prompt {name} cannot be filled in: {error}") from None
        return said[0], said[1]


def shipped_prompts(version: str = VERSION) -> Prompts:
    """The prompts of this package."""
    folder = files("espire_dsl.evaluation.prompts").joinpath(version)
    return Prompts(version, {name: folder.joinpath(name + _SUFFIX).read_text("utf-8") for name in NAMES})


def prompts_in(folder: Path) -> Prompts:
    """Prompts of one's own: files of the same names. What a folder does not have is as it is shipped."""
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder of prompts")
    own = {path.name.removesuffix(_SUFFIX): path for path in sorted(folder.glob(f"*{_SUFFIX}"))}
    unknown = sorted(own.keys() - set(NAMES))
    if unknown or not own:
        problem = f"{unknown[0]} is no prompt" if unknown else "there are no prompts in it"
        raise UsageError(f"{folder}: {problem}; there are {', '.join(NAMES)}, each in a file NAME{_SUFFIX}")
    try:
        texts = {name: path.read_text(encoding="utf-8") for name, path in own.items()}
    except UnicodeDecodeError:
        raise UsageError(f"{folder}: a prompt is no text in UTF-8") from None
    return Prompts(folder.name, {**shipped_prompts().texts, **texts})
