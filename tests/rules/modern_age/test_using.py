"""Cards turned up and cards used outside attacks (R5, R7)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.cards.use import CardUsed
from rules.systems.modern_age.figures import initiative, speed
from rules.systems.modern_age.movement import Moved
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.shot import After
from rules.systems.modern_age.state import Wound, attach
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.modern_age.musters import ace, in_turn, shooting
from tests.rules.scenario import Story, happened

GERMAN = ("First Panzer", "Red Banner")
BRITISH = ("Berlin Brigade", "Red Banner")


def next_up(story: Story) -> list[str]:
    return [model.id for model in actors(story.play)]


def of(story: Story, unit: str) -> tuple[int, int]:
    """Initiative, moving and shooting."""
    model = story.play.models[unit]
    return initiative(story.play, model, "movement"), initiative(story.play, model, "shooting")


def uses(story: Story, side: str) -> list[str]:
    """The cards offered for use, "unit/card"."""
    found = [c.given for c in visibility.legal(story.state, side) if c.command == "Use"]
    return [f"{given['unit']}/{given['card']}" for given in found]


def wounded(story: Story, unit: str, card: str) -> Story:
    attach(story.play.models[unit], Wound(card, True, card))
    return story


# -- Supercharger, Ambush ----------------------------------------------------------------------------------------------


def charged(*cards: str) -> Story:
    return in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": cards}))


def test_supercharger_is_spent_for_a_third_move_this_turn() -> None:
    story = charged("Supercharger").tell("soviets: stay t64")
    story.when("soviets", "use m1 engine").refused("battle", "by")
    assert uses(story, "americans") == ["m1/engine"]
    assert not uses(story, "soviets")
    story.when("americans", "use m1 engine").then(
        happened(CardUsed, name="Supercharger", discarded="engine", discarded_name="Supercharger")
    )
    assert story.play.models["m1"].lost_cards == ["Supercharger"]
    story.when("americans", "use m1 engine").refused("003 R5", "card")
    story.when("americans", "move m1 3").then(happened(Moved, moves=3), PhaseBegan)
    story.and_then(PhaseBegan(phase="movement", turn=2))
    assert speed(story.play, story.play.models["m1"]) == 2


def test_supercharger_is_of_no_use_to_a_tank_that_has_moved() -> None:
    story = in_turn(ace({"m1": "M1 Abrams", "b": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Supercharger",)}))
    story.tell("soviets: stay t64\namericans: stay m1")
    story.when("americans", "use m1 engine").refused("003 R5", "card")
    assert not uses(story, "americans")


def test_a_card_asks_for_no_more_than_it_needs() -> None:
    story = charged("Supercharger")
    story.when("americans", "use m1 engine units=m1").refused("003 R7", "units")
    story.when("americans", "use m1 engine phase=movement").refused("003 R7", "phase")
    story.when("americans", "use m1 engine pay=engine").refused("003 R7", "pay")
    story.when("americans", "use m1 engine critical=c1").refused("003 R7", "critical")


def test_ambush_is_spent_for_initiative_this_turn() -> None:
    """The M60 and the T-64 are tied at 6, and the Soviets have Advantage: with 10 the M60 fires first."""
    story = shooting(ace({"m60": "M60 Patton"}, {"t64": "T-64"}, {"m60": ("Ambush",)}), advantage="soviets")
    before = of(story, "m60")
    assert next_up(story) == ["t64"]
    story.when("americans", "use m60 doctrine").then(happened(CardUsed, name="Ambush", discarded="doctrine"))
    assert of(story, "m60") == (before[0], before[1] + 4)
    assert next_up(story) == ["m60"]
    story.and_then(PhaseBegan(phase="movement", turn=2))
    assert of(story, "m60") == before


def test_ambush_may_be_laid_before_the_model_fires_only() -> None:
    forces = ace({"m60": "M60 Patton"}, {"t64": "T-64"}, {"m60": ("Ambush",)})
    assert uses(in_turn(forces), "americans") == ["m60/doctrine"]
    story = shooting(forces).tell("americans: hold-fire m60")
    story.when("americans", "use m60 doctrine").refused("003 R5", "card")


def test_no_card_is_used_while_an_attack_is_resolved() -> None:
    story = shooting(ace({"m60": "M60 Patton"}, {"t64": "T-64"}, {"m60": ("Ambush",)}), advantage="soviets")
    story.tell("soviets: fire t64 m60 dice=4,1,1,1,1")
    assert not uses(story, "americans")
    story.when("americans", "use m60 doctrine").refused("003 R20")


# -- Platoon Coordinator, Forward Commander ----------------------------------------------------------------------------


def coordinated(moves: dict[str, int] | None = None) -> Story:
    germans = {"a": "Leopard 1", "b": "Leopard 1", "pah": "PAH"}
    forces = ace(germans, {"t64": "T-64"}, {"a": ("Platoon Coordinator",)}, GERMAN)
    return shooting(forces, moves)


def test_platoon_coordinator_helps_stationary_tanks_close_to_the_enemy() -> None:
    story = coordinated({"a": 1})
    before = of(story, "b")
    story.when("americans", "use a commander units=a").refused("003 R7", "units")
    story.when("americans", "use a commander units=t64").refused("003 R7", "units")
    story.when("americans", "use a commander units=pah").refused("003 R7", "units")
    story.when("americans", "use a commander units=b,b").refused("003 R7", "units")
    story.when("americans", "use a commander").refused("003 R7", "units")
    story.when("americans", "use a commander units=b").then(
        happened(CardUsed, name="Platoon Coordinator", units=("b",), discarded="")
    )
    assert of(story, "b") == (before[0], before[1] + 2)
    story.when("americans", "use a commander units=b").refused("003 R5", "card")
    story.and_then(PhaseBegan(phase="movement", turn=2))
    assert of(story, "b") == before
    assert not story.play.models["a"].cards["commander"].gone


def test_platoon_coordinator_speaks_as_the_shooting_phase_starts() -> None:
    story = coordinated()
    assert uses(story, "americans") == ["a/commander"]
    unit = next_up(story)[0]
    story.tell(f"{story.play.models[unit].side}: hold-fire {unit}")
    story.when("americans", "use a commander units=b").refused("003 R5", "card")
    forces = ace({"a": "Leopard 1"}, {"t64": "T-64"}, {"a": ("Platoon Coordinator",)}, GERMAN)
    assert not uses(in_turn(forces), "americans")


def test_platoon_coordinator_has_nobody_to_help_when_all_have_moved() -> None:
    story = coordinated({"a": 1, "b": 1})
    story.when("americans", "use a commander units=b").refused("003 R5", "card")


def forward(models: dict[str, str] | None = None) -> Story:
    soviets = models or {"a": "T-64", "b": "T-64", "c": "T-64"}
    return in_turn(ace({"m1": "M1 Abrams"}, soviets, {"a": ("Forward Commander",)}))


def test_forward_commander_helps_himself_and_friends_close_by_this_turn() -> None:
    story = forward()
    before = of(story, "a")
    story.when("soviets", "use a commander units=a").refused("003 R7", "units")
    story.when("soviets", "use a commander units=m1").refused("003 R7", "units")
    story.when("soviets", "use a commander units=b").then(
        happened(CardUsed, name="Forward Commander", units=("a", "b"), discarded="")
    )
    assert of(story, "a") == of(story, "b") == (before[0] + 1, before[1] + 1)
    assert of(story, "c") == before
    story.and_then(PhaseBegan(phase="movement", turn=2))
    assert of(story, "a") == of(story, "b") == before


def test_forward_commander_speaks_before_anybody_moves() -> None:
    story = forward().tell("soviets: stay b")
    assert not uses(story, "soviets")
    story.when("soviets", "use a commander units=b").refused("003 R5", "card")


def test_forward_commander_alone_helps_himself() -> None:
    story = forward({"a": "T-64"})
    story.when("soviets", "use a commander").then(happened(CardUsed, units=("a",)))


# -- Yuri Pavlovich Volkov ---------------------------------------------------------------------------------------------


def volkov(*events: CardRevealed) -> Story:
    cards: dict[str, tuple[str, ...]] = {"a": ("Yuri Pavlovich Volkov",)}
    return in_turn(ace({"m1": "M1 Abrams"}, {"a": "T-64", "b": "T-64"}, cards), *events)


VOLKOV = CardRevealed(unit="a", card="commander", name="Yuri Pavlovich Volkov")


def test_yuri_pavlovich_volkov_chooses_his_phase_before_anybody_moves() -> None:
    story = volkov(VOLKOV)
    before = of(story, "a")
    story.when("soviets", "stay b").refused("003 R7")
    story.when("soviets", "keep-hidden b").refused("003 R7")
    assert not {"Move", "Stay"} & {choice.command for choice in visibility.legal(story.state, "soviets")}
    (choice,) = (choice for choice in visibility.legal(story.state, "soviets") if choice.command == "Use")
    assert choice.urgent
    story.when("soviets", "use a commander").refused("003 R7", "phase")
    story.when("soviets", "use a commander phase=shooting").then(
        happened(CardUsed, name="Yuri Pavlovich Volkov", phase="shooting", discarded="")
    )
    assert of(story, "a") == (before[0] - 4, before[1] + 5)
    story.when("soviets", "use a commander phase=movement").refused("003 R5", "card")
    story.tell("soviets: stay a")
    story.and_then(PhaseBegan(phase="movement", turn=2))
    assert of(story, "a") == before
    story.when("soviets", "stay b").refused("003 R7")


def test_an_initiative_may_fall_below_zero() -> None:
    """A22: nothing is clamped. The T-55 has 3, and 4 less in the phase Yuri Pavlovich Volkov does not favour."""
    story = in_turn(ace({"m1": "M1 Abrams"}, {"a": "T-55", "b": "T-64"}, {"a": ("Yuri Pavlovich Volkov",)}))
    story.tell("soviets: use a commander phase=movement")
    assert of(story, "a")[1] < 0


def test_yuri_pavlovich_volkov_face_down_is_asked_for_nothing() -> None:
    story = volkov()
    assert uses(story, "soviets") == ["a/commander"]
    story.tell("soviets: stay b")
    story.when("soviets", "use a commander phase=movement").then(happened(CardUsed, phase="movement"))
    assert story.play.models["a"].cards["commander"].face_up
    assert next_up(story) == ["m1"]


def test_yuri_pavlovich_volkov_turned_up_later_may_choose_at_once() -> None:
    story = volkov().tell("soviets: stay b\nsoviets: reveal a commander")
    before = of(story, "a")
    story.when("soviets", "stay a").then(Moved)
    story.when("soviets", "use a commander phase=shooting").then(happened(CardUsed, phase="shooting"))
    assert of(story, "a") == (before[0] - 4, before[1] + 5)


# -- Komissar ----------------------------------------------------------------------------------------------------------


def komissar(*wounds: str, cards: tuple[str, ...] = ("Komissar", "Hasty Loader")) -> Story:
    story = in_turn(ace({"m1": "M1 Abrams"}, {"a": "T-64", "b": "T-64"}, {"a": cards}))
    for card in wounds:
        wounded(story, "a", card)
    return story


@pytest.mark.parametrize("card", ["Bailed Out", "Shell Shocked", "Stunned Crew"])
def test_komissar_gives_up_a_card_and_is_rid_of_a_critical(card: str) -> None:
    story = komissar("Damaged Engine", card)
    story.when("soviets", "use a commander pay=loader critical=c1").refused("003 R7", "critical")
    story.when("soviets", "use a commander pay=commander critical=c2").refused("003 R7", "pay")
    story.when("soviets", "use a commander critical=c2").refused("003 R7", "pay")
    story.when("soviets", "use a commander pay=loader critical=c2").then(
        happened(CardUsed, name="Komissar", discarded="loader", discarded_name="Hasty Loader", critical="c2")
    )
    model = story.play.models["a"]
    assert list(model.criticals) == ["c1"]
    assert model.lost_cards == ["Hasty Loader"]
    assert not model.cards["commander"].gone
    assert story.play.discards == [card]


def test_komissar_needs_a_card_to_give_up_and_a_critical_to_remove() -> None:
    komissar("Damaged Engine").when("soviets", "use a commander pay=loader critical=c1").refused("003 R5", "card")
    story = komissar("Stunned Crew", cards=("Komissar",))
    story.when("soviets", "use a commander critical=c1").refused("003 R5", "card")
    assert not uses(story, "soviets")


def test_komissar_lets_a_bailed_out_tank_move() -> None:
    story = komissar("Bailed Out").tell("soviets: stay b")
    assert next_up(story) == ["m1"]
    story.tell("soviets: use a commander pay=loader critical=c1")
    assert next_up(story) == ["a"]


# -- what a card does in the turn it is turned up ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "model", "platoons"),
    [
        ("Marine Commander", "M1 Abrams", ("Team Yankee", "Red Banner")),
        ("Joel Schrader", "M1 Abrams", ("Team Yankee", "Red Banner")),
        ("Life Guard Commander", "Chieftain", BRITISH),
        ("Charging Commander", "AMX-30", ("Cuirassier Squadron", "Red Banner")),
    ],
)
def test_a_card_counts_for_the_turn_it_is_turned_up_in(card: str, model: str, platoons: tuple[str, str]) -> None:
    """Marine Commander, Joel Schrader, Life Guard Commander, Charging Commander."""
    story = in_turn(ace({"a": model}, {"t64": "T-64"}, {"a": (card,)}, platoons))
    story.when("americans", "reveal a commander").then(happened(CardRevealed, used=True))
    assert story.play.models["a"].cards["commander"].used == 1


def test_life_guard_commander_adds_to_initiative_in_the_turn_he_is_turned_up() -> None:
    story = in_turn(ace({"a": "Chieftain"}, {"t64": "T-64"}, {"a": ("Life Guard Commander",)}, BRITISH))
    before = of(story, "a")
    story.tell("americans: reveal a commander")
    assert of(story, "a") == (before[0] + 4, before[1] + 2)
    story.and_then(PhaseBegan(phase="movement", turn=2))
    assert of(story, "a") == (before[0] + 2, before[1])


@pytest.mark.parametrize(
    ("card", "unit", "fitting"), [("Babatev Lermontov", "a", "gunner"), ("Clarence Tucker", "vads", "commander")]
)
def test_babatev_lermontov_and_clarence_tucker_count_when_the_shooting_starts(
    card: str, unit: str, fitting: str
) -> None:
    """Turned up before, or after the first report of the phase, they have missed it."""
    forces = ace({"vads": "M163 VADS"}, {"a": "T-64", "b": "T-64"}, {unit: (card,)})
    side = "soviets" if unit == "a" else "americans"
    in_turn(forces).when(side, f"reveal {unit} {fitting}").then(happened(CardRevealed, used=False))
    shooting(forces).when(side, f"reveal {unit} {fitting}").then(happened(CardRevealed, used=True))
    late = shooting(forces)
    first = next_up(late)[0]
    late.tell(f"{late.play.models[first].side}: hold-fire {first}")
    late.when(side, f"reveal {unit} {fitting}").then(happened(CardRevealed, used=False))


def test_clarence_tucker_shoots_six_earlier_in_that_turn() -> None:
    story = shooting(ace({"vads": "M163 VADS"}, {"t64": "T-64"}, {"vads": ("Clarence Tucker",)}))
    before = of(story, "vads")
    story.tell("americans: reveal vads commander")
    assert of(story, "vads")[1] == before[1] + 6


@pytest.mark.parametrize(("card", "fitting"), [("Dietrich Manheim", "driver"), ("Jurgen Schmidt", "gunner")])
def test_dietrich_manheim_and_jurgen_schmidt_are_turned_up_right_after_shooting(card: str, fitting: str) -> None:
    forces = ace({"a": "Leopard 1"}, {"t64": "T-64"}, {"a": (card,)}, GERMAN)
    shooting(forces).when("americans", f"reveal a {fitting}").then(happened(CardRevealed, used=False))
    story = shooting(forces)
    story.play.after = After("a", "t64")
    told = story.when("americans", f"reveal a {fitting}")
    assert told.events[0].used  # type: ignore[attr-defined]
