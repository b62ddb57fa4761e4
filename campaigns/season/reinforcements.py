"""Reinforcements: the points platoons get as a round closes, for the round, by result, and up to a minimum force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import ClassVar

from msgspec.structs import replace

from campaigns.season import editions, names
from campaigns.season.chapters import Chapter
from campaigns.season.credit import WHY as DEBT
from campaigns.season.ledger import Entry, granted
from campaigns.season.salvage import OF_THE_FIELD, share
from campaigns.season.standings import results_in
from campaigns.season.state import Fixture, Platoon, Season, credit
from campaigns.season.values import Grant, Result, Terms
from campaigns.season.vehicles import is_wreck, present, price_of
from campaigns.season.visibility import HIDDEN, known_debts
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

CHAPTER = Chapter("Reinforcements")


class PointsGranted(Event, frozen=True, kw_only=True):
    """Reinforcements: points for the round, by result, or up to the force that is guaranteed; less what was owed.
    `owed`: what the purses still could not pay."""

    version: ClassVar[int] = 2

    round: int
    grants: tuple[Grant, ...]
    owed: tuple[Grant, ...] = ()


CHAPTER.upcasts(PointsGranted, 1)


TERM_OF: dict[Result, tuple[str, str]] = {
    "won": ("per_win", "win"),
    "drawn": ("per_draw", "draw"),
    "lost": ("per_loss", "loss"),
}
Due = tuple[Fixture, str, int, str]  # fixture, platoon, points it should get or give for its result, what for
Claims = tuple[tuple[str, int], ...]  # platoon, points it has still to give


def reinforce(season: Season, number: int) -> Iterator[Event]:
    """The points of round `number`, platoon by platoon in the order they enlisted; none for one that has left.

    A fixture of an earlier round whose result came later, or was corrected, brings what it had not brought yet. What it
    had brought too much, and what a battle's salvage and tows have left owing, is taken as far as the purse goes once
    all that comes in is there, and the rest as later rounds close. At last the guarantee.
    """
    grants, owed = list[Grant](), list[Grant]()
    due = tuple(_due(season, number))
    for _key, platoon in _there(season):
        mine, left = _balanced(season, platoon, number, due)
        grants += [*mine, *_guaranteed(season, platoon, mine, number)]
        owed += left
    if grants or owed:
        yield PointsGranted(round=number, grants=tuple(grants), owed=tuple(owed))


def debts(season: Season) -> dict[str, int]:
    """What each platoon has still to give, by its key: it is taken as rounds close."""
    if not editions.collects_debts(season.opened):
        return {}
    terms: dict[int, Terms] = {}
    return indebted(season, {key: owing(season, one, terms) for key, one in season.fixtures.items()})


def indebted(season: Season, claims: Mapping[str, Claims]) -> dict[str, int]:
    """The same where it is collected and somebody knows what each fixture claims (`owing`). One that claims nothing may
    be left out."""
    found = {key: max(0, platoon.owed) for key, platoon in _there(season)}
    for of_fixture in claims.values():
        for key, points in of_fixture:
            if key in found:
                found[key] += points
    return {key: points for key, points in found.items() if points}


def owing(season: Season, fixture: Fixture, terms: dict[int, Terms]) -> Claims:
    """What its platoons have still to give for a fixture, as the round under way has it: for what its results have
    brought too much, and for its salvage and tows. `terms`: of the rounds that were asked about already."""
    if fixture.round not in terms:
        terms[fixture.round] = season.settings(fixture.round).terms
    due = _due_of(fixture, terms[fixture.round]) if fixture.round <= season.turn else ()
    claims = [(key, points) for _fixture, key, points, _why in due]
    claims += [(key, points) for (key, _why), points in fixture.owed.items()]
    return tuple((key, -points) for key, points in claims if points < 0)


def _there(season: Season) -> list[tuple[str, Platoon]]:
    return [(key, platoon) for key, platoon in season.platoons.items() if not platoon.dropped]


def _balanced(season: Season, platoon: Platoon, number: int, due: Sequence[Due]) -> tuple[list[Grant], list[Grant]]:
    """What a platoon gets and gives for the round, and what it still owes then."""
    of_round = list(_of_round(season, platoon, number))
    if not editions.collects_debts(season.opened):
        return [*of_round, *_of_results(platoon, due)], []
    claims = list(_claims(season, platoon, due))
    taken = [*of_round, *(one for one in claims if one.points > 0)]
    purse, owed = platoon.purse + sum(one.points for one in taken), list[Grant]()
    for one in claims:
        points = max(one.points, -max(0, purse))
        if one.points < 0:
            purse += points
            taken += [replace(one, points=points)] if points else []
            owed += [replace(one, points=one.points - points)] if points != one.points else []
    return taken, owed


def _claims(season: Season, platoon: Platoon, due: Iterable[Due]) -> Iterator[Grant]:
    """All that a platoon should still get, or give: for results by round, then for salvage and tows, then for what it
    has bought and pays later."""
    for fixture, key, points, why in due:
        if key == platoon.key:
            yield Grant(platoon=key, points=points, why=why, fixture=fixture.key)
    for fixture in season.fixtures.values():
        for (key, why), points in sorted(fixture.owed.items()):
            if key == platoon.key:
                yield Grant(platoon=key, points=points, why=why, fixture=fixture.key)
    if platoon.owed:
        yield Grant(platoon=platoon.key, points=-platoon.owed, why=DEBT)


def _of_round(season: Season, platoon: Platoon, number: int) -> Iterator[Grant]:
    points = int(season.settings(number).terms["per_round"])
    if points:
        yield Grant(platoon=platoon.key, points=points, why="round")


def _due(season: Season, number: int) -> Iterator[Due]:
    """What each fixture should have brought its platoons beyond what it has. What a platoon has from a fixture that
    counts no more, it should not have."""
    fixtures = sorted((one for one in season.fixtures.values() if one.round <= number), key=lambda one: one.round)
    for round, of_round in groupby(fixtures, key=lambda one: one.round):
        terms = season.settings(round).terms
        for fixture in of_round:
            yield from _due_of(fixture, terms)


def _due_of(fixture: Fixture, terms: Terms) -> Iterator[Due]:
    """The same of one, by the terms of its round."""
    results = results_in(fixture)
    for platoon in fixture.platoons:
        term, why = TERM_OF[results[platoon]] if platoon in results else ("", "")
        points = (int(terms[term]) if term else 0) - fixture.granted.get(platoon, 0)
        if points:
            yield fixture, platoon, points, why if platoon not in fixture.granted else "correction"


def _of_results(platoon: Platoon, due: Iterable[Due]) -> Iterator[Grant]:
    """As campaigns of the first edition have it: what is taken back comes from what was there before the round."""
    purse = platoon.purse
    for fixture, key, points, why in due:
        points = max(points, -max(0, purse))
        if key == platoon.key and points:
            purse += min(0, points)
            yield Grant(platoon=key, points=points, why=why, fixture=fixture.key)


def _guaranteed(season: Season, platoon: Platoon, grants: Iterable[Grant], number: int) -> Iterator[Grant]:
    purse = platoon.purse + sum(grant.points for grant in grants)
    missing = int(season.settings(number).terms["minimum_force"]) - purse - force(season, platoon)
    if missing > 0:
        yield Grant(platoon=platoon.key, points=missing, why="guarantee")


def force(season: Season, platoon: Platoon) -> int:
    """What its vehicles are worth to a platoon that has to fight on: wrecks nothing, and less by what a new crew costs
    those that have lost theirs."""
    crew = int(season.terms["spare_crew_points"])
    return sum(
        max(0, price_of(season, vehicle) - crew * (vehicle.crew.state == "lost"))
        for vehicle in present(season, platoon)
        if not is_wreck(season, vehicle)
    )


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _granted(season: Season, event: PointsGranted) -> None:
    credit(season, event.grants)
    for one in event.grants:
        if one.why in OF_THE_FIELD:
            _collected(season.fixtures[one.fixture], one)
        elif one.why == DEBT:
            season.platoons[one.platoon].owed += one.points
        elif one.fixture:
            granted = season.fixtures[one.fixture].granted
            season.fixtures[one.fixture].granted = granted | {one.platoon: granted.get(one.platoon, 0) + one.points}


def _collected(fixture: Fixture, grant: Grant) -> None:
    """What a battle's salvage or tows had left owing, or some of it, was taken."""
    share(fixture, grant)
    left = fixture.owed[grant.platoon, grant.why] - grant.points
    others = {share: points for share, points in fixture.owed.items() if share != (grant.platoon, grant.why)}
    fixture.owed = others | ({(grant.platoon, grant.why): left} if left else {})


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_granted(season: Season, event: PointsGranted) -> Message:
    return say(
        _("Reinforcements for round %(round)d: %(grants)s."),
        round=event.round,
        grants=", ".join(f"{season.platoons[key].name} {points:+d}" for key, points in _sums(event.grants)) or "–",
    )


def _sums(grants: Iterable[Grant]) -> list[tuple[str, int]]:
    sums: dict[str, int] = {}
    for grant in (one for one in grants if names.is_known(one.points)):
        sums[grant.platoon] = sums.get(grant.platoon, 0) + grant.points
    return list(sums.items())


# -- what of it is seen ------------------------------------------------------------------------------------------------


@CHAPTER.sees
def _see_granted(season: Season, event: PointsGranted, player: str) -> PointsGranted:
    grants = tuple(_seen(season, grant, player) for grant in event.grants)
    return replace(event, grants=grants, owed=known_debts(season, event.owed, player))


def _seen(season: Season, grant: Grant, player: str) -> Grant:
    """What a platoon lacks of the guarantee tells what the rest of it is worth, and a debt what the purse held."""
    known = grant.why not in ("guarantee", DEBT) or season.known_to(grant.platoon, player)
    return grant if known else replace(grant, points=HIDDEN)


@CHAPTER.books
def _booked(season: Season, event: PointsGranted) -> Iterator[Entry]:
    return granted(event.grants, event.owed)
