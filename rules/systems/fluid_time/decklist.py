"""The Command Deck as people write it (R5, R6): "2 germans/panzers_a/move", a line for each card; "#" begins a comment.
The decks of the scenarios as such texts, and the deck of a battle.

Reading never raises. The muster refuses a text with mistakes; a text that was accepted once has to read the same for
ever, because battles replay from it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from rules.bounds import Key
from rules.contract import Message, say
from rules.contract import gettext_noop as _

from . import tables

Platoon = tuple[str, str]  # side and name


class Deck(msgspec.Struct, frozen=True):
    """cards: in the order of the lines, equal ones together. platoons: in the order in which they are first named,
    including those without a card of their own (a count of 0)."""

    cards: tuple[str, ...]
    platoons: tuple[Platoon, ...]

    def platoons_of(self, side: str) -> tuple[str, ...]:
        return tuple(name for whose, name in self.platoons if whose == side)


class Wrong(msgspec.Struct, frozen=True):
    """What is wrong in which line (0: with the text as a whole), and what would be right."""

    line: int
    text: Message
    remedy: Message


@lru_cache(maxsize=64)
def parse(text: str, sides: tuple[str, ...]) -> tuple[Deck, tuple[Wrong, ...]]:
    """The deck of two sides, and everything that is wrong with the text, line by line. Wrong lines are ignored, and so
    are lines that would make the deck too large."""
    counts: Counter[str] = Counter()
    platoons: dict[Platoon, None] = {}
    faults: list[Wrong] = []
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].casefold().split()
        if not said:
            continue
        wrong = _fault(said, sides) or _too_many(int(said[0]), counts.total())
        if wrong:
            faults.append(Wrong(number, *wrong))
            continue
        count, card = int(said[0]), said[1]
        if len(parts := card.split("/")) == 3:
            platoons[parts[0], parts[1]] = None
        if count:
            counts[card] += count
    if not counts[tables.TURN_OVER]:
        told = say(_("The deck has no Turn Over card: no turn would ever end."))
        faults.append(Wrong(0, told, say(_("Add a line “3 turn_over”."))))
    return Deck(tuple(counts.elements()), tuple(platoons)), tuple(faults)


def write(deck: Deck) -> str:
    """The text of a deck, a line a card: read again it is the same deck."""
    lines: list[str] = []
    unnamed = [f"{side}/{name}" for side, name in deck.platoons]
    for card, count in Counter(deck.cards).items():
        place = card.rpartition("/")[0]
        if place in unnamed:
            lines += (f"0 {name}/move" for name in unnamed[: unnamed.index(place)])
            unnamed = unnamed[unnamed.index(place) + 1 :]
        lines.append(f"{count} {card}")
    return "\n".join([*lines, *(f"0 {name}/move" for name in unnamed), ""])


# -- one line ----------------------------------------------------------------------------------------------------------


def _fault(said: Sequence[str], sides: Sequence[str]) -> tuple[Message, Message] | None:
    """What is wrong with a line by itself."""
    if len(said) != 2 or not re.fullmatch("[0-9]{1,3}", said[0]):
        told = say(_("“%(line)s” is not a number of cards and a card."), line=" ".join(said)[:40])
        return told, say(_("Write it as in “2 %(side)s/free_action”."), side=sides[0])
    side, *rest = said[1].split("/")
    if not rest:
        return None if side == tables.TURN_OVER else _unknown(side, sides)
    if side not in sides:
        told = say(_("There is no side “%(side)s”."), side=side[:40])
        return told, say(_("Sides: %(sides)s."), sides=", ".join(sides))
    return _fault_of_side(rest[0]) if len(rest) == 1 else _fault_of_platoon(rest)


def _unknown(card: str, sides: Sequence[str]) -> tuple[Message, Message]:
    told = say(_("There is no card “%(card)s”."), card=card[:40])
    return told, say(
        _("Write “turn_over”, a side's card (“%(side)s/move”) or a platoon's (“%(side)s/name/move”)."), side=sides[0]
    )


def _fault_of_side(kind: str) -> tuple[Message, Message] | None:
    if kind in tables.SIDE_CARDS:
        return None
    told = say(_("A side has no card “%(card)s”."), card=kind[:40])
    return told, say(_("A side may have: %(cards)s."), cards=", ".join(tables.SIDE_CARDS))


def _fault_of_platoon(rest: Sequence[str]) -> tuple[Message, Message] | None:
    name, kind = rest[0], "/".join(rest[1:])
    if not _is_key(name):
        told = say(_("“%(name)s” cannot be the name of a platoon."), name=name[:40])
        return told, say(_("Small letters, figures, hyphens and underscores, with a letter among them; 40 at most."))
    if kind not in tables.GRANTS:
        told = say(_("A platoon has no card “%(card)s”."), card=kind[:40])
        return told, say(_("A platoon may have: %(cards)s."), cards=", ".join(tables.GRANTS))
    return None


def _is_key(name: str) -> bool:
    try:
        msgspec.convert(name, Key)
    except msgspec.ValidationError:
        return False
    return True


def _too_many(count: int, before: int) -> tuple[Message, Message] | None:
    if before + count <= tables.MOST_CARDS:
        return None
    told = say(_("The deck comes to %(n)s cards here."), n=before + count)
    return told, say(_("A deck has at most %(most)s."), most=tables.MOST_CARDS)


# -- the decks of the scenarios --------------------------------------------------------------------------------------

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
_OF_PLATOON = {"half_move_free_action": 2, "free_action": 1, "move": 1}  # the better of the posted sets, for both sides
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
    """The deck as it was mustered. Never raises: wrong lines are ignored."""
    return parse(text_of(scenario, options), sides_of(scenario))[0]


def text_of(scenario: str, options: Mapping[str, Any]) -> str:
    asked = str(options["deck"])
    return asked if asked.strip() else DECKS[scenario]


def sides_of(scenario: str) -> tuple[str, ...]:
    """In the scenario's order."""
    return next(one.sides for one in tables.SCENARIOS if one.key == scenario)
