"""What all parts of the drawing need: the picture and its plan, colours of the sides, the language."""

from __future__ import annotations

import msgspec

from campaigns.theatre.drawing.captions import Tell
from campaigns.theatre.drawing.plan import Plan, plan
from campaigns.theatre.drawing.svg_elements import COLOURS, HATCHES, letters_of, pattern
from campaigns.theatre.picture import Picture


class Hand(msgspec.Struct, frozen=True):
    """`prefix` begins every id of the drawing; `letters` are those of the sides."""

    picture: Picture
    plan: Plan
    prefix: str
    letters: dict[str, str]
    tell: Tell

    def colour(self, side: str) -> str:
        return COLOURS[self._number(side) % len(COLOURS)]

    def tone(self, side: str) -> str:
        """The class of a side's colour."""
        return f"side{self._number(side) % len(COLOURS)}"

    def hatch(self, side: str) -> str:
        return f"url(#{self.prefix}hatch{self._number(side)})"

    def hatches(self) -> str:
        """The patterns of all sides."""
        return "".join(pattern(f"{self.prefix}hatch{n}", n) for n in range(len(self.letters)))

    def _number(self, side: str) -> int:
        return list(self.letters).index(side) if side in self.letters else len(HATCHES) - 1


def hand(picture: Picture, prefix: str, tell: Tell) -> Hand:
    sides = sorted(picture.sides)  # the log's order, so that it looks the same before and after opening
    return Hand(picture, plan(picture.theatre), prefix, letters_of(sides, picture.sides), tell)
