"""What the log answers beside whole rows: positions, stamps, tails, facts, reasons, and which streams hold whom."""

import json
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles import log
from battles.log import reader
from tests.battles.logs import NOW, SEED, append, entry, mustered, opened, written
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]
BOB = "0b0b0000-0000-4000-8000-000000000000"


def test_positions_of_many_streams_are_read_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PAGE", 2)
    three, one, none = written(), written(entry()), opened()
    asked = [three, str(uuid4()), one.upper(), none, str(uuid4())]
    with CaptureQueriesContext(connection) as queries:
        assert log.positions(asked) == {three: 3, one: 1, none: 0}
    assert len(queries) == 3


def test_a_moment_has_the_last_row_that_was_written_by_then() -> None:
    stream = written(entry(), entry())
    append(stream, entry(), after=2, now=NOW + timedelta(hours=1))
    moments = [NOW - timedelta(seconds=1), NOW, NOW + timedelta(minutes=59), NOW + timedelta(hours=1)]
    assert [log.position_at(stream, moment) for moment in moments] == [0, 2, 2, 3]
    assert log.position_at(stream, "2026-05-01T19:29:59.999999Z") == 2
    assert log.position_at(uuid4(), NOW) == 0
    with pytest.raises(log.Unwritable) as refusal:
        log.position_at(stream, datetime(2026, 5, 1))  # noqa: DTZ001
    assert refusal.value.field == "moment"


def test_a_stamp_changes_with_every_row_and_with_what_is_erased() -> None:
    stream, other = written(), written()
    head = log.head(stream)
    assert log.stamp(stream) == (3, head.digest, 4)
    log.erase(stream, 1, "data.seed")
    assert log.stamp(stream) == (3, head.digest, 3)
    append(stream, mustered(), after=3)
    assert log.stamp(stream) == (4, log.head(stream).digest, 7)
    assert log.stamp(other)[2] == 4
    assert log.stamp(opened()) == (0, "", 0)


def test_a_tail_tells_whether_what_is_before_it_still_stands() -> None:
    stream = written()
    append(stream, mustered(), entry(), after=3)
    rows = log.read(stream)
    assert log.read_on(stream, 3) == log.Tail(rows[2].digest, 4, rows[3:], 4, 0)
    assert log.read_on(stream, 0) == log.Tail("", 0, rows, 8, 0)
    assert log.read_on(stream, 5) == log.Tail(rows[4].digest, 8, [], 0, 0)
    log.forget_sealed(stream, [(1, "data.seed"), (4, "data.seed")], "clerk", "a test", NOW)
    tail = log.read_on(stream, 3)
    assert (tail.seals, tail.new_seals, tail.erasures) == (3, 3, 1)
    assert json.loads(tail.rows[0].data)["seed"] == ""


def test_facts_are_the_rows_without_what_was_reported() -> None:
    stream = written()
    append(stream, mustered(), after=3)
    rows = log.read(stream)
    told = [(row.position, row.type, row.version, row.data, row.ordinal, row.digest) for row in rows]
    assert log.facts(stream) == told
    assert log.facts(stream, until=2) == told[:2]
    assert log.facts(stream, until=0) == log.facts(uuid4()) == []
    log.erase(stream, 1, "data.cards.bob")
    assert json.loads(log.facts(stream)[0][3]) == SEED | {"cards": {"bob": "", "carol": ["mine"], "dave": []}}


def test_many_streams_are_read_together() -> None:
    one, other, none = written(), written(entry(), mustered()), opened()
    written()
    told = log.read_together([one.upper(), other, none])
    assert set(told) == {one, other}
    for stream, rows in told.items():
        assert [row.fact for row in rows] == log.facts(stream)
        assert {row.at for row in rows} == {"2026-05-01T18:30:00.000000Z"}
    assert log.count_rows() == 8
    with CaptureQueriesContext(connection) as queries:
        assert log.read_together([]) == {}
    assert not queries


def test_reasons_are_those_of_the_reports_asked_for() -> None:
    reported, again = uuid4(), uuid4()
    one = written(
        entry(command=reported, command_data={"reason": "for all to see"}), entry(command=reported, ordinal=1), entry()
    )
    other = written(
        mustered(), entry(command=again, command_data={"reason": "hush", "a": 1}, command_seals=("reason",))
    )
    asked: list[tuple[UUID | str, int]] = [(UUID(one), 1), (one, 2), (one, 3), (other.upper(), 1), (other, 9)]
    heute = "Wir spielen heute – los! 🎲"
    found = {(one, 1): "for all to see", (one, 2): "", (one, 3): "", (other, 1): heute}
    with CaptureQueriesContext(connection) as queries:
        assert log.reasons(asked) == found
    assert len(queries) == 2
    assert log.reasons([(other, 2), (other, 1)]) == {(other, 1): heute, (other, 2): "hush"}
    log.erase(other, 1, "command.reason")
    assert log.reasons([(other, 1), (other, 2)]) == {(other, 1): "", (other, 2): "hush"}
    with CaptureQueriesContext(connection) as queries:
        assert log.reasons([]) == {}
    assert not queries


def test_streams_about_a_person_are_those_they_reported_to_or_are_named_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PAGE", 2)
    reported, named, sealed = opened(), opened("campaign"), opened()
    log.append(reported, 0, [entry()], by=BOB, via="api", now=NOW)
    append(named, entry(), entry(data={"players": [BOB]}), after=0)
    append(sealed, entry(data={"who": BOB}, seals=("who",)), after=0)
    written(entry(data={"unit": f"of {BOB}"}))
    kinds = {reported: "story", named: "campaign", sealed: "story"}
    assert list(log.streams_about(BOB)) == sorted(kinds.items())
    assert list(log.streams_about("carol")) == []


def test_streams_are_listed_from_the_one_after_another() -> None:
    battles = sorted([opened(), opened(), opened()])
    opened("campaign")
    assert list(log.streams("story", last=battles[0])) == [(stream, "story") for stream in battles[1:]]


def test_sealed_values_are_listed_in_order_with_where_they_are() -> None:
    one, other = sorted([opened(), opened()])
    for stream in (other, one):
        append(stream, mustered(), after=0)
    places = ["command.reason", "data.cards.bob", "data.cards.carol", "data.seed"]
    assert [(text.position, text.place) for text in log.sealed_in(one.upper())] == [(1, place) for place in places]
    assert [(text.stream, text.place) for text in log.sealed_by("clerk")] == [
        (stream, place) for stream in (one, other) for place in places
    ]
    assert next(log.sealed_in(one)).value == '"Wir spielen heute – los! 🎲"'
    assert list(log.sealed_by("bob")) == []


def test_before_the_first_row_only_the_start_holds() -> None:
    assert not log.holds(written(), 0, "f" * 64)


def test_a_long_stream_is_read_some_rows_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PAGE", 2)
    stream = written(mustered(), entry(), mustered(), entry(), entry())
    found = [([row.position for row in rows], sorted(seals)) for rows, seals in reader.pages(stream)]
    assert found == [([1, 2], [1]), ([3, 4], [3]), ([5], [])]
    assert [len(rows) for rows, _seals in reader.pages(stream, until=3)] == [2, 1]


def test_a_copy_of_the_tables_has_ids_as_text() -> None:
    stream = written(entry())
    (rows,) = log.table_copy.copy_out("log_row")
    assert [row[0] for row in rows] == [stream]
    assert list(log.table_copy.copy_out("log_stream")) == [[(stream, "story")]]
