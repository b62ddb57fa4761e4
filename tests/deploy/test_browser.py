"""The tab the page tests play in loads our own styles and nothing from elsewhere."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from campaigns.models import User


@pytest.mark.page
def test_someone_logs_in_on_a_phone(live_server: LiveServer, page: Page) -> None:
    User.objects.create_superuser("alice", password="leaguer at dusk")
    hosts = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill("leaguer at dusk")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Log out").wait_for()
    assert hosts == {live_server.url.split("/")[2]}
