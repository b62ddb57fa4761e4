"""A stream and its whole log, for a reader who may correct it: what the pages of corrections ask of each kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from battles.forms.cards import Card
from battles.forms.correction_draft import Draft
from battles.forms.form_data import Typed
from battles.log import Row
from battles.pages.corrections.coming import Coming
from battles.pages.corrections.handle import Verdict, judge
from battles.presenters.story import ReportStory
from battles.reports import Receipt, Report
from battles.sentences import words
from rules.contract import Choice, Event, Field, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.codec import CommandCodec
from rules.stream.decider import Who
from rules.stream.facts import Vocabulary
from rules.stream.history import Past
from rules.stream.revision.contract import MendedHistory

WHY = Field(name="reason", kind="text", label=say(_("Why it is corrected")))


class Before(msgspec.Struct, frozen=True):
    """A stream right before a report: what the reader could have reported, and the report as one of these choices.

    `typed` is None if it is none of them, or the reader may not know it; `line` is the report as a line of script, with
    what the reader may know of it, "" where that would need JSON and the form is there; `partial`: there may be more in
    it.
    """

    choices: tuple[Choice, ...]
    typed: Typed | None
    line: str
    partial: bool = False


class StreamDesk(ABC):
    """`opens`: the first report of every such stream, which nobody corrects. `asks`: who has to agree to what was
    looked at last, by name. `state`: as it stands now. `reaches`: a correction changes other streams, which a page of
    the floors above tells (`battles.pages.corrections.elsewhere`)."""

    reaches: ClassVar[bool] = False

    codec: ClassVar[CommandCodec]
    opens: ClassVar[str]
    stream: str
    who: Who
    state: Any
    rows: Sequence[Row]
    history: MendedHistory[Any, Any]
    asks: tuple[str, ...] = ()

    @property
    @abstractmethod
    def names(self) -> Mapping[str, str]:
        """Names of the ids in sentences."""

    @property
    @abstractmethod
    def mends(self) -> Sequence[Choice]:
        """What the reader may report to correct the stream."""

    @abstractmethod
    def entry_of(self, past: Past) -> ReportStory: ...

    @abstractmethod
    def execute(self, report: Report, after: int | None) -> Receipt: ...

    @abstractmethod
    def coming(self, report: Report) -> Coming: ...

    @abstractmethod
    def tell(self, event: Event) -> Message:
        """An event as the reader may know it."""

    @property
    def reader(self) -> str:
        return self.who.id

    @property
    def head(self) -> int:
        return int(self.state.head[0])

    @property
    def open_items(self) -> tuple[int, ...]:
        """Where the reports stand that a correction has left to settle."""
        return (*self.state.waiting, *self.state.items)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Those of them that do not stand meanwhile."""
        return tuple(at for at in self.open_items if self.history.reports[at].how == "waiting")

    def ways(self, position: int) -> tuple[tuple[str, str], ...]:
        """How the report that waits at `position` may be settled but by another one, and what each way is called, where
        this kind of stream has words of its own for it."""
        return ()

    def correctable(self, position: int) -> Past | None:
        """The report that counts and begins at `position`; None for the opening, and if there is none."""
        live = (past for past in self.history.live_reports() if past.type != self.opens)
        return next((past for past in live if past.position == position), None)

    def entry(self, position: int) -> ReportStory | None:
        past = self.history.reports.get(position)
        return self.entry_of(past) if past is not None else None

    def told(self, events: Iterable[Event]) -> tuple[str, ...]:
        return tuple(words(self.tell(event), self.names) for event in events)


class FormDesk(StreamDesk):
    """A desk at which reports are told again by form, by line, or fact by fact. `home`: the address of the stream's
    page. `own`: the key under which the stream's own facts stand, beside those of its parts."""

    declarable: ClassVar[Vocabulary]
    own: ClassVar[str]
    home: str

    @abstractmethod
    def read(self) -> None:
        """The log as it stands now."""

    @property
    @abstractmethod
    def title(self) -> str: ...

    @abstractmethod
    def address(self, page: str, *args: Any) -> str:
        """Of "corrections", "correct", "settle" or "declare"."""

    @abstractmethod
    def barred(self, past: Past, how: str) -> Refused | None:
        """Why the reader does not correct this report so, whatever they send; None where that turns on what they
        send."""

    @abstractmethod
    def before(self, past: Past) -> Before: ...

    @abstractmethod
    def cards(self, choices: Sequence[Choice], typed: Typed | None, faults: Sequence[Refused]) -> list[Card]: ...

    @abstractmethod
    def said(self, draft: Draft) -> tuple[str, dict[str, Any]]:
        """The report in the form: its line of script, or the content of its card. `Refused`."""

    def judged(
        self,
        past: Past,
        type_: str,
        data: dict[str, Any],
        draft: Draft,
        report: Callable[[str, dict[str, Any]], Report],
    ) -> int | Verdict:
        """The result of a form that tells `data` in the place of `past`. `report`: what is sent, by its id and what is
        told there."""
        return judge(self, report(draft.id, data), draft.after, draft.step)

    # -- facts ---------------------------------------------------------------------------------------------------------

    @abstractmethod
    def facts(self, state: Any) -> dict[str, Any]:
        """Those the reader may know."""

    def shown(self, after: int | None) -> dict[str, Any]:
        """The facts as a form showed them after that row."""
        behind = after is not None and 0 < after < self.head
        return self.facts(self.history.state(after) if behind else self.state)

    @abstractmethod
    def parts(self) -> Mapping[str, str]:
        """What has facts of its own, beside the stream itself, by key, with its name."""

    @abstractmethod
    def part_of(self, path: str) -> str:
        """The part whose fact it is, or `own`."""

    def about(self, path: str, keys: Sequence[str]) -> str:
        """What a fact is of, where that stands above it; "" for nothing."""
        return ""

    def called(self, value: Any) -> Message | None:
        """A value as people call it, where they do."""
        return None


def kinds(choices: Sequence[Choice], names: Mapping[str, str]) -> dict[str, str]:
    """The kinds of report among these choices, each with what it is called."""
    found: dict[str, str] = {}
    for one in choices:
        found.setdefault(one.command, words(one.label, names))
    return found


def made(id: str, type_: str, data: dict[str, Any]) -> Report:
    return Report(id, type_, msgspec.json.encode(data).decode())
