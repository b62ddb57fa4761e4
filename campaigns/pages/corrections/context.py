"""Context of the pages that correct a campaign, from one reading of its log."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property

from django.http import Http404

from battles import log
from battles.pages.corrections.coming import Coming, come
from battles.pages.corrections.streams.desk import StreamDesk
from battles.presenters.story import ReportStory
from battles.reports import Receipt, Report
from campaigns import handler
from campaigns.models import Campaign
from campaigns.presenters import story
from campaigns.presenters.revisions import in_words, report_told
from campaigns.revision_preview import SeasonHistory, foresee, history_of
from campaigns.season import Season, names, narrate, see_event
from campaigns.season.decider import REPORTS
from campaigns.season.mending import MENDING, mends_of
from campaigns.season.opening import Open
from campaigns.season.visibility import as_read_by
from rules.adjudicate import Who
from rules.contract import Choice, Event, Message, Refused
from rules.stream.history import Past
from rules.stream.revision.preview import ForOthers


class SeasonDesk(StreamDesk):
    """A campaign and its whole log, for a reader who may correct it."""

    codec, reaches = REPORTS, True
    opens = Open.__name__

    def __init__(self, desk: Campaign, who: Who) -> None:
        """`Http404` if the campaign is not open."""
        self.desk, self.stream, self.who = desk, str(desk.pk), who
        self.read()

    def read(self) -> None:
        """The log as it stands now."""
        for kept in ("names", "mends"):
            self.__dict__.pop(kept, None)
        try:
            self.state, told, self.rows = handler.replay(self.stream)
        except log.NoSuchStream:
            raise Http404 from None
        as_read_by(self.season, self.reader, self.who)
        self.ruled = told
        self.history: SeasonHistory = history_of(told, self.rows)

    @property
    def season(self) -> Season:
        season: Season = self.state
        return season

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

    def entry_of(self, past: Past) -> ReportStory:
        return report_told(self.season, self.history, self.rows, past, self.reader, self.names)

    def tell(self, event: Event) -> Message:
        return narrate(self.season, see_event(self.season, event, self.reader))

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
