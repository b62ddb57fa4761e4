"""What goes into the log and comes out of it; what may come in at all."""

from __future__ import annotations

import json
import time
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.bounds import Count, Key
from rules.contract import Command, Event, Refused
from rules.stream.codec import MAX_DEPTH, MAX_REPORT, CommandCodec, EventCodec, UnknownEvent, as_stored


class Move(Command, frozen=True, kw_only=True):
    """A report with a bit of everything."""

    unit: Key
    moves: Count = 0
    note: str = ""
    facts: dict[str, Any] = {}
    path: tuple[Count, ...] = ()


class Moved(Event, frozen=True, kw_only=True):
    """Version 3: `distance` was called `moves` in version 1, and counted in feet in versions 1 and 2."""

    version: ClassVar[int] = 3
    unit: str
    inches: int
    facts: dict[str, int] = {}


def renamed(data: dict[str, Any]) -> dict[str, Any]:
    return {"unit": data["unit"], "feet": data["moves"]}


def in_inches(data: dict[str, Any]) -> dict[str, Any]:
    return {"unit": data["unit"], "inches": data["feet"] * 12}


COMMANDS = CommandCodec([Move])
EVENTS = EventCodec([Moved], {("Moved", 1): renamed, ("Moved", 2): in_inches})


def refused(data: str | bytes, type_: str = "Move") -> Refused:
    with pytest.raises(Refused) as caught:
        COMMANDS.decode(type_, data)
    assert caught.value.remedy is not None
    return caught.value


@pytest.mark.parametrize(
    ("data", "field", "says"),
    [
        (b"", "data", "brackets or quotes do not close"),
        (b"{", "data", "brackets or quotes do not close"),
        (b"[]", "data", "object"),
        (b'"text"', "data", "object"),
        (b'{"unit": "a\xff"}', "data", "UTF-8"),
        (b'{"unit": "a\xed\xa0\x80"}', "data", "UTF-8"),
        (b"{}", "unit", "unit"),
        (b'{"unit": 5}', "unit", "a text, not"),
        (b'{"unit": null}', "unit", "not nothing"),
        (b'{"unit": "A b"}', "unit", "characters"),
        (b'{"unit": "a", "speed": 1}', "speed", "no field “speed”"),
        (b'{"unit": "a", "moves": "1"}', "moves", "a whole number"),
        (b'{"unit": "a", "moves": 1.5}', "moves", "a whole number"),
        (b'{"unit": "a", "moves": true}', "moves", "a whole number"),
        (b'{"unit": "a", "moves": -1}', "moves", "0 or more"),
        (b'{"unit": "a", "moves": 1000}', "moves", "999 or less"),
        (b'{"unit": "a", "moves": 1e999}', "moves", "out of range"),
        (b'{"unit": "a", "moves": ' + b"9" * 5000 + b"}", "moves", "out of range"),
        (b'{"unit": "a", "path": [1, 2, "x"]}', "path[2]", "a whole number"),
        (b'{"unit": "a", "note": "x\\u0000y"}', "data", "NUL"),
        (b'{"unit": "a", "note": "x\x00y"}', "data", "NUL"),
        (b'{"unit": "a", "facts": {"\\u0000": 1}}', "data", "NUL"),
    ],
)
def test_what_is_not_of_its_shape_is_refused(data: bytes, field: str, says: str) -> None:
    found = refused(data)
    assert (found.rule, found.code, found.field) == ("report", "malformed", field), found
    assert says in found.text.text()


def test_an_unknown_report_is_answered_with_those_there_are() -> None:
    found = refused("{}", "Fly" * 100)
    assert (found.code, found.field) == ("unknown", "type")
    assert len(found.text.text()) < 120
    assert found.remedy is not None
    assert "Move" in found.remedy.text()


def test_ten_megabytes_are_refused_unread() -> None:
    data = b'{"unit": "a", "note": "' + b"x" * 10_000_000 + b'"}'
    begun = time.process_time()
    assert str(MAX_REPORT) in refused(data).text.text()
    assert time.process_time() - begun < 0.1


def test_the_largest_report_is_read() -> None:
    frame = '{"unit": "a", "note": ""}'
    COMMANDS.decode("Move", frame.replace('""', '"' + "x" * (MAX_REPORT - len(frame)) + '"'))
    assert "larger" in refused(frame.replace('""', '"' + "x" * (MAX_REPORT - len(frame) + 1) + '"')).text.text()


def test_size_counts_bytes_not_letters() -> None:
    assert "larger" in refused('{"unit": "a", "note": "' + "ß" * (MAX_REPORT // 2) + '"}').text.text()


@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_deep_nesting_is_refused(brackets: str) -> None:
    def nested(levels: int) -> str:
        opening = "[" if brackets == "[]" else '{"k": '
        return '{"unit": "a", "facts": {"k": ' + opening * levels + "1" + brackets[1] * levels + "}}"

    COMMANDS.decode("Move", nested(MAX_DEPTH - 2))
    assert "nests" in refused(nested(MAX_DEPTH - 1)).text.text()
    assert refused(nested(9000)).code == "malformed"


def test_brackets_in_a_text_nest_nothing() -> None:
    note = '\\"' + "[{" * 100 + "\\\\"
    command = COMMANDS.decode("Move", '{"unit": "a", "note": "' + note + '"}')
    assert isinstance(command, Move)
    assert command.note.count("[") == 100


@example(data="0 0")  # a whole value of JSON, and more after it
@example(data=b"1 a/b/move")
@given(data=st.binary(max_size=200) | st.text(st.characters(codec="utf-8"), max_size=200))
def test_anything_is_read_or_refused(data: bytes | str) -> None:
    try:
        command = COMMANDS.decode("Move", data)
    except Refused as found:
        code = found.code
    else:
        code = "" if isinstance(command, Move) else "something else"
    assert code in ("", "malformed")


def test_an_event_of_today_reads_as_it_was_written() -> None:
    event = Moved(unit="a", inches=6, facts={"b": 1, "a": 2})
    type_, version, data = EVENTS.encode(event)
    assert (type_, version, data) == ("Moved", 3, '{"unit":"a","inches":6,"facts":{"a":2,"b":1}}')
    assert EVENTS.decode(type_, version, data) == event


def test_the_order_of_keys_changes_nothing() -> None:
    one, other = ({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert EVENTS.encode(Moved(unit="a", inches=1, facts=one)) == EVENTS.encode(Moved(unit="a", inches=1, facts=other))
    assert list(as_stored(Moved(unit="a", inches=1, facts=other)).facts) == ["a", "b"]


@pytest.mark.parametrize(("version", "data"), [(1, {"moves": 2}), (2, {"feet": 2}), (3, {"inches": 24})])
def test_old_events_are_lifted_step_by_step(version: int, data: dict[str, int]) -> None:
    assert EVENTS.decode("Moved", version, json.dumps({"unit": "a", **data})) == Moved(unit="a", inches=24)


@pytest.mark.parametrize(
    ("type_", "version", "says"),
    [
        ("Flown", 1, "no event 'Flown'"),
        ("Moved", 4, "newer than this release"),
        ("Moved", 0, "no upcaster for Moved version 0"),
    ],
)
def test_what_this_release_cannot_read_is_named(type_: str, version: int, says: str) -> None:
    with pytest.raises(UnknownEvent, match=says):
        EVENTS.decode(type_, version, "{}")


def test_a_stored_event_of_the_wrong_shape_is_not_guessed_at() -> None:
    with pytest.raises(msgspec.ValidationError):
        EVENTS.decode("Moved", 3, '{"unit": "a", "inches": "six"}')
    with pytest.raises(msgspec.ValidationError):
        EVENTS.decode("Moved", 2, '{"unit": "a", "feet": "six"}')


def test_every_report_has_its_schema() -> None:
    schema = COMMANDS.schema()["Move"]["$defs"]["Move"]
    assert schema["required"] == ["unit"]
    assert schema["additionalProperties"] is False
