"""A `rules.stream.revision.preview.Preview` of a revision, in the reader's language.

Pages and office show it; `manage.py reread` prints its rulings the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from battles.sentences import words
from rules import visibility
from rules.battle import Battle
from rules.contract import Event, Roll
from rules.stream.dice import is_draw
from rules.stream.history import History, Past
from rules.stream.revision.preview import (
    Change,
    Difference,
    Preview,
    Value,
)
from rules.stream.revision.rebase import Item

MOST_TOLD = 3  # sentences by which it is told which report one is


class Ruling(msgspec.Struct, frozen=True):
    """What follows from a report, in sentences, before and after. `position` is 0 for a new one. Where what stays the
    same is left out, `about` is its first sentence if that is among it, so that it can be told which report it is."""

    position: int
    report: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    about: str = ""

    def differing(self) -> Ruling:
        """Without what is the same before and after."""
        same = Counter(self.before) & Counter(self.after)
        first = next(iter(self.before), "")
        return msgspec.structs.replace(
            self,
            before=tuple(_without(self.before, same)),
            after=tuple(_without(self.after, same)),
            about=first if first in same else "",
        )


def _without(sentences: Iterable[str], same: Counter[str]) -> Iterator[str]:
    left = Counter(same)
    for one in sentences:
        if left[one]:
            left[one] -= 1
        else:
            yield one


class Left(msgspec.Struct, frozen=True):
    """A report that cannot be decided again as it was: why not, and how it is settled ("" for not yet).

    `question` is that of dice nobody has rolled, "" for none. `told`: what it came to when it was told. `reopened`: it
    was settled before.
    """

    position: int
    report: str
    kind: str
    why: str
    rule: str
    text: str
    remedy: str
    question: str = ""
    dice: str = ""
    settled: str = ""
    told: tuple[str, ...] = ()
    reopened: bool = False


class ChangedLine(msgspec.Struct, frozen=True):
    """A line of sheet or outcome that would change; "–" if there was none. `unit` is its name, "" for the battle."""

    of: str
    unit: str
    label: str
    before: str
    after: str

    @property
    def fact(self) -> str:
        """Name and label together, for output without markup."""
        return f"{self.unit}: {self.label}" if self.unit else self.label


class Foreseen(msgspec.Struct, frozen=True):
    """A preview in words; the fields are those of `Preview`."""

    again: int
    taken: tuple[Ruling, ...]
    changes: tuple[Ruling, ...]
    items: tuple[Left, ...]
    unsettled: tuple[Left, ...]
    orphans: tuple[str, ...]
    voided: tuple[str, ...]
    sheet: tuple[ChangedLine, ...]
    outcome: tuple[ChangedLine, ...]
    beyond: int
    asks: bool

    @property
    def nothing(self) -> bool:
        """Whether nothing visible would change."""
        return not any((self.taken, self.changes, self.items, self.orphans, self.voided, self.sheet, self.outcome))

    @property
    def still_open(self) -> tuple[Left, ...]:
        """What would be left to settle, or open again."""
        return tuple(one for one in self.items if one.reopened or not one.settled)


def foreseen(
    preview: Preview,
    tell: Callable[[Event], str],
    history: History[Any, Any],
    names: Mapping[str, str] | None = None,
    played: Callable[[Past], tuple[str, ...]] | None = None,
) -> Foreseen:
    """The preview of a stream in words: only what comes out otherwise. `tell`: an event as its reader may know it;
    `names`: for ids; `played`: what a report came to, where that is not told as other events."""

    def told(changes: Iterable[Change]) -> Iterator[Ruling]:
        for one in changes:
            type_ = history.reports[one.position].type if one.position in history.reports else ""
            before, after = tuple(map(tell, one.before)), tuple(map(tell, one.after))
            shown = Ruling(one.position, type_, before, after).differing()
            if shown.before or shown.after:
                yield shown

    def with_words(item: Left) -> Left:
        past = history.reports.get(item.position)
        if past is None:
            return item
        sentences = played(past) if played is not None else tuple(map(tell, history.played(past)))
        return msgspec.structs.replace(item, told=sentences[:MOST_TOLD])

    items = tuple(with_words(left(item, names)) for item in preview.items)
    return Foreseen(
        again=preview.again,
        taken=tuple(told(preview.taken)),
        changes=tuple(told(preview.changes)),
        items=items,
        unsettled=tuple(item for item in items if not item.settled),
        orphans=tuple(map(roll_in_words, preview.orphans)),
        voided=tuple((names or {}).get(party, party) for party in preview.voided),
        sheet=tuple(line(difference, names) for difference in preview.sheet),
        outcome=tuple(line(difference, names) for difference in preview.outcome),
        beyond=preview.beyond,
        asks=preview.asks,
    )


def ruling(change: Change, battle: Battle, side: str, type_: str, names: Mapping[str, str] | None = None) -> Ruling:
    """A change as `side` may read it; says that it is hidden if they may not know it."""
    return Ruling(
        change.position,
        type_,
        sentences(change.before, battle, side, names),
        sentences(change.after, battle, side, names),
    )


def sentences(
    events: Iterable[Event], battle: Battle, side: str, names: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    return tuple(sentence(event, battle, side, names) for event in events)


def sentence(event: Event, battle: Battle, side: str, names: Mapping[str, str] | None = None) -> str:
    """A fact of a battle as `side` may read it."""
    seen = visibility.see_event(battle, event, side)
    return words(visibility.narrate(battle.rules, seen), names) if seen is not None else _("(hidden)")


def left(item: Item, names: Mapping[str, str] | None = None) -> Left:
    return Left(
        position=item.position,
        report=item.type,
        kind=item.kind,
        why=why(item.kind),
        rule=item.rule,
        text=words(item.text, names),
        remedy=words(item.remedy, names) if item.remedy is not None else "",
        question=next((roll.question for roll in item.dice if not roll.values), ""),
        dice="; ".join(map(roll_in_words, item.dice)),
        settled=item.settled,
        reopened=bool(item.was),
    )


def why(kind: str) -> str:
    """Why a report cannot be decided again as it was (`rules.stream.revision.rebase.Item.kind`)."""
    kinds = {
        "illegal": _("no longer legal"),
        "unanswered": _("it needs dice nobody has rolled"),
        "orphaned": _("it has dice that are no longer needed"),
    }
    return kinds.get(kind, kind)


def line(difference: Difference, names: Mapping[str, str] | None = None) -> ChangedLine:
    return ChangedLine(
        of=difference.of,
        unit=(names or {}).get(difference.unit, difference.unit),
        label=words(difference.label, names),
        before=value(difference.before, names),
        after=_("gone") if difference.after is None else value(difference.after, names),
    )


def value(one: Value, names: Mapping[str, str] | None = None) -> str:
    return "–" if one is None else words(one, names)


def roll_in_words(roll: Roll) -> str:
    """A roll with its question; without its faces if it has not been rolled, or is a draw. For a deck its seal, and the
    order if that is disclosed.
    """
    if roll.sealed and roll.values:
        return _("%(question)s: %(order)s (sealed as %(seal)s)") % {
            "question": roll.question,
            "order": ", ".join(map(str, roll.values)),
            "seal": roll.sealed,
        }
    if roll.sealed:
        return _("%(question)s: face down, sealed as %(seal)s") % {"question": roll.question, "seal": roll.sealed}
    faces = "" if is_draw(roll.faces) else ", ".join(map(str, roll.values))
    return f"{roll.question}: {faces}" if faces else roll.question
