"""Guns at helicopters, Rapid Fire, missiles, and the cards used with an attack (R21, R27, R34, R35, A6, A12)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.contract import Pick
from rules.systems.modern_age.cards.use import CardUsed
from rules.systems.modern_age.catalogue import find
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from rules.systems.modern_age.state import Attached, Wound
from rules.systems.modern_age.tables import EDITIONS
from tests.rules.modern_age.duels import KEEP, dice_of, duel
from tests.rules.modern_age.musters import damaged
from tests.rules.scenario import Story, happened

# -- guns --------------------------------------------------------------------------------------------------------------


def test_a_tank_has_three_dice_against_a_helicopter() -> None:
    """R27, whatever its attack, and A6: also with none at all."""
    for model in ("M1A1 Abrams", "T-55", "M901 ITV"):
        dice_of(duel(model, "Hind" if model != "T-55" else "Cobra", enemies=spare(model)), "fire a t", 3)


def spare(model: str) -> dict[str, str]:
    """A tank beside the helicopter: its platoon needs one."""
    return {"tank": "T-55" if model != "T-55" else "M60 Patton"}


def test_crew_and_upgrades_do_not_change_a_tank_s_dice_against_a_helicopter() -> None:
    """R27: Buck Taylor's die, and a Silver Bullet that may not even be spent; the platoon's rule is neither."""
    story = duel("M1 Abrams", "Hind", ("William 'Buck' Taylor", "Silver Bullet"), enemies=spare("M1 Abrams"))
    story.when("americans", "fire a t spend=ammo").refused("003 R27", "spend")
    dice_of(story, "fire a t", 3)
    dice_of(duel("T-64", "Cobra", enemies=spare("T-55")), "fire a t close=yes", 4)


def test_rapid_fire_against_helicopters() -> None:
    """A12: it takes the place of the three dice; a helicopter has it, too."""
    dice_of(duel("M163 VADS", "Hind", enemies=spare("M163 VADS")), "fire a t", 7)
    dice_of(duel("Hind", "Cobra", moves={"a": 1}, friends={"f": "T-55"}, enemies=spare("T-55")), "fire a t", 5)


def test_a_model_without_a_gun_fires_missiles_only() -> None:
    """A6: no gun at a tank, whatever adds to it."""
    story = duel("M901 ITV", "T-64", ("Clarence Tucker",))
    refusal = story.when("americans", "fire a t").refused("003 A6", "weapon")
    assert refusal.remedy is not None
    assert "missiles" in refusal.remedy.text()
    offered = [choice for choice in visibility.legal(story.state, "americans") if choice.command == "Fire"]
    assert [choice.given.get("weapon") for choice in offered] == ["missiles"]


def test_targets_are_on_the_table() -> None:
    story = duel("M1 Abrams", "T-64", enemies={"r": "T-55"})
    story.play.models["r"].reserve = True
    story.when("americans", "fire a r").refused("003 R21", "target")
    assert "r" not in {pick.value for pick in fields(story, "Fire", "target")}


def fields(story: Story, command: str, name: str) -> list[Pick]:
    return [
        pick
        for choice in visibility.legal(story.state, "americans")
        if choice.command == command
        for field in choice.fields
        if field.name == name
        for pick in field.picks
    ]


# -- missiles (R34) ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("moves", "hits", "criticals"), [(0, 2, 1), (1, 1, 1), (2, 1, 0)])
def test_missiles_on_the_move(moves: int, hits: int, criticals: int) -> None:
    """Faces 4, 5, 6, 1 by the speed token."""
    story = duel("M901 ITV", "T-64", moves={"a": moves})
    told = story.when("americans", "fire a t weapon=missiles dice=4,5,6,1")
    assert happened(AttackRolled, weapon="missiles", hits=hits, criticals=criticals).fits(told.events[0])


def test_no_missiles_at_speed_three_but_the_gun() -> None:
    """R34, B6; a Predator ignores the row."""
    story = duel("Gazelle (HOT)", "T-64", moves={"a": 3}, friends={"f": "AMX-30"})
    story.when("americans", "fire a t weapon=missiles").refused("003 R34", "weapon")
    fast = duel("Humvee-TOW", "Hind", moves={"a": 3}, enemies=spare("Humvee-TOW"))
    fast.when("americans", "fire a t weapon=missiles").refused("003 R34", "weapon")
    dice_of(fast, "fire a t", 3)


def test_a_predator_s_missiles_hit_as_if_it_stood_still() -> None:
    story = duel("Hind", "M60 Patton", ("AT-6 Spiral",), moves={"a": 3}, friends={"f": "T-55"})
    told = story.when("americans", "fire a t weapon=missiles dice=4,5,6,1,1")
    assert happened(AttackRolled, hits=2, criticals=1, hit_on=4, critical_on=6).fits(told.events[0])


def test_missiles_do_not_fail_for_a_stationary_shooter_below_their_own_faces() -> None:
    """A7: the dice that fail are those below the lowest face that hits; a moving shooter re-rolls none."""
    still = duel("M901 ITV", "T-64")
    still.when("americans", "fire a t weapon=missiles dice=3,4,5,6").then(AttackRolled)
    still.when("americans", "reroll a stationary=b").refused("003 R26", "stationary")
    still.when("americans", "reroll a stationary=a dice=6").then(happened(AttackRerolled, criticals=2))


def test_missiles_are_not_for_their_own_kind_close_by() -> None:
    """R34: tank against tank; a helicopter close by is a target all the same."""
    story = duel("M901 ITV", "T-64", enemies={"h": "Hind"})
    story.when("americans", "fire a t weapon=missiles close=yes").refused("003 R34", "close")
    dice_of(story, "fire a h weapon=missiles close=yes", 4)
    lynx = duel("Lynx", "Hind", friends={"f": "Chieftain"}, enemies={"tank": "T-55"})
    lynx.when("americans", "fire a t weapon=missiles close=yes").refused("003 R34", "close")
    dice_of(lynx, "fire a tank weapon=missiles close=yes", 4)


def test_the_choices_leave_close_out_where_missiles_forbid_it() -> None:
    story = duel("M901 ITV", "T-64", enemies={"h": "Hind"})
    by_targets = {
        tuple(pick.value for field in choice.fields if field.name == "target" for pick in field.picks): [
            field.name for field in choice.fields
        ]
        for choice in visibility.legal(story.state, "americans")
        if choice.given.get("weapon") == "missiles"
    }
    assert "close" not in by_targets["t",]
    assert "close" in by_targets["h",]


def test_missiles_are_too_slow_for_final_fury() -> None:
    """R35, A18."""
    story = damaged(duel("M901 ITV", "T-64"), "a", 3)
    story.when("americans", "fire a t weapon=missiles").refused("003 R35", "weapon")


def test_a_model_without_missiles_has_none() -> None:
    duel("M1 Abrams", "T-64").when("americans", "fire a t weapon=missiles").refused("003 R34", "weapon")


def test_jammed_mechanisms_of_a_helicopter_keep_its_missiles_still() -> None:
    story = duel("Lynx", "T-64", friends={"f": "Chieftain"})
    story.play.models["a"].criticals.update(jammed())
    story.when("americans", "fire a t weapon=missiles").refused("003 R34", "weapon")


def jammed() -> dict[str, Attached]:
    return {"c1": Attached("c1", Wound("Jammed Mechanisms", True, "Jammed Mechanisms"))}


# -- cards that give missiles ------------------------------------------------------------------------------------------

MISSILE_CARDS = [
    ("Improved TOW", "Cobra", 4, "T-64"),
    ("TOW Missile System", "M2 Bradley APC", 5, "T-64"),
    ("MILAN Firing Post", "AMX-10P", 4, "T-64"),
    ("Mounted MILAN", "Marder", 4, "T-64"),
    ("AT-10 Stabber", "T-62M", 5, "M1 Abrams"),
    ("AT-11 Sniper", "T-72", 5, "M1 Abrams"),
    ("AT-6 Spiral", "Hind", 5, "M1 Abrams"),
    ("AT-3 Sagger", "BMP-1", 4, "M1 Abrams"),
    ("AT-5 Spandrel", "BMP-2", 5, "M1 Abrams"),
    ("AT-8 Songster", "T-64", 5, "M1 Abrams"),
]


@pytest.mark.parametrize(("card", "model", "dice", "target"), MISSILE_CARDS)
def test_missiles_of_a_card(card: str, model: str, dice: int, target: str) -> None:
    """Improved TOW, TOW Missile System, Milan Firing Post, Mounted MILAN, AT-10, AT-11, AT-6, AT-3, AT-5, AT-8: so many
    dice, once the card is face up."""
    friends = {"f": "T-55" if target == "M1 Abrams" else "M60 Patton"} if model in ("Hind", "Cobra") else {}
    down = duel(model, target, (card,), hidden=(card,), friends=friends)
    down.when("americans", "fire a t weapon=missiles").refused("003 R34", "weapon")
    dice_of(duel(model, target, (card,), friends=friends), "fire a t weapon=missiles", dice)


def test_manpads_are_spent_against_a_helicopter() -> None:
    """MANPADS: Missiles (6) for that attack, face down until then; not at a tank."""
    story = duel("T-72", "Cobra", ("MANPADS",), hidden=("MANPADS",), enemies={"tank": "M60 Patton"})
    story.when("americans", "fire a tank weapon=missiles spend=ammo").refused("003 R7", "spend")
    story.when("americans", f"fire a t weapon=missiles spend=ammo dice=6,6,1,1,1,1 {KEEP}").then(
        happened(CardUsed, card="ammo", name="MANPADS", discarded="ammo"),
        happened(AttackRolled, weapon="missiles", criticals=2, spent=("ammo",)),
        AttackRerolled,
    )
    card = story.play.models["a"].cards["ammo"]
    assert (card.gone, card.face_up) == (True, True)
    assert "MANPADS" in story.play.models["a"].lost_cards


def test_a_silver_bullet_adds_a_die() -> None:
    """Silver Bullet."""
    story = duel("M1 Abrams", "T-64", ("Silver Bullet",))
    dice_of(story, "fire a t spend=ammo", 5)
    dice_of(duel("M1 Abrams", "T-64", ("Silver Bullet",)), "fire a t", 4)
    duel("M1 Abrams", "T-64", ("Silver Bullet",)).when("americans", "fire a t spend=ammo,ammo").refused(
        "003 R7", "spend"
    )
    duel("M1 Abrams", "T-64", ("Ambush",)).when("americans", "fire a t spend=doctrine").refused("003 R7", "spend")


def test_duck_hunter_attacks_a_helicopter_with_four_dice() -> None:
    """Duck Hunter: nothing goes for it, and nothing changes its dice."""
    cards = ("Duck Hunter", "William 'Buck' Taylor")
    story = duel("M1 Abrams", "Hind", cards, hidden=("Duck Hunter",), enemies={"tank": "T-55"})
    story.when("americans", "fire a tank weapon=fixed").refused("003 R7", "weapon")
    story.when("americans", "fire a t weapon=fixed spend=loader").refused("003 R7", "spend")
    story.when("americans", f"fire a t weapon=fixed dice=1,1,1,1 {KEEP}").then(
        happened(CardUsed, card="loader", discarded=""), happened(AttackRolled, weapon="fixed"), AttackRerolled
    )
    assert not story.play.models["a"].cards["loader"].gone
    duel("M1 Abrams", "Hind", enemies=spare("M1 Abrams")).when("americans", "fire a t weapon=fixed").refused(
        "003 R7", "weapon"
    )


# -- which card goes ---------------------------------------------------------------------------------------------------


def test_resourceful_gunner_is_spent_in_place_of_the_ammo_card() -> None:
    story = duel("M1 Abrams", "T-64", ("Silver Bullet", "Resourceful Gunner"), hidden=("Resourceful Gunner",))
    story.when("americans", "fire a t instead=gunner").refused("003 R7", "instead")
    told = story.when("americans", "fire a t spend=ammo instead=gunner dice=1,1,1,1,1")
    assert happened(CardUsed, card="ammo", discarded="gunner").fits(told.events[0])
    cards = story.play.models["a"].cards
    assert (cards["ammo"].gone, cards["gunner"].gone, cards["gunner"].face_up) == (False, True, True)


def test_resourceful_loader_has_two_copies_and_uses_one_a_turn() -> None:
    """Resourceful Loader: the other one has to wait, whatever it would be used for."""
    story = duel("M1 Abrams", "T-64", ("Extra Ammunition", "Extra Ammunition", "Resourceful Loader"))
    copies = [card for card in story.play.models["a"].cards.values() if card.kind == "Ammo"]
    assert len(copies) == 2
    story.tell("americans: fire a t dice=1,1,1,1")
    copies[1].used = story.play.turn
    story.when("americans", f"reroll a spend={copies[0].id} cards=a").refused("003 R7", "spend")
    assert not [choice for choice in visibility.legal(story.state, "americans") if "spend" in choice.given]
    copies[1].used = 0
    told = story.when("americans", f"reroll a spend={copies[0].id} cards=a,b dice=4,4")
    assert happened(CardUsed, discarded=copies[0].id).fits(told.events[0])


# -- line of sight -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "shooter", "spotter"),
    [
        ("Artillery Observer", "M109 Howitzer", "M1 Abrams"),
        ("artillery-scout-usa-loader", "M109 Howitzer", "M1 Abrams"),
        ("artillery-scout-usa-radio-op", "M109 Howitzer", "M1 Abrams"),
        ("artillery-scout-ussr-radio-op", "2S1 122mm Howitzer", "T-64"),
    ],
)
def test_a_spotter_sees_for_the_artillery_once_a_turn(card: str, shooter: str, spotter: str) -> None:
    """Artillery Observer and the Artillery Scouts."""
    target = "T-55" if spotter == "M1 Abrams" else "M60 Patton"
    guns = {"s": spotter, "b": shooter}
    story = duel(shooter, target, friends=guns, others={"s": (card,)})
    story.when("americans", "fire a t spotter=b").refused("003 R7", "spotter")
    told = story.when("americans", f"fire a t spotter=s dice=1,1,1,1 {KEEP} defence=1")
    assert happened(CardUsed, unit="s", discarded="").fits(told.events[0])
    assert happened(AttackRolled, spotter="s").fits(told.events[1])
    story.when("americans", "fire b t spotter=s").refused("003 R7", "spotter")
    moved = duel(shooter, target, friends=guns, others={"s": (card,)}, moves={"a": 1})
    moved.when("americans", "fire a t spotter=s").refused("003 R7", "spotter")
    down = duel(shooter, target, friends=guns, others={"s": (card,)}, hidden=(name(card),))
    down.when("americans", "fire a t spotter=s").refused("003 R7", "spotter")


def name(card: str) -> str:
    entry = find(EDITIONS[-1], ("crew",), card)
    assert entry is not None
    return entry.name


# -- circumstances -----------------------------------------------------------------------------------------------------


def test_lone_wolf_in_cover_without_friends() -> None:
    """Lone Wolf: what the table has to tell is asked for only while the card is face up."""
    story = duel("Leopard 1", "T-64", ("Lone Wolf",))
    dice_of(story, "fire a t told=shooter_in_cover", 5)
    for told in ("''", "shooter_in_cover,shooter_near_friend"):
        dice_of(duel("Leopard 1", "T-64", ("Lone Wolf",)), f"fire a t told={told}", 4)
    down = duel("Leopard 1", "T-64", ("Lone Wolf",), hidden=("Lone Wolf",))
    down.when("americans", "fire a t told=shooter_in_cover").refused("003 R7", "told")
    story = duel("Leopard 1", "T-64", ("Lone Wolf",))
    story.when("americans", "fire a t told=shooter_in_cover,shooter_in_cover").refused("003 R7", "told")
    story.when("americans", "fire a t told=target_near_enemy").refused("003 R7", "told")


def test_an_objective_close_by_counts_for_relentless() -> None:
    story = duel("T-64", "M1 Abrams")
    story.when("americans", "fire a t enemy_close=yes").refused("003 R25", "enemy_close")
    story.play.objectives = ("centre",)
    dice_of(story, "fire a t enemy_close=yes", 6)
