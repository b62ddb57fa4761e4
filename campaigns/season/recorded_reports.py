"""Reports that a campaign's log has already, made ready to be decided again: from the log alone.

Rows keep what was added to their report as it came in (`rules.stream.codec`). Rows of before that have it in their
events, as far as these tell: of a battle that goes on by the terms no row of then says whether it was over as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from campaigns.season.musters import BattleMustered, CalledOff, MusterBattle
from campaigns.season.round_end import CloseRound, goes_on
from campaigns.season.rounds import OpenRound, RoundOpened
from campaigns.season.state import Season
from campaigns.season.workshop import Repair, WorkshopEntered
from rules.contract import Command, Event


def ruled_on(season: Season | None, command: Command, events: Sequence[Event]) -> Command:
    """The report with all that was added to it before it came to these events. `season`: as it stood before it."""
    match command:
        case OpenRound():
            return _with_moments(command, events)
        case MusterBattle():
            return _with_forces(command, events)
        case CloseRound() if season is not None:
            return replace(command, carry=tuple(dict.fromkeys((*command.carry, *_went_on(season, events)))))
    return command


def as_it_came_out(command: Command, events: Sequence[Event]) -> Command:
    """The report with all that it left to the clerk: a repair is that of the vehicles which went in."""
    entered = [work.vehicle for event in events if isinstance(event, WorkshopEntered) for work in event.works]
    return replace(command, vehicles=tuple(entered)) if isinstance(command, Repair) and entered else command


def _with_forces(command: MusterBattle, events: Sequence[Event]) -> MusterBattle:
    """With the vehicles that were called, where the report named none: the battle is fought with those."""
    called = (event for event in events if isinstance(event, BattleMustered) and event.battle == command.battle)
    return next((replace(command, sides=event.sides) for event in called), command)


def _with_moments(command: OpenRound, events: Sequence[Event]) -> OpenRound:
    for event in events:
        if isinstance(event, RoundOpened):
            deadline = event.deadline if command.deadline is UNSET else command.deadline
            orders_by = event.orders_by if command.orders_by is UNSET else command.orders_by
            return replace(command, deadline=deadline, orders_by=orders_by)
    return command


def _went_on(season: Season, events: Sequence[Event]) -> list[str]:
    """The battles that went on as the round was closed though the terms would have ended them: they were over."""
    called_off = {event.battle for event in events if isinstance(event, CalledOff)}
    ended = [one.battle for one in season.fixtures.values() if one.is_fought and not goes_on(season, one)]
    return [battle for battle in ended if battle not in called_off]
