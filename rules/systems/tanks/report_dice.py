"""The dice of a report, asked for one after the other (R17)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rules.contract import Command, Dice, Message, Roll, say
from rules.contract import gettext_noop as _

from .lookup import refused

D6 = Annotated[int, msgspec.Meta(ge=1, le=6)]
OneDie = Annotated[tuple[D6, ...], msgspec.Meta(max_length=1)]
DIE_NAMES: dict[str, Message] = {
    "hit": say(_("The die to hit")),
    "direction": say(_("The direction die")),
    "scatter": say(_("The scatter die")),
    "save_cover": say(_("The cover save")),
    "save_smoke": say(_("The smoke save")),
    "save_glancing": say(_("The glancing save")),
    "penetration": say(_("The penetration die")),
    "damage": say(_("The damage die")),
    "radius": say(_("The die for the radius")),
}


class ReportDice:
    """The dice of a report that nobody has asked for yet; `question` is what all of them are questions of.

    None may be left to Leaguer that falls before one that is reported: who rolls on at the table knows what fell, and a
    refusal of the later die would tell what Leaguer's shows.
    """

    def __init__(self, command: Command, dice: Dice, question: str) -> None:
        self.dice, self.question = dice, question
        self.told: dict[str, Any] = {
            die: getattr(command, die) for die in DIE_NAMES if getattr(command, die, None) is not None
        }

    def roll(self, die: str, faces: int = 6, near: tuple[int, ...] = ()) -> Roll:
        """This die falls now; `Refused` where it was left out and a later one was not. `near`: see `Dice.roll`."""
        told = self.told.pop(die, None)
        if told is None and self.told:
            raise refused(
                "R17",
                next(iter(self.told)),
                say(_("%(die)s is rolled before what is reported, and was left out."), die=DIE_NAMES[die]),
                _("Report it as well, or leave out all that is rolled after it."),
            )
        return self.dice.roll(f"{self.question}/{die}", 1, faces=faces, reported=told, field=die, near=near)

    def maybe(self, die: str) -> Roll | None:
        """The die where somebody has rolled it, although it counts for nothing; else None."""
        return self.roll(die) if die in self.told else None

    def check_all_asked(self) -> None:
        """`Refused` where a reported die was not needed."""
        if self.told:
            die = next(iter(self.told))
            raise refused("R17", die, say(_("%(die)s is not rolled here."), die=DIE_NAMES[die]), _("Leave it out."))
