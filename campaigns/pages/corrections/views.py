"""Views of the pages that correct a campaign (`battles.pages.corrections.streams.views`), and the list of what is
open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.forms.correction_draft import Draft
from battles.pages.corrections.handle import Verdict, judge
from battles.pages.corrections.streams import settle as settle_page
from battles.pages.corrections.streams.desk import made
from battles.pages.corrections.streams.views import Show, Take, Taken, answer, corrects, declares, settles
from battles.pages.methods import form_page
from battles.presenters.people import names_of
from campaigns import roles
from campaigns.pages.corrections import proposal as proposal_page
from campaigns.pages.corrections import settle_all as settle_all_page
from campaigns.pages.corrections.desk import CampaignDesk
from campaigns.pages.request_context import desk_of, position
from campaigns.presenters import story
from campaigns.presenters.live_facts import live_facts
from rules.stream.revision.reports import Reseed, Resolve

RESEED, RESOLVE = Reseed.__name__, Resolve.__name__
NOT_YOURS = "campaigns/mending/not_yours.html"


@form_page
def correct(request: HttpRequest, stream: UUID, at: int) -> HttpResponse:
    """Take the report at a position back, change or strike it, or insert one before it (`?how=`, `?type=`)."""
    return _at_desk(request, stream, *corrects(request, at))


@form_page
def settle(request: HttpRequest, stream: UUID, at: int) -> HttpResponse:
    """Settle the report at a position, which a correction has left open."""
    return _at_desk(request, stream, *settles(at))


@form_page
def settle_all(request: HttpRequest, stream: UUID) -> HttpResponse:
    """All that corrections have left to settle; `?at=` an item whose ways are looked at first. Players read what
    concerns their platoons."""
    at = position(request.GET.get("at", "")) or 0
    return _at_desk(
        request,
        stream,
        "campaigns/mending/settle_all.html",
        settle_all_page.take,
        lambda desk, draft, verdict: settle_all_page.page(desk, draft, verdict, at),
        needs="Resolve" if request.method == "POST" else "",
    )


@form_page
def declare(request: HttpRequest, stream: UUID) -> HttpResponse:
    """Declare facts of one platoon and its vehicles, or of the season (`?of=`): for organisers."""
    return _at_desk(request, stream, *declares(request), needs="Declare")


@form_page
def corrections(request: HttpRequest, stream: UUID) -> HttpResponse:
    """What is open: proposals, which are answered here, and the reports that are still to be settled."""

    def take(desk: CampaignDesk, draft: Draft) -> Taken:
        if draft.how == RESEED:
            return judge(desk, made(draft.id, RESEED, {}), draft.after, "do")
        return proposal_page.take(desk, draft)

    def show(desk: CampaignDesk, draft: Draft | None, verdict: Verdict | None) -> Any:
        return {
            "asking": proposal_page.asking(desk, position(request.GET.get("at", "")) or 0),
            "left": [(at, desk.entry(at), settle_page.cause(desk, at)) for at in desk.open_items],
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
    take: Take[CampaignDesk],
    show: Show[CampaignDesk],
    needs: str = "",
) -> HttpResponse:
    """Who may not correct this campaign, or not report what the page `needs`, is told so."""
    found = desk_of(request, stream)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    who = roles.who_in_campaign(request.user, found.pk)
    desk = CampaignDesk(found, who) if who is not None and found.is_open else None
    if desk is None or not desk.mends or (needs and all(one.command != needs for one in desk.mends)):
        return render(request, NOT_YOURS, {"campaign": found, "stream": str(stream)}, status=403)
    frame = {"campaign": desk.season.opened, "entry_template": "campaigns/_entry.html"}
    return answer(request, desk, template, take, show, frame, _missed)


def _missed(desk: CampaignDesk, since: int) -> Sequence[story.StoryLine]:
    """What somebody has reported since the form was shown."""
    facts = story.since(live_facts(desk.ruled, desk.rows), since)
    people = names_of((row.by for _fact, row in facts), desk.reader)
    return story.entries(desk.season, facts, desk.reader, people)
