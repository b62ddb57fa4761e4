"""A round closes, and at last the season: what nobody played is decided, and everybody is made ready for what follows.

In this order: fixtures left over by the terms; on a map the retreats still due, and the score; the workshop, the crews,
reinforcements, standings.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaigns import standings
from campaigns.reports import (
    CalledOff,
    CloseRound,
    CloseSeason,
    Decided,
    RoundClosed,
    SeasonClosed,
    StandingsRevised,
    Terms,
)
from campaigns.reports.kinds import Result
from campaigns.ruling import crews, money, repairs, retreating, scoring
from campaigns.ruling.checks import no, organiser
from campaigns.ruling.results import drawn, won_by
from campaigns.ruling.rounds import the_one_under_way
from campaigns.season import Fixture, Round, Season
from rules.adjudicate import Who
from rules.contract import Decision, Dice, Event, Refused, at_once, say
from rules.contract import gettext_noop as _


def close_round(season: Season, command: CloseRound, who: Who, dice: Dice) -> Decision:
    """By its number, so that a round is not closed by who thinks of the one before."""
    organiser(who)
    found = the_one_under_way(season, command.round)
    at_once(_undisclosed(season, found))
    number = found.number
    for fixture in _left_over(season, number):
        yield from _by_default(season, fixture, season.terms, command.carry)
        yield from retreating.after(season, fixture, dice)
    yield from retreating.all_due(season, dice)
    yield from scoring.score_round(season, number)
    yield from repairs.work_round(season, number, dice)
    yield from crews.tend_round(season, number)
    yield from money.reinforce(season, number)
    yield RoundClosed(number=number, places=standings.ranks(season))


def close_season(season: Season, command: CloseSeason, who: Who, dice: Dice) -> Decision:
    organiser(who)
    if season.under_way is not None:
        raise no(
            say(_("Round %(round)d is under way."), round=season.under_way.number), say(_("Close it first.")), "round"
        )
    at_once(_unfinished(season))
    yield from retreating.all_due(season, dice)
    yield from scoring.score_end(season)
    yield SeasonClosed(seed=season.opened.seed, places=standings.ranks(season), words=command.words)


def revised(season: Season) -> Iterator[Event]:
    """After what was told of a closed season: the standings as they are now, unless they were published last."""
    places = standings.ranks(season)
    if season.closed is not None and places != season.closed.places:
        yield StandingsRevised(places=places)


def _undisclosed(season: Season, found: Round) -> Iterator[Refused]:
    if season.opened.theatre is not None and not found.resolved:
        yield no(
            say(_("The orders of round %(round)d are not disclosed."), round=found.number),
            say(_("Disclose them first: who was given none holds.")),
            "round",
        )


def _unfinished(season: Season) -> Iterator[Refused]:
    """Battles that go on, fixtures of which nobody knows how they count, results that somebody disputes, and retreats
    that a correction contradicts while the war goes on: nobody could rule on them afterwards."""
    for fixture in season.fixtures.values():
        if fixture.is_fought:
            yield no(
                say(_("“%(battle)s” is not counted yet."), battle=fixture.battle),
                say(_("Have it settled, or call it off.")),
                "fixtures",
            )
        elif fixture.announced and fixture.is_open:
            yield no(
                say(_("“%(fixture)s” has no result yet."), fixture=fixture.key),
                say(_("Adjudicate it, or have it played.")),
                "fixtures",
            )
        elif fixture.disputes:
            yield no(
                say(_("The result of “%(fixture)s” is disputed."), fixture=fixture.key),
                say(_("Adjudicate it, or have the dispute taken back.")),
                "fixtures",
            )
    for key in season.offered:
        yield no(
            say(_("The retreat from “%(fixture)s” is contradicted by a correction."), fixture=key),
            say(_("Reconsider it: as it would now have been, or as it is.")),
            "fixtures",
        )


# -- what was not played to its end ------------------------------------------------------------------------------------


def _left_over(season: Season, number: int) -> list[Fixture]:
    """Fixtures of this round, and of earlier ones that were carried over, which are announced or fought."""
    return [
        fixture
        for fixture in season.fixtures.values()
        if fixture.round <= number and (fixture.is_fought or (fixture.announced and fixture.is_open))
    ]


def _by_default(season: Season, fixture: Fixture, terms: Terms, carry: tuple[str, ...]) -> Iterator[Event]:
    """By the terms of the round that closes: a battle of an earlier one that was carried over is carried no further
    when they have changed."""
    left = [key for key in fixture.platoons if season.platoons[key].dropped]
    if fixture.battle and (fixture.battle in carry or (terms["unfinished"] == "carry" and not left)):
        return
    fought, open_ = bool(fixture.battle), fixture.is_open
    if fought:
        yield CalledOff(battle=fixture.battle)
    if not open_:  # an organiser has ruled on it while it was fought
        return
    if left:
        yield _of_the_dropped(fixture, left, str(terms["dropped"]))
    elif not fought and terms["unplayed"] == "no_show" and len(fixture.ready) == 1:
        yield Decided(fixture=fixture.key, how="walkover", results=won_by(fixture, *fixture.ready))
    else:
        results = _results(fixture, str(terms["unfinished" if fought else "unplayed"]))
        yield Decided(fixture=fixture.key, how="default", results=results)


def _of_the_dropped(fixture: Fixture, left: list[str], rule: str) -> Decided:
    """Won by who is still there, if anybody is."""
    winners = [key for key in fixture.platoons if key not in left]
    if rule == "void" or not winners:
        return Decided(fixture=fixture.key, how="default")
    return Decided(fixture=fixture.key, how="walkover", results=won_by(fixture, *winners))


def _results(fixture: Fixture, rule: str) -> dict[str, Result]:
    """Drawn, lost by both, or (void) nothing at all. Who only failed to find an evening has a draw (no_show)."""
    if rule == "lost" or (rule == "no_show" and not fixture.ready):
        return dict.fromkeys(fixture.platoons, "lost")
    return drawn(fixture) if rule in ("drawn", "no_show") else {}
