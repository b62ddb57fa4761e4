"""How the page looks on which results of before come into a league."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.axe import grave
from tests.browsing import PHONE, Tabs
from tests.cast import Cast
from tests.leagues.conftest import Years
from tests.leagues.test_history_page import LIST, URL
from tests.length import AT_LENGTH
from tests.pages.conftest import as_
from tests.pages.test_language import bare, brackets
from tests.pages.test_layout import faults
from tests.pages.test_league_years_look import DESKTOP, PREMIER, SECOND

__all__ = ["brackets"]
WITH_FAULTS = LIST + "2020,1,bob,,1,0\n2020,x,bob,Otto,1,0\n"


def fits(page: Page, step: str) -> None:
    for size in (PHONE, DESKTOP) if AT_LENGTH else (PHONE,):
        page.set_viewport_size(size)
        assert faults(page) == {}, (step, size)
    if AT_LENGTH or step == "look":  # which shows all that the empty page does
        assert grave(page) == [], step
    page.set_viewport_size(PHONE)


@pytest.mark.at_length
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_a_list_comes_in_by_touch(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    """Pasted, looked at, who is who chosen, lines at fault left out, taken in."""
    Years(cast, PREMIER, SECOND)
    page = tabs.open(cast.alice, live_server.url, script=True, touch=True, locale="de")
    page.goto(live_server.url + URL)
    fits(page, "empty")
    page.fill("textarea[name=text]", WITH_FAULTS)
    with page.expect_navigation():
        page.locator('button[value="look"]').tap()
    fits(page, "look")
    page.select_option("select[name=who-3]", label="carol")
    page.locator("input[name=despite]").check()
    with page.expect_navigation():
        page.locator('button[value="do"]').tap()
    assert page.url.endswith("/leagues/long/#years")
    assert page.locator("#years li").count() >= 2


@pytest.mark.django_db
@pytest.mark.usefixtures("brackets")
def test_nothing_escapes_translation(cast: Cast) -> None:
    Years(cast, PREMIER, SECOND)
    alice = as_(cast.alice)
    assert bare(alice.get(URL).content.decode()) == []
    assert bare(alice.post(URL, {"text": WITH_FAULTS, "step": "look"}).content.decode()) == []
    assert bare(alice.post(URL, {"text": "a,b\n", "step": "look"}).content.decode()) == []
