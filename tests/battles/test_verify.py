"""manage.py verify: every way in which a stream may fail to hold is found, and named by its first row."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from msgspec.structs import astuple, replace

from battles import log
from battles.log import reader
from tests.battles.logs import entry, mustered, tamper, written
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]


def verify(*streams: str, **options: bool) -> tuple[str, str]:
    """What the command says, and what it complains of; it must exit 1 if and only if it complains."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("verify", *streams, stdout=out, stderr=err, **options)
    except CommandError as error:
        said, code = str(error), error.returncode
    else:
        said, code = out.getvalue(), 0
    assert code == (1 if err.getvalue() else 0)
    return said, err.getvalue()


def found(stream: str) -> int:
    fault = log.verify_stream(stream)
    assert fault is not None
    assert fault.stream == stream
    assert fault.reason
    return fault.position


def test_a_log_that_holds() -> None:
    written(), written(), written(entry())
    assert "3 streams" in verify()[0]


@pytest.mark.parametrize(
    "change",
    [
        "type = 'Missed'",
        "version = 2",
        "data = '{}'",
        "command = '00000000-0000-0000-0000-000000000000'",
        "ordinal = 4",
        "command_type = 'Ram'",
        "command_data = ''",
        "\"by\" = 'bob'",
        "via = 'page'",
        "at = '2026-05-01T18:30:00.000001Z'",
        "at = '2026-05-01T18:29:00.000000Z'",
        "digest = '" + "0" * 64 + "'",
    ],
)
def test_a_changed_row_is_the_first_that_does_not_hold(change: str) -> None:
    stream = written()
    tamper(f"UPDATE log_row SET {change} WHERE position = 2")
    assert found(stream) == 2
    said, complaint = verify()
    assert "does not hold" in said
    assert f"Stream {stream} (story), row 2" in complaint


def test_a_row_taken_out_leaves_a_gap() -> None:
    stream = written()
    tamper("DELETE FROM log_row WHERE position = 2")
    assert log.verify_stream(stream) == log.Fault(stream, 3, "position 2 is missing.")


def test_rows_that_changed_places() -> None:
    stream = written()
    tamper("UPDATE log_row SET position = position + 10 WHERE position IN (2, 3)")
    tamper("UPDATE log_row SET position = 15 - position WHERE position = 12")
    tamper("UPDATE log_row SET position = 2 WHERE position = 13")
    assert found(stream) == 2


def test_a_row_moved_into_another_stream() -> None:
    stream, other = written(entry()), written(entry())
    tamper("DELETE FROM log_row WHERE stream = %s", other)
    tamper("UPDATE log_row SET stream = %s WHERE stream = %s", other, stream)
    assert found(other) == 1


def test_a_tail_cut_off_holds_by_itself_but_not_against_a_receipt() -> None:
    stream = written()
    receipt = log.head(stream)
    tamper("DELETE FROM log_row WHERE position = 3")
    assert log.verify_stream(stream) is None
    assert not log.holds(stream, receipt.position, receipt.digest)


@pytest.mark.parametrize(
    "change",
    [
        "value = '\"0000\"' WHERE place = 'data.seed'",
        "salt = '00000000000000000000000000000000' WHERE place = 'data.cards.bob'",
        "place = 'data.title' WHERE place = 'data.cards.carol'",
        "place = 'data.nowhere' WHERE place = 'command.reason'",
    ],
)
def test_a_sealed_value_that_is_not_the_one_committed_to(change: str) -> None:
    stream = written()
    tamper(f"UPDATE log_sealed SET {change}")
    assert found(stream) == 1


def test_a_sealed_value_of_a_row_that_holds_no_object() -> None:
    """Though the digest is that of its content."""
    stream = written(mustered())
    (row,) = reader.stored(stream)
    row = replace(row, data='[{"sealed":"zinc"}]')
    digest = log.digest(log.START, astuple(row)[:-1])
    tamper("UPDATE log_row SET data = %s, digest = %s WHERE stream = %s", row.data, digest, stream)
    assert log.verify_stream(stream) == log.Fault(stream, 1, "its data cannot be read.")


@pytest.mark.parametrize("position", [2, 3, 9])
def test_a_sealed_value_where_nothing_is_committed_to(position: int) -> None:
    stream = written()
    tamper(f"UPDATE log_sealed SET position = {position} WHERE place = 'data.seed'")
    assert found(stream) == position


def test_every_stream_is_walked_and_each_names_its_first_row() -> None:
    good, one, two = written(), written(), written(*(entry() for _ in range(8)))
    tamper("UPDATE log_row SET via = 'page' WHERE stream = %s AND position = 3", one)
    tamper("UPDATE log_row SET via = 'page' WHERE stream = %s AND position IN (5, 6)", two)
    said, complaint = verify()
    assert "2 faults" in said
    assert f"{one} (story), row 3" in complaint
    assert f"{two} (story), row 5" in complaint
    assert good not in complaint
    assert verify(good)[1] == ""
    assert one not in verify(two, good)[1]


def test_a_stream_is_walked_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PAGE", 3)
    stream = written(*(mustered() for _ in range(8)))
    assert log.verify_stream(stream) is None
    tamper("UPDATE log_sealed SET value = '1' WHERE position = 7 AND place = 'data.seed'")
    assert found(stream) == 7
    tamper("UPDATE log_row SET data = '{}' WHERE position = 4")
    assert found(stream) == 4


@pytest.mark.parametrize("stream", ["6c1d3c3e-52a1-4d40-9f0e-0d3c9d2b8a11", "7"])
def test_a_stream_that_is_not_there(stream: str) -> None:
    with pytest.raises(CommandError, match=r"no stream|is no id"):
        call_command("verify", stream)


def test_a_lost_trigger_is_a_fault_until_it_is_restored() -> None:
    written()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("DROP TRIGGER log_row_no_truncate ON log_row")
        else:
            cursor.execute("DROP TRIGGER log_row_no_replace")
    assert "log_row_no_" in verify()[1]
    assert verify(restore_triggers=True)[1] == ""
    assert verify()[1] == ""
