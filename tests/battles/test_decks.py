"""A deck through the door: sealed, drawn and disclosed in the log; one that was stacked is found."""

from __future__ import annotations

import html
import io
import re
import subprocess
from datetime import UTC, datetime
from types import MappingProxyType
from uuid import uuid4

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from msgspec.structs import replace

import rules
from api import presenters
from battles import handler, log, viewer
from battles.pages import dice
from battles.presenters.preview import roll_in_words
from battles.reports import Receipt, Report
from battles.verification import unfair
from deploy import verify_export
from rules.adjudicate import Who
from rules.contract import Command, Event, Refused, Roll, Unfallen
from rules.frame import BATTLES
from rules.reread import reread
from rules.stream import codec
from rules.stream.decks import seal
from rules.stream.dice import SeededDice, rolls_of
from rules.stream.revision.reports import Correct, Declare, Settlement, Undo
from tests.campaigns.skirmish import Shoot, Shot
from tests.rules import decked
from tests.rules.decked import CARDS, DECK, FORCES, SEED, SHOT

pytestmark = pytest.mark.django_db
ALICE, BOB = Who("alice", referee=True), Who("bob")
HONEST = SeededDice(SEED)
SEALED, DISCLOSED = HONEST.shuffle(DECK, CARDS), HONEST.disclose(DECK, CARDS)
NOBODY = Shoot(shooter="west-1", target="south-1")
BACK = {"shooter": "south-1", "target": "north-1"}
DRAWN = HONEST.roll(f"{DECK}/1", 1, faces=len(CARDS))
LAST = len(CARDS) + 2  # the shot that discloses


@pytest.fixture(autouse=True)
def _a_rulebook_with_a_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    systems = MappingProxyType({**rules.all_systems(), "skirmish": decked.SYSTEM})
    monkeypatch.setattr(rules, "all_systems", lambda: systems)


class Deck:
    """The battle after so many shots: rows 2 (sealed), 3 to 6 (drawn), 7 (disclosed)."""

    def __init__(self, shots: int) -> None:
        self.stream = str(uuid4())
        handler.open_battle(self.stream, report(FORCES), ALICE, "script")
        for _shot in range(shots):
            self.tell(BOB, SHOT)

    def tell(self, who: Who, *commands: Command, dry_run: bool = False, atomic: bool = True) -> Receipt:
        reports = [report(command) for command in commands]
        return handler.execute(self.stream, reports, who, "api", dry_run=dry_run, atomic=atomic)

    def rolls(self) -> list[Roll]:
        return [roll for fact in handler.replay(self.stream)[1] for roll in rolls_of(fact.event)]

    def slip_in(self, *rolls: Roll) -> None:
        """Rows somebody wrote past the door, in order but for what they say."""
        for roll in rolls:
            event = Shot(shooter="north-1", target="south-1", hit=False, rolls=(roll,))
            self.write(event)

    def write(self, event: Event) -> None:
        type_, version, data = BATTLES.events(handler.state(self.stream).muster).encode(event)
        entry = log.NewRow(type_, version, data, str(uuid4()), 0, command_type="Shoot", command_data="{}")
        log.append(self.stream, log.head(self.stream).position, [entry], by="mallory", via="api", now=datetime.now(UTC))
        assert log.verify_stream(self.stream) is None

    def faulty(self) -> int:
        """The row verify names, 0 for none; the command says the same."""
        fault, said = unfair(self.stream, "battle"), io.StringIO()
        if fault is None:
            call_command("verify", self.stream, stdout=said, stderr=said)
            return 0
        assert DECK in fault.reason
        with pytest.raises(CommandError, match="does not hold"):
            call_command("verify", self.stream, stdout=said, stderr=said)
        assert f"row {fault.position}" in said.getvalue()
        return fault.position

    def forget_seed(self) -> None:
        assert log.erase(self.stream, 1, "data.seed")

    def exported(self) -> bytes:
        out = io.StringIO()
        call_command("export", self.stream, stdout=out)
        return out.getvalue().encode()

    def verified(self) -> str:
        return verify_export.verify(io.BytesIO(self.exported()))


def report(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, codec.encode(command))


# -- as it is told -----------------------------------------------------------------------------------------------------


def test_a_deck_is_sealed_drawn_and_disclosed() -> None:
    rolls = Deck(LAST).rolls()
    assert (rolls[0], rolls[-1]) == (SEALED, DISCLOSED)
    assert [roll.question for roll in rolls[1:-1]] == [f"{DECK}/{n}" for n in range(1, 5)]


def test_nobody_learns_a_card_that_was_not_drawn() -> None:
    """Neither salt nor order stands in anything that anybody can read, whoever they are."""
    deck = Deck(1)
    for text in (
        msgspec.json.encode(viewer.look(deck.stream, BOB)),
        msgspec.json.encode(viewer.look(deck.stream, ALICE, 1)),
        *(row.data.encode() for row in log.read(deck.stream)[1:]),
        *deck.exported().splitlines()[2:],
        Client().get(f"/battles/{deck.stream}/").content,
        Client().get(f"/battles/{deck.stream}/dice/").content,
    ):
        assert DISCLOSED.salt.encode() not in text
        assert " ".join(map(str, DISCLOSED.values)).encode() not in text
        assert msgspec.json.encode(DISCLOSED.values)[1:-1] not in text
    assert SEALED.sealed.encode() in deck.exported()


@pytest.mark.parametrize("shots", [0, 1, 3, LAST - 1])
def test_trying_what_shuffles_draws_or_discloses_tells_the_question_alone(shots: int) -> None:
    deck = Deck(shots)
    for batch in ((SHOT,), (SHOT, SHOT, SHOT)):
        (first, *others) = deck.tell(BOB, *batch, dry_run=True, atomic=False).answers
        asked = first.asked
        assert asked is not None
        assert asked.question == (f"{DECK}/{shots}" if 0 < shots <= len(CARDS) else DECK)
        assert (asked.field, asked.shows, asked.is_draw) == ("", (), True)
        assert not first.events
        assert not any(other.events or other.asked for other in others)


def test_what_was_drawn_undone_and_drawn_again_is_the_same_card() -> None:
    deck = Deck(3)
    before = deck.rolls()
    deck.tell(ALICE, Undo(position=4, reason="Too soon"))
    (answer,) = deck.tell(BOB, SHOT, dry_run=True).answers  # it has fallen, so it may be shown
    assert [roll for fact in answer.events for roll in rolls_of(fact.event)] == [before[2]]
    deck.tell(BOB, SHOT)
    assert deck.rolls() == [*before, before[2]]
    assert deck.faulty() == 0


def test_a_shuffle_that_is_undone_and_made_again_is_the_same() -> None:
    deck = Deck(1)
    deck.tell(BOB, Undo(position=2))  # at once: nobody has learned anything by it
    deck.tell(BOB, SHOT)
    assert deck.rolls() == [SEALED, SEALED]


def test_what_disclosed_a_deck_is_not_undone_alone() -> None:
    deck = Deck(LAST)
    deck.tell(BOB, Undo(position=7, reason="Too soon"))
    assert type(handler.replay(deck.stream)[1][-1].event).__name__ == "Proposed"


@pytest.mark.parametrize("shots", [1, 3, LAST])
def test_a_correction_before_it_leaves_a_deck_as_it_was(shots: int) -> None:
    """Its shuffle, its draws and its disclosure are its own: nothing is unanswered."""
    deck = Deck(0)
    deck.tell(ALICE, Declare(facts={"vehicles.south-1.damage": 1}, reason="A mine"))
    for _shot in range(shots):
        deck.tell(BOB, SHOT)
    before = deck.rolls()
    correct = Correct(position=2, how="strike", reason="It never was")
    seen = viewer.foresee(deck.stream, report(correct), ALICE)
    assert (seen.items, seen.orphans, seen.again) == ((), (), shots)
    deck.tell(ALICE, correct)
    assert deck.rolls() == [*before, *before]
    assert not handler.state(deck.stream).waiting
    assert deck.faulty() == 0
    assert deck.verified()


def test_a_shuffle_that_is_corrected_keeps_its_seal() -> None:
    deck = Deck(2)
    before = deck.rolls()
    correct = Correct(position=2, how="change", type="Shoot", data=BACK, reason="It was the other")
    seen = viewer.foresee(deck.stream, report(correct), ALICE)
    assert (seen.items, seen.orphans) == ((), ())
    deck.tell(ALICE, correct)
    assert deck.rolls() == [*before, *before]
    assert not handler.state(deck.stream).waiting


def test_a_correction_that_leaves_a_draw_to_nobody_draws_no_card() -> None:
    """With the shuffle struck the first draw shuffles, the second draws first; nothing is drawn for what is shown."""
    deck = Deck(2)
    strike = Correct(position=2, how="strike", reason="It never was")
    seen = viewer.foresee(deck.stream, report(strike), ALICE)
    assert [roll for change in seen.changes for event in change.after for roll in rolls_of(event)] == [SEALED]
    insert = Correct(position=2, how="insert", type="Shoot", data=BACK, reason="It was before")
    (item,) = viewer.foresee(deck.stream, report(insert), ALICE).items
    assert (item.kind, [(roll.question, roll.values) for roll in item.dice]) == ("unanswered", [(f"{DECK}/2", ())])


def test_what_a_correction_leaves_undrawn_leaguer_draws_where_that_is_settled() -> None:
    deck = Deck(2)
    settle = {"3": Settlement(how="roll")}
    insert = Correct(position=2, how="insert", type="Shoot", data=BACK, reason="It was before", settle=settle)
    with pytest.raises(Unfallen):
        viewer.foresee(deck.stream, report(insert), ALICE)
    deck.tell(ALICE, insert)
    assert deck.rolls()[2:] == [SEALED, DRAWN, HONEST.roll(f"{DECK}/2", 1, faces=3)]
    assert deck.faulty() == 0


def test_a_battle_with_a_deck_is_decided_again_as_it_was() -> None:
    assert not reread(handler.history(Deck(LAST).stream)).differs


def test_a_batch_refused_after_a_shuffle_leaves_nothing_for_a_seal_tells_nothing() -> None:
    deck = Deck(0)
    with pytest.raises(Refused):
        deck.tell(BOB, SHOT, NOBODY)
    assert deck.rolls() == []


@pytest.mark.parametrize("shots", [1, LAST - 1], ids=["drawn", "disclosed"])
def test_a_batch_refused_after_a_card_was_told_stands_as_far_as_it_went(shots: int) -> None:
    """Else the refusal would tell what nobody finds in the log."""
    deck = Deck(shots)
    *_told, last = deck.tell(BOB, SHOT, NOBODY).answers
    assert last.refused is not None
    assert len(deck.rolls()) == shots + 1


# -- whether it holds --------------------------------------------------------------------------------------------------

SWAPPED = DISCLOSED.values[::-1]
OTHER_CARD = replace(DRAWN, values=(DRAWN.numbers[0] % 4 + 1,))
STACKED = {
    "order": (SEALED, replace(DISCLOSED, values=SWAPPED)),
    "order, sealed anew": (SEALED, replace(DISCLOSED, values=SWAPPED, sealed=seal(DISCLOSED.salt, SWAPPED))),
    "salt": (SEALED, replace(DISCLOSED, salt="0" * 64)),
    "commitment": (SEALED, replace(DISCLOSED, sealed="0" * 64)),
    "cards": (SEALED, replace(DISCLOSED, shows=(("ambush", "breakdown", "minefield", "storm"),))),
    "never sealed": (DRAWN, DISCLOSED),
    "another question": (SEALED, replace(DISCLOSED, question=f"{DECK}-again")),
    "no order": (SEALED, replace(DISCLOSED, values=())),
}


@pytest.mark.parametrize("erased", [False, True])
def test_an_honest_deck_holds_with_the_seed_and_without(erased: bool) -> None:
    deck = Deck(0)
    deck.slip_in(SEALED, DRAWN, DISCLOSED, SEALED, DISCLOSED)
    if erased:
        deck.forget_seed()
    assert deck.faulty() == 0
    assert deck.verified()


@pytest.mark.parametrize("what", [what for what in STACKED if what != "never sealed"])
def test_a_stacked_deck_is_named_by_its_row(what: str) -> None:
    deck = Deck(0)
    deck.slip_in(*STACKED[what])
    assert deck.faulty() == 3


@pytest.mark.parametrize("what", STACKED)
def test_a_stacked_deck_is_named_by_its_row_when_the_seed_is_forgotten(what: str) -> None:
    deck = Deck(0)
    deck.slip_in(*STACKED[what])
    deck.forget_seed()
    assert deck.faulty() == 3


@pytest.mark.parametrize("erased", [False, True])
def test_a_deck_that_was_never_sealed_is_a_fault(erased: bool) -> None:
    deck = Deck(0)
    deck.slip_in(DISCLOSED)
    if erased:
        deck.forget_seed()
    assert deck.faulty() == 2
    fault = unfair(deck.stream, "battle")
    assert fault is not None
    assert "never sealed" in fault.reason


@pytest.mark.parametrize(("erased", "row"), [(False, 2), (True, 3)])
def test_a_false_seal_is_found_by_the_seed_and_else_by_what_is_disclosed(erased: bool, row: int) -> None:
    """A deck nobody has disclosed keeps its secret when the seed is forgotten: then nobody can check it."""
    deck = Deck(0)
    deck.slip_in(replace(SEALED, sealed="0" * 64))
    if erased:
        deck.forget_seed()
        assert deck.faulty() == 0
    deck.slip_in(DISCLOSED)
    assert deck.faulty() == row


def test_a_deck_sealed_twice_is_sealed_alike() -> None:
    deck = Deck(0)
    deck.slip_in(SEALED, SEALED, replace(SEALED, sealed="0" * 64))
    deck.forget_seed()
    assert deck.faulty() == 4


@pytest.mark.parametrize(("erased", "row"), [(False, 3), (True, 4)])
def test_an_order_that_contradicts_a_card_drawn_before_is_a_fault(erased: bool, row: int) -> None:
    """The seed tells that the draw is false; without it draw and order are at odds."""
    deck = Deck(0)
    deck.slip_in(SEALED, OTHER_CARD, DISCLOSED)
    if erased:
        deck.forget_seed()
    assert deck.faulty() == row


def test_a_seal_is_leaguers() -> None:
    deck = Deck(0)
    deck.slip_in(replace(SEALED, by="table"))
    assert deck.faulty() == 2


# -- exported ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", STACKED)
def test_the_verifier_of_exports_finds_a_stacked_deck(what: str) -> None:
    deck = Deck(0)
    deck.slip_in(*STACKED[what])
    with pytest.raises(ValueError, match=f"line 4: the deck {DECK}.* is not the one that was sealed"):
        deck.verified()


# -- on the page -------------------------------------------------------------------------------------------------------


def test_the_page_of_dice_has_the_line_that_checks_a_deck() -> None:
    deck = Deck(LAST)
    page = html.unescape(Client().get(f"/battles/{deck.stream}/dice/").content.decode())
    lines = re.findall(r"<code>(printf [^<]+ \| sha256sum)</code>", page)
    said = [subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True).stdout for line in lines]
    assert said == [f"{SEALED.sealed}  -\n"]
    assert page.count(f"<code>{SEALED.sealed}</code>") == 1
    assert "face down" not in page
    assert "A sealed deck" in page
    assert ">holds<" in page


def test_the_page_of_dice_shows_a_deck_face_down_as_sealed() -> None:
    deck = Deck(3)
    view = dice.dice_of(deck.stream, BOB)
    assert [cast.roll for cast in view.decks] == [SEALED]
    assert [cast.holds for cast in view.casts.object_list] == [None, None, None]
    assert view.example is not None
    assert view.example.roll.question == f"{DECK}/2"
    page = Client().get(f"/battles/{deck.stream}/dice/").content.decode()
    assert "printf" not in page
    assert "face down" in page


def test_a_battle_without_decks_has_no_page_about_them() -> None:
    page = Client().get(f"/battles/{Deck(0).stream}/dice/").content.decode()
    assert "A sealed deck" not in page
    assert "Every die of this battle" in page


def test_the_story_shows_seal_and_order_but_no_number_of_a_draw() -> None:
    page = html.unescape(Client().get(f"/battles/{Deck(LAST).stream}/log/").content.decode())
    assert "Sealed:" in page
    assert f"<code>{SEALED.sealed}</code>" in page
    assert ", ".join(map(str, DISCLOSED.values)) in page
    assert f"<code>{DISCLOSED.salt}</code>" in page
    assert 'class="dice' not in page


@pytest.mark.parametrize("deck", [SEALED, DISCLOSED], ids=["face down", "disclosed"])
def test_a_deck_in_words_and_over_the_wire(deck: Roll) -> None:
    said = roll_in_words(deck)
    assert SEALED.sealed in said
    assert (", ".join(map(str, DISCLOSED.values)) in said) == bool(deck.values)
    told = msgspec.json.decode(msgspec.json.encode(presenters.roll(deck)), type=Roll)
    assert told == deck
