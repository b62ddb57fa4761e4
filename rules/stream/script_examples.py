"""Lines of script that are made from what may be reported now: each is accepted as it stands, as far as no die has to
fall for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.lengths import Measure, NoLength, read
from rules.stream.choices import LEAGUER, Choice, Field
from rules.stream.codec import CommandCodec
from rules.stream.contract import Command, DiceCommand, Refused
from rules.stream.fields import fields_of
from rules.stream.random_values import filled_in, one_of, value
from rules.stream.revision.reports import Correct, Declare
from rules.stream.samples import Choose, Unsampled, sample
from rules.stream.script import write_line

PLAIN = ("flag", "pick", "number")  # kinds of field that say something in one word
THOUGHT_OF = (Correct.__name__, Declare.__name__)  # what they say beside what is asked, nobody can foresee


def examples(choice: Choice, codec: CommandCodec, measure: Measure = "", own_dice: bool = False) -> list[str]:
    """The choice with the first of everything: as little as it takes, and all that may be told but dice, where that is
    more. `own_dice`: the table rolls its own, and the lines say that Leaguer rolls. None where no line is known: people
    have to think of what they correct or declare.
    """
    if choice.command in THOUGHT_OF:
        return []
    told = (_line(choice, choose, codec, measure, own_dice) for choose in (_least, _most))
    return [*dict.fromkeys(filter(None, told))]


def _least(n: int) -> int:
    """The first of everything, and nothing that need not be told."""
    return n - 1 if n == 1000 else 0


def _most(_n: int) -> int:
    return 0


def _line(choice: Choice, choose: Choose, codec: CommandCodec, measure: Measure, own_dice: bool) -> str:
    kind = codec.types[choice.command]
    try:
        told = filled_in(choice, choose, lambda field: _data(choice, field, kind))
        if own_dice and issubclass(kind, DiceCommand) and kind.rolls:
            told.setdefault(LEAGUER, kind.rolls[0])
        line = write_line("", codec.decode(choice.command, msgspec.json.encode(told)))
    except (Refused, Unsampled):
        return ""
    return _measured(line, choice, told, measure) if measure else line


def _data(choice: Choice, field: Field, kind: type[Command]) -> Any:
    """An object with something in it where its fields are known; else anything its type allows."""
    if not field.fields:
        known = fields_of(kind)
        return sample(known[field.name].type, _least) if field.name in known else []
    if not field.by:
        return {part.name: {} for part in field.fields[1:]} | _first(field.fields[0])
    by = next((one for one in choice.fields if one.name == field.by), None)
    of = choice.given.get(field.by) or (one_of(by.picks, _least) if by else "")
    part = next((one for one in field.fields if one.name == of), field.fields[0])
    return _first(part)[part.name]


def _first(part: Field) -> dict[str, Any]:
    """An object of the part alone, with the first of its own that is said in a word."""
    plain = next((one for one in part.fields if one.kind in PLAIN), None)
    if plain is None:
        return {part.name: {}}
    picks = tuple(pick for pick in plain.picks if pick.value)
    said = replace(plain, picks=picks or plain.picks)
    return {part.name: {plain.name: value(said, _most, lambda _field: {}, {})}}


def _measured(line: str, choice: Choice, told: dict[str, Any], measure: Measure) -> str:
    """With lengths in their unit, as people measure them."""
    for name, length in _lengths(choice, told):
        as_measured = f"{length / 10:g}{measure}"
        try:
            same = read(as_measured, measure) == length
        except NoLength:
            continue
        if same:
            line = line.replace(f" {name}={length}", f" {name}={as_measured}")
    return line


def _lengths(choice: Choice, told: dict[str, Any]) -> Iterator[tuple[str, int]]:
    for field in choice.fields:
        if field.measure and isinstance(told.get(field.name), int):
            yield field.name, told[field.name]
