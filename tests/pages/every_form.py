"""The forms a battle of the Modern Age can show: of the recorded battles, of some random ones, and of rare moments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import rules
from battles.pages.by_unit import one_by_one
from rules import player, visibility
from rules.battle import Battle
from rules.contract import Choice
from rules.record import Table
from tests.length import AT_LENGTH
from tests.rules.conformance.goldens import recorded
from tests.rules.modern_age.test_movement import repairing, turned_up
from tests.rules.modern_age.test_spending import hit
from tests.rules.recordings import loads, moments

SYSTEM = rules.system("modern_age")
RANDOM = 20 if AT_LENGTH else 4  # battles; what matters is in the recorded ones


@cache
def every_form() -> tuple[Choice, ...]:
    """Of the choices ever on offer, one of each kind: the same report with the same things asked."""
    found: dict[tuple[object, ...], Choice] = {}
    for battle in _battles():
        for side in battle.muster.sides:
            for choice in (one for each in visibility.legal(battle, side) for one in one_by_one(each)):
                asked = ((field.name, field.required, field.ahead, len(field.picks) > 1) for field in choice.fields)
                found.setdefault((choice.command, *sorted(choice.given), *asked), choice)
    return tuple(found.values())


def _battles() -> Iterator[Battle]:
    for path in recorded(SYSTEM):
        yield from moments(loads(path.read_text(encoding="utf-8")))
    for seed in range(RANDOM):
        choose = Random(seed).randrange
        table = Table.open(SYSTEM.draft(choose))
        while not table.battle.settled:
            yield table.battle
            player.advance(table, choose)
    yield repairing().and_then(turned_up("m1", "driver", "Red Ferguson")).state
    yield hit("Bailed Out", "Komissar", "Kontact-5", "Aggressive Loader").state
