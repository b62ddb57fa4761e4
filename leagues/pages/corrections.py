"""The pages that correct a league (`battles.pages.corrections.streams`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from battles import mended
from battles.forms.cards import Card, deal
from battles.forms.correction_draft import Draft
from battles.forms.correction_draft import said as said_in
from battles.forms.form_data import Typed
from battles.forms.refill import line_beside, refilled
from battles.pages.corrections.coming import Coming, come
from battles.pages.corrections.handle import Verdict
from battles.pages.corrections.streams import settle as settle_page
from battles.pages.corrections.streams.desk import Before, FormDesk
from battles.pages.corrections.streams.views import Show, Take, answer, corrects, declares, settles
from battles.pages.methods import form_page, read_page
from battles.presenters.preview import Foreseen, foreseen
from battles.presenters.story import ReportStory, StoryLine, way
from battles.reports import Receipt, Report
from battles.sentences import words
from leagues import handler
from leagues.league import League, legal, narrate, see_event
from leagues.league.corrections import WORDS
from leagues.league.decider import LEAGUES, REPORTS
from leagues.league.mending import BY_THE_CLERK, MENDING, mends_of
from leagues.league.opening import Found
from leagues.pages import choice_forms
from leagues.pages.manage import turned_away
from leagues.pages.visit import Told, Visit, framed, visit
from leagues.presenters import story
from leagues.presenters.story import named
from rules.contract import Choice, Event, Message, Refused
from rules.messages import verbatim
from rules.stream import facts
from rules.stream.choices import matches
from rules.stream.history import Past
from rules.stream.revision.reports import Resolve

UNSAID = frozenset((*(kind.__name__ for kind in MENDING.unsayable), *BY_THE_CLERK))
PAGES = {page: f"league-{page}" for page in ("correct", "settle", "declare", "corrections")}


class LeagueDesk(FormDesk):
    """A league and its whole log, for an organiser."""

    codec = REPORTS
    opens = Found.__name__
    declarable = WORDS
    own = "league"

    def __init__(self, here: Visit) -> None:
        assert here.who is not None
        self.here, self.stream, self.who = here, here.stream, here.who
        self.home = reverse("league", args=[here.desk.slug])
        self.read()

    def read(self) -> None:
        for kept in ("names", "mends", "people"):
            self.__dict__.pop(kept, None)
        self.book = Told(self.stream)
        self.state: League = self.book.league
        self.rows = self.book.rows
        self.history = mended.history_of(LEAGUES, self.book.told, self.book.rows)

    @property
    def title(self) -> str:
        return self.here.sheet.name

    def address(self, page: str, *args: Any) -> str:
        return reverse(PAGES[page], args=[self.here.desk.slug, *args])

    @cached_property
    def people(self) -> Any:
        return self.here.name_people(self.book.people)

    @cached_property
    def names(self) -> dict[str, str]:
        return named(self.state, self.people)

    @cached_property
    def mends(self) -> Sequence[Choice]:
        return mends_of(self.state, self.who, self.history.reports.get(self.state.last))

    def tell(self, event: Event) -> Message:
        return narrate(self.state, see_event(self.state, event, self.reader))

    def entry_of(self, past: Past) -> ReportStory:
        first = self.rows[self.history.first_told(past.position) - 1]
        lines = (StoryLine(past.position, text, ()) for text in self.told(self.history.played(past)))
        return ReportStory(
            position=past.position,
            at=first.at,
            by=self.people.name(first.by),
            via=way(first.via),
            digest="",
            lines=tuple(lines),
            type=past.type,
            told=first.position if first.position != past.position else 0,
        )

    def execute(self, report: Report, after: int | None) -> Receipt:
        return handler.execute(self.stream, [report], self.who, "page", after=after)

    def coming(self, report: Report) -> Coming:
        return come(lambda: self._foreseen(report))

    def _foreseen(self, report: Report) -> Foreseen:
        found = mended.foresee(handler.LEAGUE, self.history, report, self.who)
        return foreseen(found, lambda event: words(self.tell(event), self.names), self.history, self.names)

    # -- reports told again --------------------------------------------------------------------------------------------

    def barred(self, past: Past, how: str) -> Refused | None:
        return MENDING.barred(self.state, past, how, self.who)

    def before(self, past: Past) -> Before:
        then: League = self.history.state_before(past.position)
        choices = tuple(one for one in legal(then, self.who) if one.command not in UNSAID)
        try:
            command = self.history.command(past)
        except Refused:  # a value in it was erased
            return Before(choices, None, "")
        choice = next((one for one in choices if matches(one, command)), None)
        typed = refilled(choice, command, self.head) if choice is not None else None
        return Before(choices, typed, line_beside(typed, command))

    def cards(self, choices: Sequence[Choice], typed: Typed | None, faults: Sequence[Refused]) -> list[Card]:
        people = choice_forms.people_of(self.book, self.here.desk, self.people)
        return deal(choices, REPORTS.types, typed, faults, names=self.names, people=people)

    def said(self, draft: Draft) -> tuple[str, dict[str, Any]]:
        return said_in(draft, REPORTS, "")

    # -- facts ---------------------------------------------------------------------------------------------------------

    def facts(self, state: Any) -> dict[str, Any]:
        return facts.facts(state)

    def parts(self) -> Mapping[str, str]:
        return {self.own: _("the league")}

    def part_of(self, path: str) -> str:
        return self.own

    def about(self, path: str, keys: Sequence[str]) -> str:
        return next((self.names.get(key, key) for key in keys), "")

    def called(self, value: Any) -> Message | None:
        name = next((one.name for one in self.state.divisions if one.key == value), None)
        return verbatim(name) if name is not None else None


class Open(msgspec.Struct, frozen=True):
    """What a correction has left open: where each report stands, as it was told, and why. `again`: corrections that can
    be taken back."""

    left: tuple[tuple[int, ReportStory | None, settle_page.Cause | None], ...]
    settles: bool
    declares: bool
    again: tuple[int, ...]


@read_page
def corrections(request: HttpRequest, slug: str) -> HttpResponse:
    """What is open."""

    def show(desk: LeagueDesk, _draft: Draft | None, _verdict: Verdict | None) -> Open:
        return Open(
            left=tuple((at, desk.entry(at), settle_page.cause(desk, at)) for at in desk.open_items),
            settles=any(one.command == Resolve.__name__ for one in desk.mends),
            declares=any(one.command == "Declare" for one in desk.mends),
            again=tuple(at for at in (desk.state.corrected, desk.state.redo) if at),
        )

    return _at_desk(request, slug, "leagues/corrections.html", lambda _desk, _draft: Verdict(), show)


@form_page
def correct(request: HttpRequest, slug: str, at: int) -> HttpResponse:
    return _at_desk(request, slug, *corrects(request, at))


@form_page
def settle(request: HttpRequest, slug: str, at: int) -> HttpResponse:
    return _at_desk(request, slug, *settles(at))


@form_page
def declare(request: HttpRequest, slug: str) -> HttpResponse:
    return _at_desk(request, slug, *declares(request))


def _at_desk(
    request: HttpRequest, slug: str, template: str, take: Take[LeagueDesk], show: Show[LeagueDesk]
) -> HttpResponse:
    here = visit(request, slug)
    if (away := turned_away(request, here)) is not None:
        return away
    frame = {**framed(here), "entry_template": "leagues/_entry.html"}
    return answer(request, LeagueDesk(here), template, take, show, frame, _missed)


def _missed(desk: LeagueDesk, since: int) -> Sequence[story.Entry]:
    reports = story.reports_of(desk.book.facts, desk.people)
    found = [one for one in reports if one[-1][0].position > since]
    return story.entries(desk.state, found, desk.people, desk.reader)
