"""From one phase to the next: what follows without a report when the last model of a phase has acted (R10, R38), and
the Command Phase in its order: the victory check, repairs and reserves, the roll for Advantage (R38.2 to R38.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import DiceFaces
from rules.contract import Choice, Dice, DiceCommand, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .choices import opposed
from .damage import destroy
from .missions.objectives import check_first, is_check_due
from .missions.victory import check_choice, check_victory
from .order import actors, nothing_asked, repairers, savable
from .refusals import names_of, refused, tank_of, wrong_phase
from .repairs import first_tries
from .reserves import arrivals, waiting_reserves
from .setting_up import higher
from .state import Decision, Event, Model, Phase, State
from .words import faces

CHAPTER = Chapter[State, Event]("Turns", "R10, R38")


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase of a turn begins; "movement" begins a turn and resets the field (R38.5)."""

    rules: ClassVar = ("R10", "R38")
    phase: Phase
    turn: int


def acting(state: State, unit: str, phase: str, rule: str) -> Model:
    """The model `unit`, if it may act now in `phase`. Raises `Refused` if not."""
    model = tank_of(state, unit)
    if state.phase != phase:
        raise wrong_phase(state, rule)
    now = actors(state)
    if model not in now:
        raise refused(
            rule,
            say(_("It is not the turn of %(unit)s."), unit=model.name),
            say(_("Next by initiative: %(units)s."), units=names_of(now)),
            "unit",
        )
    return model


def advance(state: State) -> Decision:
    """Begin the next phase, and the next, as long as nobody has anything to do in the current one.

    Nothing begins while something may still follow an attack, or a card that saves a tank may be turned up.
    """
    while not state.result and not state.after and not actors(state) and not savable(state):
        match state.phase:
            case "deployment":
                yield PhaseBegan(phase="movement", turn=1)
            case "movement":
                yield PhaseBegan(phase="shooting", turn=state.turn)
            case "shooting":
                yield PhaseBegan(phase="command", turn=state.turn)
                yield from destroy(state)
                yield from check_victory(state, turns_played=state.turn)
            case _:
                return  # the players report repairs and the roll for Advantage


@CHAPTER.evolves
def phase_began(state: State, event: PhaseBegan) -> None:
    state.phase, state.turn, state.acted = event.phase, event.turn, False
    if event.phase == "movement":
        reset(state)
    elif event.phase == "command":
        for model in state.models.values():
            model.failed = ""  # repairs tried in place of moving
            model.boosts = [boost for boost in model.boosts if boost.does != "smoke"]


def reset(state: State) -> None:
    """R38.5: speed tokens are removed, discarded critical cards go back into the deck, everyone may act again."""
    state.discards.clear()
    state.checked = False
    for model in state.models.values():
        model.failed = model.chosen = ""
        model.boosts, model.free_moves = [], []
        model.moved = model.fired = model.extra_fired = model.fury_used = model.repair_done = False
        model.kept = False
        model.moves = 0


@CHAPTER.narrates
def tell_phase_began(event: PhaseBegan) -> Message:
    match event.phase:
        case "movement":
            return say(_("Turn %(turn)s begins: Movement Phase."), turn=event.turn)
        case "shooting":
            return say(_("Shooting Phase."))
        case _:
            return say(_("Command Phase."))


COMMAND_PHASE = Chapter[State, Event]("The Command Phase", "R38")


class RollAdvantage(DiceCommand, frozen=True, kw_only=True):
    """Who has Advantage in the next turn: one die for each side, in the order of the sides' names."""

    rolls: ClassVar = ("dice",)

    dice: DiceFaces | None = None


class AdvantageRolled(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R38",)
    roll: Roll
    side: str


@COMMAND_PHASE.decides
def roll_advantage(state: State, command: RollAdvantage, dice: Dice) -> Decision:
    """The higher die has Advantage; a tie gives it to the Attacker. Then the field is reset and the next turn
    begins."""
    if state.phase != "command":
        raise wrong_phase(state, "R38")
    check_first(state)
    if waiting := repairers(state):
        raise refused(
            "R38",
            _("Repairs come before the roll for Advantage."),
            say(_("Still to repair or to skip: %(units)s."), units=names_of(waiting)),
        )
    if waiting := waiting_reserves(state):
        raise refused(
            "R38",
            _("Reserves come on before the roll for Advantage."),
            say(_("Still to arrive: %(units)s."), units=names_of(waiting)),
        )
    roll = dice.roll(f"t{state.turn}/command/advantage", 2, reported=command.dice)
    yield AdvantageRolled(roll=roll, side=higher(state, roll) or state.attacker)
    yield PhaseBegan(phase="movement", turn=state.turn + 1)
    yield from advance(state)


@COMMAND_PHASE.evolves
def advantage_rolled(state: State, event: AdvantageRolled) -> None:
    state.advantage = event.side


COMMAND_PHASE.throws_a_die_each(AdvantageRolled)


@COMMAND_PHASE.narrates
def tell_advantage_rolled(event: AdvantageRolled) -> Message:
    return say(_("Advantage goes to %(side)s (%(dice)s)."), side=event.side, dice=faces(event.roll))


@COMMAND_PHASE.offers
def command_phase_choices(state: State, side: str) -> Iterator[Choice]:
    """In the order of R38: the victory check, repairs and with them reserves, the roll for Advantage."""
    if state.phase != "command" or not nothing_asked(state):
        return
    if is_check_due(state):
        yield check_choice(state, side)
        return
    yield from first_tries(state, side)
    yield from arrivals(state, side)
    if not repairers(state) and not waiting_reserves(state):
        yield opposed(state, side, "RollAdvantage", say(_("Roll for Advantage")))
