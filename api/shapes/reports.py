"""Shapes for what may be reported to a campaign, for reports, and for their answers: receipts and problems."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from api.shapes.battles import Event, Pick
from api.shapes.corrections import Preview
from api.shapes.kinds import Digest, Id, People, Position
from api.shapes.league_preview import LeagueShift
from api.shapes.rounds import Rereading, Shift
from rules.stream.choices import Kind


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

    `rereading` comes with a single Amend that changes options of battles, or the edition: battles that are over, read
    again by these rules.

    `league` comes with a single report to a league: what it would change in ratings, divisions, titles and honours.
    What corrects a league has a `preview`, too.

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
    league: LeagueShift | None = None
    rereading: Rereading | None = None


class Receipt(msgspec.Struct):
    """The answers to the reports, in order, and the last row that followed from them: keep it, it proves the log.

    The same reports sent again are answered with the same bytes. A dry run answers with the head of the log.

    With status 202 nothing is done yet, and the reports are "untried": `held` is the address where another officer of
    the campaign confirms or declines them.
    """

    dry_run: bool
    position: Position
    digest: Digest
    reports: list[Answer]
    held: str | UnsetType = UNSET


class Commands(msgspec.Struct):
    """A JSON Schema of the data of every report, and how it is written as a line of script, by type."""

    commands: dict[str, dict[str, Any]]
    script: dict[str, str]


class CampaignField(msgspec.Struct):
    """A fact or dice that a choice of a campaign asks for; the kinds that battles ask for are as there (`Field`).

    moment: a time in UTC as "2027-03-14T20:00:00Z", "" for none. id: a UUID that you make. person: an account by its
    id; people: a list of `least` to `most` of them; `people` of the answer are those known here, and others may be
    named. group: an object of these `fields`. rows: a list of `least` to `most` such objects, no two alike in the first
    of their fields. keyed: an object in which each value is as the only one of `fields`, no two groups alike in the
    first of theirs; its keys are `picks`, and what the first field of each row of the field `by` says; any, where there
    is neither.

    `catalogue`: the address of the names that `picks` goes on with, null where `picks` has them all. Fetch each such
    address once. `default` is what a form begins with, null for nothing. A field takes none of the values `excluded`,
    nor a list of people with one of them in it, and not what the field `unlike` says beside it. `made_of`: a key that
    pages make of what that other field says, and in rows of the row's number, too; send one of your own. `of_faults`:
    the keys are the `fault` of what a problem says may be let pass. `zone`: the time zone by whose clocks people type a
    moment, "" for UTC; you send it in UTC all the same.
    """

    name: str
    kind: Kind
    label: str
    help: str
    picks: list[Pick]
    catalogue: str | None
    least: int
    most: int
    faces: int
    measure: str
    repeats: bool
    required: bool
    ahead: bool
    fields: list[CampaignField]
    by: str
    default: Any
    excluded: list[bool | int | str | list[str]]
    unlike: str
    made_of: str
    of_faults: bool
    zone: str


class CampaignChoice(msgspec.Struct):
    """What may be reported now: POST `command` with `data` = `given` and the `fields` filled in. `platoon`: the one
    whose report it is, "" where it is nobody's. `files`: the rulebook's `rosters` whose files fill it in
    (`/systems/{key}/rosters/`)."""

    command: str
    label: str
    platoon: str
    given: dict[str, Any]
    fields: list[CampaignField]
    urgent: bool
    files: list[str]


class CampaignProposal(msgspec.Struct):
    """What `platoon` asks others to agree to, with `Agree` or `Decline` and this `position`: several may be open.

    `type` and `data` are the report that waits for them, as far as you may know it; `asks`: the platoons that are
    asked, and `agreed`: those that have agreed already.
    """

    position: Position
    platoon: str
    type: str
    data: dict[str, Any]
    text: str
    asks: list[str]
    agreed: list[str]


class CampaignChoices(msgspec.Struct):
    """A page of what you may report to a campaign now, in the order of its chapters: at most `limit` choices, fewer
    where they are long. `next` is the address of the next page, null at the end; `count` is how many choices there are
    in all. `proposals`, the oldest first: those that you have made or may answer, whatever the page."""

    choices: list[CampaignChoice]
    next: str | None
    count: int
    position: Position
    people: People
    proposals: list[CampaignProposal]


class Picks(msgspec.Struct):
    """One list of names of a rulebook's catalogue, in the catalogue's order."""

    picks: list[Pick]
