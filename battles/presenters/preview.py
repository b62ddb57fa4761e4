"""A `rules.stream.revision.preview.Preview` of a revision, in the reader's language.

Pages and office show it; `manage.py reread` prints its rulings the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec
from django.utils.translation import gettext as _

from battles.sentences import words
from rules import visibility
from rules.battle import Battle
from rules.contract import Event, Roll
from rules.stream.dice import is_draw
from rules.stream.revision.preview import (
    Change,
    Difference,
    Preview,
    Value,
)
from rules.stream.revision.rebase import Item


class Ruling(msgspec.Struct, frozen=True):
    """What follows from a report, in sentences, before and after. `position` is 0 for a new one."""

    position: int
    report: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class Left(msgspec.Struct, frozen=True):
    """A report that cannot be decided again as it was: why not, and how it is settled ("" for not yet).

    `question` is that of dice nobody has rolled, "" for none.
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


class ChangedLine(msgspec.Struct, frozen=True):
    """A line of sheet or outcome that would change; "–" if there is none. `unit` is its name, "" for the battle."""

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


def foreseen(
    preview: Preview,
    tell: Callable[[Event], str],
    types: Mapping[int, str],
    names: Mapping[str, str] | None = None,
) -> Foreseen:
    """The preview of a stream in words. `tell`: an event as its reader may know it; `types`: the reports' types by
    position; `names`: for ids."""

    def told(changes: Iterable[Change]) -> tuple[Ruling, ...]:
        return tuple(
            Ruling(one.position, types.get(one.position, ""), tuple(map(tell, one.before)), tuple(map(tell, one.after)))
            for one in changes
        )

    items = tuple(left(item, names) for item in preview.items)
    return Foreseen(
        again=preview.again,
        taken=told(preview.taken),
        changes=told(preview.changes),
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
        after=value(difference.after, names),
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
