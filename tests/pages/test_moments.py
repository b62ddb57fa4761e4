"""Every position of a battle's log is a moment to look at, in the middle of a report too."""

from __future__ import annotations

import pytest

from tests.pages.conftest import MOVED, Table, as_

pytestmark = pytest.mark.django_db
CRITICAL = MOVED + "fire alpha-1 red-1 dice=6,6,6,6,6 defence=1,1,1\n"


@pytest.mark.parametrize("name", ["bob", "carol", "alice"])
def test_whoever_may_report_looks_at_every_moment(table: Table, name: str) -> None:
    table.play(CRITICAL)
    reader = as_(getattr(table.cast, name))
    for at in range(1, table.head + 1):
        page = reader.get(f"{table.url}?at={at}")
        assert page.status_code == 200, at
        assert b"/report/" not in page.content, at  # nothing to report to the past
        answer = reader.get(f"/api/v1{table.url}state/?at={at}").json()
        assert (answer["position"], answer["choices"]) == (at, [])
