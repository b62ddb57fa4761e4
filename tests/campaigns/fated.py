"""What became of every vehicle and crew of a season, recomputed by somebody who has only read campaigns/RULES.md.

From the rows come the outcomes of battles, what people chose, and the dice. What follows (fates, conditions, jobs,
wounds, experience, what is captured) is worked out here, and compared with what the log tells. It shares no line with
rulings or fold. The rulebook is asked what damage means: which jobs, what each mends, what a crew has suffered; and
what a vehicle costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaigns.season import Season
from campaigns.season.vehicles import price
from tests.campaigns import counting_rows
from tests.campaigns.counting_rows import Counting
from tests.campaigns.garage import FOR_GOOD, Data, Garage, Hull, plain, work
from tests.campaigns.homecomings import Homecomings

# As a round closes, in this order; none of them may be missing.
CLOSING = ("WrittenOff", "WorkshopEntered", "WorkshopWorked", "CrewsTended", "PointsGranted", "RoundClosed")
Fate = tuple[str, Data, str, int, int]  # status, condition; of the crew: how it is, rounds until it is back, experience


def recompute(stream: str) -> Fates:
    """The campaign of that stream: points, debts, byes, scores, places and fates."""
    return Fates(counting_rows.read(stream))


def as_told(season: Season) -> dict[str, Fate]:
    """The fates of all vehicles as the product has them."""
    return {
        id: (one.status, one.condition, one.crew.state, one.crew.out, one.crew.experience)
        for id, one in season.vehicles.items()
    }


class Fates(Homecomings):
    """Repairs, crews and pockets beside what comes home; `fates` are those of all vehicles in the end."""

    def __init__(self, rows: Iterable[Counting]) -> None:
        self.order: dict[str, list[str]] = {}
        self.hold: dict[str, list[str]] = {}
        self.expected: Iterator[tuple[str, Data]] | None = None  # what is still to be told as the round closes
        super().__init__(rows)

    @property
    def fates(self) -> dict[str, Fate]:
        return {id: (one.status, one.condition, one.crew, one.out, one.experience) for id, one in self.hulls.items()}

    def _comes(self, row: Counting) -> None:
        if row.type in CLOSING and row.said[0] == "CloseRound" and not row.as_played:
            self._closes(row)
        if row.type == "RoundClosed":
            self.expected = None

    # ---------------------------------------------------------------------------------------------------- workshop

    def _at_home(self, platoon: str) -> list[Hull]:
        """What it still has, in the order it came."""
        return [one for one in self.hulls.values() if one.platoon == platoon and one.status not in FOR_GOOD]

    def _in_workshop(self, platoon: str) -> list[Hull]:
        return [one for one in self._at_home(platoon) if one.status == "workshop"]

    def _waiting(self, garage: Garage, platoon: str) -> list[Hull]:
        away = self._fighting() | {*self.hold.get(platoon, ())}
        there = [one for one in self._at_home(platoon) if one.status != "workshop" and one.id not in away]
        return garage.queue([one for one in there if garage.needs(one)], self.order.get(platoon, ()))

    def _allowed(self, platoon: str) -> int | None:
        """How many vehicles its supply lets the workshop work on; None for any number."""
        if self.country is None:
            return None
        terms = self.house(self.turn())[1]
        supply = self.country.supply(terms["supply_reach"]).get(platoon)
        work = terms[f"{supply.replace(' ', '_')}_workshop"] if supply else "all"
        return {"all": None, "one": 1, "none": 0}[work]

    def _free(self, garage: Garage, platoon: str, allowed: int | None) -> int | None:
        most = garage.house["slots"] or None if allowed is None else allowed
        return None if most is None else max(0, most - len(self._in_workshop(platoon)))

    def _goes_in(self, garage: Garage, platoon: str, queue: Iterable[Hull], on_credit: bool = False) -> list[Data]:
        free = self._free(garage, platoon, self._allowed(platoon))
        return garage.taken(queue, free, 1_000_000 if on_credit else max(0, self.purse[platoon]))

    def _apply(self, works: Iterable[Data]) -> None:
        for one in works:
            hull = self.hulls[one["vehicle"]]
            hull.status, hull.condition, hull.jobs = one["status"], one["condition"], one["bays"]
            hull.mended = [*hull.mended, *one["done"]]

    def _WorkshopEntered(self, data: Data) -> None:
        kind, said = self.row.said
        if self.as_played:
            self._apply(data["works"])
        elif kind == "Repair":
            garage, named = self.garage, said.get("vehicles") or [*self.hulls]
            queue = [one for one in self._waiting(garage, data["platoon"]) if one.id in named]
            works = self._goes_in(garage, data["platoon"], queue, bool(said.get("on_credit")))
            self._is([_without_dice(one) for one in data["works"]], works, "repaired")
            self._apply(works)
        super()._WorkshopEntered(data)

    def _WorkshopWorked(self, data: Data) -> None:
        if self.as_played:
            self._apply(data["works"])
        super()._WorkshopWorked(data)

    def _Prioritised(self, data: Data) -> None:
        platoon, garage = data["platoon"], self.garage
        self.order[platoon], self.hold[platoon] = data["order"], data["hold"]
        out = {one.id: garage.outside(one) for one in self._in_workshop(platoon) if one.id in data["hold"]}
        if not self.as_played:
            self._is(data["out"], out, "comes out")
        for id, status in (data["out"] if self.as_played else out).items():
            self.hulls[id].status = status

    # ------------------------------------------------------------------------------------------- as a round closes

    def _closes(self, row: Counting) -> None:
        """The next of what had to come as the round closes; by the last two, nothing is left of it."""
        if self.expected is None:
            self.expected = self._closing()
        kind, found = next(self.expected, ("nothing more", {}))
        if row.type in CLOSING[-2:]:
            self.wrong += [f"{row.position}: {kind} is missing: {found}"] if found else []
            return
        told = {name: row.data[name] for name in found if name in row.data}
        if "works" in told:
            told["works"] = [_without_dice(one) for one in told["works"]]
        if (row.type, told) != (kind, plain(found)):
            self.wrong.append(f"{row.position}: {row.type} {told}, not {kind} {plain(found)}")

    def _closing(self) -> Iterator[tuple[str, Data]]:
        """What follows as the round under way closes, one event after the other: each is applied here."""
        garage = self.garage
        for platoon in [key for key in self.purse if key not in self.gone]:
            allowed = self._allowed(platoon)
            if not garage.house["workshop"]:
                inside = self._in_workshop(platoon)
                works = [work(one, garage.outside(one), one.condition, one.jobs) for one in inside]
            else:
                yield from self._before_work(garage, platoon)
                works, purse = [], max(0, self.purse[platoon])
                inside = garage.queue(self._in_workshop(platoon), self.order.get(platoon, ()))
                for hull in inside[:allowed]:
                    works.append(garage.worked(hull, purse, self._shown))
                    purse -= works[-1]["paid"]
            self._apply(works)
            if works:
                yield "WorkshopWorked", {"platoon": platoon, "round": self.number, "works": works}
        if crews := [*self._tended(garage)]:
            yield "CrewsTended", {"round": self.number, "crews": crews}

    def _before_work(self, garage: Garage, platoon: str) -> Iterator[tuple[str, Data]]:
        """What is given up, and what goes in."""
        given_up = [one.id for one in self._waiting(garage, platoon) if garage.hopeless(one, self._price(one))]
        self._gives_up(given_up, "written off")
        if given_up:
            yield "WrittenOff", {"platoon": platoon, "vehicles": given_up}
        if works := self._goes_in(garage, platoon, self._waiting(garage, platoon)):
            self._apply(works)
            yield "WorkshopEntered", {"platoon": platoon, "works": works}

    def _price(self, hull: Hull, cards: bool = True) -> int:
        garage = self.garage
        return price(self.rules, garage.house, garage.edition, hull.model, hull.cards if cards else ())

    def _shown(self, vehicle: str) -> int | None:
        """The die of a job: of those that the log tells as this round closes."""
        for row in self.rows[self.at :]:
            for one in row.data["works"] if row.type == "WorkshopWorked" else ():
                if one["vehicle"] == vehicle:
                    return int(one["rolls"][0]["values"][0]) if one["rolls"] else None
            if row.type == "RoundClosed":
                break
        return None

    def _tended(self, garage: Garage) -> Iterator[Data]:
        """A round has passed for the wounded. Where no crews are known, all are well."""
        known, fighting = garage.house["crews"], self._fighting()
        for platoon in [key for key in self.purse if key not in self.gone]:
            for hull in self._at_home(platoon):
                if hull.id in fighting or hull.crew == "fit" or (known and hull.crew == "lost"):
                    continue
                hull.out = max(0, hull.out - 1) if known else 0
                if not hull.out:
                    hull.crew, hull.condition, hull.healed = "fit", garage.heal(hull.condition), True
                yield {"vehicle": hull.id, "crew": hull.crew, "out": hull.out, "condition": hull.condition}

    def _CrewsTended(self, data: Data) -> None:
        for one in data["crews"] if self.as_played else ():
            hull = self.hulls[one["vehicle"]]
            hull.crew, hull.out, hull.condition = one["crew"], one["out"], one["condition"]
            hull.healed = hull.healed or one["crew"] == "fit"

    def _CrewReplaced(self, data: Data) -> None:
        super()._CrewReplaced(data)
        hull, garage = self.hulls[data["vehicle"]], self.garage
        if not self.as_played:
            told = [hull.crew != "fit", garage.heal(hull.condition), garage.house["spare_crew_points"]]
            self._is([True, data["condition"], data["cost"]], told, "replaced")
        hull.crew, hull.out, hull.experience, hull.since = "fit", 0, 0, hull.last
        hull.condition = data["condition"]

    # ---------------------------------------------------------------------------------------------------- pockets

    def _Surrounded(self, data: Data) -> None:
        """What is captured, by the campaign's price; of a break-out the dice say it."""
        terms, fighting = self.house(self.turn())[1], self._fighting()
        there = [one for one in self._at_home(data["platoon"]) if one.status != "workshop" and one.id not in fighting]
        drives = [one.id for one in there if one.status != "wrecked"]
        tried = drives if terms["surrounded"] == "breakout" else []
        shown = dict(zip(data["tried"], (roll["values"][0] for roll in data["rolls"]), strict=True))
        lost = [one.id for one in there if shown.get(one.id, 0) < terms["breakout_needs"]]
        if terms["surrounded"] == "losses":
            by_worth = sorted(there, key=lambda one: (one.id in drives, self._price(one, cards=False), one.id))
            lost = [one.id for one in by_worth[: -(-len(there) * terms["surrounded_losses"] // 100)]]
        if not self.as_played:
            told = [data["price"], data["tried"], data["lost"]]
            self._is(told, [terms["surrounded"], tried, lost], "captured")
        self._gives_up(data["lost"] if self.as_played else lost, "captured")
        self._go([(data["platoon"], "reserve")], data["held"])

    def _Deployed(self, data: Data) -> None:
        """What was captured and is its own again is as it was when it was given up."""
        garage = self.garage
        for id, status in data["restored"].items():
            hull = self.hulls[id]
            hull.status = "workshop"
            found = garage.outside(hull)
            if not self.as_played:
                self._is([id, status], [id, found], "its own again")
            hull.status = status if self.as_played else found
        self._go([(data["platoon"], data["place"])], data["held"])


def _without_dice(told: Data) -> Data:
    return {name: value for name, value in told.items() if name != "rolls"}
