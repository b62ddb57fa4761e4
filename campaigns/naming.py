"""Names of fixtures and their battles from the read model, for lists that have no season at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

import msgspec
from django.db.models import Q

from battles.sentences import words
from campaigns.models import Fixture, Standing
from campaigns.season import names


def battles(streams: Collection[UUID]) -> dict[UUID, str]:
    """The names of battles that belong to a fixture. Three queries for any number."""
    rows = list(Fixture.objects.filter(battle__in=streams))
    called = fixtures(rows)
    return {one.battle: called[one.key] for one in rows if one.battle}


def name(rows: Iterable[Fixture]) -> list[Fixture]:
    """Give each fixture its name and that of its winner (`Fixture.called`), and return them."""
    rows = list(rows)
    called = fixtures(rows)
    winners = _names_of(rows, {one.key: (one.winner,) if one.winner else () for one in rows})
    for one in rows:
        one.called, one.winner_called = called[one.key], "".join(winners[one.key])
    return rows


def fixtures(rows: Iterable[Fixture]) -> dict[str, str]:
    """The name of each fixture, by its key in the table. Two queries for any number."""
    rows = list(rows)
    platoons = {one.key: _platoons(one.platoons) for one in rows}
    known = _names_of(rows, platoons)
    nth = _ordinals([one for one in rows if not one.title])
    return {one.key: words(names.fixture(one.title, one.round, known[one.key], nth.get(one.key, 1))) for one in rows}


def sides(streams: Collection[UUID]) -> dict[UUID, dict[str, str]]:
    """The name of the platoon on each side of these battles. Two queries for any number."""
    rows = list(Fixture.objects.filter(battle__in=streams))
    placed = {one.key: msgspec.json.decode(one.sides, type=dict[str, str]) for one in rows}
    names = _names_of(rows, {key: tuple(found.values()) for key, found in placed.items()})
    return {
        one.battle: dict(zip(placed[one.key], names[one.key], strict=True)) for one in rows if one.battle is not None
    }


def _names_of(rows: Iterable[Fixture], platoons: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    """The names of each fixture's platoons, in their order. One query."""
    rows = list(rows)
    keys = {f"{one.campaign_id}/{platoon}" for one in rows for platoon in platoons[one.key]}
    known = dict(Standing.objects.filter(pk__in=keys).values_list("key", "name")) if keys else {}
    return {
        one.key: [known.get(f"{one.campaign_id}/{platoon}", platoon) for platoon in platoons[one.key]] for one in rows
    }


def _ordinals(rows: Iterable[Fixture]) -> dict[str, int]:
    """The number of each fixture among those of its round between the same platoons, in their order. One query."""
    rounds = Q()
    for campaign, round in {(one.campaign_id, one.round) for one in rows}:
        rounds |= Q(campaign=campaign, round=round)
    if not rounds:
        return {}
    times: Counter[tuple[UUID, int, frozenset[str]]] = Counter()
    found = {}
    of_rounds = Fixture.objects.filter(rounds).order_by("number")
    for key, campaign, round, platoons in of_rounds.values_list("key", "campaign", "round", "platoons"):
        alike = campaign, round, frozenset(_platoons(platoons))
        times[alike] += 1
        found[key] = times[alike]
    return found


def _platoons(text: str) -> tuple[str, ...]:
    return msgspec.json.decode(text, type=tuple[str, ...])
