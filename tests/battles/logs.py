"""What the tests of the log share: a battle's opening as entries, and a hand that reaches past the log's guard."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import connection

from battles import log

NOW = datetime(2026, 5, 1, 18, 30, tzinfo=UTC)
SEED = {"seed": "zinc", "cards": {"bob": ["king", "smoke"], "carol": ["mine"], "dave": []}, "title": "Alpha 66"}


def entry(kind: str = "ShotResolved", ordinal: int = 0, **changes: Any) -> log.NewRow:
    fields: dict[str, Any] = {
        "type": kind,
        "version": 1,
        "data": {"unit": "abrams-1", "target": "t64-2", "dice": [2, 5, 6, 6]},
        "command": uuid4(),
        "ordinal": ordinal,
        "command_type": "Fire",
        "command_data": "" if ordinal else {"unit": "abrams-1", "target": "t64-2"},
    }
    return log.NewRow(**(fields | changes))


def mustered() -> log.NewRow:
    """A first row with secrets: a seed, a hand of cards for each player, a text typed by a person."""
    return entry(
        "Mustered",
        data=SEED,
        seals=("seed", "cards"),
        command_data={"reason": "Wir spielen heute – los! 🎲", "unit": "abrams-1"},
        command_seals=("reason",),
    )


def opened(kind: str = "story") -> str:
    stream = str(uuid4())
    log.open_stream(stream, kind)
    return stream


def written(*entries: log.NewRow, stream: str | None = None) -> str:
    """A stream that holds the entries (a muster and two shots when none are given)."""
    stream = stream or opened()
    log.append(stream, 0, entries or (mustered(), entry(), entry()), by="clerk", via="script", now=NOW)
    return stream


def append(stream: UUID | str, *entries: log.NewRow, after: int, now: datetime = NOW) -> list[log.Row]:
    return log.append(stream, after, entries, by="clerk", via="api", now=now)


def tamper(statement: str, *values: Any) -> None:
    """Change what the log holds as only someone with the switch in hand can."""
    with log.lifted(), connection.cursor() as cursor:
        cursor.execute(statement, values)
        assert cursor.rowcount > 0, "nothing was tampered with"


def take_out(stream: str) -> None:
    """Remove a stream as if it had never been here."""
    with log.lifted(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM log_sealed WHERE stream = %s", [stream])
        cursor.execute("DELETE FROM log_row WHERE stream = %s", [stream])
        cursor.execute("DELETE FROM log_stream WHERE id = %s", [stream])
        assert cursor.rowcount == 1
