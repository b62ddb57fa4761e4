"""The Movement Phase: the speed die, and moves walked step by step (R6 to R13, R35, R47, R49, R64, R65)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .driving import Entry, Ground, enter
from .geometry import COMPASS, Square, name, step
from .lookup import acting, question
from .naming import all_called
from .ready import answered, taken_along, weapons_ready
from .refusals import refused
from .state import Miniature, State
from .steps import Gear, Stride, Unable, allowance, check_gear, check_kind, stride
from .tables import PUSH_IN_REVERSE, option
from .towing import check_pull, in_tow, is_heavy, may_pull, trailing, tug_of


def roll_speed(state: State, command: c.RollSpeed, dice: Dice) -> Decision:
    """R10, A19: once a round, before a vehicle's first step."""
    unit = acting(state, command.unit, "movement", "R2")
    try:
        check_roll(state, unit)
    except Unable as why:
        text = _("No speed die for %(unit)s: %(why)s")
        raise refused(why.rule, "unit", say(text, unit=unit.called, why=why.text), why.remedy) from None
    roll = dice.roll(question(state, unit, "speed"), 1, shows=(state.dice.speed,), reported=command.dice)
    yield e.SpeedRolled(unit=unit.id, roll=roll, change=roll.numbers[0])


def move(state: State, command: c.Move, dice: Dice) -> Decision:
    """Every step is checked where the ones before it have led; the first that cannot be made refuses the report."""
    unit = acting(state, command.unit, "movement", "R2")
    ready = weapons_ready(state, unit)
    weapon = taken_along(state, unit, command.tow)
    mover = Mover(state, unit, Ground(state), coordinated(state, unit.side), weapon)
    for place, symbol in enumerate(command.steps, 1):
        try:
            mover.take(symbol)
        except Unable as why:
            text = _("%(unit)s, step %(n)s (%(step)s): %(why)s")
            said = say(text, unit=unit.called, n=place, step=symbol, why=why.text)
            raise refused(why.rule, "steps", said, why.remedy) from None
    yield from answered(unit, weapon, ready)
    yield _moved(mover, command.steps)


def _moved(mover: Mover, steps: Sequence[str]) -> e.Moved:
    walk, unit = mover.walk, mover.unit
    pulled = mover.weapon if walk.path else None
    return e.Moved(
        unit=unit.id,
        steps=tuple(steps),
        used=walk.used - unit.used,
        path=tuple(map(name, walk.path)),
        square=name(walk.square),
        facing=COMPASS[walk.heading],
        gear=walk.gear,
        turned=walk.turned,
        spun=walk.spun,
        halted=walk.halted,
        broken=tuple(map(name, walk.broken)),
        pushed={wreck: name(square) for wreck, square in walk.pushed.items()},
        weapon=pulled.id if pulled else "",
        weapon_square=name(walk.trail) if pulled else "",
        weapon_facing=COMPASS[trailing(walk.square, walk.trail)] if pulled else "",
    )


def coordinated(state: State, side: str) -> tuple[str, ...]:
    """R7: the vehicles of a side that have made a coordinated movement in this turn, those that left included."""
    return tuple(u.id for u in state.units.values() if u.side == side and u.used > 1 and u.figures.is_vehicle)


class Walk(msgspec.Struct):
    """Where a unit stands after the steps so far, and what they have come to. used, gear, spun, halted: of the whole
    turn. trail: the square of what it has in tow."""

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
    """A step that can be taken: where it leads, and what that costs."""

    on: Stride
    entry: Entry


class Mover:
    """A unit that walks over the board step by step. It changes `ground` as it goes, and nothing of the state.

    `along`: a weapon it takes in tow as it drives off."""

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

    def look(self, symbol: str) -> Step:
        """What a step would come to; `Unable`. Changes nothing."""
        on = self._leads(symbol)
        ahead = self._pushes(symbol, on.heading)
        entry = enter(self.ground, self.unit, on.square, ahead) if on.gear else Entry()
        self._check_cost(entry, on.gear)
        return Step(on, entry)

    def look_off(self, symbol: str) -> None:
        """Whether it could make this step if it led off the board; `Unable`."""
        self._check_cost(Entry(), self._leads(symbol).gear)

    def _pushes(self, symbol: str, heading: int) -> int | None:
        """R64: the direction in which this step pushes a wreck, None where it cannot: ahead, by option back as well."""
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
        """One step further; `Unable`."""
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
        """The most steps that could still be told in one report, whatever they are; 0 for none."""
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
                say(_("Go round it, or push it with all its steps.")),
            )
        else:
            raise Unable(
                "R9" if self.unit.figures.is_vehicle else "R47",
                say(_("that would be step %(used)s, and it has %(most)s in this round."), used=used, most=most),
                say(_("Report no more than are left: %(left)s."), left=max(0, most - self.walk.used)),
            )

    def _check_limit(self, cost: int) -> None:
        """R6, R7, B3: whether it may use so many steps more; `Unable`. Fixed weapons do not count (A1)."""
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
                say(_("Every other vehicle makes one step.")),
            )


# -- whether it can move at all ----------------------------------------------------------------------------------------


def check_roll(state: State, unit: Miniature) -> None:
    """R10: whether its speed die can be rolled now; `Unable`."""
    if not state.options["speed_die"]:
        raise Unable("R10", say(_("this battle is played without it.")), say(_("Report the move itself.")))
    if not unit.figures.is_vehicle:
        raise Unable("R10", say(_("it is no vehicle.")), say(_("Fixed weapons are turned without it.")))
    if unit.change is not None:
        raise Unable(
            "R10",
            say(_("it was rolled in this turn.")),
            say(_("It counts for the whole turn: report the move.")),
        )
    check_fit(state, unit, unit.halted)


def check_able(state: State, unit: Miniature, halted: bool) -> None:
    """Whether it can take a step of any kind; `Unable`. `halted`: it has driven through a wall."""
    check_fit(state, unit, halted)
    if state.options["speed_die"] and unit.figures.is_vehicle and unit.change is None:
        raise Unable(
            "R10",
            say(_("its speed die has not been rolled.")),
            say(_("Report “roll-speed” first, then the steps.")),
        )


def check_fit(state: State, unit: Miniature, halted: bool) -> None:
    """R35, R48, R50, R65, B7: what keeps a unit where it is; `Unable`."""
    if unit.timer:
        raise Unable(
            "B7", say(_("it is being repaired, its crew outside.")), say(_("Nothing moves while a timer stands."))
        )
    if unit.mobility == "immobilised":
        raise Unable("R35", say(_("it is immobilised.")), say(_("Repair it first; its turret may turn.")))
    if halted:
        raise Unable(
            "R65", say(_("it has driven through a wall, and stops there.")), say(_("It moves on in the next round."))
        )
    if in_tow(state, unit) and not may_pull(state, unit):
        raise Unable(
            "R48",
            say(_("it has taken a weapon in tow in this round.")),
            say(_("It pulls from the next round on: wait, or unhook the weapon first.")),
        )
    if not unit.figures.is_vehicle and (tug := tug_of(state, unit)):
        raise Unable("R48", say(_("%(unit)s has it in tow."), unit=tug.called), say(_("Unhook it first.")))
