"""What the machine says of paths and texts, told as an `EspireError` like everything else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from espire_dsl.diagnostics.error import UsageError


@contextmanager
def telling() -> Iterator[None]:
    """Files that cannot be read or written, and texts that cannot be encoded, become a UsageError."""
    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise UsageError(f"{where}{error.strerror or error}") from error
    except UnicodeEncodeError as error:
        raise UsageError(f"this text cannot be encoded: {error.reason}") from error
