"""The log as people read it: one entry for each report, with its rulings in sentences and its dice.

Reports that were taken back stand with the revision that took them back (`Story.taken`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

import msgspec
from django.utils.translation import gettext as _

from battles import naming, on_behalf, viewer
from battles.log import Row
from battles.presenters.people import Told, told_to
from battles.reports import Ruled
from battles.sentences import words
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Event, Message, Roll
from rules.reports import TALK, Amended, Confirm
from rules.stream.dice import is_draw, rolls_of
from rules.stream.revision.reports import Agreed, Declared, Retold, Revised
from rules.stream.revision.sentences import RIGHTS

Fact = tuple[Ruled, Row]
PAGE = 15
FOLD = 12  # reports shown in the fold of a revision; the moment before it shows the others


class StoryLine(msgspec.Struct, frozen=True):
    """One ruled fact. `text` is "" if the viewer may not know it; `mark`: how people set it."""

    position: int
    text: str
    rolls: tuple[Roll, ...]
    mark: str = ""


class ReportStory(msgspec.Struct, frozen=True):
    """One report: the position of its first row, who reported it when and how, and what followed.

    For a report decided again these are its first reporter and row `told`; `again` says who had it decided
    again. `struck` is the position of the revision that took it back. A revision has its `act`, by
    what right, and the reports it took back, newest first; `more` of them are not among `taken`. `told_for`: the side
    for which somebody who plays another one told it, by name.
    """

    position: int
    at: str
    by: str
    via: str
    digest: str
    lines: tuple[StoryLine, ...]
    type: str = ""
    told: int = 0
    how: str = ""
    again: str = ""
    struck: int = 0
    act: str = ""
    right: Message | None = None
    taken: tuple[ReportStory, ...] = ()
    more: int = 0
    talk: bool = False
    told_for: str = ""

    @property
    def is_play(self) -> bool:
        """Whether it can be corrected: no muster, no revision, no exchange between the sides; nor a confirmation, which
        is taken back."""
        counts = not self.struck and self.how not in ("struck", "voided") and self.type != Confirm.__name__
        return counts and not self.act and not self.talk and self.position > 1

    @property
    def no_longer(self) -> int:
        """How many reports of the battle it took back; what the sides said to each other, and corrections, are none."""
        return self.more + sum(not (one.act or one.talk) for one in self.taken)

    @property
    def before(self) -> int:
        """The moment right before it."""
        return self.position - 1


def by_report(facts: Sequence[Fact]) -> list[list[Fact]]:
    """The facts, grouped by report; a revision is one of its own, and so is each report it decides again."""
    reports: list[list[Fact]] = []
    for fact in facts:
        if fact[1].ordinal == 0 or not reports or isinstance(fact[0].event, Retold | Revised):
            reports.append([])
        reports[-1].append(fact)
    return reports


class Story:
    """A battle's reports: those that count (`live`, oldest first), and those each revision took back. People are called
    as `who` may know them."""

    def __init__(self, stream: str, battle: Battle, facts: Sequence[Fact], who: Who | None) -> None:
        self.stream, self.battle, self.facts = stream, battle, facts
        self.reader = who.id if who else ""
        self.reports = by_report(facts)

    @cached_property
    def live(self) -> list[list[Fact]]:
        return [report for report in self.reports if not report[0][0].struck]

    @cached_property
    def taken(self) -> dict[int, list[list[Fact]]]:
        found: dict[int, list[list[Fact]]] = {}
        for report in reversed(self.reports):
            if by := report[0][0].struck:
                found.setdefault(by, []).append(report)
        return found

    @cached_property
    def agreed(self) -> frozenset[str]:
        """The ids of reports by which the sides agreed to something: both sides caused what follows from them."""
        return frozenset(row.command for fact, row in self.facts if isinstance(fact.event, Agreed))

    @cached_property
    def decks(self) -> frozenset[str]:
        """The questions of the decks Leaguer has shuffled."""
        return frozenset(roll.question for fact, _row in self.facts for roll in rolls_of(fact.event) if roll.sealed)

    @cached_property
    def named(self) -> Told:
        """Everybody who has reported, and the players of the sides."""
        players = (player for side in self.battle.muster.sides.values() for player in side.players)
        return told_to(self.reader, chain((row.by for _fact, row in self.facts), players))

    @property
    def people(self) -> dict[str, str]:
        """Their names."""
        return self.named.names

    @cached_property
    def names(self) -> dict[str, str]:
        """Names of the ids in sentences."""
        return naming.called(self.stream, self.battle)

    def since(self, position: int) -> list[list[Fact]]:
        """The reports after `position` that count."""
        return [report for report in self.live if report[-1][0].position > position]

    def at(self, position: int) -> list[list[Fact]]:
        """The report the row at `position` belongs to; none if there is no such row."""
        return self.between(position, position)

    def between(self, first: int, last: int) -> list[list[Fact]]:
        """The reports that the rows from `first` to `last` belong to; none if there are no such rows."""
        return [report for report in self.reports if report[0][0].position <= last and first <= report[-1][0].position]

    def entries(self, reports: Sequence[Sequence[Fact]], who: Who | None) -> list[ReportStory]:
        """The reports as `who` may read them, in the order given. One query in all, for people's names."""
        folds = [self.taken.get(report[0][0].position, [])[:FOLD] for report in reports]
        shown = [*reports, *chain.from_iterable(folds)]
        told = viewer.tell(self.battle, chain.from_iterable(shown), who)
        lines = {line.position: line for line in told}
        firsts = {report[0][0].position: self._first(report) for report in shown}
        spoken = on_behalf.told_for(self.battle, self.facts, (row for _fact, row in firsts.values()))

        def entry(report: Sequence[Fact], fold: Sequence[Sequence[Fact]] = ()) -> ReportStory:
            first = report[0][0].position
            more = len(self.taken.get(first, ())) - len(fold)
            taken = tuple(entry(one) for one in fold)
            mine = [lines[fact.position] for fact, _row in report]
            made = _entry(mine, firsts[first], self.people, self.names, self.decks)
            if side := spoken.get(firsts[first][1].command):
                made = msgspec.structs.replace(made, told_for=self.names.get(side, side))
            if made.again and report[0][1].command in self.agreed:
                made = msgspec.structs.replace(made, again=_("both sides"))
            return msgspec.structs.replace(made, taken=taken, more=more if fold else 0)

        return [entry(report, fold) for report, fold in zip(reports, folds, strict=True)]

    def _first(self, report: Sequence[Fact]) -> Fact:
        """The first row of a report, before any correction had it decided again."""
        fact = report[0]
        while isinstance(event := fact[0].event, Retold) and event.of:
            fact = self.facts[event.of - 1]
        return fact


def _entry(
    told: Sequence[viewer.SeenRow], first: Fact, people: dict[str, str], names: dict[str, str], decks: frozenset[str]
) -> ReportStory:
    head, origin = told[0], first[1]
    event = head.event
    again = isinstance(event, Retold)
    revised = event if isinstance(event, Revised) else None
    return ReportStory(
        position=head.position,
        at=origin.at,
        by=people[origin.by],
        via=way(origin.via),
        digest=told[-1].digest,
        lines=tuple(_lines(told, names, decks)),
        type=origin.command_type,
        told=origin.position if again and origin.position != head.position else 0,
        how=event.how if isinstance(event, Retold) else "",
        again=people[head.by] if again else "",
        struck=head.struck,
        act=revised.act if revised else "",
        right=RIGHTS[revised.authority] if revised else None,
        talk=all(isinstance(line.event, TALK) for line in told),
    )


def _lines(told: Sequence[viewer.SeenRow], names: dict[str, str], decks: frozenset[str]) -> Iterator[StoryLine]:
    for line in told:
        if isinstance(line.event, Retold) and line.event.how == "told":
            continue  # its mark says so
        rolls = tuple(rolls_of(line.event)) if line.event is not None else ()
        yield StoryLine(
            position=line.position,
            text=words(line.message, names) if line.message is not None else "",
            rolls=tuple(roll for roll in rolls if roll.told and not _is_draw(roll, decks)),
            mark=_mark(line.event),
        )


def _is_draw(roll: Roll, decks: frozenset[str]) -> bool:
    """Whether this drew a card that its event names: from a shuffled deck, or by a die rolled only for it."""
    return not roll.sealed and (is_draw(roll.faces) or roll.question.rpartition("/")[0] in decks)


def _mark(event: Event | None) -> str:
    match event:
        case Declared():
            return _("declared")
        case Amended():
            return _("amended")
    return ""


def way(via: str) -> str:
    """How a report came, in words."""
    ways = {
        "page": _("on the page"),
        "api": _("by an app"),
        "script": _("by script"),
        "admin": _("in the office"),
        "clerk": _("on duty"),
    }
    return ways.get(via, via)
