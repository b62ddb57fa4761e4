"""Values of many parts as people type them, one fact on each line: "t64-1.damage = 2".

A name says what the value is of, from the outside in. Values are whole numbers, `yes`, `no`, `none`, words, and several
of these with commas between; one alone in a list has a comma behind it. What has a shape of its own (`[]`, a list of
objects) is written in brackets, and what begins with a bracket or a quote is read so.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

WORDS = {"yes": True, "no": False, "none": None}
_PLAIN = re.compile(r"[^\s,;=\"\[\]{}][^,;=\n\r]*")
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_LINES = re.compile(r"[\n\r;]+")
_BRACKETS = ("{", "[", '"')
DEEPEST = 12


class Unreadable(ValueError):
    """The text cannot be read; holds the wrong part."""


def write(value: Any) -> str:
    """`value` (plain: numbers, words, lists and objects of them) as text that `read` reads back equal."""
    if isinstance(value, dict) and value:
        lines = list(_lines("", value))
        if len({name for name, _one in lines}) == len(lines) and all(_named(name) for name, _one in lines):
            return "\n".join(f"{name} = {_written(one)}" for name, one in lines)
    return _written(value)


def read(text: str) -> Any:
    """The text as a plain value. Raises `Unreadable` with the wrong part."""
    text = text.strip()
    if text.startswith(_BRACKETS) or "=" not in text:
        return _one(text)
    found: dict[str, Any] = {}
    for line in filter(None, map(str.strip, _LINES.split(text))):
        name, equals, value = line.partition("=")
        names = name.strip().split(".")
        if not equals or not all(names) or len(names) > DEEPEST:
            raise Unreadable(line)
        place = found
        for step in names[:-1]:
            place = place.setdefault(step, {})
            if not isinstance(place, dict):
                raise Unreadable(line)
        if names[-1] in place:
            raise Unreadable(line)
        place[names[-1]] = _one(value.strip())
    return found


def _lines(path: str, value: dict[str, Any]) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, one in value.items():
        here = f"{path}{name}"
        found += _lines(f"{here}.", one) if isinstance(one, dict) and one else [(here, one)]
    return found


def _named(name: str) -> bool:
    return re.fullmatch(r"[\w-]+(\.[\w-]+)*", name) is not None


def _written(value: Any) -> str:
    if isinstance(value, list) and value and all(_is_plain(one) for one in value):
        return ", ".join(map(_word, value)) + ("," if len(value) == 1 else "")
    return _word(value) if _is_plain(value) else msgspec.json.encode(value).decode()


def _is_plain(value: Any) -> bool:
    if not isinstance(value, str):
        return value is None or isinstance(value, bool | int)
    return _PLAIN.fullmatch(value) is not None and value == value.strip() and _read_word(value) == value


def _word(value: Any) -> str:
    return {True: "yes", False: "no", None: "none"}[value] if value is None or isinstance(value, bool) else str(value)


def _one(text: str) -> Any:
    if text.startswith(_BRACKETS):
        try:
            return msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            raise Unreadable(text) from None
    if "," in text:
        return [_read_word(part.strip()) for part in text.removesuffix(",").split(",")]
    return _read_word(text)


def _read_word(text: str) -> Any:
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    return int(text) if _WHOLE.fullmatch(text) else text
