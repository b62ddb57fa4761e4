"""What lists cost does not grow with all that there is: pages and the API read what they show, in a site that anybody
may read and where nearly all is kept to members."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from django.core.cache import cache
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext

from api.models import issue
from battles.models import Seat, Sheet
from battles.pages import long_lists
from battles.projections import MOMENT
from campaigns import clerk, listed
from campaigns.models import Campaign, CampaignSheet, Club, Fixture, Standing, User
from campaigns.models.desk import Readers
from tests.campaigns.alpha import LastStand
from tests.cast import Cast, ClubFactory, logged_in

pytestmark = [pytest.mark.django_db, pytest.mark.only_on("sqlite")]  # `test_plans` asks PostgreSQL, at size
STEP = 10  # instructions of SQLite, by which they are counted
NAMED, AHEAD = 30, 2  # as `listed.FEW` and `long_lists.AHEAD` are here, so that a site of this size is a large one
FEW, MANY = 90, 270  # campaigns, with a battle each
MOST = 1.25  # times as much, for three times as many
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
PAGES = {
    "front page": ("bob", "/"),
    "front page, a guest": ("", "/"),
    "front page, an organiser": ("alice", "/"),
    "a page of results": ("bob", "/?page=3"),
    "office": ("alice", "/admin/"),
    "battles in the office": ("alice", "/admin/battles/sheet/"),
    "fixtures in the office": ("alice", "/admin/campaigns/fixture/"),
    "battles by API": ("bob", "/api/v1/battles/?limit=10"),
    "battles by API, a guest": ("", "/api/v1/battles/?limit=10"),
    "battles that are played": ("bob", "/api/v1/battles/?status=open&limit=5"),
    "battles of a book that nobody plays": ("bob", "/api/v1/battles/?system=tanks"),
    "somebody's battles": ("bob", "/api/v1/battles/?player=me"),
    "campaigns by API": ("bob", "/api/v1/campaigns/?limit=10"),
    "campaigns by API, a guest": ("", "/api/v1/campaigns/?limit=10"),
    "who I am": ("bob", "/api/v1/me/"),
}


class Site(NamedTuple):
    cast: Cast
    stood: LastStand
    other: Club

    def grow(self, numbers: range, visibility: str) -> None:
        """Copies of the campaign and its battle in another club, played by people who are gone, the later number
        before the earlier. One battle in eight is being played; of the first campaigns one in four is public,
        whatever the others are."""
        campaign, battle = self.stood.campaign, self.stood.battle
        tables: tuple[tuple[type[models.Model], str, str], ...] = (
            *((Campaign, "pk", campaign), (CampaignSheet, "pk", campaign), (Sheet, "pk", battle)),
            *((Standing, "campaign", campaign), (Fixture, "campaign", campaign), (Seat, "sheet", battle)),
        )
        for model, column, key in tables:
            rows = list(model._default_manager.filter(**{column: key}))
            copies = (self._copy(row, n, visibility if n % 4 or n > FEW else "public") for n in numbers for row in rows)
            model._default_manager.bulk_create(copies)

    def _copy(self, row: models.Model, n: int, visibility: str) -> models.Model:
        named = (self.stood.campaign, self.stood.battle, str(self.cast.bob.pk), str(self.cast.carol.pk))
        instead = {one: f"{n:08x}-{place}000-4000-8000-000000000000" for place, one in enumerate(named)}
        values: dict[str, Any] = {}
        for field in row._meta.concrete_fields:
            value = getattr(row, field.attname)
            if isinstance(value, UUID):
                value = UUID(instead.get(str(value), str(value)))
            elif isinstance(value, str):
                for one, other in instead.items():
                    value = value.replace(one, other)
            values[field.attname] = value
        at = (LONG_AGO - timedelta(minutes=n)).strftime(MOMENT)
        values |= {name: at for name in ("opened_at", "mustered_at", "moved_at") if name in values}
        if isinstance(row, Campaign):
            values |= {"name": f"Copy {n:08}", "visibility": visibility, "club_id": self.other.pk}
        elif isinstance(row, Sheet) and n % 8 == 0:
            values |= {"status": Sheet.Status.OPEN}
        return type(row)(**values)


@pytest.fixture
def site(cast: Cast) -> Site:
    User.objects.filter(pk=cast.alice.pk).update(is_staff=True)
    stood = LastStand(cast).drawn().confirmed()
    clerk.attend(stood.battle)
    return Site(cast, stood, ClubFactory.create(name="Iron Club", slug="iron"))


class Cost(NamedTuple):
    """`steps`: instructions of SQLite's machine."""

    queries: int
    steps: int


@contextmanager
def counted() -> Iterator[Callable[[], int]]:
    """The instructions that SQLite has done meanwhile."""
    found = [0]

    def step() -> int:
        found[0] += STEP
        return 0

    connection.ensure_connection()
    here: Any = connection.connection
    here.set_progress_handler(step, STEP)
    try:
        yield lambda: found[0]
    finally:
        here.set_progress_handler(None, 0)


def costs(cast: Cast, warm: bool) -> dict[str, Cost]:
    """`warm`: what is written and compiled once is there already."""
    found = {}
    for name, (who, address) in PAGES.items():
        by_api = address.startswith("/api/")
        if by_api:
            client = Client(headers={"Authorization": f"Token {issue(getattr(cast, who))}"} if who else {})
        else:
            client = logged_in(User.objects.get(username=who)) if who else Client()
        if not warm:
            client.get(address)
        cache.clear()
        with counted() as steps, CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200, name
        found[name] = Cost(len(queries), steps())
    return found


@pytest.mark.parametrize("visibility", [Readers.PUBLIC, Readers.MEMBERS])
def test_lists_read_what_they_show(site: Site, visibility: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listed, "FEW", NAMED)
    monkeypatch.setattr(long_lists, "AHEAD", AHEAD)
    site.grow(range(1, FEW), visibility)
    before = costs(site.cast, warm=visibility == Readers.MEMBERS)
    site.grow(range(FEW, MANY), visibility)
    after = costs(site.cast, warm=True)
    grown = {
        name: (before[name], one)
        for name, one in after.items()
        if one.queries > before[name].queries or one.steps > MOST * before[name].steps + 500
    }
    assert not grown, "\n".join(f"{name}: {then} became {now}" for name, (then, now) in grown.items())
