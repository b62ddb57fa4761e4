"""The Command Phase in its order: the victory check, repairs and reserves, the roll for Advantage (R38.2 to R38.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import DiceFaces
from rules.contract import Choice, Command, Dice, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .choices import opposed
from .missions.objectives import check_due, check_first
from .missions.victory import check_choice
from .order import nothing_asked, repairers
from .refusals import names_of, refused, wrong_phase
from .repairs import first_tries
from .reserves import arrivals, waiting_reserves
from .setting_up import higher
from .state import Decision, Event, State
from .turns import PhaseBegan, advance
from .words import faces

CHAPTER = Chapter[State, Event]("The Command Phase", "R38")


class RollAdvantage(Command, frozen=True, kw_only=True):
    """Who has Advantage in the next turn: one die for each side, in the order of the sides' names."""

    dice: DiceFaces | None = None


class AdvantageRolled(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R38",)
    roll: Roll
    side: str


@CHAPTER.decides
def roll_advantage(state: State, command: RollAdvantage, dice: Dice) -> Decision:
    """The higher die has Advantage; a tie gives it to the Attacker. Then the field is reset and the next turn
    begins."""
    if state.phase != "command":
        raise wrong_phase(state, "R38")
    check_first(state)
    if waiting := repairers(state):
        raise refused(
            "R38",
            say(_("Repairs come before the roll for Advantage.")),
            say(_("Still to repair or to skip: %(units)s."), units=names_of(waiting)),
        )
    if waiting := waiting_reserves(state):
        raise refused(
            "R38",
            say(_("Reserves come on before the roll for Advantage.")),
            say(_("Still to arrive: %(units)s."), units=names_of(waiting)),
        )
    roll = dice.roll(f"t{state.turn}/command/advantage", 2, reported=command.dice)
    yield AdvantageRolled(roll=roll, side=higher(state, roll) or state.attacker)
    yield PhaseBegan(phase="movement", turn=state.turn + 1)
    yield from advance(state)


@CHAPTER.evolves
def advantage_rolled(state: State, event: AdvantageRolled) -> None:
    state.advantage = event.side


@CHAPTER.narrates
def tell_advantage_rolled(event: AdvantageRolled) -> Message:
    return say(_("Advantage goes to %(side)s (%(dice)s)."), side=event.side, dice=faces(event.roll))


@CHAPTER.offers
def command_phase_choices(state: State, side: str) -> Iterator[Choice]:
    """In the order of R38: the victory check, repairs and with them reserves, the roll for Advantage."""
    if state.phase != "command" or not nothing_asked(state):
        return
    if check_due(state):
        yield check_choice(state, side)
        return
    yield from first_tries(state, side)
    yield from arrivals(state, side)
    if not repairers(state) and not waiting_reserves(state):
        yield opposed(state, side, "RollAdvantage", say(_("Roll for Advantage")))
