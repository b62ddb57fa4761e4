"""From one phase to the next: what follows by itself when the last model of a phase has acted (R10, R38)."""

from __future__ import annotations

from rules.contract import Decision, say
from rules.contract import gettext_noop as _

from .events import BattleDecided, Destroyed, PhaseBegan
from .figures import is_doomed
from .hidden_cards import savable
from .order import actors
from .refusals import names_of, refused, tank_of, wrong_phase
from .state import Model, State, destroyed_as
from .victory import timed_out, verdict


def acting(state: State, unit: str, phase: str, rule: str) -> Model:
    """The model `unit`, if it is its turn to act in `phase`."""
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
    """Begin the next phase, and the next, as long as nobody has anything to do in the one that is played.

    Nothing begins while something may still follow an attack, or a card be turned up that saves a tank.
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
                return  # repairs and the roll for Advantage are the players'


def destroy(state: State) -> Decision:
    """R38.1: tanks at or above their capacity become wrecks; those of base defence 0 are removed (A8, A10), and so is
    a helicopter that a card lost since brought to its capacity."""
    for model in state.models.values():
        if model.in_play and is_doomed(state, model):
            wreck = destroyed_as(model) == "destroyed"
            yield Destroyed(unit=model.id, wreck=wreck, by=model.doomed[0], points=model.points)


def check_victory(state: State, turns_played: int = 0) -> Decision:
    """R38.2, and at once when a model leaves the table. `turns_played` to their end: time may be up then."""
    decided: BattleDecided | None = verdict(state) or timed_out(state, turns_played)
    if decided:
        yield decided
