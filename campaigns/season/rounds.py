"""Rounds are announced, and get other deadlines."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import names
from campaigns.season.absences import absent_field, byes_of_round, not_there, wrongly_absent
from campaigns.season.chapters import RUNG, SCORE, Cause, Chapter
from campaigns.season.ladder import Climb, Ladder
from campaigns.season.offers import WHY, choice
from campaigns.season.pairing_methods import METHODS
from campaigns.season.pairings import (
    announced,
    impossible,
    methods_for,
    pairings_field,
    pairs,
    unknown_method,
    usual_method,
)
from campaigns.season.refusals import next_round, no, organiser, under_way
from campaigns.season.rungs import RULE
from campaigns.season.scores import why_idle
from campaigns.season.settling_terms import PAIRED
from campaigns.season.state import Round, Season, announce
from campaigns.season.unconfirmed import refused, unconfirmed
from campaigns.season.values import Announced, Moment, Pairing, PlatoonKey, Short
from campaigns.season.ways import Ways
from rules.adjudicate import CLERK, Who
from rules.bounds import Text
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Pick, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.messages import listed
from rules.stream.dice import FallenDice
from rules.stream.history import Past
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Rounds")


class OpenRound(Command, frozen=True, kw_only=True):
    """Announce the next round: who meets whom, until when. What is announced stays announced.

    `pairings` as they stand, and who is in none of them by `method` (`campaigns.season.pairing_methods`); without a
    method they have a bye. `deadline`: when the clerk closes the round; "" for when an organiser does, left out by
    the terms. `orders_by`, on a map: when the clerk discloses the orders, likewise; battles then arise where platoons
    meet. `absent`: who is not there; no method pairs them, and they have no bye.
    """

    sealed: ClassVar[tuple[str, ...]] = ("title",)

    title: Text = ""
    deadline: Moment | msgspec.UnsetType = msgspec.UNSET
    orders_by: Moment | msgspec.UnsetType = msgspec.UNSET
    method: Short = ""
    pairings: Annotated[tuple[Pairing, ...], msgspec.Meta(max_length=500)] = ()
    absent: Annotated[tuple[PlatoonKey, ...], msgspec.Meta(max_length=500)] | msgspec.UnsetType = msgspec.UNSET


class Extend(Command, frozen=True, kw_only=True):
    """Move the deadline of the round under way; "" for none."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    deadline: Moment
    reason: Reason


class RoundOpened(Event, frozen=True, kw_only=True):
    """A round was announced. `orders_by`: when its orders are disclosed, "" for when an organiser says so. `seeds`: the
    entrants of a knock-out that begins with it, best first. `ladder`: of a round in which platoons challenge each
    other, who stands on the ladder, from the top. `unconfirmed`: the fixtures by whose results it was paired, and whose
    results were not certain then. `absent`: who was not there, and has neither a fixture nor a bye."""

    version: ClassVar[int] = 2
    sealed: ClassVar[tuple[str, ...]] = ("title",)

    number: int
    title: str = ""
    deadline: str = ""
    fixtures: tuple[Announced, ...] = ()
    byes: tuple[str, ...] = ()
    orders_by: str = ""
    seeds: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    ladder: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    unconfirmed: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    absent: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class Extended(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    number: int
    deadline: str
    reason: str = ""


CHAPTER.upcasts(RoundOpened, 1)

CHAPTER.settles(
    Ways(
        PAIRED,
        keep=_("The round stands as it was announced, with its fixtures."),
        strike=_("The round is gone with its fixtures. What was told of it is looked at again."),
    ),
    OpenRound,
)


@CHAPTER.decides
def open_round(season: Season, command: OpenRound, who: Who, dice: Dice) -> Decision:
    """A moment that is still unset is none: rulings have no clock, the door has filled it in by the terms. On a map
    nobody need be paired: battles arise from orders."""
    organiser(who)
    if season.won is not None:
        raise no(_("The war is over: no round follows."), _("Close the season."))
    if season.under_way is not None:
        raise no(
            say(_("Round %(round)d is under way."), round=season.under_way.number),
            _("Close it first, or pair further fixtures in it."),
        )
    deadline, orders_by = command.deadline or "", command.orders_by or ""
    wrong = [*unsound_moment(deadline), *unsound_moment(orders_by, "orders_by"), *impossible(season, command.pairings)]
    at_once([*wrong, *_orders_wrong(season, deadline, orders_by), *unknown_method(season, command.method)])
    at_once(wrongly_absent(season, command.method, command.absent or ()))
    number = next_round(season)
    pairings = (*command.pairings, *_by_method(season, command))
    absent = not_there(pairings, command.absent or ())
    yield RoundOpened(
        number=number,
        title=command.title,
        deadline=deadline,
        fixtures=announced(season, pairings, number),
        byes=() if season.opened.theatre else byes_of_round(season, command.method, pairings, absent),
        orders_by=orders_by,
        seeds=(METHODS[command.method].seeds(season) if command.method else ()) or msgspec.UNSET,
        ladder=_ladder(season, command.method),
        unconfirmed=unconfirmed(season, command.method) or msgspec.UNSET,
        absent=absent or msgspec.UNSET,
    )


def _ladder(season: Season, method: str) -> tuple[str, ...] | msgspec.UnsetType:
    """Who stands on the ladder, of a round in which platoons challenge each other."""
    standing = METHODS[method].ladder if method else None
    return standing(season) if standing is not None else msgspec.UNSET


def _orders_wrong(season: Season, deadline: str, orders_by: str) -> Iterator[Refused]:
    """Moments of one shape sort as texts."""
    if orders_by and season.opened.theatre is None:
        yield no(_("Without a map nobody gives orders."), _("Leave their deadline out."), "orders_by")
    elif orders_by and deadline and orders_by > deadline:
        yield no(
            _("The orders would be disclosed after the round is closed."),
            say(_("Name a moment up to %(deadline)s."), deadline=deadline),
            "orders_by",
        )


def _by_method(season: Season, command: OpenRound) -> tuple[Pairing, ...]:
    """Pairs of whoever the organiser has left out; `Refused` when there is nobody at all to be paired."""
    if not command.method:
        return ()
    paired = {key for one in command.pairings for key in (one.home, one.away)}.union(command.absent or ())
    free = [key for key, platoon in season.platoons.items() if not platoon.dropped and key not in paired]
    at_once([*METHODS[command.method].wrong(season), *refused(season, command.method)])
    found = tuple(Pairing(home=home, away=away) for home, away in METHODS[command.method].of(season, free))
    if not found and not command.pairings and METHODS[command.method].ladder is None:
        raise no(
            _("There are no two platoons that have still to meet."),
            _("Pair them as you like, or close the season."),
            "method",
        )
    return found


@CHAPTER.decides
def extend(season: Season, command: Extend, who: Who, dice: Dice) -> Decision:
    organiser(who)
    found = under_way(season)
    at_once(unsound_moment(command.deadline))
    if command.deadline == found.deadline:
        raise no(
            say(_("That is the deadline of round %(round)d already."), round=found.number),
            _("Name another moment, or none for no deadline."),
            "deadline",
        )
    yield Extended(number=found.number, deadline=command.deadline, reason=command.reason)


def unsound_moment(deadline: str, field: str = "deadline") -> Iterator[Refused]:
    """A deadline has to be a day and hour that there is, in these centuries: there is counting from it and to it."""
    if not deadline:
        return
    try:
        sound = 2000 <= datetime.fromisoformat(deadline).year < 3000
    except ValueError:
        sound = False
    if not sound:
        yield no(
            say(_("There is no moment %(moment)s."), moment=deadline),
            _("Write it as in 2027-03-14T20:00:00Z, or nothing for no deadline."),
            field,
        )


# -- told again after a correction -------------------------------------------------------------------------------------


THE_RULER = Who(CLERK, referee=True)


class _PairedBy(msgspec.Struct):
    """What a round was paired by; what else was said of it may be erased."""

    method: str = ""
    pairings: tuple[Pairing, ...] = ()
    absent: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


PAIRED_BY = msgspec.json.Decoder(_PairedBy)


def check_paired_so(now: Season, past: Past) -> None:
    """`Refused` where its method would pair otherwise by now: what was announced is not paired again by itself."""
    said = PAIRED_BY.decode(past.data)
    was = next((event for event in past.events if isinstance(event, RoundOpened)), None)
    if not said.method or was is None:
        return
    command = OpenRound(method=said.method, pairings=said.pairings, absent=said.absent)
    paired = next(iter(open_round(now, command, THE_RULER, FallenDice())), None)
    if isinstance(paired, RoundOpened) and _by_key(paired) != _by_key(was):
        raise no(
            say(_("By the results of now round %(round)d would be paired otherwise."), round=was.number),
            _("Keep it as it was announced; or take it out, and pair it anew."),
            "method",
        )


def _by_key(event: RoundOpened) -> dict[str, Announced]:
    """A pairing that stands has the key it had: in what order they come says nothing of who meets whom."""
    return {one.key: one for one in event.fixtures}


# -- what of it is offered ---------------------------------------------------------------------------------------------


@CHAPTER.offers(OpenRound)
def _openable(season: Season, who: Who) -> Iterator[Choice]:
    """A method pairs nobody where everybody has met."""
    if not who.referee or season.under_way is not None or season.won is not None:
        return
    on_map = season.opened.theatre is not None
    methods = tuple(Pick(one.key, say(one.label), notes=(say(one.help),)) for one in methods_for(season))
    by = Field(name="method", kind="pick", label=say(_("Pair the others by")), picks=methods)
    by = replace(by, default=usual_method(season).key, readily=900, blank=say(_("nothing: they have a bye")))
    yield choice(
        OpenRound,
        say(_("Open the next round")),
        Field(name="title", kind="text", label=say(_("Title")), most=500),
        _moment_field(season, "deadline", _("Deadline"), say(CLOSES)),
        *(
            (_moment_field(season, "orders_by", _("Orders due"), say(DISCLOSES)),)
            if on_map
            else (by, absent_field(season))
        ),
        pairings_field(season),
    )


@CHAPTER.offers(Extend)
def _extendable(season: Season, who: Who) -> Iterator[Choice]:
    if who.referee and (found := season.under_way) is not None:
        field = _moment_field(season, "deadline", _("Deadline"), say(CLOSES))
        field = replace(field, required=True, default=found.deadline, but=(found.deadline,))
        yield choice(Extend, say(_("Move the deadline")), field, WHY)


CLOSES = _("The clerk closes the round then. Blank: an organiser closes it.")
DISCLOSES = _("The clerk discloses them then. Blank: an organiser discloses them.")


def _moment_field(season: Season, name: str, label: str, help: Message | None = None) -> Field:
    told = names.by_clocks(season, label)
    return Field(name=name, kind="moment", label=told, help=help, readily=200, zone=season.zone)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _round_opened(season: Season, event: RoundOpened) -> None:
    """After a correction somebody may not be there any more who had a bye: the round stands all the same."""
    season.rounds.append(
        Round(
            event.number,
            event.title,
            event.deadline,
            tuple(key for key in event.byes if key in season.platoons),
            announced_by=event.orders_by,
            seeds=event.seeds or (),
            unconfirmed=event.unconfirmed or (),
        )
    )
    _orders_due(season)
    if event.ladder is not msgspec.UNSET:
        season.rounds[-1].ladder = True
        if season.ladder is None:
            season.ladder = Ladder([Climb("came", key) for key in event.ladder])
    announce(season, event.fixtures)


@CHAPTER.evolves
def _extended(season: Season, event: Extended) -> None:
    season.rounds[-1].deadline, season.rounds[-1].reminded = event.deadline, False
    _orders_due(season)


def _orders_due(season: Season) -> None:
    """No order is taken once the round is to close: a deadline may have been moved before the hour of orders."""
    if season.opened.theatre is not None:
        one = season.rounds[-1]
        one.orders_by = min(filter(None, (one.announced_by, one.deadline)), default="")


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_round_opened(season: Season, event: RoundOpened) -> Message:
    told = _announcement(season, event)
    if event.absent is not msgspec.UNSET:
        text = _("%(told)s Not there, and without a bye: %(platoons)s.")
        told = say(text, told=told, platoons=names.platoons(season, event.absent))
    if event.unconfirmed is msgspec.UNSET:
        return told
    open_ = [names.of_fixture(season, key) for key in event.unconfirmed if key in season.fixtures]
    text = _("%(told)s It was paired before these results were confirmed: %(fixtures)s.")
    return say(text, told=told, fixtures=listed(open_))


def _announcement(season: Season, event: RoundOpened) -> Message:
    fixtures = pairs(season, event.fixtures)
    if fixtures:
        return say(_("Round %(round)d is announced: %(fixtures)s."), round=event.number, fixtures=fixtures)
    if event.ladder is not msgspec.UNSET:
        text = _("Round %(round)d is announced; platoons challenge each other. From the top: %(platoons)s.")
        return say(text, round=event.number, platoons=names.platoons(season, event.ladder))
    if season.opened.theatre is None:
        return say(_("Round %(round)d is announced."), round=event.number)
    if not event.orders_by:
        return say(_("Round %(round)d is announced; it waits for orders."), round=event.number)
    return say(
        _("Round %(round)d is announced; its orders are disclosed on %(moment)s."),
        round=event.number,
        moment=names.moment(season, event.orders_by),
    )


@CHAPTER.narrates
def _tell_extended(season: Season, event: Extended) -> Message:
    if not event.deadline:
        return say(_("Round %(round)d has no deadline any more: %(reason)s"), round=event.number, reason=event.reason)
    return say(
        _("The deadline of round %(round)d is %(deadline)s now: %(reason)s"),
        round=event.number,
        deadline=names.moment(season, event.deadline),
        reason=event.reason,
    )


@CHAPTER.explains(RUNG)
def _why_first(season: Season, event: RoundOpened, key: str) -> Iterator[Cause]:
    yield Cause(say(_("So it stood as the ladder began: by the standings, then by the order of enlisting.")), RULE)


@CHAPTER.explains(SCORE)
def _why_score(season: Season, event: RoundOpened, key: str) -> Iterator[Cause]:
    if key in event.byes:
        yield why_idle(season, event.number)


@CHAPTER.speaks(SCORE)
def _speaks(season: Season, event: RoundOpened, key: str) -> bool:
    return key in event.byes and bool(season.settings(event.number).terms["bye_score"])
