"""A random player that is curious: of some reports it might tell, it tells the one that meets what was seen least.

So do fuzzers that are guided by coverage. It plays as `rules.player` does, but where rulings are wanted, because few
battles before have met them, it drafts some reports in place of one, each at random from the same offers, rules each on
a copy of the table, and tells the one that meets the most that is wanted. Where none meets any, it tells the first, so
that the course of a battle stays that of the random player. Musters likewise: of some drafted ones it takes the one
that promises most, by what battles with such models, cards, options or mission have met; now and then one that came to
what is wanted is fielded again, with other dice. And once in a while it looks some reports ahead, and tells them all
where they come to what is wanted.

In some rulebooks most battles aim at a ruling, once half of all have been met: the rarer it is, the more readily, and
less so after aims in vain. Such a battle takes after one that came to it (`tests.rules.stories`), or late to one that
is called alike: its muster is fielded again, with another seed unless draws and shuffles matter, and the same is told
and rolled, until the battle goes its own way over the last few reports before the ruling. Of the battles that met it
those are taken more readily that met more that is rare on the way; and when it has been met, the battle takes after the
same one to what that met next. Who aims tells more readily what the ruling names and what led to it before
(`tests.rules.aims`), and does not cut the battle short soon before it. At first, only what is met so seldom that it
would stay rare is looked for at all.

So the battles it plays are legal ones, told by choices among what is offered, and none begins in a state made by hand.
They are not evenly drawn, and those that meet a rare ruling are often alike until they meet it: how many do says that
people can come to it, not how often they will. Where battles aim, one that goes as another one did, whoever rolled the
dice, counts for nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from rules import record
from rules.contract import Muster, RuleSystem
from rules.random_reports import weighted
from rules.record import RecordedReport
from rules.stream.samples import Choose
from tests.rules.aims import Aim
from tests.rules.copies import Table
from tests.rules.drafting import RAREST, Player
from tests.rules.stories import Retelling, Story

LONGEST = 2000  # reports
MUSTERS = 4  # so many are drafted at most
AIMED_MUSTERS = 10  # so many where battles aim at something
DOUBT = 2  # battles more, before a word of a muster is trusted to help
HOPE = 0.2  # of a battle, that a new word may have met
LONG = 20  # the value of an option that is a text of its own
AIMING, LATE_AIMING = 4, 8  # of so many battles all but one aim at a ruling while some was never met, and late ones
EARLY = 0.2  # of what is enough is looked for from the first battle on
KEPT = 3  # stories of battles that met a ruling, the last ones
SOONEST = 2  # so many more where battles aim at something: those that met it soonest
FREE = 8  # reports at most, from which on a battle goes its own way to what the story it takes after came to
# (play as it stood before, the table after, the report)
Meets = Callable[[Any, record.Table, RecordedReport], Iterable[str]]


class Curiosity:
    """What the battles played so far have met. `known`: all rulings there are; `enough`: battles that meet one, so that
    it is not wanted any more; `aims`: it plays so many battles, and most aim at one of them; 0 where none does."""

    def __init__(self, meets: Meets, known: Iterable[str], enough: int, aims: int = 0) -> None:
        self.meets, self.enough, self.aims, self.number = meets, enough, aims, 0
        self.battles = Counter[str](dict.fromkeys(sorted(known), 0))  # in which it was met
        self.kinds = defaultdict[str, set[str]](set)  # of reports that have met it
        self.stories = defaultdict[str, list[Story]](list)  # of the last battles that have met it
        self.led: dict[str, frozenset[str]] = {}  # the kinds of reports told in that battle until it was met
        self.after = set[str]()  # what was met after a battle
        self.vain = Counter[str]()  # so many battles have aimed at it and not met it, one after another
        self.seeded = set[str]()  # what a battle that took after another with other dice did not come to
        self.played = set[bytes]()  # how the battles went, in short
        self.words = Counter[str]()  # of musters, in so many battles
        self.met_with = defaultdict[str, Counter[str]](Counter)  # a word of the muster, in so many battles that met it

    def wanted(self, met: Mapping[str, int]) -> dict[str, int]:
        """What more is worth in a battle that has met so much: the more, the rarer."""
        enough = self._enough()
        rare = ((name, times) for name, times in self.battles.items() if times < enough and name not in met)
        return {name: max(1, RAREST // (1 + times) ** 2) for name, times in rare}

    def _enough(self) -> float:
        """Where battles aim, less at first: what is met often enough to come to it by and by is not looked for."""
        return min(1.0, self.number / self.aims + EARLY) * self.enough if self.aims else self.enough

    def play(self, system: RuleSystem, seed: int, most: int = LONGEST) -> Counter[str]:
        """How often a battle has met each ruling, of so many reports at most. Nothing, if one before went the same
        way."""
        choose, again = Random(f"rulings {seed}").randrange, Random(f"curious {seed}").randrange
        aim = self._aim(again) if self._aims(again) else None
        story = self._story_of(aim, again) if aim else None
        muster = self._fielded_for(aim, story, again) if aim and story else self._mustered(system, choose, again)
        table, kinds, led, ends = Table.open(muster), set[str](), dict[str, frozenset[str]](), dict[str, int]()
        retelling = Retelling(story, again, 1 + again(1 + FREE // (1 + self.vain[aim]))) if aim and story else None
        player, retold = Player(self, again, self.aim(aim) if aim else None, retelling), 0
        while not table.battle.settled and len(table.entries) <= most:
            before, agreed = table.play(), table.battle.agreed
            player.report(table, choose)
            told = table.entries[-1]
            found = Counter(self.meets(before, table, told))
            player.met.update(found)
            kinds.add(type(told.command).__name__)
            for name in found:
                self.kinds[name].add(type(told.command).__name__)
                led.setdefault(name, frozenset(kinds))
                ends.setdefault(name, len(table.entries))
            self.after.update(found if agreed else ())
            retold = len(table.entries) if retelling and retelling.exact else retold
        self.led |= led
        if aim:
            self._heed(aim, aim in player.met, story, muster)
        self.number += 1
        if self.aims and not self._is_another(table):
            return Counter()
        new = {name: end for name, end in ends.items() if end > retold}
        self._learn(muster, player.met, {name: Story(muster, table.entries, end, ends) for name, end in new.items()})
        return player.met

    def _heed(self, aim: str, met: bool, story: Story | None, muster: Muster) -> None:
        """Aims in vain, one after another; what the dice of another seed did not come to needs those of its own."""
        self.vain[aim] = 0 if met else self.vain[aim] + 1
        if not met and story and story.muster.seed != muster.seed:
            self.seeded.add(aim)

    def _is_another(self, table: Table) -> bool:
        """Whether it went otherwise than all battles before, whoever rolled the dice."""
        muster = msgspec.structs.replace(table.mustered, seed="", commitment="")
        ruled = [(entry.side, event) for entry in table.entries[1:] for event in entry.events]
        whole = f"{muster} {ruled}".replace("by='leaguer'", "by='table'")
        digest = sha256(whole.encode()).digest()
        another = digest not in self.played
        self.played.add(digest)
        return another

    def aim(self, name: str) -> Aim:
        led = self.led.get(name, frozenset()).union(*(self.led[one] for one in self._near(name)))
        return Aim(name, led, name in self.after)

    def _near(self, name: str) -> list[str]:
        """The ruling itself, once it was met; before that those that are called alike: "R5 drawing: none is turned up"
        is near "R5 drawing: an answer is turned up"."""
        if name in self.stories or ":" not in name:
            return [name] if name in self.stories else []
        return [one for one in self.stories if one.startswith(f"{name.partition(':')[0]}:")]

    def _learn(self, muster: Muster, met: Mapping[str, int], stories: Mapping[str, Story]) -> None:
        words = _words(muster)
        self.words.update(words)
        self.battles.update(met.keys())
        for name in met:
            self.met_with[name].update(words)
        for name, story in stories.items():
            self.stories[name] = self._kept([*self.stories[name], story])

    def _kept(self, stories: Sequence[Story]) -> list[Story]:
        """The last ones; where battles aim at something, those that came there soonest as well."""
        kept = {id(one) for one in stories[-KEPT:]}
        if self.aims:
            kept |= {id(one) for one in sorted(stories, key=lambda one: one.end)[:SOONEST]}
        return [one for one in stories if id(one) in kept]

    def _mustered(self, system: RuleSystem, choose: Choose, again: Choose) -> Muster:
        """The first one drafted, for what was never met; or one again, with other dice, that came to what is wanted; or
        of some the one that promises most: each ruling as much as by the word of the muster that was of most help. A
        word that names it is taken for some help before any battle has shown that, and so is a new one."""
        first, wanted = system.draft(choose), self.wanted({})
        how = again(3)
        if how == 0 or not wanted:
            return first
        if how == 1 and self.stories.keys() & wanted.keys():
            seed = None if self.aims else _seed(again)  # drawn first, as the battles of other rulebooks were counted
            name = self._aim(again)
            assert name is not None
            return msgspec.structs.replace(self.stories[self._near(name)[-1]][-1].muster, seed=seed or _seed(again))

        def promise(muster: Muster) -> float:
            words = _words(muster)
            return sum(worth * max(self._help(name, word) for word in words) for name, worth in wanted.items())

        more = (AIMED_MUSTERS if self.aims else MUSTERS) - 1
        return max([first, *(system.draft(again) for _one in range(more))], key=promise)

    def _aims(self, again: Choose) -> bool:
        """Whether a battle aims at something. Before half of all has been met battles meet most where they aim at
        nothing, and then some still look for what was never met."""
        if not self.aims or 2 * len(self.stories) <= len(self.battles):
            return False
        return bool(again(LATE_AIMING if self._is_late() else AIMING)) or all(self.battles.values())

    def _is_late(self) -> bool:
        return 2 * self.number >= self.aims > 0

    def _aim(self, again: Choose) -> str | None:
        """One that is wanted, and that some battle has met, or late something near it: the rarer, the more readily, and
        less so after aims in vain."""
        came = [(name, worth // (1 + self.vain[name])) for name, worth in self.wanted({}).items() if self._came(name)]
        return weighted([(name, max(1, worth)) for name, worth in came], again) if came else None

    def _came(self, name: str) -> bool:
        return name in self.stories or bool(self._is_late() and self._near(name))

    def _story_of(self, name: str, again: Choose) -> Story:
        """One of those kept: the more that is wanted was met on its way, the more readily."""
        wanted, near = self.wanted({}), self._near(name)
        stories = self.stories[near[again(len(near))] if len(near) > 1 else near[0]]
        return weighted([(one, sum(wanted.get(met, 0) for met in (name, *one.met()))) for one in stories], again)

    def _fielded_for(self, name: str, story: Story, again: Choose) -> Muster:
        """The muster of the story, with other dice unless that matters."""
        if name in self.after or name in self.seeded or story.is_drawn():
            return story.muster
        return msgspec.structs.replace(story.muster, seed=_seed(again))

    def _help(self, name: str, word: str) -> float:
        """In which share of the battles with such a word in their muster the ruling was met, for all that is known."""
        return (self.met_with[name][word] + (word == _named(name)) + HOPE) / (self.words[word] + DOUBT)


def _seed(again: Choose) -> str:
    return "".join("0123456789abcdef"[again(16)] for _digit in range(64))


def _words(muster: Muster) -> set[str]:
    """The mission, the options, the models and what they carry."""
    options = {f"{name}={value}" for name, value in muster.options.items() if len(str(value)) < LONG}
    models = {unit.model for unit in muster.units}
    return {muster.scenario, *options, *models, *(one for cards in muster.fittings.values() for one in cards)}


@cache
def _named(ruling: str) -> str:
    """The name in "R7 Karl Hauff: one more move", which may stand in a muster."""
    return ruling.partition(" ")[2].partition(":")[0]
