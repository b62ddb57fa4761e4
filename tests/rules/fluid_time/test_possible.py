"""Which states no battle can be in, and that play never comes to one of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from rules import visibility
from rules.contract import Refused
from rules.player import advance
from rules.record import Table
from rules.stream import facts
from rules.stream.revision.reports import Declare
from rules.systems.fluid_time import SYSTEM
from tests.rules.fluid_time.table import BOTH, FOUR, battle, muster, play, shuffled, told, unit
from tests.rules.scenario import Story, given

SHEET = """\
name,nation,points,role,size,armour,dice_short,dice_medium,dice_long,modifier_short,modifier_medium,modifier_long,shots,move
Lorry,GER,5,soft vehicle,7,3,,,,,,,,12
"""
UNITS = {**FOUR, "lorry": ("Lorry", "germans/specials")}
AIR, GUNS, SUPPORT = "germans/air_support", "germans/artillery_support", "soviets/support"
TIGER_FIRES = {"unit": "tiger", "target": "t34"}


def declared(story: Story, values: dict[str, Any]) -> Refused | None:
    """Why the organiser may not declare these facts; None where he has."""
    return story.when("", Declare(facts=values, reason="So it stands."))._refused


def called(**said: Any) -> dict[str, Any]:
    """What makes a battle one in which an airstrike of the germans is played."""
    strike = {"card": AIR, "side": "germans"} | said
    return {"phase": "support", "impulse": None, "drawn": [BOTH, AIR], "impulses": 2, "strike": strike}


def impulse(**said: Any) -> dict[str, Any]:
    return {"impulse": {"side": "germans", "card": BOTH, "platoon": "panzers", "volleys": 1} | said}


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"conceded": "reds"}, "conceded", "Sides: germans, soviets"),
    ({"result": {"winner": "reds"}}, "result", "Sides"),
    ({"commanders": ["reds"]}, "commanders", "Sides"),
    ({"commanders": ["germans", "germans"]}, "commanders", "once"),
    ({"held": [""]}, "held", "Sides"),
    ({"held": ["germans"]}, "held", "at most 0"),
    ({"moved": ["nobody"]}, "moved", "vehicles: tiger"),
    ({"moved": ["tiger", "tiger"]}, "moved", "once"),
    ({"fired": [{"unit": "tiger", "target": "panzer"}]}, "fired", "an enemy"),
    ({"volley": [{"unit": "tiger", "target": "nobody"}]}, "volley", "an enemy"),
    # the deck
    ({"drawn": ["germans/move", "germans/move"], "impulses": 2}, "drawn", "Its cards"),
    ({"drawn": ["turn_over"], "impulses": 1}, "drawn", "Leave it out"),
    ({"out": ["germans/move"]}, "out", "none"),
    ({"pack": ["germans/lunch"]}, "pack", "Its cards"),
    ({"dealt": ["germans/move"]}, "dealt", "“drawn”"),
    ({"seal": "0" * 64}, "seal", "“drawn”"),
    ({"shuffles": 3}, "shuffles", "“drawn”"),
    ({"impulses": 7}, "impulses", "Declare 1"),
    # the turn
    ({"turn": 0}, "turn", "from 1 to 99"),
    ({"ended": 1}, "ended", "at most 0"),
    ({"quiet": True}, "quiet", "“gap”"),
    ({"phase": "shuffle"}, "impulse", "none in others"),
    ({"phase": "shuffle", "impulse": None, "units.tiger.grants": [], "units.panzer.grants": []}, "drawn", "empty"),
    # an Impulse
    ({"phase": "gap"}, "impulse", "none in others"),
    (
        {"phase": "gap", "impulse": None, "volley": [TIGER_FIRES]}
        | {"units.tiger.grants": [], "units.panzer.grants": []},
        "volley",
        "no shots",
    ),
    ({"impulse": None}, "impulse", "whose it is"),
    (impulse(side="soviets", platoon="tankovy"), "impulse", "its card"),
    (impulse(card=""), "impulse", "that the card was played"),
    (impulse(card="", platoon="", side="soviets"), "impulse", "that the card was played"),
    (impulse(volleys=2), "impulse", "at most 1"),
    (impulse(firing=True), "impulse", "declared"),
    (impulse(volleys=0) | {"volley": [TIGER_FIRES]}, "impulse", "declared"),
    ({"volley": [TIGER_FIRES, TIGER_FIRES]}, "volley", "each once"),
    ({"volley": [{"unit": "lorry", "target": "t34"}]}, "volley", "of the Impulse"),
    ({"volley": [TIGER_FIRES], "units.tiger.gun_out": True}, "volley", "Leave out"),
    ({"queue": ["soviets"]}, "queue", "a commander"),
    ({"units.tiger.grants": ["move"]}, "units.tiger.grants", "1/2 Move (half_move), Free Action (free)"),
    ({"units.t34.grants": ["free"]}, "units.t34.grants", "-"),
    ({"units.tiger.reach": 40}, "units.tiger.reach", "moving"),
    ({"units.tiger.reach": 81, "units.tiger.moving": True, "units.tiger.grants": []}, "units.tiger.reach", "80"),
    ({"units.tiger.reach": 41, "units.tiger.moving": True, "units.tiger.grants": ["free"]}, "units.tiger.reach", "40"),
    ({"units.t34.tested": True}, "units.t34.tested", "of its own"),
    (
        {
            f"units.{id}.{fact}": value
            for id in ("tiger", "panzer")
            for fact, value in (("suppressed", True), ("grants", []))
        },
        "phase",
        "“gap”",
    ),
    # support
    ({"phase": "support", "impulse": None}, "strike", "none in others"),
    (called(side="soviets"), "strike", "that it has"),
    (called(card="germans/move"), "strike", "that it has"),
    (called(card=GUNS), "strike", "last card"),
    (called(kind="air"), "strike", "before the call"),
    (called(stage="send"), "strike", "before the call"),
    (called(stage="send", kind="artillery"), "strike", "its dice"),
    (called(stage="send", kind="air", aircraft="il_2"), "strike", "its dice"),
    (called(stage="send", kind="air", aircraft="ju_87", level="low"), "strike", "“targets”"),
    (called(stage="send", kind="air", aircraft="ju_87", told=["tiger"]), "strike", "“targets”"),
    (called(stage="targets", kind="air", aircraft="ju_87", level="low", told=["nobody"]), "strike", "vehicles: tiger"),
    (called(stage="targets", kind="air", aircraft="ju_87", level="low", told=[*UNITS]), "strike", "“gap”"),
    (called(stage="hold", kind="air", aircraft="ju_87"), "strike", "a fighter"),
    (called(stage="cancel", kind="air", aircraft="ju_87"), "strike", "that it holds one"),
    # vehicles
    ({"units.t34.presence": "burning", "units.t34.hull_down": True}, "units.t34.hull_down", "in play"),
    ({"units.t34.presence": "left_table", "units.t34.tests": ["struck"]}, "units.t34.tests", "in play"),
    ({"units.t34.moving": True, "units.t34.immobile": True}, "units.t34.moving", "without Moving"),
    ({"units.t34.moving": True, "units.t34.overwatch": True}, "units.t34.overwatch", "without Moving"),
    ({"units.t34.moving": True, "units.t34.hull_down": True}, "units.t34.hull_down", "without Moving"),
    ({"units.lorry.overwatch": True}, "units.lorry.overwatch", "not on overwatch"),
    ({"units.t34.tests": ["struck", "struck"]}, "units.t34.tests", "once"),
    ({"units.t34.overwatch": True, "units.t34.suppressed": True}, "units.t34.overwatch", "not on overwatch"),
    ({"units.t34.struck_again": True}, "units.t34.struck_again", "it suppressed"),
    ({"units.t34.tests": ["struck"], "units.t34.repeated": ["struck"]}, "units.t34.repeated", "struck again"),
    ({"units.t34.presence": "burning", "units.t34.struck_again": True}, "units.t34.struck_again", "in play"),
    ({"units.t34.tests": ["crew_suppressed"]}, "units.t34.suppressed", "suppressed"),
    ({"units.t34.tests": ["last_tank"]}, "units.t34.lasting", "without this test"),
    ({"units.t34.assessed": True}, "units.t34.assessed", "the result"),
]


@pytest.mark.parametrize(("values", "field", "remedy"), WRONG)
def test_facts_fit_one_another(values: dict[str, Any], field: str, remedy: str) -> None:
    story = battle(BOTH, units=UNITS, house_units=SHEET)
    before = facts.facts(story.play)
    refused = declared(story, values)
    assert refused is not None, "accepted"
    assert (refused.rule, refused.field) == ("declared", f"facts.{field}"), refused
    assert refused.remedy is not None
    assert remedy in refused.remedy.text(), refused.remedy.text()
    assert facts.facts(story.play) == before


def test_of_the_first_edition_a_second_strike_goes_with_tests_and_overwatch_lives_through_suppression() -> None:
    story = battle(BOTH, units=UNITS, house_units=SHEET, edition="1")
    again: list[tuple[dict[str, Any], str, str]] = [
        ({"units.t34.suppressed": True, "units.t34.struck_again": True}, "struck_again", "Name the tests"),
        ({"units.t34.repeated": ["struck"]}, "repeated", "“tests”"),
    ]
    for values, fact, remedy in again:
        refused = declared(story, values)
        assert refused is not None
        assert refused.field == f"facts.units.t34.{fact}"
        assert refused.remedy is not None
        assert remedy in refused.remedy.text()
    assert declared(story, {"units.t34.tests": ["struck"], "units.t34.repeated": ["struck"]}) is None
    assert declared(story, {"units.t34.suppressed": True, "units.t34.overwatch": True}) is None


def test_where_stopping_at_a_crest_suffices_what_moves_may_be_hull_down() -> None:
    story = battle(BOTH, units=UNITS, house_units=SHEET, hull_down_moving=True)
    assert declared(story, {"units.t34.moving": True, "units.t34.hull_down": True}) is None


def shuffled_by_leaguer() -> Story:
    return given(muster(UNITS, house_units=SHEET, deck_draw="leaguer")).tell("germans: shuffle\ngermans: draw")


SEALED: list[tuple[dict[str, Any], str]] = [
    ({"seal": ""}, "phase"),
    ({"drawn": ["germans/move"], "impulses": 1}, "drawn"),
    ({"dealt": []}, "drawn"),
    ({"pack": ["germans/move"], "dealt": []}, "pack"),
    ({"shuffles": 0}, "seal"),
    ({"pack": [], "dealt": []}, "seal"),
]


@pytest.mark.parametrize(("values", "field"), SEALED)
def test_what_leaguer_has_shuffled_and_drawn_fits_together(values: dict[str, Any], field: str) -> None:
    refused = declared(shuffled_by_leaguer(), values)
    assert refused is not None
    assert refused.field == f"facts.{field}", refused


def test_a_card_that_leaguer_has_dealt_can_be_declared() -> None:
    story = given(muster(UNITS, house_units=SHEET, deck_draw="leaguer")).tell("germans: shuffle")
    assert (
        declared(story, {"dealt": ["germans/move"], "drawn": ["germans/move"], "impulses": 1, "quiet": False}) is None
    )
    assert int(told(story, "cards")) == len(play(story).pack) - 1
    story.tell("germans: draw")


def test_a_deck_that_was_declared_another_is_not_disclosed_in_its_place() -> None:
    """Else the log would not hold what was sealed."""
    story = given(muster(UNITS, house_units=SHEET, deck_draw="leaguer")).tell("germans: shuffle")
    assert declared(story, {"pack": ["turn_over"]}) is None
    followed = story.when("germans", "draw").events
    assert [type(event).__name__ for event in followed] == ["CardDrawn", "TurnEnded"]
    story.tell("germans: shuffle")


def test_what_lies_in_leaguer_s_deck_does_not_stay_out() -> None:
    """B19: else a card were drawn, and out twice."""
    told = muster(UNITS, house_units=SHEET, deck_draw="leaguer", full_deck_reshuffle=False)
    story = given(told).tell("germans: shuffle")
    refused = declared(story, {"out": ["germans/move"]})
    assert refused is not None
    assert refused.field == "facts.out"
    pack = [card for card in play(story).pack if card != "germans/move"]
    assert declared(story, {"out": ["germans/move"], "pack": pack}) is None


def test_cards_that_stay_out_are_not_drawn() -> None:
    story = battle(BOTH, units=UNITS, house_units=SHEET, full_deck_reshuffle=False)
    refused = declared(story, {"out": [BOTH]})
    assert refused is not None
    assert refused.field == "facts.drawn"
    assert declared(story, {"out": ["germans/move"]}) is None


RIGHT: list[dict[str, Any]] = [
    {"units.t34.presence": "burning"},
    {"units.t34.moving": True},
    {"units.t34.overwatch": True, "moved": ["tiger"], "units.tiger.moving": True, "units.tiger.grants": ["free"]},
    {"units.t34.suppressed": True, "units.t34.tests": ["crew_suppressed"], "units.t34.struck": True},
    {"units.t34.tests": ["last_tank", "struck"], "units.t34.lasting": True},
    {"units.t34.suppressed": True, "units.t34.struck_again": True},
    {"volley": [TIGER_FIRES], "units.tiger.grants": ["half_move"]},
    {"phase": "gap", "impulse": None, "units.tiger.grants": [], "units.panzer.grants": []},
    {"turn": 7, "ended": 5},
    called() | {"units.tiger.grants": [], "units.panzer.grants": []},
    called(stage="hold", kind="air", aircraft="me_109") | {"units.tiger.grants": [], "units.panzer.grants": []},
    called(stage="targets", kind="air", aircraft="ju_87", level="all_out", told=["kv"])
    | {"units.tiger.grants": [], "units.panzer.grants": []},
    {"impulse": {"side": "germans"}, "commanders": ["germans"], "queue": ["soviets"], "impulses": 2}
    | {"units.tiger.grants": ["free"], "units.panzer.grants": [], "units.lorry.grants": ["free"]},
    {"result": {"winner": ""}},
]


@pytest.mark.parametrize("values", RIGHT)
def test_what_may_stand_can_be_declared_and_played_from(values: dict[str, Any]) -> None:
    story = battle(BOTH, units=UNITS, house_units=SHEET)
    refused = declared(story, values)
    assert refused is None, refused
    stands = facts.facts(story.play)
    assert all(value == stands[path] or isinstance(value, dict | list) for path, value in values.items())
    if not story.state.outcome().over:
        offered = {choice.command for side in ("germans", "soviets") for choice in visibility.legal(story.state, side)}
        assert offered - {"Concede", "ChangeDepth"}


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("units.tiger.presence", "lost"),
        ("units.tiger.tests", ["fear"]),
        ("units.tiger.reach", -1),
        ("units.tiger.grants", ["free"] * 3),
        ("units.tiger.platoon", "specials"),
        ("deck", []),
        ("phase", "lunch"),
        ("turn", -1),
        ("units.nobody.moving", True),
    ],
)
def test_a_fact_is_what_its_bounds_allow(fact: str, value: Any) -> None:
    refused = declared(battle(BOTH, units=UNITS, house_units=SHEET), {fact: value})
    assert refused is not None
    assert refused.field.startswith(f"facts.{fact}")


def test_losses_that_decide_a_battle_end_it_and_it_goes_on_where_they_are_taken_back() -> None:
    story = battle(BOTH, units=UNITS, house_units=SHEET)
    gone = {f"units.{id}.presence": "exploded" for id in ("t34", "kv")}
    assert declared(story, gone) is None
    assert story.state.outcome().over
    assert declared(story, {"units.t34.presence": "in_play"}) is None
    assert not story.state.outcome().over
    story.tell("germans: move tiger 10 by=half_move")
    assert unit(story, "tiger").moving


def test_before_anything_is_told_all_of_it_is_possible() -> None:
    SYSTEM.possible(given(muster()).play)
    SYSTEM.possible(shuffled().play)


@for_all(seed=st.integers(0, 2**32 - 1))
def test_law_play_never_comes_to_an_impossible_state(seed: int) -> None:
    choose = Random(seed).randrange
    table = Table.open(SYSTEM.draft(choose))
    for _report in range(60):
        SYSTEM.possible(table.battle.play)
        if table.battle.settled:
            break
        advance(table, choose)
