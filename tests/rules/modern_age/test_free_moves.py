"""Moves without a speed token that cards give, before the first shot and right after a model's own (R7)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.systems.modern_age.cards.lost import CardLost
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.free_moves import FreelyMoved, TokenShed, may_follow, usable_moves
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.shot import After
from rules.systems.modern_age.state import Wound, attach
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.modern_age.musters import ace, shooting
from tests.rules.scenario import Story, happened

FRENCH = ("Cuirassier Squadron", "Red Banner")
GERMAN = ("First Panzer", "Red Banner")
BRITISH = ("Berlin Brigade", "Red Banner")


def offered(story: Story, side: str) -> list[dict[str, str]]:
    return [dict(c.given) for c in visibility.legal(story.state, side) if c.command == "FreeMove"]


def fielded(model: str, *cards: str, platoons: tuple[str, str] = FRENCH, moves: int = 1, tank: str = "AMX-30") -> Story:
    """The Shooting Phase begins; the model "a" with these cards has moved as often as said."""
    forces = ace({"a": model, "b": tank}, {"t64": "T-64"}, {"a": cards}, platoons)
    return shooting(forces, {"a": moves})


# -- when the Movement Phase is over -----------------------------------------------------------------------------------


def test_henri_delacroix_discards_himself_for_one_move() -> None:
    story = fielded("AMX-30", "Henri Delacroix")
    assert offered(story, "americans") == [{"unit": "a", "card": "driver"}]
    assert not offered(story, "soviets")
    story.when("americans", "free-move a driver pay=driver").refused("003 R7", "pay")
    story.when("americans", "free-move a driver dice=5").refused("003 R7", "dice")
    story.when("americans", "free-move a driver elevation=high").refused("003 R7", "elevation")
    story.when("americans", "free-move a driver").then(
        happened(CardRevealed, name="Henri Delacroix"),
        happened(FreelyMoved, card="driver", paid="driver", paid_name="Henri Delacroix", happened=True),
    )
    model = story.play.models["a"]
    assert (model.moves, model.strayed, model.lost_cards) == (1, True, ["Henri Delacroix"])
    story.when("americans", "free-move a driver").refused("003 R7", "card")


def test_grisha_malakov_gives_up_another_card_for_one_move_a_turn() -> None:
    forces = ace({"m1": "M1 Abrams"}, {"a": "T-64"}, {"a": ("Grisha Malakov", "Hasty Loader", "Medical Kit")})
    story = shooting(forces)
    story.when("soviets", "free-move a commander").refused("003 R7", "pay")
    story.when("soviets", "free-move a commander pay=commander").refused("003 R7", "pay")
    story.when("soviets", "free-move a commander pay=equipment").then(
        CardRevealed, happened(FreelyMoved, paid="equipment", paid_name="Medical Kit")
    )
    assert story.play.models["a"].lost_cards == ["Medical Kit"]
    story.when("soviets", "free-move a commander pay=loader").refused("003 R7", "card")


def test_grisha_malakov_with_nothing_to_give_up_stays() -> None:
    story = shooting(ace({"m1": "M1 Abrams"}, {"a": "T-64"}, {"a": ("Grisha Malakov",)}))
    assert not offered(story, "soviets")
    story.when("soviets", "free-move a commander").refused("003 R7", "card")


def test_baptiste_deschamp_moves_or_changes_height_once_a_turn() -> None:
    story = fielded("Gazelle (HOT)", "Baptiste Deschamp")
    assert offered(story, "americans") == [
        {"unit": "a", "card": "pilot"},
        {"unit": "a", "card": "pilot", "elevation": "high"},
    ]
    story.when("americans", "free-move a pilot elevation=low").refused("003 R16", "elevation")
    story.when("americans", "free-move a pilot elevation=high").then(
        CardRevealed, happened(FreelyMoved, elevation="high", paid="")
    )
    assert story.play.models["a"].elevation == "high"
    story.when("americans", "free-move a pilot").refused("003 R7", "card")
    story.and_then(PhaseBegan(phase="movement", turn=2), PhaseBegan(phase="shooting", turn=2))
    story.when("americans", "free-move a pilot").then(happened(FreelyMoved, elevation=""))
    assert story.play.models["a"].moves == 0


def test_baptiste_deschamp_cannot_change_height_with_damaged_mobility() -> None:
    story = fielded("Gazelle (HOT)", "Baptiste Deschamp")
    attach(story.play.models["a"], Wound("Damaged Mobility", True, "Damaged Mobility"))
    assert offered(story, "americans") == [{"unit": "a", "card": "pilot"}]


@pytest.mark.parametrize(("die", "shed"), [(4, False), (5, True)])
def test_bertie_mcgann_sheds_a_speed_1_token_on_five_and_more(die: int, shed: bool) -> None:
    story = fielded("Chieftain", "Bertie McGann", platoons=BRITISH, tank="Chieftain")
    story.when("americans", f"free-move a driver dice={die}").then(
        CardRevealed, happened(TokenShed, card="driver", shed=shed)
    )
    assert story.play.models["a"].moves == int(not shed)
    story.when("americans", "free-move a driver dice=6").refused("003 R7", "card")


@pytest.mark.parametrize("moves", [0, 2])
def test_bertie_mcgann_sheds_no_other_token(moves: int) -> None:
    story = fielded("Chieftain", "Bertie McGann", platoons=BRITISH, moves=moves, tank="Chieftain")
    story.when("americans", "free-move a driver dice=6").refused("003 R7", "card")


def test_the_movement_phase_ends_with_the_first_report_of_the_shooting() -> None:
    story = fielded("AMX-30", "Henri Delacroix")
    unit = actors(story.play)[0]
    story.tell(f"{unit.side}: hold-fire {unit.id}")
    assert not offered(story, "americans")
    story.when("americans", "free-move a driver").refused("003 R7", "card")


def test_who_may_not_move_makes_no_free_move() -> None:
    story = fielded("AMX-30", "Henri Delacroix")
    attach(story.play.models["a"], Wound("Damaged Mobility", True, "Damaged Mobility"))
    story.when("americans", "free-move a driver").refused("003 R7", "card")


def test_a_free_move_costs_camouflage_netting() -> None:
    forces = ace({"a": "AMX-30"}, {"t64": "T-64"}, {"a": ("Henri Delacroix", "Camouflage Netting")}, FRENCH)
    story = shooting(forces).tell("americans: reveal a armour")
    story.when("americans", "free-move a driver").then(
        CardRevealed, FreelyMoved, happened(CardLost, card="armour", cause="")
    )


# -- right after the model's own attack --------------------------------------------------------------------------------


def after(story: Story, scored: int = 0, unit: str = "a") -> Story:
    """As if the model had just attacked, with as many hits and criticals on its dice."""
    story.play.after = After(unit, "t64", scored=scored)
    return story


def able(story: Story) -> list[str]:
    return [card.id for card, _effect in usable_moves(story.play, story.play.models["a"], "after_shooting")]


def asked(story: Story) -> bool:
    return may_follow(story.play, story.play.models["a"])


def test_jaguar_engine_is_spent_right_after_shooting() -> None:
    story = after(fielded("Chieftain", "Jaguar Engine", platoons=BRITISH, tank="Chieftain"))
    assert (able(story), asked(story)) == (["engine"], True)
    told = story.when("americans", "free-move a engine")
    assert [type(event) for event in told.events[:2]] == [CardRevealed, FreelyMoved]
    assert story.play.models["a"].lost_cards == ["Jaguar Engine"]


def test_karl_hauff_moves_after_an_attack_that_scored_nothing() -> None:
    def shot(scored: int, *events: CardRevealed) -> Story:
        forces = fielded("Leopard 1", "Karl Hauff", platoons=GERMAN, tank="Leopard 1")
        return after(forces.and_then(*events), scored)

    hauff = CardRevealed(unit="a", card="commander", name="Karl Hauff")
    assert [able(shot(scored)) for scored in (0, 1)] == [["commander"], []]
    assert [asked(shot(scored, hauff)) for scored in (0, 1)] == [True, False]
    assert [asked(shot(scored)) for scored in (0, 1)] == [True, False], "there is no other Commander he might be"
    shot(1).when("americans", "free-move a commander").refused("003 R7", "card")
    told = shot(0, hauff).when("americans", "free-move a commander")
    assert isinstance(told.events[0], FreelyMoved)


def test_dietrich_manheim_is_turned_up_for_his_move() -> None:
    """Face up since before, he gives none."""
    story = fielded("Leopard 1", "Dietrich Manheim", platoons=GERMAN, tank="Leopard 1")
    assert able(after(story)) == ["driver"]
    told = story.when("americans", "free-move a driver")
    assert told.events[0].used  # type: ignore[attr-defined]
    assert isinstance(told.events[1], FreelyMoved)
    up = fielded("Leopard 1", "Dietrich Manheim", platoons=GERMAN, tank="Leopard 1")
    up.tell("americans: reveal a driver")
    assert (able(after(up)), asked(up)) == ([], False)


@pytest.mark.parametrize(("die", "happens"), [(4, False), (5, True)])
def test_gunter_weber_changes_height_on_five_and_more(die: int, happens: bool) -> None:
    story = after(fielded("PAH", "Günter Weber", platoons=GERMAN, tank="Leopard 1"))
    assert able(story) == ["pilot"]
    story.when("americans", "free-move a pilot dice=5").refused("003 R7", "elevation")
    told = story.when("americans", f"free-move a pilot elevation=high dice={die}")
    assert isinstance(told.events[1], FreelyMoved)
    assert told.events[1].happened == happens
    assert story.play.models["a"].elevation == ("high" if happens else "")


def test_only_the_model_that_has_just_shot_moves() -> None:
    story = after(fielded("Chieftain", "Jaguar Engine", platoons=BRITISH, tank="Chieftain"), unit="b")
    story.when("americans", "free-move a engine").refused("003 R7", "card")


@pytest.mark.parametrize(
    "open_", [After("a", "t64", others=("t64",)), After("a", "t64", attack=False)], ids=["an area attack", "smoke"]
)
def test_an_attack_is_over_before_its_model_moves_and_smoke_is_none(open_: After) -> None:
    story = fielded("Chieftain", "Jaguar Engine", platoons=BRITISH, tank="Chieftain")
    story.play.after = open_
    assert not offered(story, "americans")
    story.when("americans", "free-move a engine").refused("003 R7", "card")


def test_whoever_might_have_such_a_card_is_asked() -> None:
    """A driver face down might be Dietrich Manheim; a loader might not; a helicopter alone changes height."""
    platoons = {"platoons": GERMAN, "tank": "Leopard 1"}
    assert asked(after(fielded("Leopard 1", "Cunning Driver", **platoons)))  # type: ignore[arg-type]
    assert not asked(after(fielded("Leopard 1", "Hasty Loader", **platoons)))  # type: ignore[arg-type]
