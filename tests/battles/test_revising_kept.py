"""What a mended battle leaves in the log: sealed words, dice that were fair, an export that verifies and comes back."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from uuid import uuid4

import msgspec
import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from battles import log
from battles.log import reader
from battles.models import Sheet
from battles.verification import unfair
from campaigns.projection_rebuild import rebuild
from deploy import verify_export
from rules.contract import Event, Roll
from rules.frame import BATTLES
from rules.reports import Amend
from rules.stream.dice import rolls_of
from rules.stream.revision.reports import Agree, Correct, Declare, Decline, Resolve, Retold, Revised, Settlement, Undo
from rules.systems.modern_age.shooting.fire import Fire
from tests.battles.duel import ALICE, BOB, CAROL, Duel
from tests.battles.logs import take_out
from tests.grounds import once
from tests.where import BOTH

pytestmark = pytest.mark.django_db
WORD = "Müller has the flu"  # what nobody but the readers of a battle should find in its log


@pytest.fixture
def mended() -> Duel:
    """A battle mended in every way, with a word of people in every place there is for one."""
    return once(mended_in_every_way)


def mended_in_every_way() -> Duel:
    duel = Duel().fought()
    with duel.beginning():
        mend(duel)
    return duel


def mend(duel: Duel) -> None:
    asked = duel.tell(BOB, Undo(position=5, reason=WORD))
    duel.tell(CAROL, Decline(position=asked.position, reason=WORD))
    moved = {"unit": "m1", "moves": 1}
    replaced = Settlement(how="replace", type="Declare", data={"facts": {"models.m1.damage": 1}, "reason": WORD})
    settle = {"11": replaced}
    asked = duel.tell(
        CAROL, Correct(position=3, how="change", type="Move", data=moved, reason=WORD, settle=settle, rest="keep")
    )
    duel.tell(BOB, Agree(position=asked.position))
    duel.tell(ALICE, Undo(position=duel.battle.corrected, reason=WORD))
    said = {"facts": {"models.m1.damage": 1}, "reason": WORD}
    duel.tell(ALICE, Correct(position=5, how="insert", type="Declare", data=said, reason=WORD))
    duel.tell(ALICE, Correct(position=3, how="change", type="Move", data=moved, reason=WORD))
    duel.tell(ALICE, Resolve(position=duel.battle.waiting[0], how="replace", type="Declare", data=said, reason=WORD))
    duel.tell(ALICE, Resolve(position=duel.battle.waiting[0], how="strike", reason=WORD))
    duel.tell(ALICE, Declare(facts={"models.t64.damage": 3}, reason=WORD))
    duel.tell(ALICE, Amend(winner="", reason=WORD))


def test_words_of_people_are_sealed(mended: Duel) -> None:
    rows, sealed = mended.stored()
    assert WORD not in "".join(row.data + row.command_data for row in rows)
    said = [seal for seals in sealed.values() for seal in seals if json.loads(seal.value) == WORD]
    assert len(said) >= 20
    assert {seal.place for seals in sealed.values() for seal in seals} >= {"data.reason", "data.data.reason"}
    assert mended.stored()[0] == rows


def test_what_was_corrected_is_told_in_commitments_alone(mended: Duel) -> None:
    for row in reader.stored(mended.stream):
        if row.type in (Retold.__name__, "Proposed"):
            for value in json.loads(row.data)["data"].values():
                assert isinstance(value, dict) or value in ("", [], {}, None), row


@BOTH
def test_words_are_erased_with_every_digest_intact_and_triggers_stand(mended: Duel) -> None:
    triggers_stand(mended)
    rows, sealed = mended.stored()
    play = mended.battle.play
    for position, seals in sealed.items():
        for seal in seals:
            if WORD in seal.value:
                assert log.erase(mended.stream, position, seal.place)
    assert mended.stored()[0] == rows
    assert WORD not in "".join(row.data + row.command_data for row in log.read(mended.stream))
    assert log.verify_stream(mended.stream) is None
    assert unfair(mended.stream, "battle") is None
    assert mended.battle.play == play
    mended.check()
    mended.tell(ALICE, Undo(position=mended.battle.last))
    triggers_stand(mended)


def triggers_stand(mended: Duel) -> None:
    assert log.missing_triggers(connection) == []
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE log_row SET type = 'Struck' WHERE stream = %s AND position = 5", [mended.stream])


@pytest.mark.parametrize("with_sealed", [True, False])
def test_the_export_verifies_and_comes_back(mended: Duel, with_sealed: bool) -> None:
    out = io.StringIO()
    call_command("export", mended.stream, with_sealed=with_sealed, stdout=out)
    file, play, rows = out.getvalue().encode(), mended.battle.play, log.read(mended.stream)
    assert f"{len(rows)} rows" in verify_export.verify(io.BytesIO(file))
    assert (WORD in file.decode()) == with_sealed
    stored = reader.stored(mended.stream)

    Sheet.objects.filter(pk=mended.stream).delete()
    take_out(mended.stream)
    log.import_lines(io.BytesIO(file))
    assert reader.stored(mended.stream) == stored
    rebuild(lambda difference: None)
    if with_sealed:
        assert log.read(mended.stream) == rows
        assert mended.battle.play == play
    mended.check()
    call_command("verify", mended.stream)


@BOTH
def test_the_sheets_are_rebuilt_as_they_stand(mended: Duel) -> None:
    torn = Duel().fought()
    moved = Correct(position=3, how="change", type="Move", data={"unit": "m1", "moves": 1}, reason="It had moved")
    torn.tell(ALICE, moved)
    asked = Duel().over().confirm(CAROL)
    asked.tell(BOB, Undo(position=asked.battle.last))
    taken = Duel().over().confirm(CAROL)
    taken.tell(CAROL, Undo(position=taken.battle.last))
    seen = {(one.sheet.unsettled, one.sheet.proposed, one.sheet.voided) for one in (mended, torn, asked, taken)}
    assert seen == {(0, "", ""), (2, "", ""), (0, "americans", ""), (0, "", "soviets")}
    assert rebuild(lambda difference: None, keep=False) == 0
    Sheet.objects.filter(pk=mended.stream).update(unsettled=1, proposed="soviets", voided="americans")
    found: list[str] = []
    assert rebuild(lambda difference: found.append(difference.column)) == 3
    assert sorted(found) == ["proposed", "unsettled", "voided"]


# -- dice --------------------------------------------------------------------------------------------------------------


def slip_in(duel: Duel, event: Event) -> int:
    """A row somebody wrote past the door; its position."""
    type_, version, data = BATTLES.events(duel.battle.muster).encode(event)
    entry = log.NewRow(
        type_, version, data, str(uuid4()), 0, seals=event.sealed, command_type="Fire", command_data="{}"
    )
    log.append(duel.stream, log.head(duel.stream).position, [entry], by="mallory", via="script", now=datetime.now(UTC))
    assert log.verify_stream(duel.stream) is None
    return log.head(duel.stream).position


def test_a_loaded_die_is_found_in_a_row_that_was_struck() -> None:
    duel = Duel.that_moved()
    shot = duel.tell(BOB, Fire(unit="m1", target="t64")).answers[0].events[0].event
    (roll,) = rolls_of(shot)
    duel.tell(ALICE, Undo(position=5))
    loaded = msgspec.structs.replace(shot, roll=msgspec.structs.replace(roll, values=(6, 6, 6, 6)))
    position = slip_in(duel, loaded)
    slip_in(duel, Revised(from_position=position, act="undo", authority="referee"))
    assert duel.live() == [1, 2, 3, 4, 6, 8]
    fault = unfair(duel.stream, "battle")
    assert fault is not None
    assert fault.position == position


@pytest.mark.parametrize(
    ("values", "fair"),
    [((3,), True), ((3, 2), True), ((4,), False), ((2,), False), ((), True)],
    ids=["as they fell", "one more", "other", "out of turn", "none"],
)
def test_leaguers_dice_left_over_are_those_of_the_seed(values: tuple[int, ...], fair: bool) -> None:
    """For the defence the seed gives a three, then a two."""
    duel = Duel.that_fought()
    left = Roll("t1/shooting/m1/defence", 6, values, "leaguer")
    position = slip_in(duel, Retold(of=11, how="accepted", orphans=(left,)))
    fault = unfair(duel.stream, "battle")
    assert (fault is None) == fair
    assert fault is None or fault.position == position


def test_dice_that_nobody_asks_for_any_more_are_fair() -> None:
    """Leaguer's card is drawn no more; the rows that drew it stand, struck."""
    duel = Duel.that_fought()
    missed = {"unit": "m1", "target": "t64", "dice": [1, 2, 2, 2]}
    duel.tell(ALICE, Correct(position=5, how="change", data=missed, reason="It missed"))
    drawn = [
        n for n, event in enumerate(duel.events(), 1) for r in rolls_of(event) if r.question.endswith("critical-1")
    ]
    assert drawn == [8]
    assert 8 not in duel.live()
    assert unfair(duel.stream, "battle") is None
