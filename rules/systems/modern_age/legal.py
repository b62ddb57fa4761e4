"""What may be reported now, with the facts and dice each report needs: pages and random players are made from this."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.contract import Choice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _

from .asks import ASKS, fire_choice
from .attack import open_step, owner
from .figures import speed
from .order import actors, may_fire, repairable, repairers
from .state import Model, State
from .tables import EDGES


def legal(state: State, side: str) -> Sequence[Choice]:
    """The choices of `side`; none for anybody else, and none once the battle is over."""
    if state.result or side not in state.sides:
        return ()
    return (*_now(state, side), *_any_time(state, side))


def _now(state: State, side: str) -> Iterator[Choice]:
    """An open decision comes before everything else; then the phase's own."""
    if state.resuming:
        yield _resume(state, side)
    elif step := open_step(state):
        model = state.models[owner(state, step)]
        if model.side == side:
            yield ASKS[step.asks](state, model)
    else:
        yield from PHASES[state.phase](state, side)


def _any_time(state: State, side: str) -> Iterator[Choice]:
    for model in state.models.values():
        hidden = [card for card in model.cards.values() if not card.face_up and not card.gone]
        if model.side == side and model.in_play and hidden:
            picks = tuple(Pick(card.id, verbatim(card.name or card.kind)) for card in hidden)
            field = Field(name="card", kind="pick", label=say(_("Card")), picks=picks, required=True)
            yield _of(model, "Reveal", say(_("%(unit)s: turn a card face up"), unit=model.name), field)
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
    for model in _mine(actors(state), side):
        yield _of(model, "Deploy", say(_("Deploy %(unit)s"), unit=model.name))


def _movement(state: State, side: str) -> Iterator[Choice]:
    for model in _mine(actors(state), side):
        most = speed(state, model)
        moves = _number("moves", say(_("Moves")), most)
        yield _of(model, "Move", say(_("%(unit)s moves"), unit=model.name), moves)
        if "Wheeled" in model.keywords:
            label = say(_("%(unit)s moves into or out of a Forest"), unit=model.name)
            yield _of(model, "Move", label, given={"moves": 1, "terrain": True})
        yield _of(model, "Stay", say(_("%(unit)s stays where it is"), unit=model.name))
        tokens = _number("tokens", say(_("Speed tokens")), most)
        yield _of(model, "Evade", say(_("%(unit)s takes evasive measures"), unit=model.name), tokens)
        yield _of(model, "Withdraw", say(_("%(unit)s leaves the table by its own edge"), unit=model.name))


def _shooting(state: State, side: str) -> Iterator[Choice]:
    for model in _mine(actors(state), side):
        targets = [t for t in state.models.values() if t.in_play and t.side != side]
        if may_fire(state, model):
            yield from fire_choice(state, model, targets)
        yield _of(model, "HoldFire", say(_("%(unit)s holds its fire"), unit=model.name))


def _command(state: State, side: str) -> Iterator[Choice]:
    waiting = repairers(state)
    for model in _mine(waiting, side):
        cards = [(key, model.criticals[key].wound.card) for key in repairable(model)]
        picks = tuple(Pick(key, verbatim(name)) for key, name in cards)
        card = Field(name="critical", kind="pick", label=say(_("Critical card")), picks=picks, required=True)
        die = Field(name="dice", kind="dice", label=say(_("Repair die")), least=1, most=1)
        yield _of(model, "Repair", say(_("%(unit)s tries a repair"), unit=model.name), card, die)
        yield _of(model, "SkipRepair", say(_("%(unit)s tries no repair"), unit=model.name))
    if not waiting:
        yield opposed(state, side, "RollAdvantage", say(_("Roll for Advantage")))


def _resume(state: State, side: str) -> Choice:
    """What is not known after a time without shots; the Attacker only if the roles were never reported."""
    sides = tuple(Pick(s, verbatim(s)) for s in state.sides)
    fields = [Field(name="advantage", kind="pick", label=say(_("Advantage")), picks=sides, required=True)]
    if not state.attacker:
        fields.append(Field(name="attacker", kind="pick", label=say(_("Attacker")), picks=sides, required=True))
    fields.append(Field(name="turns", kind="number", label=say(_("Turns played unreported")), most=99))
    label = say(_("Say how things stand before shots are reported again"))
    return Choice(command="Resume", label=label, side=side, fields=tuple(fields), urgent=True)


PHASES = {
    "terrain": _terrain,
    "roll": _roll,
    "role": _role,
    "edge": _edge,
    "deployment": _deployment,
    "movement": _movement,
    "shooting": _shooting,
    "command": _command,
}
EDGE_LABELS = {
    "north": say(_("north")),
    "east": say(_("east")),
    "south": say(_("south")),
    "west": say(_("west")),
}


def opposed(state: State, side: str, command: str, label: Message) -> Choice:
    """One die for each side, in the order of the sides' names."""
    order = say(_("One die each, in this order: %(sides)s"), sides=", ".join(state.sides))
    dice = Field(name="dice", kind="dice", label=say(_("Dice")), help=order, least=2, most=2)
    return Choice(command=command, label=label, side=side, fields=(dice,))


def _mine(models: Sequence[Model], side: str) -> list[Model]:
    return [model for model in models if model.side == side]


def _number(name: str, label: Message, most: int) -> Field:
    return Field(name=name, kind="number", label=label, least=1, most=most, required=True)


def _of(model: Model, command: str, label: Message, *fields: Field, given: dict[str, Any] | None = None) -> Choice:
    given = {"unit": model.id, **(given or {})}
    return Choice(command=command, label=label, side=model.side, given=given, fields=fields)
