"""What a field that takes JSON might hold: an example a reader can change."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.contract import Command, RuleSystem
from rules.reports import ReportResult, ReportStatus
from rules.sampling import Unsampled, sample


def example(command: type[Command], name: str, system: RuleSystem) -> str:
    """JSON that decodes as the field; a unit's condition as it is when brand new. "" where none is known."""
    fresh = msgspec.to_builtins(system.condition())
    match command.__name__, name:
        case ReportStatus.__name__, "condition":
            return _json(fresh)
        case ReportResult.__name__, "conditions":
            return _json({"unit": fresh})
    kind = next(field.type for field in msgspec.structs.fields(command) if field.name == name)
    try:
        return _json(sample(kind, lambda _n: 0, ("a",), fewest=1))
    except Unsampled:
        return ""


def _json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
