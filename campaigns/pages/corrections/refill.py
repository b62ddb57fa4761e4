"""The forms and the line of script with which a report of a campaign is corrected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from battles.forms.cards import Card, deal
from battles.forms.correction_draft import Draft
from battles.forms.form_data import Typed, report
from battles.forms.refill import known_line, line_beside, refilled
from battles.pages.corrections.streams.desk import Before
from campaigns import scripts
from campaigns.pages.choice_forms import people_of
from campaigns.pages.corrections.context import SeasonDesk
from campaigns.season import Season, legal, see_event
from campaigns.season.consent import BY_PLAYERS
from campaigns.season.decider import REPORTS
from campaigns.season.map.orders import Order
from campaigns.season.mendable import NEVER
from campaigns.season.mending import MENDING
from campaigns.season.musters import MusterBattle
from campaigns.season.visibility import as_read_by
from rules.contract import Choice, Command, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.choices import matches
from rules.stream.history import Past

UNSAID = frozenset((*(kind.__name__ for kind in MENDING.unsayable), *NEVER, MusterBattle.__name__))


def before(desk: SeasonDesk, past: Past) -> Before:
    then = as_read_by(desk.history.state_before(past.position), desk.reader, desk.who)
    choices = offered(desk, then)
    try:
        command = desk.history.command(past)
    except Refused:  # a value in it was erased
        return Before(choices, None, "")
    if not is_open_to(desk, past, command):
        seen = [see_event(desk.season, event, desk.reader) for event in desk.history.played(past)]
        return Before(choices, None, known_line(command, seen), partial=True)  # whether it says more is theirs to know
    choice = next((one for one in choices if matches(one, command)), None)
    typed = refilled(choice, command, desk.head) if choice is not None else None
    return Before(choices, typed, line_beside(typed, command))


def is_open_to(desk: SeasonDesk, past: Past, command: Command) -> bool:
    """Whether the reader may read the report itself: a player's of a platoon they may know, an organiser's of
    their own. An order is for its players alone."""
    platoon = str(getattr(command, "platoon", ""))
    if isinstance(command, Order):
        found = desk.season.platoons.get(platoon)
        return found is not None and desk.reader in found.players
    own = past.by == desk.reader and past.type not in BY_PLAYERS
    return own or desk.season.known_to(platoon, desk.reader)


def offered(desk: SeasonDesk, then: Season) -> tuple[Choice, ...]:
    """What the reader could have reported then, of what can stand in a corrected report; of a platoon only who commands
    it now."""
    mine = ("", *MENDING.parties(desk.season, desk.who))
    return tuple(one for one in legal(then, desk.who) if one.side in mine and one.command not in UNSAID)


def cards(desk: SeasonDesk, choices: Sequence[Choice], typed: Typed | None, faults: Sequence[Refused]) -> list[Card]:
    named = any(field.kind in ("person", "people") for one in choices for field in one.fields)
    people = people_of(desk.season, [desk.desk.club_id]) if named else {}
    return deal(choices, REPORTS.types, typed, faults, names=desk.names, people=people)


def said(desk: SeasonDesk, draft: Draft) -> tuple[str, dict[str, Any]]:
    """The report in the form: its line of script, or the content of its card. `Refused`."""
    if not draft.line.strip() and draft.typed.type:
        one = report(draft.typed)
        return one.type, msgspec.json.decode(one.data)
    try:
        lines = scripts.read(draft.line, desk.stream, desk.season, desk.who)
    except Refused as refused:
        refused.field = "line"
        raise
    if len(lines) != 1:
        raise Refused(
            "script",
            _("Write one report here: one line of script."),
            say(_("Write it like “%(line)s”."), line='penalise bears 2 reason="late"'),
            field="line",
            code="malformed",
        )
    type_, data = REPORTS.encode(lines[0].command)
    return type_, msgspec.json.decode(data)
