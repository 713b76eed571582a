"""Recognises common mistakes: what to say of them, and how to go on.

Each check looks at one kind of mistake and returns None when it is not that; the first that speaks wins.
"""

from __future__ import annotations

from espire_dsl.syntax.bracket_mistakes import BRACKET_CHECKS
from espire_dsl.syntax.clause_mistakes import CLAUSE_CHECKS
from espire_dsl.syntax.engine import acceptable
from espire_dsl.syntax.expected import describe_expected, describe_found
from espire_dsl.syntax.expression_mistakes import EXPRESSION_CHECKS, semicolon
from espire_dsl.syntax.mistake import Mistake
from espire_dsl.syntax.situation import Situation
from espire_dsl.syntax.table import END

_CHECKS = (semicolon, *BRACKET_CHECKS, *CLAUSE_CHECKS, *EXPRESSION_CHECKS)


def diagnose(situation: Situation) -> Mistake:
    """What is wrong with the token of this situation, which the grammar does not accept."""
    for check in _CHECKS:
        mistake = check(situation)
        if mistake is not None:
            return mistake
    return _unexpected(situation)


def _unexpected(situation: Situation) -> Mistake:
    token, previous = situation.token, situation.previous
    expected = describe_expected(situation.grammar, acceptable(situation.grammar, situation.stack))
    is_next_part = token.type in (END, "RBRACE") or situation.starts_item or situation.starts_clause
    if is_next_part and situation.index > 0:
        # What is missing is missing behind the previous token; the next line is not to blame.
        return Mistake(
            "E0120",
            previous,
            f"expected {expected} after {describe_found(previous)}, found {describe_found(token)}",
            f"expected {expected} after this",
        )
    return Mistake(
        "E0120", token, f"expected {expected}, found {describe_found(token)}", f"expected {expected}"
    )
