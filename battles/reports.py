"""Reports as they come in, and receipts as they go out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from rules.contract import Event, Refused, Shown, Unfallen
from rules.contract import gettext_noop as _
from rules.stream.dice import faces_shown, is_draw


class Report(msgspec.Struct, frozen=True):
    """One report as it arrives: a client-made UUID in canonical text, the command's type and its data as JSON text."""

    id: str
    type: str
    data: str


def report(id_: str, type_: str, data: str) -> Report:
    """A report with a checked id in canonical spelling, so that two spellings of one id count once. `Refused`."""
    try:
        return Report(str(UUID(id_)), type_, data)
    except (ValueError, AttributeError, TypeError):
        raise Refused(
            "report",
            _("The id of this report is damaged or missing."),
            _("Load the page again. A program makes an id, 7d9f2c1e-5a34-4c8b-9a53-2f1d6f0c2b11, and keeps it."),
            field="id",
            code="malformed",
        ) from None


class Ruled(msgspec.Struct, frozen=True):
    """A ruled fact with its place in the log; in a dry run `position` is where it would be and `digest` is empty.

    `struck` is the position of the revision that struck it, 0 while it counts.
    """

    position: int
    event: Event
    digest: str = ""
    struck: int = 0


class Asked(msgspec.Struct, frozen=True):
    """Dice a dry run needs: to roll, or to leave to Leaguer. `shows` as in a `Roll`. `told`: what is ruled before they
    fall."""

    question: str
    count: int
    faces: int
    field: str
    shows: tuple[tuple[Shown, ...], ...] = ()
    told: tuple[Ruled, ...] = ()

    @classmethod
    def of(cls, die: Unfallen, told: Sequence[Ruled] = ()) -> Asked:
        return cls(die.question, die.count, die.faces, die.field, die.shows, tuple(told))

    @property
    def faces_shown(self) -> str:
        """What the dice show, if it is not 1 to `faces`."""
        return faces_shown(self.shows)

    @property
    def is_draw(self) -> bool:
        """Leaguer draws, or shuffles; nobody rolls such a die at a table."""
        return is_draw(self.faces) or not self.field


class Answer(msgspec.Struct, frozen=True):
    """The answer to one report. Exactly one of: `events`, `refused`, `asked`, or nothing (not decided).

    A repeated report gets its first answer.
    """

    id: str
    events: tuple[Ruled, ...] = ()
    refused: Any = None  # Refused
    asked: Asked | None = None

    @property
    def tried(self) -> bool:
        return bool(self.events) or self.refused is not None or self.asked is not None


class Receipt(msgspec.Struct, frozen=True):
    """The answers, and the head of the stream after them: it exposes a later cut of the log's tail."""

    answers: tuple[Answer, ...]
    position: int
    digest: str
    state: Any


class Conflict(Exception):
    """Someone wrote first: `missed` are the rows the client had not seen. Nothing was appended."""

    def __init__(self, missed: Sequence[Ruled], position: int, why: Refused | None = None) -> None:
        super().__init__(f"{len(missed)} events missed, the log stands at {position}")
        self.missed, self.position, self.why = tuple(missed), position, why
