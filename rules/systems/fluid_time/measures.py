"""Lengths (R37). The table measures in tenths of its unit: tenths of an inch, or millimetres. The figures of the
catalogue are whole units, whether that is the inch or the centimetre."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import Measure

from . import tables

Options = Mapping[str, Any]
TENTHS = 10


def measured(options: Options, whole: int) -> int:
    """So many whole units, in tenths. An inch of the catalogue is a centimetre at a table that measures in those."""
    return whole * TENTHS


def measure(options: Options) -> str:
    """The unit that events state lengths in: "tenths of an inch", or "mm"."""
    return tables.MEASURES[options["scale"]]


def measured_in(options: Options) -> Measure:
    """The unit people measure and type lengths in (see `rules.lengths`)."""
    return "in" if options["scale"] == "inch" else "cm"
