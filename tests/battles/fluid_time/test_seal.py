"""The Command Deck as it was sealed: an honest battle verifies, and a stacked one is found, by its row."""

from __future__ import annotations

import html
import io
import re
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from msgspec.structs import replace

from battles import handler, log
from battles.verification import unfair
from deploy import verify_export
from rules.contract import Event
from rules.frame import BATTLES
from rules.reread import reread
from rules.stream.decks import seal
from rules.stream.dice import SeededDice
from rules.systems.fluid_time import SYSTEM
from rules.systems.fluid_time.deck import CardDrawn, Draw
from rules.systems.fluid_time.turns import DeckDisclosed
from tests.battles.fluid_time.dealt import OVER, Dealt, dealt
from tests.rules.fluid_time.table import FREE

pytestmark = pytest.mark.django_db
MOVE = "soviets/tankovy/move"


def second_card_lies_on_top() -> Dealt:
    """Of four cards one is drawn, and the Turn Over card is next."""
    return dealt(FREE, OVER, MOVE, "germans/panzers/move").alice("draw", "end-impulse germans")


def honest(battle: Dealt) -> list[Event]:
    """What the next draw brings, ruled but not written."""
    state, said = battle.play, list[Event]()
    for event in SYSTEM.decide(state, Draw(), SeededDice(battle.seed)):
        said.append(event)
        handler.state(battle.stream).rules.evolve(state, event)
    return said


def slip_in(battle: Dealt, events: Sequence[Event]) -> None:
    """A draw that somebody wrote past the door: its rows are well chained, whatever they say."""
    codec, command = BATTLES.events(handler.state(battle.stream).muster), str(uuid4())
    entries = []
    for ordinal, event in enumerate(events):
        said = "" if ordinal else "{}"
        entries.append(log.NewRow(*codec.encode(event), command, ordinal, command_type="Draw", command_data=said))
    log.append(battle.stream, battle.head, entries, by="mallory", via="api", now=datetime.now(UTC))
    assert log.verify_stream(battle.stream) is None


def faulty(battle: Dealt) -> int:
    """The row that verify names."""
    said = io.StringIO()
    with pytest.raises(CommandError, match="does not hold"):
        call_command("verify", battle.stream, stdout=said, stderr=said)
    return int(re.findall(r"row (\d+)", said.getvalue())[0])


def stacked(what: str, disclosed: DeckDisclosed) -> DeckDisclosed:
    roll = disclosed.order
    otherwise = (roll.values[0], *roll.values[:0:-1])  # the card that has been drawn is still on top
    match what:
        case "order":
            roll = replace(roll, values=otherwise)
        case "order, sealed anew":
            roll = replace(roll, values=otherwise, sealed=seal(roll.salt, otherwise))
        case "salt":
            roll = replace(roll, salt="0" * 64)
        case "seal":
            roll = replace(roll, sealed="0" * 64)
        case "cards":
            roll = replace(roll, shows=(roll.shows[0][::-1],))
    return replace(disclosed, order=roll)


def test_the_reveal_that_is_honest_holds() -> None:
    battle = second_card_lies_on_top()
    slip_in(battle, honest(battle))
    battle.verified()


@pytest.mark.parametrize("erased", [False, True])
@pytest.mark.parametrize("what", ["order", "order, sealed anew", "salt", "seal", "cards"])
def test_a_reveal_that_was_tampered_with_is_named(what: str, erased: bool) -> None:
    battle = second_card_lies_on_top()
    *drawn, disclosed = honest(battle)
    assert isinstance(disclosed, DeckDisclosed)
    slip_in(battle, [*drawn, stacked(what, disclosed)])
    if erased:
        assert log.erase(battle.stream, 1, "data.seed")
    assert faulty(battle) == battle.head
    with pytest.raises(ValueError, match=f"line {battle.head + 1}: the deck deck-1 is not the one that was sealed"):
        verify_export.verify(io.BytesIO(battle.exported()))


@pytest.mark.parametrize("erased", [False, True])
def test_a_card_that_was_swapped_as_it_was_drawn_is_named(erased: bool) -> None:
    """By the seed at once; without it by the order, as soon as that is disclosed."""
    battle = second_card_lies_on_top()
    drawn = honest(battle)[0]
    assert isinstance(drawn, CardDrawn)
    assert drawn.roll is not None
    ended = honest(battle)[1:]
    number = drawn.roll.numbers[0] % drawn.roll.faces + 1
    swapped = replace(drawn, card=MOVE, roll=replace(drawn.roll, values=(number,)))
    slip_in(battle, [swapped])
    if erased:
        assert log.erase(battle.stream, 1, "data.seed")
        assert unfair(battle.stream, "battle") is None
        slip_in(battle, ended)
    assert faulty(battle) == battle.head


def test_a_card_that_is_called_otherwise_than_its_die_says_is_found_by_reading_again() -> None:
    battle = second_card_lies_on_top()
    drawn = honest(battle)[0]
    assert isinstance(drawn, CardDrawn)
    slip_in(battle, [replace(drawn, card=MOVE)])
    assert reread(handler.history(battle.stream)).differs


def test_the_line_of_shell_on_the_page_of_dice_gives_the_seal() -> None:
    battle = second_card_lies_on_top().alice("draw", "shuffle", "draw")
    page = html.unescape(Client().get(f"/battles/{battle.stream}/dice/").content.decode())
    lines = re.findall(r"<code>(printf [^<]+ \| sha256sum)</code>", page)
    said = [subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True).stdout for line in lines]
    assert said == [f"{battle.deck().sealed}  -\n"]
    assert battle.deck(2).sealed in page
    assert battle.deck(2).salt not in page


def test_a_deck_that_is_not_put_back_whole_is_sealed_anew_without_what_stays_out() -> None:
    battle = dealt(FREE, OVER, MOVE, full_deck_reshuffle=False).alice("draw", "end-impulse germans", "draw", "shuffle")
    seals = [roll for roll in battle.rolls() if roll.sealed]
    assert [roll.question for roll in seals] == ["deck-1", "deck-1", "deck-2"]
    assert sorted(map(str, seals[-1].shows[0])) == sorted([MOVE, OVER])
    battle.verified()


def test_a_concession_leaves_the_deck_face_down_and_settling_lets_everybody_check_it() -> None:
    battle = second_card_lies_on_top()
    battle.carol("concede germans").settle()
    assert [roll.salt for roll in battle.rolls() if roll.sealed] == [""]
    page = html.unescape(Client().get(f"/battles/{battle.stream}/dice/").content.decode())
    assert battle.seed in page
    assert ">holds<" in page
    battle.verified()
