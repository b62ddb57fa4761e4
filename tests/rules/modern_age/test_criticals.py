"""Critical cards: free input, every effect, several drawn for one critical, crews lost, and helicopters that crash."""

from __future__ import annotations

from typing import Any

from rules.systems.modern_age import events as e
from rules.systems.modern_age.deck import house_deck
from rules.systems.modern_age.figures import Aim, forward_firing, initiative, may_shoot, speed
from rules.systems.modern_age.pools import attack_dice
from tests.rules.modern_age.musters import ace, damaged, first_game, in_turn, shooting
from tests.rules.modern_age.strikes import drawn, exactly, struck
from tests.rules.scenario import Story, Told, happened

AMMO = ("M159 Rocket Launcher", "Improved TOW")
ONE_CRITICAL = "dice=6,1,1,1 stationary='' stabiliser='' defence=1"


def test_a_card_as_drawn_at_the_table() -> None:
    story = struck(shooting(first_game()))
    story.when("soviets", "draw-critical t64 'Damaged Engine' damage=2 repairable=yes note='Top speed is one'").then(
        happened(e.CriticalDrawn, card="Damaged Engine", damage=2, effect="Damaged Engine", note="Top speed is one"),
        happened(e.CriticalSettled, attached="c1"),
        happened(e.AttackResolved, damage=2),
    )
    assert story.play.models["t64"].damage == 2
    assert speed(story.play, story.play.models["t64"]) == 1


def test_the_table_says_what_the_card_does() -> None:
    """A2: effects are free input; a card nobody wrote down has none but its damage."""
    story = struck(shooting(first_game()))
    story.when("soviets", "draw-critical t64 Sabotage").refused("003 A2", "card")
    story.when("soviets", "draw-critical t64 Other effect=Magic").refused("003 A2", "effect")
    story.when("americans", "draw-critical t64 Other").refused("battle", "by")
    story.when("", "draw-critical m1 Other").refused("003 R20", "unit")
    story.when("soviets", "draw-critical t64 Other repairable=yes effect='Bailed Out'").then(
        happened(e.CriticalDrawn, effect="Bailed Out"), happened(e.CriticalSettled, attached="c1"), e.AttackResolved,
        happened(e.PhaseBegan, phase="command"),
    )  # fmt: skip
    assert not may_shoot(story.play, story.play.models["t64"])


def test_a_known_card_is_as_repairable_as_it_is_known_to_be() -> None:
    """A card told by its name alone keeps its lasting effect."""
    story = struck(shooting(first_game()))
    story.when("soviets", "draw-critical t64 'Damaged Engine' damage=1").then(
        happened(e.CriticalDrawn, repairable=True), happened(e.CriticalSettled, attached="c1"), e.AttackResolved
    )
    assert speed(story.play, t64(story)) == 1


def test_an_effect_may_be_none() -> None:
    story = struck(shooting(first_game()))
    story.when("soviets", "draw-critical t64 'Bailed Out' repairable=yes effect=none").then(
        happened(e.CriticalDrawn, effect=""), e.CriticalSettled, e.AttackResolved
    )
    assert may_shoot(story.play, story.play.models["t64"])


def test_more_cards_than_criticals_are_refused() -> None:
    story = shooting(first_game())
    card = """criticals='[{"card": "Lucky Hit", "damage": 2}, {"card": "Lucky Hit", "damage": 2}]'"""
    story.when("americans", f"fire m1 t64 {ONE_CRITICAL} {card}").refused("003 R33", "criticals")


def test_everything_at_once() -> None:
    story = shooting(first_game())
    card = """criticals='[{"card": "Lucky Hit", "damage": 2}]'"""
    story.when("americans", f"fire m1 t64 {ONE_CRITICAL} {card}").then(
        e.AttackRolled, e.AttackRerolled, e.DefenceRolled, happened(e.CriticalDrawn, damage=2),
        happened(e.CriticalSettled, attached=""), happened(e.AttackResolved, damage=2),
    )  # fmt: skip
    assert story.play.discards == ["Lucky Hit"]


# -- effects (house) ---------------------------------------------------------------------------------------------------


def carrying(card: str, twice: bool = False, **options: Any) -> Story:
    """The T-64 of the first game carries the card, in its Movement Phase."""
    forces = first_game(**options)
    condition = {"criticals": [{"card": card, "effect": card}] * (2 if twice else 1)}
    units = tuple(
        type(u)(id=u.id, side=u.side, model=u.model, condition=condition if u.id == "t64" else {}) for u in forces.units
    )
    return in_turn(type(forces)(**{n: getattr(forces, n) for n in forces.__struct_fields__} | {"units": units}))


def t64(story: Story) -> Any:
    return story.play.models["t64"]


def test_bailed_out_neither_moves_nor_shoots_and_nobody_waits_for_it() -> None:
    story = carrying("Bailed Out")
    assert speed(story.play, t64(story)) == 0
    story.when("soviets", "stay t64").refused("003 R11", "unit")
    story.when("americans", "stay m1").then(e.Moved, happened(e.PhaseBegan, phase="shooting"))
    story.when("americans", "hold-fire m1").then(e.FireHeld, happened(e.PhaseBegan, phase="command"))


def test_shell_shocked_has_initiative_0() -> None:
    story = carrying("Shell Shocked")
    assert initiative(story.play, t64(story), "shooting") == 0


def test_stunned_crew_has_a_die_less_and_no_re_rolls() -> None:
    story = carrying("Stunned Crew")
    assert attack_dice(story.play, Aim(t64(story), story.play.models["m1"])) == 4
    story.tell("soviets: stay t64\namericans: stay m1\namericans: hold-fire m1")
    story.when("soviets", "fire t64 m1 dice=1,1,1,1 defence=1,1").then(
        e.AttackRolled, e.DefenceRolled, e.AttackResolved, e.PhaseBegan
    )


def test_damaged_engine_makes_one_move() -> None:
    story = carrying("Damaged Engine")
    story.when("soviets", "move t64 2").refused("003 R12", "moves")
    story.when("soviets", "evade t64 2").refused("003 R12", "tokens")
    story.when("soviets", "move t64 1").then(e.Moved)


def test_damaged_mobility_may_not_move() -> None:
    story = carrying("Damaged Mobility")
    assert speed(story.play, t64(story)) == 0
    assert may_shoot(story.play, t64(story))


def test_jammed_once_fires_forward_twice_not_at_all() -> None:
    once, twice = carrying("Jammed Mechanisms"), carrying("Jammed Mechanisms", twice=True)
    assert forward_firing(once.play, t64(once))
    assert may_shoot(once.play, t64(once))
    assert not may_shoot(twice.play, t64(twice))


# -- effects on helicopters (R33) --------------------------------------------------------------------------------------


def hind(story: Story) -> Any:
    return story.play.models["hind"]


def over(*cards: str, m1: tuple[str, ...] = (), **options: Any) -> Story:
    """An M1 Abrams against a T-64 and a Hind, with these cards on the Hind."""
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64", "hind": "Hind"}, {"hind": cards, "m1": m1}, **options)
    return shooting(forces)


def test_a_helicopter_takes_the_lower_effect() -> None:
    story = drawn(struck(over(), target="hind"), "Damaged Mobility", target="hind")
    assert speed(story.play, hind(story)) == 1
    story = drawn(struck(over(), target="hind"), "Jammed Mechanisms", target="hind")
    assert may_shoot(story.play, hind(story))
    assert not forward_firing(story.play, hind(story))


def test_ammo_explosion_takes_the_ammo_of_every_slot_face_down_or_not() -> None:
    """R5, p. 5."""
    forces = ace({"m1": "M1 Abrams", "cobra": "Cobra"}, {"t64": "T-64"}, {"cobra": AMMO})
    story = drawn(struck(shooting(forces), "t64", "cobra"), "Ammo Explosion", "americans", "cobra", damage=3)
    cobra = story.play.models["cobra"]
    assert [card.gone for card in cobra.cards.values() if card.kind == "Ammo"] == [True, True]
    assert sorted(cobra.lost_cards) == sorted(AMMO)


def test_ammo_explosion_takes_the_face_down_ammo_of_a_tank() -> None:
    story = struck(shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Silver Bullet",)})), "t64", "m1")
    story.when("americans", "draw-critical m1 'Ammo Explosion' damage=3").then(
        happened(e.CriticalDrawn, damage=3),
        happened(e.CardLost, card="ammo", name="Silver Bullet", cause="Ammo Explosion"),
        happened(e.CriticalSettled, attached=""),
        happened(e.AttackResolved, damage=3),
    )


# -- several cards for one critical ------------------------------------------------------------------------------------


def by_gunner(card: str, *others: str) -> Story:
    """A shooter with that gunner, face up, and a target with `others`, face up too; close range."""
    shooter, platoon = ("Leopard 2", "First Panzer") if card == "Klaus Katelaan" else ("M1 Abrams", "Team Yankee")
    fitted = {"m1": (card,) if card else (), "t64": others}
    story = shooting(ace({"m1": shooter}, {"t64": "T-64"}, fitted, platoons=(platoon, "Red Banner")))
    for model in story.play.models.values():
        for held in model.cards.values():
            held.face_up = True
    return story


def test_sharpshooter_gunner_draws_two_for_the_first_critical_and_the_shooter_throws_one_away() -> None:
    story = struck(by_gunner("Sharpshooter Gunner"), criticals=2)
    story.when("soviets", "draw-critical t64 'Lucky Hit' damage=2").then(happened(e.CriticalTurned, card="Lucky Hit"))
    story.when("soviets", "draw-critical t64 'Engine Fire' damage=2 note='it burns'").then(
        happened(e.CriticalTurned, card="Engine Fire", note="it burns")
    )
    assert t64(story).damage == 0
    story.when("soviets", "pick-critical t64 2").refused("003 R20", "unit")
    story.when("soviets", "pick-critical m1 2").refused("battle", "by")
    story.when("americans", "pick-critical m1 3").refused("003 R33", "place")
    story.when("americans", "pick-critical m1 2").then(
        exactly(
            e.CriticalPicked(
                unit="t64", attacker="m1", by="m1", place=2, card="Engine Fire", damage=2, thrown=("Lucky Hit",)
            )
        )
    )
    assert (t64(story).damage, story.play.discards) == (2, ["Lucky Hit"])
    story.when("soviets", "draw-critical t64 'Lucky Hit' damage=2").then(
        happened(e.CriticalDrawn, damage=2), e.CriticalSettled, e.CriticalSettled, happened(e.AttackResolved, damage=4)
    )


def test_klaus_katelaan_draws_three_and_the_shooter_throws_two_away() -> None:
    story = struck(by_gunner("Klaus Katelaan"))
    for card in ("Lucky Hit", "Shell Shocked", "Bailed Out"):
        story.when("soviets", f"draw-critical t64 '{card}'").then(happened(e.CriticalTurned, card=card))
    story.when("americans", "pick-critical m1 3").then(
        happened(e.CriticalPicked, card="Bailed Out", thrown=("Lucky Hit", "Shell Shocked")),
        happened(e.CriticalSettled, attached="c1"),
        e.AttackResolved,
        e.PhaseBegan,
    )


def test_risky_commander_draws_a_second_card_for_each_critical_of_a_tank_close_by() -> None:
    story = struck(by_gunner("", "Risky Commander"), criticals=2, close=True)
    for kept, thrown in (("Lucky Hit", "Engine Fire"), ("Damaged Engine", "Ammo Explosion")):
        drawn(drawn(story, thrown, damage=3), kept, damage=1)
        told = story.when("soviets", "pick-critical t64 2")
        assert told.events[0] == e.CriticalPicked(
            unit="t64", attacker="m1", by="t64", place=2, card=kept, damage=1, thrown=(thrown,)
        )
    assert t64(story).damage == 2
    assert [attached.wound.card for attached in t64(story).criticals.values()] == ["Damaged Engine"]


def test_risky_commander_does_nothing_at_a_distance_nor_face_down() -> None:
    story = struck(by_gunner("", "Risky Commander"))
    story.when("soviets", "draw-critical t64 'Lucky Hit'").then(e.CriticalDrawn, e.CriticalSettled, e.AttackResolved)
    story = by_gunner("", "Risky Commander")
    t64(story).cards["commander"].face_up = False
    told = struck(story, close=True).when("soviets", "draw-critical t64 'Lucky Hit'")
    assert isinstance(told.events[0], e.CriticalDrawn)


def test_with_both_sharpshooter_gunner_and_risky_commander_the_shooter_picks_first() -> None:
    """The owner then draws one more beside it (RULES.md)."""
    story = struck(by_gunner("Sharpshooter Gunner", "Risky Commander"), close=True)
    drawn(drawn(story, "Lucky Hit", damage=2), "Ammo Explosion", damage=3)
    story.when("americans", "pick-critical m1 2").then(
        happened(e.CriticalPicked, card="Ammo Explosion", damage=0, final=False, thrown=("Lucky Hit",))
    )
    assert (t64(story).damage, story.play.shot.draws) == (0, 1)
    story.when("soviets", "draw-critical t64 'Damaged Engine' damage=1").then(e.CriticalTurned)
    story.when("americans", "pick-critical m1 2").refused("003 R20", "unit")
    told = story.when("soviets", "pick-critical t64 2")
    assert told.events[0] == e.CriticalPicked(
        unit="t64", attacker="m1", by="t64", place=2, card="Damaged Engine", damage=1, thrown=("Ammo Explosion",)
    )
    assert (t64(story).damage, story.play.discards) == (1, ["Lucky Hit", "Ammo Explosion"])


def test_leaguer_draws_as_many_as_are_picked_from() -> None:
    """Each draw is a die of its own, and what is drawn for one critical is out of the deck."""
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Sharpshooter Gunner",)}, critical_deck="house")
    story = shooting(forces).tell("americans: reveal m1 gunner")
    told = story.when("americans", f"fire m1 t64 {ONE_CRITICAL}").events
    dice = [event.roll.question for event in told if isinstance(event, e.CriticalTurned) and event.roll]
    assert dice == ["t1/shooting/m1/critical-1", "t1/shooting/m1/critical-2"]
    assert len(house_deck(story.play)) == 27
    story.when("americans", "pick-critical m1 1")
    assert story.play.shot is None


def test_cards_named_ahead_of_a_pick_are_those_drawn_before_it() -> None:
    """Whoever picks names what is drawn after it."""
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Sharpshooter Gunner",)}, critical_deck="house")
    two = "fire m1 t64 dice=6,6,1,1 stationary='' stabiliser='' swap=no defence=1"
    first = '{"card": "Lucky Hit"}, {"card": "Engine Fire"}'
    story = shooting(forces).tell(f"americans: reveal m1 gunner\namericans: {two} criticals='[{first}]'")
    story.when("americans", """pick-critical m1 1 criticals='[{"card": "Lucky Hit"}]'""").then(
        e.CriticalPicked,
        happened(e.CriticalDrawn, card="Lucky Hit", roll=None),
        e.CriticalSettled,
        e.CriticalSettled,
        happened(e.AttackResolved, damage=4),
    )


# -- a crew card for two hits ------------------------------------------------------------------------------------------


def owing(*crew: str) -> Told:
    """The shooter gives up two hits for a crew card of the target; a critical got through as well."""
    story = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Asassin",), "t64": crew}))
    story.tell(
        """
        americans: reveal m1 gunner
        americans: fire m1 t64 dice=4,5,6,1 stationary='' stabiliser='' swap=no defence=1
        """
    )
    return story.when("americans", "swap m1 swap=yes")


def test_asassin_takes_a_crew_card_of_the_owner_s_choice_before_critical_cards_are_drawn() -> None:
    story = owing("Inspired Commander", "Aggressive Loader").then(
        happened(e.CriticalSwapped, does="strike_crew"), happened(e.DefenceSettled, hits=0, criticals=1)
    )
    story.when("soviets", "draw-critical t64 'Lucky Hit'").refused("003 R20")
    story.when("soviets", "lose-crew t64 equipment").refused("003 A2", "card")
    story.when("soviets", "lose-crew t64 loader").then(
        exactly(e.CardLost(unit="t64", card="loader", name="Aggressive Loader", cause="Asassin"))
    )
    story.when("soviets", "draw-critical t64 'Injured Crew'")
    assert (story.play.shot, [card.gone for card in t64(story).cards.values()]) == (None, [True, True])


def test_asassin_takes_the_only_crew_card_without_a_question() -> None:
    owing("Inspired Commander").then(
        e.CriticalSwapped, e.DefenceSettled, happened(e.CardLost, name="Inspired Commander", cause="Asassin")
    )


def test_asassin_s_toll_lapses_where_there_is_nobody_to_lose() -> None:
    story = struck(shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Asassin",)})))
    story.play.shot.crew_toll = 1
    story.when("soviets", "draw-critical t64 'Lucky Hit'").then(e.CriticalDrawn, e.CriticalSettled, e.AttackResolved)


# -- helicopters crash (R36) -------------------------------------------------------------------------------------------


def test_a_helicopter_hit_to_its_capacity_is_removed_at_once() -> None:
    story = damaged(over(), "hind", 4)
    story.when("americans", "fire m1 hind dice=5,1,1 stationary='' stabiliser='' defence=1,1,1").then(
        e.AttackRolled,
        e.AttackRerolled,
        happened(e.DefenceRolled, hits=1),
        exactly(e.Crashed(unit="hind", by="m1", points=hind(story).points)),
        happened(e.AttackResolved, damage=1),
    )
    assert (hind(story).fate, story.play.result) == ("removed", None)
    assert ("kill", "hind") in [(feat.kind, feat.of) for feat in story.play.models["m1"].feats]
    found = {unit.id: unit.fate for unit in story.state.outcome().units}
    assert found["hind"] == "lost"


def test_a_critical_card_s_damage_brings_a_helicopter_down_and_the_rest_lapses() -> None:
    """No card is drawn, and none spent, for what is no longer there."""
    story = struck(damaged(over("Medical Kit"), "hind", 3), target="hind", criticals=3)
    drawn(story, "Injured Crew", target="hind", damage=1)
    story.when("soviets", "draw-critical hind 'Damaged Engine' damage=1").then(
        e.CriticalDrawn, happened(e.Crashed, unit="hind"), happened(e.AttackResolved, damage=2)
    )
    assert story.play.discards == ["Injured Crew", "Damaged Engine"]
    assert (hind(story).criticals, hind(story).lost_cards) == ({}, [])


def test_a_helicopter_hit_below_its_capacity_flies_on() -> None:
    story = struck(over(), target="hind", hits=2)
    story.when("soviets", "draw-critical hind 'Lucky Hit' damage=2").then(
        e.CriticalDrawn, e.CriticalSettled, happened(e.AttackResolved, damage=4)
    )
    assert hind(story).in_play


def test_robert_folk_s_answer_brings_a_helicopter_down() -> None:
    story = damaged(over(m1=("Robert Folk",)), "hind", 4).tell("americans: reveal m1 gunner")
    struck(story, "hind", "m1", hits=1, criticals=0)
    story.when("americans", "return-fire m1 dice=5").then(
        happened(e.FireReturned, damage=1),
        happened(e.Crashed, unit="hind", by="m1"),
        happened(e.AttackResolved, unit="hind"),
    )
    assert hind(story).fate == "removed"


def test_robert_folk_does_not_answer_from_a_helicopter_that_is_gone() -> None:
    forces = ace({"m1": "M1 Abrams", "cobra": "Cobra"}, {"t64": "T-64"}, {"cobra": ("Robert Folk",)})
    story = damaged(shooting(forces), "cobra", 3).tell("americans: reveal cobra gunner")
    struck(story, "t64", "cobra")
    story.when("americans", "draw-critical cobra 'Lucky Hit' damage=2").then(
        e.CriticalDrawn, happened(e.Crashed, unit="cobra", by="t64"), e.AttackResolved
    )


def test_robert_folk_answers_a_helicopter_s_attack_face_up_only() -> None:
    story = over(m1=("Robert Folk",))
    struck(story, "hind", "m1", hits=1, criticals=0)
    story.when("americans", "return-fire m1 dice=6").refused("003 R5", "answer")
    story.when("americans", "return-fire m1 answer=no").then(
        happened(e.FireReturned, roll=None), happened(e.AttackResolved, damage=1)
    )
