"""The page on which a campaign is told by lines of script, with what can be written there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles import log
from battles.forms.trouble import REFUSED, Trouble, overtaken, status_of, without_id
from battles.pages.paste import read, reports_of, rest_from
from battles.presenters.people import names_of
from battles.reports import Conflict, Receipt
from battles.sentences import words
from campaigns import scripts
from campaigns.pages.request_context import NOT_A_MEMBER, Visit, foretold, not_allowed, position, visit
from campaigns.presenters import story
from campaigns.season import legal
from campaigns.season.mending import mends_of
from campaigns.season.script import REPORTS
from campaigns.season.visibility import as_read_by
from rules.contract import Choice, Field, Refused
from rules.stream.random_values import filled_in
from rules.stream.samples import Unsampled, sample
from rules.stream.script import in_line, outline, write_line


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def script(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The lines are sent here, and shown again where one is refused, or they are only to be checked."""
    here = visit(request, stream)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if here.who is None:
        return _page(request, here, not_allowed(*NOT_A_MEMBER))
    if request.method != "POST":
        return _page(request, here)
    done = _take(request, here)
    if isinstance(done, Trouble):
        return _page(request, here, done)
    return redirect(f"{reverse('campaign', args=[here.stream])}?ruling={done}#ruling")


def _take(request: HttpRequest, here: Visit) -> int | Trouble:
    """Report the lines: all of them, or with `prefix` in the form those before the first mistake. The position of the
    last report's first row, or the trouble with the lines."""
    assert here.who is not None
    who, text, check = here.who, request.POST.get("script", ""), "check" in request.POST
    try:
        lines = read(text, lambda text: scripts.read(text, here.stream, here.season, who))
        reports = reports_of(request.POST.get("id", ""), lines, REPORTS)
    except Refused as refused:
        return Trouble(status_of(refused), (refused,), script=text)
    except log.Unwritable as unwritable:
        return Trouble(REFUSED, (without_id(unwritable),), script=text)
    numbers = {report.id: line.number for report, line in zip(reports, lines, strict=True)}
    seen, atomic = position(request.POST.get("after", "")), "prefix" not in request.POST
    try:
        receipt = scripts.play(here.stream, reports, who, "script", after=seen, dry_run=check, atomic=atomic)
    except Refused as refused:
        return Trouble(status_of(refused), in_line(refused, numbers).faults, script=text)
    except Conflict as conflict:
        return overtaken(conflict, script=text)
    return _outcome(here, receipt, text, numbers, check)


def _outcome(here: Visit, receipt: Receipt, text: str, numbers: dict[str, int], check: bool) -> int | Trouble:
    taken = [answer for answer in receipt.answers if answer.events]
    refused = next((answer.refused for answer in receipt.answers if answer.refused is not None), None)
    if refused is not None:
        first = next(answer for answer in receipt.answers if not answer.events)
        left = text if check else rest_from(text, numbers[first.id])
        faults, kept = in_line(refused, numbers).faults, 0 if check else len(taken)
        return Trouble(status_of(refused), faults, script=left, kept=kept)
    if check:
        season = as_read_by(receipt.state, here.reader, here.who)
        told = tuple(foretold(season, ruled, here.reader) for answer in taken for ruled in answer.events)
        asked = next((answer.asked for answer in receipt.answers if answer.asked is not None), None)
        return Trouble(200, accepted=told, asked=asked, script=text)
    return taken[-1].events[0].position


def _page(request: HttpRequest, here: Visit, trouble: Trouble | None = None) -> HttpResponse:
    missed = story.since(here.facts, trouble.since) if trouble and trouble.since is not None else []
    context = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "may": here.who is not None,
        "sheet": list(_sheet(here)),
        "script": trouble.script if trouble else "",
        "id": str(uuid4()),
        "after": log.head(here.stream).position,
        "trouble": trouble,
        "sight": {"names": story.names_in_refusals(here.season, here.reader)},
        "missed": story.entries(here.season, missed, here.reader, names_of(row.by for _fact, row in missed)),
    }
    return render(request, "campaigns/script.html", context, status=trouble.status if trouble else 200)


# -- what can be written -----------------------------------------------------------------------------------------------


NO_ID = str(UUID(int=0))


class Verb(msgspec.Struct, frozen=True):
    """A report that may be made now: what it is about, how it is written, and a line that is one ("" for none)."""

    label: str
    outline: str
    example: str


def _sheet(here: Visit) -> Iterator[Verb]:
    """One of each kind of report that is offered, with people by their names."""
    known, names = set[str](), story.names_in(here.season)
    players = {player for one in here.season.platoons.values() for player in one.players}
    people = {id: name for id, name in names_of({*players, *here.season.offices}).items() if name.isalnum()}
    for offer in (*legal(here.season, here.who), *mends_of(here.season, here.who)):
        if offer.command not in known:
            known.add(offer.command)
            kind = REPORTS.types[offer.command]
            example = _example(offer).replace(NO_ID, str(uuid4()))
            for id, name in people.items():
                example = example.replace(id, name)
            yield Verb(words(offer.label, names), outline(kind), example)


def _example(offer: Choice) -> str:
    """The choice with the first of everything, and as little as it takes."""

    def least(n: int) -> int:
        return n - 1 if n == 1000 else 0

    def data(field: Field) -> Any:
        kinds = {info.name: info.type for info in msgspec.structs.fields(REPORTS.types[offer.command])}
        return sample(kinds[field.name], least) if field.name in kinds else []

    try:
        return write_line("", REPORTS.decode(offer.command, msgspec.json.encode(filled_in(offer, least, data))))
    except (Refused, Unsampled):
        return ""
