"""Shapes for reports, and for their answers: receipts and problems."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from api.shapes.battles import Event
from api.shapes.corrections import Preview
from api.shapes.kinds import Digest, Id, People, Position
from api.shapes.rounds import Shift


class Report(msgspec.Struct, forbid_unknown_fields=True):
    """One report: an id made by you (keep it for retries), a command of the rule system, and its fields.

    `after` is the position you have seen; without it, the report is decided on the current state.
    """

    id: Annotated[str, msgspec.Meta(max_length=40)]
    type: Annotated[str, msgspec.Meta(max_length=60)]
    data: Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"type": "object"})]
    after: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] | None = None


class Ruling(msgspec.Struct):
    """A ruled fact that followed from a report. `text` says it in words; in a dry run `digest` is ""."""

    position: Position
    type: str
    data: dict[str, Any]
    text: str
    digest: Digest


class Dice(msgspec.Struct):
    """Dice that would have to be rolled: report them in `field`, or leave them out and Leaguer rolls. If `field` is ""
    nobody can report them: Leaguer draws, or shuffles.

    `shows`: the faces of each die, in order, if they are not 1 to `faces`; else empty.
    """

    question: str
    count: int
    faces: int
    field: str
    shows: list[list[int | str]]


class Fault(msgspec.Struct, omit_defaults=True):
    """One of several faults. `fault` is its name, which does not change; an organiser uses it to let a `waivable` one
    pass (MusterBattle: `waivers`).
    """

    rule: str
    detail: str
    remedy: str = ""
    field: str = ""
    fault: str = ""
    waivable: bool = False


class Problem(msgspec.Struct, omit_defaults=True):
    """RFC 9457. `code` is for programs; `rule`, `field` and `remedy` say which rule, which field, what would be right.

    With several faults these describe the first, and `errors` has all; `errors` also has a single fault that has a
    name.

    `report` is the id of the report at fault. A conflict has the log's `position` and what you have `missed`.
    """

    title: str
    status: int
    code: str
    detail: str
    rule: str = ""
    field: str = ""
    remedy: str = ""
    report: str = ""
    errors: list[Fault] | UnsetType = UNSET
    position: int | UnsetType = UNSET
    missed: list[Event] | UnsetType = UNSET
    people: People | UnsetType = UNSET
    type: str = "about:blank"


class Answer(msgspec.Struct):
    """The answer to one report. `asks` and `preview` only in a dry run; `problem` if a batch keeps its legal part.

    `preview` comes with a single report that corrects the battle (Undo, Correct, Resolve, Declare, Amend, Agree). If
    dice have to be rolled first, there is none and `asks` says which. If you may not know it before the other side has
    agreed, `problem` says so.

    `shift` comes instead with a single ruling over a campaign (Amend, Adjudicate, Penalise): what would change in its
    standings and conditions. What corrects a campaign (Undo, Correct, Resolve, Declare, Agree) has both.

    `warnings` come with a dry run of a single report of a platoon (Enlist, Buy, ChangeCard): the faults it would stand
    with, where the campaign's terms only warn of them.
    """

    id: Id
    status: Literal["accepted", "refused", "asks", "untried"]
    events: list[Ruling]
    asks: Dice | None = None
    problem: Problem | None = None
    preview: Preview | None = None
    shift: Shift | None = None
    warnings: list[Fault] = []


class Receipt(msgspec.Struct):
    """The answers to the reports, in order, and the last row that followed from them: keep it, it proves the log.

    The same reports sent again are answered with the same bytes. A dry run answers with the head of the log.
    """

    dry_run: bool
    position: Position
    digest: Digest
    reports: list[Answer]


class Commands(msgspec.Struct):
    """A JSON Schema of the data of every report, and how it is written as a line of script, by type."""

    commands: dict[str, dict[str, Any]]
    script: dict[str, str]
