"""What random players report more readily: few of the rulings are met by what is picked evenly.

Nothing here says what may be reported. All of it weighs what is offered (`Choice.readily`, `Pick.readily`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from rules.contract import Pick

from .boards import UNITS, squares_of
from .geometry import COMPASS, Square, adjacent, bearing, in_arc, name, step, towards
from .state import Miniature, State
from .terrain import Entry

HARDLY, SELDOM, USUAL, OFTEN, MOSTLY = 30, 200, 1000, 4000, 12000


def of_step(state: State, unit: Miniature, heading: int, square: Square, places: Mapping[str, int]) -> int:
    """To where it has something to do, or has enemies before its gun."""
    turned = (heading * 45 + unit.gun - unit.heading * 45 + 22) // 45
    if unit.tows and state.board.on_edge(square):
        return MOSTLY
    ahead = unit.figures.accuracy and sees_enemies(state, unit.side, square, turned)
    return max(places.get(name(square), USUAL), 3 * USUAL if ahead else USUAL)


def weighed(picks: Iterable[Pick], weights: Mapping[str, int]) -> tuple[Pick, ...]:
    """Picks with these weights, by their values; others as they are."""
    return tuple(replace(pick, readily=weights[pick.value]) if pick.value in weights else pick for pick in picks)


# -- who is about what -------------------------------------------------------------------------------------------------


def is_at_recovery(state: State, unit: Miniature) -> bool:
    """Repairs another vehicle, or is repaired by one: it had better stand still."""
    recovering = (one for one in state.of_side(unit.side) if one.figures.recovery)
    return any(one.patient and unit.id in (one.id, one.patient) for one in recovering)


def of_move(state: State, unit: Miniature, asked: bool, with_weapon: bool, entries: Iterable[Entry]) -> int:
    """Who is at a recovery, or stands ready for one, hardly drives off; who has a weapon behind it often does, mostly
    with it, and so does who can push a wreck, or break a wall."""
    if unit.along == "no" and not unit.used:  # it has just let a weapon go
        return OFTEN
    if is_at_recovery(state, unit):
        return SELDOM if any(one.worked for one in state.of_side(unit.side)) else HARDLY
    if unit.figures.recovery and unit.beside:
        return HARDLY
    if unit.figures.parabolic or not unit.figures.is_vehicle:  # which fires where it has stood still
        return HARDLY if sees_enemies(state, unit.side, unit.at, (unit.gun + 22) // 45) else USUAL
    breaks = any(one.wall or one.wreck for one in entries)
    return 2 * OFTEN if with_weapon else OFTEN if asked or breaks else USUAL


def of_shot(state: State, unit: Miniature, by_board: bool) -> int:
    """The ruler of the table is laid less often than the board is asked; another shot is announced now and then."""
    if is_at_recovery(state, unit) and not any(one.worked for one in state.of_side(unit.side)):
        return SELDOM
    return (USUAL if by_board else SELDOM) // (20 if unit.aim else 1)


def of_target(state: State, target: Miniature) -> int:
    """Whoever is about something: repairs, a recovery, a weapon in tow, a shot it has announced."""
    waits = target.aim is not None and not target.aim.fired and target.side == state.side
    towed = not target.figures.is_vehicle and any(one.tows == target.id for one in state.of_side(target.side))
    if target.timer or target.tows or towed or waits or is_at_recovery(state, target):
        return OFTEN
    return 2 * USUAL if target.injured or target.objective or not target.figures.is_vehicle else USUAL


# -- where it stands ---------------------------------------------------------------------------------------------------


def of_squares(state: State, side: str) -> dict[str, int]:
    """By their names: squares behind a weapon of its side, beside a vehicle that a recovery vehicle could repair, and
    beside such a one."""
    return {name(square): weight for square, weight in _places(state, side).items()}


def _places(state: State, side: str) -> dict[Square, int]:
    own = [unit for unit in state.of_side(side) if unit.on_board]
    enemies = [unit for unit in state.of_side(state.other(side)) if unit.on_board]
    crane = any(one.figures.recovery for one in state.of_side(side))
    found: dict[Square, int] = {}
    for one in own:
        if one.figures.recovery or (crane and one.mobility != "mobile") or state.options["missed_shots"]:
            found |= {step(one.at, way): OFTEN for way in range(8)}
    if any(one.figures.parabolic and one.figures.proximity for one in state.of_side(side)):
        found |= {step(one.at, way): MOSTLY for one in enemies for way in range(8)}
    if any(not one.on_board and not one.figures.is_vehicle for one in state.of_side(side)):
        found |= _before_others(state, side)
    for one in own:
        if not one.figures.is_vehicle:
            found[step(one.at, one.heading, -1)] = 8 * MOSTLY
    return found


def _before_others(state: State, side: str) -> dict[Square, int]:
    """Squares of its zone with an open one behind them, for a vehicle that tows a weapon away; best one on an edge, to
    leave the board from."""
    board, ahead = state.board, _towards_the_enemy(state, side)
    zone = squares_of(board, state.sides.index(side), UNITS)
    behind = {square: step(square, ahead, -1) for square in zone}
    return {
        square: 4 * MOSTLY if board.on_edge(back) else 2 * MOSTLY
        for square, back in behind.items()
        if back in zone and back not in board.terrain
    }


def of_facings(state: State, side: str) -> dict[str, int]:
    """Towards the enemy, fixed weapons as often away from it; or as a vehicle stands to tow a weapon of its side."""
    ahead = _towards_the_enemy(state, side)
    weights: dict[str, int] = {
        COMPASS[(ahead + off) % 8]: weight for off, weight in ((0, MOSTLY), (1, 2 * USUAL), (7, 2 * USUAL))
    }
    fixed = [one for one in state.of_side(side) if not one.figures.is_vehicle]
    if any(not one.on_board for one in fixed):
        away = COMPASS[(ahead + 4) % 8]  # so that who tows it drives towards the enemy
        return {COMPASS[ahead]: 3 * MOSTLY, away: MOSTLY}
    taken = {one.square for one in state.units.values()}
    for one in fixed:
        if name(step(one.at, one.heading, -1)) not in taken:
            weights[COMPASS[(one.heading + 4) % 8]] = 4 * MOSTLY
    return weights


def _towards_the_enemy(state: State, side: str) -> int:
    number = state.sides.index(side)
    one, other = (_middle(squares_of(state.board, place, UNITS)) for place in (number, 1 - number))
    return round(bearing(one, other) / 45) % 8


def _middle(squares: Iterable[Square]) -> Square:
    """Ten times as large as its squares, so that the direction between two of them is not lost."""
    there = list(squares) or [(0, 0)]
    return sum(x for x, _y in there) * 10 // len(there), sum(y for _x, y in there) * 10 // len(there)


def of_guns(state: State, unit: Miniature, directions: Sequence[str]) -> dict[str, int]:
    """A crane to what it could repair; a gun to where it has enemies in its arc."""
    ways = {way for way, compass in enumerate(COMPASS) if compass in directions}
    if unit.figures.recovery:
        hurt = [one.at for one in state.of_side(unit.side) if one.on_board and one.mobility != "mobile"]
        return {COMPASS[way]: MOSTLY for way in ways & {towards(unit.at, at) for at in hurt if adjacent(unit.at, at)}}
    return {COMPASS[way]: OFTEN for way in ways if sees_enemies(state, unit.side, unit.at, way)}


def of_traverse(state: State, unit: Miniature, guns: Mapping[str, int]) -> int:
    """Oftener where there is something the gun does not point at yet."""
    if unit.patient:
        return OFTEN
    if unit.figures.recovery:
        return max(guns.values(), default=SELDOM)
    idle = guns and not sees_enemies(state, unit.side, unit.at, (unit.gun + 22) // 45)
    return OFTEN if idle else USUAL


def sees_enemies(state: State, side: str, square: Square, way: int) -> bool:
    """Whether there are enemies in the arc of a gun that points so."""
    enemies = state.of_side(state.other(side))
    return any(in_arc(square, way, one.at) for one in enemies if one.on_board)
