"""Every position of a battle's log is a moment to look at, in the middle of a report too."""

from __future__ import annotations

import pytest

from tests.length import sampled
from tests.pages.conftest import MOVED, Table, as_
from tests.pages.kept import cast, kept_table, table

__all__ = ["cast", "kept_table", "table"]
pytestmark = pytest.mark.django_db
NAMES = ("bob", "carol", "alice")
CRITICAL = MOVED + "fire alpha-1 red-1 dice=6,6,6,6,6 defence=1,1,1\n"


@pytest.mark.at_length
def test_whoever_may_report_looks_at_every_moment(table: Table) -> None:
    table.play(CRITICAL)
    readers = {name: as_(getattr(table.cast, name)) for name in NAMES}
    moments = [(name, at) for name in NAMES for at in range(1, table.head + 1)]
    for name, at in sampled(moments, most=table.head + 2):
        reader = readers[name]
        page = reader.get(f"{table.url}?at={at}")
        assert page.status_code == 200, at
        assert b"/report/" not in page.content, at  # nothing to report to the past
        answer = reader.get(f"/api/v1{table.url}state/?at={at}").json()
        assert (answer["position"], answer["choices"]) == (at, [])


def test_a_time_beyond_all_calendars_is_named(table: Table) -> None:
    """With its offset it lies before the first day there is."""
    assert as_(table.cast.bob).get(table.url, {"as_of": "0001-01-01T00:00+14:00"}).status_code == 422
    assert as_(table.cast.bob).get(table.url, {"as_of": "0999-01-01T00:00"}).context is not None
