"""Values of many parts as people type them, one fact on each line: "t64-1.damage = 2".

A name says what the value is of, from the outside in; the entries of a list have numbers ("#1.kind = shot"), where they
are more than words. Values are whole numbers, `yes`, `no`, `none`, `nothing` (an empty list), words, and several of
these with commas between; one alone in a list has a comma behind it. A text that begins like something else stands in
quotes. What begins with a bracket is read as JSON, but not written, unless a name has characters that no name has here.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

WORDS = {"yes": True, "no": False, "none": None}
NOTHING = "nothing"
_PLAIN = re.compile(r"[^\s,;=#\"\[\]{}][^,;=\n\r]*")
_NAME = re.compile(r"[\w-]+")
_NUMBER = re.compile(r"#([1-9][0-9]{0,5})")
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_LINES = re.compile(r"[\n\r;]+")
_BRACKETS = ("{", "[", '"')
DEEPEST = 12


class Unreadable(ValueError):
    """The text cannot be read; holds the wrong part."""


def write(value: Any) -> str:
    """`value` (plain: numbers, words, lists and objects of them) as text that `read` reads back equal."""
    if _is_leaf(value):
        return _written(value) if value != "" else '""'
    lines = _lines((), value)
    if all(len(path) <= DEEPEST and all(map(_is_step, path)) for path, _one in lines):
        return "\n".join(f"{'.'.join(path)} = {_written(one)}".rstrip() for path, one in lines)
    return msgspec.json.encode(value).decode()


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
    return _with_lists(found)


def _with_lists(found: Any) -> Any:
    """Numbered entries are those of a list, in the order of their numbers."""
    if not isinstance(found, dict):
        return found
    inner = {name: _with_lists(one) for name, one in found.items()}
    numbers = [_NUMBER.fullmatch(name) for name in inner]
    if not any(numbers):
        return inner
    if not all(numbers):
        raise Unreadable(next(name for name, number in zip(inner, numbers, strict=True) if not number))
    return [inner[name] for name in sorted(inner, key=lambda name: int(name[1:]))]


def _lines(path: tuple[str, ...], value: Any) -> list[tuple[tuple[str, ...], Any]]:
    if _is_leaf(value):
        return [(path, value)]
    inner = value.items() if isinstance(value, dict) else ((f"#{n}", one) for n, one in enumerate(value, 1))
    return [line for name, one in inner for line in _lines((*path, name), one)]


def _is_step(name: str) -> bool:
    return bool(_NAME.fullmatch(name) or _NUMBER.fullmatch(name))


def _is_leaf(value: Any) -> bool:
    """Whether it stands on one line."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return not isinstance(value, dict) or not value


def _written(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_word, value)) + ("," if len(value) == 1 else "") if value else NOTHING
    if value == "" or _is_plain(value):
        return _word(value)
    return msgspec.json.encode(value).decode().replace(";", "\\u003b")  # which would end the line


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
    if text.lower() == NOTHING:
        return []
    return int(text) if _WHOLE.fullmatch(text) else text
