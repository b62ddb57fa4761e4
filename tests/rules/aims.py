"""What a battle that aims at one ruling tells more readily: what the ruling names, and what led to it before.

Random players tell some kinds of report seldom, and pick a card of many. Where a battle has come to the ruling by such
a report, one that aims at it tells it sooner. The offers stay the same ones: only how readily they are taken changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.contract import Choice, Field, Message, Pick
from rules.player import PRESSING, READILY

SELDOM = 200  # a kind of report that random players tell so readily or less
LED, NAMED = 6, 10  # so many times as readily is told what led there, and what it names
SHORT = 4  # letters of a name, at least


class Aim:
    """`name` of the ruling; `led`: the kinds of reports told in a battle until it was met; `after`: whether that was
    after the battle."""

    def __init__(self, name: str, led: Iterable[str] = (), after: bool = False) -> None:
        self.name, self.after = name, after
        self.led = frozenset(kind for kind in led if READILY.get(kind, 1000) <= SELDOM)
        self.card = name.partition(" ")[2].partition(":")[0] if name.startswith("R7 ") else ""

    def sought(self, offers: Iterable[Choice]) -> list[Choice]:
        """The same offers, as readily as they are told by who aims at it."""
        return [self._sought(choice) for choice in offers]

    def _sought(self, choice: Choice) -> Choice:
        times = LED if choice.command in self.led else 1
        fields = tuple(self._picked(field) for field in choice.fields)
        if self._names(choice.label) or fields != choice.fields:
            times *= NAMED
        readily = max(choice.readily, min(times * choice.readily, PRESSING - 1))
        return replace(choice, fields=fields, readily=readily)

    def _picked(self, field: Field) -> Field:
        if not any(self._names(pick.label) for pick in field.picks):
            return field
        return replace(field, picks=tuple(self._pick(pick) for pick in field.picks))

    def _pick(self, pick: Pick) -> Pick:
        return replace(pick, readily=NAMED * pick.readily) if self._names(pick.label) else pick

    def _names(self, label: Message) -> bool:
        text = label.text()
        return (len(text) >= SHORT and text in self.name) or (len(self.card) >= SHORT and self.card in text)
