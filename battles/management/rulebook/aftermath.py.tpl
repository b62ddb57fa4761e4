"""After the battle (R10, R11): the clerk sees to wrecks and damage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Command, Dice, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.refusals import impossible

from . import tables
from .state import Decision, Event, State, Vehicle, vehicle_of
from .tables import refused
from .victory import outcome

CHAPTER = Chapter[State, Event]("After the battle", "R10, R11")


class Recover(Command, frozen=True, kw_only=True):
    """The clerk sees what becomes of a wreck (R10)."""

    positional: ClassVar = ("unit",)
    unit: Key


class Mend(Command, frozen=True, kw_only=True):
    """The clerk has a damaged vehicle mended (R11)."""

    positional: ClassVar = ("unit",)
    unit: Key


class WreckRecovered(Event, frozen=True, kw_only=True):
    """The hull is brought in with `damage` left to mend."""

    rules: ClassVar = ("R10",)
    unit: str
    needs: int
    die: Roll
    damage: int


class WreckLost(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R10",)
    unit: str
    needs: int
    die: Roll


class DamageMended(Event, frozen=True, kw_only=True):
    """`mended` (0 or 1) damage is mended."""

    rules: ClassVar = ("R11",)
    unit: str
    needs: int
    die: Roll
    mended: int


def aftermath(state: State) -> Sequence[Command]:
    """What is still open for the clerk; empty at the end."""
    steps: list[Command] = []
    for one in state.vehicles.values():
        if one.tended or one.lost:
            continue
        if one.wrecked:
            steps.append(Recover(unit=one.id))
        elif one.damage and state.options["mending"]:
            steps.append(Mend(unit=one.id))
    return steps


@CHAPTER.decides
def recover(state: State, command: Recover, dice: Dice) -> Decision:
    wreck = _untended(state, command.unit)
    if not wreck.wrecked:
        raise refused("R10", "unit", say(_("%(name)s is no wreck."), name=wreck.name))
    needs = tables.RECOVERS_ON[outcome(state).field == wreck.side]
    die = dice.roll(f"aftermath/{wreck.id}/recover", 1)
    if die.numbers[0] >= needs:
        yield WreckRecovered(unit=wreck.id, needs=needs, die=die, damage=wreck.armour - 1)
    else:
        yield WreckLost(unit=wreck.id, needs=needs, die=die)


@CHAPTER.decides
def mend(state: State, command: Mend, dice: Dice) -> Decision:
    damaged = _untended(state, command.unit)
    if damaged.wrecked or not damaged.damage or not state.options["mending"]:
        raise refused("R11", "unit", say(_("%(name)s has nothing to mend."), name=damaged.name))
    die = dice.roll(f"aftermath/{damaged.id}/mend", 1)
    yield DamageMended(unit=damaged.id, needs=tables.MENDS_ON, die=die, mended=int(die.numbers[0] >= tables.MENDS_ON))


def _untended(state: State, unit: str) -> Vehicle:
    found = vehicle_of(state, unit)
    if found.tended or found.lost:
        raise refused("R10", "unit", say(_("%(name)s has been seen to."), name=found.name))
    return found


@CHAPTER.evolves
def tended(state: State, event: WreckRecovered | WreckLost | DamageMended) -> None:
    vehicle = state.vehicles[event.unit]
    vehicle.tended = True
    match event:
        case WreckRecovered():
            vehicle.damage, vehicle.recovered = event.damage, True
        case WreckLost():
            vehicle.lost = True
        case DamageMended():
            vehicle.damage -= event.mended


@CHAPTER.narrates
def tell(event: WreckRecovered | WreckLost | DamageMended) -> Message:
    match event:
        case WreckRecovered():
            text = _("%(face)s: the wreck of %(unit)s is recovered.")
        case WreckLost():
            text = _("%(face)s: the wreck of %(unit)s is lost.")
        case _:
            text = _("%(face)s: %(unit)s is mended.") if event.mended else _("%(face)s: %(unit)s is not mended.")
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
