"""The clerk's work after a battle, by house rules (RULES.md, "After the battle"): hulls, vehicles left behind, and the
crews of burning vehicles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from rules.bounds import Key
from rules.contract import Command, Dice, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .lookup import impossible, refused, unit_of
from .state import Decision, Event, State, Vehicle
from .table_dice import OneDie
from .victory import condition, crew_of, fate, is_hurt, is_left_behind, verdict
from .words import faces, sentence

CHAPTER = Chapter[State, Event]("After the battle", "house")
GETS_OUT = 4  # house: the least roll with which a crew survives the flames


class Assess(Command, frozen=True, kw_only=True):
    """The clerk finds out what becomes of a vehicle that was hurt, lost or left behind, or that has left the table, and
    of its crew."""

    positional: ClassVar = ("unit",)
    unit: Key
    dice: OneDie | None = None


class Assessed(Event, frozen=True, kw_only=True):
    """What became of a vehicle and its crew. fate: "kept", "wrecked" (a hull to recover), "captured" or "lost"; crew:
    "fit" or "lost"."""

    rules: ClassVar = ("R22", "R28", "house")
    unit: str
    fate: str
    crew: str
    roll: Roll | None = None


def aftermath(state: State) -> Sequence[Command]:
    """The vehicles that the clerk has not assessed yet, in the order of the muster."""
    over = verdict(state)
    if not over:
        return ()
    return tuple(Assess(unit=unit.id) for unit in state.units.values() if _is_open(unit, over.holder))


@CHAPTER.decides
def assess(state: State, command: Assess, dice: Dice) -> Decision:
    """Whoever holds the field gets the hulls abandoned on it and the vehicles that could not drive off. Repairs wait
    for the workshop."""
    unit = unit_of(state, command.unit)
    over = verdict(state)
    if not over:
        raise refused("house", "", say(_("The battle is not over.")), say(_("Finish it first.")))
    if not _is_open(unit, over.holder):
        raise refused(
            "house",
            "unit",
            say(_("There is nothing to see to with %(unit)s."), unit=unit.id),
            say(_("Each vehicle is seen to once, and only where it was hurt, destroyed, or has left the table.")),
        )
    roll = _die(unit, command, dice)
    yield Assessed(unit=unit.id, fate=_became(unit, over.holder), crew=_crew(unit, over.holder, roll), roll=roll)


def _is_open(unit: Vehicle, holder: str) -> bool:
    return not unit.assessed and (is_hurt(unit) or fate(unit, holder) not in ("fit", "damaged"))


def _became(unit: Vehicle, holder: str) -> Literal["kept", "wrecked", "captured", "lost"]:
    """The fate that `Assessed` names."""
    if unit.presence in ("burning", "exploded"):
        return "lost"
    if unit.captured or is_left_behind(unit, holder):
        return "captured"
    return "wrecked" if fate(unit, holder) == "wrecked" else "kept"


def _die(unit: Vehicle, command: Assess, dice: Dice) -> Roll | None:
    """A die says whether a crew gets out of the flames, unless people have reported it."""
    if unit.presence == "burning" and not unit.crew:
        return dice.roll(f"aftermath/{unit.id}/crew", 1, reported=command.dice or None)
    if command.dice:
        raise refused(
            "house",
            "dice",
            say(_("No die falls for the crew of %(unit)s."), unit=unit.id),
            say(_("Leave it out.")),
        )
    return None


def _crew(unit: Vehicle, holder: str, roll: Roll | None) -> Literal["fit", "lost"]:
    if unit.crew:
        return unit.crew
    if roll is not None:
        return "fit" if roll.numbers[0] >= GETS_OUT else "lost"
    return "lost" if unit.in_play and is_left_behind(unit, holder) else crew_of(condition(unit))


@CHAPTER.evolves
def assessed(state: State, event: Assessed) -> None:
    unit = state.units[event.unit]
    unit.assessed = True
    unit.captured = event.fate == "captured"
    unit.crew = event.crew  # type: ignore[assignment]


ASSESSED = {
    "kept": _("%(unit)s comes home."),
    "wrecked": _("The hull of %(unit)s can be recovered."),
    "captured": _("%(unit)s is captured by the enemy, who holds the field."),
    "lost": _("%(unit)s is lost."),
}


@CHAPTER.narrates
def tell_assessed(event: Assessed) -> Message:
    told = say(ASSESSED.get(event.fate, _("%(unit)s is seen to.")), unit=event.unit)
    crew = say(_("Its crew is lost.")) if event.crew == "lost" else say(_("Its crew is well."))
    if event.roll is not None and event.roll.values:
        crew = say(_("%(told)s (%(dice)s)"), told=crew, dice=faces(event.roll))
    return sentence([told, crew])


@CHAPTER.forbids
def seen_to_too_early(state: State) -> None:
    for unit in state.units.values():
        if unit.assessed and not verdict(state):
            raise impossible(
                f"units.{unit.id}.assessed",
                say(_("%(unit)s cannot have been seen to: the battle is not over."), unit=unit.id),
                say(_("Declare that it has not been, or the result.")),
            )


CHAPTER.throws_for_nobody(Assessed)  # the battle is over
