"""Times by a clock of 12 or 24 hours, as the account says."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browsing import Tabs
from tests.cast import Cast
from tests.pages.conftest import Table, as_


@pytest.mark.django_db
def test_an_account_says_how_many_hours_its_clock_has(cast: Cast) -> None:
    client, said = as_(cast.bob), {"language": "en", "zone": "", "email": cast.bob.email}
    assert "data-clock" not in client.get("/").content.decode()
    assert client.post("/account/", said | {"clock": "13"}).status_code == 422
    assert client.post("/account/", said | {"clock": "12"}).status_code == 302
    assert 'data-clock="12"' in client.get("/").content.decode()
    assert client.post("/account/", said | {"clock": ""}).status_code == 302
    assert "data-clock" not in client.get("/").content.decode()


@pytest.mark.soak
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("clock", "half"), [("12", True), ("24", False)])
def test_a_page_tells_times_by_it(live_server: LiveServer, tabs: Tabs, cast: Cast, clock: str, half: bool) -> None:
    table = Table(cast)
    cast.bob.clock, cast.bob.zone = clock, "Europe/Berlin"
    cast.bob.save()
    page = tabs.open(cast.bob, live_server.url, script=True)
    page.goto(f"{live_server.url}{table.url}")
    told = page.locator("time[data-time][title]").first
    expect(told).to_be_visible()
    assert (("am" in told.inner_text().lower()) or ("pm" in told.inner_text().lower())) is half, told.inner_text()
