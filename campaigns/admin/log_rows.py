"""The log in the office, row by row as stored. Sealed values show only their commitments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from battles import log
from battles.models import LogLine, Sheet
from battles.not_found import uuid_in
from campaigns.admin.hidden_points import data_of
from campaigns.admin.office import NamedList, Shown, named, streams_of
from campaigns.models import User
from campaigns.season import EVENTS
from rules.reports import EVENTS as FRAME
from rules.reports import TALK
from rules.stream import history
from rules.stream.contract import Event
from rules.stream.revision.reports import Revised

MOST = 10_000  # rows that are paged through; further ones are found by a stream, or by a filter
SAID = [event.__name__ for event in TALK]  # no revision strikes these: nothing was ruled in them

# The floor above adds its logs: the streams that an officer rules over, what their kind is called, and their events.
ABOVE: list[Callable[[User], QuerySet[Any]]] = []
KINDS: dict[str, Any] = {"battle": _("battle"), "campaign": _("campaign")}
TYPES: list[type[Event]] = [*EVENTS, *FRAME]


class TypeFilter(admin.SimpleListFilter):
    """By the type of the event. It offers every type this release knows, so that the log is not searched for them."""

    title = _("type")
    parameter_name = "type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        known = {*TYPES, *(event for system in rules.all_systems().values() for event in system.events)}
        return [(name, name) for name in sorted(event.__name__ for event in known)]

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(type=self.value()) if self.value() else rows


class KindFilter(admin.SimpleListFilter):
    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(KINDS.items())

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(kind=self.value()) if self.value() else rows


class StreamFilter(admin.SimpleListFilter):
    """By the stream in the address. It offers no choice of its own."""

    title = _("battle, campaign or league")
    parameter_name = "stream"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        asked = request.GET.get(self.parameter_name)
        return [(asked, asked)] if asked else []

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        if not self.value():
            return rows
        stream = uuid_in((self.value() or "").strip())
        return rows.filter(stream=stream) if stream else rows.none()


class CountsFilter(admin.SimpleListFilter):
    """Rows that count, or rows that a revision has struck, of a stream that was chosen before."""

    title = _("what counts")
    parameter_name = "counts"

    def __init__(self, request: HttpRequest, *args: Any) -> None:
        self.stream = uuid_in((request.GET.get("stream") or request.GET.get("q") or "").strip())
        super().__init__(request, *args)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("counts")), ("no", _("struck"))] if self.stream else []

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        if self.stream is None or self.value() not in ("yes", "no"):
            return rows
        off = Q(position__in=list(struck([self.stream]).get(self.stream, {}))) & ~Q(type__in=SAID)
        return rows.filter(off if self.value() == "no" else ~off)


def struck(streams: Iterable[UUID]) -> dict[UUID, dict[int, int]]:
    """The struck rows of these streams: the position of each, and of the revision that struck it. One query."""
    revised = LogLine.objects.filter(stream__in=list(streams), type=Revised.__name__)
    found: dict[UUID, dict[int, str]] = {}
    for stream, position, data in revised.values_list("stream", "position", "data"):
        found.setdefault(stream, {})[position] = data
    # every row after the last revision counts
    return {stream: history.struck(max(said), history.jumps(said.items())) for stream, said in found.items()}


def reasons(stream: UUID, after: int, until: int) -> dict[int, str]:
    """The reasons that organisers gave in these rows, by position."""
    rows = log.read(stream, after, until)
    return {row.position: msgspec.json.decode(row.data, type=_Why).reason for row in rows}


class _Why(msgspec.Struct):
    reason: str = ""


class StruckList(NamedList):
    """A list whose rows know what struck them and, in the list of one stream, the reason."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        off = struck({row.stream for row in self.result_list})
        for row in self.result_list:
            row.struck = 0 if row.type in SAID else off.get(row.stream, {}).get(row.position, 0)
        stream = uuid_in((request.GET.get("stream") or request.GET.get("q") or "").strip())
        positions = [row.position for row in self.result_list]
        why = reasons(stream, min(positions) - 1, max(positions)) if stream and positions else {}
        for row in self.result_list:
            row.reason = why.get(row.position, "")


class Counted(Paginator):  # type: ignore[type-arg]
    """Counts no more rows than anybody looks at: counting all would read the whole log for each page."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list  # a query
        return int(rows[:MOST].count())


@admin.register(LogLine)
class LogLineAdmin(Shown):
    paginator = Counted
    list_display = ("stream", "position", "kind", "type", "counts", "who", "via", "at", "why")
    list_display_links = ("position", "type")
    list_filter = (CountsFilter, KindFilter, StreamFilter, TypeFilter)
    exclude = ("data",)
    readonly_fields = ("known_data", "counts", "why")
    search_fields = ("stream",)
    search_help_text = _("The id of a battle, a campaign or a league.")
    ordering = ("stream", "position")
    sortable_by = ()
    show_full_result_count = False
    actions = None
    people = ("by",)

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        """Compare with a list of ids: on SQLite the log stores an id with dashes and the read tables store it
        without."""
        campaigns = [row["stream"] for row in streams_of(user)]
        battles = Sheet.objects.filter(campaign__in=campaigns).values_list("pk", flat=True)
        further = [row["stream"] for streams in ABOVE for row in streams(user)]
        return rows.filter(stream__in=[*campaigns, *battles, *further])

    def get_search_results(self, request: HttpRequest, rows: QuerySet[Any], search: str) -> tuple[QuerySet[Any], bool]:
        if not search:
            return rows, False
        stream = uuid_in(search.strip())
        return (rows.filter(stream=stream) if stream else rows.none()), False

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> LogLine | None:
        """Find the row by stream and position, which the log is indexed by. The key of the view is made of them."""
        stream, _colon, position = object_id.partition(":")
        if not ((id := uuid_in(stream.strip())) and position.isdecimal() and len(position) < 10):
            return None
        row: LogLine | None = self.get_queryset(request).filter(stream=id, position=int(position)).first()
        if row is not None:
            row.known = data_of(row, str(request.user.pk))  # type: ignore[attr-defined]
        return row

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return StruckList

    @admin.display(description=_("data"))
    def known_data(self, row: LogLine) -> str:
        """The stored data, without points that count cards which its reader may not know."""
        return str(getattr(row, "known", ""))

    @admin.display(description=_("counts"))
    def counts(self, row: LogLine) -> str:
        by = getattr(row, "struck", None)
        if by is None:
            by = 0 if row.type in SAID else struck([row.stream]).get(row.stream, {}).get(row.position, 0)
        return gettext("struck by row %(n)d") % {"n": by} if by else gettext("yes")

    @admin.display(description=_("why"), empty_value="")
    def why(self, row: LogLine) -> str:
        """The reason, on the page of a row and in the list of one stream."""
        told: str | None = getattr(row, "reason", None)
        return reasons(row.stream, row.position - 1, row.position).get(row.position, "") if told is None else told

    @admin.display(description=_("by"))
    def who(self, row: LogLine) -> str:
        return named(row, "by")
