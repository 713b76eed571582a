"""espirec, the command. Nothing heavy is imported before a command that needs it runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; `cli/output.py` says what the codes mean."""
    from espire_dsl import memory
    from espire_dsl.cli.output import guarded
    from espire_dsl.cli.parser import run_command

    if argv is None:  # the process ends with the command, and nothing need be as it was
        return guarded(sys.argv[1:], run_command)
    with memory.run():
        return guarded(list(argv), run_command)
