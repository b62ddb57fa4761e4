"""What a vehicle needs of the workshop, what that costs, and which vehicles are taken in first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from campaigns.season.positions import allowance, supplies
from campaigns.season.state import Platoon, Season, Vehicle
from campaigns.season.values import Bay
from campaigns.season.vehicles import is_wreck, jobs_of, present
from rules.contract import Message, Roll, say
from rules.contract import gettext_noop as _
from rules.upkeep import Job


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """What the workshop did on one vehicle: its jobs from here on (none: it comes out).

    status: of the vehicle now; `condition`: how it is now; `done`: the jobs that were finished, by key; `paid`: points
    for what was begun; `rolls`: of jobs that need one.
    """

    vehicle: str
    status: str
    condition: dict[str, Any]
    bays: tuple[Bay, ...] = ()
    done: tuple[str, ...] = ()
    paid: int = 0
    rolls: tuple[Roll, ...] = ()


class Plan(msgspec.Struct, frozen=True):
    """What a vehicle needs, the first of it begun; `due`: the points to be paid for that now. No bays: nothing."""

    bays: tuple[Bay, ...]
    due: int = 0


def plan_of(season: Season, vehicle: Vehicle, condition: dict[str, object], before: Iterable[Bay]) -> Plan:
    """A job that was begun goes on as it began: at its price and with its die, whatever the terms say by now."""
    begun = {bay.job: bay for bay in before if bay.paid is not None}
    jobs = jobs_of(season, vehicle, condition)
    bays = tuple(_bay(job, begun.get(job.key)) for job in jobs)
    if not bays or bays[0].paid is not None:
        return Plan(bays)
    return Plan((msgspec.structs.replace(bays[0], paid=jobs[0].points), *bays[1:]), jobs[0].points)


def _bay(job: Job, begun: Bay | None) -> Bay:
    if begun is None:
        return Bay(job=job.key, left=job.rounds, needs=job.needs, faces=job.faces)
    return msgspec.structs.replace(begun, left=min(begun.left, job.rounds))


def waiting(season: Season, platoon: Platoon) -> list[Vehicle]:
    """What needs the workshop and is not in it, held back or in a battle: in the players' order, then that with the
    fewest rounds of work first."""
    fighting = season.fighting()
    kept = {*platoon.hold, *fighting}
    there = (one for one in present(season, platoon) if one.status != "workshop" and one.id not in kept)
    return in_order(season, platoon, (one for one in there if jobs_of(season, one)))


def in_order(season: Season, platoon: Platoon, vehicles: Iterable[Vehicle]) -> list[Vehicle]:
    places = {id: place for place, id in enumerate(platoon.order)}

    def key(vehicle: Vehicle) -> tuple[int, int, str]:
        plan = plan_of(season, vehicle, vehicle.condition, vehicle.bays)
        return places.get(vehicle.id, len(places)), sum(bay.left for bay in plan.bays), vehicle.id

    return sorted(vehicles, key=key)


def in_workshop(season: Season, platoon: Platoon) -> list[Vehicle]:
    return [one for one in present(season, platoon) if one.status == "workshop"]


def limits_of(season: Season) -> dict[str, int]:
    """How many vehicles at a time the workshop works on for platoons whose supply sets it a limit, by platoon."""
    if season.opened.theatre is None:
        return {}
    works = {key: allowance(season, supply).workshop for key, supply in supplies(season).items()}
    return {key: {"one": 1, "none": 0}[work] for key, work in works.items() if work != "all"}


def free_slots(season: Season, platoon: Platoon, most: int | None = None) -> int | None:
    """Slots that nothing stands in, of those there are or of `most`; None for any number."""
    slots = int(season.terms["slots"]) or None
    most = slots if most is None else most
    return None if most is None else max(0, most - len(in_workshop(season, platoon)))


def taken_in(
    season: Season, platoon: Platoon, queue: Iterable[Vehicle], most: int | None = None, on_credit: bool = False
) -> tuple[Work, ...]:
    """Of the queue what there is a slot for, and whose first job the purse pays: who cannot pay lets the next by, but
    where it is paid later."""
    free, purse, works = free_slots(season, platoon, most), platoon.funds, list[Work]()
    for vehicle in queue:
        plan = plan_of(season, vehicle, vehicle.condition, vehicle.bays)
        if len(works) != free and (on_credit or plan.due <= purse):
            purse -= plan.due
            works.append(
                Work(vehicle=vehicle.id, status="workshop", condition=vehicle.condition, bays=plan.bays, paid=plan.due)
            )
    return tuple(works)


def status_outside(season: Season, vehicle: Vehicle) -> str:
    """The status in which a vehicle comes out of the workshop before everything is done there; nothing may be left to
    do, when the battle that brought it has been corrected since."""
    if is_wreck(season, vehicle):
        return "wrecked"
    return "damaged" if jobs_of(season, vehicle) else "fit"


def what_was_done(round: int, work: Work) -> Message:
    """What a round in the workshop has brought a vehicle."""
    jobs = ", ".join(job.replace("_", " ") for job in work.done)
    if work.status == "workshop":
        text = _("In the workshop in round %(n)s: %(jobs)s.") if jobs else _("In the workshop in round %(n)s.")
    else:
        text = _("Comes out of the workshop in round %(n)s: %(jobs)s.") if jobs else _("Comes out of the workshop.")
    return say(text, n=round, jobs=jobs)
