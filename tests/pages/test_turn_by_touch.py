"""What a turn by touch needs beside its taps: the page leads where the next tap is, and says whose counter is whose."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browsing import Tabs
from tests.cast import Cast
from tests.pages import shots
from tests.pages.shots import Shot
from tests.rules.panzer_strike import table as panzer_strike
from tests.rules.tanks import table as tanks

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
PHONE: ViewportSize = {"width": 390, "height": 844}
IN_SIGHT = "one => { const box = one.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"
# Whether the last word of a counter's name lies within the counter.
WHOLE = """one => { const text = document.createTreeWalker(one.querySelector('.called'), NodeFilter.SHOW_TEXT);
    let last; while (text.nextNode()) last = text.currentNode;
    const word = document.createRange(); word.setStart(last, last.length - 1); word.setEnd(last, last.length);
    const [inner, outer] = [word.getBoundingClientRect(), one.getBoundingClientRect()];
    return inner.width > 0 && inner.right <= outer.right && inner.bottom <= outer.bottom; }"""


def opened(tabs: Tabs, cast: Cast, site: str, shot: Shot, size: ViewportSize = PHONE) -> Page:
    page = tabs.open(cast.bob, site, size=size, script=True, touch=True)
    page.goto(f"{site}/battles/{shot.stream}/")
    return page


def test_of_many_things_a_unit_can_do_the_first_show_and_what_is_typed_stays_in_its_card(
    cast: Cast, tabs: Tabs, live_server: LiveServer
) -> None:
    units = dict.fromkeys(("otto", "emil"), (tanks.TIGER, "axis"))
    units |= {f"m4-{n}": (tanks.SHERMAN, "allies") for n in (1, 2)}
    begun = ("roll-setup dice=1,5", "choose-setup axis build", "deploy allies", "deploy axis")
    page = opened(tabs, cast, live_server.url, Shot(tanks.muster(units), cast.bob, *begun))
    assert page.locator("a.token", has_text=tanks.SHERMAN).count() == 2
    assert all(one.evaluate(WHOLE) for one in page.locator("a.token", has_text=tanks.SHERMAN).all())
    assert page.evaluate("document.documentElement.scrollHeight") <= 2_500
    assert page.locator(".able-to > .card:visible").count() == 8

    page.get_by_text("things more").tap()
    card = page.locator(".rest details.card").last
    card.locator("summary").tap()
    card.locator("button.primary").wait_for()
    kept = page.locator(".able-to > details.card", has_text="at full speed").first
    kept.locator("summary").tap()
    kept.get_by_role("button", name="5 cm", exact=True).tap()
    page.reload()
    expect(page.locator("details.card[open]")).to_have_count(1)
    expect(page.locator("details.card[open] > summary")).to_contain_text("at full speed")
    expect(page.locator("details.card[open] input[type=text]")).to_have_value("5")


def test_a_unit_that_is_put_on_the_board_leads_to_the_board(cast: Cast, tabs: Tabs, live_server: LiveServer) -> None:
    units = {"m4": ("Sherman", "allies"), "tiger": ("Tiger", "axis")}
    forces = panzer_strike.muster("\n".join(["." * 12] * 12), units, first="2")
    page = opened(tabs, cast, live_server.url, Shot(forces, cast.bob))
    page.locator("a.token", has_text="Sherman").tap()
    square = page.get_by_label("Choose c5")
    square.wait_for()
    assert page.locator("#board").evaluate("one => Math.round(one.getBoundingClientRect().top)") < 100
    square.tap()
    asked = page.locator("details.card[open] select").first
    expect(asked).to_have_value("c5")
    assert asked.evaluate(IN_SIGHT)
    expect(page.locator("details.card[open] > summary")).to_contain_text("Deploy Sherman")


def test_on_a_wide_screen_a_draft_stands_beside_the_field_and_dice_in_their_sentence(
    cast: Cast, tabs: Tabs, live_server: LiveServer
) -> None:
    shot = shots.panzer_strike_(cast.bob)
    page = opened(tabs, cast, live_server.url, shot, {"width": 1280, "height": 800})
    page.locator("details.card[open] button.primary").click()
    draft, field = page.locator(".gesture").bounding_box(), page.locator(".field").bounding_box()
    assert draft
    assert field
    assert draft["x"] + draft["width"] <= field["x"]
    assert abs(draft["y"] - field["y"]) < 40
    shot.tell("announce tiger m4", "fire tiger accuracy=4,3 hit=body penetration=1")
    page.goto(f"{live_server.url}/battles/{shot.stream}/log/")
    assert page.locator(".dice").first.evaluate("one => getComputedStyle(one).display") == "inline-flex"
