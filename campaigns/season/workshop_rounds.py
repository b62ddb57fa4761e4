"""What the workshop does as a round closes: what it gives up, takes in, works on and gives back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from campaigns.season.repair_plan import (
    Work,
    in_order,
    in_workshop,
    limits_of,
    plan_of,
    status_outside,
    taken_in,
    waiting,
)
from campaigns.season.state import Platoon, Season, Vehicle
from campaigns.season.values import Bay
from campaigns.season.workshop import WorkshopEntered, WorkshopWorked
from campaigns.season.write_offs import WrittenOff, hopeless
from rules.contract import Dice, Event


def work_round(season: Season, number: int, dice: Dice) -> Iterator[Event]:
    """What the workshop does as round `number` closes; each event has to be applied before the next is asked for.

    First the clerk gives up what is not worth its repair, then fills the slots that are free, then each vehicle in a
    slot gets its round of work. A workshop that the terms have closed gives back what it held, as it is.
    """
    most = limits_of(season)
    for platoon in season.platoons.values():
        if platoon.dropped:
            continue
        if season.terms["workshop"]:
            if given_up := hopeless(season, platoon):
                yield WrittenOff(platoon=platoon.key, vehicles=given_up)
            if entered := taken_in(season, platoon, waiting(season, platoon), most.get(platoon.key)):
                yield WorkshopEntered(platoon=platoon.key, works=entered)
            works = _works(season, platoon, number, dice, most.get(platoon.key))
        else:
            works = tuple(_given_back(season, one, one.bays) for one in in_workshop(season, platoon))
        if works:
            yield WorkshopWorked(platoon=platoon.key, round=number, works=works)


def _works(season: Season, platoon: Platoon, number: int, dice: Dice, most: int | None) -> tuple[Work, ...]:
    purse, works = platoon.funds, list[Work]()
    for vehicle in in_order(season, platoon, in_workshop(season, platoon))[:most]:
        works.append(_a_round(season, vehicle, number, purse, dice))
        purse -= works[-1].paid
    return tuple(works)


def _a_round(season: Season, vehicle: Vehicle, number: int, purse: int, dice: Dice) -> Work:
    """One round of work on one vehicle, for at most `purse` points."""
    plan = plan_of(season, vehicle, vehicle.condition, vehicle.bays)
    if not plan.bays or plan.due > purse:  # the battle that brought it here has been corrected since
        return _given_back(season, vehicle, plan.bays and vehicle.bays)
    job, *rest = plan.bays
    working = Work(vehicle=vehicle.id, status="workshop", condition=vehicle.condition, bays=plan.bays, paid=plan.due)
    if job.left > 1:
        return _still(working, msgspec.structs.replace(job, left=job.left - 1))
    question = f"round {number}/workshop/{vehicle.id}/{job.job}"
    rolls = (dice.roll(question, 1, faces=job.faces),) if job.needs else ()
    working = msgspec.structs.replace(working, rolls=rolls)
    if rolls and rolls[0].numbers[0] < job.needs:
        return _still(working, msgspec.structs.replace(job, left=1))
    return _done(season, vehicle, working, job, rest, purse)


def _still(work: Work, job: Bay) -> Work:
    return msgspec.structs.replace(work, bays=(job, *work.bays[1:]))


def _done(season: Season, vehicle: Vehicle, work: Work, job: Bay, rest: Sequence[Bay], purse: int) -> Work:
    """The job is finished: on to the next one, out to wait for its points, or out as it should be."""
    condition = season.rules.upkeep.mend(vehicle.condition, job.job)
    after = plan_of(season, vehicle, condition, rest)
    change = msgspec.structs.replace
    if not after.bays:
        return change(work, status="fit", condition=condition, bays=(), done=(job.job,))
    if work.paid + after.due > purse:
        return change(work, status="damaged", condition=condition, bays=tuple(rest), done=(job.job,))
    return change(work, condition=condition, bays=after.bays, done=(job.job,), paid=work.paid + after.due)


def _given_back(season: Season, vehicle: Vehicle, bays: tuple[Bay, ...]) -> Work:
    """Out of the workshop as it is."""
    return Work(vehicle=vehicle.id, status=status_outside(season, vehicle), condition=vehicle.condition, bays=bays)
