"""What one report says about the steps of an attack, whichever command it came in.

`Fire` may answer many steps at once, `Defend` two, the other commands one. Each step takes its answer out. What is left
at the end was reported for a step that never came, and is refused.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec

from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.systems.modern_age.effects import TOLD
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.state import Reply

CriticalDamage = Annotated[int, msgspec.Meta(ge=0, le=20)]
Cancels = Annotated[int, msgspec.Meta(ge=0, le=6)]
DieLetter = Annotated[str, msgspec.Meta(pattern=r"^[a-z]$(?!\n)")]  # the first attack die is a, the second b
DieLetters = Annotated[tuple[DieLetter, ...], msgspec.Meta(max_length=26)]
Circumstance = Literal[
    "shooter_concealed", "shooter_in_cover", "shooter_near_friend", "target_near_friend", "target_near_enemy"
]
CriticalName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A critical card drawn at the table. With the house deck its name is enough.

    `card` is a known name or "Other"; `effect` is the known card whose effect it has ("" for the card's own, "none").
    `repairable` is only needed for unknown cards.
    """

    card: CriticalName
    damage: CriticalDamage = 0
    repairable: bool = False
    effect: Annotated[str, msgspec.Meta(max_length=40)] = ""


Circumstances = Annotated[tuple[Circumstance, ...], msgspec.Meta(max_length=len(TOLD))]
DrawnCards = Annotated[tuple[Drawn, ...], msgspec.Meta(max_length=12)]


class Rerolled(msgspec.Struct, frozen=True):
    """Which dice were re-rolled, by which rule, and the new faces (None: Leaguer's). `field` is the report's field with
    the faces.

    cards: by cards, `ones` by cards that name a face; spend: the card that is spent for it, instead: the card that is
    discarded in its place.
    """

    stationary: tuple[str, ...] = ()
    stabiliser: tuple[str, ...] = ()
    dice: tuple[int, ...] | None = None
    field: str = "rerolled"
    cards: tuple[str, ...] = ()
    ones: tuple[str, ...] = ()
    spend: str = ""
    instead: str = ""


class Defence(msgspec.Struct, frozen=True):
    dice: tuple[int, ...] | None = None
    target_cancels: int | None = None
    field: str = "defence"
    told: tuple[str, ...] = ()
    spend: str = ""


R = TypeVar("R", bound=Reply)


class Answers(msgspec.Struct):
    """None or empty means: not answered. `reply`: the report that answers a step by itself, if it is no field here."""

    reroll: Rerolled | None = None
    swap: bool | None = None
    defence: Defence | None = None
    drawn: tuple[Drawn, ...] = ()
    note: str = ""
    some_drawn: bool = False  # one of `drawn` has been taken, so all of them were reported
    reply: Reply | None = None
    keeps: frozenset[str] = frozenset()  # whose face-down cards all stay face down: the "shooter"'s, the "target"'s
    kept: bool = False  # they stay face down at the moment that is open

    def is_reply(self, kind: type[Reply]) -> bool:
        return isinstance(self.reply, kind)

    def take_reply(self, kind: type[R]) -> R:
        """The report itself. It can be taken once."""
        reply, self.reply = self.reply, None
        assert isinstance(reply, kind)
        return reply

    def take_reroll(self) -> Rerolled:
        """The re-rolled dice; none if the report says nothing of them."""
        said, self.reroll = self.reroll, None
        return said or Rerolled()

    def take_swap(self) -> bool:
        wanted, self.swap = bool(self.swap), None
        return wanted

    def take_defence(self) -> Defence:
        said, self.defence = self.defence, None
        return said or Defence()

    def next_drawn(self) -> Drawn | None:
        """The next of the reported critical cards. Each can be taken once."""
        if not self.drawn:
            return None
        self.some_drawn = True
        card, *rest = self.drawn
        self.drawn = tuple(rest)
        return card

    def unused(self) -> Refused | None:
        """The refusal of an answer to a step that did not come."""
        for name, (rule, field, text) in UNUSED.items():
            if getattr(self, name) not in (None, (), False):
                return refused(rule, text, _("Leave it out."), field)
        return None


UNUSED = {
    "reroll": ("R26", "stationary", _("No die of this attack may be re-rolled.")),
    "swap": ("A19", "swap", _("No result of this attack may be changed now.")),
    "drawn": ("R33", "criticals", _("More critical cards were reported than are drawn.")),
}


def foresight(dice: str, told: str) -> Refused:
    return refused(
        "R26",
        say(_("“%(told)s” follows dice that have not fallen yet."), told=told),
        say(_("Report “%(dice)s” too, or leave it out and answer when it is asked."), dice=dice),
        told,
    )
