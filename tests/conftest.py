"""Settings that all tests share: Hypothesis draws the same examples every time, and is never hurried."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("espire", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("espire")
