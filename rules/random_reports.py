"""A choice filled in at random, and dice thrown at the table: what the random player reports.

A rulebook names the numbers at which its rulings turn (`Field.near`, `Dice.roll`), for few of them are met otherwise,
and what is told more or less readily. Whatever is picked is picked by `choose(n)`, a number in 0..n-1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from rules.battle import Battle
from rules.contract import Choice, Command, DiceCommand, Field, Refused, Roll, Shown, Unfallen
from rules.record import Table, codecs
from rules.stream.choices import LEAGUER
from rules.stream.dice import FallenDice
from rules.stream.fields import fields_of
from rules.stream.random_values import NEARLY, filled_in, near
from rules.stream.random_values import weighted as weighted
from rules.stream.samples import Choose, sample

LEFT = 12  # of so many dice that follow others at the table, one is left to Leaguer


class Unplayable(Exception):
    """The rulebook contradicts itself: it refused a choice that it had offered, or it offers nothing although the
    battle goes on."""

    def __init__(self, what: str, table: Table) -> None:
        super().__init__(what)
        self.table = table


def tell(table: Table, side: str, command: Command, what: str) -> None:
    """Make the report; raises `Unplayable` if it is refused."""
    try:
        table.report(side, command)
    except Refused as refused:
        raise Unplayable(f"{what} is refused: {side}: {command!r}: {refused}", table) from refused


def complete(table: Table, choice: Choice, choose: Choose) -> Command:
    """`choice` with its fields filled in at random. Dice are left to Leaguer, and a field that is not required is left
    out as often as it says."""
    told = filled_in(choice, choose, lambda field: _data(table.battle, choice, field, choose))
    return _command(table, choice.command, told)


def with_table_dice(table: Table, choice: Choice, command: Command, choose: Choose) -> Command:
    """`command` with dice rolled at the table for those fields of `choice` that take some: found by a dry run. Now and
    then the last ones are left to Leaguer; or there is a die for a step that does not come, where nobody minds. What
    Leaguer has rolled of them is told as it fell; where he has rolled some of the dice that are asked for, all that
    follow are left to him."""
    takes = {field.name: field for field in choice.fields if field.kind == "dice"}
    before, added = command, False
    while takes:
        dice = _Again(table.fallen)
        try:
            table.copy().report(choice.side, command, dice)
        except Unfallen as die:
            if die.field not in takes or die.question in table.fallen or (added and not choose(LEFT)):
                return left_to_leaguer(table, command, die.field)
            fell = dice.again
            fell.setdefault(die.field, []).extend(_thrown(die, choose))
            told = {name: [*(getattr(command, name) or ()), *fell[name]] for name in takes if fell.get(name)}
            before, command, added = command, _with(table, command, told), True
            takes = {name: field for name, field in takes.items() if len(told.get(name, ())) < field.most}
        except Refused as refused:
            if added and table.history.jumps.back:  # Leaguer has rolled those before them; these cannot be added
                return left_to_leaguer(table, before)
            what = f"a dry run is refused: {choice.side}: {command!r}: {refused}"
            raise Unplayable(what, table) from refused
        else:
            rest = [field for name, field in takes.items() if not getattr(command, name)]
            return _with_one_more(table, choice.side, command, rest, choose) if rest and choose(8) else command
    return command


def left_to_leaguer(table: Table, command: Command, field: str = "") -> Command:
    """`command` with the dice that it leaves out left to Leaguer, from `field` on ("": all), where it has to say so."""
    if not table.battle.own_dice or not isinstance(command, DiceCommand) or not command.rolls:
        return command
    field = field if field in command.rolls else command.rolls[0]
    return _with(table, command, {LEAGUER: command.leaguer or field})


class _Again(FallenDice):
    """The dice of a dry run. `again`: Leaguer's dice that it has shown again, by the field that would bring them."""

    def __init__(self, fallen: Mapping[str, Roll]) -> None:
        super().__init__(fallen)
        self.again: dict[str, list[Shown]] = {}

    def roll(
        self, question: str, count: int, *, reported: Sequence[Shown] | None = None, field: str = "dice", **asked: Any
    ) -> Roll:
        roll = super().roll(question, count, reported=reported, field=field, **asked)
        if reported is None:
            self.again.setdefault(field, []).extend(roll.values)
        return roll


def _with_one_more(table: Table, side: str, command: Command, takes: Sequence[Field], choose: Choose) -> Command:
    """With the dice that would come next, unless they are refused."""
    field = takes[0]
    count = field.least + choose(field.most - field.least + 1)
    shown = [pick.value for pick in field.picks] or [str(face + 1) for face in range(field.faces)]
    faces = [int(face) if face.removeprefix("-").isdecimal() else face for face in shown]
    more = _with(table, command, {field.name: [faces[choose(len(faces))] for _die in range(count)]})
    try:
        table.copy().report(side, more, FallenDice(table.fallen))
    except (Unfallen, Refused):
        return command
    return more


def _thrown(die: Unfallen, choose: Choose) -> list[int | str]:
    """What dice show at the table: mostly a total near what it is compared with, if the rulebook has named that."""
    if die.shows:
        return _shown(die, choose)
    if not die.near or not choose(NEARLY):
        return [choose(die.faces) + 1 for _die in range(die.count)]
    total, thrown = near(die.near, die.count, die.count * die.faces, choose), list[int | str]()
    for left in reversed(range(die.count)):
        least, most = max(1, total - left * die.faces), min(die.faces, total - left)
        face = least + choose(most - least + 1)
        thrown.append(face)
        total -= face
    return thrown


def _shown(die: Unfallen, choose: Choose) -> list[int | str]:
    """What dice with faces of their own show; now and then a face that only the table's dice may show."""
    dice = list(die.shows)
    if die.may and not choose(NEARLY):
        dice = [tuple(dict.fromkeys((*faces, *die.may))) for faces in dice]
    if not die.near or not choose(NEARLY):
        return [faces[choose(len(faces))] for faces in dice]
    totals = {throw: sum(face for face in throw if isinstance(face, int)) for throw in product(*dice)}
    total = near(die.near, min(totals.values()), max(totals.values()), choose)
    off = min(abs(total - one) for one in totals.values())
    nearest = [throw for throw, one in totals.items() if abs(total - one) == off]
    return list(nearest[choose(len(nearest))])


def _with(table: Table, command: Command, more: Mapping[str, Any]) -> Command:
    return _command(table, type(command).__name__, msgspec.to_builtins(command) | more)


def _command(table: Table, type_: str, data: dict[str, Any]) -> Command:
    _events, commands = codecs(table.battle.rules)
    try:
        return commands.decode(type_, msgspec.json.encode(data))
    except Refused as refused:
        raise Unplayable(f"a choice cannot be written: {type_} {data}: {refused}", table) from refused


def _data(battle: Battle, choice: Choice, field: Field, choose: Choose) -> Any:
    """Conditions are the rulebook's; anything else is any value that its type allows."""
    units = [unit.id for unit in battle.muster.units]
    if choice.command == "ReportStatus":
        return _condition(battle, choose)
    if choice.command == "ReportResult":
        return {unit: _condition(battle, choose) for unit in units}
    kind = codecs(battle.rules)[1].types[choice.command]
    return sample(fields_of(kind)[field.name].type, choose, (*units, *battle.muster.sides))


def _condition(battle: Battle, choose: Choose) -> Any:
    """Now and then without harm; whatever words are in it, those of units and of what they carry among them."""
    words = [word for unit in battle.muster.units for word in (unit.id, *(one.id for one in unit.fittings))]
    return sample(battle.rules.condition, choose, words) if choose(8) else {}
