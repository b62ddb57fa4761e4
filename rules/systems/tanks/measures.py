"""Lengths (R4). The table tells tenths of its unit of measure: millimetres, or tenths of an inch; the rulebook is in
whole centimetres. Everything is compared in tenths as measured, so that nothing is ever rounded (A3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rules.contract import Measure

from . import tables

Options = Mapping[str, Any]


def measured(options: Options, centimetres: int) -> int:
    """Centimetres of the rulebook in tenths of the table's unit of measure."""
    return centimetres * 10 * tables.FACTORS[options["scale"]]


def whole_centimetres(options: Options, length: int) -> int:
    """B7: a length that was measured, in centimetres of the rulebook, rounded down."""
    return length // measured(options, 1)


def measure(options: Options) -> str:
    """The unit that events state lengths in."""
    return tables.MEASURES[options["scale"]]


def allowance(options: Options, speed: int) -> int:
    """R8: Speed as what ground costs: in halves of a tenth."""
    return 2 * measured(options, speed)


def pace(over: str, turned: int) -> int:
    """R8, A3, B4, B9: what a tenth over this ground costs. `turned`: degrees turned on the road before."""
    ground, slope = parts(over)
    cost = tables.SLOW_ROAD if ground == "road" and turned >= tables.ROAD_TURN else tables.PACE[ground]
    return cost * tables.SLOPES[slope]


def doubles(over: str, turned: int) -> bool:
    """R11: whether it is driven at the double speed of a road."""
    return parts(over)[0] == "road" and turned < tables.ROAD_TURN


def crossing(options: Options) -> int:
    """B9: what crossing a line obstacle costs."""
    return tables.PACE["difficult"] * measured(options, int(options["crossing_cm"]))


def parts(over: str) -> tuple[str, str]:
    """The ground and the slope ("up", "down" or "") of a word as `Over` has them."""
    for slope in ("up", "down"):
        if over.endswith(f"+{slope}"):
            return over.removesuffix(f"+{slope}"), slope
    return over, ""


def measured_in(options: Options) -> Measure:
    """The unit people measure and type lengths in (see `rules.lengths`)."""
    return "in" if options["scale"] == "inch" else "cm"


Over = Literal[
    "open",
    "open+up",
    "open+down",
    "road",
    "road+up",
    "road+down",
    "difficult",
    "difficult+up",
    "difficult+down",
    "forest",
    "forest+up",
    "forest+down",
    "forest+difficult",
    "forest+difficult+up",
    "forest+difficult+down",
]
