"""Your First Game: one M1 Abrams against one T-64, without cards (R44)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.contract import Muster, Refused, say
from rules.contract import gettext_noop as _
from rules.systems.modern_age import tables
from rules.systems.modern_age.forces import Fielded
from rules.systems.modern_age.refusals import refused


def first_game_fault(side: str) -> str:
    """The key of the fault that a side brings a platoon card to the first game."""
    return f"R44/platoon/{side}"


def without_cards(command: Muster) -> Muster:
    """R44: the muster as the first game is played, without cards, except those that an organiser has let pass."""
    sides = {
        name: side if first_game_fault(name) in command.waivers else msgspec.structs.replace(side, platoon="")
        for name, side in command.sides.items()
    }
    fittings = {unit: cards for unit, cards in command.fittings.items() if _cards_fault(unit) in command.waivers}
    return msgspec.structs.replace(command, sides=sides, fittings=fittings)


def _cards_fault(unit: str) -> str:
    return f"R44/cards/{unit}"


def faults_of_first_game(fielded: Sequence[Fielded]) -> Iterator[Refused]:
    models = sorted(model.entry.name for model in fielded)
    if models != sorted((tables.ABRAMS, tables.T_64)):
        yield _not_the_first_game("R44/forces", waivable=False)
        return
    for model in fielded:
        if model.cards:
            yield _not_the_first_game(_cards_fault(model.unit.id), waivable=True)


def _not_the_first_game(key: str, waivable: bool) -> Refused:
    return refused(
        "R44",
        say(_("The first game is one M1 Abrams against one T-64, without cards.")),
        say(_("Muster these two.")),
        "units",
        key,
        waivable,
    )
