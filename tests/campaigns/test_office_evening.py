"""An organiser's evening in the office in a real browser, on a phone and at a desk: a dispute is ruled on, a round
closed and the next one published, in few clicks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from campaigns import clerk
from campaigns.season.disputes import Dispute
from campaigns.season.rounds import OpenRound
from rules.adjudicate import Who
from tests.browsing import Tabs, log_in
from tests.campaigns.conftest import Season
from tests.campaigns.ruled import state
from tests.cast import Cast
from tests.length import in_soak
from tests.pages.test_layout import JUTS_OUT

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
THUMB = 40  # pixels: of what is pressed on the way
AT_A_DESK = in_soak("tests/campaigns/test_office_evening.py::test_a_dispute_and_a_round_are_done_in_few_clicks")
SIZES = {"phone": ViewportSize(width=390, height=844), "desk": ViewportSize(width=1280, height=800)}


class Evening:
    """Counts what is clicked, and holds that each can be hit and that no page juts out."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, what: Locator) -> None:
        box = what.bounding_box()
        assert box is not None
        assert box["height"] >= THUMB or self.page.viewport_size != SIZES["phone"], what
        with self.page.expect_navigation():
            what.click()
        self.clicks += 1
        assert self.page.evaluate(JUTS_OUT) <= 0, self.page.url

    def taken(self) -> int:
        found, self.clicks = self.clicks, 0
        return found


@pytest.fixture
def season(cast: Cast) -> Season:
    season = Season(cast)
    season.desk.terms |= {"pairing_method": "swiss"}
    season.desk.save()
    season.begin()
    for player, key in ((cast.bob, "dogs"), (cast.carol, "eels")):
        season.enlist(player, key)
    season.report(season.organiser, OpenRound(method="swiss", deadline=""))
    battle = season.fight()
    clerk.sweep()
    season.report(Who(str(cast.carol.pk)), Dispute(fixture=battle, reason="That was cover"))
    cast.alice.is_staff = True
    cast.alice.save()
    return season


@pytest.mark.parametrize("size", ["phone", pytest.param("desk", marks=AT_A_DESK)])
def test_a_dispute_and_a_round_are_done_in_few_clicks(
    tabs: Tabs, live_server: LiveServer, season: Season, size: str
) -> None:
    page = tabs.open(None, live_server.url, script=True, size=SIZES[size])
    log_in(page, season.cast.alice, live_server.url)
    page.goto(live_server.url)
    evening = Evening(page)
    evening.click(page.locator("header a[href='/admin/']"))
    evening.click(page.locator("#what-waits .items a.button").first)
    assert evening.taken() <= 3  # from the site's page to the ruling, as from a mail
    assert page.get_by_text("That was cover").first.is_visible()
    page.locator("form:has(input[name=look])").first.get_by_role("radio", name="Cats").check()
    page.locator("form:has(input[name=look])").first.get_by_label("Reason").fill("It was cover")
    evening.click(page.locator("input[name=look]").first)
    do = page.locator("input[name=do]")
    assert do.is_visible()
    evening.click(do)
    assert evening.taken() == 2
    (ruled,) = [one for one in state(season).fixtures.values() if one.decided]
    assert ruled.decided is not None
    assert ruled.decided.results["cats"] == "won"
    page.goto(f"{live_server.url}/admin/")
    evening.click(page.locator(".running a", has_text=season.desk.name))
    evening.click(page.locator("a[data-act=next-round]"))
    evening.click(page.locator("input[name=do]"))
    assert evening.taken() <= 4  # five from the front page, which leads to the office
    assert [one.closed for one in state(season).rounds] == [True, False]
    if size == "phone":
        a_term_is_ruled_on_in_place(page, f"{live_server.url}/admin/", season)


def a_term_is_ruled_on_in_place(page: Page, office: str, season: Season) -> None:
    page.goto(office)
    evening = Evening(page)
    evening.click(page.locator(".running a", has_text=season.desk.name))
    for name in ("Platoons", "Log", "Rulings", "Season"):
        evening.click(page.locator(".tabs").get_by_role("link", name=name, exact=True))
    page.locator("summary", has_text="Scoring").click()
    evening.click(page.locator("#f-win .links a"))
    form = page.locator("#f-win form")
    form.get_by_label("Win").fill("5")
    form.get_by_label("Reason").fill("So the club has voted")
    evening.click(form.locator("input[name=look]"))
    evening.click(page.locator("#f-win input[name=do]"))
    assert state(season).settings(2).scoring.win == 5
