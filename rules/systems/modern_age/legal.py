"""What may be reported now, with the facts and dice each report needs: pages and random players are made from this."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.contract import Choice, Field, Pick, say
from rules.contract import gettext_noop as _

from .asks import ASKS
from .asks_fire import fire_choices, following
from .asks_hidden import destruction
from .attack import open_step, owner
from .hidden_cards import savable
from .legal_cards import free_moves, reveals, uses
from .legal_command import command_phase, objectives, resume, whenever
from .legal_movement import deployment, movement
from .offers import mine, of_model, opposed
from .order import actors, may_fire
from .state import State
from .tables import EDGES
from .using import choosing
from .words import EDGE_NAMES


def legal(state: State, side: str) -> Sequence[Choice]:
    """The choices of `side`; none for anybody else, and none once the battle is over."""
    if state.result or side not in state.sides:
        return ()
    concede = Choice(command="Concede", label=say(_("Concede the battle")), side=side, given={"side": side})
    return (*_now(state, side), *reveals(state, side), concede)


def _now(state: State, side: str) -> Iterator[Choice]:
    """An open decision comes before everything else; then the phase's own."""
    if state.resuming:
        yield resume(state, side)
    elif step := open_step(state):
        model = state.models[owner(state, step)]
        if model.side == side:
            yield from ASKS[step.asks](state, model)
    elif state.after:
        yield from (msgspec.structs.replace(choice, urgent=True) for choice in free_moves(state, side))
        yield from following(state, side)
    elif waiting := savable(state):
        for model in mine(waiting, side):
            yield from destruction(model)
    elif choosing(state):
        yield from uses(state, side)
    else:
        yield from PHASES[state.phase](state, side)
        yield from free_moves(state, side)
        yield from uses(state, side)
        yield from whenever(state, side)


# -- one function a phase ----------------------------------------------------------------------------------------------


def _terrain(state: State, side: str) -> Iterator[Choice]:
    yield opposed(state, side, "RollForTerrain", say(_("Roll for the first Forest")))


def _roll(state: State, side: str) -> Iterator[Choice]:
    yield opposed(state, side, "RollForRole", say(_("Roll for Attacker and Defender")))


def _role(state: State, side: str) -> Iterator[Choice]:
    if side == state.chooser:
        picks = (Pick("attacker", say(_("Attacker"))), Pick("defender", say(_("Defender"))))
        field = Field(name="role", kind="pick", label=say(_("Role")), picks=picks, required=True)
        yield Choice(command="ChooseRole", label=say(_("Attack or defend")), side=side, fields=(field,), urgent=True)


def _edge(state: State, side: str) -> Iterator[Choice]:
    if side == state.defender:
        picks = tuple(Pick(edge, EDGE_NAMES[edge]) for edge in EDGES)
        field = Field(name="edge", kind="pick", label=say(_("Edge of the table")), picks=picks, required=True)
        yield Choice(command="ChooseEdge", label=say(_("Choose your edge")), side=side, fields=(field,), urgent=True)


def _shooting(state: State, side: str) -> Iterator[Choice]:
    for model in mine(actors(state), side):
        if may_fire(state, model):
            yield from fire_choices(state, model)
        yield of_model(model, "HoldFire", say(_("%(unit)s holds its fire"), unit=model.name))


PHASES = {
    "terrain": _terrain,
    "roll": _roll,
    "role": _role,
    "edge": _edge,
    "objectives": objectives,
    "deployment": deployment,
    "movement": movement,
    "shooting": _shooting,
    "command": command_phase,
}
