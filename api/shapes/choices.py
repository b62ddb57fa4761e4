"""Shapes for what may be reported to a campaign."""

from __future__ import annotations

from typing import Any

import msgspec

from api.shapes.battles import Pick
from api.shapes.kinds import People, Position
from rules.stream.choices import Kind


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
    the keys are the `fault` of what a problem says may be let pass.
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
