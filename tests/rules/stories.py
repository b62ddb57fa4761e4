"""How a battle came to a ruling: its muster, and what was told until then. Another battle may take after it.

It is fielded again with other dice of Leaguer's. The way there is told again word for word, and what he rolled is told
as it fell there, as dice of the table: people may report their own. Before it comes to the ruling the battle goes its
own way: of the last reports those that are offered are mostly told again, and now and then something else is, or other
dice fall. What is drawn and shuffled is Leaguer's at any table; where that matters the seed of the story is kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import fields, replace

from rules.adjudicate import CLERK
from rules.contract import Choice, Command, Dice, DiceCommand, Muster, Refused, Roll, Shown
from rules.player import Told, with_table_dice
from rules.random_reports import left_to_leaguer
from rules.record import RecordedReport, Table
from rules.reports import REVISIONS
from rules.stream.choices import LEAGUER, matches
from rules.stream.dice import answers, is_draw, rolls_of
from rules.stream.samples import Choose

AHEAD = 6  # what does not come up is left out, so many reports at most at a time
OTHERWISE = 12  # once in so many times something else is told
OTHER_DICE = 4  # once in so many times other dice are rolled than fell
SOON_OVER = 12  # reports at most after the ruling, where a battle is as good as over
STRAYED = 6  # reports that are told in between, before one that does not come up is given up


class Story(NamedTuple):
    """`reports` of a battle of `muster`; the one before `end` came to the ruling. `ends`: so many reports there were
    when each ruling of that battle had been met."""

    muster: Muster
    reports: Sequence[RecordedReport]
    end: int
    ends: Mapping[str, int] = MappingProxyType({})

    def told(self, first: int = 1) -> list[RecordedReport]:
        """What people have told of play, from the report of that place on."""
        reports = (one for one in self.reports[first : self.end] if one.side != CLERK)
        return [one for one in reports if not isinstance(one.command, REVISIONS)]

    def met(self) -> Iterable[str]:
        """What was met on the way."""
        return (name for name, end in self.ends.items() if end <= self.end)

    def is_drawn(self) -> bool:
        """Whether Leaguer rolled on the way what no table can tell: draws and shuffles, or dice of no report's."""
        return any(
            bool(roll.sealed) or is_draw(roll.faces) or not getattr(report.command, "rolls", ())
            for report in self.reports[1 : self.end]
            for event in report.events
            for roll in rolls_of(event)
            if roll.by == "leaguer"
        )


class Retelling:
    """What is left of a story to tell. `choose` picks what is told otherwise, `free`: among so many of the last
    reports."""

    def __init__(self, story: Story, choose: Choose, free: int) -> None:
        self.story, self.choose, self.strayed = story, choose, 0
        people = [place for place, one in enumerate(story.reports[: story.end]) if place and one.side != CLERK]
        first = people[-free] if 0 < free <= len(people) else 1 if free else story.end
        self.exact = deque(one for one in story.reports[1:first] if one.side != CLERK)
        self.left = story.told(first)
        # where little was told after it, something else is told on the way, or it would be the same battle
        self.due = len(story.reports) - story.end < SOON_OVER

    def word_for_word(self, table: Table) -> bool:
        """Tell the next report as it was told, with the same dice; False where it is refused, or all have been told.
        Once one comes to something else, the battle goes its own way."""
        if not self.exact:
            return False
        report = self.exact.popleft()
        try:
            events = table.report(report.side, as_it_fell(table, report))
        except Refused:
            self._go_own_way(report)
            return False
        if [type(event) for event in events] != [type(event) for event in report.events]:
            self._go_own_way()
        return True

    def _go_own_way(self, *refused: RecordedReport) -> None:
        self.left[:0] = [one for one in (*refused, *self.exact) if not isinstance(one.command, REVISIONS)]
        self.exact.clear()

    def next(self, table: Table, offers: Sequence[Choice]) -> Sequence[Told]:
        """The next report of it that is offered: once with other dice now and then, and as it fell. None where there is
        none, or something else is told."""
        if not self.left or self.due or not self.choose(OTHERWISE):
            self.due = False
            return ()
        for place, report in enumerate(self.left[:AHEAD]):
            choice = next((one for one in offers if one.side == report.side and matches(one, report.command)), None)
            if choice and (found := self._ways(table, choice, report)):
                del self.left[: place + 1]
                self.strayed = 0
                return [(choice.side, command) for command in found]
        self.strayed += 1
        if self.strayed % STRAYED == 0:
            del self.left[0]
        return ()

    def go_on(self, wanted: Iterable[str]) -> str | None:
        """What of `wanted` that battle met next, if anything; the way there is left to tell, too."""
        later = [(end, name) for name in wanted if (end := self.story.ends.get(name, 0)) > self.story.end]
        if not later:
            return None
        first, (end, name) = self.story.end, min(later)
        self.story = self.story._replace(end=end)
        self.left += self.story.told(first)
        return name

    def _ways(self, table: Table, choice: Choice, report: RecordedReport) -> list[Command]:
        """As it fell, and now and then with other dice first: those of this table, or Leaguer's."""
        fell, found = as_it_fell(table, report), list[Command]()
        if not self.choose(OTHER_DICE):
            dice = {field.name for field in choice.fields if field.kind == "dice"}
            told = {info.name: getattr(report.command, info.name) for info in fields(report.command)}
            bare = left_to_leaguer(table, type(report.command)(**{name: told[name] for name in told.keys() - dice}))
            if _is_heard(table, choice.side, bare):
                found.append(with_table_dice(table, choice, bare, self.choose) if self.choose(2) else bare)
        return [*found, *([fell] if _is_heard(table, choice.side, fell) else ())]


def as_it_fell(table: Table, report: RecordedReport) -> Command:
    """The report with the dice that Leaguer rolled for it told as the table's, as far as they are asked for here."""
    command = report.command
    rolls = [roll for event in report.events for roll in rolls_of(event) if roll.by == "leaguer" and roll.values]
    if not rolls or not isinstance(command, DiceCommand) or not command.rolls:
        return command
    dice = _AsTheyFell(table.decider.dice(table.state, table.fallen), command.rolls, rolls)
    try:
        table.copy().report(report.side, command, dice)
    except Refused:
        return command
    if not dice.told:
        return command
    told = {name: (*(getattr(command, name) or ()), *fell) for name, fell in dice.told.items()}
    return replace(command, **told, **({} if dice.others else {LEAGUER: msgspec.UNSET}))


class _AsTheyFell:
    """Dice that fall as they did in a story, where they are the table's to tell: those for the same question, else the
    next ones that fit. `told`: by the field that brings them; `others`: whether any fell that are in no story."""

    earnest = False

    def __init__(self, dice: Dice, fields: Sequence[str], rolls: Iterable[Roll]) -> None:
        self.dice, self.fields, self.left = dice, fields, [*rolls]
        self.told: dict[str, list[Shown]] = {}
        self.others = False

    def roll(
        self, question: str, count: int, *, faces: int = 6, shows: tuple[tuple[Shown, ...], ...] = (), **asked: Any
    ) -> Roll:
        field = asked.get("field", "dice")
        if asked.get("reported") is not None or not count or field not in self.fields or is_draw(faces):
            return self.dice.roll(question, count, faces=faces, shows=shows, **asked)
        fits = [roll for roll in self.left if answers(roll, count, faces, shows)]
        roll = next((one for one in fits if one.question == question), fits[0] if fits else None)
        if roll is None or self.others:
            self.others = True
            return self.dice.roll(question, count, faces=faces, shows=shows, **asked)
        self.left.remove(roll)
        self.told.setdefault(field, []).extend(roll.values[:count])
        return Roll(question, faces, roll.values[:count], "table", shows)

    def shuffle(self, question: str, cards: Sequence[str]) -> Roll:
        return self.dice.shuffle(question, cards)

    def disclose(self, question: str, cards: Sequence[str]) -> Roll:
        return self.dice.disclose(question, cards)


def _is_heard(table: Table, side: str, command: Command) -> bool:
    try:
        table.copy().report(side, command)
    except Refused:
        return False
    return True
