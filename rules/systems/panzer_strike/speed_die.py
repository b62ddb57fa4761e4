"""Option 2, the speed die of a vehicle that is about to move (R10, A19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Dice, DiceCommand, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import Question, Throw, numbers, throw

from .dicebox import One
from .lookup import Fault, active_unit, check_faults, question, refused
from .offers import dice_field, of_unit
from .state import Decision, Event, Miniature, State
from .steps import Unable
from .walk import check_fit
from .words import faces, placed

CHAPTER = Chapter[State, Event]("Speed die", "R10")


class RollSpeed(DiceCommand, frozen=True, kw_only=True):
    """Option 2: the speed die of a vehicle that is about to move (R10)."""

    positional: ClassVar = ("unit",)
    rolls: ClassVar = ("dice",)
    unit: Key
    dice: One | None = None


class SpeedRolled(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R10",)
    unit: str
    roll: Roll
    change: int


@CHAPTER.decides
def roll_speed(state: State, command: RollSpeed, dice: Dice) -> Decision:
    """R10, A19: once a round, before a vehicle's first step."""
    unit = active_unit(state, command.unit, "movement", "R2")
    try:
        check_roll(state, unit)
    except Unable as why:
        text = _("No speed die for %(unit)s: %(why)s")
        raise refused(why.rule, "unit", say(text, unit=unit.called, why=why.text), why.remedy) from None
    roll = dice.roll(question(state, unit, "speed"), 1, shows=(state.dice.speed,), reported=command.dice)
    yield SpeedRolled(unit=unit.id, roll=roll, change=roll.numbers[0])


def check_roll(state: State, unit: Miniature) -> None:
    """R10: raises `Unable` if its speed die cannot be rolled now."""
    if not state.options["speed_die"]:
        raise Unable("R10", say(_("this battle is played without it.")), say(_("Report the move itself.")))
    if not unit.figures.is_vehicle:
        raise Unable("R10", say(_("it is no vehicle.")), say(_("Fixed weapons are turned without it.")))
    if unit.change is not None:
        raise Unable(
            "R10",
            say(_("it was rolled in this turn.")),
            say(_("It counts for the whole turn: report the move.")),
        )
    check_fit(state, unit, unit.halted)


@CHAPTER.evolves
def speed_rolled(state: State, event: SpeedRolled) -> None:
    state.units[event.unit].change = event.change


SPEED = Question("speed", say(_("Speed dice, added up")))


@CHAPTER.throws
def luck_of_speed(state: State, event: SpeedRolled) -> Iterable[Throw]:
    return throw(SPEED, event.unit, event.roll, numbers)


@CHAPTER.narrates
def tell_speed_rolled(event: SpeedRolled) -> Message:
    if not event.change:
        return say(_("%(unit)s drives at its usual speed (%(dice)s)."), unit=event.unit, dice=faces(event.roll))
    text = _("%(unit)s drives faster this turn, by %(n)s (%(dice)s).")
    if event.change < 0:
        text = _("%(unit)s drives slower this turn, by %(n)s (%(dice)s).")
    return say(text, unit=event.unit, n=abs(event.change), dice=faces(event.roll))


def rolls(state: State, unit: Miniature) -> Iterator[Choice]:
    """The roll that a unit may make in its Movement Phase."""
    try:
        check_roll(state, unit)
    except Unable:
        return
    die = dice_field("dice", say(_("Speed die")), 1, state.dice.speed)
    yield of_unit(unit, "RollSpeed", say(_("Speed die of %(unit)s"), unit=placed(unit)), die)


@CHAPTER.forbids
def no_die_without_option(state: State) -> None:
    """R10: only vehicles have a speed die, and only with option 2."""
    check_faults(
        state,
        Fault(
            "change",
            lambda state, unit: (
                unit.change is not None and not (state.options["speed_die"] and unit.figures.is_vehicle)
            ),
            _("No speed die is rolled for %(unit)s: that takes a vehicle, and option 2."),
            _("Declare none: leave it blank."),
        ),
    )
