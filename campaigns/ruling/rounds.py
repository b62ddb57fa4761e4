"""Rounds are announced, get further fixtures and other deadlines, and their players are reminded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from campaigns.reports import Announced, Extend, Extended, OpenRound, Pair, Paired, Pairing, Remind, Reminded
from campaigns.reports import RoundOpened as Opened
from campaigns.ruling.awaiting import awaited
from campaigns.ruling.checks import clerk, keys, no, organiser, platoon_of
from campaigns.ruling.pairings import METHODS
from campaigns.season import Round, Season
from rules.adjudicate import Who
from rules.contract import Decision, Dice, Refused, at_once, say
from rules.contract import gettext_noop as _


def open_round(season: Season, command: OpenRound, who: Who, dice: Dice) -> Decision:
    """A moment that is still unset is none: rulings have no clock, the door has filled it in by the terms. On a map
    nobody need be paired: battles arise from orders."""
    organiser(who)
    _not_won(season)
    if season.under_way is not None:
        raise no(
            say(_("Round %(round)d is under way."), round=season.under_way.number),
            say(_("Close it first, or pair further fixtures in it.")),
        )
    deadline, orders_by = _told(command.deadline), _told(command.orders_by)
    wrong = [*_moment(deadline), *_moment(orders_by, "orders_by"), *_impossible(season, command.pairings)]
    at_once([*wrong, *_orders_wrong(season, deadline, orders_by), *_unknown_method(season, command.method)])
    number = next_round(season)
    pairings = (*command.pairings, *_by_method(season, command))
    yield Opened(
        number=number,
        title=command.title,
        deadline=deadline,
        fixtures=_announced(pairings, number, 0),
        byes=() if season.opened.theatre else _byes(season, pairings),
        orders_by=orders_by,
    )


def _told(moment: str | msgspec.UnsetType) -> str:
    return "" if moment is msgspec.UNSET else moment


def _not_won(season: Season) -> None:
    if season.won is not None:
        raise no(say(_("The war is over: no round follows.")), say(_("Close the season.")))


def _orders_wrong(season: Season, deadline: str, orders_by: str) -> Iterator[Refused]:
    """Moments of one shape sort as texts."""
    if orders_by and season.opened.theatre is None:
        yield no(say(_("Without a map nobody gives orders.")), say(_("Leave their deadline out.")), "orders_by")
    elif orders_by and deadline and orders_by > deadline:
        yield no(
            say(_("The orders would be disclosed after the round is closed.")),
            say(_("Name a moment up to %(deadline)s."), deadline=deadline),
            "orders_by",
        )


def next_round(season: Season) -> int:
    """The number of the round that is opened next."""
    return season.rounds[-1].number + 1 if season.rounds else 1


def pair(season: Season, command: Pair, who: Who, dice: Dice) -> Decision:
    organiser(who)
    number = under_way(season).number
    at_once(_impossible(season, command.pairings))
    there = sum(fixture.announced and fixture.round == number for fixture in season.fixtures.values())
    yield Paired(fixtures=_announced(command.pairings, number, there))


def extend(season: Season, command: Extend, who: Who, dice: Dice) -> Decision:
    organiser(who)
    found = under_way(season)
    at_once(_moment(command.deadline))
    if command.deadline == found.deadline:
        raise no(
            say(_("That is the deadline of round %(round)d already."), round=found.number),
            say(_("Name another moment, or none for no deadline.")),
            "deadline",
        )
    yield Extended(number=found.number, deadline=command.deadline, reason=command.reason)


def remind(season: Season, command: Remind, who: Who, dice: Dice) -> Decision:
    """Once for each deadline: whoever has an order to give first, then whoever has a fixture of the round to fight, or
    to fight to its end; and at any time who has to retreat."""
    clerk(who)
    found = the_one_under_way(season, command.round)
    if found.reminded:
        raise no(say(_("The players of round %(round)d were reminded."), round=found.number), field="round")
    yield Reminded(round=found.number, players=awaited(season, found).players(season))


def under_way(season: Season) -> Round:
    """The round that is open; `Refused` when none is."""
    if season.under_way is None:
        raise no(say(_("No round is under way.")), say(_("Open the next one first.")), "round")
    return season.under_way


def the_one_under_way(season: Season, number: int) -> Round:
    """The round of that number, if it is the one under way; `Refused` naming "round"."""
    if any(one.number == number and one.closed for one in season.rounds):
        raise no(say(_("Round %(round)d is closed already."), round=number), field="round")
    found = under_way(season)
    if found.number != number:
        raise no(
            say(_("Round %(round)d has not been opened."), round=number),
            say(_("Round %(round)d is under way."), round=found.number),
            "round",
        )
    return found


# -- pairings ----------------------------------------------------------------------------------------------------------


def _unknown_method(season: Season, method: str) -> Iterator[Refused]:
    if method and season.opened.theatre is not None:
        yield no(
            say(_("On a map battles arise where platoons meet: nobody is paired by a method.")),
            say(_("Leave the method out; you may pair single fixtures beside the map.")),
            "method",
        )
    elif method and method not in METHODS:
        yield no(
            say(_("There is no method of pairing “%(name)s”."), name=method),
            say(_("Methods: %(names)s."), names=", ".join(METHODS)),
            "method",
        )


def _impossible(season: Season, pairings: Sequence[Pairing]) -> Iterator[Refused]:
    """All that is wrong with pairings that an organiser makes. That they meet again, or twice, is theirs to say."""
    scenarios = [scenario.key for scenario in season.rules.scenarios]
    for n, one in enumerate(pairings):
        for field, key in (("home", one.home), ("away", one.away)):
            try:
                platoon_of(season, key, f"pairings.{n}.{field}")
            except Refused as refused:
                yield refused
        if one.home == one.away:
            yield no(
                say(_("Platoon “%(key)s” cannot fight itself."), key=one.home),
                say(_("Pair it with another, or leave it out for a bye.")),
                f"pairings.{n}.away",
            )
        if one.scenario and one.scenario not in scenarios:
            yield no(
                say(_("There is no scenario “%(name)s”."), name=one.scenario),
                say(_("Scenarios: %(names)s."), names=keys(scenarios)),
                f"pairings.{n}.scenario",
            )


def _by_method(season: Season, command: OpenRound) -> tuple[Pairing, ...]:
    """Pairs of whoever the organiser has left out; `Refused` when there is nobody at all to be paired."""
    if not command.method:
        return ()
    paired = {key for one in command.pairings for key in (one.home, one.away)}
    free = [key for key, platoon in season.platoons.items() if not platoon.dropped and key not in paired]
    found = tuple(Pairing(home=home, away=away) for home, away in METHODS[command.method].of(season, free))
    if not found and not command.pairings:
        raise no(
            say(_("There are no two platoons that have still to meet.")),
            say(_("Pair them as you like, or close the season.")),
            "method",
        )
    return found


def _announced(pairings: Sequence[Pairing], round: int, there: int) -> tuple[Announced, ...]:
    """The pairings as fixtures, counted on from those the round has."""
    return tuple(
        Announced(key=f"r{round}-{n}", home=one.home, away=one.away, scenario=one.scenario)
        for n, one in enumerate(pairings, there + 1)
    )


def _byes(season: Season, pairings: Sequence[Pairing]) -> tuple[str, ...]:
    paired = {key for one in pairings for key in (one.home, one.away)}
    return tuple(key for key, one in season.platoons.items() if not one.dropped and key not in paired)


def _moment(deadline: str, field: str = "deadline") -> Iterator[Refused]:
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
            say(_("Write it as in 2027-03-14T20:00:00Z, or nothing for no deadline.")),
            field,
        )
