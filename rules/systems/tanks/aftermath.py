"""The clerk's work after a battle, by house rules (RULES.md, "After the battle"): hulls, and what was left behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Command, Dice, Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .lookup import unit_of
from .refusals import impossible, refused
from .scoring import fate, is_abandoned, is_hurt, verdict
from .state import Decision, Event, State, Vehicle

CHAPTER = Chapter[State, Event]("After the battle", "house")


class Assess(Command, frozen=True, kw_only=True):
    """The clerk sees what becomes of a vehicle that was hurt, destroyed or left behind, or has retreated."""

    positional: ClassVar = ("unit",)
    unit: Key


class Assessed(Event, frozen=True, kw_only=True):
    """What became of a vehicle. fate: "kept", "wrecked" (a hull to recover), "captured", "scrapped" or "lost"."""

    rules: ClassVar = ("B2", "B17", "house")
    unit: str
    fate: str


def aftermath(state: State) -> Sequence[Command]:
    """The vehicles that the clerk has not assessed yet, in the order of the muster."""
    over = verdict(state)
    if not over:
        return ()
    return tuple(Assess(unit=unit.id) for unit in state.units.values() if _is_open(state, unit, over.holder))


@CHAPTER.decides
def assess(state: State, command: Assess, dice: Dice) -> Decision:
    """Whoever holds the field keeps the hulls and abandoned vehicles on it. Repairs wait for the workshop."""
    unit = unit_of(state, command.unit)
    over = verdict(state)
    if not over:
        raise refused("house", "", say(_("The battle is not over.")), say(_("Finish it first.")))
    if not _is_open(state, unit, over.holder):
        raise refused(
            "house",
            "unit",
            say(_("There is nothing to see to with %(unit)s."), unit=unit.name),
            say(_("Each vehicle is seen to once, and only where it was hurt, destroyed, or has retreated.")),
        )
    yield Assessed(unit=unit.id, fate=_became(state, unit, over.holder))


def _is_open(state: State, unit: Vehicle, holder: str) -> bool:
    return not unit.assessed and (is_hurt(unit) or fate(state, unit, holder) not in ("fit", "damaged"))


def _became(state: State, unit: Vehicle, holder: str) -> str:
    """The fate that `Assessed` names."""
    if is_abandoned(unit, holder):
        return "captured"
    if unit.presence == "bailed_out" and not state.options["bailout_recoverable"]:
        return "scrapped"
    found = fate(state, unit, holder)
    return found if found in ("wrecked", "lost") else "kept"


@CHAPTER.evolves
def assessed(state: State, event: Assessed) -> None:
    unit = state.units[event.unit]
    unit.assessed = True
    unit.captured = event.fate == "captured"
    unit.scrapped = event.fate == "scrapped"


ASSESSED = {
    "kept": _("%(unit)s comes home."),
    "wrecked": _("The hull of %(unit)s can be recovered."),
    "captured": _("%(unit)s is captured by the enemy, who holds the field."),
    "scrapped": _("%(unit)s is scrapped: hulls are not recovered here."),
    "lost": _("%(unit)s is lost."),
}


@CHAPTER.narrates
def tell_assessed(event: Assessed) -> Message:
    return say(ASSESSED.get(event.fate, _("%(unit)s is seen to.")), unit=event.unit)


@CHAPTER.forbids
def seen_to_too_early(state: State) -> None:
    """The clerk assesses nothing while the battle goes on."""
    for unit in state.units.values():
        if unit.assessed and not verdict(state):
            raise impossible(
                f"units.{unit.id}.assessed",
                say(_("%(unit)s cannot have been seen to: the battle is not over."), unit=unit.name),
                say(_("Declare that it has not been, or the result.")),
            )
