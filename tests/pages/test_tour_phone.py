"""The guided evening as `make run` opens with it: by touch, at 390 px, from the first page until it is thrown away."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from campaigns import sample, tour
from campaigns.demo import load
from campaigns.models import User
from tests.axe import grave
from tests.browsing import Tabs
from tests.pages.test_layout import JUTS_OUT, THUMB, TOO_SMALL

PHONE_390: ViewportSize = {"width": 390, "height": 844}
MOST_TAPS, MOST_LOADS = 30, 24
PATIENCE = 60_000  # milliseconds, for a whole season to be made


class Walk:
    """Taps and pages of somebody who does what the evening says. Every page is looked at."""

    def __init__(self, page: Page, script: bool) -> None:
        self.page, self.main, self.taps, self.loads, self.script = page, page.locator("main"), 0, 0, script
        page.on("load", self._loaded)

    def _loaded(self, _page: Page) -> None:
        self.loads += 1

    def tap(self, control: Locator, shows: Locator, within: int = 10_000) -> None:
        control.first.tap()
        self.taps += 1
        expect(shows.first).to_be_visible(timeout=within)
        self.look()

    def look(self) -> None:
        self.page.wait_for_load_state()  # a heading may stand there before the style sheets do
        assert not self.page.evaluate(JUTS_OUT), self.page.url
        assert not self.script or not grave(self.page), self.page.url
        if "/admin/" not in self.page.url:
            assert not self.page.evaluate(TOO_SMALL, THUMB), self.page.url

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(name, re.IGNORECASE))

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)

    def heading(self, name: str) -> Locator:
        return self.page.get_by_role("heading", name=name)


@pytest.mark.soak
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("script", [True, False], ids=["scripted", "plain"])
def test_the_whole_evening_by_touch(live_server: LiveServer, tabs: Tabs, script: bool) -> None:
    load.load(load.PASSWORD)
    page = tabs.open(None, size=PHONE_390, script=script, touch=True)
    walk = Walk(page, script)
    page.goto(live_server.url)
    walk.look()
    walk.tap(walk.button("Begin a guided evening"), walk.button("Make a sample"))
    walk.tap(walk.button("Make a sample"), page.get_by_text("0 of 4 done"), PATIENCE)
    for do, title in ((_battle, "Finish a battle"), (_dispute, "Rule on"), (_correction, "Correct"), (_question, "if")):
        assert title in page.locator("[aria-current=step]").inner_text()
        do(walk, script)
    alice = User.objects.get(username="alice")
    found = tour.of(alice)
    assert found is not None
    assert found.over
    walk.tap(walk.button("Throw the sample away"), page.get_by_text("The sample is gone."))
    assert sample.of(alice) is None
    assert walk.taps <= MOST_TAPS, walk.taps
    assert walk.loads <= MOST_LOADS, walk.loads


def _battle(walk: Walk, script: bool) -> None:
    page, main = walk.page, walk.main
    walk.tap(walk.link("Go there"), walk.heading("The Last Battle of Alpha 66"))
    card = main.locator("details[open] form[data-card]")
    walk.tap(card.locator("label:has-text('Kama')"), card.first)
    button, then = ("Go on to the dice", "Not reported yet") if script else ("Report", "Reported")
    walk.tap(card.get_by_role("button", name=button), walk.heading(then))
    if script:
        _shoot(walk, lambda: main.locator("button:visible"))
    give_up = main.locator("details:has(> summary:has-text('Concede'))")
    walk.tap(give_up.locator("summary"), give_up.get_by_role("button", name="Report"))
    walk.tap(give_up.get_by_role("button", name="Report"), walk.heading("Outcome"))
    walk.tap(walk.button("^Confirm for"), walk.button("Have them confirm"))
    walk.tap(walk.button("Have them confirm"), page.get_by_text("1 of 4 done"))


def _shoot(walk: Walk, buttons: Callable[[], Locator]) -> None:
    """What is asked about the shot is answered until it is reported: the first of these that is there."""
    for _ in range(12):
        page = walk.page
        for name in ("Leaguer rolls", "keeps its", "Go on"):
            found = buttons().filter(has_text=name)
            if found.count():
                before = page.locator("main").inner_text()
                found.first.tap()
                walk.taps += 1
                page.wait_for_function("was => document.querySelector('main').innerText !== was", arg=before)
                walk.look()
                break
        else:
            return


def _dispute(walk: Walk, script: bool) -> None:
    walk.tap(walk.link("Go there"), walk.heading("Adjudicate a fixture"))
    walk.page.locator("[name='text:reason']").first.fill("He was seen from the hill")
    walk.tap(walk.button("Siberian Rifles has won"), walk.button("^Do it"))
    walk.tap(walk.button("^Do it"), walk.link("Correct a report"))
    walk.tap(walk.link("The whole evening"), walk.page.get_by_text("2 of 4 done"))


def _correction(walk: Walk, script: bool) -> None:
    walk.tap(walk.link("Go there"), walk.button("See what it changes"))
    walk.page.locator("[name=reason]").first.fill("Their train was on time")
    walk.tap(walk.button("See what it changes"), walk.button("^Take it back"))
    walk.tap(walk.button("^Take it back"), walk.link("Ask what if"))
    walk.tap(walk.link("The whole evening"), walk.page.get_by_text("3 of 4 done"))


def _question(walk: Walk, script: bool) -> None:
    walk.tap(walk.link("Go there"), walk.button("Compare"))
    for n, choice in enumerate(("Ambush at the ford", "Red Banner")):
        walk.main.locator("select").nth(n).select_option(label=choice)
    walk.tap(walk.button("Compare"), walk.heading("How it would be"))
    walk.page.locator("[name=name]").fill("Had Red Banner won")
    walk.tap(walk.main.get_by_role("button", name="Save", exact=True), walk.page.get_by_text("4/4"))
    walk.tap(walk.link("The whole evening"), walk.button("Throw the sample away"))
