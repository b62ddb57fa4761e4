"""Who meets whom, as an organiser pairs them: further fixtures in the round under way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import names
from campaigns.season.chapters import SCORE, Cause, Chapter
from campaigns.season.fixture_keys import with_keys
from campaigns.season.offers import choice, platoon_field
from campaigns.season.pairing_methods import METHODS, Method
from campaigns.season.pairing_terms import METHOD
from campaigns.season.refusals import keys, no, organiser, platoon_of, under_way
from campaigns.season.settling_terms import PAIRED
from campaigns.season.staged_methods import placings as placings  # registers the methods of a knock-out
from campaigns.season.state import Season, announce
from campaigns.season.terms import staged
from campaigns.season.values import Announced, Pairing
from campaigns.season.ways import Ways
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Pick, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim

CHAPTER = Chapter("Pairings")


class Pair(Command, frozen=True, kw_only=True):
    """Announce further fixtures in the round under way."""

    pairings: Annotated[tuple[Pairing, ...], msgspec.Meta(min_length=1, max_length=500)]


class Paired(Event, frozen=True, kw_only=True):
    """Further fixtures of the round were announced."""

    version: ClassVar[int] = 2

    fixtures: tuple[Announced, ...]


CHAPTER.upcasts(Paired, 1)

CHAPTER.settles(
    Ways(
        PAIRED,
        keep=_("The fixtures stand as they were announced."),
        strike=_("The fixtures are gone. Battles that were fought for them are looked at again."),
    ),
    Pair,
)


@CHAPTER.decides
def pair(season: Season, command: Pair, who: Who, dice: Dice) -> Decision:
    organiser(who)
    number = under_way(season).number
    at_once(impossible(season, command.pairings))
    yield Paired(fixtures=announced(season, command.pairings, number))


def unknown_method(season: Season, method: str) -> Iterator[Refused]:
    if method and season.opened.theatre is not None:
        yield no(
            _("On a map battles arise where platoons meet: nobody is paired by a method."),
            _("Leave the method out; you may pair single fixtures beside the map."),
            "method",
        )
    elif method and method not in (names := [one.key for one in methods_for(season)]):
        yield no(
            say(_("There is no method of pairing “%(name)s”."), name=method)
            if method not in METHODS
            else say(_("With two sides, each meets only the other: nobody can be paired by “%(name)s”."), name=method),
            say(_("Methods: %(names)s."), names=", ".join(names)),
            "method",
        )


def methods_for(season: Season) -> list[Method]:
    """The methods of pairing that a campaign can use."""
    return [one for one in METHODS.values() if one.across or len(season.opened.sides) != 2]


def usual_method(season: Season) -> Method:
    """The one that the terms name, or else the first that the campaign can use."""
    found = {one.key: one for one in methods_for(season)}
    return found.get(str(staged(season.terms, METHOD))) or next(iter(found.values()))


def impossible(season: Season, pairings: Sequence[Pairing]) -> Iterator[Refused]:
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
                _("Pair it with another, or leave it out for a bye."),
                f"pairings.{n}.away",
            )
        if one.scenario and one.scenario not in scenarios:
            yield no(
                say(_("There is no scenario “%(name)s”."), name=one.scenario),
                say(_("Scenarios: %(names)s."), names=keys(scenarios)),
                f"pairings.{n}.scenario",
            )


def announced(season: Season, pairings: Iterable[Pairing], round: int) -> tuple[Announced, ...]:
    """The pairings as fixtures of a round, beside those that it has."""
    found = (Announced(key="", home=one.home, away=one.away, scenario=one.scenario) for one in pairings)
    return with_keys(season, round, found)


# -- what of it is offered ---------------------------------------------------------------------------------------------


@CHAPTER.offers(Pair)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    there = [one for one in season.platoons.values() if not one.dropped]
    if who.referee and season.under_way is not None and len(there) > 1:
        yield choice(Pair, say(_("Pair further fixtures")), replace(pairings_field(season), least=1, required=True))


def pairings_field(season: Season) -> Field:
    """Who meets whom, by which scenario."""
    there = [key for key, one in season.platoons.items() if not one.dropped]
    home = replace(platoon_field(season, there, "home"), label=say(_("First platoon")), blank=verbatim("–"))
    away = replace(platoon_field(season, there, "away"), label=say(_("Second platoon")), blank=verbatim("–"))
    scenarios = tuple(Pick(one.key, verbatim(one.name)) for one in season.rules.scenarios)
    like = say(_("as they like"))
    scenario = Field(name="scenario", kind="pick", label=say(_("Scenario")), picks=scenarios, blank=like)
    fields, most = (home, replace(away, unlike="home"), scenario), 500 if len(there) > 1 else 0
    return Field(name="pairings", kind="rows", label=say(_("Pairings")), fields=fields, most=most, repeats=True)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _paired(season: Season, event: Paired) -> None:
    announce(season, event.fixtures)
    met = {key for one in event.fixtures for key in (one.home, one.away)}
    season.rounds[-1].byes = tuple(key for key in season.rounds[-1].byes if key not in met)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_paired(season: Season, event: Paired) -> Message:
    return say(_("Further fixtures are announced: %(fixtures)s."), fixtures=pairs(season, event.fixtures))


def pairs(season: Season, fixtures: Iterable[Announced]) -> str:
    return ", ".join(names.pair(season, (one.home, one.away)) for one in fixtures)


@CHAPTER.explains(SCORE)
def _why_score(season: Season, event: Paired, key: str) -> Iterator[Cause]:
    if any(key in (one.home, one.away) for one in event.fixtures):
        number = season.rounds[-1].number
        yield Cause(say(_("It meets somebody in round %(round)d after all: no bye."), round=number), "Pairings")
