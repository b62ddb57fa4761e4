"""The log is appended to where it stands as the writer has read it: nothing is locked while a report is decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from time import sleep
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles import command_handler, folded, handler, log
from battles.models import Sheet
from rules.contract import Refused
from rules.reports import LeaveCase, TakeCase
from rules.systems.modern_age.shooting.fire import Fire
from tests.battles.duel import ALICE, BOB, CAROL, SHOT, Duel, report
from tests.battles.logs import NOW, append, entry, tamper
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]
OTHER = Fire(unit="m1", target="t64", dice=(6, 6, 6, 6))


@pytest.fixture
def duel() -> Iterator[Duel]:
    folded.forget()
    yield Duel().moved()
    folded.forget()


# -- the log itself ----------------------------------------------------------------------------------------------------


def somebody_wrote(duel: Duel) -> None:
    append(duel.stream, entry(), after=log.head(duel.stream).position)


def it_was_restored(duel: Duel) -> None:
    """As many rows as before, and the last is another."""
    tamper("UPDATE log_row SET digest = %s WHERE stream = %s AND position = 4", "0" * 64, duel.stream)


def something_was_erased(duel: Duel) -> None:
    log.forget_sealed(duel.stream, [(1, "data.seed")], "alice", "She asks for it.", timezone.now())


def it_was_forgotten(duel: Duel) -> None:
    log.forget_stream(duel.stream, "alice", "It was a test.", timezone.now())


@pytest.mark.parametrize("change", [somebody_wrote, it_was_restored, something_was_erased, it_was_forgotten])
def test_nothing_is_appended_where_the_log_stands_otherwise(duel: Duel, change: Callable[[Duel], None]) -> None:
    before = log.read_on(duel.stream, 0)
    head = log.Head(before.rows[-1].position, before.rows[-1].digest, before.rows[-1].at)
    with transaction.atomic():
        change(duel)
        stored, sheet = duel.stored(), Sheet.objects.values().get(pk=duel.stream)
        with pytest.raises(log.Conflict):
            log.append(
                *(duel.stream, head, [entry(), entry("Hit", 1)], "bob", "api", NOW),
                erasures=before.erasures,
                beside=lambda new: _sheet(duel, new),
            )
        assert duel.stored() == stored  # and the transaction goes on
    assert Sheet.objects.values().get(pk=duel.stream) == sheet


def _sheet(duel: Duel, new: list[log.Row]) -> log.Beside:
    key = Sheet._meta.pk.get_db_prep_value(duel.stream, connection)
    return log.Beside(Sheet._meta.db_table, "stream", key, ("position",), [new[-1].position])


@pytest.mark.parametrize("many", [1, 2, 40])
def test_rows_secrets_and_the_row_beside_them_are_written_at_once(duel: Duel, many: int) -> None:
    secret = entry(data={"seed": "zinc"}, seals=("seed",))
    entries = [secret, *(entry("Hit", n + 1, command=secret.command) for n in range(many - 1))]
    with CaptureQueriesContext(connection) as queries:
        new = log.append(
            *(duel.stream, log.head(duel.stream), entries, "bob", "api", NOW), beside=lambda rows: _sheet(duel, rows)
        )
    if connection.vendor == "postgresql":
        assert len(queries) == 2  # one is for the head
    assert log.read(duel.stream)[4:] == new
    assert duel.sheet.position == 4 + many


def test_without_the_row_beside_them_rows_are_not_written(duel: Duel) -> None:
    stored, duel.watched = duel.stored(), False
    Sheet.objects.filter(pk=duel.stream).delete()
    with pytest.raises(log.NoRowBeside, match=r"`manage\.py rebuild` makes it"), transaction.atomic():
        duel.tell(BOB, SHOT)
    assert duel.stored() == stored


# -- reports -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def overtaken(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Between reading and deciding others take the case of the battle, or leave it, as often as nothing keeps them from
    it: what was done, in order."""
    done: list[str] = []
    take, lock = folded.take, log.lock

    def taken(*how: Any) -> Any:
        found = take(*how)
        if not done or done[-1] not in ("locked", "another"):
            done.append("another")
            handler.execute(duel.stream, [report(LeaveCase() if duel.battle.cases else CASE)], ALICE, "api")
            done[-1] = "overtaken"
        return found

    def locked(stream: str) -> str:
        done.append("locked")
        return lock(stream)

    monkeypatch.setattr(folded, "take", taken)
    monkeypatch.setattr(log, "lock", locked)
    return done


CASE = TakeCase(reason="Asked to")


def test_who_is_overtaken_decides_again_and_at_last_keeps_others_out(duel: Duel, overtaken: list[str]) -> None:
    duel.watched = False
    answer = duel.tell(BOB, SHOT)
    assert overtaken == ["overtaken"] * command_handler.TURNS + ["locked"]
    assert answer.position == duel.sheet.position == len(log.read(duel.stream))
    assert log.verify_stream(duel.stream) is None
    duel.check()


def test_who_is_overtaken_hears_of_it_where_it_matters(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shot of the other player's went into the log in between: this one is refused, as it is not his to fire now."""
    take, shots = folded.take, [SHOT]

    def taken(*how: Any) -> Any:
        found = take(*how)
        if shots:
            handler.execute(duel.stream, [report(shots.pop())], BOB, "api")
        return found

    monkeypatch.setattr(folded, "take", taken)
    duel.watched = False
    with pytest.raises(Refused):
        duel.tell(BOB, OTHER)
    assert [row.command_type for row in log.read(duel.stream)].count("Fire") == 1
    duel.check()


def test_who_reports_to_what_is_just_forgotten_hears_that_it_is_gone(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = folded.take

    def taken(*how: Any) -> Any:
        found = take(*how)
        if found is not None:
            it_was_forgotten(duel)
            Sheet.objects.filter(pk=duel.stream).delete()
        return found

    monkeypatch.setattr(folded, "take", taken)
    duel.watched = False
    with pytest.raises(log.NoSuchStream):
        duel.tell(BOB, SHOT)


def test_what_this_thread_has_left_is_gone_on_from_without_a_question(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel.watched = False
    duel.tell(BOB, SHOT, at=duel.sheet.position)
    position = duel.sheet.position
    monkeypatch.setattr(log, "read_on", lambda *_how: pytest.fail("asked for what it has"))
    assert duel.tell(ALICE, CASE, at=position).position == position + 1
    monkeypatch.undo()
    duel.check()


@pytest.mark.parametrize("change", [it_was_restored, something_was_erased])
def test_what_it_has_left_is_compared_all_the_same(duel: Duel, change: Callable[[Duel], None]) -> None:
    duel.watched = False
    change(duel)
    answer = duel.tell(ALICE, CASE, at=duel.sheet.position)
    state, _told, rows = handler.recorded(duel.stream)
    assert answer.state == state
    assert (answer.position, answer.digest) == (rows[-1].position, rows[-1].digest)


def test_what_it_refuses_it_has_asked_about(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal is not compared by any append: before it is told, the log is asked."""
    asked: list[int] = []
    read_on = log.read_on

    def noted(stream: str, after: int) -> log.Tail:
        asked.append(after)
        return read_on(stream, after)

    monkeypatch.setattr(log, "read_on", noted)
    monkeypatch.setattr(log, "lock", lambda *_how: pytest.fail("kept others out"))
    duel.watched = False
    with pytest.raises(Refused):
        duel.tell(CAROL, SHOT, at=duel.sheet.position)
    assert asked == [duel.sheet.position]
    shot = report(SHOT)
    first = duel.tell(BOB, shot, at=duel.sheet.position)
    assert duel.tell(BOB, shot, at=duel.sheet.position) == first  # sent again: answered as before
    assert len(asked) == 2


# -- at the same moment ------------------------------------------------------------------------------------------------

WRITERS, EACH = 6, 8


@pytest.mark.django_db(transaction=True)
def test_many_who_report_at_once_are_all_in_the_log_in_one_order() -> None:
    """With what each thread has left, and with a position that others have left behind since."""
    duel = Duel().moved()
    barrier = Barrier(WRITERS)

    def writes(number: int) -> int:
        try:
            barrier.wait(timeout=30)
            written = 0
            for turn in range(EACH):
                at = Sheet.objects.values_list("position", flat=True).get(pk=duel.stream)
                try:
                    handler.execute(
                        duel.stream, [report(CASE if (number + turn) % 2 else LeaveCase())], ALICE, "api", at=at
                    )
                except Refused:
                    continue
                written += 1
            return written
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        written = sum(pool.map(writes, range(WRITERS)))
    kinds = [row.command_type for row in log.read(duel.stream)][4:]
    assert len(kinds) == written > 0
    assert kinds == ["TakeCase", "LeaveCase"] * (written // 2) + ["TakeCase"] * (written % 2)
    assert Counter(kinds)["TakeCase"] - Counter(kinds)["LeaveCase"] == bool(duel.battle.cases)
    assert log.verify_stream(duel.stream) is None
    duel.check()


@contextmanager
def while_somebody_tells(duel: Duel) -> Iterator[None]:
    """A transaction in which others keep a report waiting: once it waits, they commit, and it is taken."""
    duel.watched = False

    def tells() -> None:
        try:
            duel.tell(BOB, SHOT)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            yield
            told = pool.submit(tells)
            for _n in range(500):
                with connection.cursor() as cursor:
                    cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
                    if cursor.fetchone()[0]:
                        break
                sleep(0.01)
            else:
                pytest.fail("nobody waits")
        told.result(timeout=30)
    duel.check()


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_a_sheet_that_is_being_made_anew_follows_the_log_all_the_same() -> None:
    """Somebody writes the sheet without appending: the report changes what they have left."""
    duel = Duel().moved()
    with while_somebody_tells(duel):
        Sheet.objects.filter(pk=duel.stream).update(title="made anew")


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_who_has_locked_the_stream_is_waited_for() -> None:
    """The clerk, or who forgets something: what they do is done before the report is decided."""
    duel = Duel().moved()
    with while_somebody_tells(duel):
        log.lock(duel.stream)


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_a_report_is_one_statement_and_no_transaction_of_its_own() -> None:
    duel = Duel().moved()
    duel.watched = False
    position = duel.sheet.position
    with CaptureQueriesContext(connection) as asked:
        duel.tell(BOB, SHOT, at=position)
    assert len(asked) == 1
    duel.check()
