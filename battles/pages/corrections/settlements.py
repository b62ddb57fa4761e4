"""The reports of a battle that cannot stand after a correction, each with what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence

from battles.forms.correction_draft import Draft
from battles.pages.corrections.context import Desk
from battles.pages.corrections.refill import before
from battles.pages.corrections.ways import Item, item
from battles.presenters.preview import Left


def items(desk: Desk, left: Sequence[Left], draft: Draft | None) -> list[Item]:
    return [
        item(
            desk.history,
            one,
            draft,
            desk.entry(one.position),
            before(desk, desk.history.reports[one.position], desk.head).line,
        )
        for one in left
    ]
