"""Reports that were completed before they were ruled on: with the moment it was, or with how other logs stood.

A row keeps its report as it was told, with what was added under `COMPLETED`; so a report that is sent again is known
again, and deciding it again asks neither clock nor database. No command has a field of that name: nobody can send it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.stream.codec import encode
from rules.stream.contract import Command

COMPLETED = "completed"


def added(told: Command, completed: Command) -> dict[str, Any]:
    """The fields of a completed report that are not as they were told."""
    if completed is told:
        return {}
    return {name: getattr(completed, name) for name in told.__struct_fields__ if _differs(told, completed, name)}


def stored(data: str, more: dict[str, Any]) -> str:
    """The text of a report as a row keeps it: as told, and what was added."""
    return encode(msgspec.json.decode(data) | {COMPLETED: more}) if more else data


def as_told(data: Any) -> Any:
    """The data of a row's report without what was added."""
    return {name: value for name, value in data.items() if name != COMPLETED} if isinstance(data, dict) else data


def as_ruled_on(data: str) -> str:
    """The text of the report that was ruled on, from the text that a row keeps."""
    if f'"{COMPLETED}"' not in data:
        return data
    report: dict[str, Any] = msgspec.json.decode(data)
    return encode(report | report.pop(COMPLETED)) if COMPLETED in report else data


def _differs(told: Command, completed: Command, name: str) -> bool:
    was, now = getattr(told, name), getattr(completed, name)
    return was is not now and bool(was != now)
