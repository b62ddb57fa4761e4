"""A campaign's page and a vehicle's: the same queries at any size.

Standings, vehicles and battles are read from the read models; the story, and one's own cards, from the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from battles.models import Sheet
from battles.pages.people import names_of
from battles.words import fate_in_words
from campaigns.models import Campaign, CampaignSheet, Fixture, Standing, Vehicle
from campaigns.pages import story
from campaigns.pages.visiting import Visit, desk_of, position, visit_to
from campaigns.season import Season
from campaigns.standings import Sortie
from rules import system as find_system
from rules.contract import Feat

PAGE = 20


class Platoon(msgspec.Struct, frozen=True):
    """A platoon's standing, the names of its player and side, and its vehicles with the cards the viewer may know."""

    standing: Standing
    player: str
    side: str
    vehicles: tuple[tuple[Vehicle, tuple[str, ...]], ...]


class Meeting(msgspec.Struct, frozen=True):
    """A battle of the campaign: what to call it, platoon and points of each side, and where the battle stands; the
    faults of its forces that were let pass, with the reasons."""

    fixture: Fixture
    name: str
    sides: tuple[tuple[str, str, int | None], ...]
    status: str
    passed: tuple[tuple[str, str], ...]


@never_cache
@require_safe
def campaign(request: HttpRequest, stream: UUID) -> HttpResponse:
    """Standings, platoons, battles (newest first, `?page=`), the log (`?log=`, `?ruling=` for one row at the top).

    One that is not open yet tells its organisers how it is opened; nobody else knows of it.
    """
    desk = desk_of(request, stream)
    if not desk.is_open:
        return _not_open(request, desk)
    sheet = get_object_or_404(CampaignSheet, pk=stream)
    here = visit_to(request, desk)
    told = Paginator(here.facts[::-1], story.PAGE).get_page(request.GET.get("log"))
    asked = position(request.GET.get("ruling", ""))
    ruling = [fact for fact in here.facts if fact[0].position == asked]
    shown = [*ruling, *told.object_list]
    standings = list(Standing.objects.filter(campaign=sheet).order_by("rank", "platoon"))
    people = names_of([*(one.player for one in standings), *(row.by for _fact, row in shown)])
    reader = str(request.user.pk) if request.user.is_authenticated else ""
    entries = story.entries(here.season, shown, reader, people)
    platoons = _platoons(sheet, standings, people, here, reader)
    fixtures = Paginator(Fixture.objects.filter(campaign=sheet).order_by("-number"), PAGE)
    page = fixtures.get_page(request.GET.get("page"))
    context = {
        "campaign": sheet,
        "system": find_system(sheet.system),
        "scoring": msgspec.json.decode(sheet.scoring),
        "club": desk.club,
        "visit": here,
        "reader": reader,
        "platoons": platoons,
        "page": page,
        "meetings": _meetings(page, here.season),
        "ruling": entries[: len(ruling)],
        "story": entries[len(ruling) :],
        "told": told,
    }
    return render(request, "campaigns/campaign.html", context)


def _not_open(request: HttpRequest, desk: Campaign) -> HttpResponse:
    organisers = desk.club.organisers.filter(is_active=True).order_by("username")
    names = [one.get_username() for one in organisers]
    return render(request, "campaigns/not_open.html", {"campaign": desk, "organisers": names})


@never_cache
@require_safe
def vehicle(request: HttpRequest, stream: UUID, vehicle: str) -> HttpResponse:
    """A vehicle's condition and its service record, battle by battle."""
    sheet = _visible(request, stream)
    found = get_object_or_404(Vehicle, campaign=sheet, vehicle=vehicle)
    sorties = msgspec.json.decode(found.record, type=list[Sortie])
    battles = [UUID(sortie.battle) for sortie in sorties]
    fought = {one.battle: one for one in Fixture.objects.filter(campaign=sheet, battle__in=battles)}
    context = {
        "campaign": sheet,
        "vehicle": found,
        "mine": request.user.is_authenticated and found.player == str(request.user.pk),
        "formats": find_system(sheet.system).rosters,
        "player": names_of([found.player])[found.player],
        "platoon": Standing.objects.filter(campaign=sheet, platoon=found.platoon).first(),
        "condition": list(conditions(msgspec.json.decode(found.condition))),
        "sorties": [
            (sortie, fate_in_words(sortie.fate), feats_in_words(sortie.feats), fought.get(UUID(sortie.battle)))
            for sortie in reversed(sorties)
        ],
    }
    return render(request, "campaigns/vehicle.html", context)


def conditions(condition: dict[str, Any]) -> Iterable[tuple[str, str]]:
    """What a vehicle carries from its battles, as (name, value) pairs; nothing for one as good as new."""
    for name, value in condition.items():
        if isinstance(value, list):
            value = ", ".join(_plain(one) for one in value)
        elif isinstance(value, dict):
            value = ", ".join(f"{key} {_plain(one)}" for key, one in value.items())
        if value not in (0, "", None, False):
            yield name.replace("_", " "), str(value)


def feats_in_words(feats: Sequence[Feat]) -> list[tuple[str, int, int]]:
    """Each feat's name, how often, and the row of the battle's log that tells of it."""
    names = {
        "shot": _("shot"),
        "hit": _("hit"),
        "kill": _("kill"),
        "damage": _("damage"),
        "repair": _("repair"),
    }
    return [(names.get(feat.kind, feat.kind), feat.n, feat.report) for feat in feats]


def _plain(value: Any) -> str:
    """A card or critical by its name, when it is a record of several figures."""
    if isinstance(value, dict):
        return str(value.get("name") or ", ".join(map(str, value.values())))
    return str(value)


def _visible(request: HttpRequest, stream: UUID) -> CampaignSheet:
    return get_object_or_404(CampaignSheet, pk=desk_of(request, stream).pk)


def _platoons(
    sheet: CampaignSheet, standings: Sequence[Standing], people: dict[str, str], here: Visit, reader: str
) -> Sequence[Platoon]:
    cards = story.own_cards(here.season, reader)
    vehicles: dict[str, list[tuple[Vehicle, tuple[str, ...]]]] = {}
    for one in Vehicle.objects.filter(campaign=sheet).order_by("vehicle"):
        vehicles.setdefault(one.platoon, []).append((one, cards.get(one.vehicle, ())))
    sides = here.season.opened.sides
    return [
        Platoon(one, people[one.player], sides.get(one.side) or one.side, tuple(vehicles.get(one.platoon, ())))
        for one in standings
    ]


def _meetings(page: Page[Fixture], season: Season) -> list[Meeting]:
    fixtures = list(page.object_list)
    sheets = Sheet.objects.in_bulk([fixture.battle for fixture in fixtures if fixture.battle])
    names = story.names_in(season)
    return [
        _meeting(fixture, sheets.get(fixture.battle) if fixture.battle else None, season, names) for fixture in fixtures
    ]


def _meeting(fixture: Fixture, sheet: Sheet | None, season: Season, names: dict[str, str]) -> Meeting:
    points = msgspec.json.decode(fixture.points)
    sides = msgspec.json.decode(fixture.sides) or {key: key for key in msgspec.json.decode(fixture.platoons)}
    found = season.fixtures[fixture.fixture]
    return Meeting(
        fixture=fixture,
        name=names.get(fixture.fixture, fixture.scenario),
        sides=tuple((side, names.get(platoon, platoon), points.get(platoon)) for side, platoon in sides.items()),
        status=sheet.standing if sheet else str(fixture.get_status_display()),
        passed=story.passed(found.waivers, names),
    )
