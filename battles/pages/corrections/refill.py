"""Fills the form of a choice with a report of the log, so that it can be changed; and what a correction leaves."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battles.forms.correction_draft import Draft
from battles.forms.refill import known_line, line_beside, refilled
from battles.pages.by_unit import one_by_one
from battles.pages.corrections.context import Desk
from battles.pages.corrections.streams.desk import Before
from battles.pages.corrections.ways import Item, item
from battles.presenters.preview import Left
from rules import adjudicate, cases, seats, visibility
from rules.battle import Battle
from rules.contract import Choice, Command, Refused
from rules.stream.choices import matches
from rules.stream.history import Past


def before(desk: Desk, past: Past) -> Before:
    """The battle before the report `past`."""
    battle = msgspec.structs.replace(desk.history.state(past.position - 1), waiting=())
    return told_there(desk, battle, past)


def items(desk: Desk, left: Sequence[Left], draft: Draft | None) -> list[Item]:
    """The reports that cannot stand after a correction, each with what can be done with it."""
    reports = desk.history.reports
    return [
        item(desk.history, one, draft, desk.entry(one.position), before(desk, reports[one.position]).line)
        for one in left
    ]


def told_there(desk: Desk, battle: Battle, past: Past) -> Before:
    """The report as one of the choices in `battle`."""
    pairs = [(one, part) for one in offered(desk, battle) for part in seats.said_by(desk.battle, desk.who, [one])]
    choices = tuple(part for _one, part in pairs)
    try:
        command = desk.history.command(past)
        if not _open_to(desk, battle, command):
            return Before(choices, None, _known(desk, past, command))
    except Refused:  # a value in it was erased, or names what is not there
        return Before(choices, None, "")
    told = next((n for n, (one, _part) in enumerate(pairs) if matches(one, command)), None)
    if told is None:
        return Before(choices, None, line_beside(None, command))
    choice = _with_what_is_told(*pairs[told], command)
    typed, choices = refilled(choice, command, desk.head), (*choices[:told], choice, *choices[told + 1 :])
    return Before(choices, typed, line_beside(typed, command))


def offered(desk: Desk, battle: Battle) -> tuple[Choice, ...]:
    """What the viewer could have reported then; confirming cannot be corrected."""
    sides = cases.knows(desk.battle, desk.who)
    legal = (one for side in sides for one in visibility.legal(battle, side) if one.command != "Confirm")
    return tuple(one for choice in legal for one in one_by_one(choice))


def _with_what_is_told(whole: Choice, part: Choice, command: Command) -> Choice:
    """The part of a choice that the viewer may say, and what was said beside it by who held the seat then."""
    silent, mine = (None, False, msgspec.UNSET), {field.name for field in part.fields}
    told = [one.name for one in whole.fields if all(getattr(command, one.name) is not no for no in silent)]
    return msgspec.structs.replace(whole, fields=tuple(one for one in whole.fields if one.name in {*mine, *told}))


def _open_to(desk: Desk, battle: Battle, command: Command) -> bool:
    """Whether the viewer may read the report itself: it is their side's, or the log's organiser asks."""
    return adjudicate.reporter(battle, command) in ("", *cases.knows(desk.battle, desk.who))


def _known(desk: Desk, past: Past, command: Command) -> str:
    """The other side's report as a line, with only what its events show the viewer anyway."""
    seen = (visibility.see_event(desk.battle, event, desk.eyes) for event in past.events)
    return known_line(command, [event for event in seen if event])
