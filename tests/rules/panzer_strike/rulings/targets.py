"""Rulings of announced shots: at what, how far, past what, reported by whom (R16 to R18, R21, R38 to R44, R65, R66)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.systems.panzer_strike import geometry, sight
from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.board import TERRAIN
from rules.systems.panzer_strike.geometry import Square, adjacent, line, name, named, offsets
from rules.systems.panzer_strike.lookup import standing_at
from rules.systems.panzer_strike.parabolic import is_trajectory_clear
from rules.systems.panzer_strike.spotting import in_contact, reporters_of
from rules.systems.panzer_strike.state import Miniature, State

from .naming import those


def met(before: State, event: Announced) -> Iterator[str]:
    unit = before.units[event.unit]
    yield from those(
        {
            "R16 announces another shot": unit.aim is not None,
            "R16 several shots are announced": any(one.aim and one is not unit for one in before.of_side(unit.side)),
            "R46 a fixed weapon fires": not unit.figures.is_vehicle and event.how == "direct",
        }
    )
    if event.how == "parabolic":
        yield from _parabolic(before, unit, event)
        return
    square = named(event.wall) if event.wall else before.units[event.target].at
    assert square is not None
    yield from _of_the_ruler(before, unit, square, event)
    yield from _of_the_line(before, unit, square, event)
    yield from _of_the_gun(before, unit, square)
    yield from _of_cover(before, unit, event)


# -- direct ------------------------------------------------------------------------------------------------------------


def _of_the_ruler(before: State, unit: Miniature, square: Square, event: Announced) -> Iterator[str]:
    ruler, board = event.by == "ruler", event.board_range
    if not ruler:
        yield f"R17 sections of {before.options['ruler']} squares"
    far = sight.between(before, unit.at, square) is None
    yield from those(
        {
            "R17 by the board": not ruler,
            "R17 the ruler shows the same": ruler and board == event.range,
            "R17 the ruler shows another range": ruler and board not in (0, event.range),
            "R17 the ruler shows it within range": ruler and not board and far,
            "R17 at exactly its range": event.range == unit.figures.range,
            "R17 in the next square, by its mark": adjacent(unit.at, square),
            "R65 fires at a wall": event.wall,
        }
    )


def _of_the_line(before: State, unit: Miniature, square: Square, event: Announced) -> Iterator[str]:
    inside, corners = line(unit.at, square)
    obstacles = sight.obstacles(before)
    single = any((a in obstacles) != (b in obstacles) for a, b in corners)
    low = any(before.board.terrain.get(one) == "low" for one in inside)
    yield from those(
        {
            "R17 one corner does not block": event.board_range and single,
            "R66 a low barricade does not block": event.board_range and low,
        }
    )
    if event.by == "ruler" and (blocking := sight.between(before, unit.at, square)) is not None:
        corner = not any(one in obstacles for one in inside)
        yield f"R17 the ruler passes {'two corners that meet' if corner else _what(before, blocking)}"


def _what(before: State, square: Square) -> str:
    piece = standing_at(before, square)
    if piece is not None:
        return "a unit" if isinstance(piece, Miniature) and piece.active else "a wreck"
    if name(square) in (*before.walls, *before.broken):
        return "a wall"
    return "a high barricade" if before.board.terrain.get(square) == "high" else "a building"


def _of_the_gun(before: State, unit: Miniature, square: Square) -> Iterator[str]:
    exact, free = sight.points_exactly(before, unit), bool(before.options["free_turrets"])
    whole, towards = unit.figures.all_round, (unit.gun + 22) // 45
    forward, lateral = offsets(unit.at, square, towards)
    by_arc = not exact and not whole
    # Seen along a diagonal these are twice as many squares, so that the next square to the line is 2 off.
    beside = forward - abs(lateral) == 1 + towards % 2
    yield from those(
        {
            "R18 beside the line of 45 degrees": by_arc and beside,
            "R18 the gun points along a diagonal": by_arc and towards % 2,
            "A27 in one piece with its hull it fires all round": whole
            and not geometry.in_arc(unit.at, towards, square),
            "R14 by option 3: the gun points at its target": exact and not whole,
            "R14 by option 3: a gun in the hull keeps its arc": free and not unit.figures.turreted,
        }
    )


def _of_cover(before: State, unit: Miniature, event: Announced) -> Iterator[str]:
    if event.cover:
        yield f"R21 hidden by {covering(before, unit, event.cover)}"
        if event.wall:
            yield "R21 a wall is hidden"


def covering(before: State, unit: Miniature, cover: str) -> str:
    """What hides a target, in words."""
    if cover == TERRAIN:
        return "terrain"
    one = before.units.get(cover)
    if one is None or not one.active:
        return "a wreck"
    return "a friend" if one.side == unit.side else "an enemy"


# -- parabolic ---------------------------------------------------------------------------------------------------------


def _parabolic(before: State, unit: Miniature, event: Announced) -> Iterator[str]:
    target = before.units[event.target]
    assert unit.figures.parabolic is not None
    least, most = unit.figures.parabolic
    ruler, board = event.by == "ruler", event.board_range
    yield f"R43 by the {event.by}: {event.contact or 'it sees its target'}"
    yield from those(
        {
            "R38 at its least range": event.range == least,
            "R38 at its most range": event.range == most,
            "R38 the ruler shows another range": ruler and board not in (0, event.range),
            "B19 the protractor is clear": ruler
            and not board
            and not is_trajectory_clear(before.board, unit.at, target.at),
            "R40 a self-propelled howitzer stands still": unit.figures.is_vehicle,
            "R46 a fixed howitzer fires": not unit.figures.is_vehicle,
            "R39 in the next square, by its mark": adjacent(unit.at, target.at),
        }
    )
    if not ruler:
        yield from _of_the_way(before, unit, target)
        yield from _of_reports(before, unit, target, event)


def _of_the_way(before: State, unit: Miniature, target: Miniature) -> Iterator[str]:
    terrain, inside = before.board.terrain, line(unit.at, target.at)[0]
    blocking = sight.between(before, unit.at, target.at)
    beside = [
        one
        for one, kind in terrain.items()
        if kind == "building" and one not in inside and (adjacent(one, unit.at) or adjacent(one, target.at))
    ]
    yield from those(
        {
            "R41 over a building": any(terrain.get(one) == "building" for one in inside),
            "R41 a building beside one end, off the way": beside,
            "R39 small obstacles do not matter": blocking is not None and terrain.get(blocking) != "building",
        }
    )


def _of_reports(before: State, unit: Miniature, target: Miniature, event: Announced) -> Iterator[str]:
    if not event.reporter:
        return
    reporter, option = before.units[event.reporter], bool(before.options["radio_same_vehicle"])
    sees = [one for one in before.units.values() if target.id in one.sees]
    silent = [one for one in before.of_side(unit.side) if one.on_board and one.figures.is_vehicle and not one.radio]
    held = event.contact == "held"
    yield from those(
        {
            "R43 several could report": len(reporters_of(before, unit, target)) > 1,
            "A9 another has kept contact": held and reporter not in sees,
            "A9 who has kept contact is destroyed": held and any(not one.active for one in sees),
            "A9 by option: contact of others does not count": option and not held and sees,
            "B14 by option: contact at the start of the round": held and before.options["contact_at_round_start"],
            "R44 a vehicle without a radio reports": not reporter.radio,
            "R44 a vehicle without a radio keeps silent": before.options["radio_needed"]
            and any(one is not unit and in_contact(before, one, target) for one in silent),
        }
    )
