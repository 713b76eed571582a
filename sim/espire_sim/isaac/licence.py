"""Whether the licence of Isaac Sim is accepted, which it would otherwise ask on the terminal and wait for."""

from __future__ import annotations

import os
from typing import Final

_VARIABLE: Final = "OMNI_KIT_ACCEPT_EULA"
_ACCEPTED: Final = frozenset({"y", "yes", "1", "true"})


def licence_problem() -> str | None:
    """A sentence about what to do, unless it is accepted."""
    if os.environ.get(_VARIABLE, "").lower() in _ACCEPTED:
        return None
    return (
        f"Isaac Sim asks for its licence to be accepted: set {_VARIABLE}=YES, if you accept it, and try again"
    )
