"""A campaign's page. It takes the same number of queries for a campaign of any size.

Standings and fixtures are read from the read models; rounds, house rules and the story from the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import msgspec
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from battles.pages.methods import read_page
from battles.presenters.people import names_of
from campaigns.models import Campaign, CampaignSheet, Standing
from campaigns.models.uncounted import being_corrected
from campaigns.pages import rounds
from campaigns.pages.here import tonight
from campaigns.pages.house_rules import house
from campaigns.pages.map_context import scene
from campaigns.pages.request_context import Visit, desk_of, keeping, position, visit_then
from campaigns.presenters import belonging, life, progress, story
from campaigns.presenters.appointments import undated
from campaigns.presenters.as_it_stood import AsItStands, AsItStood
from campaigns.presenters.ladder import ladder_of
from campaigns.season import GONE, Season, offered
from campaigns.season.edition_moves import untaken
from campaigns.season.enlistment import Enlist
from campaigns.season.mending import mends_of
from campaigns.season.musters import MusterBattle, is_beside
from campaigns.season.standings import BREAKERS
from campaigns.season.terms import staged
from campaigns.season.visibility import rules_over
from rules import system as find_system

PAGE = 20


class Place(msgspec.Struct, frozen=True):
    """A platoon's standing: the names of its players and side, its value for each tie-breaker that was needed (None
    if not), and how many vehicles it still has. `mine`: the reader commands it. `moved`: how many places up (or, below
    0, down) since the round before the newest; `zone`: "up", "down" or "line" where the standings mark its place, else
    ""."""

    standing: Standing
    players: tuple[str, ...]
    side: str
    ties: tuple[tuple[str, int | None], ...]
    vehicles: int
    mine: bool
    moved: int
    zone: str


@read_page
def campaign(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The page: the round under way or another one (`?round=`) with its fixtures (`?page=`), the standings, the house
    rules, the platoons, the log (`?log=`; `?ruling=` puts one row at the top). `?at=`: as it all stood at a row of the
    log, `?as_of=` as it was known at a time.

    A campaign that is not open yet only tells its organisers how to open it; others get a 404.
    """
    desk = desk_of(request, stream)
    if not desk.is_open:
        return _not_open(request, desk)
    sheet = get_object_or_404(CampaignSheet.objects.annotate(reopened=being_corrected()), pk=stream)
    reopened = bool(getattr(sheet, "reopened"))  # noqa: B009 # annotated
    here, trouble = visit_then(request, desk)
    stood = AsItStood(here.stream, here.season, here.rows) if here.moment else AsItStands(sheet)
    reader = here.reader if here.moment or not request.user.is_authenticated else str(request.user.pk)
    context = {
        "campaign": stood.sheet,
        "system": find_system(sheet.system),
        "club": desk.club,
        "part_of": belonging.part_of(desk, request.user),
        "season": here.season,
        "moment": here.moment,
        "trouble": trouble,
        "reopened": here.moment is None and reopened,
        "reader": reader,
        "stream": here.stream,
        "zone": here.season.zone,
        "scene": scene(here),
        "life": life.slider(here.every, life.OF_SEASON, here.moment.at if here.moment else None),
        "ladder": ladder_of(here.season, reader),
        "deeds": progress.latest_deeds(here.season),
        "tonight": tonight(here),
        **_doing(here),
        **_told(request, here, stood.standings(), reader),
        **_round(request, here, stood, reader),
    }
    return keeping(here, render(request, "campaigns/campaign.html", context, status=trouble.status if trouble else 200))


def _told(request: HttpRequest, here: Visit, standings: Sequence[Standing], reader: str) -> dict[str, object]:
    """The standings, the house rules and a page of the log, with the names of everybody in them. One query."""
    told = Paginator(here.facts[::-1], story.PAGE).get_page(request.GET.get("log"))
    asked = position(request.GET.get("ruling", ""))
    ruling = [fact for fact in here.facts if fact[0].position == asked]
    shown, rules = [*ruling, *told.object_list], house(here.season, here.facts)
    people = names_of(
        [
            *(player for one in here.season.platoons.values() for player in one.players),
            *(row.by for _fact, row in shown),
            *(one.by for one in rules.amendments),
        ],
        here.person,
    )
    entries = story.looking_back(story.entries(here.season, shown, reader, people), here.rows)
    tied = [key for key in BREAKERS if key != "rung" and any(f'"{key}"' in one.ties for one in standings)]
    zones = _zones(here.season, standings)
    ranked, query = [one.platoon for one in standings], here.moment.query if here.moment else ""
    return {
        "tied": [_(BREAKERS[key].label) for key in tied],
        "places": [_place(here.season, one, tied, people, reader, zones.get(one.platoon, "")) for one in standings],
        "downloads": (("standings", _("Standings")), ("fixtures", _("Fixtures")), ("results", _("Results"))),
        "penalised": any(one.penalty for one in standings),
        "idle": here.season.terms["bye_score"] and any(one.byes for one in standings),
        "scores": progress.score_chart(here.season, here.stream, ranked, reader, query),
        "house": rules,
        "people": people,
        "ruling": entries[: len(ruling)],
        "story": entries[len(ruling) :],
        "told": told,
    }


def _doing(here: Visit) -> dict[str, object]:
    """What the reader is offered now: to enlist a platoon, to muster a battle beside the fixtures, anything at all, to
    correct something; and whether the office is theirs (`rules`), and which editions are newer then."""
    season, who = here.season, here.who
    return {
        "enlists": any(True for _one in offered(season, who, Enlist)),
        "musters": any(map(is_beside, offered(season, who, MusterBattle))),
        "tells": any(True for _one in offered(season, who)),
        "rules": rules_over(who),
        "undated": undated(season) if rules_over(who) else 0,
        "newer": untaken(season) if rules_over(who) else (),
        **_mending(here),
    }


def _mending(here: Visit) -> dict[str, bool | int]:
    """Whether the reader may correct the season (`mends`), may answer a proposal, and whether either is to be done.
    `to_settle`: how many reports are left to settle."""
    mends, items = mends_of(here.season, here.who), here.season.items
    asks_me = any(one.command in ("Agree", "Decline") for one in mends)
    return {
        "mends": bool(mends),
        "asks_me": asks_me,
        "to_settle": len(items) if mends else 0,
        "open_corrections": asks_me or (bool(mends) and bool(items)),
    }


def _not_open(request: HttpRequest, desk: Campaign) -> HttpResponse:
    organisers = desk.club.organisers.filter(is_active=True).order_by("username")
    names = [one.get_username() for one in organisers]
    return render(request, "campaigns/not_open.html", {"campaign": desk, "organisers": names})


def _round(request: HttpRequest, here: Visit, stood: AsItStands, reader: str) -> dict[str, object]:
    """The round that was asked for, or else the one under way, or else the newest, with a page of its fixtures."""
    numbers = rounds.numbers(here.season)
    asked = position(request.GET.get("round", ""))
    number = asked if asked in numbers else numbers[0] if numbers else 0
    page = Paginator(stood.fixtures(number), PAGE).get_page(request.GET.get("page"))
    then = here.moment.query if here.moment else ""
    return {
        "number": number,
        "numbers": numbers,
        "summary": rounds.summary_of(here.season, number, here.facts),
        "page": page,
        "query": then + (f"round={number}&" if asked is not None else ""),
        "meetings": rounds.meetings(here.season, page.object_list, reader, now=here.moment is None),
    }


def _zones(season: Season, standings: Sequence[Standing]) -> dict[str, str]:
    """The platoons in the zones that the terms mark: "up" for promotion, "down" for relegation; "line" for equals of
    whom not all have room in one. None while all are equal."""
    there = [one for one in standings if not one.dropped]
    if len({one.rank for one in there}) < 2:
        return {}
    promoted, relegated = (min(int(staged(season.terms, name)), len(there)) for name in ("promoted", "relegated"))
    return _zone(there[::-1], relegated, "down") | _zone(there, promoted, "up")


def _zone(there: Sequence[Standing], places: int, zone: str) -> dict[str, str]:
    """The first so many, and who is equal to the last of them."""
    if not places:
        return {}
    last = there[places - 1].rank
    split = any(one.rank == last for one in there[places:])
    inside = [one.platoon for one in there[:places] if one.rank != last or not split]
    line = [one.platoon for one in there if split and one.rank == last]
    return dict.fromkeys(inside, zone) | dict.fromkeys(line, "line")


def _place(season: Season, one: Standing, tied: Sequence[str], people: dict[str, str], reader: str, zone: str) -> Place:
    platoon = season.platoons[one.platoon]
    ties: dict[str, int] = msgspec.json.decode(one.ties)
    return Place(
        standing=one,
        players=tuple(people[player] for player in platoon.players),
        side=season.opened.sides.get(one.side) or one.side,
        ties=tuple((key, ties.get(key)) for key in tied),
        vehicles=sum(season.vehicles[id].status not in GONE for id in platoon.vehicles),
        mine=bool(reader) and reader in platoon.players,
        moved=one.was - one.rank if one.was else 0,
        zone=zone,
    )
