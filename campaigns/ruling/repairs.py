"""The workshop: what is repaired first, what goes in, what a round of work does, and what is given up.

A platoon has so many slots (`slots`; 0 is any number). A job is paid as it begins, which is when the vehicle goes in or
the job before it ends; so whatever stands in the workshop is being worked on. A vehicle whose next job the purse cannot
pay waits outside, and may fight meanwhile if it can. On a map a platoon's supply may allow it less: work on one vehicle
at a time, or none; what stands in the workshop then waits there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from campaigns.prices import price_of
from campaigns.reports import (
    Bay,
    Prioritise,
    Prioritised,
    Repair,
    Work,
    WorkshopEntered,
    WorkshopWorked,
    WriteOff,
    WrittenOff,
)
from campaigns.ruling.cases import opened
from campaigns.ruling.checks import commanded, no
from campaigns.ruling.owning import is_wreck, jobs_of, not_at_home, not_its_own, present
from campaigns.season import Platoon, Season, Vehicle
from campaigns.season.whereabouts import allowance, allowed, supplies
from campaigns.theatre import SUPPLY_LABELS
from rules.adjudicate import Who
from rules.contract import Decision, Dice, Event, Message, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.upkeep import Job


class Plan(msgspec.Struct, frozen=True):
    """What a vehicle needs, the first of it begun; `due`: the points to be paid for that now. No bays: nothing."""

    bays: tuple[Bay, ...]
    due: int = 0


# ------------------------------------------------------------------------------------------------------- reports


def prioritise(season: Season, command: Prioritise, who: Who, dice: Dice) -> Decision:
    """A vehicle that is held back comes out of the workshop; what was paid and done there is kept until its next
    battle."""
    platoon = commanded(season, command.platoon, who)
    at_once([*not_its_own(platoon, command.order, "order"), *not_its_own(platoon, command.hold, "hold")])
    held = [season.vehicles[id] for id in command.hold if season.vehicles[id].status == "workshop"]
    yield Prioritised(
        platoon=platoon.key,
        order=command.order,
        hold=command.hold,
        out={vehicle.id: _outside(season, vehicle) for vehicle in held},
    )


def repair(season: Season, command: Repair, who: Who, dice: Dice) -> Decision:
    """All that need it and that there are slots and points for; of `command.vehicles` where it names some."""
    platoon = opened(season, command.platoon, who)
    if not season.terms["workshop"]:
        raise no(say(_("This campaign has no workshop.")), say(_("Its organisers may amend the term “workshop”.")))
    at_once(_not_repairable(season, platoon, command.vehicles))
    queue = [one for one in waiting(season, platoon) if not command.vehicles or one.id in command.vehicles]
    if not queue:
        raise no(say(_("Nothing of %(platoon)s waits for the workshop."), platoon=platoon.key), field="vehicles")
    most = _most(season).get(platoon.key)
    if most is not None and _free(season, platoon, most) == 0:
        raise _out_of_supply(season, platoon)
    works = _taken_in(season, platoon, queue, most)
    if not works:
        raise _no_room(season, platoon, queue)
    yield WorkshopEntered(platoon=platoon.key, works=works)


def write_off(season: Season, command: WriteOff, who: Who, dice: Dice) -> Decision:
    platoon = commanded(season, command.platoon, who)
    at_once(not_at_home(season, platoon, command.vehicles, "vehicles"))
    yield WrittenOff(platoon=platoon.key, vehicles=command.vehicles, reason=command.reason)


def _not_repairable(season: Season, platoon: Platoon, ids: tuple[str, ...]) -> Iterator[Refused]:
    faults = tuple(not_at_home(season, platoon, ids, "vehicles"))
    yield from faults
    for id in () if faults else ids:
        vehicle = season.vehicles[id]
        if vehicle.status == "workshop":
            yield no(
                say(_("%(vehicle)s stands in the workshop already."), vehicle=id),
                say(_("Leave it out.")),
                "vehicles",
            )
        elif id in platoon.hold:
            yield no(
                say(_("%(vehicle)s is held back from the workshop."), vehicle=id),
                say(_("Take it off the list of those held back first.")),
                "vehicles",
            )
        elif not jobs_of(season, vehicle):
            yield no(
                say(_("There is nothing to repair on %(vehicle)s."), vehicle=id), say(_("Leave it out.")), "vehicles"
            )


def _out_of_supply(season: Season, platoon: Platoon) -> Refused:
    it = allowed(season, platoon)
    assert it is not None
    supply, remedy = SUPPLY_LABELS[it.supply], say(_("Wait, or bring it where better supply comes."))
    if it.workshop == "one":
        text = say(_("%(platoon)s is %(supply)s: one vehicle at a time."), platoon=platoon.key, supply=supply)
    else:
        text = say(_("%(platoon)s is %(supply)s: nothing is repaired."), platoon=platoon.key, supply=supply)
    return no(text, remedy, "platoon")


def _no_room(season: Season, platoon: Platoon, queue: Sequence[Vehicle]) -> Refused:
    if _free(season, platoon) == 0:
        return no(
            Message(
                _("The %(n)s slot of the workshop is taken."),
                _("All %(n)s slots of the workshop are taken."),
                int(season.terms["slots"]),
            ),
            say(_("Wait until the round closes, or hold back what stands in it.")),
            "platoon",
        )
    least = min(_plan(season, vehicle, vehicle.condition, vehicle.bays).due for vehicle in queue)
    return no(
        Message(
            _("The cheapest of these repairs begins with %(n)s point."),
            _("The cheapest of these repairs begins with %(n)s points."),
            least,
        ),
        say(_("The purse holds %(points)s."), points=platoon.purse),
        "platoon",
    )


# ----------------------------------------------------------------------------------------------- the round closes


def work_round(season: Season, number: int, dice: Dice) -> Iterator[Event]:
    """What the workshop does as round `number` closes; each event has to be applied before the next is asked for.

    First the clerk gives up what is not worth its repair, then fills the slots that are free, then each vehicle in a
    slot gets its round of work. A workshop that the terms have closed gives back what it held, as it is.
    """
    most = _most(season)
    for platoon in season.platoons.values():
        if platoon.dropped:
            continue
        if season.terms["workshop"]:
            if hopeless := _hopeless(season, platoon):
                yield WrittenOff(platoon=platoon.key, vehicles=hopeless)
            if entered := _taken_in(season, platoon, waiting(season, platoon), most.get(platoon.key)):
                yield WorkshopEntered(platoon=platoon.key, works=entered)
            works = _worked(season, platoon, number, dice, most.get(platoon.key))
        else:
            works = tuple(_given_back(season, one, one.bays) for one in _inside(season, platoon))
        if works:
            yield WorkshopWorked(platoon=platoon.key, round=number, works=works)


def _hopeless(season: Season, platoon: Platoon) -> tuple[str, ...]:
    """What waits for repairs that cost more than `write_off` percent of its price. What somebody has paid for is
    spent: only what is still to be paid counts. A vehicle without a price is worth any repair."""
    percent = int(season.terms["write_off"])
    return tuple(
        vehicle.id
        for vehicle in (waiting(season, platoon) if percent else ())
        if (worth := price_of(season, vehicle)) and _to_pay(season, vehicle) * 100 > worth * percent
    )


def _to_pay(season: Season, vehicle: Vehicle) -> int:
    paid = {bay.job for bay in vehicle.bays if bay.paid is not None}
    return sum(job.points for job in jobs_of(season, vehicle) if job.key not in paid)


def _worked(season: Season, platoon: Platoon, number: int, dice: Dice, most: int | None) -> tuple[Work, ...]:
    purse, works = platoon.purse, list[Work]()
    for vehicle in _in_order(season, platoon, _inside(season, platoon))[:most]:
        works.append(_a_round(season, vehicle, number, purse, dice))
        purse -= works[-1].paid
    return tuple(works)


def _a_round(season: Season, vehicle: Vehicle, number: int, purse: int, dice: Dice) -> Work:
    """One round of work on one vehicle, for at most `purse` points."""
    plan = _plan(season, vehicle, vehicle.condition, vehicle.bays)
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
    after = _plan(season, vehicle, condition, rest)
    change = msgspec.structs.replace
    if not after.bays:
        return change(work, status="fit", condition=condition, bays=(), done=(job.job,))
    if work.paid + after.due > purse:
        return change(work, status="damaged", condition=condition, bays=tuple(rest), done=(job.job,))
    return change(work, condition=condition, bays=after.bays, done=(job.job,), paid=work.paid + after.due)


def _given_back(season: Season, vehicle: Vehicle, bays: tuple[Bay, ...]) -> Work:
    """Out of the workshop as it is."""
    return Work(vehicle=vehicle.id, status=_outside(season, vehicle), condition=vehicle.condition, bays=bays)


# ---------------------------------------------------------------------------------------------- slots and queues


def waiting(season: Season, platoon: Platoon) -> list[Vehicle]:
    """What needs the workshop and is not in it, held back or in a battle: in the players' order, then that with the
    fewest rounds of work first."""
    fighting = season.fighting()
    kept = {*platoon.hold, *fighting}
    there = (one for one in present(season, platoon) if one.status != "workshop" and one.id not in kept)
    return _in_order(season, platoon, (one for one in there if jobs_of(season, one)))


def _in_order(season: Season, platoon: Platoon, vehicles: Iterable[Vehicle]) -> list[Vehicle]:
    places = {id: place for place, id in enumerate(platoon.order)}

    def key(vehicle: Vehicle) -> tuple[int, int, str]:
        plan = _plan(season, vehicle, vehicle.condition, vehicle.bays)
        return places.get(vehicle.id, len(places)), sum(bay.left for bay in plan.bays), vehicle.id

    return sorted(vehicles, key=key)


def _inside(season: Season, platoon: Platoon) -> list[Vehicle]:
    return [one for one in present(season, platoon) if one.status == "workshop"]


def _most(season: Season) -> dict[str, int]:
    """How many vehicles at a time the workshop works on for platoons whose supply sets it a limit, by platoon."""
    if season.opened.theatre is None:
        return {}
    works = {key: allowance(season, supply).workshop for key, supply in supplies(season).items()}
    return {key: {"one": 1, "none": 0}[work] for key, work in works.items() if work != "all"}


def _free(season: Season, platoon: Platoon, most: int | None = None) -> int | None:
    """Slots that nothing stands in, of those there are or of `most`; None for any number."""
    slots = int(season.terms["slots"]) or None
    most = slots if most is None else most
    return None if most is None else max(0, most - len(_inside(season, platoon)))


def _taken_in(season: Season, platoon: Platoon, queue: Iterable[Vehicle], most: int | None = None) -> tuple[Work, ...]:
    """Of the queue what there is a slot for, and whose first job the purse pays: who cannot pay lets the next by."""
    free, purse, works = _free(season, platoon, most), platoon.purse, list[Work]()
    for vehicle in queue:
        plan = _plan(season, vehicle, vehicle.condition, vehicle.bays)
        if len(works) != free and plan.due <= purse:
            purse -= plan.due
            works.append(
                Work(vehicle=vehicle.id, status="workshop", condition=vehicle.condition, bays=plan.bays, paid=plan.due)
            )
    return tuple(works)


def _outside(season: Season, vehicle: Vehicle) -> str:
    """The status in which a vehicle comes out of the workshop before everything is done there; nothing may be left to
    do, when the battle that brought it has been corrected since."""
    if is_wreck(season, vehicle):
        return "wrecked"
    return "damaged" if jobs_of(season, vehicle) else "fit"


# -------------------------------------------------------------------------------------------------- jobs and bays


def _plan(season: Season, vehicle: Vehicle, condition: dict[str, object], before: Iterable[Bay]) -> Plan:
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
