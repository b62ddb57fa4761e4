"""What a campaign makes known: the pairings of each round, results, standings after a round, the end. As strangers read
it, for feeds and for Discord.

A bulletin keeps its key. After a correction it says what stands now, and is gone where there is nothing left to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import CampaignSheet
from campaigns.presenters import tables
from campaigns.presenters.as_it_stood import AsItStands, Told, told_at
from campaigns.presenters.bulletin import Bulletin, Kind
from campaigns.season import Season, names, see_event
from campaigns.season.kept_events import BattleReported, Decided, SeasonClosed
from campaigns.season.pairings import Paired
from campaigns.season.round_end import RoundClosed
from campaigns.season.rounds import RoundOpened
from campaigns.season.season_end import StandingsRevised
from campaigns.season.values import Rank
from campaigns.season.visibility import as_read_by
from rules.contract import Event

MOST = 40  # lines of one bulletin


class _Place(msgspec.Struct):
    """Where a bulletin comes from in the log."""

    published: str
    updated: str
    places: tuple[Rank, ...] = ()


def of_campaign(sheet: CampaignSheet) -> list[Bulletin]:
    """All of them, the oldest first, in the present language."""
    stream = str(sheet.pk)
    told = told_at(stream, None)
    season = as_read_by(told.season, "", None)
    found = _places(season, told)
    results = {row["fixture"]: row for row in tables.rows_of("results", AsItStands(sheet), "", "")}
    made = (_made(stream, season, results, key, place) for key, place in found.items())
    return [one for one in made if one is not None]


def _places(season: Season, told: Told) -> dict[str, _Place]:
    """What there is to make known, by key, in the order in which it was told."""
    fixtures = {one.battle: one.key for one in season.fixtures.values() if one.battle}
    rounds = {one.key: one.round for one in season.fixtures.values()}
    found: dict[str, _Place] = {}
    for fact, row in told.facts:
        event = see_event(season, fact.event, "")
        for key, places in _keys(event, fixtures, rounds):
            at = told.rows[fact.position - 1].at
            before = found.pop(key, None)
            published = before.published if before else row.at
            found[key] = _Place(published, max(at, before.updated) if before else at, places)
    return dict(sorted(found.items(), key=lambda one: one[1].published))


def _keys(event: Event, fixtures: dict[str, str], rounds: dict[str, int]) -> Iterable[tuple[str, tuple[Rank, ...]]]:
    match event:
        case RoundOpened():
            yield f"pairings-{event.number}", ()
        case Paired():
            yield from {f"pairings-{rounds[one.key]}": () for one in event.fixtures if one.key in rounds}.items()
        case BattleReported() if event.battle in fixtures:
            yield f"result-{fixtures[event.battle]}", ()
        case Decided():
            yield f"result-{event.fixture}", ()
        case RoundClosed():
            yield f"standings-{event.number}", event.places
        case SeasonClosed() | StandingsRevised():
            yield "end", event.places


def _made(stream: str, season: Season, results: dict[str, Any], key: str, place: _Place) -> Bulletin | None:
    kind, _dash, of = key.partition("-")
    said: tuple[Kind, str, Sequence[str], str, str] | None
    if kind == "pairings":
        said = _pairings(stream, season, int(of))
    elif kind == "result":
        said = _result(stream, season, of, results.get(of))
    else:
        said = _standings(stream, season, int(of) if of else 0, place.places)
    if said is None:
        return None
    what, title, lines, url, picture = said
    shown = tuple(lines[:MOST]) + (("…",) if len(lines) > MOST else ())
    return Bulletin(
        key=key,
        kind=what,
        title=title,
        lines=shown,
        url=settings.SITE_URL + url,
        picture=settings.SITE_URL + picture if picture else "",
        published=place.published,
        updated=place.updated,
    )


def _round_called(season: Season, number: int) -> str:
    title = next((one.title for one in season.rounds if one.number == number), "")
    return title or _("Round %(n)s") % {"n": number}


def _pairings(stream: str, season: Season, number: int) -> tuple[Kind, str, Sequence[str], str, str] | None:
    found = next((one for one in season.rounds if one.number == number), None)
    if found is None:
        return None
    title = _("%(campaign)s: pairings of %(round)s") % {
        "campaign": season.opened.name,
        "round": _round_called(season, number),
    }
    pairs = [names.pair(season, one.platoons) for one in season.fixtures.values() if one.round == number]
    byes = [_("%(platoon)s has a bye.") % {"platoon": season.platoons[one].name} for one in found.byes]
    return Kind.PAIRINGS, title, [*pairs, *byes], reverse("campaign", args=[stream]), ""


def _result(stream: str, season: Season, key: str, row: Any) -> tuple[Kind, str, Sequence[str], str, str] | None:
    if row is None or key not in season.fixtures:
        return None
    fixture = season.fixtures[key]
    told = _("%(first)s – %(second)s") % {"first": row["first"], "second": row["second"]}
    scored = row["how"] in ("fought", "adjudicated") and None not in (row["first_points"], row["second_points"])
    points = f" {row['first_points']}:{row['second_points']}" if scored else ""
    lines = {"void": _("It does not count."), "default": _("It was not played.")}
    won = lines.get(row["how"]) or (
        _("%(platoon)s won.") % {"platoon": row["winner"]} if row["winner"] else _("A draw.")
    )
    why = {"conceded": _("Conceded."), "walkover": _("A walk-over."), "adjudicated": _("By ruling.")}.get(row["how"])
    title = f"{season.opened.name}: {told}{points}"
    picture = reverse("battle-card", args=[fixture.battle]) if fixture.battle and row["how"] == "fought" else ""
    return Kind.RESULT, title, [f"{won} {why}" if why else won], reverse("fixture", args=[stream, key]), picture


def _standings(
    stream: str, season: Season, number: int, places: Iterable[Rank]
) -> tuple[Kind, str, Sequence[str], str, str] | None:
    about = {"campaign": season.opened.name, "round": _round_called(season, number)}
    title = _("%(campaign)s: standings after %(round)s") if number else _("%(campaign)s is over")
    lines = [
        _("%(rank)s. %(platoon)s, %(score)s points")
        % {"rank": one.rank, "platoon": season.platoons[one.platoon].name, "score": one.score}
        for one in places
        if one.platoon in season.platoons
    ]
    return Kind.STANDINGS, title % about, lines, reverse("campaign", args=[stream]), ""
