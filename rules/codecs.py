"""How a battle of a rulebook is read and written: the events and commands of every battle, and the rulebook's own."""

from __future__ import annotations

from functools import cache

from rules.contract import RuleSystem
from rules.reports import COMMANDS, EVENTS
from rules.stream.codec import CommandCodec, EventCodec, Upcasters, as_it_was

UPCASTERS: Upcasters = {("Mustered", 1): as_it_was}  # of the events every battle has


@cache
def event_codec(system: RuleSystem | None) -> EventCodec:
    """Without a `system`: only for the events that every battle has."""
    if system is None:
        return EventCodec(EVENTS, UPCASTERS)
    return EventCodec((*EVENTS, *system.events), {**UPCASTERS, **system.upcasters})


@cache
def command_codec(system: RuleSystem | None) -> CommandCodec:
    """Without a `system`: only for the commands that every battle takes."""
    return CommandCodec((*COMMANDS, *(system.commands if system else ())))
