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
from .state import State, Tank
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
        tank = state.tanks[owner(state, step)]
        if tank.side == side:
            yield ASKS[step.asks](state, tank)
    else:
        yield from PHASES[state.phase](state, side)


def _any_time(state: State, side: str) -> Iterator[Choice]:
    for tank in state.tanks.values():
        hidden = [card for card in tank.cards.values() if not card.face_up and not card.gone]
        if tank.side == side and tank.in_play and hidden:
            picks = tuple(Pick(card.id, verbatim(card.name or card.kind)) for card in hidden)
            field = Field(name="card", kind="pick", label=say(_("Card")), picks=picks, required=True)
            yield _of(tank, "Reveal", say(_("%(unit)s: turn a card face up"), unit=tank.name), field)
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
    for tank in _mine(actors(state), side):
        yield _of(tank, "Deploy", say(_("Deploy %(unit)s"), unit=tank.name))


def _movement(state: State, side: str) -> Iterator[Choice]:
    for tank in _mine(actors(state), side):
        most = speed(state, tank)
        moves = _number("moves", say(_("Moves")), most)
        yield _of(tank, "Move", say(_("%(unit)s moves"), unit=tank.name), moves)
        if "Wheeled" in tank.keywords:
            label = say(_("%(unit)s moves into or out of a Forest"), unit=tank.name)
            yield _of(tank, "Move", label, given={"moves": 1, "terrain": True})
        yield _of(tank, "Stay", say(_("%(unit)s stays where it is"), unit=tank.name))
        tokens = _number("tokens", say(_("Speed tokens")), most)
        yield _of(tank, "Evade", say(_("%(unit)s takes evasive measures"), unit=tank.name), tokens)
        yield _of(tank, "Withdraw", say(_("%(unit)s leaves the table by its own edge"), unit=tank.name))


def _shooting(state: State, side: str) -> Iterator[Choice]:
    for tank in _mine(actors(state), side):
        targets = [t for t in state.tanks.values() if t.in_play and t.side != side]
        if may_fire(state, tank):
            yield from fire_choice(state, tank, targets)
        yield _of(tank, "HoldFire", say(_("%(unit)s holds its fire"), unit=tank.name))


def _command(state: State, side: str) -> Iterator[Choice]:
    waiting = repairers(state)
    for tank in _mine(waiting, side):
        cards = [(key, tank.criticals[key].wound.card) for key in repairable(tank)]
        picks = tuple(Pick(key, verbatim(name)) for key, name in cards)
        card = Field(name="critical", kind="pick", label=say(_("Critical card")), picks=picks, required=True)
        die = Field(name="dice", kind="dice", label=say(_("Repair die")), least=1, most=1)
        yield _of(tank, "Repair", say(_("%(unit)s tries a repair"), unit=tank.name), card, die)
        yield _of(tank, "SkipRepair", say(_("%(unit)s tries no repair"), unit=tank.name))
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


def _mine(tanks: Sequence[Tank], side: str) -> list[Tank]:
    return [tank for tank in tanks if tank.side == side]


def _number(name: str, label: Message, most: int) -> Field:
    return Field(name=name, kind="number", label=label, least=1, most=most, required=True)


def _of(tank: Tank, command: str, label: Message, *fields: Field, given: dict[str, Any] | None = None) -> Choice:
    given = {"unit": tank.id, **(given or {})}
    return Choice(command=command, label=label, side=tank.side, given=given, fields=fields)
