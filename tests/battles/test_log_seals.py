"""Sealed values: what the log shows of them, what it gives back, and what is left when one is erased."""

import json
from hashlib import sha256
from typing import Any

import pytest
from django.db import connection

from battles import log
from tests.battles.logs import NOW, SEED, append, entry, mustered, opened, written
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]


def as_stored(stream: str) -> tuple[dict[str, Any], dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT data, command_data FROM log_row WHERE stream = %s AND position = 1", [stream])
        data, command_data = cursor.fetchone()
    return json.loads(data), json.loads(command_data)


def sealed_values(stream: str) -> dict[str, tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT place, salt, value FROM log_sealed WHERE stream = %s", [stream])
        return {place: (salt, value) for place, salt, value in cursor.fetchall()}


def test_a_reader_sees_what_was_written() -> None:
    stream = opened()
    rows = append(stream, mustered(), entry(), after=0)
    assert log.read(stream) == rows
    assert json.loads(rows[0].data) == SEED
    assert json.loads(rows[0].command_data)["reason"] == "Wir spielen heute – los! 🎲"


def test_the_row_holds_commitments_and_the_values_lie_beside_it() -> None:
    stream = written(mustered())
    beside = sealed_values(stream)
    assert set(beside) == {"data.seed", "data.cards.bob", "data.cards.carol", "command.reason"}

    def commitment(place: str) -> dict[str, str]:
        salt, value = beside[place]
        assert len(salt) == 32
        return {"sealed": sha256(f"{salt}:{value}".encode()).hexdigest()}

    data, reported = as_stored(stream)
    assert data == {
        "seed": commitment("data.seed"),
        "cards": {"bob": commitment("data.cards.bob"), "carol": commitment("data.cards.carol"), "dave": []},
        "title": "Alpha 66",
    }
    assert reported == {"reason": commitment("command.reason"), "unit": "abrams-1"}
    assert beside["data.cards.bob"][1] == '["king","smoke"]'


def test_the_same_secret_never_looks_the_same() -> None:
    stored = [as_stored(written(mustered()))[0]["seed"] for _ in range(3)]
    assert len({str(seed) for seed in stored}) == 3


@pytest.mark.parametrize("value", [None, "", [], {}])
def test_what_is_empty_is_left_as_it_is(value: object) -> None:
    stream = written(entry(data={"reason": value}, seals=("reason", "absent")))
    assert as_stored(stream)[0] == {"reason": value}
    assert sealed_values(stream) == {}
    assert json.loads(log.read(stream)[0].data) == {"reason": value}


@pytest.mark.parametrize("value", [0, False, " ", [None], {"a": 0, "b.c": {"d": [1]}, "": "x", "ä": 1.5}])
def test_whatever_is_sealed_comes_back(value: object) -> None:
    stream = written(entry(data={"first": 1, "secret": value, "last": 2}, seals=("secret",)))
    hidden = as_stored(stream)[0]["secret"]
    parts = [*hidden.values()] if isinstance(value, dict) else [hidden]
    assert all(len(part["sealed"]) == 64 and len(part) == 1 for part in parts)
    assert len(parts) == len(sealed_values(stream))
    assert log.read(stream)[0].data == json.dumps(
        {"first": 1, "secret": value, "last": 2}, separators=(",", ":"), ensure_ascii=False
    )
    assert log.verify_stream(stream) is None


def test_a_text_that_only_quotes_a_commitment_is_a_text() -> None:
    data = {"reason": '{"sealed":"' + "0" * 64 + '"}', "note": {"sealed": "envelope"}, "seed": "1"}
    stream = written(entry(data=data, seals=("seed",)))
    assert json.loads(log.read(stream)[0].data) == data
    assert log.erase(stream, 1, "data.seed")
    assert json.loads(log.read(stream)[0].data) == data | {"seed": ""}


def test_an_erased_value_reads_as_empty_and_the_log_still_holds() -> None:
    stream = written()
    before = log.head(stream)
    assert log.erase(stream, 1, "data.cards.carol")
    assert log.erase(stream, 1, "command.reason")

    first = log.read(stream)[0]
    assert json.loads(first.data) == SEED | {"cards": {"bob": ["king", "smoke"], "carol": "", "dave": []}}
    assert json.loads(first.command_data) == {"reason": "", "unit": "abrams-1"}
    assert log.head(stream) == before
    assert log.verify_stream(stream) is None
    append(stream, entry(), after=3)
    assert log.verify_stream(stream) is None


def test_erasing_what_is_not_there_says_so() -> None:
    stream = written()
    assert not log.erase(stream, 1, "data.title")
    assert not log.erase(stream, 2, "data.seed")


def test_a_slice_gets_the_values_of_its_own_rows() -> None:
    stream = written(*(entry(data={"reason": f"for {n}"}, seals=("reason",)) for n in (1, 2, 3)))
    (row,) = log.read(stream, after=1, until=2)
    assert json.loads(row.data) == {"reason": "for 2"}


def test_sealed_values_are_counted_before_they_are_written() -> None:
    left = entry(data={"reason": "", "seed": "zinc"}, seals=("reason", "seed", "absent"))
    later = entry(ordinal=1, command_seals=("reason",))
    assert log.seals_of([mustered(), left, later]) == len(sealed_values(written(mustered()))) + 1 == 5


@pytest.mark.only_on("sqlite")
def test_what_is_erased_is_overwritten() -> None:
    """A file of SQLite else keeps it until it needs the room."""
    stream = written()
    for erase in (
        lambda: log.forget_sealed(stream, [(1, "data.seed")], "clerk", "a test", NOW),
        lambda: log.forget_stream(stream, "clerk", "a test", NOW),
    ):
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = OFF")
            erase()
            cursor.execute("PRAGMA secure_delete")
            assert cursor.fetchone() == (1,)


def test_when_something_was_erased_has_a_time_zone() -> None:
    with pytest.raises(log.Unwritable) as refusal:
        log.forget_stream(written(), "clerk", "a test", NOW.replace(tzinfo=None))
    assert refusal.value.field == "now"
