"""Shapes for corrections: proposals, explanations, declarable facts and previews."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from api.shapes.kinds import People, Position, Time

Value = str | int | bool


class Proposal(msgspec.Struct):
    """What `side` asks the other sides to agree to, with `Agree` or `Decline` and this `position`.

    `type` and `data` are the report that waits for them; `agreed`: the sides that have agreed already.
    """

    position: Position
    side: str
    type: str
    data: dict[str, Any]
    text: str
    agreed: list[str]


class Roll(msgspec.Struct, omit_defaults=True):
    """Dice that answer a named question. `values` is empty until somebody has rolled. `shows`: the faces of each die,
    in order, if they are not 1 to `faces`; else empty.

    With `sealed` it is a deck of the cards in `shows` that Leaguer has shuffled. Face down, `values` is empty;
    disclosed, it is the order, top first, and `sealed` is the SHA-256, in hex, of `salt` and order with spaces between
    them.
    """

    question: str
    faces: int
    values: list[int | str]
    by: Literal["table", "leaguer"]
    shows: list[list[int | str]]
    sealed: str = ""
    salt: str = ""


class Explicable(msgspec.Struct):
    """A fact of the sheet or the outcome. Ask for it by `of`; `unit` is "" for the battle's own."""

    of: str
    unit: str
    label: str
    value: Value


class Explicables(msgspec.Struct):
    """Every fact that can be explained, as the battle stood at `position`."""

    position: Position
    facts: list[Explicable]


class Step(msgspec.Struct):
    """A row of the log that changed the fact `of`, or one it follows from.

    `report` is the first row of its report on the line that counts; `first_told` is the row of the original report,
    `by` whom (an account, or "clerk"), when, and `via` which way in words. `before` and `after` are null if the fact
    did not exist. `rules` are the rules that decided it, `dice` those that were rolled, `seed_row` the row with
    the new seed that Leaguer's followed from, 0 for the battle's first. `declared`: set by people. If you may not know
    the row, `type` and `text` are "" and `data` is null.
    """

    position: Position
    report: Position
    first_told: Position
    by: str
    at: Time
    via: str
    of: str
    unit: str
    label: str
    before: Value | None
    after: Value | None
    type: str
    data: dict[str, Any] | None
    text: str
    rules: list[str]
    dice: list[Roll]
    declared: bool
    seed_row: int


class Explanation(msgspec.Struct):
    """Why a fact was what it was at `position`: the steps to it, oldest first; none if it is as mustered."""

    position: Position
    of: str
    unit: str
    label: str
    value: Value
    steps: list[Step]
    people: People


class Declarable(msgspec.Struct):
    """A fact people can set with `Declare`: `{"facts": {path: value}, "reason": ...}`.

    `schema` is the JSON Schema of the value. `declared` is the row in which people last set it, null if they have not.
    """

    path: str
    unit: str
    label: str
    value: Any
    schema: dict[str, Any]
    declared: Position | None


class Declarables(msgspec.Struct):
    """Every fact that can be declared, as it stands at `position`."""

    position: Position
    facts: list[Declarable]


class Told(msgspec.Struct):
    """A ruled fact, before or after a revision. If you may not know it, `type` and `text` are "", `data` is null."""

    type: str
    data: dict[str, Any] | None
    text: str


class Change(msgspec.Struct):
    """A report and what follows from it, before and after the revision. `position` is 0 for a new one.

    `how`: told (decided again, the same), changed, inserted, replaced, rolled, accepted, kept, struck, voided.
    """

    position: int
    how: str
    before: list[Told]
    after: list[Told]


class Item(msgspec.Struct):
    """A report that cannot be decided again as it was: settle it in `settle` of a `Correct`, or with a `Resolve` after
    it.

    illegal: the rules refuse it now. unanswered: it asks for `dice` nobody has rolled. orphaned: nothing asks for its
    `dice` any more. `settled`: how this report settles it, "" for not yet. `was`: how it was settled before, which can
    stand no longer; left out where it was not.
    """

    position: Position
    type: str
    kind: Literal["illegal", "unanswered", "orphaned"]
    rule: str
    text: str
    remedy: str
    dice: list[Roll]
    settled: str
    was: str | msgspec.UnsetType = msgspec.UNSET


class Difference(msgspec.Struct):
    """A line of the sheet or the outcome that would change; `of` explains it, null if there is no such line."""

    of: str
    unit: str
    label: str
    before: Value | None
    after: Value | None


class Preview(msgspec.Struct):
    """Preview of a report that corrects the battle. Items not settled yet are assumed to be kept.

    `again`: how many reports are decided again; kept and struck ones are not. `taken`: those taken back for good.
    `changes`: rulings that change. `orphans`: dice nothing asks for any more. `voided`: sides whose confirmation falls.
    `beyond`: reports that cannot be previewed, because one before them cannot even be kept. `asks`: another side has to
    agree first.
    """

    again: int
    taken: list[Change]
    changes: list[Change]
    items: list[Item]
    orphans: list[Roll]
    voided: list[str]
    sheet: list[Difference]
    outcome: list[Difference]
    beyond: int
    asks: bool
