"""The one door to a battle: page, API, admin, importer and clerk all come through `execute`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import transaction

from battles import engine, log, sheets
from battles.reports import Receipt, Report, Ruled
from rules import adjudicate, battle
from rules import dice as dicebox
from rules import system as find_system
from rules.adjudicate import Who
from rules.codec import CommandCodec, EventCodec, command_codec, event_codec
from rules.contract import Command, Decision, Dice, Event, Muster, Mustered
from rules.reports import COMMANDS, EVENTS


class BattleKind:
    """How the engine reads, decides and keeps a battle."""

    name = "battle"

    def events(self, state: battle.Battle | None, first: str) -> EventCodec:
        key = state.muster.system if state else msgspec.json.decode(first, type=_System).system
        return event_codec(find_system(key), EVENTS)

    def commands(self, state: battle.Battle | None) -> CommandCodec:
        return command_codec(state.rules if state else None, COMMANDS)

    def decide(self, state: battle.Battle | None, command: Command, who: Who, dice: Dice) -> Decision:
        if state is None:
            assert isinstance(command, Muster)
            yield adjudicate.muster(command)
        else:
            yield from adjudicate.decide(state, command, who, dice)

    def evolve(
        self, state: battle.Battle | None, event: Event, position: int, digest: str, report: int
    ) -> battle.Battle:
        if state is None:
            assert isinstance(event, Mustered)
            state = battle.start(event)
            state.head = state.fought = (position, digest)
        else:
            battle.evolve(state, event, position, digest, report)
        return state

    def stamp(self, state: battle.Battle, rows: Sequence[log.Row]) -> None:
        battle.stamp(state, {row.position: row.digest for row in rows})

    def dice(self, state: battle.Battle | None, told: Sequence[Ruled], dry_run: bool) -> Dice:
        if dry_run or state is None:
            return dicebox.FallenDice({roll.question: roll for fact in told for roll in dicebox.rolls_of(fact.event)})
        return dicebox.SeededDice(state.muster.seed)

    def names(self, state: battle.Battle) -> frozenset[str]:
        return frozenset(unit.id for unit in state.muster.units)

    def save(self, stream: str, state: battle.Battle, rows: Sequence[log.Row]) -> None:
        sheets.save(stream, state, rows)


class _System(msgspec.Struct):
    system: str


BATTLE = BattleKind()


def execute(
    stream: str,
    reports: Sequence[Report],
    who: Who,
    via: str,
    *,
    after: int | None = None,
    dry_run: bool = False,
    atomic: bool = True,
) -> Receipt:
    """Report to a battle; see `engine.execute`."""
    return engine.execute(BATTLE, stream, reports, who, via, after=after, dry_run=dry_run, atomic=atomic)


def open_battle(stream: str, muster: Report, who: Who, via: str) -> Receipt:
    """Begin a battle with its muster. Both or neither: a refused muster leaves no stream behind."""
    with transaction.atomic():
        log.open_stream(stream, BATTLE.name)
        return execute(stream, [muster], who, via)


def state(stream: str, until: int | None = None) -> battle.Battle:
    """The battle as it stands, or stood at position `until`. `log.NoSuchStream` if there is none."""
    found: battle.Battle | None = engine.fold(BATTLE, log.facts(stream, until))
    if found is None:
        raise log.NoSuchStream(stream)
    return found


def replay(stream: str, until: int | None = None) -> tuple[Any, list[Ruled], list[log.Row]]:
    """The battle as its log tells it (up to position `until`): state, events, rows. `log.NoSuchStream` if none."""
    rows = log.read(stream, until=until)
    if not rows:
        raise log.NoSuchStream(stream)
    state, told = engine.replay(BATTLE, rows)
    return state, told, rows
