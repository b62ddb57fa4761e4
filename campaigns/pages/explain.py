"""The page that explains a fact of a campaign: why a platoon has its score, its purse, its place on the map; why a
vehicle is lost, or a sector theirs."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from battles.pages.methods import read_page
from battles.presenters.people import names_of
from battles.presenters.preview import value
from battles.sentences import words
from campaigns.pages.request_context import desk_of, keeping, visit_then
from campaigns.presenters import map, story
from campaigns.presenters.story import StoryLine
from campaigns.season import explain
from rules.contract import Refused


class Link(msgspec.Struct, frozen=True):
    """A step of the explanation: the row of the log, what the fact became with it ("" if it stayed the same), and
    the reasons, each with its rule ("" for none)."""

    entry: StoryLine
    after: str
    reasons: tuple[tuple[str, str], ...]


@read_page
def why(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The page; `?of=platoons.alpha.sector` names the fact. 404 for what is no fact of this campaign, or not for the
    visitor. `?at=`, `?as_of=`: as it was then (`campaigns.pages.clocks`)."""
    here, trouble = visit_then(request, desk_of(request, stream))
    rows = [(ruled.position, ruled.event) for ruled, _row in here.facts]
    try:
        found = explain.explain(here.season, rows, request.GET.get("of", ""), here.reader)
    except Refused:
        raise Http404 from None
    on_map = found.fact.of.startswith(("platoons.", "sectors."))
    told = {
        ruled.position: (map.narrowed(ruled, found.fact.about) if on_map else ruled, row) for ruled, row in here.facts
    }
    steps = [told[step.position] for step in found.steps]
    people, names = names_of((row.by for _ruled, row in steps), here.person), story.names_in(here.season)
    entries = story.entries(here.season, steps, here.reader, people)
    context = {
        "campaign": here.season.opened,
        "moment": here.moment,
        "trouble": trouble,
        "now": f"{request.path}?{urlencode({'of': found.fact.of})}",
        "stream": here.stream,
        "fact": words(found.fact.label, names),
        "value": words(found.fact.value, names),
        "back": _back(here.stream, *found.fact.of.split(".")[:2]),
        "chain": [
            Link(
                replace(entry, marches=()),
                value(step.after, names) if step.after != step.before else "",
                tuple((words(reason.text, names), reason.rule) for reason in step.reasons),
            )
            for entry, step in zip(entries, found.steps, strict=True)
        ],
    }
    return keeping(here, render(request, "campaigns/why.html", context, status=trouble.status if trouble else 200))


def _back(stream: str, kind: str, key: str) -> tuple[str, str]:
    """The page of what the fact is about, and what the link to it says."""
    match kind:
        case "platoons":
            return reverse("platoon", args=[stream, key]), _("To the platoon")
        case "vehicles":
            return reverse("vehicle", args=[stream, key]), _("To the vehicle")
        case "fixtures":
            return reverse("fixture", args=[stream, key]), _("To the fixture")
        case "sectors":
            return reverse("sector", args=[stream, key]), _("To the sector")
        case _:
            return reverse("map", args=[stream]), _("To the map")
