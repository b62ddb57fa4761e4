"""A script line by line, as it was taken: what is in order, which word is wrong, what was not looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from battles.reports import Answer
from rules.contract import Refused
from rules.stream.codec import CommandCodec
from rules.stream.script_places import line_of, place_of

MOST = 120  # lines that are shown whole; of longer scripts those around a mistake
AROUND = 3  # lines before and after it

State = Literal["good", "dice", "wrong", "unread", "blank"]


class ScriptLine(msgspec.Struct, frozen=True):
    """A line with its number (from 1): what stands `before` the words that are wrong, those, and what follows.

    `state`: in order; in order until dice are rolled; wrong, with its `faults`; not looked at; no report. `start` and
    `end` are where the wrong words stand in the whole script, in UTF-16 units as browsers count them. `first`: it is
    the first that is wrong.
    """

    number: int
    state: State
    before: str
    marked: str = ""
    after: str = ""
    faults: tuple[Refused, ...] = ()
    start: int = 0
    end: int = 0
    first: bool = False


class Told(msgspec.Struct, frozen=True):
    """A script that was taken: its `lines`, as far as they are `shown`, and the faults that are about none of them."""

    lines: tuple[ScriptLine, ...]
    faults: tuple[Refused, ...]

    @property
    def shown(self) -> list[ScriptLine]:
        if len(self.lines) <= MOST:
            return list(self.lines)
        wrong = [line.number for line in self.lines if line.state == "wrong"] or [1]
        near = {number + step for number in wrong for step in range(-AROUND, AROUND + 1)}
        return [line for line in self.lines if line.number in near]

    @property
    def good(self) -> int:
        """How many lines are in order."""
        return sum(line.state in ("good", "dice") for line in self.lines)

    @property
    def wrong(self) -> list[int]:
        """The numbers of the lines that are not."""
        return [line.number for line in self.lines if line.state == "wrong"]


def told(
    text: str,
    codec: CommandCodec,
    faults: Sequence[Refused],
    answers: Iterable[Answer] = (),
    numbers: Mapping[str, int] | None = None,
    sound: Iterable[int] = (),
) -> Told:
    """`faults`: of lines, and of the script as such. `answers`: to the reports of a dry run; `numbers`: of lines, by
    the reports' ids. `sound`: more lines that are known to be in order."""
    count = len(text.splitlines())
    wrong: dict[int, list[Refused]] = {}
    for fault in faults:
        if 0 < line_of(fault) <= count:
            wrong.setdefault(line_of(fault), []).append(fault)
    states: dict[int, State] = dict.fromkeys(sound, "good")
    for answer in answers:
        if (answer.events or answer.asked) and numbers and answer.id in numbers:
            states[numbers[answer.id]] = "dice" if answer.asked else "good"
    return Told(
        tuple(_lines(text, codec, wrong, states)), tuple(one for one in faults if not 0 < line_of(one) <= count)
    )


def _lines(
    text: str, codec: CommandCodec, wrong: Mapping[int, Sequence[Refused]], states: Mapping[int, State]
) -> Iterator[ScriptLine]:
    place = 0
    for number, whole in enumerate(text.splitlines(keepends=True), 1):
        line = whole.splitlines()[0]
        if faults := wrong.get(number):
            start, end = place_of(faults[0], line, codec)
            yield ScriptLine(
                number,
                "wrong",
                before=line[:start],
                marked=line[start:end],
                after=line[end:],
                faults=tuple(faults),
                start=place + _units(line[:start]),
                end=place + _units(line[:end]),
                first=number == min(wrong),
            )
        else:
            idle = line.strip().startswith("#") or not line.strip()
            yield ScriptLine(number, "blank" if idle else states.get(number, "unread"), line)
        place += _units(line) + 1  # a browser has one unit for the end of a line, whatever was sent


def _units(text: str) -> int:
    """How long a text is to a browser."""
    return len(text.encode("utf-16-le")) // 2
