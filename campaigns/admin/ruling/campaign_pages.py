"""A campaign's pages in the office beside its rounds: its platoons with their faults, its terms with what each would
change, and its log, which can be searched. Rulings are reported where they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.not_found import or_404
from battles.presenters.people import own_names_of
from battles.sentences import option_in_words
from campaigns.admin.office import OfClubs
from campaigns.admin.ruling import views
from campaigns.admin.ruling.acts import FORMS, Acts
from campaigns.admin.ruling.platoon_fixes import fixes
from campaigns.models import Campaign
from campaigns.notices import of_faults
from campaigns.pages.platoon_faults import Stood, faults
from campaigns.presenters import story
from campaigns.roles import user_of
from campaigns.season import Platoon, Season
from campaigns.season.amendments import SCORES
from campaigns.season.cases import knows
from campaigns.season.house_rules import groups_of
from campaigns.season.standings import BREAKERS, HOUSE, standings
from campaigns.season.visibility import purse_of

PLATOONS = 40
LINES = 50
SEARCHED = 5_000  # lines of the log, the newest
Links = list[tuple[str, Any, str]]


def address(stream: Any, page: str, act: str = "", about: str = "", only: str = "", fix: str = "") -> str:
    """Of one of these pages, with the form of a ruling opened in it."""
    said = {"act": act, "about": about, "only": only, views.FIX: fix}
    query = {key: value for key, value in said.items() if value} if act else {}
    anchor = f"#f-{about or only}" if about or only else ""
    return reverse(f"admin:campaigns_campaignsheet_{page}", args=[stream], query=query) + anchor


def opened(request: HttpRequest, at: views.Here, page: str, allowed: Callable[[str], bool]) -> views.Opened:
    only = request.GET.get("only", "")
    return views.opened(request, at, partial(address, at.over.stream, page, only=only), allowed, only)


def _shown(
    request: HttpRequest, at: views.Here, page: str, found: views.Opened, context: dict[str, Any]
) -> HttpResponse:
    mine = {
        **found.context,
        **context,
        "tab": page,
        "act": "round",
        "here": address(at.over.stream, page),
    }
    status = int(found.context.get("status", 200))
    return views.page(request, at, f"admin/ruling/{page}.html", mine, status)


# -- platoons ----------------------------------------------------------------------------------------------------------


class PlatoonRow(msgspec.Struct, frozen=True):
    """A platoon as it stands; its `purse` is None for who may not know it. `fixes`: what mends a fault, or what has to
    be done before that is known; each opens a form that is filled in."""

    platoon: Platoon
    rank: int
    score: int
    players: str
    purse: int | None
    faults: list[Stood]
    links: Links
    opened: bool
    fixes: Links


def platoons(office: OfClubs, request: HttpRequest, stream: str) -> HttpResponse:
    """Those with faults first, then by their places. POST of `ask` asks the players of that platoon to mend it."""
    at = views.here(office, request, stream)
    if request.method == "POST" and (key := request.POST.get("ask")):
        return _ask_to_mend(office, request, at, key)
    found = opened(request, at, "platoons", lambda act: FORMS[act].about == "platoon")
    if found.away is not None:
        return found.away
    season = at.over.season
    places = sorted(standings(season), key=lambda place: not _faulty(season, place.platoon, at.who.id))
    opens = (n // PLATOONS + 1 for n, place in enumerate(places) if place.platoon == found.about)
    page = Paginator(places, PLATOONS).get_page(next(opens, request.GET.get("p")))
    context = {
        "title": _("Platoons"),
        "page": page,
        "faulty": sum(_faulty(season, place.platoon, at.who.id) for place in places),
        "rows": list(_platoons(at, list(page.object_list), found)),
    }
    return _shown(request, at, "platoons", found, context)


def _ask_to_mend(office: OfClubs, request: HttpRequest, at: views.Here, key: str) -> HttpResponse:
    """Asks its players to mend its faults, once for the same ones. The office's record says who asked. 404 for a
    platoon there is not."""
    season, user = at.over.season, user_of(request)
    platoon = or_404(season.platoons.get(key))
    known = [f"{one.text} {one.remedy}" for one in faults(season, platoon, at.who.id)]
    if not known or platoon.dropped:
        messages.warning(request, _("It has no fault."))
    elif n := of_faults.ask(Campaign.objects.get(stream=at.over.stream), at.over.stream, platoon, known, user):
        told = ngettext("%(n)d player was asked to mend it.", "%(n)d players were asked to mend it.", n) % {"n": n}
        office.log_change(request, at.sheet, f"{platoon.name or key}: {told}")
        messages.success(request, told)
    else:
        messages.info(request, _("They were asked before, and the faults are the same."))
    return redirect(address(at.over.stream, "platoons", about=key))


def _faulty(season: Season, key: str, reader: str) -> bool:
    found = season.platoons[key]
    return not found.dropped and bool(faults(season, found, reader))


def _platoons(at: views.Here, places: Sequence[Any], found: views.Opened) -> Iterator[PlatoonRow]:
    season, acts = at.over.season, Acts(at.over.season, at.who)
    people = own_names_of({player for place in places for player in season.platoons[place.platoon].players})
    for place in places:
        key, one = place.platoon, season.platoons[place.platoon]
        yield PlatoonRow(
            platoon=one,
            rank=place.rank,
            score=place.score,
            players=", ".join(people[player] for player in one.players),
            purse=purse_of(season, key, at.who.id),
            faults=faults(season, one, at.who.id),
            links=[
                (act, FORMS[act].title, address(at.over.stream, "platoons", act, key))
                for act in acts.of("platoon", key)
            ],
            opened=found.about == key,
            fixes=_fixes(at, acts, one) if _faulty(season, key, at.who.id) else [],
        )


def _fixes(at: views.Here, acts: Acts, platoon: Platoon) -> Links:
    """What would mend it; for who may not know its cards, to take its case."""
    if not knows(at.over.season, platoon, at.who):
        acts_now, act = acts.of("platoon", platoon.key), "take-case"
        url = address(at.over.stream, "platoons", act, platoon.key)
        return [(act, FORMS[act].title, url)] if act in acts_now else []
    return [
        (one.act, one.label, address(at.over.stream, "platoons", one.act, platoon.key, fix=one.to))
        for one in fixes(at.over.season, platoon, acts)
    ]


# -- the season's terms ------------------------------------------------------------------------------------------------


class Rule(msgspec.Struct, frozen=True):
    """A term: what it is called, what it says now and what it is for; the address of the form that changes it alone."""

    key: str
    name: str
    value: str
    help: str
    url: str
    opened: bool
    differs: bool = False


def season(office: OfClubs, request: HttpRequest, stream: str) -> HttpResponse:
    at = views.here(office, request, stream)
    found = opened(request, at, "season", lambda act: act == "amend" and "only" in request.GET)
    if found.away is not None:
        return found.away
    may = "amend" in Acts(at.over.season, at.who).of("")
    context = {
        "title": _("Season"),
        "groups": [(title, rules) for title, rules in _rules(at, found, may) if rules],
        "amend": views.rule_url(stream, "amend") if may else "",
        "amended": len(at.over.season.amended),
    }
    return _shown(request, at, "season", found, context)


def _rules(at: views.Here, found: views.Opened, may: bool) -> Iterator[tuple[str, list[Rule]]]:
    season = at.over.season
    now, on_map = season.settings(season.turn), season.opened.theatre is not None

    def rule(key: str, name: str, value: str, help: str = "", differs: bool = False) -> Rule:
        url = address(at.over.stream, "season", "amend", only=key) if may else ""
        return Rule(key, name, value, help, url, found.only == key, differs)

    def declared(options: Any, values: Any) -> list[Rule]:
        return [
            rule(
                one.name,
                _(one.called),
                _short(option_in_words(one, values[one.name])),
                _(one.help),
                values[one.name] != one.default,
            )
            for one in options
            if one.name in values
        ]

    yield _("House rules of battles"), declared(season.rules.options, now.options)
    for title, options in groups_of(season.rules, on_map):
        yield _(title), declared(options, now.terms)
    scoring = msgspec.structs.asdict(now.scoring)
    yield _("Scoring"), [rule(name, _(SCORES[name]), str(value)) for name, value in scoring.items()]
    order = ", ".join(_(BREAKERS[key].label) for key in now.breakers or HOUSE if key in BREAKERS)
    yield _("Tie-breakers"), [rule("breakers", _("In this order"), order)]


def _short(said: str) -> str:
    return f"{said[:80]}…" if len(said) > 80 else said


# -- the log -----------------------------------------------------------------------------------------------------------


def log(office: OfClubs, request: HttpRequest, stream: str) -> HttpResponse:
    """Who said what, the newest first, as its reader may know it: an organiser who commands a platoon reads of others
    what a player does. A search looks through what is read, so nobody finds by it what they may not read."""
    at = views.here(office, request, stream)
    facts = at.facts[::-1]
    q, by = request.GET.get("q", "").strip()[:80], request.GET.get("by", "")[:80]
    people = own_names_of({row.by for _fact, row in at.facts})
    if by:
        facts = tuple(one for one in facts if one[1].by == by)
    if q:
        lines = story.entries(at.over.season, facts[:SEARCHED], at.who.id, people)
        found = [one for one in lines if q.casefold() in f"{one.text} {one.by} {' '.join(one.marches)}".casefold()]
        page: Page[Any] = Paginator(found, LINES).get_page(request.GET.get("p"))
        shown = list(page.object_list)
    else:
        page = Paginator(facts, LINES).get_page(request.GET.get("p"))
        shown = story.entries(at.over.season, list(page.object_list), at.who.id, people)
    context = {
        "title": _("Log"),
        "q": q,
        "by": by,
        "people": sorted(people.items(), key=lambda one: one[1].casefold()),
        "page": page,
        "lines": shown,
        "searched": SEARCHED if q and len(facts) > SEARCHED else 0,
        "rows": reverse("admin:battles_logline_changelist", query={"stream": stream}),
    }
    return _shown(request, at, "log", views.Opened(), context)
