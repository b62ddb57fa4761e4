"""A player who plays whole legal battles at random: for tests, demonstrations and load.

It asks `legal` what may be reported, fills in the fields, and reports. Whatever it does is picked by `choose(n)`,
which gives a number in 0..n-1; the same numbers give the same battle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules import show
from rules.adjudicate import CLERK
from rules.battle import Battle
from rules.choices import narrowed
from rules.contract import Choice, Command, Field, Muster, Refused, RuleSystem, Unfallen
from rules.dice import FallenDice
from rules.record import Table, codecs
from rules.reports import Settle
from rules.sampling import Choose, sample

# How readily kinds of report are picked, against 1000 for all others: what cuts a battle short or leaves its course is
# told once in a while, so that battles also grow long; what lets a chance pass less often than what takes it.
READILY = {
    "Concede": 5,
    "CallTime": 15,
    "ChangeDepth": 60,
    "Withdraw": 40,
    "Leave": 60,
    "ReportResult": 100,
    "Traverse": 200,
    "StopRepair": 100,
    "Unhook": 200,
    "EndMovement": 300,
    "EndTurn": 400,
    "EndImpulse": 250,
    "Observe": 250,
    "TakeHullDown": 400,
    "CloseStrike": 300,
    "HoldFire": 400,
    "Pass": 400,
    "SkipRepair": 400,
}


class Unplayable(Exception):
    """The rulebook contradicts itself: a choice it offered was refused, or it offers nothing though it is not over."""

    def __init__(self, what: str, table: Table) -> None:
        super().__init__(what)
        self.table = table


def play(system: RuleSystem, choose: Choose, most: int = 300, muster: Muster | None = None) -> Table:
    """A battle of `system`, from its muster (a drafted one when left out) until it is settled or has `most` reports.

    Raises `Unplayable`.
    """
    table = Table.open(muster or system.draft(choose))
    while len(table.entries) <= most and not table.battle.settled:
        advance(table, choose)
    return table


def advance(table: Table, choose: Choose) -> None:
    """One more report, told and ruled."""
    battle = table.battle
    if battle.agreed:
        left = battle.rules.aftermath(battle.play)
        _tell(table, CLERK, left[0] if left else Settle(), "the aftermath")
        return
    offers = [choice for side in battle.muster.sides for choice in show.legal(battle, side)]
    if not offers:
        raise Unplayable("nobody may report anything, and the battle is not over", table)
    choice = _preferred(offers, choose)
    command = complete(table, choice, choose)
    if not choose(3):
        command = with_table_dice(table, choice, command, choose)
    _tell(table, choice.side, command, "a choice offered")


def _tell(table: Table, side: str, command: Command, what: str) -> None:
    try:
        table.report(side, command)
    except Refused as refused:
        raise Unplayable(f"{what} is refused: {side}: {command!r}: {refused}", table) from refused


def _preferred(offers: Sequence[Choice], choose: Choose) -> Choice:
    """An open decision first, mostly; then a kind of report, some less readily (`READILY`), then one of that kind."""
    if (urgent := [choice for choice in offers if choice.urgent]) and choose(8):
        offers = urgent
    kinds = sorted({choice.command for choice in offers})
    kind = _weighted([(kind, READILY.get(kind, 1000)) for kind in kinds], choose)
    fitting = [choice for choice in offers if choice.command == kind]
    return fitting[choose(len(fitting))]


def _weighted(kinds: Sequence[tuple[str, int]], choose: Choose) -> str:
    """One of the kinds, in proportion to their weights."""
    place = choose(sum(weight for _kind, weight in kinds))
    for kind, weight in kinds:
        place -= weight
        if place < 0:
            return kind
    raise AssertionError("a place beyond all weights")


def complete(table: Table, choice: Choice, choose: Choose) -> Command:
    """`choice` with its fields filled in at random; dice are left to Leaguer, optional fields out as often as not."""
    data = dict(choice.given)
    for field in choice.fields:
        if field.kind != "dice" and not field.ahead and (field.required or choose(2)):
            data[field.name] = _filled(table.battle, choice, narrowed(choice, field, data), choose)
    return _command(table, choice.command, data)


def with_table_dice(table: Table, choice: Choice, command: Command, choose: Choose) -> Command:
    """`command` with dice rolled at the table for those fields of `choice` that take some: found by a dry run."""
    takes = {field.name: field for field in choice.fields if field.kind == "dice"}
    while takes:
        try:
            table.copy().report(choice.side, command, FallenDice())
        except Unfallen as die:
            if takes.pop(die.field, None) is None:
                break
            faces = [_shown(die, place, choose) for place in range(die.count)]
            data = msgspec.to_builtins(command) | {die.field: faces}
            command = _command(table, choice.command, data)
        except Refused as refused:
            raise Unplayable(f"a dry run is refused: {choice.side}: {command!r}: {refused}", table) from refused
        else:
            break
    return command


def _shown(die: Unfallen, place: int, choose: Choose) -> int | str:
    """What a die of the table shows."""
    face = choose(die.faces)
    return die.shows[place][face] if die.shows else face + 1


def _command(table: Table, type_: str, data: dict[str, Any]) -> Command:
    _events, commands = codecs(table.battle.rules)
    try:
        return commands.decode(type_, msgspec.json.encode(data))
    except Refused as refused:
        raise Unplayable(f"a choice cannot be written: {type_} {data}: {refused}", table) from refused


def _filled(battle: Battle, choice: Choice, field: Field, choose: Choose) -> Any:
    match field.kind:
        case "pick":
            return field.picks[choose(len(field.picks))].value
        case "picks":
            return _picked(field, choose)
        case "path":  # one step; the next ones are asked for again
            return [field.picks[choose(len(field.picks))].value]
        case "number":
            return field.least + choose(field.most - field.least + 1)
        case "flag":
            return bool(choose(2))
        case "text":
            return ("", "so it was", "Größe: 5 > 4, “quoted”\nand a second line")[choose(3)]
    return _data(battle, choice, field, choose)


def _picked(field: Field, choose: Choose) -> list[str]:
    values = [pick.value for pick in field.picks]
    picked = []
    for _ in range(field.least + choose(field.most - field.least + 1)):
        if not values:
            break
        value = values[choose(len(values))]
        picked.append(value)
        if not field.repeats:
            values.remove(value)
    return picked


def _data(battle: Battle, choice: Choice, field: Field, choose: Choose) -> Any:
    """Conditions are the rulebook's; anything else is what its type allows."""
    units = [unit.id for unit in battle.muster.units]
    if choice.command == "ReportStatus":
        return sample(battle.rules.condition, choose, units)
    if choice.command == "ReportResult":
        return {unit: sample(battle.rules.condition, choose, units) for unit in units}
    kind = codecs(battle.rules)[1].types[choice.command]
    types = {info.name: info.type for info in msgspec.structs.fields(kind)}
    return sample(types[field.name], choose, (*units, *battle.muster.sides))
