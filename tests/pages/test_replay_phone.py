"""A replay on a phone: slider, buttons and keys lead from moment to moment without loading the page again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browsing import Tabs
from tests.cast import Cast
from tests.pages.midway import told
from tests.pages.test_replay import fought
from tests.servers import wait_for

# Keeps which reports a replay shows by itself: on a busy machine nobody sees each of them.
PLAYED = """
    window.played = []
    const told = document.querySelector(".told")
    const shown = () => played.push(told.querySelector(".state b").textContent)
    new MutationObserver(shown).observe(told, { childList: true })
"""


@pytest.mark.page
@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_a_replay_is_led_by_slider_buttons_and_keys(cast: Cast, tabs: Tabs, live_server: LiveServer) -> None:
    stream = told(fought("tanks"), cast.bob, cast.carol)
    phone = tabs.open(None, live_server.url, script=True)
    wrong: list[str] = []
    phone.on("pageerror", lambda error: wrong.append(str(error)))
    loads: list[str] = []
    phone.on("framenavigated", lambda frame: loads.append(frame.url))
    phone.goto(f"{live_server.url}/battles/{stream}/replay/")
    stops = [int(one) for one in (phone.locator("main").get_attribute("data-stops") or "").split()]
    state, slider = phone.locator(".told .state b"), phone.locator("#slider")
    expect(state).to_have_text("Report 1")
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url) if "frames" in request.url else None)
    for n in (2, 3, 4):
        phone.keyboard.press("ArrowRight")
        expect(state).to_have_text(f"Report {n}")
    assert phone.url.endswith(f"?at={stops[3]}")
    assert len(asked) == 1, asked  # moments come twelve at a time
    phone.locator(".vehicle summary").first.click()
    phone.get_by_label("One on").click()
    expect(state).to_have_text("Report 5")
    expect(phone.locator(".vehicle").first).to_have_attribute("open", "")
    slider.fill(str(len(stops)))
    expect(state).to_have_text(f"Report {len(stops)}")
    assert phone.get_by_label("One on").get_attribute("href") is None
    phone.keyboard.press("Home")
    expect(state).to_have_text("Report 1")
    phone.evaluate(PLAYED)
    phone.locator("#speed").select_option("4")
    phone.get_by_label("Play").click()
    wait_for(lambda: phone.evaluate("played.length") >= 3, "three reports that are shown one after the other")
    phone.get_by_label("Play").click()
    expect(phone.get_by_label("Play")).to_have_attribute("aria-pressed", "false")
    assert phone.evaluate("played.slice(0, 3)") == ["Report 2", "Report 3", "Report 4"]
    small = phone.eval_on_selector_all(
        ".player :is(a, button, select)",
        "all => all.filter(one => one.checkVisibility() && (one.offsetWidth < 44 || one.offsetHeight < 44)).length",
    )
    assert small == 0
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    letters_count_on_the_controls_alone(phone)
    assert wrong == []
    assert len({url.partition("?")[0] for url in loads}) == 1


def letters_count_on_the_controls_alone(phone: Page) -> None:
    """Who speaks to a phone says letters, too (WCAG 2.1.4)."""
    kills = (phone.locator("main").get_attribute("data-kills") or "").split()
    assert kills
    phone.keyboard.press("Home")
    expect(phone.locator("article.frame")).to_have_attribute("data-at", phone.url.rpartition("=")[2])
    begun = phone.url
    phone.locator(".vehicle summary").first.focus()
    phone.keyboard.press("k")
    assert phone.url == begun
    phone.get_by_label("Next kill").focus()
    phone.keyboard.press("k")
    expect(phone.locator("article.frame")).to_have_attribute("data-at", kills[0])
