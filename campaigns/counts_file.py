"""What the processes of one machine count together where there is no Redis: a file of SQLite's, which holds numbers
under digests. Counted by each of them, tries at a password would be free as often as there are processes.

It is for tries, which are few. It outlives a restart, and whoever removes it has everybody begin anew.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

WAIT = 5  # seconds for another process that counts
NEVER = 1e12
BEGIN = (
    "PRAGMA synchronous = OFF",  # a power cut may take a count along
    "CREATE TABLE IF NOT EXISTS counts (key TEXT PRIMARY KEY, value NUMERIC NOT NULL, until REAL NOT NULL)",
    "CREATE INDEX IF NOT EXISTS counts_over ON counts (until)",
)


class Counts(BaseCache):
    """A cache of numbers. Each step is one statement, so that none is lost of several at once."""

    def __init__(self, path: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self.path = Path(path)

    def _asked(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """What it returns. A connection each: threads share none, and a fork takes none along."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)) as file:
            for one in BEGIN:
                file.execute(one)
            return file.execute(statement, values).fetchall()

    def _until(self, timeout: Any) -> float:
        at = self.get_backend_timeout(timeout)
        return NEVER if at is None else at

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        """Whether there was none. What is over goes with it."""
        now = time.time()
        self._asked("DELETE FROM counts WHERE until <= ?", now)
        asked = "INSERT INTO counts VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1"
        return bool(self._asked(asked, self.make_key(key, version), value, self._until(timeout)))

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        asked = "SELECT value FROM counts WHERE key = ? AND until > ?"
        found = self._asked(asked, self.make_key(key, version), time.time())
        return found[0][0] if found else default

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        asked = "INSERT OR REPLACE INTO counts VALUES (?, ?, ?)"
        self._asked(asked, self.make_key(key, version), value, self._until(timeout))

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """It goes on for as long as it would have."""
        asked = "UPDATE counts SET value = value + ? WHERE key = ? AND until > ? RETURNING value"
        found = self._asked(asked, delta, self.make_key(key, version), time.time())
        if not found:
            raise ValueError(f"nothing is counted under {key}")
        return int(found[0][0])

    def delete(self, key: Any, version: Any = None) -> bool:
        return bool(self._asked("DELETE FROM counts WHERE key = ? RETURNING 1", self.make_key(key, version)))

    def clear(self) -> None:
        self._asked("DELETE FROM counts")
