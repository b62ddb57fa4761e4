"""Veteran crews: an organiser calls those of a season that is over, and players keep them with vehicles of the same
model, for the terms' points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from campaigns.season import credit, names
from campaigns.season.cases import opened
from campaigns.season.chapters import CREW, Cause, Chapter
from campaigns.season.ledger import Entry
from campaigns.season.offers import WHY, at_home, choice, known
from campaigns.season.refusals import no, organiser, vehicle_of
from campaigns.season.settling_terms import UNEARNED
from campaigns.season.state import Platoon, Season, Vehicle, grade
from campaigns.season.terms import staged
from campaigns.season.values import Id, Short, VehicleId, Veteran
from campaigns.season.vehicles import not_at_home
from campaigns.season.ways import Ways
from rules.adjudicate import Who
from rules.bounds import Name
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Pick, at_once, ngettext, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream.revision.reports import Reason
from rules.upkeep import GRADES, Grade

CHAPTER = Chapter("Veterans")

LEVELS: dict[Grade, str] = {"green": _("green"), "trained": _("trained"), "veteran": _("veteran"), "ace": _("ace")}


class CallVeterans(Command, frozen=True, kw_only=True):
    """Crews of a campaign that is over may be kept in this one. `crews` and their vehicles' `names` are added as the
    report comes in: all that are fit and not gone; and whether there is such a campaign (`found`). Green ones are not
    called."""

    sealed: ClassVar[tuple[str, ...]] = ("reason", "names")

    campaign: Id
    reason: Reason
    crews: Annotated[tuple[Veteran, ...], msgspec.Meta(max_length=5_000)] = ()
    names: dict[Short, Name] = {}
    found: bool = True


class KeepVeteran(Command, frozen=True, kw_only=True):
    """A vehicle that has not fought here yet gets a veteran crew of its model, for so many points a grade above green
    as the terms say. By its platoon's players, of crews that were theirs. `on_credit`: what the purse lacks is owed
    (`campaigns.season.credit`)."""

    positional: ClassVar[tuple[str, ...]] = ("vehicle", "veteran")

    vehicle: VehicleId
    veteran: Short
    on_credit: credit.OnCredit = msgspec.UNSET


class VeteransCalled(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason", "names")

    campaign: str
    crews: tuple[Veteran, ...]
    names: dict[str, str] = {}
    reason: str = ""


class VeteranKept(Event, frozen=True, kw_only=True):
    """`experience` is what the crew brings with it. `owed`: what of its cost is paid later."""

    vehicle: str
    veteran: str
    experience: int
    cost: int
    owed: int | msgspec.UnsetType = msgspec.UNSET


CHAPTER.settles(
    Ways(
        UNEARNED,
        keep=_("The veteran crew stays. What the purse lacks stands below zero until points come in."),
        strike=_("The veteran crew goes, and its points come back."),
        owe=_("The veteran crew stays. What the purse lacks is owed, and taken as rounds close."),
        instead=credit.paid_later,
    ),
    KeepVeteran,
)


@CHAPTER.decides
def call_veterans(season: Season, command: CallVeterans, who: Who, dice: Dice) -> Decision:
    organiser(who)
    _allowed(season)
    if not command.found:
        raise no(
            say(_("No campaign of this rulebook that is over has the id %(id)s."), id=command.campaign),
            _("Name a campaign that has been closed."),
            "campaign",
        )
    if command.campaign in season.recalled:
        raise no(_("The crews of that campaign were called already."), field="campaign")
    crews = tuple(one for one in command.crews if grade(season.terms, one.experience) != "green")
    said = {one.key: command.names[one.key] for one in crews if one.key in command.names}
    yield VeteransCalled(campaign=command.campaign, crews=crews, names=said, reason=command.reason)


@CHAPTER.decides
def keep_veteran(season: Season, command: KeepVeteran, who: Who, dice: Dice) -> Decision:
    vehicle = vehicle_of(season, command.vehicle)
    platoon = opened(season, vehicle.platoon, who)
    credit.check_asked(command.on_credit, who)
    _allowed(season)
    at_once(not_at_home(season, platoon, (vehicle.id,), "vehicle"))
    if not _is_new(season, vehicle):
        raise no(
            say(_("%(vehicle)s has a crew of its own by now."), vehicle=vehicle.id),
            _("A veteran crew takes over before the first battle."),
            "vehicle",
        )
    able = {one.key: one for one in _able(season, platoon, vehicle)}
    if command.veteran not in able:
        raise no(
            say(_("No such crew waits for %(vehicle)s."), vehicle=vehicle.id),
            _("It needs one of the same model that was the platoon’s player’s, and drives for nobody yet."),
            "veteran",
        )
    veteran = able[command.veteran]
    cost = _cost(season, veteran)
    too_dear = ngettext("This crew costs %(n)s point.", "This crew costs %(n)s points.", cost)
    owed = credit.owed_of(platoon, cost, command.on_credit, too_dear, "veteran")
    yield VeteranKept(
        vehicle=vehicle.id,
        veteran=veteran.key,
        experience=veteran.experience,
        cost=cost,
        owed=credit.told(owed),
    )


def _allowed(season: Season) -> None:
    if not staged(season.terms, "veterans"):
        raise no(_("Every crew begins anew in this campaign."), _("An organiser may amend the term “veterans”."))


def _is_new(season: Season, vehicle: Vehicle) -> bool:
    fought = vehicle.last or vehicle.crew.since or vehicle.crew.experience
    return not fought and not vehicle.origin and vehicle.crew.state == "fit"


def _able(season: Season, platoon: Platoon, vehicle: Vehicle) -> Iterator[Veteran]:
    """The crews that may drive it."""
    taken = {one.origin for one in season.vehicles.values() if one.origin}
    for one in season.veterans.values():
        if one.model == vehicle.model and one.player in platoon.players and one.key not in taken:
            yield one


def _cost(season: Season, veteran: Veteran) -> int:
    return int(staged(season.terms, "veteran_points")) * GRADES.index(grade(season.terms, veteran.experience))


# -- what of it is offered ---------------------------------------------------------------------------------------------


@CHAPTER.offers(CallVeterans)
def _offer_calling(season: Season, who: Who) -> Iterator[Choice]:
    if who.referee and staged(season.terms, "veterans"):
        campaign = Field(
            name="campaign",
            kind="id",
            label=say(_("Campaign that is over")),
            required=True,
            but=tuple(season.recalled),
        )
        yield choice(CallVeterans, say(_("Call the veterans of a season")), campaign, WHY)


@CHAPTER.offers(KeepVeteran)
def _offer_keeping(season: Season, who: Who) -> Iterator[Choice]:
    if not staged(season.terms, "veterans") or not season.veterans:
        return
    for platoon in known(season, who):
        for vehicle in at_home(season, platoon):
            able = [one for one in _able(season, platoon, vehicle) if _cost(season, one) <= platoon.funds]
            if able and _is_new(season, vehicle):
                picks = tuple(Pick(one.key, _called(season, one), notes=_notes(season, one)) for one in able)
                field = Field(name="veteran", kind="pick", label=say(_("Crew")), picks=picks, required=True)
                label = say(_("A veteran crew for %(vehicle)s"), vehicle=verbatim(names.vehicle(season, vehicle.id)))
                yield choice(KeepVeteran, label, field, of=platoon.key, vehicle=vehicle.id)


def _called(season: Season, one: Veteran) -> Message:
    return verbatim(season.veteran_names.get(one.key, "") or one.model)


def _notes(season: Season, one: Veteran) -> tuple[Message, ...]:
    return say(LEVELS[grade(season.terms, one.experience)]), names.in_points(_cost(season, one))


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _veterans_called(season: Season, event: VeteransCalled) -> None:
    season.recalled = (*season.recalled, event.campaign)
    season.veterans = {**season.veterans, **{one.key: one for one in event.crews}}
    season.veteran_names = {**season.veteran_names, **event.names}


@CHAPTER.evolves
def _veteran_kept(season: Season, event: VeteranKept) -> None:
    vehicle = season.vehicles[event.vehicle]
    vehicle.crew.experience, vehicle.origin = event.experience, event.veteran
    credit.owe(season.platoons[vehicle.platoon], event.cost, event.owed)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_called(season: Season, event: VeteransCalled) -> Message:
    return ngettext(
        "%(n)d crew of an earlier season may be kept. %(reason)s",
        "%(n)d crews of an earlier season may be kept. %(reason)s",
        len(event.crews),
        reason=event.reason,
    )


@CHAPTER.narrates
def _tell_kept(season: Season, event: VeteranKept) -> Message:
    return say(
        _("%(vehicle)s keeps a veteran crew, experience %(experience)d: %(points)s."),
        vehicle=event.vehicle,
        experience=event.experience,
        points=names.in_points(event.cost),
    )


@CHAPTER.sees
def _see_kept(season: Season, event: VeteranKept, player: str) -> VeteranKept:
    """What is paid later tells what the purse held."""
    vehicle = season.vehicles.get(event.vehicle)
    known = vehicle is not None and season.known_to(vehicle.platoon, player)
    return event if known else msgspec.structs.replace(event, owed=msgspec.UNSET)


@CHAPTER.books
def _booked(season: Season, event: VeteranKept) -> Iterator[Entry]:
    platoon, owed = season.vehicles[event.vehicle].platoon, event.owed or 0
    yield Entry(platoon=platoon, points=owed - event.cost, why="veteran", owed=owed)


@CHAPTER.explains(CREW)
def _why_crew(season: Season, event: VeteranKept, key: str) -> Iterator[Cause]:
    if event.vehicle == key:
        yield Cause(say(_("Its crew comes from an earlier season.")), "Terms")
