"""The page that explains a fact of the map: why a platoon is where it is, how its order went, why a sector has its
owner."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from battles.presenters.people import names_of
from battles.sentences import words
from campaigns.pages.request_context import visit
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


@never_cache
@require_safe
def why(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The page; `?of=platoons.alpha.sector` names the fact. 404 for what is no fact of this campaign's map."""
    here = visit(request, stream)
    rows = [(ruled.position, ruled.event) for ruled, _row in here.facts]
    try:
        found = explain.explain(here.season, rows, request.GET.get("of", ""), here.reader)
    except Refused:
        raise Http404 from None
    told = {ruled.position: (map.narrowed(ruled, found.fact.about), row) for ruled, row in here.facts}
    steps = [told[step.position] for step in found.steps]
    people, names = names_of(row.by for _ruled, row in steps), story.names_in(here.season)
    entries = story.entries(here.season, steps, here.reader, people)
    context = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "fact": words(found.fact.label, names),
        "value": words(found.fact.value, names),
        "kind": found.fact.of.partition(".")[0],
        "about": found.fact.about,
        "chain": [
            Link(
                replace(entry, marches=()),
                words(step.after, names) if step.after is not None and step.after != step.before else "",
                tuple((words(reason.text, names), reason.rule) for reason in step.reasons),
            )
            for entry, step in zip(entries, found.steps, strict=True)
        ],
    }
    return render(request, "campaigns/why.html", context)
