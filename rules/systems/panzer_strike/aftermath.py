"""The clerk's work after a battle, by house rules (RULES.md, "After the battle"): wrecks, and the repairs that are
left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Command, Dice, Message, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .damage import first_timer
from .lookup import impossible_of, refused, unit_of
from .state import Decision, Event, Miniature, State
from .victory import fate, holds_field, is_hurt, verdict

CHAPTER = Chapter[State, Event]("After the battle", "house")


class Assess(Command, frozen=True, kw_only=True):
    """The clerk finds out what becomes of a unit that was hurt or left behind."""

    positional: ClassVar = ("unit",)
    unit: Key


class Assessed(Event, frozen=True, kw_only=True):
    """What became of a unit. fate: "kept", "wrecked" (a hull of `mass` tonnes to recover) or "lost". `rounds` of repair
    are left, which the vehicle `by` carries out ("": its own crew); `stuck` if nobody can repair it."""

    rules: ClassVar = ("house",)
    unit: str
    fate: str
    rounds: int = 0
    by: str = ""
    stuck: bool = False
    mass: int = 0


def aftermath(state: State) -> Sequence[Command]:
    """The units that the clerk has not assessed yet, in the order of the muster."""
    if not verdict(state):
        return ()
    holder = holds_field(state)
    return tuple(Assess(unit=unit.id) for unit in state.units.values() if _is_open(state, unit, holder))


@CHAPTER.decides
def assess(state: State, command: Assess, dice: Dice) -> Decision:
    """Whoever holds the field gets its wrecks and what the enemy left behind. Repairs of the others are counted in
    rounds."""
    unit = unit_of(state, command.unit)
    if not verdict(state):
        raise refused("house", "", _("The battle is not over."), _("Finish it first."))
    holder = holds_field(state)
    if not _is_open(state, unit, holder):
        raise refused(
            "house",
            "unit",
            say(_("There is nothing to see to with %(unit)s."), unit=unit.called),
            _("Each unit is dealt with once, and only where it was hurt, destroyed, or has left the board."),
        )
    match fate(state, unit, holder):
        case "lost":
            yield Assessed(unit=unit.id, fate="lost")
        case "wrecked":
            yield Assessed(unit=unit.id, fate="wrecked", mass=unit.figures.mass)
        case _:
            yield _repairs(state, unit, holder)


def _is_open(state: State, unit: Miniature, holder: str) -> bool:
    return not unit.assessed and (is_hurt(unit) or fate(state, unit, holder) not in ("fit", "damaged"))


def _repairs(state: State, unit: Miniature, holder: str) -> Assessed:
    """R51 to R62: a crew takes five rounds a level, fewer if it has begun already or has learned. A recovery vehicle
    takes one, or two for a patient heavier than itself. Without a recovery vehicle an injured crew repairs nothing."""
    levels = repair_levels(state, unit)
    if not levels:
        return Assessed(unit=unit.id, fate="kept")
    own = (unit.timer or first_timer(unit)) + first_timer(unit) * (levels - 1)
    if helper := _recovery_vehicle(state, unit, holder):
        rounds = levels * (2 if unit.figures.mass > helper.figures.mass else 1)
        if unit.injured or rounds < own:
            return Assessed(unit=unit.id, fate="kept", rounds=rounds, by=helper.id)
    return Assessed(unit=unit.id, fate="kept", rounds=own, stuck=unit.injured)


def repair_levels(state: State, unit: Miniature) -> int:
    """How many cycles of repair lead back to full mobility (R53, R56)."""
    if unit.mobility == "immobilised" and state.options["semi_immobilised"]:
        return 2
    return int(unit.mobility != "mobile")


def _recovery_vehicle(state: State, patient: Miniature, holder: str) -> Miniature | None:
    """The heaviest one of the side that comes home with its crew unhurt; None if there is none."""
    helpers = [
        unit
        for unit in state.units.values()
        if unit.side == patient.side
        and unit.figures.recovery
        and unit is not patient
        and not unit.injured
        and fate(state, unit, holder) in ("fit", "damaged", "withdrawn")
    ]
    return max(helpers, key=lambda unit: unit.figures.mass, default=None)


@CHAPTER.evolves
def assessed(state: State, event: Assessed) -> None:
    """A running timer becomes part of the rounds of repair."""
    unit = state.units[event.unit]
    unit.assessed = True
    unit.lost = event.fate == "lost"
    unit.rounds, unit.stuck, unit.timer = event.rounds, event.stuck, 0


@CHAPTER.narrates
def tell_assessed(event: Assessed) -> Message:
    if event.fate == "wrecked":
        return say(_("%(unit)s is a wreck of %(mass)s t to be recovered."), unit=event.unit, mass=event.mass)
    if event.fate == "lost":
        return say(_("%(unit)s is lost to the enemy."), unit=event.unit)
    if event.stuck:
        return say(_("%(unit)s comes home, and nobody at hand can repair it."), unit=event.unit)
    if not event.rounds:
        return say(_("%(unit)s comes home."), unit=event.unit)
    if event.by:
        return ngettext(
            "%(unit)s comes home; %(by)s has %(n)d round of repairs to do.",
            "%(unit)s comes home; %(by)s has %(n)d rounds of repairs to do.",
            event.rounds,
            unit=event.unit,
            by=event.by,
        )
    return ngettext(
        "%(unit)s comes home; its crew has %(n)d round of repairs to do.",
        "%(unit)s comes home; its crew has %(n)d rounds of repairs to do.",
        event.rounds,
        unit=event.unit,
        by=event.by,
    )


@CHAPTER.forbids
def seen_to_too_early(state: State) -> None:
    """The clerk assesses nothing while the battle goes on."""
    for unit in state.units.values():
        if unit.assessed and not verdict(state):
            raise impossible_of(
                unit,
                "assessed",
                say(_("%(unit)s cannot have been dealt with: the battle is not over."), unit=unit.called),
                _("Declare that it has not been, or the result."),
            )
