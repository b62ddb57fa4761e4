"""The office's lists count what somebody pages through, and no table from end to end."""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.admin import counting
from campaigns.admin.log_rows import Counted
from campaigns.models import Club, User
from tests.campaigns.office import text
from tests.cast import logged_in

pytestmark = pytest.mark.django_db
EACH = 10  # rows on a page


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch) -> Client:
    """A superuser on a site of 55 clubs and people; two pages are counted behind the one that is shown."""
    monkeypatch.setattr(counting, "AHEAD", 2)
    for model in (Club, User):
        monkeypatch.setattr(admin.site._registry[model], "list_per_page", EACH)
        monkeypatch.setattr(admin.site._registry[model], "list_max_show_all", EACH)
    found = User.objects.create_superuser("root")
    Club.objects.bulk_create([Club(name=f"Club {n:02}", slug=f"c{n}") for n in range(55)])
    User.objects.bulk_create([User(username=f"p{n:02}") for n in range(54)])
    return logged_in(found)


@pytest.mark.parametrize(
    ("page", "told", "rows"),
    [("", "30+", EACH), ("?p=2", "40+", EACH), ("?p=4", "55", EACH), ("?p=6", "55", 5), ("?q=5", "10", EACH)],
)
@pytest.mark.parametrize("where", ["club", "user"])
def test_a_list_counts_no_more_than_is_paged_through(root: Client, where: str, page: str, told: str, rows: int) -> None:
    with CaptureQueriesContext(connection) as queries:
        response = root.get(f"/admin/campaigns/{where}/{page}")
    plural = {"club": "clubs", "user": "users"}[where]
    if not page.startswith("?q"):
        assert re.search(rf"(?<![0-9]){re.escape(told)} {plural}", text(response))
        assert len(response.context["cl"].result_list) == rows
    counts = [one["sql"] for one in queries if "COUNT(" in one["sql"] and f"campaigns_{where}" in one["sql"]]
    assert counts
    assert [one for one in counts if "LIMIT" not in one] == []


def test_what_was_found_is_told_of_a_search_alone(root: Client) -> None:
    assert "results (" not in text(root.get("/admin/campaigns/user/"))
    assert "4 results ( Show all )" in text(root.get("/admin/campaigns/user/?q=p5"))


def test_behind_the_last_page_is_none(root: Client) -> None:
    assert root.get("/admin/campaigns/user/?p=99").headers["Location"].endswith("?e=1")


def test_every_list_of_the_campaigns_and_of_programs_counts_so() -> None:
    others = ("django_celery_beat", "auth")
    registered = admin.site._registry.items()
    lists = [one for model, one in registered if model._meta.app_label not in others]
    assert [one for one in lists if not issubclass(one.paginator, (counting.Ahead, Counted))] == []
    assert [one for one in lists if one.show_full_result_count] == []
