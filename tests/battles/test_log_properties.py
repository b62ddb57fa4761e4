"""What holds of any log whatever: all data comes back, and no single change goes unnoticed."""

import io
import json
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from battles import log
from deploy import verify_export
from tests.battles.logs import append, entry, opened, tamper
from tests.length import examples
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]

# Each example writes a stream of its own into the one transaction of the test.
within_one_test = settings(
    max_examples=examples(12),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
# Each of these changes every column in turn.
every_column = settings(within_one_test, max_examples=examples(4))

texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
numbers = st.integers(-(2**63) + 1, 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(texts.map(lambda name: name.replace(".", "")), values, max_size=5)
words = st.text("abcXYZ äёツ🎲._-\"'\\%", min_size=1, max_size=20)


@st.composite
def entries(draw: st.DrawFn) -> log.NewRow:
    data, reported = draw(objects), draw(objects)
    return entry(
        draw(words),
        version=draw(st.integers(1, 2**31 - 1)),
        data=data,
        seals=tuple(draw(st.sets(st.sampled_from(sorted(data))))) if data else (),
        command=draw(st.uuids()),
        command_type=draw(words),
        command_data=reported,
        command_seals=tuple(draw(st.sets(st.sampled_from(sorted(reported))))) if reported else (),
    )


of_a_file = pytest.mark.only_on("sqlite")  # exported, the log is no database's any more

stories = st.lists(entries(), min_size=1, max_size=5, unique_by=lambda one: one.command)


def told(story: list[log.NewRow]) -> str:
    stream = opened()
    append(stream, *story, after=0)
    return stream


@given(stories)
@within_one_test
def test_any_data_comes_back_and_holds(db: None, story: list[log.NewRow]) -> None:
    stream = told(story)
    for one, row in zip(story, log.read(stream), strict=True):
        assert json.loads(row.data) == one.data
        assert json.loads(row.command_data) == one.command_data
        assert (row.type, row.version, row.command) == (one.type, one.version, str(one.command))
    assert log.verify_stream(stream) is None
    for with_sealed in (True, False):
        assert verify_export.verify(io.BytesIO(exported(stream, with_sealed)))


@given(objects)
@within_one_test
def test_one_object_has_one_form(db: None, data: dict[str, Any]) -> None:
    """However it is spelled (spaces, escapes, dict or text), and again when it is written from what was read."""
    stream = opened()
    for after, spelled in enumerate([data, json.dumps(data), json.dumps(data, ensure_ascii=False, indent=2)]):
        append(stream, entry(data=spelled), after=after)
    append(stream, entry(data=log.read(stream)[0].data), after=3)
    assert len({row.data for row in log.read(stream)}) == 1


@given(st.lists(st.integers() | texts | words, min_size=12, max_size=12))
def test_the_verifier_and_the_log_write_the_same_canonical_form(fields: list[int | str]) -> None:
    row = dict(zip(verify_export.FIELDS, fields, strict=True))
    assert verify_export.canonical(row).encode() == log.canonical(fields)
    assert json.loads(log.canonical(fields)) == fields


COLUMNS: dict[str, st.SearchStrategy[Any]] = {
    "position": st.integers(6, 2**31 - 1),
    "type": words,
    "version": st.integers(1, 2**31 - 1),
    "data": objects.map(json.dumps) | texts,
    "command": st.uuids().map(str),
    "ordinal": st.integers(0, 2**31 - 1),
    "command_type": words,
    "command_data": objects.map(json.dumps) | texts,
    "by": words,
    "via": st.sampled_from(sorted(log.VIAS)),
    "at": st.datetimes().map(lambda at: at.isoformat(timespec="microseconds") + "Z"),
    "digest": st.text("0123456789abcdef", min_size=64, max_size=64),
}


@given(stories, st.data())
@every_column
def test_no_field_of_any_row_changes_unnoticed(db: None, story: list[log.NewRow], data: st.DataObject) -> None:
    stream = told(story)
    row = data.draw(st.sampled_from(log.read(stream)))
    line = json.loads(exported(stream, False).splitlines()[row.position])
    for column in COLUMNS:
        value = data.draw(COLUMNS[column])
        if value == line[column]:
            continue
        with transaction.atomic():
            change = f'UPDATE log_row SET "{column}" = %s WHERE stream = %s AND position = %s'
            tamper(change, value, stream, row.position)
            fault = log.verify_stream(stream)
            transaction.set_rollback(True)
        assert fault is not None, column
        # A row moved behind the last one is missed where the next one stands, or where it stands itself.
        expected = {row.position} if column != "position" else {value, row.position + 1}
        assert fault.position in expected


@of_a_file
@given(stories, st.data())
@every_column
def test_no_field_of_any_line_of_an_export_changes_unnoticed(
    db: None, story: list[log.NewRow], data: st.DataObject
) -> None:
    lines = exported(told(story), True).splitlines()
    number = data.draw(st.integers(1, len(lines) - 1))
    line = json.loads(lines[number])

    def broken(changed: dict[str, Any]) -> None:
        if changed != line:
            assert_broken(b"\n".join([*lines[:number], json.dumps(changed).encode(), *lines[number + 1 :]]), number + 1)

    for column in COLUMNS:
        broken(line | {column: data.draw(COLUMNS[column])})
    for place, seal in enumerate(line.get("sealed", [])[:2]):
        for part in ("salt", "value", "place"):
            sealed = list(line["sealed"])
            sealed[place] = seal | {part: data.draw(texts)}
            broken(line | {"sealed": sealed})


@of_a_file
@given(stories, st.data())
@within_one_test
def test_no_line_is_lost_doubled_or_moved_unnoticed(db: None, story: list[log.NewRow], data: st.DataObject) -> None:
    lines = exported(told(story), True).splitlines()
    one, other = data.draw(st.integers(1, len(lines) - 1)), data.draw(st.integers(1, len(lines)))
    damaged = lines[:one] + lines[one + 1 :]
    if data.draw(st.booleans()):
        damaged.insert(other, lines[one])
    assume(damaged != lines)
    assert_broken(b"\n".join(damaged), None)


def exported(stream: UUID | str, with_sealed: bool) -> bytes:
    return "\n".join(log.export_lines(stream, with_sealed)).encode()


def assert_broken(file: bytes, line: int | None) -> None:
    """Neither the verifier nor an import takes the file; both name the same line."""
    with pytest.raises(ValueError, match=r"^line \d+: ") as verifier:
        verify_export.verify(io.BytesIO(file))
    with pytest.raises(log.BadExport) as refusal:
        log.import_lines(io.BytesIO(file))
    assert str(verifier.value).startswith(f"line {refusal.value.line}: ")
    assert line in (None, refusal.value.line)
