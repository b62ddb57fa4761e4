"""How a unit walks over the board, step by step, and what stops it (R6, R7, R9, R35, R49, R64, R65)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

import msgspec

from rules.contract import gettext_noop as _
from rules.contract import say

from .geometry import Square, step
from .state import Miniature, State
from .steps import Gear, Stride, Unable, allowance, check_gear, check_kind, stride
from .tables import PUSH_IN_REVERSE, option
from .terrain import Entry, Ground, enter
from .towing import check_pull, in_tow, is_heavy, may_pull, tug_of
from .words import all_called


def coordinated(state: State, side: str) -> tuple[str, ...]:
    """R7: the vehicles of a side that have made a coordinated movement in this turn, including those that left the
    board."""
    return tuple(u.id for u in state.units.values() if u.side == side and u.used > 1 and u.figures.is_vehicle)


class Walk(msgspec.Struct):
    """Where a unit stands after the steps so far, and what they have cost. used, gear, spun, halted: of the whole turn.
    trail: the square of the weapon in tow."""

    square: Square
    heading: int
    used: int
    gear: Gear
    spun: int
    halted: bool
    trail: Square
    turned: bool = False
    path: list[Square] = []
    broken: list[Square] = []
    pushed: dict[str, Square] = {}


class Step(NamedTuple):
    """A step that can be made: where it leads, and what it costs."""

    on: Stride
    entry: Entry


class Mover:
    """A unit that walks over the board step by step. It changes `ground` as it goes, but not the State.

    `along`: a weapon that it takes in tow as it drives off.
    """

    def __init__(
        self,
        state: State,
        unit: Miniature,
        ground: Ground,
        coordinated: Sequence[str],
        along: Miniature | None = None,
    ) -> None:
        self.state, self.unit, self.ground, self.coordinated = state, unit, ground, coordinated
        self.weapon = along or in_tow(state, unit)
        self.heavy = self.weapon is not None and is_heavy(unit, self.weapon)
        trail = self.weapon.at if self.weapon else unit.at
        self.walk = Walk(unit.at, unit.heading, unit.used, unit.gear, unit.spun, unit.halted, trail)

    def branch(self) -> Mover:
        """The same, to try other steps from here."""
        other = copy(self)
        walk = self.walk
        other.walk = msgspec.structs.replace(walk, path=[*walk.path], broken=[*walk.broken], pushed={**walk.pushed})
        other.ground = self.ground.branch()
        return other

    def look(self, symbol: str) -> Step:
        """Where a step would lead; raises `Unable`. Changes nothing."""
        on = self._leads(symbol)
        ahead = self._pushes(symbol, on.heading)
        entry = enter(self.ground, self.unit, on.square, ahead) if on.gear else Entry()
        self._check_cost(entry, on.gear)
        return Step(on, entry)

    def look_off(self, symbol: str) -> None:
        """Whether it could make this step if the step led off the board; raises `Unable`."""
        self._check_cost(Entry(), self._leads(symbol).gear)

    def _pushes(self, symbol: str, heading: int) -> int | None:
        """R64: the direction in which this step pushes a wreck: ahead, by option also back. None if it cannot push."""
        if symbol == "B" and option(self.state.options, PUSH_IN_REVERSE):
            return (heading + 4) % 8
        return heading if symbol == "F" else None

    def _leads(self, symbol: str) -> Stride:
        unit, walk = self.unit, self.walk
        check_able(self.state, unit, walk.halted)
        check_kind(unit, symbol)
        on = stride(walk.square, walk.heading, symbol)
        check_gear(walk.gear, on.gear)
        if self.weapon:
            check_pull(unit, walk.spun, on, walk.trail)
        return on

    def take(self, symbol: str) -> None:
        """Make one more step; raises `Unable`."""
        on, entry = self.look(symbol)
        walk = self.walk
        if on.gear:
            self._enter(on, entry)
        walk.turned = walk.turned or on.heading != walk.heading
        walk.heading, walk.gear = on.heading, walk.gear or on.gear
        walk.spun = 0 if on.gear else walk.spun + 1
        walk.used += entry.cost

    def _enter(self, on: Stride, entry: Entry) -> None:
        walk, left = self.walk, self.walk.square
        if entry.wreck:
            behind = step(on.square, on.heading, 1 if on.gear == "forward" else -1)
            self.ground.shift(on.square, behind)
            walk.pushed[entry.wreck] = behind
        if entry.wall:
            self.ground.walls.discard(on.square)
            walk.broken.append(on.square)
            walk.halted = True
        self.ground.shift(left, on.square)
        if self.weapon:
            self.ground.shift(walk.trail, left)
            walk.trail = left
        walk.square = on.square
        walk.path.append(on.square)

    def most(self) -> int:
        """The most steps that one report could still have, whatever steps they are; 0 for none."""
        left = allowance(self.unit, self.walk.gear, self.heavy) - self.walk.used
        try:
            self._check_limit(2)
        except Unable:
            left = min(left, 1 - self.walk.used)
        return max(0, left)

    def _check_cost(self, entry: Entry, gear: Gear) -> None:
        used, most = self.walk.used + entry.cost, allowance(self.unit, self.walk.gear or gear, self.heavy)
        if used <= most:
            self._check_limit(entry.cost)
        elif entry.wreck:
            raise Unable(
                "R64",
                say(
                    _("pushing that wreck takes %(cost)s steps, and %(left)s of %(most)s are left."),
                    cost=entry.cost,
                    left=most - self.walk.used,
                    most=most,
                ),
                _("Go round it, or push it with all its steps."),
            )
        else:
            raise Unable(
                "R9" if self.unit.figures.is_vehicle else "R47",
                say(_("that would be step %(used)s, and it has %(most)s in this round."), used=used, most=most),
                say(_("Report no more than are left: %(left)s."), left=max(0, most - self.walk.used)),
            )

    def _check_limit(self, cost: int) -> None:
        """R6, R7, B3: whether it may use so many steps more; raises `Unable`. Fixed weapons do not count (A1)."""
        if not self.unit.figures.is_vehicle or self.unit.id in self.coordinated or self.walk.used + cost < 2:
            return
        if len(self.coordinated) >= self.state.limit:
            raise Unable(
                "R7",
                say(
                    _("that would be a coordinated movement, and %(made)s of %(limit)s have been made: %(units)s."),
                    made=len(self.coordinated),
                    limit=self.state.limit,
                    units=all_called(self.state.units[one] for one in self.coordinated),
                ),
                _("Every other vehicle makes one step."),
            )


def check_able(state: State, unit: Miniature, halted: bool) -> None:
    """Whether it can make a step of any kind; raises `Unable`. `halted`: it has driven through a wall."""
    check_fit(state, unit, halted)
    if state.options["speed_die"] and unit.figures.is_vehicle and unit.change is None:
        raise Unable("R10", _("its speed die has not been rolled."), _("Report “roll-speed” first, then the steps."))


def check_fit(state: State, unit: Miniature, halted: bool) -> None:
    """R35, R48, R50, R65, B7: raises `Unable` if something keeps the unit where it is."""
    if unit.timer:
        raise Unable("B7", _("it is being repaired, its crew outside."), _("Nothing moves while a timer stands."))
    if unit.mobility == "immobilised":
        raise Unable("R35", _("it is immobilised."), _("Repair it first; its turret may turn."))
    if halted:
        raise Unable("R65", _("it has driven through a wall, and stops there."), _("It moves on in the next round."))
    if in_tow(state, unit) and not may_pull(state, unit):
        raise Unable(
            "R48",
            _("it has taken a weapon in tow in this round."),
            _("It pulls from the next round on: wait, or unhook the weapon first."),
        )
    if not unit.figures.is_vehicle and (tug := tug_of(state, unit)):
        raise Unable("R48", say(_("%(unit)s has it in tow."), unit=tug.called), _("Unhook it first."))
