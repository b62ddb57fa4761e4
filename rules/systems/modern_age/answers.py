"""What one report says about the steps of an attack, whichever command it came in.

`Fire` may answer many steps at once, `Defend` two, the others one. A step takes its answer out, so that what is left at
the end was reported for a step that never came, and is refused.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.contract import Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from .refusals import refused


class Rerolled(msgspec.Struct, frozen=True):
    """Which dice were re-rolled, by which rule, and the new faces (None: Leaguer's). `field` names the faces' field.

    cards: by cards, `ones` by those that name a face; spend, instead: the card spent for it, the one that goes for it.
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


class Answers(msgspec.Struct):
    """None or empty: not answered."""

    reroll: Rerolled | None = None
    swap: bool | None = None
    defence: Defence | None = None
    defence_again: c.RerollDefence | None = None
    drawn: tuple[c.Drawn, ...] = ()
    note: str = ""
    some_drawn: bool = False  # one of `drawn` has been taken: all of them were reported
    pick: int | None = None
    spend: c.Spend | None = None
    lose: str | None = None
    returned: c.ReturnFire | None = None
    keeps: frozenset[str] = frozenset()  # whose face-down cards stay so throughout: the "shooter"'s, the "target"'s
    kept: bool = False  # so they do at the moment that is open

    def take(self, name: str) -> Any:
        """The answer `name`, which is used up with that."""
        value = getattr(self, name)
        setattr(self, name, None)
        return value

    def next_drawn(self) -> c.Drawn | None:
        """The next of the critical cards reported, which is used up with that."""
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
                return refused(rule, say(text), say(_("Leave it out.")), field)
        return None


UNUSED = {
    "reroll": ("R26", "stationary", _("No die of this attack may be re-rolled.")),
    "swap": ("A19", "swap", _("No result of this attack may be changed now.")),
    "drawn": ("R33", "criticals", _("More critical cards were reported than are drawn.")),
}


def from_fire(command: c.Fire) -> Answers:
    """The answers in a `Fire`. Refused: re-rolled faces without the dice they belong to, cancels without defence, and
    whatever is answered beyond dice that Leaguer is to roll.
    """
    _check_foresight(command)
    rerolls = command.stationary is not None or command.stabiliser is not None
    if command.rerolled is not None and not rerolls:
        raise refused(
            "R26",
            say(_("Re-rolled dice were reported, but not which ones.")),
            say(_("Name them by letter (a is the first) under “stationary” or “stabiliser”.")),
            "rerolled",
        )
    if command.defence is None and (command.criticals or command.target_cancels is not None):
        raise refused(
            "R32",
            say(_("What follows the defence roll was reported without it.")),
            say(_("Report the defence dice too, or leave the rest out.")),
            "defence",
        )
    again = Rerolled(command.stationary or (), command.stabiliser or (), command.rerolled, "rerolled")
    return Answers(
        reroll=again if rerolls else None,
        swap=command.swap,
        defence=None if command.defence is None else Defence(command.defence, command.target_cancels, "defence"),
        drawn=command.criticals,
        keeps=_kept_by(command),
    )


def _kept_by(command: c.Fire) -> frozenset[str]:
    """Who reports the defence dice too speaks for both sides."""
    if not command.keep_hidden:
        return frozenset()
    return frozenset(("shooter",) if command.defence is None else ("shooter", "target"))


def _check_foresight(command: c.Fire) -> None:
    """A refusal of what follows Leaguer's dice would tell how they fall before the attack is made: no peeking."""
    later = ("defence", "swap", "rerolled", "stabiliser", "stationary")
    if command.dice is None and (told := [name for name in later if getattr(command, name) is not None]):
        raise _foresight("dice", told[-1])
    rerolled = command.stationary or command.stabiliser
    if rerolled and command.rerolled is None and (told := [n for n in later[:2] if getattr(command, n) is not None]):
        raise _foresight("rerolled", told[-1])


def _foresight(dice: str, told: str) -> Refused:
    return refused(
        "R26",
        say(_("“%(told)s” follows dice that have not fallen yet."), told=told),
        say(_("Report “%(dice)s” too, or leave it out and answer when it is asked."), dice=dice),
        told,
    )


def rerolled_by(command: c.Reroll) -> Rerolled:
    return Rerolled(
        command.stationary,
        command.stabiliser,
        command.dice,
        "dice",
        command.cards,
        command.ones,
        command.spend,
        command.instead,
    )


def from_reply(command: Any) -> Answers:
    """The answers in a report that replies to an open step."""
    match command:
        case c.Reroll():
            return Answers(reroll=rerolled_by(command))
        case c.Swap():
            return Answers(swap=command.swap)
        case c.Defend():
            if command.criticals and command.dice is None:
                raise _foresight("dice", "criticals")
            defence = Defence(command.dice, command.target_cancels, "dice", command.told, command.spend)
            keeps = frozenset(("target",) if command.keep_hidden else ())
            return Answers(defence=defence, drawn=command.criticals, keeps=keeps)
        case c.RerollDefence():
            return Answers(defence_again=command)
        case c.DrawCritical():
            drawn = c.Drawn(command.card, command.damage, command.repairable, command.effect)
            return Answers(drawn=(drawn,), note=command.note)
        case c.PickCritical():
            return Answers(pick=command.place, drawn=command.criticals)
        case c.Spend():
            return Answers(spend=command, drawn=command.criticals)
        case c.LoseCrew():
            return Answers(lose=command.card, drawn=command.criticals)
        case c.KeepHidden():
            return Answers(kept=True)
        case _:
            return Answers(returned=command)
