"""A record keeps each part of an answer once (a choice, a unit's lines, a page). An answer is a list of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tests.corpus import product


class Parts:
    """Numbers for parts, in the order in which they are first met."""

    def __init__(self) -> None:
        self.texts: list[msgspec.Raw] = []
        self._numbers: dict[bytes, int] = {}

    def one(self, value: Any) -> int:
        return self._number(product.as_text(value))

    def many(self, values: Iterable[Any]) -> int:
        """A list of parts, as a part."""
        return self._number(b'{"#":' + msgspec.json.encode([self.one(value) for value in values]) + b"}")

    def _number(self, text: bytes) -> int:
        number = self._numbers.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(msgspec.Raw(text))
        return number


class Reading:
    """The parts of a record, by number."""

    def __init__(self, texts: list[Any]) -> None:
        self.texts = texts

    def text(self, number: int) -> bytes:
        """What tells whether two are the same."""
        raw = bytes(self.texts[number])
        if not raw.startswith(b'{"#":'):
            return raw
        return b"[" + b",".join(self.text(one) for one in msgspec.json.decode(raw)["#"]) + b"]"

    def value(self, number: int) -> Any:
        return msgspec.json.decode(self.text(number))
