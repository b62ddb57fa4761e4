"""The visitor of a campaign's page, and reporting what a form says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from msgspec.structs import replace

from battles import log
from battles.forms.form_data import Typed
from battles.forms.trouble import REFUSED, Trouble, overtaken, refusal, without_id
from battles.not_found import or_404
from battles.pages.opened import Moment
from battles.presenters.people import names_of, reader_of
from battles.reports import Conflict, Report, Ruled
from battles.sentences import words
from campaigns import handler, roles
from campaigns.models import Campaign, CampaignSheet
from campaigns.own_words.speaking import speak_as
from campaigns.pages import clocks, robots
from campaigns.presenters import story
from campaigns.presenters.as_it_stood import AsItStands, AsItStood, When, reader_then, told_at
from campaigns.presenters.moments import clocks_of
from campaigns.presenters.story import Fact, names_in
from campaigns.season import Season, narrate, see_event, warnings
from campaigns.season.decider import REPORTS
from campaigns.season.visibility import as_read_by
from rules.adjudicate import Who
from rules.contract import Refused, say
from rules.contract import gettext_noop as _


class Visit(msgspec.Struct, frozen=True):
    """An open campaign and its visitor, now or at an earlier `moment`. `who` is None for those who may not report to
    it, and for everybody at an earlier moment. `rows`: of its log up to then; `every`: all of them; `account`: whose
    eyes look; `person`: the visitor's own account, of whatever campaign they are, to whom people are named."""

    desk: Campaign
    who: Who | None
    season: Season
    facts: tuple[Fact, ...]
    rows: Sequence[log.Row] = ()
    every: Sequence[log.Row] = ()
    account: str = ""
    person: str = ""
    moment: Moment | None = None

    @property
    def stream(self) -> str:
        return str(self.desk.pk)

    @property
    def home(self) -> str:
        """The address of the campaign's page, below which all of its pages are."""
        return reverse("campaign", args=[self.desk.pk])

    @property
    def reader(self) -> str:
        """The person as whom the log is read; "" for a spectator."""
        return self.account


def desk_of(request: HttpRequest, stream: UUID) -> Campaign:
    """The campaign, open or not, whose page speaks as its club from here on; 404 if the visitor may not know of it. One
    query where everyone may."""
    desk = or_404(roles.visible_campaign(request.user, stream))
    if desk.visibility != Campaign.Visibility.PUBLIC:
        robots.keep_out(request)
    speak_as(desk.club)
    return desk


def visit(request: HttpRequest, stream: UUID) -> Visit:
    """An open campaign that the visitor may see; 404 for any other."""
    return visit_to(request, desk_of(request, stream))


def visit_to(
    request: HttpRequest, desk: Campaign, moment: Moment | None = None, every: Sequence[log.Row] | None = None
) -> Visit:
    """`every`: all rows of the log, where they have been read."""
    when = When(moment.at, moment.corrected) if moment else None
    try:
        season, _told, rows, _count, facts = told_at(str(desk.pk), when, every)
    except log.NoSuchStream:
        raise Http404 from None
    who = roles.who_in_campaign(request.user, desk.pk)
    as_read_by(season, str(request.user.pk), who)
    if moment is not None and not moment.corrected:
        moment = replace(moment, at=rows[-1].position)
    reader = reader_then(str(desk.pk), season, who) if moment else who
    return Visit(
        desk=desk,
        who=None if moment else who,
        season=season,
        facts=tuple(facts),
        rows=rows,
        every=rows if every is None else every,
        account=reader.id if reader else "",
        person=reader_of(request.user),
        moment=moment,
    )


def visit_then(request: HttpRequest, desk: Campaign) -> tuple[Visit, Trouble | None]:
    """The campaign at the moment that the address asks for (`campaigns.pages.clocks`), where nothing can be reported,
    or now; and what is wrong with a moment that cannot be read."""
    if not clocks.is_asked(request):
        return visit_to(request, desk), None
    every = log.read(str(desk.pk))
    moment, trouble = clocks.asked(request, every, lambda: clocks_of(desk.pk))
    return visit_to(request, desk, moment, every), trouble


def visit_to_read(request: HttpRequest, stream: UUID) -> tuple[Visit, AsItStands, Trouble | None]:
    """An open campaign with its read tables: at the moment that the address asks for, or now where something is
    reported; and what is wrong with a time that cannot be read."""
    desk = desk_of(request, stream)
    here, trouble = visit_then(request, desk) if request.method != "POST" else (visit_to(request, desk), None)
    if here.moment:
        return here, AsItStood(here.stream, here.season, here.rows), trouble
    return here, AsItStands(CampaignSheet(pk=desk.pk)), trouble  # its key finds the rows, without a query


def unreadable(request: HttpRequest, here: Visit, trouble: Trouble) -> HttpResponse:
    """What is wrong with the moment that an address asks for, where no page shows it beside."""
    context = {"campaign": here.season.opened, "stream": here.stream, "trouble": trouble}
    return render(request, "campaigns/no_moment.html", context, status=trouble.status)


def keeping(here: Visit, response: HttpResponse) -> HttpResponse:
    """A page of a campaign, with links that keep to the moment it shows."""
    return clocks.keep(response, here.moment, here.home)


def told_of(request: HttpRequest, visit: Visit, trouble: Trouble | None) -> list[Fact]:
    """The facts a page shows at its top: what its visitor has just reported, and what they had not seen."""
    asked = position(request.GET.get("ruling", ""))
    ruling = [fact for fact in visit.facts if fact[0].position == asked]
    return [*ruling, *_missed(visit, trouble)]


def _missed(visit: Visit, trouble: Trouble | None) -> list[Fact]:
    return story.since(visit.facts, trouble.since) if trouble and trouble.since is not None else []


def framed(
    request: HttpRequest, visit: Visit, trouble: Trouble | None, people: dict[str, str] | None = None
) -> dict[str, Any]:
    """What every page with forms shows: where it is, the trouble with a form, and the facts of `told_of`. `people`: the
    names of who has reported these, where they are known."""
    told, missed = told_of(request, visit, trouble), _missed(visit, trouble)
    people = names_of((row.by for _fact, row in told), visit.person) if people is None else people
    told = told[: len(told) - len(missed)]
    return {
        "campaign": visit.season.opened,
        "stream": visit.stream,
        "zone": visit.season.zone,
        "trouble": trouble,
        "moment": visit.moment,
        "sight": {"names": story.names_in_refusals(visit.season, visit.reader)},
        "missed": story.entries(visit.season, missed, visit.reader, people),
        "ruling": story.entries(visit.season, told, visit.reader, people),
    }


def position(text: str) -> int | None:
    """The position that a form or an address names; None for other texts."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def told(visit: Visit, sent: Report, typed: Typed, check: bool, heeds: bool = True) -> Ruled | Trouble:
    """Report what was typed, or only check it. Somebody without any role may report too, and is refused."""
    assert visit.who is not None
    try:
        against = warnings(visit.season, REPORTS.decode(sent.type, sent.data))
        check = check or (heeds and any(flaw.key not in typed.heeded for flaw in against))
        receipt = handler.execute(visit.stream, [sent], visit.who, "page", after=typed.after, dry_run=check)
    except Refused as refused:
        return refusal(refused, typed)
    except Conflict as conflict:
        return overtaken(conflict, typed)
    except log.Unwritable as unwritable:
        return Trouble(REFUSED, (without_id(unwritable),), typed=typed)
    (answer,) = receipt.answers
    if check:
        season = as_read_by(receipt.state, visit.reader, visit.who)
        said = tuple(foretold(season, ruled, visit.reader) for ruled in answer.events)
        return Trouble(200, accepted=said, warnings=against, typed=typed)
    return answer.events[0]


def foretold(season: Season, ruled: Ruled, reader: str) -> str:
    return words(narrate(season, see_event(season, ruled.event, reader)), names_in(season))


def not_allowed(text: str, remedy: str) -> Trouble:
    return Trouble(403, (Refused("campaign", say(text), say(remedy), field="by", code="not-yours"),))


def unfilled(field: str, text: str, remedy: str, **values: str | int) -> Refused:
    """The refusal of a form that leaves out something its report needs."""
    return Refused("form", say(text, **values), say(remedy), field=field, code="malformed")


NOT_A_MEMBER = _("Only members of the club enlist in its campaigns."), _("Ask an organiser of the club to take you in.")
NOT_AN_ORGANISER = _("Only an organiser of the campaign may do this."), _("Ask one.")
