"""A scenario as a form asks for it, made from the declarations of terms and options as the form that amends them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from campaigns.season import names
from campaigns.season.house_rules import group, groups_of, kept_rule, scoring_fields
from campaigns.season.offers import choice, platoon_picks
from campaigns.season.standings import BREAKERS, breakers_of
from campaigns.season.state import Season
from campaigns.season.values import PLATOON, FixtureKey, PlatoonKey, Scoring, Short, Terms
from campaigns.season.what_if.changes import (
    Changes,
    OtherBattles,
    OtherScoring,
    OtherTerms,
    Scenario,
    TurnedResult,
    WithoutBattle,
    WithoutPlayer,
)
from rules.contract import Choice, Command, Field, Pick, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim

MOST_TURNED = 20
DRAW = "-"  # a form's word for nobody: blank is a row that says nothing


class Turned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`winner` "-" is a draw."""

    fixture: FixtureKey
    winner: Annotated[str, msgspec.Meta(max_length=40), PLATOON]


class AskWhatIf(Command, frozen=True, kw_only=True):
    """Nothing that is reported: a scenario, by the fields of its form."""

    turned: Annotated[tuple[Turned, ...], msgspec.Meta(max_length=MOST_TURNED)] = ()
    without_battles: Annotated[tuple[FixtureKey, ...], msgspec.Meta(max_length=20)] = ()
    without_platoons: Annotated[tuple[PlatoonKey, ...], msgspec.Meta(max_length=20)] = ()
    scoring: Scoring | None = None
    breakers: Annotated[tuple[Short, ...], msgspec.Meta(max_length=20)] | None = None
    terms: Terms = {}
    edition: Short = ""
    options: Terms = {}


def scenario(season: Season, asked: AskWhatIf) -> Scenario:
    """What is asked for; what is as it is now is no change."""
    return Scenario(changes=tuple(_changes(season, asked)))


def _changes(season: Season, asked: AskWhatIf) -> Iterator[Changes]:
    now = season.settings(season.turn)
    for one in asked.turned:
        yield TurnedResult(fixture=one.fixture, winner="" if one.winner == DRAW else one.winner)
    yield from (WithoutBattle(fixture=key) for key in asked.without_battles)
    yield from (WithoutPlayer(platoon=key) for key in asked.without_platoons)
    scoring = asked.scoring if asked.scoring != now.scoring else None
    breakers = asked.breakers if asked.breakers and asked.breakers != breakers_of(season) else None
    if scoring is not None or breakers is not None:
        yield OtherScoring(scoring=scoring, breakers=breakers)
    if terms := _otherwise(asked.terms, now.terms):
        yield OtherTerms(terms=terms)
    options = _otherwise(asked.options, now.options)
    if asked.edition or options:
        yield OtherBattles(edition=asked.edition, options=options)


def _otherwise(asked: Mapping[str, Any], now: Terms) -> Terms:
    return {name: value for name, value in asked.items() if now.get(name) != value}


def asked_of(scenario: Scenario) -> AskWhatIf:
    """The form filled with a scenario."""
    battles = scenario.battles or OtherBattles()
    return AskWhatIf(
        turned=tuple(Turned(fixture=one.fixture, winner=one.winner or DRAW) for one in scenario.of(TurnedResult)),
        without_battles=tuple(one.fixture for one in scenario.of(WithoutBattle)),
        without_platoons=tuple(one.platoon for one in scenario.of(WithoutPlayer)),
        scoring=scenario.scoring,
        breakers=scenario.breakers,
        terms=scenario.terms,
        edition=battles.edition,
        options=battles.options,
    )


def form(season: Season) -> Choice:
    """What can be otherwise, as it is in the round under way. Texts, as lists of what may be bought, are left out."""
    rules, now = season.rules, season.settings(season.turn)
    there = [(one, Pick(one.key, called)) for one, called in names.fixtures(season) if len(one.platoons) == 2]
    counted = tuple(pick for one, pick in there if not one.is_open)
    terms = groups_of(rules, season.opened.theatre is not None)
    own = say(_("each battle’s own"))
    editions = tuple(Pick(one, verbatim(one)) for one in rules.editions) if len(rules.editions) > 1 else ()
    every = platoon_picks(season, season.platoons)
    fields = (
        _turned(season, tuple(pick for _one, pick in there)),
        _picks("without_battles", _("Without these fixtures"), counted),
        _picks("without_platoons", _("Without these platoons"), every),
        msgspec.structs.replace(group("scoring", say(_("Scoring")), scoring_fields(now.scoring)), stays=True),
        Field(
            name="breakers",
            kind="picks",
            label=say(_("Tie-breakers")),
            picks=tuple(Pick(key, say(one.label)) for key, one in BREAKERS.items() if key != "lots"),
            most=min(20, len(BREAKERS)),
            default=tuple(one for one in now.breakers if one != "lots"),
            ordered=True,
            stays=True,
        ),
        group(
            "terms",
            say(_("Between battles")),
            (kept_rule(one, now.terms, say(t)) for t, options in terms for one in options if one.type != "text"),
        ),
        Field(name="edition", kind="pick", label=say(_("Edition of the rulebook")), picks=editions, blank=own),
        group(
            "options",
            say(_("House rules of battles")),
            (kept_rule(one, now.options) for one in rules.options if one.type != "text"),
        ),
    )
    return choice(AskWhatIf, say(_("What if …")), *(one for one in fields if one.picks or one.fields))


def _picks(name: str, label: str, picks: tuple[Pick, ...]) -> Field:
    return Field(name=name, kind="picks", label=say(label), picks=picks, most=min(20, len(picks)))


def _turned(season: Season, picks: tuple[Pick, ...]) -> Field:
    winners = (Pick(DRAW, say(_("a draw"))), *platoon_picks(season, season.platoons))
    blank = verbatim("–")
    fields = (
        Field(name="fixture", kind="pick", label=say(_("Fixture")), picks=picks, blank=blank),
        Field(name="winner", kind="pick", label=say(_("Won by")), picks=winners, blank=blank),
    )
    most = min(MOST_TURNED, len(picks))
    return Field(name="turned", kind="rows", label=say(_("Other results")), fields=fields if picks else (), most=most)
