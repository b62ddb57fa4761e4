"""Tables for stories: forces, and the battle as far as the Impulse of a card.

    battle("germans/panzers/free_action", {"tiger": ("moving",)}).when("germans", "halt tiger by=free").then(
        happened(e.Halted, unit="tiger")
    )

Bob plays the soviets, Carol the germans. The players draw from a deck of their own (`DECK`: a card of every type), so
that a story has the card it is about. Lengths are tenths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from rules import adjudicate, visibility
from rules.contract import Event, Message, Muster, Refused, Roll, Side, Unit
from rules.systems.fluid_time import tables
from rules.systems.fluid_time.cards import grants_of, left, next_pack, parts
from rules.systems.fluid_time.deck import CardDrawn, DeckShuffled
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.impulses import CommanderInvoked, ImpulseBegan, ImpulseEnded
from rules.systems.fluid_time.morale import MoraleChecked
from rules.systems.fluid_time.moving import LeftTable, Moved
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.posture import TookHullDown, WentOnOverwatch
from rules.systems.fluid_time.state import State, Vehicle
from rules.systems.fluid_time.turns import TurnEnded
from tests.rules.scenario import Story, given

SEED = "5eed" * 16
SIDES = {"germans": "carol", "soviets": "bob"}
TIGER = "Tiger I"  # size 8, armour 17, dice 6/6/5, moves 8
PANZER = "Pz IV H"  # size 7, armour 10, dice 5/5/4, moves 8
PANTHER = "Panther G"  # size 8, armour 19, dice 7/6/5, moves 9
T34 = "T-34/76"  # size 7, armour 10, dice 3/3/2, moves 11
KV = "KV-1"  # size 8, armour 12, dice 3/3/2, moves 7; a heavy one, +3 to morale
T60 = "T-60"  # size 5, armour 5, dice 1/1/1, moves 9
PLATOONS = ("germans/panzers", "germans/specials", "soviets/tankovy", "soviets/specials")
DECK = "\n".join(
    (
        "3 turn_over",
        *(f"1 {side}/{kind}" for side in SIDES for kind in tables.SIDE_CARDS),
        *(f"1 {platoon}/{kind}" for platoon in PLATOONS for kind in tables.GRANTS),
    )
)
FREE, MOVE, BOTH, TWICE, HALF = (
    f"germans/panzers/{kind}"
    for kind in ("free_action", "move", "half_move_free_action", "double_free_action", "half_move")
)
Units = Mapping[str, tuple[str, str]]
TWO: Units = {"tiger": (TIGER, "germans/panzers"), "t34": (T34, "soviets/tankovy")}
FOUR: Units = {
    "tiger": (TIGER, "germans/panzers"),
    "panzer": (PANZER, "germans/panzers"),
    "t34": (T34, "soviets/tankovy"),
    "kv": (KV, "soviets/specials"),
}
SIX = {  # a vehicle in every platoon of the posted deck
    "a": (TIGER, "germans/panzers_a"),
    "b": (PANZER, "germans/panzers_b"),
    "c": (PANZER, "germans/german_specials"),
    "d": (T34, "soviets/tankovy_1"),
    "e": (T34, "soviets/tankovy_2"),
    "f": (KV, "soviets/soviet_specials"),
}
THREE = {**FOUR, "third": (PANZER, "germans/panzers")}
Marks = Mapping[str, tuple[str, ...]]
Passed = Any  # stories pass options on as a dict, and of its values mypy knows one type for all


# -- forces ------------------------------------------------------------------------------------------------------------


def muster(
    units: Units = TWO, conditions: Passed = None, fittings: Passed = None, edition: Passed = "", **options: Passed
) -> Muster:
    """`units` by id: model, and platoon with its side; `conditions` and `fittings` (crew marks) by id, too."""
    conditions = conditions or {}
    return Muster(
        system=tables.KEY,
        edition=edition,
        options={"deck": DECK, "deck_draw": "table", **options},
        board={"platoons": "\n".join(_division(units))},
        sides={side: Side(players=(player,)) for side, player in SIDES.items()},
        units=tuple(
            Unit(id=id, side=platoon.partition("/")[0], model=model, condition=conditions.get(id, {}))
            for id, (model, platoon) in units.items()
        ),
        fittings=fittings or {},
        seed=SEED,
    )


def _division(units: Units) -> Iterable[str]:
    for platoon in dict.fromkeys(platoon for _model, platoon in units.values()):
        yield f"{platoon}: {' '.join(id for id, (_model, whose) in units.items() if whose == platoon)}"


# -- as far as an Impulse ----------------------------------------------------------------------------------------------


def shuffled(units: Units = TWO, marks: Marks | None = None, **told: Passed) -> Story:
    """The first turn has begun, and no card was drawn. `marks`: what vehicles carry; `told`: options, `conditions`,
    `fittings` and `edition`."""
    story = given(muster(units, **told))
    story.and_then(DeckShuffled(turn=1, cards=play(story).deck))
    return marked(story, marks or {})


def dealt_by_leaguer(units: Passed = SIX, deck: str = "", **options: Passed) -> Story:
    """Leaguer draws; of the posted deck, or of another."""
    return given(muster(units, deck=deck, deck_draw="leaguer", **options))


def battle(card: str = FREE, marks: Marks | None = None, units: Units = FOUR, **told: Passed) -> Story:
    """The Impulse of a card of the first turn; or, for "germans" or "soviets", of that commander's."""
    return began(shuffled(units, marks, **told), card)


def marked_for(*marks: str, card: str = FREE, units: Units = FOUR, **told: Passed) -> Story:
    """The Impulse of a card; the tiger is marked for these reasons."""
    return battle(card, {"tiger": marks}, units, **told)


def began(story: Story, card: str) -> Story:
    """The Impulse of another card, from the gap between two."""
    side, platoon, _kind = parts(card)
    if side:
        story.and_then(CardDrawn(card=card, left=len(left(play(story))) - 1))
    else:
        story.and_then(CommanderInvoked(side=card))
    side, card = side or card, card if side else ""
    units = [unit.id for unit in play(story).of_side(side) if not platoon or unit.platoon == platoon]
    given_to = grants_of(play(story), card)
    return story.and_then(ImpulseBegan(side=side, card=card, platoon=platoon, grants=given_to, units=tuple(units)))


def ended(story: Story) -> Story:
    """The Impulse is over, and nobody is halted by it."""
    impulse = play(story).impulse
    assert impulse is not None
    return story.and_then(ImpulseEnded(side=impulse.side, why="done"))


def turned_over(story: Story) -> Story:
    """A Turn Over card in the gap between two, and the next turn."""
    state = play(story)
    story.and_then(CardDrawn(card=tables.TURN_OVER, left=len(left(state)) - 1), TurnEnded(turn=state.turn))
    return story.and_then(DeckShuffled(turn=state.turn + 1, cards=next_pack(state)))


def marked(story: Story, marks: Marks) -> Story:
    """Vehicles have been marked by what happened to them, and it was all told."""
    for id, named in marks.items():
        for mark in named:
            story.and_then(mark_of(id, mark))
    return story


def mark_of(id: str, mark: str) -> Event:
    """What puts a mark on a vehicle, and spends nothing of its own."""
    match mark:
        case "moving":
            return Moved(unit=id, over="open", length=10, measure="tenths of an inch", cost=10, reach=0, spent="")
        case "overwatch":
            return WentOnOverwatch(unit=id, spent="")
        case "hull_down":
            return TookHullDown(unit=id)
        case "left_table":
            return LeftTable(unit=id, spent="")
        case "last_tank":
            return LastOfPlatoon(unit=id)
        case "abandoned" | "suppressed":
            return checked(id, mark)
        case "struck":
            return hit(id, "none", tests="struck")
        case "crew_suppressed":
            return hit(id, mark, tests=mark)
        case "gun_out" | "immobile" | "burning" | "exploded":
            return hit(id, mark)
    raise ValueError(mark)


def hit(id: str, effect: str, tests: str = "", source: str = "", repeated: bool = False) -> HitResolved:
    return HitResolved(
        unit=id,
        source=source,
        side="front",
        cause="shot",
        dice=1,
        roll=fell(1),
        total=1,
        armour=10,
        effect=effect,
        tests=tests,
        repeated=repeated,
    )


def checked(id: str, result: str, reason: str = "rally") -> MoraleChecked:
    return MoraleChecked(unit=id, reason=reason, roll=fell(1, 1), modifier=0, total=2, result=result)


def fell(*values: int, faces: int = 6) -> Roll:
    """Dice of no question that matters."""
    return Roll("story", faces, values, "table")


# -- looking at it -----------------------------------------------------------------------------------------------------


def play(story: Story) -> State:
    state: State = story.play
    return state


def unit(story: Story, id: str) -> Vehicle:
    return play(story).units[id]


def told(story: Story, name: str) -> str:
    """A line of the battle's sheet, in words."""
    value = next(fact.value for fact in visibility.see(story.state, "").facts if fact.name == name)
    return value.text() if isinstance(value, Message) else str(value)


def sheet(story: Story, id: str, name: str) -> str:
    """A line of a vehicle's sheet, in words."""
    view = next(one for one in visibility.see(story.state, "").units if one.id == id)
    if name == "status":
        return view.status.text()
    value = next(fact.value for fact in view.facts if fact.name == name)
    return value.text() if isinstance(value, Message) else str(value)


def choices(story: Story, side: str) -> set[str]:
    """The commands a side is offered."""
    return {choice.command for choice in visibility.legal(story.state, side)}


def faults(forces: Muster) -> list[str]:
    """The names of all that is wrong with the forces."""
    with pytest.raises(Refused) as caught:
        adjudicate.muster(forces)
    return [one.fault for one in caught.value.faults]


def given_losses(**told: Passed) -> Story:
    """A battle at its first draw; the germans' tiger and the soviets' t34 are known to burn, told without any shot."""
    units = {**FOUR, "reserve": (T34, "soviets/tankovy")}
    return shuffled(units, {"tiger": ("burning",), "t34": ("burning",)}, **told)
