"""Context of the pages that correct a campaign, from one reading of its log."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

import msgspec
from django.http import Http404

from battles import log
from battles.pages.corrections.coming import Coming, come
from battles.presenters.story import ReportStory
from battles.reports import Receipt, Report
from campaigns import handler
from campaigns.models import Campaign
from campaigns.presenters import story
from campaigns.presenters.revisions import in_words, report_told
from campaigns.revision_preview import SeasonHistory, foresee, history_of
from campaigns.season import Season, names
from campaigns.season.decider import REPORTS
from campaigns.season.mending import MENDING, mends_of
from campaigns.season.opening import Open
from campaigns.season.visibility import as_read_by
from rules.adjudicate import Who
from rules.contract import Choice, Field, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.history import Past
from rules.stream.revision.preview import ForOthers

WHY = Field(name="reason", kind="text", label=say(_("Why it is corrected")))


class SeasonDesk:
    """A campaign and its whole log, for a reader who may correct it. `asks`: the platoons that have to agree to what
    was looked at last, by name."""

    def __init__(self, desk: Campaign, who: Who) -> None:
        """`Http404` if the campaign is not open."""
        self.desk, self.stream, self.who = desk, str(desk.pk), who
        self.asks: tuple[str, ...] = ()
        self.read()

    def read(self) -> None:
        """The log as it stands now."""
        try:
            self.season, told, self.rows = handler.replay(self.stream)
        except log.NoSuchStream:
            raise Http404 from None
        as_read_by(self.season, self.reader, self.who)
        self.told = told
        self.history: SeasonHistory = history_of(told, self.rows)

    @property
    def reader(self) -> str:
        return self.who.id

    @property
    def head(self) -> int:
        return int(self.season.head[0])

    @cached_property
    def names(self) -> dict[str, str]:
        """Names of the ids in sentences. Vehicles that are called the same are numbered as in the log. A report that
        waits may name what is gone: that is called as it was."""
        found = story.names_in_refusals(self.season, self.reader) | _vehicles(self.season)
        for past in map(self.history.reports.__getitem__, self.waiting):
            then = self.history.state_before(self.history.last_played(past).position)
            found = story.names_in(then) | _vehicles(then) | found
        return found

    @cached_property
    def mends(self) -> Sequence[Choice]:
        """What the reader may report to correct the season."""
        return mends_of(self.season, self.who, self.history.reports.get(self.season.last))

    @property
    def open_items(self) -> tuple[int, ...]:
        """Where the reports stand that a correction has left to settle."""
        return (*self.season.waiting, *self.season.items)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Those of them that do not stand meanwhile."""
        return tuple(at for at in self.open_items if self.history.reports[at].how == "waiting")

    def correctable(self, position: int) -> Past | None:
        """The report that counts and begins at `position`; None for the opening, and if there is none."""
        live = (past for past in self.history.live_reports() if past.type != Open.__name__)
        return next((past for past in live if past.position == position), None)

    def entry(self, position: int) -> ReportStory | None:
        past = self.history.reports.get(position)
        return self.entry_of(past) if past is not None else None

    def entry_of(self, past: Past) -> ReportStory:
        return report_told(self.season, self.history, self.rows, past, self.reader, self.names)

    def execute(self, report: Report, after: int | None) -> Receipt:
        return handler.execute(self.stream, [report], self.who, "page", after=after)

    def coming(self, report: Report) -> Coming:
        found = come(
            lambda: in_words(
                foresee(self.history, report, self.who), self.season, self.history, self.reader, self.names
            )
        )
        if isinstance(found.theirs, ForOthers) or (found.foreseen is not None and found.foreseen.asks):
            self.asks = self._asks(report)
        return found

    def _asks(self, report: Report) -> tuple[str, ...]:
        with suppress(Refused):
            command = REPORTS.decode(report.type, report.data)
            keys = MENDING.asks(self.history, self.season, command, self.who)
            return tuple(self.names.get(key, key) for key in keys)
        return ()


def _vehicles(season: Season) -> dict[str, str]:
    return {id: names.vehicle(season, id) for id in season.vehicles}


def made(id: str, type_: str, data: dict[str, Any]) -> Report:
    return Report(id, type_, msgspec.json.encode(data).decode())
