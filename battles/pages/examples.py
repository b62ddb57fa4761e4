"""Examples for fields of many parts, which a reader can change."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from battles.forms import fact_lines
from rules.contract import Command, RuleSystem
from rules.reports import ReportResult, ReportStatus
from rules.stream.fields import fields_of
from rules.stream.samples import Unsampled, sample


def example(command: type[Command], name: str, system: RuleSystem) -> str:
    """Text that reads as the field; a unit's condition as new. "" if no example is known."""
    fresh = msgspec.to_builtins(system.condition())
    match command.__name__, name:
        case ReportStatus.__name__, "condition":
            return _told(fresh)
        case ReportResult.__name__, "conditions":
            return _told({"unit": fresh})
    return _smallest(command, name)


@cache
def _smallest(command: type[Command], name: str) -> str:
    try:
        return _told(sample(fields_of(command)[name].type, lambda _n: 0, ("a",), fewest=1))
    except Unsampled:
        return ""


def _told(value: Any) -> str:
    return fact_lines.write(value).replace("\n", "; ")
