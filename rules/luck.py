"""Luck: what dice came to, beside what they should come to on average. Exact: nothing is rolled to find it out.

A rulebook says once, in its chapters, what each roll was thrown for (`Chapter.throws`): a question ("Hits"), whose it
was, and what the faces were worth. The distribution follows from the faces of the dice, and that of many rolls by
convolution, as dice are independent. Which dice fall depends on those before them; luck is asked of those that fell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from math import prod

import msgspec

from rules.messages import Message, say
from rules.messages import gettext_noop as _
from rules.stream.contract import Roll, Shown

Chances = tuple[tuple[int, float], ...]  # each value that can be had, lowest first, with its probability


class Question(msgspec.Struct, frozen=True):
    """What dice are thrown for. `label`: what is counted, in the plural; whoever throws hopes for many."""

    key: str
    label: Message


HITS = Question("hits", say(_("Hits")))
SAVES = Question("saves", say(_("Saves")))
PENETRATIONS = Question("penetrations", say(_("Penetrations")))
DAMAGE = Question("damage", say(_("Damage dice, added up")))
MORALE = Question("morale", say(_("Morale held")))
REPAIRS = Question("repairs", say(_("Repairs")))
CARDS = Question("cards", say(_("Cards that took effect")))
INITIATIVE = Question("initiative", say(_("Initiative dice, added up")))


class Throw(msgspec.Struct, frozen=True):
    """One roll: whose it was (a unit or a side), what it came to, and what it could have come to. `against`: the unit
    that suffers by it, "" for none."""

    question: Question
    of: str
    got: int
    chances: Chances
    roll: Roll
    against: str = ""


def throw(
    question: Question,
    of: str,
    roll: Roll | None,
    counts: Callable[[Shown], int],
    worth: Callable[[int], int] = int,
    against: str = "",
) -> Iterable[Throw]:
    """The throw that a roll was; none if no die fell. `counts`: what a face of a die counts; `worth`: what their sum
    comes to. Both are asked at once, so that they may look at a State."""
    if roll is None or not roll.values:
        return
    dice = [roll.shows[place] if roll.shows else range(1, roll.faces + 1) for place in range(len(roll.values))]
    sums = summed([_one_die(tuple(counts(face) for face in faces)) for faces in dice])
    found: dict[int, float] = {}
    for value, chance in sums:
        found[worth(value)] = found.get(worth(value), 0.0) + chance
    got = worth(sum(counts(value) for value in roll.values))
    yield Throw(question, of, got, tuple(sorted(found.items())), roll, against)


def successes(
    question: Question, of: str, roll: Roll | None, succeeds: Callable[[int], bool], against: str = ""
) -> Iterable[Throw]:
    """The throw of dice that each succeed or fail by the number they show."""
    return throw(question, of, roll, lambda face: int(isinstance(face, int) and succeeds(face)), against=against)


def numbers(face: Shown) -> int:
    """What a face with a number counts; one with a symbol counts nothing."""
    return face if isinstance(face, int) else 0


@cache
def _one_die(counted: tuple[int, ...]) -> Chances:
    """A die with so many faces, each as likely."""
    return tuple((value, counted.count(value) / len(counted)) for value in sorted({*counted}))


def summed(dice: Iterable[Chances]) -> Chances:
    """The sum of independent throws, by convolution. Nothing is subtracted, so every chance is right to some 1e-13 of
    itself."""
    found = {0: 1.0}
    for chances in dice:
        more: dict[int, float] = {}
        for value, chance in found.items():
            for other, its in chances:
                more[value + other] = more.get(value + other, 0.0) + chance * its
        found = more
    return tuple(sorted(found.items()))


class Tally(msgspec.Struct, frozen=True):
    """All throws of a side for one question. `at_least`, `at_most`: how likely so many or more, so many or fewer are.

    `dice`: how many fell, of which `table` were rolled by the players.
    """

    side: str
    question: Question
    dice: int
    table: int
    got: int
    expected: float
    at_least: float
    at_most: float
    chances: Chances

    @property
    def lucky(self) -> bool:
        return self.got > self.expected

    @property
    def once_in(self) -> int:
        """One time in so many the dice are as lucky, or as unlucky; 1 if they are about what they should be."""
        chance = self.at_least if self.lucky else self.at_most
        return 1 if abs(self.got - self.expected) < 0.5 or chance > 2 / 5 else round(1 / chance)


def tallies(throws: Iterable[Throw], sides: Mapping[str, str], order: Sequence[str]) -> list[Tally]:
    """The luck of each side (in this order) by question. `sides`: those of the units. Throws of a unit that hurt its
    own side are nobody's luck."""
    found: dict[tuple[str, str], list[Throw]] = {}
    for one in throws:
        side = sides.get(one.of, one.of)
        if side in order and side != sides.get(one.against, ""):
            found.setdefault((side, one.question.key), []).append(one)
    keys = list(dict.fromkeys(question for _side, question in found))
    return [_tally(side, found[side, key]) for key in keys for side in order if (side, key) in found]


def _tally(side: str, throws: Sequence[Throw]) -> Tally:
    chances, got = summed(one.chances for one in throws), sum(one.got for one in throws)
    return Tally(
        side=side,
        question=throws[0].question,
        dice=sum(len(one.roll.values) for one in throws),
        table=sum(len(one.roll.values) for one in throws if one.roll.by == "table"),
        got=got,
        expected=sum(value * chance for value, chance in chances),
        at_least=sum(chance for value, chance in chances if value >= got),
        at_most=sum(chance for value, chance in chances if value <= got),
        chances=chances,
    )


def likelihood(throws: Iterable[Throw]) -> float:
    """How likely independent rolls come to as much as these did, or more. Of a roll that was thrown for several things
    the least likely counts, as they are no two rolls."""
    least: dict[str, float] = {}
    for one in throws:
        chance = sum(chance for value, chance in one.chances if value >= one.got)
        least[one.roll.question] = min(chance, least.get(one.roll.question, 1.0))
    return prod(least.values())


def die_each(sides: Sequence[str], roll: Roll) -> Iterable[Throw]:
    """A die for each of these sides, of which the higher wins."""
    for place, side in enumerate(sides[: len(roll.values)]):
        mine = msgspec.structs.replace(roll, values=roll.values[place : place + 1], shows=roll.shows[place : place + 1])
        yield from throw(INITIATIVE, side, mine, numbers)
