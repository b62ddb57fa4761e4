"""Preview of a report that corrects any stream, as the API answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from api import shapes
from api.presenters import roll, value
from battles.sentences import words
from rules import contract
from rules.stream.revision.preview import Change, Difference, Preview
from rules.stream.revision.rebase import Item

Told = Callable[[Iterable[contract.Event]], list[shapes.Told]]


def in_shape(one: Preview, told: Told, names: Mapping[str, str]) -> shapes.Preview:
    """`told`: events as their reader may know them; `names`: for ids in sentences."""
    return shapes.Preview(
        again=one.again,
        taken=[_change(each, told) for each in one.taken],
        changes=[_change(each, told) for each in one.changes],
        items=[_item(each, names) for each in one.items],
        orphans=[roll(each) for each in one.orphans],
        voided=list(one.voided),
        sheet=[_difference(each, names) for each in one.sheet],
        outcome=[_difference(each, names) for each in one.outcome],
        beyond=one.beyond,
        asks=one.asks,
    )


def _change(one: Change, told: Told) -> shapes.Change:
    return shapes.Change(one.position, one.how, told(one.before), told(one.after))


def _item(one: Item, names: Mapping[str, str]) -> shapes.Item:
    kind: str = one.kind
    assert kind in ("illegal", "unanswered", "orphaned")
    return shapes.Item(
        position=one.position,
        type=one.type,
        kind=kind,  # type: ignore[arg-type] # as asserted
        rule=one.rule,
        text=words(one.text, names),
        remedy=words(one.remedy, names) if one.remedy else "",
        dice=[roll(each) for each in one.dice],
        settled=one.settled,
    )


def _difference(one: Difference, names: Mapping[str, str]) -> shapes.Difference:
    return shapes.Difference(
        one.of, one.unit, words(one.label, names), value(one.before, names), value(one.after, names)
    )
