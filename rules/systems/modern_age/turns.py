"""From one phase to the next: what follows without a report when the last model of a phase has acted (R10, R38)."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .damage import destroy
from .missions.victory import check_victory
from .order import actors, savable
from .refusals import names_of, refused, tank_of, wrong_phase
from .state import Decision, Event, Model, Phase, State

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
