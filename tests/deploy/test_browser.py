"""The tab the page tests play in loads our own styles and nothing from elsewhere."""

import pytest
from playwright.sync_api import Request
from pytest_django.live_server_helper import LiveServer

from campaigns.models import User
from tests.browsing import Tabs


@pytest.mark.page
def test_someone_logs_in_on_a_phone(live_server: LiveServer, tabs: Tabs) -> None:
    User.objects.create_superuser("alice", password="leaguer at dusk")
    hosts: set[str] = set()
    page = tabs.open(script=True)

    def note(request: Request) -> None:
        hosts.add(request.url.split("/")[2])

    page.on("request", note)
    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill("leaguer at dusk")
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_role("button", name="Log out").wait_for()
    page.remove_listener("request", note)
    assert hosts == {live_server.url.split("/")[2]}
