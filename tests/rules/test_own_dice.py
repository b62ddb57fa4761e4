"""A battle fought with the players' own dice: what Leaguer rolls is said, die by die."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from rules import visibility
from rules.contract import DiceCommand, Refused, Roll, RuleSystem, Unfallen
from rules.record import Table
from rules.reports import command_codec
from rules.stream.dice import FallenDice, SeededDice
from rules.stream.own_dice import OwnDice
from rules.stream.revision.reports import Correct, Resolve, Undo
from rules.stream.script import write_line
from tests.rules.duel import WHY, at, parsed, refused, tell
from tests.rules.test_frame import SEED, forces

pytestmark = pytest.mark.usefixtures("duel")
SHOT = "fire blue-1 red-1"


def ours(*script: str, dice: Any = "table") -> Table:
    table = Table.open(msgspec.structs.replace(forces(), dice=dice))
    tell(table, *script)
    return table


def attack(table: Table, row: int = 2) -> Roll:
    event: Any = table.rows[row - 1].event
    roll: Roll = event.attack
    return roll


@pytest.mark.parametrize("dice", ["table", "ask"])
def test_dice_left_out_are_refused(dice: str) -> None:
    no = refused(table := ours(dice=dice), "blue", parsed(ours(), SHOT))
    assert (no.rule, no.field, no.code) == ("dice", "dice", "unanswered")
    assert no.remedy is not None
    assert "dice=leaguer" in no.remedy.text()
    tell(table, f"blue: {SHOT} dice=6,1")
    assert attack(table).by == "table"


def test_leaguer_rolls_where_he_is_told_to() -> None:
    table = ours(f"blue: {SHOT} dice=leaguer")
    assert attack(table) == SeededDice(SEED).roll("r1/blue-1/attack", 2)


@pytest.mark.parametrize("dice", [msgspec.UNSET, "leaguer"])
def test_without_it_what_is_left_out_is_leaguer_s(dice: Any) -> None:
    assert ours(f"blue: {SHOT}", dice=dice).rows[1:] == at(f"blue: {SHOT}").rows[1:]


def test_a_muster_that_says_nothing_of_dice_reads_as_ever(duel: RuleSystem) -> None:
    assert '"dice"' not in command_codec(duel).encode(forces())[1]
    assert b'"dice"' not in msgspec.json.encode(at().mustered)


def test_only_dice_of_the_report_are_left_to_leaguer() -> None:
    no = refused(ours(), "blue", parsed(ours(), f"{SHOT} leaguer=target dice=1,2"))
    assert (no.rule, no.field) == ("dice", "leaguer")


def test_a_die_that_fell_stays_fallen() -> None:
    """And nobody has to say again that it is Leaguer's."""
    table = ours(f"blue: {SHOT} dice=leaguer")
    table.report("", Undo(position=2))
    tell(table, f"blue: {SHOT}")
    again = next(row.position for row in table.rows if row.type == "Fire" and row.position > 2)
    assert attack(table, again) == attack(table)


def test_a_line_of_script_says_it_as_it_is_read() -> None:
    line = f"{SHOT} dice=leaguer"
    assert write_line("", parsed(ours(), line)) == line
    assert write_line("", parsed(ours(), f"{SHOT} leaguer=dice")) == line
    none = f"{SHOT} leaguer= dice=1,2"
    assert write_line("", parsed(ours(), none)) == none


def test_a_choice_asks_whose_dice() -> None:
    for dice, begins in (("table", ""), ("ask", None)):
        (choice,) = [
            one for one in visibility.legal(ours(dice=dice).battle, "blue") if one.given == {"unit": "blue-1"}
        ][:1]
        (whose,) = [field for field in choice.fields if field.name == "leaguer"]
        assert [pick.value for pick in whose.picks] == ["", "dice"]
        assert whose.default == begins
    every = [field.name for choice in visibility.legal(at().battle, "blue") for field in choice.fields]
    assert "leaguer" not in every


def test_a_report_told_again_for_whose_dice_nobody_has_rolled_is_to_be_settled() -> None:
    table = ours("blue: hold blue-1", "blue: hold blue-2", "red: hold red-1", f"blue: {SHOT} dice=leaguer")
    said = {"facts": {"round": 1}, "reason": "It is the first round still."}
    correct = Correct(position=table.battle.last, how="insert", type="Declare", data=said, reason=WHY)
    table.report("", correct)
    (place,) = table.battle.waiting
    assert "r1/blue-1/attack" not in table.fallen
    table.report("", Resolve(position=place, how="roll"))
    assert table.fallen["r1/blue-1/attack"].by == "leaguer"


def test_a_corrected_report_says_whose_its_dice_are() -> None:
    """At once, even if the other side has still to agree."""
    table = ours(f"blue: {SHOT} dice=6,1")
    shot = {"unit": "blue-1", "target": "red-1", "cover": True}
    change = Correct(position=2, how="change", type="Fire", data=shot, reason=WHY)
    for side in ("", "blue"):
        assert refused(table, side, change).field == "data.dice"
    table.report("", msgspec.structs.replace(change, data=shot | {"leaguer": "dice"}))
    assert table.fallen["r1/blue-1/attack"].by == "leaguer"


class Shot(DiceCommand, frozen=True, kw_only=True):
    rolls: ClassVar = ("hit", "damage", "effect")


def test_leaguer_rolls_on_once_a_die_of_his_fell() -> None:
    """A refusal after it would tell what it shows."""
    box = OwnDice(SeededDice(SEED), Shot(leaguer="effect"))
    assert box.roll("damage-1", 2, reported=(3, 4), field="damage").by == "table"
    assert box.roll("effect-1", 1, field="effect").by == "leaguer"
    assert box.roll("damage-2", 2, field="damage").by == "leaguer"
    with pytest.raises(Refused):
        OwnDice(SeededDice(SEED), Shot(leaguer="effect")).roll("damage-1", 2, field="damage")


def test_draws_are_leaguer_s_at_any_table() -> None:
    box = OwnDice(SeededDice(SEED), Shot())
    assert box.roll("deck/1", 1, faces=5040, field="damage").by == "leaguer"
    assert box.roll("deck/2", 1, field="").by == "leaguer"
    assert box.shuffle("deck", ("a", "b")).sealed


def test_a_dry_run_asks_for_what_is_left_out() -> None:
    with pytest.raises(Unfallen) as asked:
        OwnDice(FallenDice(), Shot()).roll("hit", 2, field="hit")
    assert (asked.value.count, asked.value.field) == (2, "hit")


def test_where_no_die_has_fallen_the_table_may_still_roll() -> None:
    nothing = {"hit": Roll("hit", 6, (), "leaguer")}
    assert OwnDice(SeededDice(SEED, nothing), Shot()).roll("hit", 1, reported=(4,), field="hit").by == "table"


def test_a_wrong_number_of_dice_says_how_leaguer_rolls() -> None:
    with pytest.raises(Refused) as no:
        OwnDice(SeededDice(SEED), Shot()).roll("hit", 2, reported=(4,), field="hit")
    assert no.value.remedy is not None
    assert "let Leaguer roll" in no.value.remedy.text()
