"""What a process keeps folded: only what is new is read and folded, and what is kept is never believed nor changed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles import folded, log, standing
from battles.folded import Folded
from battles.replay import replay
from rules.contract import Refused
from rules.frame import BATTLES
from rules.reports import LeaveCase, TakeCase
from rules.stream.copying import Uncopied, copied
from rules.stream.revision.reports import Undo
from rules.systems.modern_age.shooting.fire import Fire
from rules.systems.modern_age.shooting.rerolls import Reroll
from tests import refolded
from tests.battles.duel import ALICE, BOB, SHOT, Duel
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Duel]:
    folded.forget()
    monkeypatch.setattr(folded, "check", refolded.compare)
    yield Duel().moved()
    folded.forget()


def now(duel: Duel) -> Folded[Any]:
    found = folded.load(BATTLES, duel.stream)
    assert found is not None
    return found


def as_replayed(duel: Duel) -> Folded[Any]:
    """As it is kept, and nothing in it is otherwise than in the log from its first row."""
    kept, rows = now(duel), log.read(duel.stream)
    state, told = replay(BATTLES, rows)
    assert (kept.rows, kept.told, kept.state) == (rows, told, state)
    return kept


def test_a_report_reads_and_folds_only_what_is_new(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    before = as_replayed(duel)
    duel.watched = False  # its own checks look at the battle, too
    duel.tell(BOB, SHOT)
    read: list[int] = []
    on = log.read_on

    def noted(stream: str, after: int) -> log.Tail:
        read.append(after)
        return on(stream, after)

    monkeypatch.setattr(log, "read_on", noted)
    monkeypatch.setattr(folded, "replay", lambda *_all: pytest.fail("folded from the first row"))
    with CaptureQueriesContext(connection) as asked:
        after = now(duel)
    assert len(asked) == 1
    assert read == [before.head.position]
    assert after.rows[: len(before.rows)] == before.rows
    assert len(after.rows) > len(before.rows)


def test_a_process_that_is_behind_catches_up(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes, each with what it keeps; one looks, the other reports."""
    mine, theirs = OrderedDict[Any, Any](), OrderedDict[Any, Any]()
    for kept in (mine, theirs):
        monkeypatch.setattr(folded, "_for_readers", kept)
        as_replayed(duel)
    duel.tell(BOB, SHOT)
    monkeypatch.setattr(folded, "_for_readers", mine)
    duel.tell(BOB, Reroll(unit="m1"))
    as_replayed(duel)
    monkeypatch.setattr(folded, "_for_readers", theirs)
    duel.tell(BOB, Undo(position=as_replayed(duel).state.last))
    as_replayed(duel)
    monkeypatch.setattr(folded, "_for_readers", mine)
    as_replayed(duel)


def test_what_is_refused_leaves_it_as_it_was(duel: Duel) -> None:
    kept = as_replayed(duel)
    before = copied(kept.state)
    with pytest.raises(Refused):
        duel.tell(BOB, SHOT, Fire(unit="m1", target="t64", dice=(6, 6, 6, 6)))
    assert kept.state == before
    duel.tell(BOB, SHOT, dry_run=True)
    assert kept.state == before
    assert as_replayed(duel).head == kept.head


@pytest.fixture
def copies(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every copy of a state that is made from now on. Nobody has written yet."""
    made: list[Any] = []
    copy = copied

    def noted(state: Any) -> Any:
        made.append(copy(state))
        return made[-1]

    as_replayed(duel)
    folded._for_writers.clear()
    monkeypatch.setattr(folded, "copied", noted)
    duel.watched = False  # its own checks look at the battle, too
    return made


def kept(duel: Duel) -> int:
    return folded._for_readers[type(BATTLES), duel.stream].head.position


CASES = (TakeCase(reason="Asked to"), LeaveCase(), TakeCase(reason="Asked again"))


def test_a_writer_copies_once_and_goes_on_from_that(duel: Duel, copies: list[Any]) -> None:
    before = kept(duel)
    for case in CASES:
        duel.tell(ALICE, case)
        assert (len(copies), kept(duel)) == (1, before)
    assert as_replayed(duel).head.position == before + len(CASES) == kept(duel)
    duel.tell(BOB, SHOT)
    assert len(copies) == 2  # the reader's


def test_who_has_not_written_yet_keeps_what_they_go_on_from_now_and_then(
    duel: Duel, copies: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept(duel)
    for number, case in enumerate(CASES, 1):
        folded._for_writers.clear()  # as if it were another thread each time
        duel.tell(ALICE, case)
        assert (len(copies), kept(duel)) == (number, before)
    folded._for_writers.clear()
    monkeypatch.setattr(folded, "AHEAD", 2)
    duel.tell(BOB, SHOT)
    assert len(copies) == 5
    assert kept(duel) == before + 3
    as_replayed(duel)


def test_what_is_rolled_back_is_not_kept(duel: Duel) -> None:
    with transaction.atomic():
        duel.tell(BOB, SHOT)
        ahead = as_replayed(duel)
        transaction.set_rollback(True)
    assert as_replayed(duel).head.position < ahead.head.position
    duel.tell(BOB, SHOT)
    as_replayed(duel)


def test_a_revision_is_folded_from_the_first_row(duel: Duel) -> None:
    duel.tell(BOB, SHOT)
    as_replayed(duel)
    duel.tell(BOB, Undo(position=5))
    struck = as_replayed(duel)
    assert any(fact.struck for fact in struck.told)
    duel.tell(BOB, SHOT)
    as_replayed(duel)


def test_what_was_erased_is_not_kept(duel: Duel) -> None:
    kept = as_replayed(duel)
    assert kept.seals
    assert log.erase(duel.stream, 1, "data.seed")  # by any process
    assert as_replayed(duel).seals == kept.seals - 1


def test_an_erasure_drops_all_that_any_process_keeps(duel: Duel) -> None:
    """Of other streams, too: what nobody asks for again would stay in memory. So does what was made of them."""
    other = Duel()
    as_replayed(duel)
    standing.standing(duel.stream)
    as_replayed(other)
    with transaction.atomic():
        log.forget_sealed(duel.stream, [(1, "data.seed")], "alice", "She asks for it.", timezone.now())
        as_replayed(other)
        assert [key[1] for key in folded._for_readers] == [other.stream]
        assert not standing._kept
        as_replayed(duel)
        transaction.set_rollback(True)
    as_replayed(other)
    assert [key[1] for key in folded._for_readers] == [other.stream]
    assert as_replayed(duel).state.muster.seed


def test_a_stream_that_is_forgotten_is_gone(duel: Duel) -> None:
    as_replayed(duel)
    log.forget_stream(duel.stream, "alice", "It was a test.", timezone.now())
    assert folded.load(BATTLES, duel.stream) is None
    assert not folded._for_readers


def test_what_was_restored_is_read_anew(duel: Duel) -> None:
    """An earlier state of the database comes back while this process keeps a later one, and other reports follow."""
    (before, seals), earlier = duel.stored(), as_replayed(duel)
    duel.tell(BOB, SHOT)
    later = as_replayed(duel)
    with log.lifted(), connection.cursor() as cursor:
        for table in ("log_sealed", "log_row"):
            cursor.execute(f"DELETE FROM {table} WHERE stream = %s AND position > %s", [duel.stream, len(before)])
    assert duel.stored() == (before, seals)
    assert as_replayed(duel).head == earlier.head
    duel.tell(BOB, Fire(unit="m1", target="t64", dice=(6, 6, 6, 6)))
    assert as_replayed(duel).rows[len(before)].digest != later.rows[len(before)].digest


def test_it_is_bounded(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    one = as_replayed(duel)
    monkeypatch.setattr(folded, "MOST", one.weight * 3 // 2)
    other = Duel()
    as_replayed(other)
    as_replayed(duel)
    assert sum(kept.weight for kept in folded._for_readers.values()) <= folded.MOST
    monkeypatch.setattr(folded, "MOST", one.weight - 1)
    as_replayed(duel)
    assert not folded._for_readers
    monkeypatch.undo()
    monkeypatch.setattr(folded, "MOST_STREAMS", 1)
    as_replayed(duel)
    as_replayed(other)
    assert [key[1] for key in folded._for_readers] == [other.stream]


def test_a_process_that_keeps_less_keeps_less_for_writers(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all but the longest."""
    monkeypatch.setattr(folded, "MOST", 1)
    for one in (duel, Duel(), Duel()):
        one.watched = False
        one.tell(ALICE, TakeCase(reason="Asked to"))
    assert len(folded._for_writers) == 1


def test_the_suite_sees_what_is_kept_wrong(duel: Duel) -> None:
    """`tests.refolded` looks at what is kept, all through the suite."""
    kept = as_replayed(duel)
    refolded.compare(kept)
    kept.state.settled = True
    with pytest.raises(AssertionError, match="the state that is kept"):
        refolded.compare(kept)


def test_a_copy_shares_nothing_that_changes() -> None:
    shared = {"a": [1]}
    names = {"a"}
    state: dict[str, Any] = {"one": shared, "other": shared, "empty": {}, "pair": (1, [2]), "set": names, "too": names}
    copy = copied(state)
    assert copy == state
    copy["set"].add("b")
    assert copy.pop("set") is copy.pop("too")
    assert state.pop("set") is state.pop("too") is names
    assert names == {"a"}
    copy["one"]["a"].append(2)
    copy["pair"][1].append(3)
    assert copy["other"] == {"a": [1, 2]}
    assert state == {"one": {"a": [1]}, "other": {"a": [1]}, "empty": {}, "pair": (1, [2])}
    with pytest.raises(Uncopied):
        copied([object()])


def test_many_rows_folded_in_one_go_come_to_what_each_comes_to(duel: Duel) -> None:
    """A correction and what is no part of play are among them."""
    duel.tell(BOB, SHOT)
    duel.tell(BOB, Reroll(unit="m1"))
    duel.tell(BOB, Undo(position=now(duel).state.last))
    duel.tell(ALICE, TakeCase(reason="Asked to"))
    rows = log.read(duel.stream)
    events = [fact.event for fact in replay(BATTLES, rows)[1]]
    steps = [
        (event, row.position, row.digest, row.position - row.ordinal) for event, row in zip(events, rows, strict=True)
    ]
    for upto in range(1, len(steps) + 1):
        one, many = (BATTLES.start(events[0], 1, rows[0].digest) for _time in range(2))
        for step in steps[1:upto]:
            BATTLES.evolve(one, *step)
        BATTLES.fold(many, steps[1:upto])
        assert one == many
