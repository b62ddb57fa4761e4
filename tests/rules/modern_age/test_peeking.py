"""Dice are not to be seen before they fall: no refusal may depend on dice Leaguer has yet to roll.

A refused report leaves no trace, so whatever its refusal tells of Leaguer's dice could be had before the attack is
made, and the attack be made otherwise.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given

from rules import visibility
from rules.contract import Choice, Command, Refused
from rules.player import advance, complete
from rules.record import Table
from rules.stream.dice import SeededDice
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.attack.answers import Drawn
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from tests.length import AT_LENGTH
from tests.rules.conformance.games import Game, games
from tests.rules.modern_age.musters import ace, first_game, shooting, with_seed
from tests.rules.modern_age.strikes import drawn, struck

SEEDS = tuple(f"{number:064x}" for number in range(4))


@pytest.mark.parametrize(
    ("report", "field"),
    [
        ("fire m1 t64 stationary=a,b,c,d", "stationary"),
        ("fire m1 t64 stationary='' stabiliser=''", "stationary"),
        ("fire m1 t64 swap=yes", "swap"),
        ("fire m1 t64 defence=1", "defence"),
        ("fire m1 t64 dice=1,1,1,1 stationary=a swap=yes", "swap"),
        ("fire m1 t64 dice=1,1,1,1 stationary=a defence=1", "defence"),
    ],
)
def test_what_follows_dice_of_leaguer_s_is_answered_when_it_is_asked(report: str, field: str) -> None:
    shooting(first_game()).when("americans", report).refused("003 R26", field)


def test_no_cards_for_a_defence_leaguer_is_to_roll() -> None:
    story = shooting(first_game())
    story.when("americans", "fire m1 t64 dice=6,6,1,1 stationary='' stabiliser=''").then(AttackRolled, AttackRerolled)
    cards = """criticals='[{"card": "Lucky Hit"}]'"""
    story.when("soviets", f"defend t64 {cards}").refused("003 R26", "criticals")
    assert story.when("soviets", f"defend t64 dice=1 {cards}").events


LUCKY = """criticals='[{"card": "Lucky Hit"}]'"""
CRITICALS = """fire m1 t64 dice=6,6,1,1 stationary='' stabiliser='' swap=no defence=1"""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("fitted", "report", "refused"),
    [
        ({"m1": "Sharpshooter Gunner"}, "americans: pick-critical m1 1", False),
        ({"m1": "Sharpshooter Gunner"}, f"americans: pick-critical m1 2 {LUCKY}", False),
        ({"m1": "Sharpshooter Gunner"}, "americans: pick-critical m1 3", True),
        ({"t64": "Protected Ammo"}, "soviets: spend t64 equipment", False),
        ({"t64": "Protected Ammo"}, f"soviets: spend t64 equipment {LUCKY}", False),
        ({"t64": "Protected Ammo"}, f"soviets: spend t64 {LUCKY}", True),
    ],
)
def test_critical_cards_leaguer_is_to_draw_show_in_no_refusal(
    fitted: dict[str, str], report: str, refused: bool, seed: str
) -> None:
    """Whatever is drawn next, the same report is accepted or refused alike."""
    fittings: dict[str, tuple[str, ...]] = {unit: (card,) for unit, card in fitted.items()}
    story = shooting(with_seed(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, fittings, critical_deck="house"), seed))
    named = ", ".join(['{"card": "Ammo Explosion"}'] * 2)
    if "m1" in fitted:
        story.tell("americans: reveal m1 gunner")
    story.tell(f"americans: {CRITICALS} criticals='[{named}]'")
    side, _colon, told = report.partition(": ")
    assert (story.when(side, told)._refused is not None) == refused


@pytest.mark.parametrize("card", ["Medical Kit", "Protected Ammo", "Fire Extinguisher", "Bigger Hammer", "Tool Kit"])
def test_whether_a_card_may_be_spent_is_asked_by_its_type_alone(card: str) -> None:
    """What lies face down is the owner's secret: he is asked alike, and others see and are refused alike."""
    story = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": (card,)}))
    drawn(struck(story), "Ammo Explosion")
    asked = [choice.command for choice in visibility.legal(story.state, "soviets") if choice.command != "Spend"]
    assert asked == ["KeepHidden", "Reveal", "Concede"]
    seen = visibility.see(story.state, "americans")
    assert seen.pending is not None
    assert card not in repr((seen, visibility.legal(story.state, "americans")))
    story.when("americans", "spend t64 equipment").refused("battle", "by")


@given(game=games())
def test_no_refusal_tells_how_dice_will_fall(game: Game) -> None:
    """Whatever somebody curious adds to a report, it is refused alike (or not at all) whichever dice are to fall."""
    table, chance = game.played(SYSTEM), game.chance()
    for _time in range(40):
        if table.battle.outcome().over or any(choice.command in CURIOUS for choice in offered(table)):
            break
        advance(table, chance.randrange)
    for choice in offered(table):
        for _time in range((25 if AT_LENGTH else 8) if choice.command in CURIOUS else 1):
            command = curious(complete(table, choice, chance.randrange), chance)
            told = {said(table, choice.side, command, seed) for seed in SEEDS}
            assert len(told) == 1, (command, told)


# What may be said ahead of the dice it follows, by report.
CURIOUS: dict[str, dict[str, tuple[Any, ...]]] = {
    "Fire": {
        "dice": ((1, 4, 6, 6), (1, 4, 5, 6, 6)),
        "stationary": ((), ("a",), ("a", "b", "c", "d")),
        "stabiliser": ((), ("b",), ("a", "b")),
        "rerolled": ((), (4,), (6, 6)),
        "swap": (True, False),
        "defence": ((), (1,), (1, 4)),
        "target_cancels": (1,),
        "criticals": ((Drawn(card="Lucky Hit"),),),
    },
    "Reroll": {"stationary": ((), ("a", "b"))},
    "RerollDefence": {"again": ((), ("a",)), "target_cancels": (1,)},
    **{report: {"criticals": ((Drawn(card="Lucky Hit"),),)} for report in ("PickCritical", "Spend", "LoseCrew")},
    "Defend": {"dice": ((1,), (1, 4)), "target_cancels": (1,), "criticals": ((Drawn(card="Lucky Hit"),),)},
}


def offered(table: Table) -> list[Choice]:
    return [choice for side in table.mustered.sides for choice in visibility.legal(table.battle, side)]


def curious(command: Command, chance: Random) -> Command:
    """The report with up to three things more than it need say."""
    more = CURIOUS.get(type(command).__name__, {})
    told = chance.sample(sorted(more), chance.randrange(min(3, len(more)) + 1))
    return msgspec.structs.replace(command, **{name: chance.choice(more[name]) for name in told})


def said(table: Table, side: str, command: Command, seed: str) -> str:
    try:
        table.copy().report(side, command, SeededDice(seed))
    except Refused as refused:
        return f"{refused.rule} {refused.field} {refused.text.text()} {refused.remedy and refused.remedy.text()}"
    return "accepted"
