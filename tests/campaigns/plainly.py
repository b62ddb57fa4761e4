"""A season read from its rows by somebody who knows nothing of the house: JSON and a few dictionaries.

What the laws of a season are checked against. It shares no line with the fold, which may be wrong in the same way the
rulings are.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from battles import log

Told = tuple[int, str, dict[str, Any]]
NEVER = {"workshop", "wrecked", "lost", "sold", "written off"}  # no vehicle fights so


class Season:
    """`wrong` says in words what should never have been, each with the position of its row."""

    def __init__(self, rows: Iterable[Told]) -> None:
        self.status: dict[str, str] = {}
        self.crew: dict[str, str] = {}
        self.owner: dict[str, str] = {}
        self.purse: dict[str, int] = {}
        self.battle: dict[str, set[str]] = {}  # the vehicles of each that is not counted
        self.sorties: Counter[str] = Counter()
        self.rounds_in_workshop: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.wrong: list[str] = []
        for position, type_, data in rows:
            self.kinds[type_] += 1
            getattr(self, f"_{type_}", lambda data: None)(data)
            self._look(position, type_)

    def _look(self, position: int, type_: str) -> None:
        said = []
        fighters = [vehicle for vehicles in self.battle.values() for vehicle in vehicles]
        said += [f"{one} fights twice at once" for one, times in Counter(fighters).items() if times > 1]
        said += [f"{one} fights, {self.status[one]}" for one in fighters if self.status[one] in NEVER]
        said += [f"{one} fights, its crew {self.crew[one]}" for one in fighters if self.crew[one] != "fit"]
        said += [f"{key} has {points} points" for key, points in self.purse.items() if points < 0]
        self.wrong += [f"{position} {type_}: {what}" for what in said]

    # ------------------------------------------------------------------------------------------------ platoons

    def _Enlisted(self, data: dict[str, Any]) -> None:
        self.purse[data["platoon"]] = data.get("purse", 0)
        self._recruit(data)

    def _Bought(self, data: dict[str, Any]) -> None:
        self.purse[data["platoon"]] -= data["cost"]
        self._recruit(data)

    def _recruit(self, data: dict[str, Any]) -> None:
        for recruit in data.get("vehicles", ()):
            id = recruit["id"]
            self.owner[id], self.status[id], self.crew[id] = data["platoon"], "fit", "fit"

    def _Sold(self, data: dict[str, Any]) -> None:
        self.purse[data["platoon"]] += data["points"]
        self.status |= dict.fromkeys(data["vehicles"], "sold")

    def _Penalised(self, data: dict[str, Any]) -> None:
        self.purse[data["platoon"]] -= data["points"]

    def _PointsGranted(self, data: dict[str, Any]) -> None:
        for grant in data["grants"]:
            self.purse[grant["platoon"]] += grant["points"]

    # ------------------------------------------------------------------------------------------------- battles

    def _BattleMustered(self, data: dict[str, Any]) -> None:
        vehicles = {vehicle for forces in data["sides"].values() for vehicle in forces["vehicles"]}
        self.battle[data["battle"]] = vehicles
        self.sorties.update(vehicles)

    def _CalledOff(self, data: dict[str, Any]) -> None:
        self.sorties.subtract(self.battle.pop(data["battle"]))

    def _BattleReported(self, data: dict[str, Any]) -> None:
        self.battle.pop(data["battle"], None)
        for home in data.get("home", ()):
            id = home["vehicle"]
            self.status[id], self.crew[id] = home["status"], home.get("crew", "fit")
        for grant in data.get("gains", ()):
            self.purse[grant["platoon"]] += grant["points"]

    # ------------------------------------------------------------------------------------------------ workshop

    def _Prioritised(self, data: dict[str, Any]) -> None:
        self.status |= data.get("out", {})

    def _WorkshopEntered(self, data: dict[str, Any]) -> None:
        for work in data["works"]:
            self.status[work["vehicle"]] = work["status"]
            self.purse[data["platoon"]] -= work.get("paid", 0)

    def _WorkshopWorked(self, data: dict[str, Any]) -> None:
        self._WorkshopEntered(data)
        self.rounds_in_workshop.update(work["vehicle"] for work in data["works"])

    def _WrittenOff(self, data: dict[str, Any]) -> None:
        self.status |= dict.fromkeys(data["vehicles"], "written off")

    def _CrewsTended(self, data: dict[str, Any]) -> None:
        self.crew |= {one["vehicle"]: one["crew"] for one in data["crews"]}

    def _CrewReplaced(self, data: dict[str, Any]) -> None:
        self.crew[data["vehicle"]] = "fit"
        self.purse[self.owner[data["vehicle"]]] -= data["cost"]


def rows(stream: str) -> list[Told]:
    return [(row.position, row.type, json.loads(row.data)) for row in log.read(stream)]


def read(stream: str) -> Season:
    return Season(rows(stream))


def untimed() -> dict[str, list[tuple[Any, ...]]]:
    """Every stream, but for its times and the digests that follow from them."""
    found: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for stream, _kind in log.streams():
        for row in log.read(stream):
            said = (without_digests(row.data), without_digests(row.command_data))
            found[str(stream)].append((row.position, row.type, row.version, row.ordinal, row.by, row.via, *said))
    return dict(found)


def without_digests(text: str) -> str:
    return re.sub(r'"digest":"[0-9a-f]{64}"', '"digest":""', text)
