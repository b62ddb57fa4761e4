"""Fills the form of a choice with a report of the log, so that it can be changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import msgspec

from battles.forms import fact_lines
from battles.forms.cards import key_of
from battles.forms.controls import as_way
from battles.forms.form_data import Typed
from battles.pages.corrections.context import Desk
from battles.sentences import words
from rules import adjudicate, cases, lengths, visibility
from rules.battle import Battle
from rules.contract import Choice, Command, Event, Field, Refused
from rules.stream import script
from rules.stream.choices import matches
from rules.stream.dice import rolls_of
from rules.stream.history import Past


class Before(msgspec.Struct, frozen=True):
    """A battle right before a report: what could have been reported, and the report as one of these choices.

    `typed` is None if it is none of them, or the viewer may not see it; `line` is the report as battle script, with
    what the viewer may know of it.
    """

    choices: tuple[Choice, ...]
    typed: Typed | None
    line: str


def before(desk: Desk, past: Past, after: int) -> Before:
    """The battle before the report `past`; `after` is the position the form's page shows."""
    battle = msgspec.structs.replace(desk.history.state(past.position - 1), waiting=())
    return told_there(desk, battle, past, after)


def told_there(desk: Desk, battle: Battle, past: Past, after: int) -> Before:
    """The report as one of the choices in `battle`."""
    choices = offered(desk, battle)
    try:
        command = desk.history.command(past)
        if not _open_to(desk, battle, command):
            return Before(choices, None, _known(desk, past, command))
    except Refused:  # a value in it was erased, or names what is not there
        return Before(choices, None, "")
    choice = next((one for one in choices if matches(one, command)), None)
    typed = refilled(choice, command, after) if choice is not None else None
    return Before(choices, typed, script.write_line("", command))


def offered(desk: Desk, battle: Battle) -> tuple[Choice, ...]:
    """What the viewer could have reported then; confirming cannot be corrected."""
    sides = cases.knows(desk.battle, desk.who)
    return tuple(one for side in sides for one in visibility.legal(battle, side) if one.command != "Confirm")


def refilled(choice: Choice, command: Command, after: int) -> Typed:
    """The form of `choice` as it was filled in for `command`."""
    said = msgspec.to_builtins(command)
    fields = {key_of(type(command), field): _as_typed(field, said.get(field.name)) for field in choice.fields}
    return Typed(str(uuid4()), after, choice.command, msgspec.to_builtins(choice.given), fields)


def _as_typed(field: Field, value: Any) -> list[str]:
    if field.kind == "flag":
        return ["yes" if value else "no"]
    if value is None:
        return [""]
    match field.kind:
        case "number" if field.measure:
            return [words(lengths.told(value, field.measure))]
        case "picks":
            return [str(one) for one in value]
        case "path":
            return as_way(field, [str(one) for one in value])
        case "dice" if field.picks:
            return [str(one) for one in value]
        case "dice":
            return [" ".join(map(str, value))]
        case "data":
            return [fact_lines.write(value) if value else ""]
    return [str(value)]


def _open_to(desk: Desk, battle: Battle, command: Command) -> bool:
    """Whether the viewer may read the report itself: it is their side's, or the log's organiser asks."""
    return adjudicate.reporter(battle, command) in ("", *cases.knows(desk.battle, desk.who))


def _known(desk: Desk, past: Past, command: Command) -> str:
    """The other side's report as a line, with only what its events show the viewer anyway."""
    seen = [event for event in (visibility.see_event(desk.battle, event, desk.eyes) for event in past.events) if event]
    if not seen:
        return ""
    said = msgspec.to_builtins(command)
    known = {name: value for name, value in said.items() if _told_by(seen, name, value)}
    try:
        return script.write_line("", msgspec.convert(known, type(command)))
    except msgspec.ValidationError:
        return script.verb(type(command))


def _told_by(events: Sequence[Event], name: str, value: Any) -> bool:
    """Whether an event has the same value under the same name, or the dice are among those it shows."""
    if isinstance(value, list) and any(
        list(roll.values) == value and not roll.sealed for event in events for roll in rolls_of(event)
    ):
        return True
    named = (getattr(event, name) for event in events if name in event.__struct_fields__)
    return any(msgspec.to_builtins(one) == value for one in named)
