"""Appending to the log and reading it back."""

import json
import sys
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from battles import log
from battles.models import LogLine
from tests.battles.logs import NOW, append, entry, mustered, opened, written
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]


def test_what_is_appended_is_what_is_read() -> None:
    stream, report = opened(), uuid4()
    first = entry(
        "Moved", data={"unit": "t64-1", "to": None}, command=report, command_type="Move", command_data={"n": 1}
    )
    second = entry("Stopped", ordinal=1, version=3, command=report, command_type="Move")
    rows = log.append(stream, 0, [first, second], by="8d3f", via="page", now=NOW)

    assert log.read(stream) == rows
    assert [row.position for row in rows] == [1, 2]
    one, two = rows
    assert (one.stream, one.type, one.version, one.data) == (stream, "Moved", 1, '{"unit":"t64-1","to":null}')
    assert (one.command, one.ordinal, one.command_type, one.command_data) == (str(report), 0, "Move", '{"n":1}')
    assert (one.by, one.via, one.at) == ("8d3f", "page", "2026-05-01T18:30:00.000000Z")
    assert (two.ordinal, two.version, two.command_data) == (1, 3, "")


def test_a_slice_is_read_from_after_a_position_to_a_position() -> None:
    stream = written(*(entry(data={"n": n}) for n in range(1, 6)))
    assert [row.position for row in log.read(stream, after=2)] == [3, 4, 5]
    assert [row.position for row in log.read(stream, after=1, until=3)] == [2, 3]
    assert log.read(stream, after=5) == []
    assert log.read(uuid4()) == []


def test_json_text_is_kept_in_its_compact_form() -> None:
    stream = written(entry(data=' {"b" : 1.50, "a" : [ "\\u00e9" ] } '))
    assert log.read(stream)[0].data == '{"b":1.5,"a":["é"]}'


def test_an_id_may_come_as_uuid_or_text_in_any_form() -> None:
    stream = uuid4()
    log.open_stream(stream, "story")
    append(stream.hex.upper(), entry(command=UUID(int=7)), after=0)
    assert log.read(str(stream).upper())[0].stream == str(stream)
    assert log.read(stream)[0].command == "00000000-0000-0000-0000-000000000007"


def test_each_digest_is_over_the_one_before_and_the_row() -> None:
    rows = log.read(written(entry(data={"a": 'ä\n"\\'}), entry()))
    previous = "0" * 64
    for row in rows:
        fields: list[str | int] = [row.stream, row.position, row.type, row.version, row.data, row.command, row.ordinal]
        fields += [row.command_type, row.command_data, row.by, row.via, row.at]
        assert row.digest == log.digest(previous, fields)
        assert log.canonical(fields) == json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
        previous = row.digest


def test_every_character_has_its_canonical_form() -> None:
    """All of Unicode but halves of pairs, which no row holds."""
    whole = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
    for start in range(0, len(whole), 4096):
        fields = whole[start : start + 4096]
        assert log.canonical(fields) == json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def test_a_digest_never_changes_its_meaning() -> None:
    """Worked out once with sha256sum: if this fails, every log ever written stops verifying."""
    fields: list[str | int] = [
        "6f7b0000-0000-4000-8000-000000000001",
        1,
        "Moved",
        1,
        '{"to":"é"}',
        "c",
        0,
        "Move",
        "{}",
        "clerk",
        "api",
    ]
    fields.append("2026-05-01T18:30:00.000000Z")
    assert log.digest(log.START, fields) == "248a18532ffa30296e712ec637ac4ef1d5b227e5ddc073cd7dcdd1570728ffe0"


def test_time_never_runs_backward_within_a_stream() -> None:
    stream = written(entry())
    append(stream, entry(), after=1, now=NOW - timedelta(days=1))
    append(stream, entry(), after=2, now=datetime(2026, 5, 1, 21, 0, 0, 5, timezone(timedelta(hours=2))))
    assert [row.at for row in log.read(stream)] == [
        "2026-05-01T18:30:00.000000Z",
        "2026-05-01T18:30:00.000000Z",
        "2026-05-01T19:00:00.000005Z",
    ]


def test_a_writer_behind_the_head_is_told_where_it_is() -> None:
    stream = written(entry(), entry())
    for stale in (0, 1, 3):
        with pytest.raises(log.Conflict) as conflict, transaction.atomic():
            append(stream, entry(), after=stale)
        assert (conflict.value.expected, conflict.value.found) == (stale, 2)
    assert log.head(stream).position == 2


def test_a_report_stands_in_a_stream_once() -> None:
    stream, again = written(), entry()
    append(stream, again, after=3)
    with pytest.raises(log.Conflict), transaction.atomic():
        append(stream, entry(), again, after=4)
    assert log.head(stream).position == 4
    append(opened(), again, after=0)


def test_nothing_is_written_into_a_stream_that_was_not_opened() -> None:
    stream = uuid4()
    with pytest.raises(log.NoSuchStream), transaction.atomic():
        append(stream, entry(), after=0)
    assert log.read(stream) == []


def test_a_stream_is_opened_once() -> None:
    stream = opened("story")
    with pytest.raises(log.Conflict):
        log.open_stream(stream, "campaign")
    assert log.kind_of(stream) == "story"


def test_a_lock_tells_the_kind_and_wants_a_transaction() -> None:
    stream = opened("campaign")
    with transaction.atomic():
        assert log.lock(stream) == "campaign"
        with pytest.raises(log.NoSuchStream):
            log.lock(uuid4())


@pytest.mark.django_db(transaction=True)
def test_a_lock_without_a_transaction_is_no_lock() -> None:
    with pytest.raises(transaction.TransactionManagementError):
        log.lock(opened())


def test_heads_are_listed_by_kind_a_page_at_a_time() -> None:
    battles = sorted([written(), written(), written(), written(), opened()])
    written(stream=opened("campaign"))
    first = log.heads("story", limit=3)
    rest = log.heads("story", after_stream=first[-1].stream, limit=3)
    assert [one.stream for one in first + rest] == battles
    assert {one.stream: one.head for one in first + rest} == {stream: log.head(stream) for stream in battles}
    assert sorted(log.streams("story")) == [(stream, "story") for stream in battles]
    assert len(list(log.streams())) == 6


def test_an_empty_stream_has_a_head_too() -> None:
    assert log.head(opened()) == log.Head(0, log.START, "")


def test_a_receipt_holds_while_its_row_stands() -> None:
    stream = written()
    head = log.head(stream)
    append(stream, entry(), after=3)
    assert log.holds(stream, head.position, head.digest)
    assert log.holds(stream, 0, log.START)
    assert not log.holds(stream, 2, head.digest)
    assert not log.holds(stream, 9, head.digest)


def test_a_battle_is_one_query_and_an_append_few() -> None:
    """200 rows in one statement, what is sealed in them too. PostgreSQL is handed them by one call; on SQLite the first
    goes in where the log stands as it was read, and the others after it by one call."""
    stream = opened()
    with CaptureQueriesContext(connection) as queries:
        append(stream, *(entry() for _ in range(200)), after=0)
    written = [query["sql"] for query in queries if "INSERT" in query["sql"] or "log_append" in query["sql"]]
    assert len(written) == (1 if connection.vendor == "postgresql" else 2)
    with CaptureQueriesContext(connection) as queries:
        assert len(log.read(stream)) == 200
    assert len(queries) == 1
    append(stream, mustered(), mustered(), after=200)
    with CaptureQueriesContext(connection) as queries:
        assert len(log.read(stream)) == 202
    assert len(queries) == 1


def test_more_rows_than_one_statement_carries() -> None:
    stream = written(*(entry(data={"n": n}) for n in range(2100)))
    assert [row.position for row in log.read(stream)] == list(range(1, 2101))
    assert log.verify_stream(stream) is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"data": {"text": "a\0b"}}, "data"),
        ({"data": '{"text":"\\u0000"}'}, "data"),
        ({"data": {"a\0": 1}}, "data"),
        ({"data": {"text": "\ud800"}}, "data"),
        ({"data": '{"text":"\\ud800"}'}, "data"),
        ({"data": {"n": 2**63}}, "data"),
        ({"data": '{"n":123456789012345678901234567890}'}, "data"),
        ({"data": {"n": float("nan")}}, "data"),
        ({"data": '{"n":1e999}'}, "data"),
        ({"data": '{"n":NaN}'}, "data"),
        ({"data": '{"deep":' + "[" * 40 + "]" * 40 + "}"}, "data"),
        ({"data": '{"deep":' + "[" * 32 + "]" * 32 + "}"}, "data"),
        ({"data": '{"deep":' + "[" * 100_000}, "data"),
        ({"data": {"long": "x" * 1_048_576}}, "data"),
        ({"data": {"long": "é" * 600_000}}, "data"),
        ({"data": '{"long":"' + "x" * 1_048_576 + '"}'}, "data"),
        ({"data": "[1]"}, "data"),
        ({"data": "null"}, "data"),
        ({"data": "{"}, "data"),
        ({"data": ""}, "data"),
        ({"data": {"when": NOW}}, "data"),
        ({"data": {1: 2}}, "data"),
        ({"data": {"card": {"sealed": "0" * 64}}}, "data"),
        ({"data": {"deep": [{"er": {"sealed": "0" * 64}}]}}, "data"),
        ({"command_data": {"text": "\0"}}, "command_data"),
        ({"command_data": "7"}, "command_data"),
        ({"ordinal": 1, "command_data": "{}"}, "command_data"),
        ({"ordinal": -1}, "ordinal"),
        ({"version": 0}, "version"),
        ({"version": 2**31}, "version"),
        ({"type": ""}, "type"),
        ({"type": "a\0"}, "type"),
        ({"type": "x" * 101}, "type"),
        ({"command_type": "\n"}, "command_type"),
        ({"command": "7"}, "command"),
        ({"command": None}, "command"),
        ({"data": {"a": {"x" * 300: 1}}, "seals": ("a",)}, "data"),
        ({"command_data": {"a.b": 1}, "command_seals": ("a.b",)}, "command_data"),
    ],
)
def test_what_cannot_stand_in_the_log_is_named_and_nothing_is_written(changes: dict[str, Any], field: str) -> None:
    stream = opened()
    with pytest.raises(log.Unwritable) as refusal, CaptureQueriesContext(connection) as queries:
        append(stream, entry(), entry(**changes), after=0)
    assert refusal.value.field == field
    assert refusal.value.text.endswith(".")
    assert len(str(refusal.value)) < 300
    assert len(queries) == 0


def test_what_is_no_json_is_named_by_its_type() -> None:
    with pytest.raises(log.Unwritable, match=r"^data: holds a datetime, which is not plain JSON\.$"):
        append(opened(), entry(data={"when": [{"on": NOW}]}), after=0)


@pytest.mark.parametrize(
    ("field", "changes"),
    [("by", {"by": "a\0"}), ("by", {"by": ""}), ("via", {"via": "fax"}), ("now", {"now": datetime(2026, 5, 1)})],  # noqa: DTZ001
)
def test_who_how_and_when_are_checked_too(field: str, changes: dict[str, object]) -> None:
    stream = opened()
    with pytest.raises(log.Unwritable) as refusal, transaction.atomic():
        log.append(stream, 0, [entry()], **({"by": "clerk", "via": "api", "now": NOW} | changes))  # type: ignore[arg-type]
    assert refusal.value.field == field


def test_the_bounds_themselves_are_allowed() -> None:
    data = {
        "n": [2**63 - 1, -(2**63) + 1, 0.1, -0.0, True, None],
        "deep": json.loads("[" * 31 + "]" * 31),
        "": "\x7f\x01",
    }
    stream = written(entry(data=data))
    assert json.loads(log.read(stream)[0].data) == data


def test_people_see_the_log_through_a_view_that_shows_no_sealed_value() -> None:
    stream = written()
    lines = list(LogLine.objects.filter(stream=stream).order_by("position"))
    assert [line.key for line in lines] == [f"{stream}:{n}" for n in (1, 2, 3)]
    assert LogLine.objects.get(key=f"{stream}:2").command == UUID(log.read(stream)[1].command)
    assert (lines[0].kind, lines[0].type, lines[0].by) == ("story", "Mustered", "clerk")
    assert "Alpha 66" in lines[0].data
    assert not any(secret in lines[0].data + lines[0].command_data for secret in ("zinc", "king", "mine", "heute"))


def test_now_is_taken_in_any_time_zone() -> None:
    assert datetime.fromisoformat(log.read(written())[0].at) == NOW.astimezone(UTC)
