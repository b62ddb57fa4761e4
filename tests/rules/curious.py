"""A random player that is curious: of some reports it might tell, it tells the one that meets what was seen least.

So do fuzzers that are guided by coverage. It plays as `rules.player` does, but where rulings are wanted, because few
battles before have met them, it drafts some reports in place of one, each at random from the same offers, rules each on
a copy of the table, and tells the one that meets the most that is wanted. Where none meets any, it tells the first, so
that the course of a battle stays that of the random player. Musters likewise: of some drafted ones it takes the one
that promises most, by what battles with such models, cards, options or mission have met; now and then one that came to
what is wanted is fielded again, with other dice. And once in a while it looks some reports ahead, and tells them all
where they come to what is wanted.

In Modern Age, which has most rulings, most battles aim at one, once half of all have been met: the rarer it is, the
more readily. They field the muster of a battle that came to it, with other dice, and take after that battle: what was
told there until then is mostly told again, as far as it is offered (`tests.rules.stories`). They prefer the ruling to
all others, tell more readily what it names and what led to it before (`tests.rules.aims`), and are not cut short soon
before they meet it. Then they aim at another one.

So the battles it plays are legal ones, told by choices among what is offered, and none begins in a state made by hand.
They are not evenly drawn, and those that meet a rare ruling are often alike until they meet it: how many do says that
people can come to it, not how often they will.
"""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from rules import record
from rules.contract import Choice, Muster, Refused, RuleSystem
from rules.player import Told, Unplayable, advance, drafted
from rules.random_reports import weighted
from rules.record import RecordedReport
from rules.stream.samples import Choose
from tests.rules.aims import Aim
from tests.rules.stories import Retelling, Story

LONGEST = 2000  # reports
MENDS = 20  # of 1000 reports that random players tell
REPORTS, MUSTERS = 5, 4  # so many are drafted at most
AIMED_MUSTERS = 10  # so many where battles aim at something
SELDOM = 4  # of so many drafts all but one are of kinds of reports that have met what is wanted
WAYS, STEPS = 4, 6  # it looks ahead: so many ways, of so many reports each
FAR = 12  # once in so many reports
AIMED_FAR, STRAY_FAR = 12, 60  # so where battles aim: in so many that aim at something, and that do not
SETTLED = 60  # reports at most, until a battle that has ended is settled
RAREST = 10000  # what a ruling is worth that was never met
DOUBT = 2  # battles more, before a word of a muster is trusted to help
HOPE = 0.2  # of a battle, that a new word may have met
LONG = 20  # the value of an option that is a text of its own
PATIENCE = 400  # reports of a battle at most, before what ends it or its course is looked for
AIMED_PATIENCE = 250  # so many where most battles aim at something
AIMING = 4  # of so many battles all but one aim at a ruling
AIMED = 240  # reports of a battle at most that aims at one, before what ends it is looked for while that was not met
KEPT = 3  # stories of battles that met a ruling, the last ones
ENDLESS = 4  # so many reports are drafted at most in place of one that ends an aimed battle
# (play as it stood before, the table after, the report)
Meets = Callable[[Any, record.Table, RecordedReport], Iterable[str]]


class Table(record.Table):
    """One that is copied often: as it stands, and not told anew."""

    _frozen: tuple[int, bytes] = (0, b"")  # the state of play after so many reports

    def copy(self) -> Table:
        other = Table.__new__(Table)
        other.decider, other.entries, other.rows = self.decider, [*self.entries], [*self.rows]
        other._named, other._fallen = dict(self._named), dict(self._fallen)
        other.commands, other.state = self.commands, copy(self.state)
        other.state.play = self.play()
        other._frozen = self._frozen
        return other

    def play(self) -> Any:
        """A copy of the state of play, several times as fast as `copy.deepcopy` makes it."""
        number, frozen = self._frozen
        if number != len(self.entries):
            frozen = pickle.dumps(self.battle.play, pickle.HIGHEST_PROTOCOL)
            self._frozen = len(self.entries), frozen
        return pickle.loads(frozen)


class Curiosity:
    """What the battles played so far have met. `known`: all rulings there are; `enough`: battles that meet one, so that
    it is not wanted any more; `aims`: most battles aim at one of them. `keen`: for one battle of
    the first muster two field one again, and two the most promising one, by more words."""

    def __init__(self, meets: Meets, known: Iterable[str], enough: int, aims: bool = False, keen: bool = False) -> None:
        self.meets, self.enough, self.aims = meets, enough, aims
        self.again, self.words_of = (2, _more_words) if keen else (1, _words)
        self.battles = Counter[str](dict.fromkeys(sorted(known), 0))  # in which it was met
        self.kinds = defaultdict[str, set[str]](set)  # of reports that have met it
        self.stories = defaultdict[str, list[Story]](list)  # of the last battles that have met it
        self.led: dict[str, frozenset[str]] = {}  # the kinds of reports told in that battle until it was met
        self.after = set[str]()  # what was met after a battle
        self.vain = Counter[str]()  # so many battles have aimed at it and not met it
        self.words = Counter[str]()  # of musters, in so many battles
        self.met_with = defaultdict[str, Counter[str]](Counter)  # a word of the muster, in so many battles that met it

    def wanted(self, met: Mapping[str, int]) -> dict[str, int]:
        """What more is worth in a battle that has met so much: the more, the rarer."""
        rare = ((name, times) for name, times in self.battles.items() if times < self.enough and name not in met)
        return {name: max(1, RAREST // (1 + times) ** 2) for name, times in rare}

    def play(self, system: RuleSystem, seed: int, most: int = LONGEST) -> Counter[str]:
        """How often a battle has met each ruling, of so many reports at most."""
        choose, again = Random(f"rulings {seed}").randrange, Random(f"curious {seed}").randrange
        aim = self._aim(again) if self.aims and self._has_met_half() and again(AIMING) else None
        story = self._story_of(aim, again) if aim else None
        muster = self._fielded_for(aim, story, system, again) if aim else self._mustered(system, choose, again)
        table, kinds, led, ends = Table.open(muster), set[str](), dict[str, frozenset[str]](), dict[str, int]()
        player = _Player(self, again, muster, self.aim(aim) if aim else None, story and Retelling(story, again))
        while not table.battle.settled and len(table.entries) <= most:
            before, agreed = table.play(), table.battle.agreed
            advance(table, choose, MENDS, player.draft)
            told = table.entries[-1]
            found = Counter(self.meets(before, table, told))
            player.met.update(found)
            kinds.add(type(told.command).__name__)
            for name in found:
                self.kinds[name].add(type(told.command).__name__)
                led.setdefault(name, frozenset(kinds))
                ends.setdefault(name, len(table.entries))
            self.after.update(found if agreed else ())
        self.led |= led
        if aim and aim not in player.met:
            self.vain[aim] += 1
        stories = {name: Story(muster, table.entries, end) for name, end in ends.items() if not story or name != aim}
        self._learn(muster, player.met, stories)
        return player.met

    def aim(self, name: str) -> Aim:
        return Aim(name, self.led[name], name in self.after)

    def next_aim(self, muster: Muster, met: Mapping[str, int], again: Choose) -> Aim | None:
        """Something else that is wanted: the rarer, and the more such musters have helped, the more readily."""
        words, came = (
            self.words_of(muster),
            [(name, worth) for name, worth in self.wanted(met).items() if name in self.led],
        )
        helped = [(name, int(worth * max(self._help(name, word) for word in words))) for name, worth in came]
        return self.aim(weighted(helped, again)) if helped else None

    def _learn(self, muster: Muster, met: Mapping[str, int], stories: Mapping[str, Story]) -> None:
        words = self.words_of(muster)
        self.words.update(words)
        self.battles.update(met.keys())
        for name in met:
            self.met_with[name].update(words)
        for name, story in stories.items():
            self.stories[name] = [*self.stories[name][1 - KEPT :], story]

    def _mustered(self, system: RuleSystem, choose: Choose, again: Choose) -> Muster:
        """The first one drafted, for what was never met; or one again, with other dice, that came to what is wanted; or
        of some the one that promises most: each ruling as much as by the word of the muster that was of most help. A
        word that names it is taken for some help before any battle has shown that, and so is a new one."""
        first, wanted = system.draft(choose), self.wanted({})
        how = again(1 + 2 * self.again)
        if how == 0 or not wanted:
            return first
        if how <= self.again and self.stories.keys() & wanted.keys():
            seed = None if self.aims else _seed(again)  # drawn first, as the battles of other rulebooks were counted
            name = self._aim(again)
            assert name is not None
            return msgspec.structs.replace(self.stories[name][-1].muster, seed=seed or _seed(again))

        def promise(muster: Muster) -> float:
            words = self.words_of(muster)
            return sum(worth * max(self._help(name, word) for word in words) for name, worth in wanted.items())

        more = (AIMED_MUSTERS if self.aims else MUSTERS) - 1
        return max([first, *(system.draft(again) for _one in range(more))], key=promise)

    def _has_met_half(self) -> bool:
        """Before that battles meet most where they aim at nothing."""
        return 2 * len(self.stories) > len(self.battles)

    def _aim(self, again: Choose) -> str | None:
        """One that is wanted, and that some battle has met: the rarer, the more readily, and less so after aims in
        vain."""
        wanted = self.wanted({}).items()
        came = [(name, max(1, worth // (1 + self.vain[name]))) for name, worth in wanted if name in self.stories]
        return weighted(came, again) if came else None

    def _story_of(self, name: str, again: Choose) -> Story | None:
        """One of the last ones; or none, once that was in vain now and then."""
        if self.vain[name] and not again(SELDOM):
            return None
        return self.stories[name][again(len(self.stories[name]))]

    def _fielded_for(self, name: str, story: Story | None, system: RuleSystem, again: Choose) -> Muster:
        """The muster of the story, with other dice; or the one of some drafted that has helped most."""
        if not story:
            drafts = [system.draft(again) for _one in range(AIMED_MUSTERS)]
            return max(drafts, key=lambda muster: max(self._help(name, word) for word in _words(muster)))
        return msgspec.structs.replace(story.muster, seed=_seed(again))

    def _help(self, name: str, word: str) -> float:
        """In which share of the battles with such a word in their muster the ruling was met, for all that is known."""
        return (self.met_with[name][word] + (word == _named(name)) + HOPE) / (self.words[word] + DOUBT)


class _Tried(NamedTuple):
    """A report told on a copy: what it met, what that is worth, whether it ended the battle or its course."""

    met: set[str]
    worth: int
    ended: bool


class _Player:
    """Who plays one battle, and what it has met. `again`: picks what is drafted besides."""

    def __init__(
        self, curiosity: Curiosity, again: Choose, muster: Muster, aim: Aim | None, story: Retelling | None
    ) -> None:
        self.curiosity, self.again, self.muster, self.aim, self.story = curiosity, again, muster, aim, story
        self.met = Counter[str]()
        self.patience = again(AIMED_PATIENCE if curiosity.aims else PATIENCE) if again(SELDOM) else 0
        self.ahead: dict[int, Told] = {}  # what it will tell, by the number of reports before it

    def draft(self, table: record.Table, offers: Sequence[Choice], choose: Choose) -> Told:
        assert isinstance(table, Table)
        if self.aim and self.aim.name in self.met:
            self.aim = self.curiosity.next_aim(self.muster, self.met, self.again) or self.aim
            self.story = None
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

    def _retold(self, table: Table, offers: Sequence[Choice], story: Retelling) -> Told | None:
        """The next report of the story; not the last one, if that does not come to it."""
        told = story.next(table, offers)
        if told is None or story.left:
            return told
        tried = self._tried(table, told, {})
        return told if self.aim and tried and self.aim.name in tried.met else None

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


def _seed(again: Choose) -> str:
    return "".join("0123456789abcdef"[again(16)] for _digit in range(64))


def _words(muster: Muster) -> set[str]:
    """The mission, the options, the models and what they carry."""
    options = {f"{name}={value}" for name, value in muster.options.items() if len(str(value)) < LONG}
    models = {unit.model for unit in muster.units}
    return {muster.scenario, *options, *models, *(one for cards in muster.fittings.values() for one in cards)}


def _more_words(muster: Muster) -> set[str]:
    """Besides, how many units a side has, and in what condition they come."""
    numbers = Counter(unit.side for unit in muster.units).values()
    conditions = {f"{name}={value}" for unit in muster.units for name, value in unit.condition.items()}
    return _words(muster) | {f"{number} units" for number in numbers} | conditions


@cache
def _named(ruling: str) -> str:
    """The name in "R7 Karl Hauff: one more move", which may stand in a muster."""
    return ruling.partition(" ")[2].partition(":")[0]
