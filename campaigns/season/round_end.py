"""A round closes: what nobody played is decided, and everybody is made ready for what follows.

In this order: fixtures left over by the terms; on a map the retreats still due, and the score; the workshop, the crews,
reinforcements, standings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from campaigns.season import crews, names, reinforcements, standings, workshop_rounds
from campaigns.season.challenges.making import close_all
from campaigns.season.chapters import Chapter
from campaigns.season.kept_events import Decided
from campaigns.season.map import retreats, victory
from campaigns.season.musters import CalledOff
from campaigns.season.offers import choice
from campaigns.season.refusals import no, organiser, the_one_under_way
from campaigns.season.results import drawn, won_by
from campaigns.season.state import Fixture, Round, Season
from campaigns.season.values import Id, Number, Rank, Result
from campaigns.season.ways import Ways
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Pick, Refused, at_once, ngettext, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim

CHAPTER = Chapter("The end of a round")


class CloseRound(Command, frozen=True, kw_only=True):
    """Close the round under way: what was not played is decided by the terms, the workshop works, crews recover,
    reinforcements come, and the standings of the round are published. By an organiser, or the clerk at the deadline.

    `carry`: battles that go on, whatever the terms have for those that are not counted. The door adds those that are
    over and wait for their settlement: a campaign's log does not tell.
    """

    positional: ClassVar[tuple[str, ...]] = ("round",)

    round: Number
    carry: Annotated[tuple[Id, ...], msgspec.Meta(max_length=500)] = ()


class RoundClosed(Event, frozen=True, kw_only=True):
    """A round is over. `places`: the standings as they were published with it."""

    number: int
    places: tuple[Rank, ...] = ()


CHAPTER.settles(
    Ways(
        keep=_("The round is closed as it was, with the points and repairs of then."),
        strike=_("The round is open again. What came after it is looked at again."),
    ),
    CloseRound,
)


@CHAPTER.decides
def close_round(season: Season, command: CloseRound, who: Who, dice: Dice) -> Decision:
    """By its number, so that a round is not closed by who thinks of the one before."""
    organiser(who)
    found = the_one_under_way(season, command.round)
    at_once(_undisclosed(season, found))
    number = found.number
    yield from close_all(season)
    for fixture in _left_over(season, number):
        yield from _by_default(season, fixture, command.carry)
        yield from retreats.after(season, fixture, dice)
    yield from retreats.all_due(season, dice)
    yield from victory.score_round(season, number)
    yield from workshop_rounds.work_round(season, number, dice)
    yield from crews.tend_round(season, number)
    yield from reinforcements.reinforce(season, number)
    yield RoundClosed(number=number, places=standings.ranks(season))


def _undisclosed(season: Season, found: Round) -> Iterator[Refused]:
    if season.opened.theatre is not None and not found.resolved:
        yield no(
            say(_("The orders of round %(round)d are not disclosed."), round=found.number),
            _("Disclose them first: who was given none holds."),
            "round",
        )


@CHAPTER.offers(CloseRound)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    found = season.under_way
    if not who.referee or found is None or any(True for _fault in _undisclosed(season, found)):
        return
    fought = [one for one in season.fixtures.values() if one.is_fought]
    picks = tuple(Pick(one.battle, verbatim(names.pair(season, one.platoons))) for one in fought)
    carry = Field(
        name="carry",
        kind="picks",
        label=say(_("Battles that go on")),
        help=say(_("These go on, whatever the terms say about battles that are not counted.")),
        picks=picks,
        most=len(picks),
    )
    yield choice(CloseRound, say(_("Close the round")), carry, round=found.number)


# -- what was not played to its end ------------------------------------------------------------------------------------


def _left_over(season: Season, number: int) -> list[Fixture]:
    """Fixtures of this round, and of earlier ones that were carried over, which are announced or fought."""
    return [
        fixture
        for fixture in season.fixtures.values()
        if fixture.round <= number and (fixture.is_fought or (fixture.announced and fixture.is_open))
    ]


def goes_on(season: Season, fixture: Fixture) -> bool:
    """Whether its battle goes on by the terms of the round that closes: they carry it, and nobody in it has left. One
    of an earlier round that was carried over is carried no further when the terms have changed."""
    return season.terms["unfinished"] == "carry" and not _left(season, fixture)


def _left(season: Season, fixture: Fixture) -> list[str]:
    return [key for key in fixture.platoons if season.platoons[key].dropped]


def _by_default(season: Season, fixture: Fixture, carry: tuple[str, ...]) -> Iterator[Event]:
    """By the terms of the round that closes."""
    if fixture.battle and (fixture.battle in carry or goes_on(season, fixture)):
        return
    if fixture.is_open and not fixture.battle and fixture.again > season.turn and not _left(season, fixture):
        return  # its battle is fought again, and there is time until then
    terms, left = season.terms, _left(season, fixture)
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


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _round_closed(season: Season, event: RoundClosed) -> None:
    """Nobody has a place who is not there any more after a correction."""
    season.rounds[-1].closed = True
    season.rounds[-1].places = tuple(one for one in event.places if one.platoon in season.platoons)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_round_closed(season: Season, event: RoundClosed) -> Message:
    leaders = names.leaders(season, event.places)
    return ngettext(
        "Round %(round)d is closed; %(leaders)s leads.",
        "Round %(round)d is closed; %(leaders)s lead.",
        len(leaders),
        round=event.number,
        leaders=", ".join(leaders) or "–",
    )
