"""A whole round on one phone that holds both seats, with cards face down and the table's own dice: how many
submissions it takes."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from battles import handler
from rules.adjudicate import Who
from rules.reports import LendSeat
from tests.budgets import Budget
from tests.cast import Cast
from tests.pages import shots
from tests.pages.rounds import Teller, moved, of
from tests.pages.shots import Shot
from tests.rules.modern_age import musters
from tests.rules.panzer_strike import table as panzer_strike
from tests.rules.panzer_strike.test_muster import AMERICANS as ALLIES
from tests.rules.panzer_strike.test_muster import GERMANS as AXIS
from tests.rules.panzer_strike.test_muster import army

pytestmark = pytest.mark.django_db
MODERN_AGE = "round of Modern Age, 5 against 5, submissions"
PANZER_STRIKE = "round of Panzer Strike, 12 against 19, submissions"
AMERICANS = {"a1": "M1 Abrams", "a2": "M1 Abrams", "a3": "M60 Patton", "a4": "M60 Patton", "a5": "M60 Patton"}
SOVIETS = {"s1": "T-64", "s2": "T-64", "s3": "T-62", "s4": "T-62", "s5": "T-62"}
CARDS: dict[str, tuple[str, ...]] = {
    "a1": ("Dead-Eye Gunner",),
    "a3": ("Risky Driver",),
    "s1": ("Defensive Driver",),
    "s2": ("Cunning Driver",),
    "s3": ("Focused Loader",),
    "s4": ("Tool Kit",),
}
BEGUN = "roll-for-terrain dice=5,2|roll-for-role dice=6,3|choose-role attacker|choose-edge north"
DEPLOYED = "s3 s4 s5 s1 s2 a3 a4 a5 a1 a2"


def five_against_five(cast: Cast, deck: str) -> Shot:
    """Bob's five and Carol's five, of four kinds; six cards lie face down, and Carol has lent her seat."""
    forces = musters.ace(AMERICANS, SOVIETS, CARDS, allow_fan_made=True, critical_deck=deck)
    lines = [*BEGUN.split("|"), *(f"deploy {unit}" for unit in DEPLOYED.split())]
    players = {"americans": cast.bob, "soviets": cast.carol}
    return lent(Shot(replace(forces, dice="table"), cast.bob, *lines, players=players), cast, "soviets")


def lent(shot: Shot, cast: Cast, side: str) -> Shot:
    handler.execute(shot.stream, [shots.report_of(LendSeat(side=side))], Who(str(cast.carol.pk)), "page")
    return shot


def told(teller: Teller) -> str:
    return "\n".join(f"{n:2} {' '.join(one.elements())}" for n, one in enumerate(teller.sent, 1))


def in_budget(teller: Teller, name: str, budget: Budget) -> None:
    """No more submissions than that; those that end because Leaguer draws a card count, too."""
    budget(handler.state(teller.stream).rules.key, name, len(teller.sent), told(teller))


def fires(teller: Teller) -> None:
    """Whoever comes next fires at the first target; all of it is one submission."""
    page = teller.page()
    form = of(page, "Fire")
    if form is None:  # of many units the page shows what one can do
        holding = of(page, "HoldFire", batch=True)
        assert holding
        form = of(teller.page(json.loads(holding.fields["0/given"][0])["unit"]), "Fire")
    assert form
    teller.begin(teller.filled(form))


def move_all(teller: Teller) -> None:
    form = of(teller.page(), "Move", batch=True)
    assert form
    teller.begin(moved(form), how="")


def test_a_movement_phase_is_one_submission_and_so_is_a_shot_at_hidden_cards(cast: Cast) -> None:
    """Both sides' moves, by initiative; a shot with the dice of both players."""
    teller = Teller(cast.bob, five_against_five(cast, "free_input").stream, 1)
    move_all(teller)
    assert teller.play.phase == "shooting"
    fires(teller)
    assert len(teller.sent) == 2
    assert teller.sent[0] == {"Move": 10}
    assert {"Fire", "Reroll", "Defend"} <= teller.sent[1].keys()


@pytest.mark.soak
@pytest.mark.parametrize("deck", ["house", "free_input"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_round_of_modern_age(cast: Cast, deck: str, seed: int, budget: Budget) -> None:
    """Everybody moves, everybody who can fires, no card is turned up, repairs are tried by nobody."""
    teller = Teller(cast.bob, five_against_five(cast, deck).stream, seed)
    move_all(teller)
    while teller.play.phase == "shooting":
        page = teller.page()
        if keeps := of(page, "KeepHidden"):
            teller.begin(keeps.filled())
        else:
            fires(teller)
    while skips := of(page := teller.page(), "SkipRepair", batch=True) or of(page, "SkipRepair"):
        teller.begin(skips.filled(), how="one")
    advantage = of(teller.page(), "RollAdvantage")
    assert advantage
    teller.begin(teller.filled(advantage))
    assert teller.play.turn == 2
    in_budget(teller, MODERN_AGE, budget)


# -- Panzer Strike -----------------------------------------------------------------------------------------------------


def twelve_against_nineteen(cast: Cast) -> Shot:
    """The forces of Example 1 in two lines, three squares apart; the axis goes first, and Bob has both seats."""
    field = "\n".join(["." * 20] * 12)
    forces = panzer_strike.muster(field, army("allies", ALLIES) | army("axis", AXIS), first="2")
    lines = [f"deploy allies-{n} {chr(96 + n)}5 N" for n in range(1, 20)]
    lines += [f"deploy axis-{n} {chr(99 + n)}8 S" for n in range(1, 13)]
    players = {"allies": cast.bob, "axis": cast.carol}
    return lent(Shot(replace(forces, dice="table"), cast.bob, *lines, players=players), cast, "axis")


def move_side(teller: Teller) -> None:
    """As many units as may move together; each makes the first step it can."""
    form = of(teller.page(), "Move", batch=True)
    assert form
    keys = [key for key in form.offers if key.endswith(":steps")][: teller.play.limit]
    teller.batch(form, {key: [next(one for one in form.offers[key] if one)] for key in keys})


def fire_side(teller: Teller) -> None:
    """Everybody announces, then everybody fires."""
    page = teller.page()
    begun = of(page, "Announce") or next(found for unit in teller.able if (found := of(teller.page(unit), "Announce")))
    teller.begin(teller.filled(begun))


def end(teller: Teller, type_: str) -> None:
    form = of(teller.page(), type_)
    assert form
    teller.begin(form.filled())


@pytest.mark.soak
def test_a_round_of_panzer_strike(cast: Cast, budget: Budget) -> None:
    """Both sides move as many as they may, announce every shot they can before the first die, and fire them all."""
    teller = Teller(cast.bob, twelve_against_nineteen(cast).stream, 1)
    for _side in ("axis", "allies"):
        move_side(teller)
        end(teller, "EndMovement")
        fire_side(teller)
        end(teller, "EndTurn")
    assert teller.play.round == 2
    in_budget(teller, PANZER_STRIKE, budget)
    assert sum(one["Fire"] for one in teller.sent) >= 15
