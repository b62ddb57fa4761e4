"""The pages for an organiser's rulings on a campaign: an overview, and each act with its preview.

Only what was previewed is done. A form carries a mark of its preview; if the campaign or the input has changed since,
the form shows a new preview instead. A form counts once, however often it is sent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable
from typing import Any
from uuid import uuid4

import msgspec
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from battles import log
from battles.forms.trouble import without_id
from battles.presenters.people import own_names_of
from battles.presenters.story import StoryLine
from battles.reports import Conflict, Report, report
from campaigns import attendance, correction_drafts, handler, reach_in_season
from campaigns.admin import house_units
from campaigns.admin.office import OfClubs, found_in, referee
from campaigns.admin.ruling.acts import FORMS, Acts, is_there
from campaigns.admin.ruling.case import case_of
from campaigns.admin.ruling.choice_form import ChoiceForm, Ruler
from campaigns.admin.ruling.platoon_fixes import filled_in
from campaigns.admin.ruling.preview import Preview, ordering, preview_of, retreating
from campaigns.models import Campaign, CampaignSheet
from campaigns.notices import of_held
from campaigns.pages.choice_forms import people_of
from campaigns.pages.corrections.context import SeasonDesk
from campaigns.pages.platoon_faults import faults
from campaigns.presenters import story
from campaigns.presenters.appointments import undated
from campaigns.presenters.live_facts import live_facts
from campaigns.season import OF_ORGANISERS, Season
from campaigns.season.edition_moves import untaken
from campaigns.season.kept_events import SeasonClosed, Won
from campaigns.season.map.retreats import Retreated
from campaigns.season.round_end import RoundClosed
from campaigns.season.standings import standings
from campaigns.season.visibility import purse_of
from campaigns.second_officer import Held
from rules.adjudicate import Who
from rules.contract import Refused
from rules.stream.revision.reports import Revised

NAMES = "admin:campaigns_campaignsheet_rule"
RULINGS = frozenset(command.__name__ for command in OF_ORGANISERS) | {"Drop", "HandOver", "Substitute"}
REACHING = frozenset(kind.__name__ for kind in reach_in_season.RULINGS)
FIX = "fix"  # what would mend a fault of a platoon, filled in
THERE = "there"  # asked to pair only those who are at the club
SHOWN = 40  # rulings on the overview, the newest


class Here(msgspec.Struct, frozen=True):
    """A campaign as an organiser finds it."""

    sheet: CampaignSheet
    who: Who
    over: Ruler
    facts: tuple[story.Fact, ...]

    @property
    def head(self) -> int:
        return self.over.season.head[0]


class Judged(msgspec.Struct, frozen=True):
    """The result of a form that was sent: its preview with the mark of that, whether the preview is out of date, and
    whether it was done. `reaches`: there is a page that tells what it changes in the league, too; `elsewhere`: its
    address, where that was asked for, or that of what waits for a second officer."""

    foreseen: Preview | None = None
    mark: str = ""
    stale: bool = False
    done: bool = False
    reaches: bool = False
    elsewhere: str = ""


def here(office: OfClubs, request: HttpRequest, stream: str) -> Here:
    """The campaign, for its organisers. Others get a 404, whether it exists or not."""
    sheet = found_in(office, request, stream)
    try:
        season, told, rows = handler.replay(str(sheet.pk))
    except log.NoSuchStream:
        raise Http404 from None
    club = Campaign.objects.filter(stream=sheet.pk).values("club")
    over = Ruler(str(sheet.pk), season, people_of(season, club))
    return Here(sheet, referee(request), over, live_facts(told, rows))


# -- what there is to do -----------------------------------------------------------------------------------------------


def _telling(facts: Iterable[story.Fact]) -> list[story.Fact]:
    """The fact that tells each ruling: the first of its report, or the last if it closed a round or the season. Also
    retreats that an organiser chose, the end of the war, and corrections."""
    return [
        fact
        for fact in facts
        if isinstance(fact[0].event, Revised | RoundClosed | SeasonClosed | Won)
        or (isinstance(fact[0].event, Retreated) and fact[0].event.how == "ruled")
        or (fact[1].command_type in RULINGS and fact[1].command_type not in ("CloseRound", "CloseSeason"))
    ]


def _left(at: Here) -> list[tuple[int, tuple[StoryLine, ...]]]:
    """The reports that a correction has left to settle, each with what it came to."""
    desk = SeasonDesk(Campaign.objects.get(stream=at.sheet.pk), at.who)
    told = [(position, desk.entry(position)) for position in at.over.season.items]
    return [(position, entry.lines if entry is not None else ()) for position, entry in told]


def overview(office: OfClubs, request: HttpRequest, stream: str) -> HttpResponse:
    """The overview: the round, fixtures and platoons with the acts for each, offices, and the rulings so far."""
    at = here(office, request, stream)
    season, names, acts = at.over.season, at.over.names, Acts(at.over.season, at.who)
    rulings = _telling(at.facts)[-SHOWN:]
    people = own_names_of(
        [
            *(row.by for _fact, row in rulings),
            *season.offices,
            *(player for one in season.platoons.values() for player in one.players),
        ]
    )
    fixtures = [
        (one, names.get(one.key, one.key), _links(stream, acts.of("fixture", one.key), one.key))
        for one in reversed(season.fixtures.values())
    ]
    context = {
        "title": _("All rulings"),
        "tab": "rule",
        "season": season,
        "items": _left(at) if season.items else (),
        "round": season.under_way,
        "zone": season.zone,
        "undated": undated(season),
        "editions": _newer(season),
        "ordering": ordering(season),
        "retreats": retreating(season),
        "acts": _links(stream, acts.of("")),
        "next_round": next_round(stream) if closes_and_opens(season, acts.of("")) else "",
        "fixtures": fixtures,
        "disputed": [each for each in fixtures if each[0].disputes and each[2]],
        "platoons": [
            (
                season.platoons[place.platoon],
                place,
                purse_of(season, place.platoon, at.who.id),
                faults(season, season.platoons[place.platoon], at.who.id),
                _links(stream, acts.of("platoon", place.platoon), place.platoon),
            )
            for place in standings(season)
        ],
        "offices": [
            (people[person], office_, _links(stream, acts.of("person", person), person))
            for person, office_ in season.offices.items()
        ],
        "rulings": reversed(story.entries(season, rulings, at.who.id, people)),
        "names": names,
        "people": people,
    }
    return page(request, at, "admin/ruling/overview.html", context)


def _newer(season: Season) -> list[tuple[str, list[str]]]:
    """The editions of the rulebook that came out since the campaign's, each with what it decides otherwise; none once
    the campaign is to move, or is closed."""
    return [(one, [_(text) for text in season.rules.errata.get(one, ())]) for one in untaken(season)]


def _links(stream: str, acts: tuple[str, ...], subject: str = "") -> list[tuple[str, Any, str]]:
    return [(act, FORMS[act].title, rule_url(stream, act, subject)) for act in acts]


def next_round(stream: str) -> str:
    return reverse(f"{NAMES}_next", args=[stream])


def closes_and_opens(season: Season, acts: Collection[str]) -> bool:
    """Whether the round can be closed and the next one published as one step: not on a map, where orders come first."""
    there = sum(not one.dropped for one in season.platoons.values())
    return "close-round" in acts and season.opened.theatre is None and there > 1


# -- one act -----------------------------------------------------------------------------------------------------------


def rule(office: OfClubs, request: HttpRequest, stream: str, act: str, subject: str = "") -> HttpResponse:
    """One act: show its form and preview, or do it."""
    at = here(office, request, stream)
    if request.method == "POST" and was_told(at, request.POST.get("id", "")):  # its subject may be gone by now
        return done(request, at)
    if not is_there(at.over.season, act, subject):
        raise Http404
    context, judged = act_of(request, at, act, subject)
    if judged.done:
        return done(request, at)
    if judged.elsewhere:
        return redirect(judged.elsewhere)
    return page(request, at, "admin/ruling/choices.html", context, context["status"])


def act_of(request: HttpRequest, at: Here, act: str, subject: str, only: str = "") -> tuple[dict[str, Any], Judged]:
    """What shows the form of an act (`admin/ruling/_forms.html`) as it was sent or blank, and what came of it.
    `only`: the house rule that is asked about alone."""
    id_ = request.POST.get("id") or str(uuid4())
    if request.method == "POST" and was_told(at, id_):  # it was sent twice
        return {}, Judged(done=True)
    form, judged = _filled(request, at, act, subject, id_, only)
    if judged.done or judged.elsewhere:
        return {}, judged
    return {
        **shown(at, form, judged, id_),
        "title": form.title,
        "act": act,
        "key": subject,
        "subject": form.subject_in_words() if subject else "",
        "case": case_of(at.over.stream, at.over.season, at.facts, subject) if form.about == "fixture" else None,
        "units": house_units.table(judged.foreseen.units) if judged.foreseen else {},
        "status": 422 if form.is_bound and form.errors else 409 if judged.stale else 200,
        "winners": _winners(at, subject) if act == "adjudicate" else (),
    }, judged


class Opened(msgspec.Struct, frozen=True):
    """The form of a ruling that the address of a page asks to open in it, and what shows it. `away`: the answer, where
    the ruling is `done` or is not here."""

    about: str = ""
    only: str = ""
    context: dict[str, Any] = {}
    away: HttpResponse | None = None
    done: bool = False


def opened(
    request: HttpRequest,
    at: Here,
    address: Callable[..., str],
    allowed: Callable[[str], bool] = lambda act: True,
    only: str = "",
) -> Opened:
    """`address`: of the page, with the form of an `act` `about` something in it; `allowed`: the acts that it shows."""
    act, about = request.GET.get("act", ""), request.GET.get("about", "")
    if not act:
        return Opened()
    if not (is_there(at.over.season, act, about) and allowed(act)):
        raise Http404
    context, judged = act_of(request, at, act, about, only)
    if judged.done:
        messages.success(request, _("Done."))
        return Opened(away=redirect(address(about=about)), done=True)
    if judged.elsewhere:
        return Opened(away=redirect(judged.elsewhere))
    context |= {"called": context["title"], "action": address(act=act, about=about)}
    return Opened(about, only, context)


def shown(at: Here, form: ChoiceForm, judged: Judged, id_: str) -> dict[str, Any]:
    """What shows any form, and what came of it."""
    cards = form.cards()
    return {
        "form": form,
        "judged": judged,
        "foreseen": judged.foreseen,
        "id": id_,
        "cards": cards,
        "sight": {"names": at.over.names},
        "strays": form.strays(cards),
        "remarks": form.remarks(),
        "reasons": form.reasons(),
        "unsure": [(name, reverse("fixture", args=[at.over.stream, key])) for key, name in form.unsure()],
    }


def _winners(at: Here, fixture: str) -> list[tuple[str, str]]:
    """Who can be told to have won by one button: it is read instead of what is chosen above it."""
    return [(key, at.over.names.get(key, key)) for key in at.over.season.fixtures[fixture].platoons]


def _filled(
    request: HttpRequest, at: Here, act: str, subject: str, id_: str, only: str = ""
) -> tuple[ChoiceForm, Judged]:
    """The form as it was sent, with what comes of it; blank if it was not sent."""
    posted = request.method == "POST"
    data, files = (request.POST, request.FILES) if posted else (None, None)
    dealt = ChoiceForm(FORMS[act], at.over, at.who, subject, data, files, only)
    stepped = step_of(request, dealt)
    if stepped:
        dealt.step(stepped, request.POST)
    if act == "open-round" and not posted and THERE in request.GET and dealt.choices:
        dealt.begin(id_, left_out(request, at))
    elif not posted and FIX in request.GET and (fix := filled_in(act, subject, request.GET[FIX][:200])):
        dealt.fill(id_, fix)
    if dealt.typed is None or stepped or dealt.typed.more:
        return dealt, Judged()
    told = dealt.report(id_)
    return dealt, _judged(request, at, dealt, told) if told else Judged()


def step_of(request: HttpRequest, form: ChoiceForm) -> str:
    """The step that was asked for, "" for none."""
    return next((one for one in form.steps if one in request.POST), "")


def left_out(request: HttpRequest, at: Here) -> tuple[str, ...]:
    """Whom the pairings leave out: everybody who has not said that they are there, if that is asked for."""
    return attendance.absent_now(at.over.stream, at.over.season) if THERE in request.GET else ()


def was_told(at: Here, id_: str) -> bool:
    return any(row.command == id_ and row.by == at.who.id for _fact, row in at.facts)


def _judged(request: HttpRequest, at: Here, form: ChoiceForm, told: Report) -> Judged:
    said = msgspec.json.encode(msgspec.json.decode(told.data), order="deterministic").decode()
    mark = hashlib.sha256(f"{at.head} {told.type} {said}".encode()).hexdigest()
    try:
        sent = report(told.id, told.type, told.data)
        reaches = told.type in REACHING
        if "all" in request.POST and reaches:
            return Judged(elsewhere=correction_drafts.address_of(at.over.stream, sent, at.who))
        if "do" not in request.POST:
            return Judged(preview_of(at.over.stream, sent, at.who), mark, reaches=reaches)
        if request.POST.get("mark") == mark:
            return _deed(at, sent)
        return Judged(preview_of(at.over.stream, sent, at.who), mark, stale=True)
    except Refused as refused:
        form.blame(refused)
    except log.Unwritable as unwritable:
        form.blame(without_id(unwritable))
    return Judged()


def _deed(at: Here, sent: Report) -> Judged:
    """Report it, unless the campaign has moved on since the preview."""
    try:
        handler.execute(at.over.stream, [sent], at.who, "admin", after=at.head)
    except Conflict:
        return Judged(preview_of(at.over.stream, sent, at.who), "", stale=True)
    except Held as held:
        return Judged(elsewhere=of_held.page(held.row))
    return Judged(done=True)


# -- pages -------------------------------------------------------------------------------------------------------------


def rule_url(stream: Any, act: str = "", subject: str = "") -> str:
    """The address of the overview, or of one act."""
    parts = (act, *((subject,) if subject else ())) if act else ()
    return reverse(f"{NAMES}{'_about' if subject else '_act' if act else ''}", args=[stream, *parts])


def done(request: HttpRequest, at: Here) -> HttpResponse:
    messages.success(request, _("Done."))
    return redirect(rule_url(at.over.stream))


def page(request: HttpRequest, at: Here, name: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    common = admin.site.each_context(request)
    mine = {
        "sheet": at.sheet,
        "opts": CampaignSheet._meta,
        "overview": rule_url(at.over.stream),
        "muster": reverse("muster", args=[at.over.stream]),
        "has_view_permission": True,
    }
    return render(request, name, {**common, **mine, **context}, status=status)
