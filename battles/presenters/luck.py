"""The luck of a battle in words: what dice came to, and what they should have come to."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from battles.presenters.charts import TONES
from battles.presenters.tape import Tape
from battles.sentences import words
from rules.luck import Tally, tallies


class Luck(msgspec.Struct, frozen=True):
    """A side's dice for one question. `called`: what is counted; `says`: it all in a sentence."""

    side: str
    name: str
    called: str
    tally: Tally
    says: str
    tone: int  # the colour of its side

    @property
    def expected(self) -> str:
        return figure(self.tally.expected)

    @property
    def leaguer(self) -> int:
        """How many of the dice Leaguer rolled."""
        return self.tally.dice - self.tally.table

    @property
    def standing(self) -> float:
        """Where it stands among all that could have come, from 0 (none unluckier) to 1 (none luckier)."""
        return (1 - self.tally.at_least + self.tally.at_most) / 2

    @property
    def place(self) -> int:
        """The same on a scale drawn from 6 to 234."""
        return 6 + round(228 * self.standing)


def luck_of(read: Tape) -> list[Luck]:
    sides = {unit.id: unit.side for unit in read.battle.muster.units}
    found = tallies((one for _at, one in read.course.throws), sides, read.sides)
    return [_line(tally, read.names, read.sides.index(tally.side) % TONES) for tally in found]


def _line(tally: Tally, names: Mapping[str, str], tone: int) -> Luck:
    name, called = names.get(tally.side, tally.side), words(tally.question.label)
    text = _("%(side)s, %(what)s: %(got)s, expected %(expected)s; that is about what to expect.")
    if tally.once_in > 1 and tally.lucky:
        text = _("%(side)s, %(what)s: %(got)s, expected %(expected)s; luck like this comes 1 time in %(n)s.")
    elif tally.once_in > 1:
        text = _("%(side)s, %(what)s: %(got)s, expected %(expected)s; so unlucky happens 1 time in %(n)s.")
    says = text % {
        "side": name,
        "what": called,
        "got": tally.got,
        "expected": figure(tally.expected),
        "n": number_format(tally.once_in, force_grouping=True),
    }
    return Luck(tally.side, name, called, tally, says, tone)


def figure(value: float) -> str:
    """A number with one decimal, as the reader's language writes it."""
    return str(number_format(round(value, 1) + 0.0, decimal_pos=1))
