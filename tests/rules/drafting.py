"""Who plays one battle of a curious player: what is told in it, and what it has met (`tests.rules.curious`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rules import record
from rules.contract import Choice, Refused
from rules.player import Told, Unplayable, advance, drafted
from rules.random_reports import weighted
from rules.record import RecordedReport
from rules.stream.samples import Choose
from tests.rules.aims import Aim
from tests.rules.copies import Table
from tests.rules.stories import Retelling

MENDS = 20  # of 1000 reports that random players tell
REPORTS = 5  # so many are drafted at most
SELDOM = 4  # of so many drafts all but one are of kinds of reports that have met what is wanted
WAYS, STEPS = 4, 6  # it looks ahead: so many ways, of so many reports each
FAR = 12  # once in so many reports
AIMED_FAR, STRAY_FAR = 12, 60  # so where battles aim: in so many that aim at something, and that do not
SETTLED = 60  # reports at most, until a battle that has ended is settled
RAREST = 10000  # what a ruling is worth that was never met
PATIENCE = 400  # reports of a battle at most, before what ends it or its course is looked for
AIMED_PATIENCE = 250  # so many where most battles aim at something
AIMED = 240  # reports of a battle at most that aims at one, before what ends it is looked for while that was not met
ENDLESS = 4  # so many reports are drafted at most in place of one that ends an aimed battle


class Curious(Protocol):
    """What the battles played so far have met; see `tests.rules.curious.Curiosity`."""

    @property
    def aims(self) -> int: ...

    @property
    def kinds(self) -> Mapping[str, set[str]]: ...

    def meets(self, before: Any, after: record.Table, report: RecordedReport, /) -> Iterable[str]: ...

    def wanted(self, met: Mapping[str, int]) -> dict[str, int]: ...

    def aim(self, name: str) -> Aim: ...


class _Tried(NamedTuple):
    """A report told on a copy: what it met, what that is worth, whether it ended the battle or its course."""

    met: set[str]
    worth: int
    ended: bool


class Player:
    """Who plays one battle, and what it has met. `again`: picks what is drafted besides."""

    def __init__(self, curiosity: Curious, again: Choose, aim: Aim | None, story: Retelling | None) -> None:
        self.curiosity, self.again, self.aim, self.story = curiosity, again, aim, story
        self.met = Counter[str]()
        self.patience = again(AIMED_PATIENCE if curiosity.aims else PATIENCE) if again(SELDOM) else 0
        self.ahead: dict[int, Told] = {}  # what it will tell, by the number of reports before it

    def report(self, table: Table, choose: Choose) -> None:
        """One more report: of the story word for word, as long as it is; else one that is drafted, or a mistake."""
        if table.battle.agreed or not self.story or not self.story.word_for_word(table):
            advance(table, choose, MENDS, self.draft)

    def draft(self, table: record.Table, offers: Sequence[Choice], choose: Choose) -> Told:
        assert isinstance(table, Table)
        if self.aim and self.aim.name in self.met:
            self._aim_at_another()
        if self.story and self.story.left:
            return self._retold(table, offers, self.story) or drafted(table, self._sought(offers), choose)
        offers = self._sought(offers)
        best, tried = self._drafted(table, offers, choose)
        told = self.ahead.get(len(table.entries))
        if told is not None and self._tried(table, told, {}):
            return told
        self.ahead = {}
        if not (wanted := self._wanted()):
            return best
        if not self.again(self._far()) and (told := self._looked_ahead(table, wanted)):
            return told
        return self._rarest(table, offers, best, tried, wanted)

    def _far(self) -> int:
        """Once in so many reports it looks ahead."""
        if not self.curiosity.aims:
            return FAR
        return AIMED_FAR if self._aims() else STRAY_FAR

    def _aims(self) -> bool:
        return self.aim is not None and self.aim.name not in self.met

    def _aim_at_another(self) -> None:
        """What is wanted that the battle of the story met next, if anything."""
        name = self.story and self.story.go_on(self.curiosity.wanted(self.met))
        self.aim = self.curiosity.aim(name) if name else None

    def _retold(self, table: Table, offers: Sequence[Choice], story: Retelling) -> Told | None:
        """The next report of the story; not the last one, if that does not come to it."""
        ways = story.next(table, offers)
        if story.left:
            return ways[0] if ways else None
        return next((told for told in ways if self._comes_to_it(table, told)), None)

    def _comes_to_it(self, table: Table, told: Told) -> bool:
        tried = self._tried(table, told, {})
        return bool(self.aim and tried and self.aim.name in tried.met)

    def _sought(self, offers: Sequence[Choice]) -> Sequence[Choice]:
        return self.aim.sought(offers) if self.aim and self._aims() else offers

    def _wanted(self) -> dict[str, int]:
        wanted = self.curiosity.wanted(self.met)
        return wanted | {self.aim.name: RAREST * len(wanted)} if self.aim and self.aim.name in wanted else wanted

    def _drafted(self, table: Table, offers: Sequence[Choice], choose: Choose) -> tuple[Told, _Tried | None]:
        """What the random player would tell, and what comes of it if that was tried; where battles aim at something,
        mostly what does not cut them short."""
        best, tried = drafted(table, offers, choose), None
        if not self.curiosity.aims or not (wanted := self._wanted()):
            return best, None
        for _one in range(ENDLESS):
            tried = self._tried(table, best, wanted)
            if tried is None or not self._cut_short(table, best, tried):
                return best, tried
            best = drafted(table, offers, choose)
        return best, None

    def _rarest(
        self, table: Table, offers: Sequence[Choice], best: Told, tried: _Tried | None, wanted: Mapping[str, int]
    ) -> Told:
        """What meets the most that is wanted, `best` or one of some others."""
        kinds = {choice.command: 0 for choice in offers}
        for name, worth in wanted.items():
            for kind in self.curiosity.kinds[name] & kinds.keys():
                kinds[kind] += worth
        if not any(kinds.values()) and self.again(SELDOM):
            return best
        tried = tried or self._tried(table, best, wanted)
        most = tried.worth if tried else 0
        for _one in range(REPORTS - 1):
            kind = weighted([*kinds.items()], self.again)
            likely = [choice for choice in offers if choice.command == kind]
            told = drafted(table, likely if self.again(SELDOM) else offers, self.again)
            tried = self._tried(table, told, wanted)
            if tried and tried.worth > most and not self._cut_short(table, told, tried):
                best, most = told, tried.worth
        return best

    def _tried(self, table: Table, told: Told, wanted: Mapping[str, int]) -> _Tried | None:
        """What comes of telling this; None where it is refused."""
        tried = table.copy()
        try:
            tried.report(*told)
        except Refused:
            return None
        met = self._met(table.play(), tried)
        return _Tried(met, sum(wanted.get(name, 0) for name in met), _ended(tried, table))

    def _met(self, before: Any, after: Table) -> set[str]:
        return {*self.curiosity.meets(before, after, after.entries[-1])}

    def _cut_short(self, table: Table, told: Told, tried: _Tried) -> bool:
        """Whether that ends the battle, or its course, while there is patience, and is not what it aims at, nor leads
        there."""
        if not tried.ended or not self._patient(table):
            return False
        return self.aim is None or (self.aim.name not in tried.met and type(told[1]).__name__ not in self.aim.led)

    def _patient(self, table: Table) -> bool:
        return len(table.entries) < (AIMED if self._aims() else self.patience)

    def _looked_ahead(self, table: Table, wanted: Mapping[str, int]) -> Told | None:
        """The first of some reports that come to the most that is wanted, if any do; the others follow."""
        most = 0
        for _way in range(WAYS):
            tried, left, worth = table.copy(), dict(wanted), 0
            for _step in self._steps(tried):
                before = tried.play()
                try:
                    advance(tried, self.again, draft=self._on_the_way)
                except Unplayable:
                    if table.battle.declared:  # people may declare what no play leads to
                        break
                    raise
                found = sum(left.pop(name, 0) for name in self._met(before, tried))
                if self._too_far(table, tried, left):
                    break
                worth += found
                if worth > most:
                    most = worth
                    new = tried.entries[len(table.entries) :]
                    self.ahead = {len(table.entries) + n: (one.side, one.command) for n, one in enumerate(new)}
        return self.ahead.get(len(table.entries))

    def _steps(self, tried: Table) -> Iterator[int]:
        """So many; where it aims at what comes after a battle, until one that has ended is settled."""
        yield from range(STEPS)
        if self.aim and self._aims() and self.aim.after:
            for step in range(SETTLED):
                if tried.battle.settled or not tried.battle.outcome().over:
                    return
                yield step

    def _on_the_way(self, table: record.Table, offers: Sequence[Choice], choose: Choose) -> Told:
        return drafted(table, self._sought(offers), choose)

    def _too_far(self, table: Table, tried: Table, left: Mapping[str, int]) -> bool:
        """Whether that is no way to go, or its end."""
        if self.aim and self._aims():
            leads = self.aim.after or self.aim.led or self.aim.name not in left
            return bool(tried.battle.settled or (_ended(tried, table) and not leads))
        return bool(tried.battle.agreed or (self._patient(table) and _ended(tried, table)))


def _ended(after: Table, before: Table) -> bool:
    return bool(after.battle.depth != before.battle.depth or after.battle.outcome().over)
