"""Decks that Leaguer shuffles: nobody can shop for an order, nor learn a card before it is drawn."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.contract import Event, Refused, Roll, Unfallen
from rules.stream.decks import drawn_otherwise, face_down, matches, seal, shuffled
from rules.stream.dice import FallenDice, SeededDice, answers, die, fallen, holds
from rules.stream.dice_replay import ReplayedDice, unanswered

SEED = "00112233445566778899aabbccddeeff" * 2
CARDS = ("ambush", "breakdown", "minefield", "smoke")
seeds = st.from_regex(r"\A[0-9a-f]{64}\Z")
names = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=8)
decks = st.lists(names, min_size=1, max_size=30)
SEALED, DISCLOSED = SeededDice(SEED).shuffle("deck-1", CARDS), SeededDice(SEED).disclose("deck-1", CARDS)


class Shown(Event, frozen=True, kw_only=True):
    rolls: tuple[Roll, ...]


# -- an order that is settled ------------------------------------------------------------------------------------------


def test_a_deck_is_the_same_for_ever() -> None:
    """Worked out once with openssl; a deck of any age is checked against it."""
    assert DISCLOSED.values == ("smoke", "breakdown", "ambush", "minefield")
    assert DISCLOSED.salt == "ca8d63bb93323e213429fba2116ba3a5e9a75664a6626260d3cc49510dfeffee"
    assert DISCLOSED.sealed == "eb288a5fb19d7e3e92866d7d4461833e82f9a5c332f76dea3f870f748c84a013"


def test_anyone_can_check_a_deck_in_one_line_of_shell() -> None:
    line = f'printf %s "{DISCLOSED.salt} {" ".join(map(str, DISCLOSED.values))}" | sha256sum'
    said = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True).stdout
    assert said.split()[0] == SEALED.sealed


@given(seed=seeds, cards=decks)
def test_an_order_has_every_card_once_and_is_sealed_before_it_is_told(seed: str, cards: list[str]) -> None:
    dice = SeededDice(seed)
    down, up = dice.shuffle("d", cards), dice.disclose("d", cards)
    assert sorted(map(str, up.values)) == sorted(cards)
    assert (down.values, down.salt, down.shows, down.faces) == ((), "", (tuple(cards),), len(cards))
    assert down == face_down(up)
    assert up.sealed == seal(up.salt, up.values) == down.sealed
    assert matches(up)


@given(seed=seeds, cards=decks)
def test_cards_are_drawn_one_by_one_in_the_order_that_is_sealed(seed: str, cards: list[str]) -> None:
    dice = SeededDice(seed)
    left, drawn, draws = list(cards), [], {}
    for n in range(1, len(cards) + 1):
        roll = dice.roll(f"d/{n}", 1, faces=len(left), field="")
        draws[roll.question] = [roll]
        drawn.append(left.pop(roll.numbers[0] - 1))
    deck = dice.disclose("d", cards)
    assert deck.values == tuple(drawn)
    assert drawn_otherwise(deck, draws) == 0


def test_every_order_falls_as_often() -> None:
    """Chi-squared, far beyond any quantile chance would reach: these orders are fixed, the test cannot flicker."""
    orders = Counter(SeededDice(SEED).disclose(f"deck-{n}", CARDS).values for n in range(2400))
    assert set(orders) == set(permutations(CARDS))
    assert sum((orders[order] - 100) ** 2 / 100 for order in orders) < 23 + 4 * (2 * 23) ** 0.5


def test_a_seal_hangs_on_its_question_and_its_seed() -> None:
    """Two decks in the same order are sealed otherwise, so that nobody can tell one seal by another."""
    alone = [SeededDice(SEED).shuffle(f"deck-{n}", ["lone"]).sealed for n in range(50)]
    assert len(set(alone)) == 50
    assert SeededDice("0" * 64).shuffle("deck-1", CARDS).sealed != SEALED.sealed


@pytest.mark.parametrize("cards", [[], ["two words"], ["a", "tab\tbed"], ["a", ""], [" a"]])
def test_cards_that_could_not_be_told_apart_in_a_seal_are_an_error(cards: Sequence[str]) -> None:
    for ask in (SeededDice(SEED).shuffle, SeededDice(SEED).disclose):
        with pytest.raises(ValueError, match="without spaces"):
            ask("deck-1", cards)


def test_dice_written_before_there_were_decks_read_and_are_written_the_same() -> None:
    text = b'{"question":"q","faces":6,"values":[3],"by":"leaguer"}'
    assert msgspec.json.encode(msgspec.json.decode(text, type=Roll)) == text
    for deck in (SEALED, DISCLOSED):
        assert msgspec.json.decode(msgspec.json.encode(deck), type=Roll) == deck


# -- face down ---------------------------------------------------------------------------------------------------------


def test_a_deck_face_down_is_the_same_whatever_its_order_but_for_the_seal() -> None:
    """All of it that could tell a card."""
    others = [SeededDice(f"{n:064x}").shuffle("deck-1", CARDS) for n in range(20)]
    assert len({replace(other, sealed="") for other in others}) == 1
    assert SEALED.told
    assert not SEALED.numbers


def test_a_dry_run_shows_no_deck_that_was_not_shuffled_nor_which_cards_are_in_it() -> None:
    for ask in (FallenDice().shuffle, FallenDice().disclose, ReplayedDice((), {}).shuffle):
        with pytest.raises(Unfallen) as caught:
            ask("deck-1", CARDS)
        asked = caught.value
        assert (asked.question, asked.count, asked.faces, asked.field, asked.shows) == ("deck-1", 1, 4, "", ())
        assert "drawn" in unanswered(asked).text.text()


def test_a_dry_run_shows_a_seal_again_but_neither_order_nor_card() -> None:
    dice = FallenDice({"deck-1": SEALED})
    assert dice.shuffle("deck-1", CARDS) == SEALED
    for question in ("deck-1/1", "deck-1/4"):
        with pytest.raises(Unfallen) as caught:
            dice.roll(question, 1, faces=4, field="")
        assert caught.value.args == (question,)
    with pytest.raises(Unfallen):
        dice.disclose("deck-1", CARDS)


def test_a_dry_run_shows_an_order_again_once_it_was_disclosed() -> None:
    dice = FallenDice({"deck-1": DISCLOSED})
    assert dice.shuffle("deck-1", CARDS) == SEALED
    assert dice.disclose("deck-1", CARDS) == DISCLOSED


@pytest.mark.parametrize("cards", [CARDS[::-1], CARDS[:3], (*CARDS, "storm"), ("ambush", "ambush", *CARDS[2:])])
def test_other_cards_or_another_order_of_them_are_another_deck(cards: Sequence[str]) -> None:
    known = {"deck-1": DISCLOSED}
    for dice in (FallenDice(known), ReplayedDice([DISCLOSED], known)):
        for ask in (dice.shuffle, dice.disclose):
            with pytest.raises(Unfallen):
                ask("deck-1", cards)


def test_an_order_is_no_dice() -> None:
    """Nobody takes cards off it by asking for dice under its question."""
    assert not answers(DISCLOSED, 1, 4, (CARDS,))
    with pytest.raises(Unfallen):
        FallenDice({"deck-1": DISCLOSED}).roll("deck-1", 1, faces=4, shows=(CARDS,))


@pytest.mark.parametrize("rolls", [(SEALED, DISCLOSED), (DISCLOSED, SEALED), (SEALED, DISCLOSED, SEALED)])
def test_an_order_that_was_disclosed_stays_disclosed(rolls: tuple[Roll, ...]) -> None:
    assert fallen([Shown(rolls=rolls)]) == {"deck-1": DISCLOSED}
    assert fallen(Shown(rolls=(roll,)) for roll in rolls) == {"deck-1": DISCLOSED}


# -- told again --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mine", "fell"), [([SEALED], {}), ([], {"deck-1": SEALED}), ([], {"deck-1": DISCLOSED})])
def test_a_report_told_again_has_its_seal(mine: list[Roll], fell: dict[str, Roll]) -> None:
    dice = ReplayedDice(mine, fell)
    assert dice.shuffle("deck-1", CARDS) == SEALED
    assert dice.left() == ()


def test_a_report_told_again_has_its_own_seal_whatever_was_shuffled_since() -> None:
    other = SeededDice(SEED).disclose("deck-1", CARDS[::-1])
    assert ReplayedDice([SEALED], {"deck-1": other}).shuffle("deck-1", CARDS) == SEALED


@pytest.mark.parametrize("mine", [[DISCLOSED], [SEALED, DISCLOSED], [DISCLOSED, SEALED]])
def test_a_report_told_again_has_its_order(mine: list[Roll]) -> None:
    dice = ReplayedDice(mine, {})
    assert dice.shuffle("deck-1", CARDS) == SEALED
    assert dice.disclose("deck-1", CARDS) == DISCLOSED


def test_a_report_told_again_discloses_nothing_that_was_not_disclosed() -> None:
    with pytest.raises(Unfallen):
        ReplayedDice([SEALED], {"deck-1": SEALED}).disclose("deck-1", CARDS)
    assert ReplayedDice([], {"deck-1": DISCLOSED}).disclose("deck-1", CARDS) == DISCLOSED


def test_a_deck_nobody_asks_for_any_more_is_nobodys_to_settle() -> None:
    assert ReplayedDice([SEALED, DISCLOSED], {}).left() == ()


def test_leaguer_shuffles_and_discloses_where_that_is_settled() -> None:
    dice = ReplayedDice([], {}, SeededDice(SEED))
    assert dice.shuffle("deck-1", CARDS) == SEALED
    assert dice.fell == []  # a seal tells nothing, so what is refused after it may be refused
    assert dice.disclose("deck-1", CARDS) == DISCLOSED
    assert dice.fell == [DISCLOSED]
    with pytest.raises(Unfallen):  # a preview
        ReplayedDice([], {}, FallenDice()).shuffle("deck-1", CARDS)


def test_dice_of_the_table_do_not_take_the_place_of_a_deck() -> None:
    for box in (SeededDice(SEED, {"deck-1": SEALED}), FallenDice({"deck-1": SEALED})):
        with pytest.raises(Refused):
            box.roll("deck-1", 1, faces=4, reported=(2,))


# -- whether it holds --------------------------------------------------------------------------------------------------

SWAPPED = (*DISCLOSED.values[:2], DISCLOSED.values[3], DISCLOSED.values[2])
OTHERS = ("storm", *DISCLOSED.values[1:])
TAMPERED = {
    "order": replace(DISCLOSED, values=SWAPPED),
    "order, sealed anew": replace(DISCLOSED, values=SWAPPED, sealed=seal(DISCLOSED.salt, SWAPPED)),
    "salt": replace(DISCLOSED, salt="0" * 64),
    "salt, sealed anew": replace(DISCLOSED, salt="0" * 64, sealed=seal("0" * 64, DISCLOSED.values)),
    "another card, sealed anew": replace(DISCLOSED, values=OTHERS, sealed=seal(DISCLOSED.salt, OTHERS)),
    "no salt": replace(DISCLOSED, salt=""),
    "seal": replace(DISCLOSED, sealed="0" * 64),
    "cards": replace(DISCLOSED, shows=(("ambush", "breakdown", "minefield", "storm"),)),
    "cards as they were given": replace(DISCLOSED, shows=(CARDS[::-1],)),
    "no cards": replace(DISCLOSED, shows=()),
    "cards twice": replace(DISCLOSED, shows=(CARDS, CARDS)),
    "number of cards": replace(DISCLOSED, faces=5),
    "a card less": replace(DISCLOSED, values=DISCLOSED.values[:3]),
    "whose": replace(DISCLOSED, by="table"),
    "question": replace(DISCLOSED, question="deck-2"),
    "seal face down": replace(SEALED, sealed="0" * 64),
    "cards face down": replace(SEALED, shows=(CARDS[::-1],)),
    "salt face down": replace(SEALED, salt=DISCLOSED.salt),
    "card with a space": replace(SEALED, shows=(("am bush", *CARDS[1:]),)),
}


def test_decks_of_the_seed_hold() -> None:
    assert holds(SEED, SEALED)
    assert holds(SEED, DISCLOSED)


@pytest.mark.parametrize("what", TAMPERED)
def test_a_deck_that_was_tampered_with_does_not_hold(what: str) -> None:
    assert not holds(SEED, TAMPERED[what])


@pytest.mark.parametrize(
    "what",
    [
        "order",
        "another card, sealed anew",
        "salt",
        "no salt",
        "seal",
        "cards",
        "no cards",
        "cards twice",
        "number of cards",
    ],
)
def test_an_order_that_is_not_the_sealed_one_shows_without_the_seed(what: str) -> None:
    assert matches(DISCLOSED)
    assert not matches(TAMPERED[what])


# -- what was drawn ----------------------------------------------------------------------------------------------------


def draws(*numbers: int, deck: Roll = DISCLOSED, first: int = 1) -> dict[str, list[Roll]]:
    return {
        f"deck-1/{n}": [Roll(f"deck-1/{n}", deck.faces - n + 1, (number,), "leaguer")]
        for n, number in enumerate(numbers, first)
    }


HONEST = tuple(die(SEED, f"deck-1/{n}", 1, 5 - n) for n in range(1, 5))


@pytest.mark.parametrize("count", range(5))
def test_an_order_agrees_with_the_cards_drawn_before(count: int) -> None:
    assert drawn_otherwise(DISCLOSED, draws(*HONEST[:count])) == 0


@pytest.mark.parametrize("wrong", [1, 2, 3])
def test_an_order_that_contradicts_a_card_drawn_before_is_found_by_the_card(wrong: int) -> None:
    numbers = list(HONEST)
    numbers[wrong - 1] = numbers[wrong - 1] % (5 - wrong) + 1
    assert drawn_otherwise(DISCLOSED, draws(*numbers)) == wrong
    assert drawn_otherwise(DISCLOSED, draws(numbers[wrong - 1], first=wrong)) == wrong  # nobody drew those above it


def test_a_draw_from_another_number_of_cards_was_from_another_deck() -> None:
    other = {"deck-1/1": [Roll("deck-1/1", 9, (9,), "leaguer")], "deck-2/1": [Roll("deck-2/1", 4, (1,), "leaguer")]}
    assert drawn_otherwise(DISCLOSED, other) == 0


def test_a_number_that_is_on_no_card_was_not_drawn_from_it() -> None:
    assert drawn_otherwise(DISCLOSED, {"deck-1/1": [Roll("deck-1/1", 4, (5,), "leaguer")]}) == 1
    assert drawn_otherwise(DISCLOSED, {"deck-1/1": [Roll("deck-1/1", 4, (0,), "leaguer")]}) == 1


@given(seed=seeds, cards=st.lists(st.sampled_from("ab"), min_size=1, max_size=8), drawn=st.data())
def test_cards_that_are_alike_are_told_apart_by_what_was_drawn(
    seed: str, cards: list[str], drawn: st.DataObject
) -> None:
    deck = shuffled(seed, "deck-1", cards)
    size = len(cards)
    known = drawn.draw(st.sets(st.integers(1, size)))
    rolls = {f"deck-1/{n}": [SeededDice(seed).roll(f"deck-1/{n}", 1, faces=size - n + 1)] for n in known}
    assert drawn_otherwise(deck, rolls) == 0
