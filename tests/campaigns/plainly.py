"""A season read from its rows by somebody who knows nothing of the house: JSON and a few dictionaries.

What the laws of a season are checked against. It shares no line with the fold, which may be wrong in the same way the
rulings are.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from battles import log
from tests.campaigns import counting_rows
from tests.campaigns.counting_rows import Counting

NEVER = {"workshop", "wrecked", "lost", "sold", "written off"}  # no vehicle fights so


class Season:
    """`wrong` says in words what should never have been, each with the position of its row: until people have set facts
    or left standing what could not have been told, for then anything may be. `bent`: they have. `places`: where on the
    map every platoon is."""

    def __init__(self, rows: Iterable[Counting]) -> None:
        self.status: dict[str, str] = {}
        self.crew: dict[str, str] = {}
        self.owner: dict[str, str] = {}
        self.purse: dict[str, int] = {}
        self.battle: dict[str, set[str]] = {}  # the vehicles of each that is not counted
        self.mustered: set[str] = set()
        self.sorties: Counter[str] = Counter()
        self.rounds_in_workshop: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.bent, self.places = False, dict[str, str]()
        for row in rows:
            self.kinds[row.type] += 1
            self.bent = self.bent or row.as_played or row.type == "Declared"
            getattr(self, f"_{row.type}", lambda data: None)(row.data)
            if not self.bent:
                self._look(row.position, row.type)

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
        self.places[data["platoon"]] = data.get("sector", "")
        self._recruit(data)

    def _Dropped(self, data: dict[str, Any]) -> None:
        self.places[data["platoon"]] = ""

    def _Declared(self, data: dict[str, Any]) -> None:
        """What people set is so."""
        for path, value in data["facts"].items():
            kind, key, *name = path.split(".") if "." in path else (path, "")
            if (kind, name) == ("platoons", ["purse"]):
                self.purse[key] = value
            elif (kind, name) == ("vehicles", ["status"]):
                self.status[key] = value
            elif (kind, name) == ("vehicles", ["crew", "state"]):
                self.crew[key] = value

    def _Bought(self, data: dict[str, Any]) -> None:
        self.purse[data["platoon"]] -= data["cost"] - data.get("owed", 0)
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
        self.mustered.add(data["battle"])
        self.sorties.update(vehicles)

    def _CalledOff(self, data: dict[str, Any]) -> None:
        self.sorties.subtract(self.battle.pop(data["battle"], ()))
        self.mustered.discard(data["battle"])

    def _BattleReported(self, data: dict[str, Any]) -> None:
        """Nothing of a battle whose muster was taken back, or that was called off; nor of a vehicle that is not there
        any more."""
        if data["battle"] not in self.mustered:
            return
        self.battle.pop(data["battle"], None)
        for home in data.get("home", ()):
            if (id := home["vehicle"]) in self.owner:
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
        self.purse[data["platoon"]] += data.get("owed", 0)  # what is paid later

    def _WorkshopWorked(self, data: dict[str, Any]) -> None:
        self._WorkshopEntered(data)
        self.rounds_in_workshop.update(work["vehicle"] for work in data["works"])

    def _WrittenOff(self, data: dict[str, Any]) -> None:
        self.status |= dict.fromkeys(data["vehicles"], "written off")

    # ------------------------------------------------------------------------------------------------ the map

    def _OrdersResolved(self, data: dict[str, Any]) -> None:
        self.places |= {march["platoon"]: march["place"] for march in data["marches"]}

    def _go(self, data: dict[str, Any]) -> None:
        self.places |= {gone["platoon"]: gone["place"] for gone in data.get("moves", ())}

    _Retreated = _RetreatRevised = _go

    def _Surrounded(self, data: dict[str, Any]) -> None:
        self.places[data["platoon"]] = "reserve"
        self.status |= dict.fromkeys(data["lost"], "captured")

    def _Deployed(self, data: dict[str, Any]) -> None:
        self.places[data["platoon"]] = data["place"]
        self.status |= data["restored"]

    # --------------------------------------------------------------------------------------------------- crews

    def _CrewsTended(self, data: dict[str, Any]) -> None:
        self.crew |= {one["vehicle"]: one["crew"] for one in data["crews"]}

    def _CrewReplaced(self, data: dict[str, Any]) -> None:
        self.crew[data["vehicle"]] = "fit"
        self.purse[self.owner[data["vehicle"]]] -= data["cost"] - data.get("owed", 0)


def read(stream: str) -> Season:
    return Season(counting_rows.read(stream))


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
