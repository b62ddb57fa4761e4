"""How deep a text of JSON nests, told before anybody reads it: who goes down with it would run out of stack."""

from __future__ import annotations

import json
import re
from typing import Any

from rules.messages import gettext_noop as _
from rules.messages import say
from rules.stream.contract import Refused

MAX_DEPTH = 12
# A string, closed or not, is passed over at one go: so a text takes time by its length alone.
_MARK = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def depth(text: str) -> int:
    """How deep brackets nest outside strings, whether the text is JSON or not."""
    now = deepest = 0
    for found in _MARK.finditer(text):
        mark = found[0]
        if mark in "[{":
            now += 1
            deepest = max(deepest, now)
        elif mark in "]}":
            now -= 1
    return deepest


def too_deep(text: str) -> bool:
    return depth(text) > MAX_DEPTH


def read(text: str) -> Any:
    """The value of a JSON text. `ValueError` for one that is none, `Refused` (code "malformed") for one too deep."""
    check(text)
    return json.loads(text)


def check(text: str) -> None:
    if too_deep(text):
        raise Refused(
            "report",
            say(_("The report nests deeper than %(limit)s levels."), limit=MAX_DEPTH),
            say(_("No report needs that: take out the brackets that are too many.")),
            field="data",
            code="malformed",
        )
