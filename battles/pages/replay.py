"""The replay of a battle: how it stood after each of its reports, with the sentences and dice of that report.

A frame shows what `viewer.look_at` says of its row, as the API does (`state/?at=`). Frames are folded forward, so that
many of them cost one reading of the log.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import msgspec

from battles import naming, viewer
from battles.pages.board import TONES, Board, DrawnUnit, drawn
from battles.pages.track import Track
from battles.presenters.markers import NONE, Marks, marks_of
from battles.presenters.story import Fact, ReportStory, Story
from battles.presenters.tape import Tape, tape
from battles.viewer import Look
from rules.adjudicate import Who
from rules.contract import UnitView
from rules.course import Step
from rules.stream.history import moments

MOST_FRAMES = 12  # in one answer


class FrameUnit(DrawnUnit, frozen=True):
    """A unit at that moment. `changed`: the report has changed it; `fell`: has put it out of action."""

    changed: bool
    fell: bool
    marks: Marks = NONE


class FrameSide(msgspec.Struct, frozen=True):
    name: str
    tone: int  # the colour of its counters, by its place among the sides
    points: int
    units: tuple[FrameUnit, ...]

    @property
    def in_play(self) -> int:
        return sum(one.unit.in_play for one in self.units)


class Frame(msgspec.Struct, frozen=True):
    """The battle right after the row `at`, of the report `number` (from 1; 0 for a report that no longer counts), with
    what that report said."""

    at: int
    number: int
    look: Look
    sides: tuple[FrameSide, ...]
    told: ReportStory
    board: Board | None
    names: dict[str, str]

    # What the template of the board asks of a page.
    unit: None = None

    @property
    def query(self) -> str:
        return f"at={self.at}&"

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(one.unit.id for side in self.sides for one in side.units)


class Kill(msgspec.Struct, frozen=True):
    """A report that destroyed units, by their names, at the row where it can be looked at."""

    at: int
    number: int
    units: tuple[str, ...]


class Reel(msgspec.Struct, frozen=True):
    """All reports of a battle that count, one of which is shown."""

    stream: str
    name: str
    frame: Frame
    track: Track
    kills: tuple[Kill, ...]


def reel(stream: str, who: Who | None, at: int | None) -> Reel:
    """The replay, at a row or from the beginning. `NoSuchStream`, or if there is no such row `IndexError`."""
    read = tape(stream, who)
    if at is not None and at > read.head:
        raise IndexError(at)
    stops, names = read.stops, read.names
    (frame,) = frames_at(read, [stops[0] if at is None else at])
    muster = read.battle.muster
    kills = tuple(
        Kill(step.end, number, tuple(names.get(unit, unit) for unit in step.fell))
        for number, step in enumerate(read.course.steps, 1)
        if step.fell
    )
    return Reel(
        stream=stream,
        name=naming.name_of(stream, muster.title, muster.system, muster.scenario),
        frame=frame,
        track=Track(frame.at, stops, tuple(kill.at for kill in kills)),
        kills=kills,
    )


def frames(stream: str, who: Who | None, first: int, last: int) -> list[Frame]:
    """The frames of the reports that end in these rows; `MOST_FRAMES` at most, the first ones."""
    read = tape(stream, who)
    return frames_at(read, [stop for stop in read.stops if first <= stop <= last][:MOST_FRAMES])


def frames_at(read: Tape, positions: Sequence[int]) -> list[Frame]:
    """A frame for each of these rows, lowest first."""
    numbers = {step.end: number for number, step in enumerate(read.course.steps, 1)}
    earlier = {at: _before(read.course.steps, at) for at in positions}
    looks = {
        at: viewer.look_at(read.stream, battle, read.who, now=False, names=read.names)
        for at, battle in moments(read.history, {*positions, *filter(None, earlier.values())})
    }
    told = read.story.entries([_said(read.story, at) for at in sorted(positions)], read.who)
    return [
        _frame(read, looks[at], looks.get(earlier[at]), entry, numbers.get(at) or _number(read.course.steps, at))
        for at, entry in zip(sorted(positions), told, strict=True)
    ]


def _before(steps: Sequence[Step], at: int) -> int:
    """The stop before a row; 0 for none."""
    place = bisect_left([step.end for step in steps], at)
    return steps[place - 1].end if place else 0


def _number(steps: Sequence[Step], at: int) -> int:
    """The report a row belongs to that is not its last; 0 for one that no longer counts."""
    return next((number for number, step in enumerate(steps, 1) if step.position <= at <= step.end), 0)


def _said(story: Story, at: int) -> list[Fact]:
    """The rows of the report at `at`, up to it."""
    return [fact for fact in chain.from_iterable(story.at(at)) if fact[0].position <= at]


def _frame(read: Tape, look: Look, before: Look | None, told: ReportStory, number: int) -> Frame:
    names = read.names
    was = {unit.id: unit for unit in before.view.units} if before else {}
    sides = {side: names[side] for side in look.sides}
    icons = {unit.id: unit.icon for unit in look.view.units}
    # What a line may not say, no mark says either.
    marks = marks_of(look, told.position if all(line.text for line in told.lines) else 0)
    return Frame(
        at=look.position,
        number=number,
        look=look,
        sides=tuple(_side(look, key, tone, was, marks) for tone, key in enumerate(look.sides)),
        told=told,
        board=drawn(look.view.grid, sides, icons=icons, marks=marks) if look.view.grid is not None else None,
        names=names,
    )


def _side(look: Look, key: str, tone: int, was: Mapping[str, UnitView], marks: Mapping[str, Marks]) -> FrameSide:
    return FrameSide(
        name=look.names[key],
        tone=tone % TONES,
        points=look.outcome.points.get(key, 0),
        units=tuple(_units((unit for unit in look.view.units if unit.side == key), was, marks)),
    )


def _units(units: Iterable[UnitView], was: Mapping[str, UnitView], marks: Mapping[str, Marks]) -> Iterable[FrameUnit]:
    for unit in units:
        earlier = was.get(unit.id, unit)
        fell = earlier.in_play and not unit.in_play
        yield FrameUnit(unit, changed=unit != earlier, fell=fell, marks=marks.get(unit.id, NONE))
