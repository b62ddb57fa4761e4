"""Vehicles between battles and what a workshop does with them, by somebody who has only read campaigns/RULES.md."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.contract import RuleSystem
from rules.upkeep import Grade, Job, Owned

Data = dict[str, Any]
FOR_GOOD = ("lost", "sold", "written off", "captured")
ABLE = ("fit", "damaged", "withdrawn")


@dataclass
class Hull:
    """A vehicle as it stands. `jobs`: those it has in the workshop, as the log writes them, also while it is out;
    `last`: the fixture it came home from, in which it had become `fate` and was in `then`; `mended`: the jobs done on
    it since; `healed`: its crew recovered since. Of its crew: how it is, for how many rounds it is `out`, what it has
    learnt, and after which fixture it took over."""

    id: str
    platoon: str
    model: str
    cards: tuple[str, ...] = ()
    status: str = "fit"
    condition: Data = field(default_factory=dict)
    jobs: list[Data] = field(default_factory=list)
    last: str = ""
    fate: str = ""
    then: Data = field(default_factory=dict)
    mended: list[str] = field(default_factory=list)
    healed: bool = False
    crew: str = "fit"
    out: int = 0
    experience: int = 0
    since: str = ""


class Garage:
    """What a rulebook says of hulls, by the terms of the moment."""

    def __init__(self, rules: RuleSystem, edition: str, house: Data) -> None:
        self.rules, self.edition, self.house = rules, edition, house

    def needs(self, hull: Hull, condition: Data | None = None) -> Sequence[Job]:
        """All that is to be done on it, as it is or in another condition."""
        owned = Owned(
            edition=self.edition,
            model=hull.model,
            cards=hull.cards,
            condition=hull.condition if condition is None else condition,
            grade=self._grade(hull),
        )
        return self.rules.upkeep.jobs(self.house, owned)

    def _grade(self, hull: Hull) -> Grade:
        if hull.experience >= self.house["ace_at"]:
            return "ace"
        if hull.experience >= self.house["veteran_at"]:
            return "veteran"
        return "trained" if hull.experience >= self.house["trained_at"] else "green"

    def mend(self, condition: Data, jobs: Iterable[str]) -> Data:
        for job in jobs:
            condition = self.rules.upkeep.mend(condition, job)
        return dict(plain(condition))

    def heal(self, condition: Data) -> Data:
        return dict(plain(self.rules.upkeep.heal(condition)))

    def planned(self, hull: Hull, condition: Data, begun: Iterable[Data]) -> tuple[list[Data], int]:
        """The jobs left, the first of them begun, and the points that costs now. What was begun goes on as it began, at
        its price and with its die; it never takes longer than one that is begun now."""
        known = {one["job"]: one for one in begun if one["paid"] is not None}
        found, price = list[Data](), 0
        for job in self.needs(hull, condition):
            was = known.get(job.key)
            told = {"job": job.key, "left": job.rounds, "paid": None, "needs": job.needs, "faces": job.faces}
            if was is not None:
                told = was | {"left": min(was["left"], job.rounds)}
            elif not found:
                told["paid"] = price = job.points
            found.append(told)
        return found, price

    def is_wreck(self, hull: Hull) -> bool:
        """In the workshop too, until the first of its jobs is done."""
        if hull.status != "workshop":
            return hull.status == "wrecked"
        return self.still_wrecked(hull, hull.fate, hull.then, hull.condition)

    def still_wrecked(self, hull: Hull, fate: str, then: Data, now: Data) -> bool:
        first = [job.key for job in self.needs(hull, then)][:1]
        return fate == "wrecked" and {*first} <= {job.key for job in self.needs(hull, now)}

    def outside(self, hull: Hull) -> str:
        """As what it comes out of the workshop before all is done."""
        if self.is_wreck(hull):
            return "wrecked"
        return "damaged" if self.needs(hull) else "fit"

    # ------------------------------------------------------------------------------------------------ the workshop

    def queue(self, hulls: Iterable[Hull], order: Sequence[str]) -> list[Hull]:
        """By the players' order, then by the rounds of work that are left, then by id."""

        def key(hull: Hull) -> tuple[int, int, str]:
            jobs, _price = self.planned(hull, hull.condition, hull.jobs)
            place = list(order).index(hull.id) if hull.id in order else len(order)
            return place, sum(job["left"] for job in jobs), hull.id

        return sorted(hulls, key=key)

    def hopeless(self, hull: Hull, price: int) -> bool:
        """What is still to be paid costs more than the terms let a repair cost."""
        paid = {one["job"] for one in hull.jobs if one["paid"] is not None}
        to_pay = sum(job.points for job in self.needs(hull) if job.key not in paid)
        return bool(self.house["write_off"] and price and to_pay * 100 > price * self.house["write_off"])

    def taken(self, queue: Iterable[Hull], free: int | None, purse: int) -> list[Data]:
        """What goes in: as long as there is a slot, whoever's first job the purse pays."""
        works = list[Data]()
        for hull in queue:
            jobs, price = self.planned(hull, hull.condition, hull.jobs)
            if price <= purse and (free is None or len(works) < free):
                purse -= price
                works.append(work(hull, "workshop", hull.condition, jobs, paid=price))
        return works

    def worked(self, hull: Hull, purse: int, roll: Callable[[str], int | None]) -> Data:
        """A round of work on a hull in the workshop; `roll`: what its die has shown."""
        jobs, price = self.planned(hull, hull.condition, hull.jobs)
        if not jobs or price > purse:
            return work(hull, self.outside(hull), hull.condition, hull.jobs if jobs else [])
        first, *rest = jobs
        if first["left"] > 1:
            return work(hull, "workshop", hull.condition, [first | {"left": first["left"] - 1}, *rest], paid=price)
        shown = roll(hull.id) if first["needs"] else None
        if first["needs"] and (shown is None or shown < first["needs"]):
            return work(hull, "workshop", hull.condition, [first | {"left": 1}, *rest], paid=price)
        condition, done = self.mend(hull.condition, [first["job"]]), [first["job"]]
        then, more = self.planned(hull, condition, rest)
        if not then:
            return work(hull, "fit", condition, [], done, price)
        if price + more > purse:
            return work(hull, "damaged", condition, rest, done, price)
        return work(hull, "workshop", condition, then, done, price + more)


def work(hull: Hull, status: str, condition: Data, jobs: list[Data], done: Sequence[str] = (), paid: int = 0) -> Data:
    """As the log tells it, but for the dice."""
    told = {"vehicle": hull.id, "status": status, "condition": condition, "bays": jobs}
    return told | {"done": list(done), "paid": paid}


def plain(value: Any) -> Any:
    """As it stands in a log."""
    return json.loads(json.dumps(value))
