"""What may be reported now, with the facts and dice each report needs: pages and random players are made from this."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Choice, Field, Pick, say, verbatim
from rules.contract import gettext_noop as _

from .asks import ASKS, fire_choice
from .attack import open_step, owner
from .figures import speed
from .legal_command import command_phase, objectives, resume, whenever
from .offers import mine, number, of_model, opposed
from .order import actors, may_fire
from .state import State
from .tables import EDGES


def legal(state: State, side: str) -> Sequence[Choice]:
    """The choices of `side`; none for anybody else, and none once the battle is over."""
    if state.result or side not in state.sides:
        return ()
    return (*_now(state, side), *_any_time(state, side))


def _now(state: State, side: str) -> Iterator[Choice]:
    """An open decision comes before everything else; then the phase's own."""
    if state.resuming:
        yield resume(state, side)
    elif step := open_step(state):
        model = state.models[owner(state, step)]
        if model.side == side:
            yield from ASKS[step.asks](state, model)
    else:
        yield from PHASES[state.phase](state, side)
        yield from whenever(state, side)


def _any_time(state: State, side: str) -> Iterator[Choice]:
    for model in state.models.values():
        hidden = [card for card in model.cards.values() if not card.face_up and not card.gone]
        if model.side == side and model.in_play and hidden:
            picks = tuple(Pick(card.id, verbatim(card.name or card.kind)) for card in hidden)
            field = Field(name="card", kind="pick", label=say(_("Card")), picks=picks, required=True)
            yield of_model(model, "Reveal", say(_("%(unit)s: turn a card face up"), unit=model.name), field)
    yield Choice(command="Concede", label=say(_("Concede the battle")), side=side, given={"side": side})


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
        picks = tuple(Pick(edge, EDGE_LABELS[edge]) for edge in EDGES)
        field = Field(name="edge", kind="pick", label=say(_("Edge of the table")), picks=picks, required=True)
        yield Choice(command="ChooseEdge", label=say(_("Choose your edge")), side=side, fields=(field,), urgent=True)


def _deployment(state: State, side: str) -> Iterator[Choice]:
    for model in mine(actors(state), side):
        yield of_model(model, "Deploy", say(_("Deploy %(unit)s"), unit=model.name))


def _movement(state: State, side: str) -> Iterator[Choice]:
    for model in mine(actors(state), side):
        most = speed(state, model)
        moves = number("moves", say(_("Moves")), most)
        yield of_model(model, "Move", say(_("%(unit)s moves"), unit=model.name), moves)
        if "Wheeled" in model.keywords:
            label = say(_("%(unit)s moves into or out of a Forest"), unit=model.name)
            yield of_model(model, "Move", label, given={"moves": 1, "terrain": True})
        yield of_model(model, "Stay", say(_("%(unit)s stays where it is"), unit=model.name))
        tokens = number("tokens", say(_("Speed tokens")), most)
        yield of_model(model, "Evade", say(_("%(unit)s takes evasive measures"), unit=model.name), tokens)
        yield of_model(model, "Withdraw", say(_("%(unit)s leaves the table by its own edge"), unit=model.name))


def _shooting(state: State, side: str) -> Iterator[Choice]:
    for model in mine(actors(state), side):
        targets = [t for t in state.models.values() if t.in_play and t.side != side]
        if may_fire(state, model):
            yield from fire_choice(state, model, targets)
        yield of_model(model, "HoldFire", say(_("%(unit)s holds its fire"), unit=model.name))


PHASES = {
    "terrain": _terrain,
    "roll": _roll,
    "role": _role,
    "edge": _edge,
    "objectives": objectives,
    "deployment": _deployment,
    "movement": _movement,
    "shooting": _shooting,
    "command": command_phase,
}
EDGE_LABELS = {
    "north": say(_("north")),
    "east": say(_("east")),
    "south": say(_("south")),
    "west": say(_("west")),
}
