"""Shapes of luck: what dice came to, and what they should have come to."""

from __future__ import annotations

import msgspec

from api.shapes.kinds import Position


class DiceLuck(msgspec.Struct):
    """The dice of a `side` for one `question`, which `label` says in words.

    dice: how many fell, `table` of them rolled by the players and the others by Leaguer. got: what they came to;
    expected: on average. at_least, at_most: how likely so much or more is, and so much or less. once_in: so lucky, or
    unlucky, is 1 time in so many; 1 where it is about what to expect. says: the same in a sentence.
    """

    side: str
    question: str
    label: str
    dice: int
    table: int
    got: int
    expected: float
    at_least: float
    at_most: float
    once_in: int
    says: str


class BattleLuck(msgspec.Struct):
    """The luck of each side in a battle so far, in the order of the questions' first dice."""

    position: Position
    luck: list[DiceLuck]
