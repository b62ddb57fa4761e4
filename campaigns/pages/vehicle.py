"""A vehicle's page: its condition and its service record from the log: battles, feats, damage, workshop, crews."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.pages.methods import read_page
from battles.presenters.people import names_of
from battles.sentences import fate_in_words, words
from campaigns.pages.request_context import keeping, visit_to_read
from campaigns.pages.vehicle_condition import crew_in_words, feats_in_words, hurts, medals_of, tasks
from campaigns.presenters import belonging, story
from campaigns.presenters.story import Fact
from campaigns.season import Season, explain
from campaigns.season import names as season_names
from campaigns.season.chapters import CREW, STATUS
from campaigns.season.kept_events import BattleReported
from rules.contract import Event

Feats = tuple[tuple[str, int, int, str], ...]  # as `feats_in_words`


class Blow(msgspec.Struct, frozen=True):
    """What an enemy vehicle did to it: its name, model and feats."""

    by: str
    model: str
    feats: Feats


class Chapter(msgspec.Struct, frozen=True):
    """An entry of a vehicle's record: the row of the campaign's log, when, a sentence. For a battle also what it did
    and what was done to it."""

    position: int
    at: str
    text: str
    battle: str = ""
    name: str = ""
    feats: Feats = ()
    blows: tuple[Blow, ...] = ()


@read_page
def vehicle(request: HttpRequest, stream: UUID, vehicle: str) -> HttpResponse:
    """The page; `?at=`, `?as_of=`: as it stood (`campaigns.pages.clocks`)."""
    here, stood, trouble = visit_to_read(request, stream)
    found = stood.vehicle(vehicle)
    platoon = here.season.platoons[found.platoon]
    people = names_of(platoon.players, here.person)
    context = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "vehicle": found,
        "called": season_names.vehicle(here.season, vehicle),
        "platoon": platoon,
        "players": [people[player] for player in platoon.players],
        "own": here.reader in platoon.players,
        "formats": here.season.rules.rosters,
        "condition": hurts(here.season, found),
        "crew": crew_in_words(found) if here.season.terms["crews"] else "",
        "medals": medals_of(here.season, found),
        "tasks": list(tasks(here.season, vehicle)),
        "cards": story.own_cards(here.season, here.reader).get(vehicle, ()),
        "careers": belonging.career_of(here.desk, vehicle, request.user) if here.moment is None else [],
        "life": list(life(here.season, here.facts, vehicle))[::-1],
        "moment": here.moment,
        "trouble": trouble,
    }
    return keeping(here, render(request, "campaigns/vehicle.html", context, status=trouble.status if trouble else 200))


def life(season: Season, facts: Iterable[Fact], id: str) -> Iterator[Chapter]:
    """All entries of a vehicle, oldest first. If a battle was counted again, only the newest count is shown."""
    names = story.names_in(season)
    for ruled, row in facts:
        event = ruled.event
        if isinstance(event, BattleReported):
            fixture = season.of_battle(event.battle)
            if fixture is not None and fixture.reported is event:
                yield from _fought(season, event, id, names, ruled.position, row.at)
        elif text := _befell(season, event, id):
            yield Chapter(ruled.position, row.at, text)


def _fought(
    season: Season, event: BattleReported, id: str, names: dict[str, str], position: int, at: str
) -> Iterator[Chapter]:
    for unit in event.outcome.units:
        if unit.id == id:
            yield Chapter(
                position=position,
                at=at,
                text=fate_in_words(unit.fate),
                battle=event.battle,
                name=names.get(event.battle, event.battle),
                feats=tuple(feats_in_words(unit.feats, names)),
                blows=tuple(_blows(season, event, id, names)),
            )


def _blows(season: Season, event: BattleReported, id: str, names: dict[str, str]) -> Iterator[Blow]:
    for unit in event.outcome.units:
        if unit.id == id:
            continue
        if feats := tuple(feats_in_words([feat for feat in unit.feats if feat.of == id], {})):
            yield Blow(names.get(unit.id, unit.id), _model(season, unit.id), feats)


def _model(season: Season, id: str) -> str:
    """ "" of a vehicle whose purchase was taken back."""
    return season.vehicles[id].model if id in season.vehicles else ""


def _befell(season: Season, event: Event, id: str) -> str:
    """What an event between battles did to the vehicle or its crew, in words; "" if nothing."""
    causes = [*explain.befell(season, event, STATUS, id), *explain.befell(season, event, CREW, id)]
    return " ".join(dict.fromkeys(words(cause.text) for cause in causes))
