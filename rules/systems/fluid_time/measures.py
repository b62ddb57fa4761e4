"""Lengths (R37). The table tells tenths of its unit of measure: of an inch, or millimetres; the data are in whole units
of it, whichever it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import Measure

from . import tables

Options = Mapping[str, Any]
TENTHS = 10


def measured(options: Options, whole: int) -> int:
    """So many whole units of measure, in tenths: an inch of the data is a centimetre where that is the unit."""
    return whole * TENTHS


def measure(options: Options) -> str:
    """What lengths are told in: "tenths of an inch", or "mm"."""
    return tables.MEASURES[options["scale"]]


def measured_in(options: Options) -> Measure:
    """The unit people measure and type lengths in (see `rules.lengths`)."""
    return "in" if options["scale"] == "inch" else "cm"
