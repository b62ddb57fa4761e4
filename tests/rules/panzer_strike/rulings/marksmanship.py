"""Rulings of who fires, of the accuracy dice, and of the order of dice (R15, R19 to R21, R35, R36, R40, R55, R65)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Event, Roll
from rules.systems.panzer_strike import sight
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.state import Aim, Miniature, State
from rules.systems.panzer_strike.towing import in_tow

from .naming import those
from .targets import covering


def dice(before: State, events: Sequence[Event]) -> Iterator[str]:
    """R19, A2: whose dice a shot had."""
    rolls = [roll for event in events if isinstance(roll := getattr(event, "roll", None), Roll)]
    whose = {roll.by for roll in rolls}
    yield from those(
        {
            "R19 all dice are the table's": whose == {"table"},
            "R19 all dice are Leaguer's": whose == {"leaguer"},
            "R19 the last dice are Leaguer's": len(whose) > 1,
            "A2 dice of a club's own": before.options["dice"],
        }
    )


def met(before: State, event: AccuracyRolled) -> Iterator[str]:
    unit = before.units[event.unit]
    aim = unit.aim
    assert aim is not None
    if event.result in ("hit", "miss"):
        yield f"R20 class {unit.figures.accuracy}: a {event.result}"
    yield from _of_the_sum(event, aim)
    yield from _of_who_fires(before, unit, aim)
    if event.result == "obstacle":
        yield from _of_the_obstacle(before, unit, event, aim)
    enough = event.total - unit.gunnery < event.needed <= event.total
    yield from those(
        {
            "house: a crew's gunnery makes it a hit": enough,
            "house: a crew's gunnery strikes the cover": event.result == "obstacle" and unit.gunnery,
            "R65 a shot at a wall misses": aim.wall and event.result == "miss",
        }
    )


def _of_the_sum(event: AccuracyRolled, aim: Aim) -> Iterator[str]:
    covered = aim.cover != ""
    yield from those(
        {
            "R20 exactly the range": not covered and event.total == event.needed,
            "R20 one short of the range": not covered and event.total == event.needed - 1,
            "R21 exactly one more behind cover": covered and event.total == event.needed,
            "R21 short of the range behind cover": covered and event.total == aim.range - 1,
            "A5 at range 8 it takes nine": event.needed == 9,
        }
    )


def _of_who_fires(before: State, unit: Miniature, aim: Aim) -> Iterator[str]:
    towed = in_tow(before, unit)
    yield from those(
        {
            "R15 fires after it has moved": unit.moved,
            "R15 fires after it has turned": unit.turned and not unit.moved,
            "R35 immobilised it fires": unit.mobility == "immobilised",
            "R36 an injured crew fires where it stood still": unit.injured,
            "A10 the tug fires": towed and towed.pulled,
            "R40 a howitzer that has moved fires directly": unit.figures.parabolic and unit.stirred,
            "R55 fires again after repairs were given up": unit.fires_from,
            "R42 a howitzer fires directly": unit.figures.howitzer and aim.how == "direct",
        }
    )


def _of_the_obstacle(before: State, unit: Miniature, event: AccuracyRolled, aim: Aim) -> Iterator[str]:
    yield f"R21 strikes {covering(before, unit, aim.cover)}"
    if aim.wall:
        yield "R21 strikes what hides a wall"
    if event.victim:
        victim = before.units[event.victim]
        away = sight.range_to(before, unit, victim.at)
        yield from those(
            {
                "R21 strikes a fixed weapon": not victim.figures.is_vehicle,
                "A5 what is struck is nearer": event.range < aim.range,
                "A5 what is struck counts no farther off": away > aim.range,
            }
        )
