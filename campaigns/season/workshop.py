"""The workshop: what is repaired first, what goes in, what a round of work does, and what is given up.

A platoon has so many slots (`slots`; 0 is any number). A job is paid as it begins, which is when the vehicle goes in or
the job before it ends; so whatever stands in the workshop is being worked on. A vehicle whose next job the purse cannot
pay waits outside, and may fight meanwhile if it can. On a map a platoon's supply may allow it less: work on one vehicle
at a time, or none; what stands in the workshop then waits there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import credit, names
from campaigns.season.cases import opened
from campaigns.season.chapters import STATUS, Cause, Chapter
from campaigns.season.ledger import Entry
from campaigns.season.offers import in_command, known, of_platoon, vehicles_field
from campaigns.season.positions import allowed
from campaigns.season.refusals import commanded, no
from campaigns.season.repair_plan import (
    Work,
    free_slots,
    limits_of,
    plan_of,
    status_outside,
    taken_in,
    waiting,
    what_was_done,
)
from campaigns.season.settling_terms import UNEARNED
from campaigns.season.state import Platoon, Season, Vehicle
from campaigns.season.values import PlatoonKey, VehicleId
from campaigns.season.vehicles import jobs_of, not_at_home, not_its_own
from campaigns.season.visibility import HIDDEN
from campaigns.season.ways import Ways
from campaigns.theatre import SUPPLY_LABELS
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, Refused, at_once, ngettext, say
from rules.contract import gettext_noop as _

CHAPTER = Chapter("Workshop")

RULE = "A round closes 2"

Keys = Annotated[tuple[VehicleId, ...], msgspec.Meta(max_length=200)]


class Prioritise(Command, frozen=True, kw_only=True):
    """In which order the workshop takes a platoon's vehicles; those not named come after, as the clerk sees fit.

    `hold`: vehicles that are not to be repaired: they fight on as they are. One that stands in the workshop comes out,
    and what was done there is not lost. By a player of the platoon, or an organiser.
    """

    positional: ClassVar[tuple[str, ...]] = ("platoon",)

    platoon: PlatoonKey
    order: Keys = ()
    hold: Keys = ()


class Repair(Command, frozen=True, kw_only=True):
    """Send vehicles to the workshop now, as far as there are slots and points: these, or all that need it. What the
    workshop holds does not fight until it comes out; it works as the round closes. `on_credit`: what the purse lacks is
    owed (`campaigns.season.credit`)."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)

    platoon: PlatoonKey
    vehicles: Keys = ()
    on_credit: credit.OnCredit = msgspec.UNSET


class Prioritised(Event, frozen=True, kw_only=True):
    """The order of a platoon's vehicles in the workshop. `hold` are not to be repaired; `out`: those of them that come
    out of it now, each with its status."""

    platoon: str
    order: tuple[str, ...] = ()
    hold: tuple[str, ...] = ()
    out: dict[str, str] = {}


class WorkshopEntered(Event, frozen=True, kw_only=True):
    """Vehicles of a platoon have gone into the workshop. `owed`: what of the jobs they begin with is paid later."""

    platoon: str
    works: tuple[Work, ...]
    owed: int | msgspec.UnsetType = msgspec.UNSET


class WorkshopWorked(Event, frozen=True, kw_only=True):
    """The workshop of a platoon has worked for the round."""

    platoon: str
    round: int
    works: tuple[Work, ...]


CHAPTER.settles(
    Ways(
        UNEARNED,
        keep=_("The repair stands. What the purse lacks stands below zero until points come in."),
        strike=_("The vehicles do not go in then, and the points come back: they are what their battles left of them."),
        owe=_("The repair stands. What the purse lacks is owed, and taken as rounds close."),
        instead=credit.paid_later,
    ),
    Repair,
)


@CHAPTER.decides
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
        out={vehicle.id: status_outside(season, vehicle) for vehicle in held},
    )


@CHAPTER.decides
def repair(season: Season, command: Repair, who: Who, dice: Dice) -> Decision:
    """All that need it and that there are slots and points for; of `command.vehicles` where it names some."""
    platoon = opened(season, command.platoon, who)
    if not season.terms["workshop"]:
        raise no(_("This campaign has no workshop."), _("Its organisers may amend the term “workshop”."))
    credit.check_asked(command.on_credit, who)
    at_once(_not_repairable(season, platoon, command.vehicles))
    queue = [one for one in waiting(season, platoon) if not command.vehicles or one.id in command.vehicles]
    if not queue:
        raise no(say(_("Nothing of %(platoon)s waits for the workshop."), platoon=platoon.key), field="vehicles")
    most = limits_of(season).get(platoon.key)
    if most is not None and free_slots(season, platoon, most) == 0:
        raise _out_of_supply(season, platoon)
    works = taken_in(season, platoon, queue, most, on_credit=bool(command.on_credit))
    if not works:
        raise _no_room(season, platoon, queue)
    owed = credit.lacking(platoon, sum(work.paid for work in works), command.on_credit)
    yield WorkshopEntered(platoon=platoon.key, works=works, owed=credit.told(owed))


def _not_repairable(season: Season, platoon: Platoon, ids: tuple[str, ...]) -> Iterator[Refused]:
    faults = tuple(not_at_home(season, platoon, ids, "vehicles"))
    yield from faults
    for id in () if faults else ids:
        vehicle = season.vehicles[id]
        if vehicle.status == "workshop":
            yield no(
                say(_("%(vehicle)s stands in the workshop already."), vehicle=id),
                _("Leave it out."),
                "vehicles",
            )
        elif id in platoon.hold:
            yield no(
                say(_("%(vehicle)s is held back from the workshop."), vehicle=id),
                _("Take it off the list of those held back first."),
                "vehicles",
            )
        elif not jobs_of(season, vehicle):
            yield no(say(_("There is nothing to repair on %(vehicle)s."), vehicle=id), _("Leave it out."), "vehicles")


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
    if free_slots(season, platoon) == 0:
        return no(
            ngettext(
                "The %(n)s slot of the workshop is taken.",
                "All %(n)s slots of the workshop are taken.",
                int(season.terms["slots"]),
            ),
            _("Wait until the round closes, or hold back what stands in it."),
            "platoon",
        )
    least = min(plan_of(season, vehicle, vehicle.condition, vehicle.bays).due for vehicle in queue)
    return no(
        ngettext(
            "The cheapest of these repairs begins with %(n)s point.",
            "The cheapest of these repairs begins with %(n)s points.",
            least,
        ),
        say(_("The purse holds %(points)s."), points=platoon.purse),
        "platoon",
    )


# -- what of it is offered ---------------------------------------------------------------------------------------------


LOWEST_FIRST = _("The lowest number is repaired first. Vehicles without a number come after, in the clerk’s order.")
FIGHTS_AS_IT_IS = _("What is held back is not repaired: it fights as it is, and leaves the workshop if it is there.")
ALL_OF_THEM = _(
    "With none ticked, everything that needs repair goes into the workshop, as far as places and points allow. What is"
    " there does not fight until it comes out. The workshop works when the round closes."
)


@CHAPTER.offers(Prioritise)
def _prioritised_by(season: Season, who: Who) -> Iterator[Choice]:
    """All it ever had: what is gone may be named, and changes nothing."""
    for platoon in in_command(season, who):
        every = [season.vehicles[id] for id in platoon.vehicles]
        order = vehicles_field(season, "order", every, say(_("Repaired first")), most=200)
        order = replace(order, help=say(LOWEST_FIRST), default=platoon.order, ordered=True)
        hold = vehicles_field(season, "hold", every, say(_("Held back")), most=200)
        hold = replace(hold, help=say(FIGHTS_AS_IT_IS), default=platoon.hold)
        yield of_platoon(season, Prioritise, _("Order of repairs of %(platoon)s"), platoon, order, hold)


@CHAPTER.offers(Repair)
def _repairable(season: Season, who: Who) -> Iterator[Choice]:
    """Those that wait and can go in by themselves. Whether they can together depends on which of them are named."""
    most = limits_of(season) if season.terms["workshop"] else {}
    for platoon in known(season, who) if season.terms["workshop"] else ():
        limit = most.get(platoon.key)
        full = limit is not None and free_slots(season, platoon, limit) == 0
        queue = () if full else waiting(season, platoon)
        if able := [one for one in queue if taken_in(season, platoon, [one], limit)]:
            vehicles = vehicles_field(season, "vehicles", able, most=200)
            label = _("Repair vehicles of %(platoon)s")
            yield of_platoon(season, Repair, label, platoon, vehicles, help=say(ALL_OF_THEM))


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _prioritised(season: Season, event: Prioritised) -> None:
    platoon = season.platoons[event.platoon]
    platoon.order, platoon.hold = event.order, event.hold
    for id, status in event.out.items():
        season.vehicles[id].status = status  # type: ignore[assignment]


@CHAPTER.evolves
def _worked(season: Season, event: WorkshopEntered | WorkshopWorked) -> None:
    for work in event.works:
        vehicle = season.vehicles[work.vehicle]
        vehicle.status, vehicle.condition, vehicle.bays = work.status, work.condition, work.bays  # type: ignore[assignment]
        vehicle.mended = (*vehicle.mended, *work.done)
        vehicle.rounds_in_workshop += isinstance(event, WorkshopWorked)
    credit.owe(season.platoons[event.platoon], sum(work.paid for work in event.works), _owed(event))


def _owed(event: WorkshopEntered | WorkshopWorked) -> int:
    """As the round closes nothing is paid later: what the purse cannot pay waits."""
    return (event.owed or 0) if isinstance(event, WorkshopEntered) else 0


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_prioritised(season: Season, event: Prioritised) -> Message:
    return say(
        _("%(platoon)s orders its repairs: %(order)s; held back: %(hold)s."),
        platoon=event.platoon,
        order=names.vehicles_or_none(season, event.order),
        hold=names.vehicles_or_none(season, event.hold),
    )


@CHAPTER.narrates
def _tell_entered(season: Season, event: WorkshopEntered) -> Message:
    return say(
        _("The workshop takes of %(platoon)s: %(vehicles)s."),
        platoon=event.platoon,
        vehicles=names.vehicles_or_none(season, (work.vehicle for work in event.works)),
    )


@CHAPTER.narrates
def _tell_worked(season: Season, event: WorkshopWorked) -> Message:
    out = [work.vehicle for work in event.works if work.status != "workshop"]
    if not out:
        return say(_("The workshop works for %(platoon)s."), platoon=event.platoon)
    return say(
        _("The workshop works for %(platoon)s; it gives back: %(vehicles)s."),
        platoon=event.platoon,
        vehicles=names.vehicles_or_none(season, out),
    )


# -- what of it is seen ------------------------------------------------------------------------------------------------


@CHAPTER.sees
def _see_works(
    season: Season, event: WorkshopEntered | WorkshopWorked, player: str
) -> WorkshopEntered | WorkshopWorked:
    if season.known_to(event.platoon, player):
        return event
    seen = replace(event, works=tuple(map(_unpriced, event.works)))
    return replace(seen, owed=msgspec.UNSET) if isinstance(seen, WorkshopEntered) else seen


def _unpriced(work: Work) -> Work:
    """What rebuilding a wreck takes may be a share of its price with all its cards."""
    return replace(work, paid=HIDDEN, bays=tuple(replace(bay, paid=HIDDEN) for bay in work.bays))


@CHAPTER.books
def _booked(season: Season, event: WorkshopEntered | WorkshopWorked) -> Iterator[Entry]:
    owed = _owed(event)
    yield Entry(platoon=event.platoon, points=owed - sum(work.paid for work in event.works), why="repair", owed=owed)


# -- why ---------------------------------------------------------------------------------------------------------------


@CHAPTER.explains(STATUS)
def _why_out(season: Season, event: Prioritised, key: str) -> Iterator[Cause]:
    if key in event.out:
        yield Cause(say(_("Its players hold it back: it leaves the workshop as it is.")))


@CHAPTER.explains(STATUS)
def _why_in(season: Season, event: WorkshopEntered, key: str) -> Iterator[Cause]:
    if any(work.vehicle == key for work in event.works):
        yield Cause(say(_("Goes into the workshop.")), RULE)


@CHAPTER.explains(STATUS)
def _why_worked(season: Season, event: WorkshopWorked, key: str) -> Iterator[Cause]:
    for work in event.works:
        if work.vehicle == key:
            yield Cause(what_was_done(event.round, work), RULE)
