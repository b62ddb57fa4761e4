"""The page of a ruling that waits for a second officer: what it asks for and what it would change, to be confirmed or
declined by another, or withdrawn by who asked. Those of a campaign on one page."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from battles import log
from battles.forms.trouble import without_id
from battles.not_found import or_404
from battles.presenters.people import own_names_of
from battles.presenters.story import way
from battles.sentences import with_remedy
from campaigns import held_rulings
from campaigns.admin.office import OfClubs
from campaigns.admin.ruling import preview, views
from campaigns.admin.trail import in_words
from campaigns.models import HeldRuling, User
from campaigns.roles import user_of
from campaigns.season.decider import REPORTS
from campaigns.second_officer import KINDS, reports_of
from rules.contract import Refused

ANSWERED = 20  # are shown of a campaign, the newest


class Asked(msgspec.Struct, frozen=True):
    """A report of it, in words: what it is called, what of it is about, and the reason given."""

    what: str
    about: str
    reason: str


def address(row: HeldRuling) -> str:
    return reverse("admin:campaigns_campaignsheet_held", args=[row.campaign_id, row.pk])


def called(row: HeldRuling) -> str:
    """In a few words, as what it asks for is called in the office."""
    return ", ".join(dict.fromkeys(in_words(one.type) for one in reports_of(row)))


def page(office: OfClubs, request: HttpRequest, stream: str, key: str) -> HttpResponse:
    """What waits, with its preview as of now; an answer to it, which counts only for the preview that was seen."""
    at = views.here(office, request, stream)
    user = user_of(request)
    row = or_404(held_rulings.found(stream, key, user))
    status, faults, stale = 200, [], False
    mark = hashlib.sha256(f"{at.head} {row.pk}".encode()).hexdigest()
    if request.method == "POST":
        try:
            if "confirm" in request.POST and request.POST.get("mark") != mark and row.waits:
                status, stale = 409, True
            else:
                _answer(request, row, user)
                return redirect(address(row))
        except Refused as refused:
            status, faults = 403 if refused.code == "not-yours" else 422, _told(refused, at.over.names)
        except log.Unwritable as unwritable:
            status, faults = 422, _told(without_id(unwritable), at.over.names)
    context = {
        "title": called(row),
        "act": "held",
        "tab": "rule",
        "row": row,
        "why": KINDS[row.kind].called if row.kind in KINDS else "",
        "asked": list(_asked(row, at.over.names)),
        "by": own_names_of({str(one) for one in (row.by_id, row.answered_by_id) if one}),
        "way": way(row.via),
        "mine": row.by_id == user.pk,
        "may": held_rulings.may_confirm(row, user),
        "mark": mark,
        "faults": faults,
        "stale": stale,
        "typed": request.POST.get("reason", ""),
        **(_foreseen(row, at) if row.waits else {}),
    }
    return views.page(request, at, "admin/ruling/held.html", context, status)


def _answer(request: HttpRequest, row: HeldRuling, user: User) -> None:
    if "confirm" in request.POST:
        held_rulings.confirm(row, user)
        messages.success(request, _("Done."))
    elif "decline" in request.POST:
        held_rulings.decline(row, user, request.POST.get("reason", ""))
        messages.success(request, _("It is declined, and who asked for it is told."))
    elif "withdraw" in request.POST:
        held_rulings.withdraw(row, user)
        messages.success(request, _("It is withdrawn."))
    else:
        raise PermissionDenied


def _asked(row: HeldRuling, names: dict[str, str]) -> Iterator[Asked]:
    """What somebody has sent, without what lies face down: only what it names, and why."""
    for one in reports_of(row):
        said = msgspec.json.decode(one.data)
        keys = [said[field] for field in ("fixture", "battle", "platoon") if isinstance(said.get(field), str)]
        people = [said["person"]] if isinstance(said.get("person"), str) else []
        about = [*(names.get(key, key) for key in keys), *own_names_of(people).values()]
        yield Asked(in_words(one.type), " · ".join(about), str(said.get("reason", "")))


def _foreseen(row: HeldRuling, at: views.Here) -> dict[str, Any]:
    """What it would come to now, as its reader may know it; or why it would be refused."""
    reports = reports_of(row)
    if len(reports) > 1:
        tried, ranks = preview.batch(at.over.stream, reports, at.who)
        refused = [text for one in tried if one.refused for text in _told(one.refused, at.over.names)]
        told = tuple(line for one in tried for line in one.told)
        return {"foreseen": preview.Preview(told=told, ranks=ranks, vehicles=()), "refused": refused}
    try:
        REPORTS.decode(reports[0].type, reports[0].data)
        return {"foreseen": preview.preview_of(at.over.stream, reports[0], at.who)}
    except Refused as refused:
        return {"refused": _told(refused, at.over.names)}


def _told(refused: Refused, names: dict[str, str]) -> list[str]:
    return [with_remedy(one.text, one.remedy, names) for one in refused.faults]
