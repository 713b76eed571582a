"""Words that the language already gives a meaning, and that no variable or function may take."""

from __future__ import annotations

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.types import TYPE_OF_WORD
from espire_dsl.syntax import tree

TRUTH = {"true": True, "false": False}
BARE_FRAMES = ("relative", "absolute")
RESERVED = {*TRUTH, *BARE_FRAMES, *TYPE_OF_WORD, "intrinsic", *FUNCTIONS, *CONSTRUCTORS}


def check_new_name(word: tree.Word, scope: Scope) -> None:
    """A variable must not take a name that the language already gives a meaning."""
    if word.text in RESERVED or word.text in scope.kind_functions:
        what = "reasoning type" if word.text in CONSTRUCTORS else "word of the language"
        scope.findings.add("E0227", word.span, f"`{word.text}` is already a {what}", "choose another name")
