"""Rulings of the radio die and of shots that drift (R43, R45)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Event
from rules.systems.panzer_strike.geometry import Square
from rules.systems.panzer_strike.hits import HitRolled
from rules.systems.panzer_strike.lookup import standing_at
from rules.systems.panzer_strike.parabolic import LETTERS, RadioRolled, ShotDrifted, is_trajectory_clear
from rules.systems.panzer_strike.state import Miniature, State

from .naming import those


def radio(before: State, event: RadioRolled) -> Iterator[str]:
    aim = before.units[event.unit].aim
    assert aim is not None
    yield f"R43 the radio die shows {event.roll.values[0]}, contact {aim.contact}"


def met(before: State, events: Sequence[Event], event: ShotDrifted) -> Iterator[str]:
    unit = before.units[event.unit]
    aim = unit.aim
    assert aim is not None
    letters = [str(letter) for letter in event.roll.values]
    way = "".join(letter for letter in letters if letter != "-")
    yield f"R45 lands to the {way}" if way else "R45 lands nowhere: both blank"
    north, east = (LETTERS[letter] for letter in letters)
    x, y = before.units[aim.target].at
    if way:
        yield from _of_the_square(before, unit, (x + east, y + north), event)
    yield from those(
        {
            "R45 by option: after the hit die": any(isinstance(one, HitRolled) and one.missed for one in events),
            "R45 as far as the ruler measured": event.victim and aim.by == "ruler",
        }
    )


def _of_the_square(before: State, unit: Miniature, square: Square, event: ShotDrifted) -> Iterator[str]:
    board, there = before.board, standing_at(before, square)
    building = board.terrain.get(square) == "building"
    shielded = board.has(square) and not building and not is_trajectory_clear(board, unit.at, square)
    victim = before.units.get(event.victim)
    piece = there is not None and not victim and there is not unit and bool(event.square)
    yield from those(
        {
            "R45 lands off the board": not board.has(square),
            "R45 lands on a building": building,
            "R45 a building shields the square": shielded and not event.square,
            "R45 the ruler's trajectory reaches the square": shielded and event.square,
            "R45 lands where nobody stands": event.square and there is None,
            "R45 lands on a wreck": piece,
            "R45 does not hit the howitzer itself": there is unit,
            "R45 strikes a friend": victim and victim.side == unit.side,
            "R45 strikes another enemy": victim and victim.side != unit.side,
            "R45 strikes a fixed weapon": victim and not victim.figures.is_vehicle,
        }
    )
