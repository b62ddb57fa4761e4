"""A random player that is curious: of some reports it might tell, it tells the one that meets what was seen least.

So do fuzzers that are guided by coverage. It plays as `rules.player` does, but where rulings are wanted, because few
battles before have met them, it drafts some reports in place of one, each at random from the same offers, rules each on
a copy of the table, and tells the one that meets the most that is wanted. Where none meets any, it tells the first, so
that the course of a battle stays that of the random player. Musters likewise: of some drafted ones it takes the one
that promises most, by what battles with such models, cards, options or mission have met.

So the battles it plays are legal ones, told by choices among what is offered, and none begins in a state made by hand.
They are not evenly drawn: how many of them meet a ruling says that people can come to it, not how often they will.
"""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from random import Random
from typing import Any, TypeVar

from rules import record
from rules.contract import Choice, Muster, Refused, RuleSystem
from rules.player import Told, advance, drafted
from rules.random_reports import weighted
from rules.record import Entry
from rules.stream.samples import Choose

LONGEST = 2000  # reports
MENDS = 20  # of 1000 reports that random players tell
REPORTS, MUSTERS = 5, 4  # so many are drafted at most
SELDOM = 4  # of so many drafts all but one are of kinds of reports that have met what is wanted
RAREST = 1000  # what a ruling is worth that was never met
DOUBT = 2  # battles more, before a word of a muster is trusted to help
LONG = 20  # the value of an option that is a text of its own
PATIENCE = 400  # reports of a battle at most, before what ends it or its course is looked for
T = TypeVar("T")
Meets = Callable[[Any, record.Table, Entry], Iterable[str]]  # (play as it stood before, the table after, the report)


class Table(record.Table):
    """One that is copied often: as it stands, and not told anew."""

    def copy(self) -> Table:
        other = Table.__new__(Table)
        other.decider, other.entries, other.rows = self.decider, [*self.entries], [*self.rows]
        other._named, other._fallen = dict(self._named), dict(self._fallen)
        other.commands, other.state = self.commands, copy(self.state)
        other.state.play = same(self.state.play)
        return other


def same(play: T) -> T:
    """A copy of the state of a battle, several times as fast as `copy.deepcopy` makes it."""
    copied: T = pickle.loads(pickle.dumps(play, pickle.HIGHEST_PROTOCOL))
    return copied


class Curiosity:
    """What the battles played so far have met. `known`: all rulings there are; `enough`: battles that meet one, so that
    it is not wanted any more."""

    def __init__(self, meets: Meets, known: Iterable[str], enough: int) -> None:
        self.meets, self.enough = meets, enough
        self.battles = Counter[str](dict.fromkeys(known, 0))  # in which it was met
        self.kinds = defaultdict[str, set[str]](set)  # of reports that have met it
        self.words = Counter[str]()  # of musters, in so many battles
        self.met_with = defaultdict[str, Counter[str]](Counter)  # a word of the muster, in so many battles that met it

    def wanted(self, met: Mapping[str, int]) -> dict[str, int]:
        """What more is worth in a battle that has met so much: the more, the rarer."""
        rare = ((name, times) for name, times in self.battles.items() if times < self.enough and name not in met)
        return {name: RAREST // (1 + times) for name, times in rare}

    def play(self, system: RuleSystem, seed: int, most: int = LONGEST) -> Counter[str]:
        """How often a battle has met each ruling, of so many reports at most."""
        choose, again = Random(f"rulings {seed}").randrange, Random(f"curious {seed}").randrange
        muster = self._mustered(system, choose, again)
        table = Table.open(muster)
        met, patience = Counter[str](), again(PATIENCE)

        def rarest(table: record.Table, offers: Sequence[Choice], choose: Choose) -> Told:
            patient = len(table.entries) < patience
            return self._rarest(table, offers, (choose, again), self.wanted(met), patient)

        while not table.battle.settled and len(table.entries) <= most:
            before = same(table.battle.play)
            advance(table, choose, MENDS, rarest)
            told = table.entries[-1]
            found = Counter(self.meets(before, table, told))
            met.update(found)
            for name in found:
                self.kinds[name].add(type(told.command).__name__)
        self._learn(muster, met)
        return met

    def _learn(self, muster: Muster, met: Mapping[str, int]) -> None:
        words = _words(muster)
        self.words.update(words)
        self.battles.update(met.keys())
        for name in met:
            self.met_with[name].update(words)

    def _mustered(self, system: RuleSystem, choose: Choose, again: Choose) -> Muster:
        """The first of those that promise most: each ruling as much as by the word of the muster that was of most
        help. One that names it is taken for some help, before any battle has shown that."""
        wanted = self.wanted({})
        musters = [system.draft(choose), *(system.draft(again) for _one in range(MUSTERS - 1) if wanted)]

        def promise(muster: Muster) -> float:
            words = _words(muster)
            return sum(worth * max(self._help(name, word) for word in words) for name, worth in wanted.items())

        return max(musters, key=promise)

    def _help(self, name: str, word: str) -> float:
        """In which share of the battles with such a word in their muster the ruling was met, for all that is known."""
        return (self.met_with[name][word] + (word == _named(name))) / (self.words[word] + DOUBT)

    def _rarest(
        self,
        table: record.Table,
        offers: Sequence[Choice],
        by: tuple[Choose, Choose],
        wanted: Mapping[str, int],
        patient: bool,
    ) -> Told:
        choose, again = by
        best = drafted(table, offers, choose)
        kinds = {choice.command: 0 for choice in offers}
        for name, worth in wanted.items():
            for kind in self.kinds[name] & kinds.keys():
                kinds[kind] += worth
        if not wanted or (not any(kinds.values()) and again(SELDOM)):
            return best
        most = self._worth(table, best, wanted)
        for _one in range(REPORTS - 1):
            kind = weighted([*kinds.items()], again)
            likely = [choice for choice in offers if choice.command == kind]
            told = drafted(table, likely if again(SELDOM) else offers, again)
            if (worth := self._worth(table, told, wanted, patient)) > most:
                best, most = told, worth
        return best

    def _worth(self, table: record.Table, told: Told, wanted: Mapping[str, int], patient: bool = False) -> int:
        """What it is worth to tell this: nothing where it ends the battle, or its course, while `patient`."""
        tried = table.copy()
        try:
            tried.report(*told)
        except Refused:  # the player says so, if it is told
            return 0
        if patient and (tried.battle.depth != table.battle.depth or tried.battle.outcome().over):
            return 0
        met = {*self.meets(same(table.battle.play), tried, tried.entries[-1])}
        return sum(wanted.get(name, 0) for name in met)


def _words(muster: Muster) -> set[str]:
    """The mission, the options, the models and what they carry."""
    options = {f"{name}={value}" for name, value in muster.options.items() if len(str(value)) < LONG}
    models = {unit.model for unit in muster.units}
    return {muster.scenario, *options, *models, *(one for cards in muster.fittings.values() for one in cards)}


@cache
def _named(ruling: str) -> str:
    """The name in "R7 Karl Hauff: one more move", which may stand in a muster."""
    return ruling.partition(" ")[2].partition(":")[0]
