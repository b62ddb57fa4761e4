"""The Command Deck: shuffled, drawn from, over (R1 to R3, R5, R6, A2, A22, A24, B15, B19)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.contract import Unfallen
from rules.reports import DepthChanged
from rules.stream import decks
from rules.stream.dice import FallenDice
from rules.stream.revision.reports import Declare
from rules.systems.fluid_time import SYSTEM, tables
from rules.systems.fluid_time import cards as cards_
from rules.systems.fluid_time.cards import less, parts
from rules.systems.fluid_time.deck import CardDrawn, DeckShuffled, Draw, Shuffle
from rules.systems.fluid_time.depth import TurnDeclared
from rules.systems.fluid_time.fighters import FighterHeld
from rules.systems.fluid_time.impulses import ImpulseBegan, ImpulseEnded
from rules.systems.fluid_time.turns import DeckDisclosed, TurnEnded
from tests.rules.fluid_time.table import (
    DECK,
    FOUR,
    FREE,
    SIX,
    T34,
    TIGER,
    battle,
    dealt_by_leaguer,
    ended,
    muster,
    play,
    shuffled,
    turned_over,
    unit,
)
from tests.rules.scenario import Story, given, happened

POSTED = {  # R6: the posted deck
    "turn_over": 3,
    "germans/air_support": 1,
    "germans/artillery_support": 1,
    "germans/free_action": 2,
    "soviets/support": 1,
    "soviets/free_action": 1,
    "soviets/move": 1,
    **{
        f"germans/{platoon}/{kind}": count
        for platoon in ("panzers_a", "panzers_b", "german_specials")
        for kind, count in (("half_move_free_action", 2), ("free_action", 1), ("move", 1))
    },
    **{
        f"soviets/{platoon}/{kind}": count
        for platoon in ("tankovy_1", "tankovy_2", "soviet_specials")
        for kind, count in (("half_move_free_action", 1), ("free_action", 2), ("move", 1))
    },
}
FEW = "1 turn_over\n1 germans/panzers/move\n1 soviets/tankovy/move"
TWO_FEW = {"tiger": (TIGER, "germans/panzers"), "t34": (T34, "soviets/tankovy")}


# -- shuffled (R1, R6) -------------------------------------------------------------------------------------------------


def test_the_posted_deck_has_34_cards() -> None:
    story = dealt_by_leaguer()
    assert Counter(play(story).deck) == POSTED
    assert len(play(story).deck) == 34


@pytest.mark.parametrize("side", ["germans", "soviets"])
def test_a_turn_begins_with_the_deck_face_down_and_its_order_sealed(side: str) -> None:
    story = dealt_by_leaguer()
    told = story.when(side, "shuffle")
    (event,) = told.events
    assert isinstance(event, DeckShuffled)
    assert event.order is not None
    assert (event.turn, event.cards) == (1, play(story).deck)
    assert (event.order.values, event.order.salt) == ((), "")
    assert event.order.sealed == play(story).seal


def test_players_shuffle_a_deck_of_their_own() -> None:
    given(muster()).when("soviets", "shuffle").then(happened(DeckShuffled, turn=1, order=None))


def test_nothing_is_drawn_before_the_deck_is_shuffled_and_it_is_shuffled_once() -> None:
    story = given(muster())
    story.when("germans", "draw turn_over").refused("004 R2")
    story.when("germans", "invoke-commander germans").refused("004 R4")
    story.tell("germans: shuffle")
    story.when("germans", "shuffle").refused("004 R1")


# -- drawn (R2, R5, R12) -----------------------------------------------------------------------------------------------


def test_the_players_say_which_card_they_drew() -> None:
    story = shuffled()
    story.when("soviets", f"draw {FREE}").then(
        happened(CardDrawn, card=FREE, left=len(play(story).deck) - 1, roll=None),
        happened(ImpulseBegan, side="germans", platoon="panzers", card=FREE, grants=("free",), units=("tiger",)),
    )


def test_they_have_to_say_it() -> None:
    shuffled().when("germans", "draw").refused("004 R2", "card")


def test_a_card_is_drawn_as_often_as_the_deck_has_it() -> None:
    story = shuffled().when("germans", f"draw {FREE}").then(CardDrawn, ImpulseBegan)
    refusal = ended(story).when("germans", f"draw {FREE}").refused("004 R2", "card")
    assert refusal.remedy is not None
    assert FREE not in refusal.remedy.text()
    assert "3 × Turn Over (turn_over)" in refusal.remedy.text()
    story.when("germans", "draw germans/nobody/move").refused("004 R2", "card")


def test_leaguer_draws_his_own_cards() -> None:
    story = dealt_by_leaguer().tell("germans: shuffle")
    story.when("germans", "draw turn_over").refused("004 R1", "card")


@pytest.mark.parametrize("number", range(1, 7))
def test_leaguer_draws_what_was_sealed_from_the_top(number: int) -> None:
    """Turn after turn, all cards up to Turn Over; then the order is disclosed, and is what was drawn and sealed."""
    seed = f"{number:064x}"
    story = given(replace(muster(SIX, deck="", deck_draw="leaguer"), seed=seed))
    for turn in (1, 2):
        story.tell("soviets: shuffle")
        order, sealed = decks.order_of(seed, f"deck-{turn}", play(story).deck), play(story).seal
        over = order.index(tables.TURN_OVER)
        for drawn, card in enumerate(order[:over], 1):
            happening = story.when("germans", "draw").events[0]
            assert isinstance(happening, CardDrawn)
            assert (happening.card, happening.left) == (card, 34 - drawn)
            settle(story)
        disclosed = story.when("germans", "draw").then(CardDrawn, TurnEnded, DeckDisclosed).rows[-1].event
        assert isinstance(disclosed, DeckDisclosed)
        assert (disclosed.order.values, disclosed.order.sealed) == (order, sealed)
        assert decks.matches(disclosed.order)


def settle(story: Story) -> None:
    """The card is played by nobody doing anything."""
    state = play(story)
    if state.strike is not None:
        story.tell(f"{state.strike.side}: call-support {state.strike.side} observer=no")
    if state.impulse is not None:
        story.tell(f"{state.impulse.side}: end-impulse {state.impulse.side}")


def test_nobody_learns_the_next_card_from_a_dry_run() -> None:
    story = dealt_by_leaguer().tell("germans: shuffle")
    with pytest.raises(Unfallen) as asked:
        list(SYSTEM.decide(play(story), Draw(), FallenDice(story.history.fallen())))
    assert (asked.value.question, asked.value.faces, asked.value.field) == ("deck-1/1", 34, "")


def test_nobody_learns_the_order_from_a_dry_run() -> None:
    with pytest.raises(Unfallen) as asked:
        list(SYSTEM.decide(play(dealt_by_leaguer()), Shuffle(), FallenDice()))
    assert asked.value.question == "deck-1"


@pytest.mark.parametrize(
    ("card", "acting"),
    [
        ("germans/free_action", ("tiger", "panzer")),
        ("germans/move", ("tiger", "panzer")),
        ("soviets/move", ("t34", "kv")),
        ("germans/panzers/move", ("tiger", "panzer")),
        ("soviets/tankovy/move", ("t34",)),
        ("soviets/specials/free_action", ("kv",)),
    ],
)
def test_a_card_is_for_a_side_or_for_one_of_its_platoons(card: str, acting: tuple[str, ...]) -> None:
    """R12, A3."""
    shuffled(FOUR).when("germans", f"draw {card}").then(CardDrawn, happened(ImpulseBegan, units=acting))


GIVES = [  # R7 to R11
    ("free_action", ("free",)),
    ("double_free_action", ("free", "free")),
    ("half_move_free_action", ("half_move", "free")),
    ("move", ("move",)),
    ("half_move", ("half_move",)),
]


@pytest.mark.parametrize(("kind", "grants"), GIVES)
def test_what_each_type_of_card_gives(kind: str, grants: tuple[str, ...]) -> None:
    story = (
        shuffled()
        .when("germans", f"draw germans/panzers/{kind}")
        .then(CardDrawn, happened(ImpulseBegan, grants=grants))
    )
    assert unit(story, "tiger").grants == grants
    assert unit(story, "t34").grants == ()


@pytest.mark.parametrize(("kind", "grants"), [(kind, grants) for kind, grants in GIVES if kind != "half_move"])
def test_the_other_reading_of_half_move_is_of_that_card_alone(kind: str, grants: tuple[str, ...]) -> None:
    """A2."""
    story = shuffled(half_move_card="full_move")
    story.when("germans", f"draw germans/panzers/{kind}").then(CardDrawn, happened(ImpulseBegan, grants=grants))


def test_a_half_move_card_is_a_whole_move_where_it_was_so_agreed() -> None:
    """A2."""
    shuffled(half_move_card="full_move").when("germans", "draw germans/panzers/half_move").then(
        CardDrawn, happened(ImpulseBegan, grants=("move",))
    )


def test_a_card_that_is_for_nobody_in_play_is_over_at_once() -> None:
    story = shuffled(FOUR, {"kv": ("burning",)})
    story.when("germans", "draw soviets/specials/move").then(
        CardDrawn, happened(ImpulseEnded, side="soviets", why="nobody", halted=())
    )
    assert play(story).phase == "gap"


@pytest.mark.parametrize("card", ["germans/air_support", "soviets/support", "germans/artillery_support"])
def test_a_support_card_is_played_before_the_next_is_drawn(card: str) -> None:
    story = shuffled().when("soviets", f"draw {card}").then(happened(CardDrawn, card=card))
    assert play(story).phase == "support"
    story.when("germans", f"draw {FREE}").refused("004 R2")
    story.when("germans", "invoke-commander germans").refused("004 R4")


def test_no_card_is_drawn_while_an_impulse_is_played() -> None:
    battle().when("soviets", "draw turn_over").refused("004 R2")


# -- over (R3) ---------------------------------------------------------------------------------------------------------


def test_turn_over_ends_the_turn_and_every_card_goes_back() -> None:
    story = ended(battle())
    story.when("soviets", "draw turn_over").then(CardDrawn, happened(TurnEnded, turn=1, out=()))
    story.when("germans", f"draw {FREE}").refused("004 R2")
    story.when("germans", "shuffle").then(happened(DeckShuffled, turn=2, cards=play(story).deck))
    story.when("germans", f"draw {FREE}").then(CardDrawn, ImpulseBegan)


def test_a_turn_that_is_over_discloses_leaguers_order() -> None:
    story = dealt_by_leaguer(TWO_FEW, deck="1 turn_over\n0 germans/panzers/move\n0 soviets/tankovy/move")
    sealed = story.when("germans", "shuffle").events[0]
    assert isinstance(sealed, DeckShuffled)
    assert sealed.order is not None
    disclosed = story.when("germans", "draw").events[-1]
    assert isinstance(disclosed, DeckDisclosed)
    assert (disclosed.turn, disclosed.order.values) == (1, ("turn_over",))
    assert disclosed.order.sealed == sealed.order.sealed
    assert play(story).seal == ""


def test_markers_outlive_the_turn() -> None:
    """B15: whoever moved is moving until an Impulse of its own."""
    marks = {"tiger": ("moving",), "panzer": ("overwatch", "hull_down"), "t34": ("suppressed",), "kv": ("struck",)}
    story = turned_over(shuffled(FOUR, marks))
    assert unit(story, "tiger").moving
    assert (unit(story, "panzer").overwatch, unit(story, "panzer").hull_down) == (True, True)
    assert unit(story, "t34").suppressed
    assert (unit(story, "kv").tests, unit(story, "kv").struck) == (("struck",), False)


def test_what_was_struck_and_which_fighters_are_held_is_of_the_turn() -> None:
    """A9, A20."""
    story = shuffled(FOUR, {"kv": ("struck",)}).and_then(FighterHeld(side="germans"))
    assert (unit(story, "kv").struck, play(story).held) == (True, ("germans",))
    story.tell("germans: draw turn_over")
    assert (unit(story, "kv").struck, play(story).held) == (False, ())


def test_what_a_deck_was_that_was_given_up_in_the_middle_is_disclosed() -> None:
    """The battle is told by status from a turn nobody has acted in."""
    story = dealt_by_leaguer().tell("germans: shuffle")
    story.when("", "change-depth status").then(DepthChanged)
    story.tell("change-depth shots")
    story.when("germans", "declare-turn 2").then(happened(DeckDisclosed), TurnDeclared)
    told = story.when("germans", "shuffle").then(happened(DeckShuffled, turn=2))
    assert play(told).shuffles == 2


def test_a_deck_that_was_declared_given_up_is_disclosed_with_the_next_shuffle() -> None:
    story = dealt_by_leaguer().tell("germans: shuffle")
    story.when("", Declare(facts={"phase": "shuffle", "quiet": False}, reason="We begin again."))
    story.when("germans", "shuffle").then(happened(DeckDisclosed, turn=1), happened(DeckShuffled, turn=2))


def test_a_turn_that_was_begun_does_not_come_again() -> None:
    """Its dice have fallen."""
    story = turned_over(ended(battle())).tell("change-depth status\nchange-depth shots")
    story.when("germans", "shuffle").refused("004 R1")
    story.when("germans", "declare-turn 2").refused("004 R3", "turn")
    story.when("soviets", "declare-turn 5").then(happened(TurnDeclared, turn=5))
    story.when("soviets", "shuffle").then(happened(DeckShuffled, turn=5))
    story.when("soviets", "declare-turn 6").refused("004 R3")


# -- cards that stay out (B19) -----------------------------------------------------------------------------------------


def turn(story: Story, *cards: str) -> Story:
    """A turn of these cards, nobody doing anything, and Turn Over."""
    story.tell("germans: shuffle")
    for card in cards:
        story.tell(f"germans: draw {card}")
        settle(story)
    return story


def test_drawn_cards_stay_out_until_the_deck_is_empty() -> None:
    story = turn(given(muster(TWO_FEW, deck=FEW, full_deck_reshuffle=False)), "germans/panzers/move")
    story.when("germans", "draw turn_over").then(CardDrawn, happened(TurnEnded, out=("germans/panzers/move",)))
    story.when("germans", "shuffle").then(happened(DeckShuffled, cards=("turn_over", "soviets/tankovy/move")))
    story.when("germans", "draw germans/panzers/move").refused("004 R2", "card")
    story.tell("germans: draw soviets/tankovy/move\nsoviets: end-impulse soviets")
    story.when("germans", "draw turn_over").then(CardDrawn, happened(TurnEnded, out=()))
    story.when("germans", "shuffle").then(happened(DeckShuffled, turn=3, cards=play(story).deck))


def test_by_the_rulebook_no_card_stays_out() -> None:
    story = turn(given(muster(TWO_FEW, deck=FEW)), "germans/panzers/move")
    story.when("germans", "draw turn_over").then(CardDrawn, happened(TurnEnded, out=()))
    story.when("germans", "shuffle").then(happened(DeckShuffled, cards=play(story).deck))


def test_of_cards_that_stay_out_leaguer_deals_none() -> None:
    story = dealt_by_leaguer(TWO_FEW, deck=f"{FEW}\n1 germans/move\n1 soviets/move", full_deck_reshuffle=False)
    for _turn in range(12):
        story.tell("germans: shuffle")
        before = Counter(play(story).pack)
        assert before == Counter(play(story).deck) - Counter(play(story).out)
        assert before.total() > 1
        while play(story).phase != "shuffle":
            story.tell("germans: draw")
            settle(story)


@hypothesis_given(whole=st.booleans(), by=st.sampled_from(["leaguer", "table"]), picks=st.lists(st.integers(0, 40)))
def test_no_card_is_ever_lost_or_doubled(whole: bool, by: str, picks: list[int]) -> None:
    """Whoever draws: what lies face down, what was drawn in this turn and what stays out are the deck."""
    dealing = {"deck": f"{FEW}\n1 germans/move\n2 soviets/free_action", "deck_draw": by, "full_deck_reshuffle": whole}
    story = given(muster(TWO_FEW, **dealing)).tell("germans: shuffle")
    for pick in picks:
        left = cards_.left(play(story))
        story.tell(f"germans: draw {left[pick % len(left)]}" if by == "table" else "germans: draw")
        settle(story)
        if play(story).phase == "shuffle":
            story.tell("germans: shuffle")
        state = play(story)
        assert Counter((*cards_.left(state), *state.drawn, *state.out)) == Counter(state.deck)
        assert tables.TURN_OVER in cards_.left(state)
        assert state.dealt == (state.drawn if by == "leaguer" else ())


cards = st.lists(st.sampled_from(["turn_over", "a/move", "a/b/move", "b/free_action"]), max_size=12)


@hypothesis_given(whole=cards, gone=cards)
def test_what_is_left_is_what_there_was_without_what_is_gone(whole: list[str], gone: list[str]) -> None:
    left = list(whole)
    for card in gone:
        if card in left:
            left.remove(card)
    assert list(less(whole, gone)) == left


@pytest.mark.parametrize("card", sorted(set(DECK.split()) - {"1", "3"}))
def test_a_card_says_whom_it_is_for(card: str) -> None:
    side, platoon, kind = parts(card)
    assert "/".join(part for part in (side, platoon, kind) if part) == card
    assert kind in (*tables.GRANTS, *tables.SUPPORT, tables.TURN_OVER)
    assert (side == "") == (kind == tables.TURN_OVER)
