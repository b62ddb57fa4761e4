"""A ladder as the log tells it: what has moved its rungs, in order, and the challenges of its players. Pure."""

from __future__ import annotations

from typing import Literal

import msgspec

Cost = Literal["", "place", "swap"]  # what an answer costs who was challenged: nothing, their rung, or both swap theirs
Answer = Literal["", "accepted", "refused", "lapsed", "withdrawn", "ended"]  # "" while it waits for one


class Climb(msgspec.Struct, frozen=True):
    """Something that may have moved a rung. A platoon (`key`) "came" or "left"; a fixture of that key was "fought", and
    has now the result that it has; who was challenged (`over`) lost their rung to `key` ("place"), or changed rungs
    with it ("swap")."""

    how: Literal["came", "left", "fought", "place", "swap"]
    key: str
    over: str = ""


class Challenge(msgspec.Struct):
    """`due`: until when it can be answered, "" for ever. `fixture`: the one it was accepted for. `rests` and `rematch`:
    until when both rest after it, and until when they do not challenge each other; "" until the clerk has said it."""

    challenger: str
    challenged: str
    round: int
    due: str = ""
    answer: Answer = ""
    cost: Cost = ""
    fixture: str = ""
    told: bool = False
    rests: str = ""
    rematch: str = ""

    @property
    def is_open(self) -> bool:
        return not self.answer

    @property
    def pair(self) -> frozenset[str]:
        return frozenset((self.challenger, self.challenged))


class Ladder(msgspec.Struct):
    """`now`: the last moment that the log was told, "" for none: rests that end later go on."""

    climbs: list[Climb] = []
    challenges: list[Challenge] = []
    now: str = ""

    def came(self, platoon: str) -> None:
        """At the bottom."""
        self.climbs.append(Climb("came", platoon))

    def left(self, platoon: str) -> None:
        """What it had challenged, or was challenged to, is over."""
        self.climbs.append(Climb("left", platoon))
        for one in self.challenges:
            if one.is_open and platoon in one.pair:
                one.answer = "ended"

    def fought(self, fixture: str) -> None:
        """It has a result, perhaps another one than before: it stands where it had the first."""
        if not any(one.how == "fought" and one.key == fixture for one in self.climbs):
            self.climbs.append(Climb("fought", fixture))

    def between(self, challenger: str, challenged: str) -> Challenge | None:
        """The challenge of the one to the other that waits for an answer."""
        both = (challenger, challenged)
        return next((one for one in self.challenges if one.is_open and (one.challenger, one.challenged) == both), None)

    def tell(self, moment: str) -> None:
        self.now = max(self.now, moment)
