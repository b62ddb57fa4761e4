"""The `eventsourcing` library on the same database, with an aggregate of as many events as our battle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connection
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Battle(Aggregate):
    """Two numbers and a dictionary: far less than rules do, so the comparison flatters the library."""

    @event("Mustered")
    def __init__(self, scenario: str) -> None:
        self.scenario = scenario
        self.damage: dict[str, int] = {}
        self.shots = 0

    @event("ShotResolved")
    def resolve(self, shooter: str, target: str, attack: list[int], defence: list[int], hits: int, note: str) -> None:
        self.shots += 1
        self.damage[target] = self.damage.get(target, 0) + hits


@contextmanager
def application(snapshots: bool = False) -> Iterator[Application[UUID]]:
    """The library at work; what it wrote beside a database file goes when it goes."""
    place = _place("snapshots" if snapshots else "events")
    library: Application[UUID] = Application(env={"IS_SNAPSHOTTING_ENABLED": "y" if snapshots else "n", **place})
    try:
        yield library
    finally:
        library.close()
        if file := place.get("SQLITE_DBNAME"):
            Path(file).unlink()


def recorded(app: Application[UUID], events: int) -> UUID:
    """An aggregate of `events` events of about 185 bytes each, saved."""
    battle = Battle(scenario="alpha_66")
    for n in range(events - 1):
        battle.resolve(f"alpha-{n % 3}", f"t64-{n % 2}", [2, 5, 6, 6], [1, 2, 4, 6], n % 3, "at close range, in cover")
    app.save(battle)
    return battle.id


def _place(name: str) -> dict[str, str]:
    at: dict[str, Any] = connection.settings_dict
    if connection.vendor == "sqlite":
        return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": f"{at['NAME']}.{name}"}
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(at["NAME"]),
        "POSTGRES_HOST": str(at["HOST"]),
        "POSTGRES_PORT": str(at["PORT"] or ""),
        "POSTGRES_USER": str(at["USER"]),
        "POSTGRES_PASSWORD": str(at["PASSWORD"]),
    }
