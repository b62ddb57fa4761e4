"""What the pages of an archive show of its campaigns and battles, as a stranger may read them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from battles import handler as battle_handler
from battles import naming
from battles.log import Row
from battles.models import Sheet
from battles.sentences import speaker
from battles.viewer import tell
from campaigns import handler as campaign_handler
from campaigns.models import Fixture, Standing
from campaigns.presenters import story
from campaigns.season import narrate, see_event
from campaigns.season.visibility import as_read_by
from leagues import handler as league_handler
from leagues.league.values import Place
from leagues.models import LeagueCampaign, LeagueSheet
from leagues.presenters.log import teller
from leagues.presenters.names import Names
from leagues.presenters.seasons import players_of


class Line(NamedTuple):
    """A row of a log in words. `struck`: a correction has taken it back."""

    position: int
    at: str
    by: str
    text: str
    struck: bool


class Ranked(NamedTuple):
    rank: int
    platoon: str
    players: str
    score: int


class Met(NamedTuple):
    """A fixture: who met, how many points each had, and how it was decided. `battle`: the file of its log, if any."""

    round: int
    platoons: str
    points: str
    winner: str
    how: str
    battle: str


class Fought(NamedTuple):
    """A battle: its stream, its name, and the file of its log."""

    stream: str
    name: str
    address: str


class Part(NamedTuple):
    """A campaign of the season, and the file of its page."""

    stream: str
    name: str
    division: str
    address: str
    places: list[Ranked]
    fixtures: list[Met]
    battles: list[Fought]
    lines: list[Line]


def campaign(one: LeagueCampaign, names: Names, there: Collection[str]) -> Part:
    """`there`: the streams that are in the archive. Of a campaign that was forgotten its places are left."""
    stream = str(one.campaign)
    platoons = {each.platoon: each for each in Standing.objects.filter(campaign=one.campaign)}
    called = {key: each.name for key, each in platoons.items()}
    fixtures = list(Fixture.objects.filter(campaign=one.campaign).order_by("number"))
    battles = _battles(fixtures, there)
    return Part(
        stream=stream,
        name=one.name,
        division=one.division,
        address=f"campaigns/{stream}.html",
        places=_places(one, platoons.values(), names),
        fixtures=[_met(each, called, battles) for each in fixtures],
        battles=list(battles.values()),
        lines=_campaign_lines(stream, names) if stream in there else [],
    )


def winner(title: Mapping[str, Any], league: LeagueSheet, names: Names) -> str:
    """Who won a season, with the division."""
    divisions = dict(msgspec.json.decode(league.divisions, type=list[tuple[str, str]]))
    division = str(title.get("division", ""))
    name = names.name(title["player"])
    return f"{name} ({divisions.get(division, division)})" if division else name


def league_lines(league: str, names: Names) -> list[Line]:
    state, told, rows = league_handler.replay(league)
    seen = teller(state, names, "")
    return [_line(row, names, seen(fact.event)[1], bool(fact.struck)) for fact, row in zip(told, rows, strict=True)]


def battle_lines(battle: str, names: Names) -> list[Line]:
    """What a spectator may know of a battle."""
    state, told, rows = battle_handler.replay(battle)
    say = speaker(naming.called(battle, state) | names.in_sentences())
    seen = tell(state, zip(told, rows, strict=True), None)
    return [
        Line(one.position, one.at, names.name(one.by), say(one.message), bool(one.struck))
        for one in seen
        if one.message is not None
    ]


def _campaign_lines(stream: str, names: Names) -> list[Line]:
    season, told, rows = campaign_handler.replay(stream)
    as_read_by(season, "")
    say = speaker(story.names_in(season) | names.in_sentences())
    return [
        _line(row, names, say(narrate(season, see_event(season, fact.event, ""))), bool(fact.struck))
        for fact, row in zip(told, rows, strict=True)
    ]


def _line(row: Row, names: Names, text: str, struck: bool) -> Line:
    return Line(row.position, row.at, names.name(row.by), text, struck)


def _places(one: LeagueCampaign, platoons: Iterable[Standing], names: Names) -> list[Ranked]:
    """The final standings; those of today while it is under way."""
    if one.places:
        found = msgspec.json.decode(one.places, type=list[Place])
        return [Ranked(each.rank, each.name, _people(each.players, names), each.score) for each in found]
    rows = sorted(platoons, key=lambda each: (each.rank, each.platoon))
    return [Ranked(each.rank, each.name, _people(players_of(each), names), each.score) for each in rows]


def _people(keys: Sequence[str], names: Names) -> str:
    return ", ".join(map(names.name, keys))


def _battles(fixtures: Sequence[Fixture], there: Collection[str]) -> dict[str, Fought]:
    wanted = [one.battle for one in fixtures if one.battle and str(one.battle) in there]
    found = {}
    for sheet in Sheet.objects.filter(stream__in=wanted).order_by("stream"):
        stream = str(sheet.stream)
        name = naming.name_of(stream, sheet.title, sheet.system, sheet.scenario)
        found[stream] = Fought(stream, name, f"battles/{stream}.html")
    return found


def _met(one: Fixture, called: Mapping[str, str], battles: Mapping[str, Fought]) -> Met:
    keys: list[str] = msgspec.json.decode(one.platoons)
    points: dict[str, int] = msgspec.json.decode(one.points)
    fought = battles.get(str(one.battle))
    return Met(
        round=one.round,
        platoons=" – ".join(called.get(key, key) for key in keys),
        points=" : ".join(str(points.get(key, "–")) for key in keys),
        winner=called.get(one.winner, one.winner),
        how=one.how,
        battle=fought.address if fought is not None else "",
    )


def people_in(streams: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Everybody who commands a platoon of these streams' campaigns."""
    for kind, stream in streams:
        if kind == "campaign":
            for one in Standing.objects.filter(campaign=UUID(stream)):
                yield from players_of(one)
