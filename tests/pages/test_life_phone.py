"""The slider over a season's life on a phone: by finger and by keys, and without a script as links."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from campaigns.season.penalties import Penalise
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from rules.stream.revision.reports import Undo
from tests.browsing import Tabs
from tests.campaigns.conftest import _skirmish
from tests.cast import Cast
from tests.pages.seasons import FAR, League
from tests.pages.test_two_clocks import row

__all__ = ["_skirmish"]


@contextmanager
def held(phone: Page) -> Iterator[None]:
    """No page that is asked for comes before the end of this."""
    asked: list[Route] = []
    phone.route("**?at=*", lambda route: asked.append(route))
    yield
    phone.unroute("**?at=*")
    for route in asked:
        route.fallback()


@pytest.mark.page
@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_a_slider_leads_over_the_life_of_a_season(cast: Cast, tabs: Tabs, live_server: LiveServer) -> None:
    league = League(cast).start()
    league.tell(league.organiser, Penalise(platoon="bears", score=3, reason="Late"))
    league.tell(league.organiser, CloseRound(round=1))
    league.tell(league.organiser, OpenRound(deadline=FAR))
    league.tell(league.organiser, Undo(position=row(league, "Penalised"), reason="She was not"))
    phone = tabs.open(None, live_server.url, script=True)
    wrong: list[str] = []
    phone.on("pageerror", lambda error: wrong.append(str(error)))
    phone.goto(live_server.url + league.url)
    slider, says = phone.locator("#life-slider"), phone.locator("#life-says")
    expect(slider).to_be_visible()
    expect(says).to_contain_text("As it is now")
    slider.focus()
    with held(phone):  # a machine that is busy may take longer from key to key than the page waits for the next one
        phone.keyboard.press("ArrowLeft")
        phone.keyboard.press("ArrowLeft")
        expect(says).to_contain_text("Round 1 was closed")
        expect(says).to_contain_text("corrected since")
    phone.wait_for_url("**?at=*")  # once no key has been pressed for a while
    expect(says).to_contain_text("Round 1 was closed")
    expect(slider).to_be_focused()
    box = slider.bounding_box()
    assert box is not None
    assert box["height"] >= 24
    slider.click(position={"x": 2, "y": box["height"] / 2})  # where it lies once nothing on the page moves any more
    expect(says).to_contain_text("The campaign opened")
    phone.wait_for_url("**?at=1#life")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wrong == []
    plain = tabs.open(None, live_server.url, script=False)
    plain.goto(live_server.url + league.url)
    expect(plain.locator("#life-slider")).to_be_hidden()
    plain.locator("#life summary").first.click()
    plain.get_by_role("link", name="Round 1 was announced").click()
    expect(plain.locator("#life-says")).to_contain_text("Round 1 was announced")
    plain.get_by_role("link", name="One on").click()
    expect(plain.locator("#life-says")).to_contain_text("Round 1 was closed")
    plain.get_by_role("link", name="Show it with what is known now").click()
    expect(plain.locator(".moment")).to_contain_text("as we know it now")
