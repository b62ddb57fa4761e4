"""Reports nobody was offered: what is legal only by accident must be refused, and properly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec

from rules import visibility
from rules.contract import Command, Muster, Refused
from rules.frame import BATTLES
from rules.player import complete
from rules.record import RecordedReport, Table, codecs, who
from rules.reports import REVISIONS, Settle
from rules.stream.dice import SeededDice
from rules.stream.samples import Unsampled, sample


def wild(table: Table, entries: Sequence[RecordedReport], chance: Random, count: int) -> Iterator[Command]:
    """`count` well-formed reports: those of other moments of the battle, choices bent, and ones out of thin air."""
    told = [entry.command for entry in entries if not isinstance(entry.command, Muster | Settle)]
    offers = [choice for side in table.mustered.sides for choice in visibility.legal(table.battle, side)]
    for number in range(count):
        if told and number % 4 == 0:
            yield chance.choice(told)
        elif told and number % 4 == 1:
            yield bent(table, chance.choice(told), chance)
        elif offers and number % 4 == 2:
            yield bent(table, complete(table, chance.choice(offers), chance.randrange), chance)
        elif (command := from_nowhere(table, chance)) is not None:
            yield command


def refusal(table: Table, side: str, command: Command) -> Refused | None:
    """What `side` is refused a report with, None when it is accepted. Nothing happens at the table."""
    dice = SeededDice(table.mustered.seed)
    try:
        if not isinstance(command, REVISIONS):  # they rewind the battle before their first event
            next(BATTLES.decide(table.battle, command, who(table.mustered, side), dice, lambda: table.rows), None)
        table.copy().report(side, command)  # it may yet be refused half way
    except Refused as refused:
        return refused
    return None


_infos = cache(msgspec.structs.fields)


def bent(table: Table, command: Command, chance: Random) -> Command:
    """`command` with one field changed to something its type allows."""
    infos = _infos(type(command))
    if not infos:
        return command
    info = chance.choice(infos)
    data = msgspec.to_builtins(command)
    try:
        data[info.name] = sample(info.type, chance.randrange, _words(table))
        return _command(table, type(command).__name__, data)
    except (Refused, Unsampled):
        return command


def from_nowhere(table: Table, chance: Random) -> Command | None:
    """Any report the schemas allow, about units and sides of this battle."""
    apart: tuple[type[Command], ...] = (Muster, Settle, *REVISIONS)  # revisions have laws of their own
    kinds = [kind for kind in codecs(table.battle.rules)[1].types.values() if not issubclass(kind, apart)]
    kind = chance.choice(kinds)
    try:
        return _command(table, kind.__name__, sample(kind, chance.randrange, _words(table)))
    except (Refused, Unsampled):
        return None


def _words(table: Table) -> tuple[str, ...]:
    return (*(unit.id for unit in table.mustered.units), *table.mustered.sides)


def _command(table: Table, type_: str, data: dict[str, Any]) -> Command:
    return codecs(table.battle.rules)[1].decode(type_, msgspec.json.encode(data))
