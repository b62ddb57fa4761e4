"""After the battle (R10, R11): the clerk sees to wrecks and damage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Command, Dice, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.lookup import impossible

from . import tables
from .state import Decision, Event, State, Vehicle, vehicle_of
from .tables import refused
from .victory import outcome

CHAPTER = Chapter[State, Event]("After the battle", "R10, R11")


class Assess(Command, frozen=True, kw_only=True):
    """The clerk rolls whether a wreck is recovered (R10), or damage mended (R11)."""

    positional: ClassVar = ("unit",)
    unit: Key


class WreckAssessed(Event, frozen=True, kw_only=True):
    """The hull is brought in with `damage` left to mend; it is lost if that is None."""

    rules: ClassVar = ("R10",)
    unit: str
    needs: int
    die: Roll
    damage: int | None


class DamageAssessed(Event, frozen=True, kw_only=True):
    """`mended` (0 or 1) damage is mended."""

    rules: ClassVar = ("R11",)
    unit: str
    needs: int
    die: Roll
    mended: int


def aftermath(state: State) -> Sequence[Command]:
    """What is still open for the clerk; empty at the end."""
    return [Assess(unit=one.id) for one in state.vehicles.values() if _is_open(state, one)]


def _is_open(state: State, one: Vehicle) -> bool:
    return not one.tended and not one.lost and (one.wrecked or (one.damage > 0 and state.options["mending"]))


@CHAPTER.decides
def assess(state: State, command: Assess, dice: Dice) -> Decision:
    unit = vehicle_of(state, command.unit)
    if not _is_open(state, unit):
        raise refused("R10", "unit", say(_("There is nothing to see to with %(name)s."), name=unit.name))
    die = dice.roll(f"aftermath/{unit.id}", 1)
    if unit.wrecked:
        needs = tables.RECOVERS_ON[outcome(state).field == unit.side]
        damage = unit.armour - 1 if die.numbers[0] >= needs else None
        yield WreckAssessed(unit=unit.id, needs=needs, die=die, damage=damage)
    else:
        mended = int(die.numbers[0] >= tables.MENDS_ON)
        yield DamageAssessed(unit=unit.id, needs=tables.MENDS_ON, die=die, mended=mended)


@CHAPTER.evolves
def wreck_assessed(state: State, event: WreckAssessed) -> None:
    wreck = state.vehicles[event.unit]
    wreck.tended = True
    wreck.recovered, wreck.lost = event.damage is not None, event.damage is None
    wreck.damage = wreck.damage if event.damage is None else event.damage


@CHAPTER.evolves
def damage_assessed(state: State, event: DamageAssessed) -> None:
    state.vehicles[event.unit].tended = True
    state.vehicles[event.unit].damage -= event.mended


CHAPTER.throws_for_nobody(WreckAssessed, DamageAssessed)  # the battle is over

RECOVERED, LOST = _("%(face)s: the wreck of %(unit)s is recovered."), _("%(face)s: the wreck of %(unit)s is lost.")
MENDED, NOT_MENDED = _("%(face)s: %(unit)s is mended."), _("%(face)s: %(unit)s is not mended.")


@CHAPTER.narrates
def tell(event: WreckAssessed | DamageAssessed) -> Message:
    if isinstance(event, WreckAssessed):
        text = LOST if event.damage is None else RECOVERED
    else:
        text = MENDED if event.mended else NOT_MENDED
    return say(text, unit=event.unit, face=event.die.values[0])


@CHAPTER.forbids
def impossible_vehicles(state: State) -> None:
    for one in state.vehicles.values():
        if one.recovered and (not one.tended or not one.in_play):
            text = say(_("A recovered wreck has been seen to and is none any more."))
            raise impossible(f"vehicles.{one.id}.recovered", text, say(_("Declare its damage, too.")))
        for feat in one.feats:
            if feat.of and feat.of not in state.vehicles:
                text = say(_("There is no vehicle “%(name)s”."), name=feat.of)
                raise impossible(f"vehicles.{one.id}.feats", text, say(_("Name a vehicle of this battle.")))
