"""Progress of a long command."""

from __future__ import annotations

import time

from django.core.management.base import OutputWrapper

EVERY = 2.0  # seconds


class Progress:
    """Called with the current step and how many rows are done; prints at most every other second."""

    def __init__(self, out: OutputWrapper, verbosity: int) -> None:
        self.out, self.quiet = out, verbosity == 0
        self.last = time.monotonic()

    def __call__(self, what: str, n: int) -> None:
        now = time.monotonic()
        if not self.quiet and now - self.last >= EVERY:
            self.out.write(f"{what}: {n:,}")
            self.last = now
