"""Dice of a table that rolls its own: Leaguer's fall only where a report says so."""

from __future__ import annotations

from collections.abc import Sequence

from rules.messages import gettext_noop as _
from rules.messages import say
from rules.stream.contract import DiceCommand, Refused, Roll, Shown
from rules.stream.dice import FallenDice, SeededDice, answers, check, is_draw


def check_named(command: DiceCommand) -> None:
    """`Refused` where a report leaves to Leaguer what is no dice of such a report."""
    if command.leaguer and command.leaguer not in command.rolls:
        names = ", ".join(command.rolls)
        raise Refused(
            "dice",
            say(_("This report has no dice called “%(field)s”."), field=command.leaguer[:40]),
            say(_("Name those from which on Leaguer rolls, one of: %(fields)s."), fields=names)
            if names
            else say(_("Leave it out: nothing is rolled for it.")),
            field="leaguer",
        )


class OwnDice:
    """The dice of one report. What the report leaves out is refused, unless it is from the field on that the report
    leaves to Leaguer (`DiceCommand.leaguer`), or has fallen before: a die that fell stays fallen.

    Once a die of Leaguer's has fallen for it he rolls all that it leaves out: a refusal would tell what the die shows.
    Draws and shuffles are his at any table. A dry run asks for what is left out, as ever.
    """

    def __init__(self, dice: SeededDice | FallenDice, command: DiceCommand) -> None:
        self.dice, self.rolls = dice, command.rolls
        self.his = command.rolls[command.rolls.index(command.leaguer) :] if command.leaguer else ()
        self.fell = False

    def roll(
        self,
        question: str,
        count: int,
        *,
        faces: int = 6,
        shows: tuple[tuple[Shown, ...], ...] = (),
        may: tuple[Shown, ...] = (),
        reported: Sequence[Shown] | None = None,
        field: str = "dice",
        near: Sequence[int] = (),
    ) -> Roll:
        known = self.dice.fallen.get(question)
        if field in self.rolls and not is_draw(faces):
            if reported is not None and len(reported) != count:
                raise _miscounted(len(reported), count, field)
            if reported is not None and known is not None and not known.told:  # nobody has rolled a die for it yet
                return Roll(question, faces, check(reported, count, faces, field, shows, may), "table", shows)
            fallen = known is not None and answers(known, count, faces, shows)
            if reported is None and count and not fallen:
                if self.dice.earnest and field not in self.his and not self.fell:
                    raise _left_out(count, field)
                self.fell = True
        return self.dice.roll(
            question, count, faces=faces, shows=shows, may=may, reported=reported, field=field, near=near
        )

    def shuffle(self, question: str, cards: Sequence[str]) -> Roll:
        return self.dice.shuffle(question, cards)

    def disclose(self, question: str, cards: Sequence[str]) -> Roll:
        return self.dice.disclose(question, cards)


def _left_out(count: int, field: str) -> Refused:
    return Refused(
        "dice",
        say(_("This battle is fought with the players’ own dice, and %(count)s dice were left out here."), count=count),
        say(
            _("Report what they show. Or let Leaguer roll from here on; in a line of script: %(field)s=leaguer."),
            field=field,
        ),
        field=field,
        code="unanswered",
    )


def _miscounted(found: int, count: int, field: str) -> Refused:
    return Refused(
        "dice",
        say(_("%(found)s dice were reported where %(count)s are rolled."), found=found, count=count),
        say(_("Report %(count)s dice, or let Leaguer roll from here on."), count=count),
        field=field,
    )
