"""Shows a page that corrects a stream, and what comes of its form: first a preview, then the report.

Every form is posted to its own page: `step` "look" shows what would come of it, "do" does it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from battles.forms import correction_draft as drafts
from battles.forms.correction_draft import Draft
from battles.pages.corrections import declare
from battles.pages.corrections.handle import Verdict
from battles.pages.corrections.streams import correct as correct_page
from battles.pages.corrections.streams import declare as declare_page
from battles.pages.corrections.streams import settle as settle_page
from battles.pages.corrections.streams.desk import FormDesk

D = TypeVar("D", bound=FormDesk)
Taken = int | Verdict
Take = Callable[[D, Draft], Taken]
Show = Callable[[D, Draft | None, Verdict | None], Any]


def answer(
    request: HttpRequest,
    desk: D,
    template: str,
    take: Take[D],
    show: Show[D],
    frame: Mapping[str, Any],
    missed: Callable[[D, int], Sequence[Any]],
) -> HttpResponse:
    """Post, redirect, get. `frame`: what stands around the page; `missed`: what somebody has reported since a row."""
    draft = drafts.read(request.POST) if request.method == "POST" else None
    done = take(desk, draft) if draft is not None else None
    if isinstance(done, int):
        return redirect(f"{desk.home}?ruling={done}#ruling")
    if done is not None and done.elsewhere:
        return redirect(done.elsewhere)
    if done is not None and done.since is not None:
        desk.read()  # as it stands, with what was missed
    shown = show(desk, draft, done)
    if shown is None:
        return redirect(f"{desk.home}#log")
    context = {
        "page": shown,
        "desk": desk,
        "stream": desk.stream,
        "look": {"position": desk.head, "mine": ()},
        "sight": desk,
        "verdict": done,
        "missed": missed(desk, done.since) if done is not None and done.since is not None else [],
        "head_template": "battles/mending/streams/_head.html",
        "corrections_url": desk.address("corrections"),
        "of_season": True,
        **frame,
    }
    return render(request, template, context, status=done.status if done else 200)


def corrects(request: HttpRequest, at: int) -> tuple[str, Take[FormDesk], Show[FormDesk]]:
    """The page that takes the report at a position back, changes or strikes it, or inserts one before it (`?how=`,
    `?type=`)."""
    asked = request.POST or request.GET
    how, kind = asked.get("how", ""), asked.get("type", "")
    how = how if how in correct_page.HOWS else "undo"
    return (
        "battles/mending/streams/correct.html",
        lambda desk, draft: correct_page.take(desk, at, draft),
        lambda desk, draft, verdict: correct_page.page(desk, at, how, kind, draft, verdict),
    )


def settles(at: int) -> tuple[str, Take[FormDesk], Show[FormDesk]]:
    """The page that settles the report at a position, which a correction has left open."""
    return (
        "battles/mending/streams/settle.html",
        lambda desk, draft: settle_page.take(desk, at, draft),
        lambda desk, draft, verdict: settle_page.page(desk, at, draft, verdict),
    )


def declares(request: HttpRequest) -> tuple[str, Take[FormDesk], Show[FormDesk]]:
    """The page that declares facts of one part of the stream, or its own (`?of=`)."""
    of = (request.POST or request.GET).get("of", "")
    return (
        "battles/mending/declare.html",
        declare.take,
        lambda desk, draft, verdict: declare_page.page(desk, of, draft, verdict),
    )
