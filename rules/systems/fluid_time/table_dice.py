"""Dice rolled at the table: a report brings them, and the ruling asks for them one after the other."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.contract import Command, Dice, Message, Roll, say
from rules.contract import gettext_noop as _

from .lookup import refused

D6 = Annotated[int, msgspec.Meta(ge=1, le=6)]
D10 = Annotated[int, msgspec.Meta(ge=1, le=10)]
OneDie = Annotated[tuple[D6, ...], msgspec.Meta(min_length=1, max_length=1)]
Dice6 = Annotated[
    tuple[D6, ...], msgspec.Meta(min_length=1, max_length=80)
]  # six shots of a gun of 12 dice, each at a flank
Dice10 = Annotated[tuple[D10, ...], msgspec.Meta(min_length=1, max_length=10)]
NAMES: dict[str, Message] = {
    "hit": say(_("The dice to hit")),
    "damage": say(_("The damage dice")),
    "effect": say(_("The dice for penetrating hits")),
    "kind": say(_("The die for air or artillery")),
    "aircraft": say(_("The die for the aircraft")),
    "intensity": say(_("The intensity die")),
}
IN_PARTS = ("damage", "effect")  # the dice of several questions, one after the other


class Reported:
    """The dice of a report that the ruling has not asked for yet. `question` begins the names of their questions;
    `rule` is what they are rolled by ("R19").

    A die cannot be left to Leaguer if a later one is reported. Whoever rolls the later die at the table knows how the
    earlier one fell, and refusing the later one would disclose what Leaguer's shows.
    """

    def __init__(self, command: Command, dice: Dice, question: str, rule: str) -> None:
        self.dice, self.question, self.rule = dice, question, rule
        told = {die: getattr(command, die, None) for die in NAMES}
        self.told: dict[str, tuple[int, ...]] = {die: values for die, values in told.items() if values}

    def roll(
        self, die: str, count: int = 1, faces: int = 6, part: int | None = None, near: tuple[int, ...] = ()
    ) -> Roll:
        """These dice fall now. Raises `Refused` if they were left out and later ones were not. part: which of the
        questions of this die it is, from 1. near: see `rules.stream.dice`."""
        told = self.told.pop(die, ())
        mine, rest = (told[:count], told[count:]) if die in IN_PARTS else (told, ())
        if rest:
            self.told[die] = rest
        if not mine and self.told:
            raise refused(
                self.rule,
                next(iter(self.told)),
                say(_("%(die)s: left out, though rolled before what is reported."), die=NAMES[die]),
                _("Report them as well, or leave out all that is rolled after them."),
            )
        question = f"{self.question}/{die}" + ("" if part is None else f"-{part}")
        return self.dice.roll(question, count, faces=faces, reported=mine or None, field=die, near=near)

    def check_all_asked(self) -> None:
        """Raises `Refused` if the report has dice that no question asks for."""
        if self.told:
            die, values = next(iter(self.told.items()))
            raise refused(
                self.rule,
                die,
                say(_("%(die)s: %(n)s more than are rolled here."), die=NAMES[die], n=len(values)),
                _("Leave them out."),
            )
