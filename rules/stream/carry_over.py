"""What a report came to at the table, as facts to be declared where it cannot be told again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.stream.codec import encode

Facts = Mapping[str, Any]  # as `rules.stream.facts.facts` gives them


def kept(before: Facts, after: Facts, now: Facts, of: int = 0, row: int = 0) -> dict[str, Any]:
    """The facts a report changed, from `before` to `after`, as they are to be on another line that stands at `now`.

    Feats that cite the report, which was told at `of`, cite `row`, where it is kept.
    """
    changed = {path: _carried(value, before[path], now[path]) for path, value in after.items() if value != before[path]}
    return {path: _cited(value, of, row) for path, value in changed.items() if value != now[path]}


def _carried(value: Any, before: Any, now: Any) -> Any:
    """What the table made of a fact: a list that grew there grows here, anything else is what it was there.

    What is there as often as at the table does not come twice, whichever report it cites.
    """
    if not all(isinstance(one, list) for one in (value, before, now)) or value[: len(before)] != before:
        return value
    there, here, grown = [_named(one) for one in value], [_named(one) for one in now], list(now)
    for item in value[len(before) :]:
        if here.count(_named(item)) < there.count(_named(item)):
            grown.append(item)
            here.append(_named(item))
    return grown


def _named(item: Any) -> str:
    return encode({**item, "report": 0} if isinstance(item, dict) and "report" in item else item)


def _cited(value: Any, of: int, row: int) -> Any:
    if not isinstance(value, list):
        return value
    return [{**one, "report": row} if isinstance(one, dict) and one.get("report") == of else one for one in value]
