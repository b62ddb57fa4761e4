"""One reading of a battle's log for one viewer, from which its replay, luck and report are made."""

from __future__ import annotations

import msgspec

from battles import handler, viewer
from battles.presenters.story import Story
from rules.adjudicate import Who
from rules.battle import Battle, History
from rules.course import Course, course


class Tape(msgspec.Struct, frozen=True):
    """The battle as it stands, all of its log, and its course as the viewer may know it."""

    stream: str
    who: Who | None
    battle: Battle
    history: History
    story: Story
    course: Course

    @property
    def head(self) -> int:
        return self.history.head

    @property
    def names(self) -> dict[str, str]:
        return self.story.names

    @property
    def sides(self) -> list[str]:
        return [*self.battle.muster.sides]

    @property
    def stops(self) -> tuple[int, ...]:
        """The last row of each report that counts."""
        return tuple(step.end for step in self.course.steps)


def tape(stream: str, who: Who | None, until: int | None = None) -> Tape:
    """The battle now, or as it stood at the row `until`. `NoSuchStream` if there is no such battle."""
    battle, told, rows = handler.replay(stream, until)
    history = handler.history_of(battle, told, rows)
    story = Story(stream, battle, list(zip(told, rows, strict=True)), who)
    return Tape(stream, who, battle, history, story, course(history, viewer.eyes(battle, who)))
