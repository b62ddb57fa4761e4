"""How far a long command has got, for who waits at a terminal or reads its log."""

from __future__ import annotations

import time

from django.core.management.base import OutputWrapper

AT_TERMINAL, IN_LOG = 0.5, 10.0  # seconds from line to line


class Progress:
    """Writes a line now and then: over the last one at a terminal, below it elsewhere; nothing of what takes less.
    `text` takes `done` and `of`, rows of the log, `percent`, and `left`, seconds. With `quiet` it writes nothing."""

    def __init__(self, to: OutputWrapper, text: str, quiet: bool = False) -> None:
        self._to, self._text, self._quiet = to, text, quiet
        self._over = bool(to.isatty())
        self._begun = self._last = time.monotonic()
        self._first: int | None = None  # rows that were done before

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        goes_on = self._first is None and done > 0  # said at once: nothing is lost of what was done before
        if self._first is None:
            self._first = done
        if self._quiet or (now - self._last < (AT_TERMINAL if self._over else IN_LOG) and not goes_on):
            return
        self._last = now
        new = done - self._first
        told = self._text % {
            "done": done,
            "of": of,
            "percent": 100 * done // max(of, 1),
            "left": round((of - done) * (now - self._begun) / new) if new else 0,
        }
        self._to.write(f"\r{told}\x1b[K" if self._over else told, ending="" if self._over else "\n")
        self._to.flush()
