"""Views of the pages that correct a campaign: each shows a preview of its form, then reports it.

Every form is posted to its own page: `step` "look" shows what would come of it, "do" does it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles.forms import correction_draft as drafts
from battles.forms.correction_draft import Draft
from battles.pages.corrections.handle import Verdict, judge
from battles.presenters.people import names_of
from campaigns import roles
from campaigns.pages.corrections import correct as correct_page
from campaigns.pages.corrections import declare as declare_page
from campaigns.pages.corrections import proposal as proposal_page
from campaigns.pages.corrections import resolve as resolve_page
from campaigns.pages.corrections.context import SeasonDesk, made
from campaigns.pages.request_context import desk_of, position
from campaigns.presenters import story
from campaigns.presenters.live_facts import live_facts
from rules.stream.revision.reports import Reseed, Resolve

Taken = int | Verdict
RESEED, RESOLVE = Reseed.__name__, Resolve.__name__
NOT_YOURS = "campaigns/mending/not_yours.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, stream: UUID, at: int) -> HttpResponse:
    """Take the report at a position back, change or strike it, or insert one before it (`?how=`, `?type=`)."""
    asked = request.POST or request.GET
    how = asked.get("how", "")
    how = how if how in correct_page.HOWS else "undo"

    def show(desk: SeasonDesk, draft: Draft | None, verdict: Verdict | None) -> Any:
        return correct_page.page(desk, at, how, asked.get("type", ""), draft, verdict)

    return _at_desk(
        request, stream, "campaigns/mending/correct.html", lambda desk, draft: correct_page.take(desk, at, draft), show
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, stream: UUID, at: int) -> HttpResponse:
    """Settle the report at a position, which a correction has left open."""

    def show(desk: SeasonDesk, draft: Draft | None, verdict: Verdict | None) -> Any:
        return resolve_page.page(desk, at, draft, verdict)

    return _at_desk(
        request, stream, "campaigns/mending/settle.html", lambda desk, draft: resolve_page.take(desk, at, draft), show
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def declare(request: HttpRequest, stream: UUID) -> HttpResponse:
    """Declare facts of one platoon and its vehicles, or of the season (`?of=`): for organisers."""
    of = (request.POST or request.GET).get("of", "")

    def show(desk: SeasonDesk, draft: Draft | None, verdict: Verdict | None) -> Any:
        return declare_page.page(desk, of, draft, verdict)

    return _at_desk(request, stream, "battles/mending/declare.html", declare_page.take, show, "Declare")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def corrections(request: HttpRequest, stream: UUID) -> HttpResponse:
    """What is open: proposals, which are answered here, and the reports that are still to be settled."""

    def take(desk: SeasonDesk, draft: Draft) -> Taken:
        if draft.how == RESEED:
            return judge(desk, made(draft.id, RESEED, {}), draft.after, "do")
        return proposal_page.take(desk, draft)

    def show(desk: SeasonDesk, draft: Draft | None, verdict: Verdict | None) -> Any:
        return {
            "asking": proposal_page.asking(desk, position(request.GET.get("at", "")) or 0),
            "left": [(at, desk.entry(at), resolve_page.cause(desk, at)) for at in desk.open_items],
            "settles": any(one.command == RESOLVE for one in desk.mends),
            "declares": any(one.command == "Declare" for one in desk.mends),
            "again": [at for at in (desk.season.corrected, desk.season.redo) if at],
            "reseeds": next((one.label for one in desk.mends if one.command == RESEED), None),
            "report": str(uuid4()),
            "items": (),
        }

    return _at_desk(request, stream, "campaigns/mending/overview.html", take, show)


def _at_desk(
    request: HttpRequest,
    stream: UUID,
    template: str,
    take: Callable[[SeasonDesk, Draft], Taken],
    show: Callable[[SeasonDesk, Draft | None, Verdict | None], Any],
    needs: str = "",
) -> HttpResponse:
    """Post, redirect, get; who may not correct this campaign, or not report what the page `needs`, is told so."""
    found = desk_of(request, stream)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    back = reverse("campaign", args=[stream])
    who = roles.who_in_campaign(request.user, found.pk)
    desk = SeasonDesk(found, who) if who is not None and found.is_open else None
    if desk is None or not desk.mends or (needs and all(one.command != needs for one in desk.mends)):
        return render(request, NOT_YOURS, {"campaign": found, "stream": str(stream)}, status=403)
    draft = drafts.read(request.POST) if request.method == "POST" else None
    done = take(desk, draft) if draft is not None else None
    if isinstance(done, int):
        return redirect(f"{back}?ruling={done}#ruling")
    if done is not None and done.since is not None:
        asks = desk.asks
        desk = SeasonDesk(found, desk.who)  # as it stands, with what was missed
        desk.asks = asks
    shown = show(desk, draft, done)
    if shown is None:
        return redirect(f"{back}#log")
    context = {
        "page": shown,
        "desk": desk,
        "campaign": desk.season.opened,
        "stream": desk.stream,
        "look": {"position": desk.head, "mine": ()},
        "sight": desk,
        "verdict": done,
        "missed": _missed(desk, done),
        "entry_template": "campaigns/_entry.html",
        "head_template": "campaigns/mending/_head.html",
        "of_season": True,
    }
    return render(request, template, context, status=done.status if done else 200)


def _missed(desk: SeasonDesk, done: Verdict | None) -> list[story.StoryLine]:
    """What somebody has reported since the form was shown."""
    if done is None or done.since is None:
        return []
    facts = story.since(live_facts(desk.told, desk.rows), done.since)
    people = names_of(row.by for _fact, row in facts)
    return story.entries(desk.season, facts, desk.reader, people)
