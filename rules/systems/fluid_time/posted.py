"""The decks of the scenarios, as texts: the posted one, and the house's for an encounter (R6); and a battle's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import tables
from .decktext import Deck, parse

SUMMER_1942 = """\
# Russian front, summer 1942: 34 cards (R6)
3 turn_over
1 germans/air_support
1 germans/artillery_support
1 soviets/support
2 germans/free_action
1 soviets/free_action
1 soviets/move
2 germans/panzers_a/half_move_free_action
1 germans/panzers_a/free_action
1 germans/panzers_a/move
2 germans/panzers_b/half_move_free_action
1 germans/panzers_b/free_action
1 germans/panzers_b/move
2 germans/german_specials/half_move_free_action
1 germans/german_specials/free_action
1 germans/german_specials/move
1 soviets/tankovy_1/half_move_free_action
2 soviets/tankovy_1/free_action
1 soviets/tankovy_1/move
1 soviets/tankovy_2/half_move_free_action
2 soviets/tankovy_2/free_action
1 soviets/tankovy_2/move
1 soviets/soviet_specials/half_move_free_action
2 soviets/soviet_specials/free_action
1 soviets/soviet_specials/move
"""

_SIDES, _PLATOONS = ("first", "second"), ("one", "two", "three")
_OF_SIDE = {"air_support": 1, "artillery_support": 1, "free_action": 1, "move": 1}
_OF_PLATOON = {"half_move_free_action": 2, "free_action": 1, "move": 1}  # the better of the posted sets, for both

ENCOUNTER = "\n".join(
    (
        "# House: two sides of three platoons each, alike",
        "3 turn_over",
        *(f"{count} {side}/{kind}" for side in _SIDES for kind, count in _OF_SIDE.items()),
        *(
            f"{count} {side}/{platoon}/{kind}"
            for side in _SIDES
            for platoon in _PLATOONS
            for kind, count in _OF_PLATOON.items()
        ),
        "",
    )
)

DECKS: dict[str, str] = {"summer_1942": SUMMER_1942, "encounter": ENCOUNTER}


def deck_of(scenario: str, options: Mapping[str, Any]) -> Deck:
    """As it was mustered. Never raises: what is wrong with a text counts for nothing."""
    return parse(text_of(scenario, options), sides_of(scenario))[0]


def text_of(scenario: str, options: Mapping[str, Any]) -> str:
    asked = str(options["deck"])
    return asked if asked.strip() else DECKS[scenario]


def sides_of(scenario: str) -> tuple[str, ...]:
    """In the scenario's order."""
    return next(one.sides for one in tables.SCENARIOS if one.key == scenario)
