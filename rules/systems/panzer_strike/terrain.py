"""Pushing and terrain: what stands in the way of a step, and what gives way to it (R64 to R66)."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from rules.contract import gettext_noop as _
from rules.contract import say

from .geometry import Square, name, named, step
from .state import Miniature, State, Wreck
from .steps import Unable
from .tables import DOZER_PUSH, PUSH, WALL_BREAKER


class Entry(NamedTuple):
    """What entering a square costs and does: a wall that falls, a wreck that is pushed by one square."""

    cost: int = 1
    wall: bool = False
    wreck: str = ""


class Ground:
    """What stands on a board while something moves over it. It is read once, because a square is looked up many
    times."""

    def __init__(self, state: State) -> None:
        self.board = state.board
        self.walls = {square for wall in state.walls if (square := named(wall))}
        standing: list[Miniature | Wreck] = [*state.wrecks.values(), *state.units.values()]
        self.pieces = {square: piece for piece in standing if (square := named(piece.square))}

    def branch(self) -> Ground:
        """The same, for something else to move over."""
        other = copy(self)
        other.walls, other.pieces = {*self.walls}, {**self.pieces}
        return other

    def is_open(self, square: Square) -> bool:
        """On the board, without terrain, wall, unit or wreck."""
        terrain = self.board.terrain.get(square)
        blocked = square in self.walls if terrain == "wall" else terrain is not None
        return self.board.has(square) and not blocked and square not in self.pieces

    def shift(self, origin: Square, to: Square) -> None:
        """Move what stands on one square to another."""
        self.pieces[to] = self.pieces.pop(origin)


def enter(ground: Ground, unit: Miniature, to: Square, ahead: int | None) -> Entry:
    """What it takes a vehicle to enter a square. Raises `Unable`. `ahead`: the direction of a straight step that pushes
    (forward, by option also back); None for all others."""
    if not ground.board.has(to):
        raise Unable(
            "R1",
            _("that would be off the board."),
            _("Report “leave” for a unit that leaves the battle from an edge square."),
        )
    if found := ground.pieces.get(to):
        return _push(ground, unit, found, to, ahead)
    terrain = ground.board.terrain.get(to)
    if terrain == "wall" and to in ground.walls:
        return _break(unit, to)
    if terrain in ("low", "high"):
        raise Unable(
            "R66",
            say(_("a barricade stands on %(square)s, and nothing crosses it."), square=name(to)),
            _("Go round it."),
        )
    if terrain == "building":
        raise Unable("R1", say(_("a building stands on %(square)s."), square=name(to)), _("Go round it."))
    return Entry()


def _break(unit: Miniature, to: Square) -> Entry:
    if unit.figures.mass < WALL_BREAKER:
        raise Unable(
            "R65",
            say(
                _("with %(mass)s t it is too light to drive through the wall on %(square)s."),
                mass=unit.figures.mass,
                square=name(to),
            ),
            say(_("It takes %(least)s t. Go round the wall, or fire at it."), least=WALL_BREAKER),
        )
    return Entry(wall=True)


def _push(ground: Ground, unit: Miniature, found: Miniature | Wreck, to: Square, ahead: int | None) -> Entry:
    """R64, B3: a wreck is pushed into the open square behind it."""
    if isinstance(found, Miniature) and found.active:
        raise Unable(
            "R1",
            say(_("%(unit)s stands on %(square)s."), unit=found.called, square=name(to)),
            _("Only one unit stands on a square: go round it."),
        )
    if ahead is None:
        raise Unable(
            "R64",
            say(_("a wreck lies on %(square)s, and is pushed only straight ahead."), square=name(to)),
            _("Push it by a step F, or go round it."),
        )
    mass = push_mass(found)
    cost = push_cost(unit, mass)
    if not cost:
        raise Unable(
            "R64",
            say(
                _("the wreck on %(square)s is heavier (%(wreck)s t) than its pusher (%(mass)s t)."),
                square=name(to),
                wreck=mass,
                mass=unit.figures.mass,
            ),
            _("Go round it, or send a heavier vehicle."),
        )
    if not ground.is_open(behind := step(to, ahead)):
        raise Unable(
            "R64",
            say(_("there is no open square behind the wreck on %(square)s."), square=name(to)),
            say(_("Push it from another side, or go round it."))
            if ground.board.has(behind)
            else say(_("A wreck stays on the board: push it along the edge, or go round it.")),
        )
    return Entry(cost=cost, wreck=found.id)


def push_mass(wreck: Miniature | Wreck) -> int:
    """Tonnes of what is pushed: a wreck of the board, or a destroyed unit."""
    return wreck.figures.mass if isinstance(wreck, Miniature) else wreck.mass


def push_cost(unit: Miniature, mass: int) -> int:
    """R64: steps that it takes to push so many tonnes by one square, with a dozer blade if there is one; 0 if it is too
    heavy."""
    costs = DOZER_PUSH if unit.dozer else PUSH
    return next((cost for times, cost in costs if unit.figures.mass >= times * mass), 0)
