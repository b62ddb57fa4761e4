"""Alpha 66 and her crew, platoon rules, cards face down (R5, R7, A19)."""

from __future__ import annotations

from rules import visibility
from rules.contract import Message
from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.damage import Destroyed
from rules.systems.modern_age.defence.cancels import defence_dice
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.figures import Aim, initiative
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.fire import FireHeld
from rules.systems.modern_age.shooting.rerolls import AttackRerolled, rerolls
from rules.systems.modern_age.shooting.return_fire import FireReturned
from rules.systems.modern_age.shooting.weapons import attack_dice, hits_on
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.modern_age.musters import ace, alpha_66, damaged, in_turn, shooting
from tests.rules.scenario import Story, happened


def of(story: Story, unit: str = "alpha") -> tuple[int, int]:
    tank = story.play.models[unit]
    return initiative(story.play, tank, "movement"), initiative(story.play, tank, "shooting")


def test_the_crew_s_initiative() -> None:
    """8, Bannon +3 in both phases, Ortelli +2 moving, Kelp +2 shooting."""
    story = in_turn(alpha_66())
    assert of(story) == (13, 13)
    assert of(story, "t64-1") == (6, 6)


def test_bannon_s_defence_and_folk_s_attack() -> None:
    story = shooting(alpha_66())
    alpha, enemy = story.play.models["alpha"], story.play.models["t64-1"]
    assert attack_dice(story.play, Aim(alpha, enemy)) == 5
    story.when("americans", "hold-fire alpha").then(FireHeld)
    story.when("soviets", "fire t64-1 alpha dice=4,1,1,1,1 stationary='' stabiliser=''").then(
        AttackRolled, AttackRerolled
    )
    assert defence_dice(story.play, story.play.shot) == 3


def test_kelp_s_threes_hit_at_close_range_only() -> None:
    story = shooting(alpha_66())
    alpha, enemy = story.play.models["alpha"], story.play.models["t64-1"]
    assert [hits_on(story.play, Aim(alpha, enemy, close=close)) for close in (False, True)] == [4, 3]
    story.when("americans", "fire alpha t64-1 close=yes dice=3,3,2,1,1").then(
        happened(AttackRolled, hits=2, criticals=0, hit_on=3)
    )
    assert rerolls(story.play, story.play.shot).failed == ("c", "d", "e")


def test_ortelli_while_holding_a_speed_token() -> None:
    """The die goes only from attackers at close range, and only while the tank holds a token."""
    for moves, close, dice in ((0, True, 6), (1, True, 5), (1, False, 5), (0, False, 5)):
        story = shooting(alpha_66(), {"alpha": moves})
        alpha, enemy = story.play.models["alpha"], story.play.models["t64-1"]
        assert attack_dice(story.play, Aim(enemy, alpha, close=close)) == dice


def test_folk_s_die_answers_damage() -> None:
    for die, damage in ((4, 0), (5, 1)):
        story = shooting(alpha_66())
        story.when("americans", "hold-fire alpha").then(FireHeld)
        story.when("soviets", "fire t64-1 alpha dice=4,4,1,1,1 stationary='' stabiliser='' defence=1,1,1").then(
            AttackRolled, AttackRerolled, happened(DefenceRolled, hits=2)
        )
        story.when("soviets", "return-fire alpha dice=5").refused("battle", "by")
        story.when("americans", f"return-fire alpha dice={die}").then(
            happened(FireReturned, target="t64-1", damage=damage), happened(AttackResolved, damage=2)
        )
        assert story.play.models["t64-1"].damage == damage


def test_folk_does_not_answer_an_attack_that_did_nothing() -> None:
    story = shooting(alpha_66())
    story.when("americans", "hold-fire alpha").then(FireHeld)
    story.when("soviets", "fire t64-1 alpha dice=4,1,1,1,1 stationary='' stabiliser='' defence=4,1,1").then(
        AttackRolled, AttackRerolled, happened(DefenceRolled, hits=0), AttackResolved
    )


def test_bannon_s_last_stand() -> None:
    """After her own attack she is doomed by the T-64s, and fires once more at initiative 0."""
    story = damaged(shooting(alpha_66()), "alpha", 6)
    story.when("americans", "fire alpha t64-1 dice=1,1,1,1,1 stationary='' stabiliser='' defence=1")
    story.when("soviets", "fire t64-1 alpha dice=4,1,1,1,1 stationary='' stabiliser='' defence=1,1,1")
    story.when("americans", "return-fire alpha dice=1").then(FireReturned, AttackResolved)
    assert [tank.id for tank in actors(story.play)] == ["t64-2"]
    story.when("soviets", "hold-fire t64-2").then(FireHeld)
    told = story.when("americans", "fire alpha t64-1 dice=5,1,1,1,1 stationary='' stabiliser='' defence=1")
    told.then(
        happened(AttackRolled, final_fury=True, extra=True, hits=1),
        AttackRerolled,
        DefenceRolled,
        happened(AttackResolved, damage=1),
        happened(PhaseBegan, phase="command"),
        happened(Destroyed, unit="alpha", wreck=True, by="t64-1", points=40),
        happened(BattleDecided, winner="soviets", how="abrams_lost"),
    )
    assert told.events[0].roll.question == "t1/final-fury/alpha/attack"  # type: ignore[attr-defined]


def test_no_last_stand_for_a_tank_that_will_live_or_has_had_its_final_fury() -> None:
    story = damaged(shooting(alpha_66()), "alpha", 6)
    story.tell("americans: hold-fire alpha\nsoviets: hold-fire t64-1\nsoviets: hold-fire t64-2")
    assert story.play.phase == "command"
    doomed = damaged(shooting(alpha_66()), "alpha", 7)
    doomed.when("americans", "fire alpha t64-1 dice=1,1,1,1,1 stationary='' stabiliser='' defence=1").then(
        happened(AttackRolled, final_fury=True, extra=False), AttackRerolled, DefenceRolled, AttackResolved
    )
    doomed.tell("soviets: hold-fire t64-1\nsoviets: hold-fire t64-2")
    assert doomed.play.result is not None


def test_relentless_at_close_range() -> None:
    story = shooting(alpha_66())
    alpha, enemy = story.play.models["alpha"], story.play.models["t64-1"]
    assert attack_dice(story.play, Aim(enemy, alpha)) == 5
    assert attack_dice(story.play, Aim(enemy, alpha, close=True)) == 6


def test_platoon_rules_of_other_countries() -> None:
    """One Foot on the Ground: defence +1 while stationary. Outmanoeuvre: attack +1 from the side."""
    forces = ace({"chieftain": "Chieftain"}, {"amx": "AMX-30"}, platoons=("Berlin Brigade", "Cuirassier Squadron"))
    story = shooting(forces)
    chieftain, amx = story.play.models["chieftain"], story.play.models["amx"]
    assert attack_dice(story.play, Aim(amx, chieftain, side_shot=True)) == 5
    story.tell("americans: hold-fire chieftain")
    story.when("soviets", "fire amx chieftain dice=4,1,1,1 stationary=''").then(AttackRolled, AttackRerolled)
    assert defence_dice(story.play, story.play.shot) == 2


# -- face down until the moment they are used (R5) ---------------------------------------------------------------------


def crewed(*cards: str, edition: str = "2018.2") -> Story:
    """An M1 Abrams with face-down cards and 6 of 7 damage has shot; the T-64 does it one more damage."""
    story = damaged(shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": cards}, edition=edition)), "m1", 6)
    story.tell("americans: hold-fire m1")
    story.when("soviets", "fire t64 m1 dice=4,1,1,1,1 stationary='' stabiliser='' defence=1,1")
    return story


def test_folk_may_be_turned_up_when_the_damage_is_done() -> None:
    story = crewed("Robert Folk")
    story.when("soviets", "return-fire m1 answer=no").refused("battle", "by")
    story.when("americans", "return-fire m1 dice=6").refused("003 R5", "answer")
    story.when("americans", "return-fire m1 answer=no dice=6").refused("003 R5", "dice")
    story.when("americans", "reveal m1 gunner").then(CardRevealed)
    story.when("americans", "return-fire m1 answer=no").refused("003 R5", "answer")
    told = story.when("americans", "return-fire m1 dice=6")
    assert isinstance(told.events[0], FireReturned)
    assert story.play.models["t64"].damage == 1


def test_whoever_might_have_folk_is_asked_and_may_let_the_damage_pass() -> None:
    """A gunner face down might be he, a driver not; turning up another goes on by itself."""
    story = crewed("Bloodthirsty Gunner")
    story.when("americans", "return-fire m1 answer=no").then(
        happened(FireReturned, roll=None, damage=0), AttackResolved, happened(PhaseBegan, phase="command"),
        happened(Destroyed, unit="m1"), BattleDecided,
    )  # fmt: skip
    revealed = crewed("Bloodthirsty Gunner").when("americans", "reveal m1 gunner")
    assert [type(event) for event in revealed.events[:3]] == [CardRevealed, AttackResolved, PhaseBegan]
    assert crewed("Cunning Driver").play.result is not None


def test_bannon_may_be_turned_up_for_his_last_stand() -> None:
    story = crewed("Sean Bannon")
    assert [tank.id for tank in actors(story.play)] == ["m1"]
    story.when("americans", "fire m1 t64").refused("003 R5", "unit")
    assert "Fire" not in {choice.command for choice in visibility.legal(story.state, "americans")}
    story.when("americans", "reveal m1 commander").then(CardRevealed)
    told = story.when("americans", "fire m1 t64 dice=4,1,1,1 stationary='' stabiliser='' defence=1")
    assert told.events[0].extra  # type: ignore[attr-defined]
    held = crewed("Sean Bannon").when("americans", "hold-fire m1")
    held.then(happened(FireHeld, extra=True), PhaseBegan, Destroyed, BattleDecided)


def test_another_commander_turned_up_makes_no_last_stand() -> None:
    story = crewed("Cunning Commander")
    story.when("americans", "reveal m1 commander").then(CardRevealed, PhaseBegan, Destroyed, BattleDecided)


# -- face down (R5) ----------------------------------------------------------------------------------------------------

HIDDEN = {"m1": ("Inspired Commander", "Medical Kit"), "t64": ("Hasty Loader",)}


def hidden() -> Story:
    return in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, HIDDEN))


def test_a_hidden_card_does_nothing_until_it_is_turned_up() -> None:
    story = hidden()
    assert of(story, "m1") == (8, 8)
    story.when("soviets", "reveal m1 commander").refused("battle", "by")
    story.when("americans", "reveal m1 gunner").refused("003 R5", "card")
    story.when("americans", "reveal m1 commander").then(happened(CardRevealed, name="Inspired Commander"))
    assert of(story, "m1") == (10, 10)
    story.when("americans", "reveal m1 commander").refused("003 R5", "card")


def test_the_crew_of_alpha_66_starts_face_up_with_her_and_face_down_without() -> None:
    crew = ("Sean Bannon", "Robert Folk")
    with_her = in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": (*crew, "Alpha 66")}))
    without = in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": crew}))
    assert all(card.face_up for card in with_her.play.models["m1"].cards.values())
    assert with_her.play.models["m1"].points == 22 + 1 + 6 + 5
    assert not any(card.face_up for card in without.play.models["m1"].cards.values())
    assert without.play.models["m1"].points == 22 + 7 + 6


def test_what_others_see_of_a_hidden_card_is_its_type() -> None:
    story = hidden()
    for viewer, commander in (("americans", "Inspired Commander, face down"), ("soviets", "face-down Commander")):
        unit = next(u for u in visibility.see(story.state, viewer).units if u.id == "m1")
        value = next(fact.value for fact in unit.facts if fact.name == "card-commander")
        assert isinstance(value, Message)
        assert value.text() == commander
    spectator = repr(visibility.see(story.state, ""))
    assert "Inspired" not in spectator
    assert "Medical" not in spectator
    mustered = visibility.see_event(story.state, story.state.muster, "soviets")
    assert "Inspired" not in repr(mustered)
    assert "Hasty Loader" in repr(mustered)


def test_a_revealed_initiative_changes_the_order_of_those_who_have_not_acted() -> None:
    """A3: the T-64 reveals its Hasty Loader: 8 to 8, and the side with Advantage shoots first."""
    story = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, HIDDEN), advantage="soviets")
    assert [tank.id for tank in actors(story.play)] == ["m1"]
    story.when("soviets", "reveal t64 loader").then(CardRevealed)
    assert [tank.id for tank in actors(story.play)] == ["t64"]
