"""The page of a round: its pairings with dates, results and confirmations, what is disputed first, and the rulings on
each without leaving it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.presenters.people import own_names_of
from campaigns import models
from campaigns.admin.office import OfClubs
from campaigns.admin.ruling import results_sheet, roll_call, views
from campaigns.admin.ruling.acts import FORMS, Acts
from campaigns.clerk import rounds as clerk
from campaigns.pages.rounds import Meeting, meetings, numbers, summary_of
from campaigns.season import Fixture, Season
from campaigns.season.reminders import awaited

FIXTURES = 30  # on a page
USUAL = ("reconsider", "adjudicate", "walk-over", "set-date")  # the others are behind a word more
OF_THE_ROUND = ("disclose", "close-round", "open-round", "pair", "extend", "close-season")
KINDS = (
    ("disputed", gettext_lazy("Disputed")),
    ("open", gettext_lazy("Still without a result")),
    ("counted", gettext_lazy("With a result")),
)
Links = list[tuple[str, Any, str]]


class Row(msgspec.Struct, frozen=True):
    """A fixture: who meets with their players, to whom the result is fine, and of whom that is not known; the usual
    rulings, and the others. `opened`: the form of a ruling is shown in it."""

    meeting: Meeting
    players: dict[str, str]
    accepted: tuple[str, ...]
    silent: tuple[str, ...]
    usual: Links
    more: Links
    opened: bool


class Reminding(msgspec.Struct, frozen=True):
    """Whom a reminder goes to; nobody if it went out."""

    people: tuple[str, ...]
    reminded: bool


def address(stream: Any, number: int, act: str = "", about: str = "") -> str:
    """Of a round, with the form of a ruling opened in it."""
    query = {"act": act, "about": about} if act else {}
    anchor = f"#f-{about}" if about else "#act" if act else ""
    return reverse("admin:campaigns_campaignsheet_round_of", args=[stream, number], query=query) + anchor


def newest(office: OfClubs, request: HttpRequest, stream: str) -> HttpResponse:
    """The round under way, or the last one; with the form of a ruling that is asked for."""
    at = views.here(office, request, stream)
    last = max((one.number for one in at.over.season.rounds), default=0)
    return redirect(address(stream, last, request.GET.get("act", "")))


def page(office: OfClubs, request: HttpRequest, stream: str, number: int) -> HttpResponse:
    """The round `number`, with the form that is opened on it. What is sent reminds players, marks who is there, or is a
    ruling. `Http404` if there is no such round."""
    at = views.here(office, request, stream)
    season = at.over.season
    if number not in {0, *numbers(season)}:
        raise Http404
    if request.method == "POST" and "remind" in request.POST:
        return _remind(office, request, at, number)
    if request.method == "POST" and views.THERE in request.POST:
        if not roll_call.mark(request, at):
            messages.warning(request, _("That platoon is not in the campaign any more."))
        return redirect(f"{address(at.over.stream, number)}?{views.THERE}=1#{views.THERE}")
    found = views.opened(request, at, partial(address, stream, number))
    if found.done and request.GET.get("act") == "open-round":
        return redirect("admin:campaigns_campaignsheet_round", stream)
    if found.away is not None:
        return found.away
    status = int(found.context.get("status", 200))
    return views.page(request, at, "admin/ruling/round.html", _context(request, at, number, found.context), status)


def _context(request: HttpRequest, at: views.Here, number: int, opened: dict[str, Any]) -> dict[str, Any]:
    season, stream = at.over.season, at.over.stream
    acts, every = Acts(season, at.who), numbers(season)
    ordered = _ordered(stream, season, number)
    pages = (n // FIXTURES + 1 for n, row in enumerate(ordered) if row.fixture == opened.get("key"))
    listed = Paginator(ordered, FIXTURES).get_page(next(pages, request.GET.get("p")))
    rows = list(_rows(at, acts, meetings(season, listed.object_list, at.who.id), opened))
    now = season.under_way is not None and season.under_way.number == number
    latest = number == max((one.number for one in season.rounds), default=0)
    of_round = [one for one in acts.of("") if one in OF_THE_ROUND] if latest else []
    opens = _opens_next(season, stream, number, of_round)
    takes_results = any(not results_sheet.left(one) for one in results_sheet.fixtures(season, number))
    return {
        "called": "",
        "action": "",
        **opened,
        "title": _("Round %(n)s") % {"n": number} if number else _("Before the first round"),
        "number": number,
        "numbers": sorted(every),
        "zone": season.zone,
        "summary": summary_of(season, number),
        "listed": listed,
        "groups": [(label, found) for key, label in KINDS if (found := [one for one in rows if _kind(one) == key])],
        "next_round": opens if views.closes_and_opens(season, of_round) else "",
        "call": roll_call.roll_call(at, opens) if latest and not opened else None,
        "calling": views.THERE in request.GET,
        "of_round": [(one, FORMS[one].title, address(stream, number, one)) for one in of_round],
        "reminding": _reminding(season) if now else None,
        "results": results_sheet.address(stream, number) if takes_results else "",
        "enlisted": [one.name for one in season.platoons.values() if not one.dropped] if not season.rounds else None,
        "invite": _invite(stream) if not season.rounds else "",
        "tab": "round",
        "opened": opened.get("act", ""),
        "act": "round",
        "here": address(stream, number),
    }


def _opens_next(season: Season, stream: str, number: int, acts: Sequence[str]) -> str:
    """The address of the form that opens the next round; "" where none can be opened."""
    if views.closes_and_opens(season, acts):
        return views.next_round(stream)
    return address(stream, number, "open-round") if "open-round" in acts else ""


def _invite(stream: str) -> str:
    """Where people are invited to the club, and led to this campaign. One query."""
    club, campaign = models.Campaign.objects.values_list("club", "pk").get(stream=stream)
    return f"{reverse('admin:campaigns_club_people', args=[club])}?invite={campaign}"


# -- its fixtures ------------------------------------------------------------------------------------------------------


def _ordered(stream: str, season: Season, number: int) -> list[models.Fixture]:
    """What is disputed first, then what has no result, then the others; each as announced. One query."""
    rows = list(models.Fixture.objects.filter(Q(campaign=stream), round=number).order_by("number"))
    rank = {key: n for n, (key, _label) in enumerate(KINDS)}
    return sorted(rows, key=lambda row: rank[_kind_of(season.fixtures[row.fixture])])


def _kind_of(fixture: Fixture) -> str:
    return "disputed" if fixture.disputes else "open" if fixture.is_open else "counted"


def _kind(row: Row) -> str:
    found = row.meeting
    return "disputed" if found.disputes else "counted" if found.fixture.results not in ("", "{}") else "open"


def _rows(at: views.Here, acts: Acts, found: Sequence[Meeting], opened: dict[str, Any]) -> Iterator[Row]:
    season = at.over.season
    platoons = {side.platoon for one in found for side in one.sides}
    people = own_names_of({player for key in platoons for player in season.platoons[key].players})
    for one in found:
        key, fixture = one.fixture.fixture, season.fixtures[one.fixture.fixture]
        links = [
            (act, FORMS[act].title, address(at.over.stream, fixture.round, act, key)) for act in acts.of("fixture", key)
        ]
        yield Row(
            meeting=one,
            players={
                each: ", ".join(people[player] for player in season.platoons[each].players) for each in fixture.platoons
            },
            accepted=tuple(season.platoons[each].name for each in fixture.accepted),
            silent=tuple(
                season.platoons[each].name
                for each in fixture.platoons
                if _is_heard_of(fixture) and each not in (*fixture.accepted, *fixture.disputes)
            ),
            usual=[link for link in links if link[0] in USUAL],
            more=[link for link in links if link[0] not in USUAL],
            opened=opened.get("key") == key,
        )


def _is_heard_of(fixture: Fixture) -> bool:
    """Whether it matters who is fine with the result: it was fought, or somebody disputes it."""
    return not fixture.is_open and bool(fixture.disputes or fixture.battle)


# -- reminding ---------------------------------------------------------------------------------------------------------


def _reminding(season: Season) -> Reminding | None:
    """None for a round without a moment to remind of."""
    round = season.under_way
    if round is None or not (round.deadline or round.orders_by):
        return None
    players = awaited(season, round).players(season)
    return Reminding(tuple(own_names_of(players).values()), round.reminded)


def _remind(office: OfClubs, request: HttpRequest, at: views.Here, number: int) -> HttpResponse:
    """The clerk reminds now instead of later; the office's record says who wanted it."""
    found = _reminding(at.over.season)
    if found is None or found.reminded or not found.people:
        messages.warning(request, _("There is nobody to remind."))
    else:
        n = clerk.remind_now(at.over.stream, number)
        told = ngettext("%(n)d player was reminded.", "%(n)d players were reminded.", n) % {"n": n}
        office.log_change(request, at.sheet, told)
        messages.success(request, told)
    return redirect(address(at.over.stream, number))
