"""The trail in the office: who did what, when, by which way and why, over all campaigns of an organiser and their
desk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import msgspec
from django.contrib import admin
from django.contrib.admin.models import ADDITION, DELETION
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles import log
from battles.presenters.people import own_names_of
from battles.presenters.story import way
from campaigns import trail
from campaigns.admin.office import OfClubs, in_office
from campaigns.admin.ruling.acts import FORMS
from campaigns.models import CampaignSheet, Fixture, Standing, fixtures
from campaigns.roles import user_of

PAGE = 40
MOST = 1_000  # are looked through; older ones are found by their time
WORDS: dict[str, Any] = {form.command.__name__: form.title for form in FORMS.values()} | {
    "MusterBattle": gettext_lazy("Muster a battle"),
    "TakeCase": gettext_lazy("Take the case of a battle"),
    "LeaveCase": gettext_lazy("Give the case of a battle back"),
    "Undo": gettext_lazy("Take reports back"),
    "Correct": gettext_lazy("Correct a report"),
    "Resolve": gettext_lazy("Settle what a correction has left"),
    "Declare": gettext_lazy("Declare how things stand"),
    "Agree": gettext_lazy("Agree to a correction"),
    "Decline": gettext_lazy("Decline a correction"),
    "Reseed": gettext_lazy("Commit to new dice"),
}

# What became of a ruling that a second officer was asked to confirm.
HELD: dict[str, Any] = {
    "waiting": gettext_lazy("Asked for a ruling that waits for a second officer"),
    "declined": gettext_lazy("Asked for a ruling that a second officer declined"),
    "withdrawn": gettext_lazy("Asked for a ruling and withdrew it"),
}


class Line(msgspec.Struct, frozen=True):
    """An act in words. `about`: the names of what it is about, the campaign last; `url`: where its row is;
    `second`: the second officer who has answered it."""

    at: str
    by: str
    via: str
    what: str
    about: tuple[str, ...]
    reason: str
    url: str = ""
    second: str = ""


def page(office: OfClubs, request: HttpRequest) -> HttpResponse:
    """As many queries whatever there is: a few for each place where acts are kept, and a few for names."""
    if not in_office(request):
        raise PermissionDenied
    wanted = _wanted(request)
    found = trail.mine(user_of(request), wanted)
    every = trail.newest(found, wanted, MOST + 1)
    listed = Paginator(every[:MOST], PAGE).get_page(request.GET.get("p"))
    people = own_names_of(trail.people(found))
    context = {
        **admin.site.each_context(request),
        "title": _("Who did what"),
        "opts": CampaignSheet._meta,
        "page": listed,
        "lines": list(_lines(list(listed.object_list))),
        "people": sorted(people.items(), key=lambda one: one[1].casefold()),
        "campaigns": [(str(stream), name) for stream, name in found.campaigns.items()],
        "wanted": wanted,
        "cut": min(len(every), MOST) if len(every) > MOST or found.cut else 0,
        "since": wanted.since.isoformat() if wanted.since else "",
        "until": wanted.until.isoformat() if wanted.until else "",
    }
    return render(request, "admin/trail.html", context)


def _wanted(request: HttpRequest) -> trail.Wanted:
    """What the address asks for; what is no day or no campaign of theirs is left out."""
    said = {key: request.GET.get(key, "")[:80] for key in ("by", "of", "since", "until")}
    return trail.Wanted(said["by"], said["of"], _day(said["since"]), _day(said["until"]))


def _day(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:  # no such day
        return None


def _lines(acts: Sequence[trail.Act]) -> Iterator[Line]:
    """Four queries for names, two for reasons."""
    why = log.reasons(trail.rows_of(acts))
    seconds = {one.second for one in acts if one.second}
    people = own_names_of({one.by for one in acts} | seconds | {each for one in acts for each in _people(one)})
    named = _names(acts)
    for one in acts:
        told = [named.get((one.key[0], key), "") for key in _keys(one)]
        about = [*(text for text in told if text), *(people[each] for each in _people(one)), one.of]
        yield Line(
            at=one.at,
            by=people[one.by],
            via=way(one.via),
            what=_what(one),
            about=tuple(text for text in about if text),
            reason=one.reason or why.get(one.key, ""),
            url=_row(one),
            second=people[one.second] if one.second else "",
        )


def _what(one: trail.Act) -> str:
    if one.source == "desk":
        flags = {str(ADDITION): _("Made"), str(DELETION): _("Deleted")}
        return flags.get(one.key[0]) or one.what or _("Changed")
    if one.source == "held":
        return str(HELD[one.what])
    return in_words(one.what)


def in_words(type_: str) -> str:
    """What a report of this type is called in the office."""
    return str(WORDS.get(type_, type_))


def _people(one: trail.Act) -> Iterator[str]:
    return (one.about[field] for field in ("person", "author") if field in one.about)


def _keys(one: trail.Act) -> Iterator[str]:
    return (f"{field}/{one.about[field]}" for field in ("fixture", "platoon") if field in one.about)


def _names(acts: Sequence[trail.Act]) -> dict[tuple[str, str], str]:
    """What fixtures and platoons are called, by campaign and key."""
    keys = {kind: {f"{one.key[0]}/{one.about[kind]}" for one in acts if kind in one.about} for kind in trail.NAMED}
    rows = list(Fixture.objects.filter(pk__in=keys["fixture"])) if keys["fixture"] else []
    found = {(str(row.campaign_id), f"fixture/{row.fixture}"): row.called for row in fixtures.name(rows)}
    platoons = Standing.objects.filter(pk__in=keys["platoon"]) if keys["platoon"] else Standing.objects.none()
    return found | {(str(row.campaign_id), f"platoon/{row.platoon}"): row.name for row in platoons}


def _row(one: trail.Act) -> str:
    if one.source == "held":
        return reverse("admin:campaigns_campaignsheet_held", args=one.key[0].split("/"))
    if one.source not in ("campaign", "battle"):
        return ""
    return reverse("admin:battles_logline_change", args=[f"{one.key[0]}:{one.key[1]}"])
