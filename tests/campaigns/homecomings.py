"""Vehicles come home from their battles, and stand somewhere on the map: by somebody who has only read
campaigns/RULES.md. `fated` goes on from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.campaigns.counting_rows import Counting, methods_of
from tests.campaigns.garage import ABLE, FOR_GOOD, Data, Garage, Hull, plain
from tests.campaigns.placing import Meeting
from tests.campaigns.recomputed import Book
from tests.campaigns.supplied import Country

NOTHING_TAKEN: Mapping[str, str] = {}


class Homecomings(Book):
    """What there is besides points: `hulls` are all vehicles there ever were, as they should be, `country` is the map.
    What is wrong stands in `wrong` with all else."""

    def __init__(self, rows: Iterable[Counting]) -> None:
        self.hulls: dict[str, Hull] = {}
        self.country: Country | None = None
        self.fielded: dict[str, list[str]] = {}  # of each battle that was mustered, in that order
        self.rows = list(rows)
        super().__init__(self._each(), methods_of(self.rows))

    def _each(self) -> Iterator[Counting]:
        for at, row in enumerate(self.rows):
            self.at, self.row = at, row
            self._comes(row)
            yield row

    def _comes(self, row: Counting) -> None:
        """This row is the next."""

    @property
    def garage(self) -> Garage:
        options, terms, _scoring = self.house(self.turn())
        return Garage(self.rules, self.opened["edition"], options | terms)

    def _is(self, told: Any, found: Any, what: str) -> None:
        self._expect(plain(told) == plain(found), f"{self.row.type}, {what}: {told}, not {found}")

    # --------------------------------------------------------------------------------------------------- platoons

    def _Opened(self, data: Data) -> None:
        super()._Opened(data)
        if data["theatre"]:
            self.country = Country(data["theatre"], self.side)

    def _Enlisted(self, data: Data) -> None:
        super()._Enlisted(data)
        self._go([(data["platoon"], data.get("sector", ""))])

    def _Dropped(self, data: Data) -> None:
        super()._Dropped(data)
        self._go([(data["platoon"], "")], data["held"])

    def _Returned(self, data: Data) -> None:
        super()._Returned(data)
        self._go([(data["platoon"], data.get("sector", ""))])

    def _recruit(self, data: Data) -> None:
        super()._recruit(data)
        for one in data["vehicles"]:
            self.hulls[one["id"]] = Hull(one["id"], data["platoon"], one["model"])
        for id in (*(one["id"] for one in data["vehicles"]), *data.get("refitted", ())):
            cards = {key: name for key, name in data["cards"].items() if key.rpartition("/")[0] == id and name}
            self.hulls[id].cards = tuple(cards[key] for key in sorted(cards, key=_ordinal))

    def _Sold(self, data: Data) -> None:
        super()._Sold(data)
        self._gives_up(data["vehicles"], "sold")

    def _WrittenOff(self, data: Data) -> None:
        self._gives_up(data["vehicles"], "written off")

    def _gives_up(self, ids: Iterable[str], status: str) -> None:
        for id in ids:
            self.hulls[id].status, self.hulls[id].jobs = status, []

    def _Declared(self, data: Data) -> None:
        super()._Declared(data)
        for path, value in data["facts"].items():
            kind, key, *name = path.split(".") if "." in path else (path, "")
            if kind == "vehicles" and key in self.hulls:
                setattr(self.hulls[key], {"state": "crew"}.get(name[-1], name[-1]), value)

    # ----------------------------------------------------------------------------------------------------- battles

    def _BattleMustered(self, data: Data) -> None:
        called = [id for forces in data["sides"].values() for id in forces["vehicles"]]
        able = {id for id, one in self.hulls.items() if one.status in ABLE and one.crew == "fit"} - self._fighting()
        self._is([id for id in called if id not in able], [], "cannot fight")
        super()._BattleMustered(data)
        self.fielded[data["battle"]] = called

    def _fighting(self, but: str = "") -> set[str]:
        """In battles that are not counted yet."""
        on = [one for one in self.meetings.values() if one.battle not in ("", but) and one.outcome is None]
        return {id for one in on for id in self.fielded[one.battle]}

    def _ordinal_of(self, meeting: Meeting | None) -> int:
        """The how-manyth battle it was; 0 for none."""
        return [*self.fielded].index(meeting.battle) + 1 if meeting is not None and meeting.battle else 0

    def _BattleReported(self, data: Data) -> None:
        key = self.of_battle.get(data["battle"], "")
        meeting = self.meetings.get(key)
        if meeting is None or meeting.battle != data["battle"]:
            return
        if data.get("unchanged"):
            super()._BattleReported(data)
            return
        before = {one["id"]: one for one in (meeting.outcome or {}).get("units", ())}
        terms = self.house(meeting.round)[1]
        home, contradicted, ordinal = {}, [], self._ordinal_of(meeting)
        for unit in data["outcome"]["units"]:
            hull = self.hulls.get(unit["id"])
            if hull is None:
                continue
            learnt = self._learnt(terms, unit) - (self._learnt(terms, before[hull.id]) if hull.id in before else 0)
            took_over = bool(hull.since) and self._ordinal_of(self.meetings.get(hull.since)) >= ordinal
            learns = terms["crews"] and not took_over
            if self._has_gone_on(hull, key, data["battle"], ordinal):
                if learns and learnt and hull.id in before:
                    home[hull.id] = _homecoming(hull) | {"experience": max(0, hull.experience + learnt)}
                if unit["fate"] in ("wrecked", "lost") and hull.status != "captured":
                    contradicted.append(hull.id)
            else:
                home[hull.id] = self._comes_home(terms, hull, key, unit, before.get(hull.id), learnt, learns)
        if not self.as_played:
            told = [{"crew": "fit", "out": 0, "experience": 0} | one for one in data["home"]]
            self._is({one["vehicle"]: one for one in told}, home, "home")
            self._is(data["contradicted"], contradicted, "contradicted")
        else:
            home = {one["vehicle"]: {"crew": "fit", "out": 0, "experience": 0} | one for one in data["home"] or ()}
        self._counts(key, data["outcome"]["units"], home, ordinal)
        super()._BattleReported(data)

    def _has_gone_on(self, hull: Hull, key: str, battle: str, ordinal: int) -> bool:
        """It fought since, fights elsewhere, or came home from this one and is its owner's no more."""
        later = self._ordinal_of(self.meetings.get(hull.last)) > ordinal
        elsewhere = hull.id in self._fighting(but=battle)
        return later or elsewhere or (hull.last == key and hull.status in FOR_GOOD[1:])

    def _learnt(self, terms: Data, unit: Data) -> int:
        kills = sum(feat["n"] for feat in unit.get("feats", ()) if feat["kind"] == "kill")
        return int(terms["battle_experience"] + kills * terms["kill_experience"])

    def _comes_home(
        self, terms: Data, hull: Hull, key: str, unit: Data, was: Data | None, learnt: int, learns: bool
    ) -> Data:
        garage, upkeep, again = self.garage, self.rules.upkeep, hull.last == key
        lost, mended = unit["fate"] == "lost", hull.mended if again else []
        condition = garage.mend(unit["condition"], [] if lost else mended)
        crew, out, experience = hull.crew, hull.out, hull.experience
        if learns:
            experience = max(0, experience + learnt)
            became = upkeep.crew(unit["condition"])
            recovered = again and hull.healed
            as_before = was is not None and upkeep.crew(was["condition"]) == became
            if not recovered and not as_before:
                out = terms["wounded_rounds"] if became == "wounded" else 0
                crew = "fit" if became == "wounded" and not out else became
        if crew == "fit" and upkeep.crew(condition) != "fit":
            condition = garage.heal(condition)
        status = unit["fate"]
        if again and not lost and hull.status == "workshop":
            status = "workshop"
        elif mended and not lost:
            wreck = garage.still_wrecked(hull, unit["fate"], unit["condition"], condition)
            status = "wrecked" if wreck else "damaged" if garage.needs(hull, condition) else "fit"
        found = {"vehicle": hull.id, "status": status, "condition": condition}
        return found | {"crew": crew, "out": out, "experience": experience}

    def _counts(self, key: str, units: Iterable[Data], home: dict[str, Data], ordinal: int) -> None:
        for unit in units:
            hull = self.hulls.get(unit["id"])
            if hull is None or self._ordinal_of(self.meetings.get(hull.last)) > ordinal:
                continue
            if hull.last != key:
                hull.last, hull.mended, hull.jobs, hull.healed = key, [], [], False
            hull.fate, hull.then = unit["fate"], unit["condition"]
        for id, one in home.items():
            if (found := self.hulls.get(id)) is not None:
                found.status, found.condition, found.crew = one["status"], one["condition"], one["crew"]
                found.out, found.experience = one["out"], one["experience"]

    # ----------------------------------------------------------------------------------------------------- the map

    def _go(self, moves: Iterable[tuple[str, str]], held: Mapping[str, str] = NOTHING_TAKEN) -> None:
        """`held`: what changed hands in campaigns of edition 2, where it stands as it was played."""
        if self.country is not None and self.as_played and self.opened["house_edition"] == "2":
            self.country.went(moves, held)
        elif self.country is not None:
            self.country.go(moves)

    def _OrdersResolved(self, data: Data) -> None:
        super()._OrdersResolved(data)
        self._go(((one["platoon"], one["place"]) for one in data["marches"]), data["held"])

    def _Retreated(self, data: Data) -> None:
        self._go(((one["platoon"], one["place"]) for one in data["moves"]), data["held"])

    _RetreatRevised = _Retreated

    def _LinkSet(self, data: Data) -> None:
        assert self.country is not None
        self.country.set_link(data["one"], data["other"], data["open"])

    def _TheatreScored(self, data: Data) -> None:
        if self.country is not None and not data["final"]:
            self._is(data["supply"], self.country.supply(self.house(self.turn())[1]["supply_reach"]), "supply")


def _homecoming(hull: Hull) -> Data:
    found = {"vehicle": hull.id, "status": hull.status, "condition": hull.condition}
    return found | {"crew": hull.crew, "out": hull.out, "experience": hull.experience}


def _ordinal(key: str) -> int:
    return int(key.rpartition("/")[2])
