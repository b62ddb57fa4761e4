"""A move in every rulebook by taps and by keys, what is judged drawn, and the size of the board kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from campaigns.models import User
from tests.axe import grave
from tests.browsing import Tabs, pinch
from tests.cast import Cast
from tests.length import in_soak
from tests.pages import shots
from tests.pages.conftest import as_
from tests.pages.shots import Shot
from tests.pages.test_accessible import SMALL
from tests.pages.test_layout import DANGLING, JUTS_OUT, THUMB, TOO_SMALL, TWICE, UNLABELLED
from tests.rules.modern_age import musters
from tests.rules.panzer_strike import table as panzer_strike
from tests.rules.tanks import table as tanks

PICTURES = os.environ.get("LEAGUER_SHOTS", "")  # a folder for pictures
PHONE: ViewportSize = {"width": 390, "height": 844}
MOST = 4  # taps for a move
ASIDE = """
    () => { const [one, around] = ['.counter[aria-current] .touch', '.board .scroll'].map(
                what => document.querySelector(what).getBoundingClientRect());
            return Math.abs(one.left + one.width / 2 - around.left - around.width / 2) }
"""
SHOWN = "one => one.getBoundingClientRect().width"


def on_a_board(user: User) -> Shot:
    """The Movement Phase of the axis: Otto's Tiger looks south, past a building; Able is in its arc."""
    units = {"m4": ("Sherman", "allies"), "tiger": ("Tiger", "axis")}
    rows = ["." * 12] * 12
    rows[5] = "......#....."
    forces = replace(panzer_strike.muster("\n".join(rows), units, first="2"), names={"m4": "Able", "tiger": "Otto"})
    return Shot(forces, user, "deploy m4 c5 N", "deploy tiger g9 S")


def modern_age(user: User) -> Shot:
    forces = replace(musters.first_game(critical_deck="house"), names={"m1": "Alpha", "t64": "Tagil"})
    return Shot(forces, user, "stay t64")


def by_ground(user: User) -> Shot:
    units = {"otto": (tanks.TIGER, "axis"), "able": (tanks.SHERMAN, "allies")}
    forces = replace(tanks.muster(units), names={"otto": "Otto", "able": "Able"})
    return Shot(forces, user, "roll-setup dice=1,5", "choose-setup axis build", "deploy allies", "deploy axis")


MOVES = {
    "panzer_strike": (on_a_board, "Move", "Moved"),
    "modern_age": (modern_age, "Move", "Moved"),
    "tanks": (by_ground, "Drive", "Driven"),
    "fluid_time": (shots.fluid_time, "Move", "Moved"),
}


class Thumb:
    """Taps, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, one: Locator) -> None:
        one.tap()
        self.taps += 1

    def opens(self, command: str) -> Locator:
        """The form of a command of the unit that was tapped; a tap opens it, if it is not open."""
        card = self.page.locator(f'.able-to details.card:has(input[name=type][value="{command}"])').first
        if card.get_attribute("open") is None:
            self.tap(card.locator("summary").first)
        return card

    def reports(self, card: Locator) -> None:
        self.tap(card.get_by_role("button", name="Report", exact=True))
        self.page.locator("#ruling").wait_for()


def open_at(tabs: Tabs, site: str, user: User, shot: Shot, **kind: object) -> Page:
    page = tabs.open(user, site, **{"size": PHONE, "script": True, "touch": True} | kind)  # type: ignore[arg-type]
    page.goto(f"{site}/battles/{shot.stream}/")
    return page


def picture(page: Page, name: str) -> None:
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.wait_for_timeout(300)
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "key",
    [
        key
        if key == "panzer_strike"  # by the board, and every other kind of move by its form
        else pytest.param(
            key,
            marks=in_soak(
                "tests/pages/test_moves.py::test_a_move_is_four_taps_at_most",
                "tests/pages/test_shot.py::test_a_move_says_what_is_left_while_it_is_typed",
                "tests/pages/test_friendly_phone.py::test_from_the_front_page_to_the_first_shot",
                "tests/pages/test_turn_by_touch.py::test_of_many_things_a_unit_can_do_the_first_show_and_what_is_typed_stays_in_its_card",
            ),
        )
        for key in MOVES
    ],
)
def test_a_move_is_four_taps_at_most(tabs: Tabs, cast: Cast, live_server: LiveServer, key: str) -> None:
    begun, command, event = MOVES[key]
    shot = begun(cast.bob)
    page = open_at(tabs, live_server.url, cast.bob, shot)
    thumb = Thumb(page)
    if key == "panzer_strike":
        thumb.tap(page.locator(".board a.counter[aria-label*=Otto]"))
        page.wait_for_url("**unit=**")
        page.locator(".compass button").first.wait_for()
        assert grave(page) == []
        assert page.evaluate(SMALL, THUMB) == [], "what is to be tapped on the board, too"
        assert page.evaluate(ASIDE) < THUMB / 2, "the opened unit is in the middle"
        thumb.tap(page.locator(".spot[data-steps='F R+ F']"))
        card = thumb.opens(command)
        page.locator(".ghost").wait_for(state="attached")
        assert "Otto drives to f7" in card.locator(".foretold").inner_text()
    else:
        thumb.tap(page.locator("a.token.able").first)
        page.wait_for_url("**unit=**")
        card = thumb.opens(command)
        if key == "modern_age":
            thumb.tap(card.locator(".options label").nth(0))
        else:
            if card.locator(".options input:required").count():
                thumb.tap(card.locator(".options label").first)
            thumb.tap(card.locator(".quick button").nth(1))
            card.locator(".foretold p").first.wait_for()
            assert "Then:" in card.locator(".foretold").inner_text(), "what is left of the move"
    picture(page, f"{key}-move")
    thumb.reports(card)
    assert thumb.taps <= MOST, thumb.taps
    assert any(type(one).__name__ == event for one in shot.events[-3:])


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_a_board_by_keys_with_a_step_taken_back_and_one_explained(
    tabs: Tabs, cast: Cast, live_server: LiveServer
) -> None:
    shot = on_a_board(cast.bob)
    page = open_at(tabs, live_server.url, cast.bob, shot, touch=False, size={"width": 1280, "height": 900})
    page.locator(".spot").first.wait_for(state="attached")
    page.locator(".board a.counter[aria-label*=Able]").focus()
    page.keyboard.press("ArrowRight")
    assert (page.locator(":focus").get_attribute("aria-label") or "").startswith("d5"), "the next that can be tapped"
    page.locator(".board a.counter[aria-label*=Otto]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**unit=**")
    pad = page.locator(".compass")
    pad.locator("button").first.wait_for()
    assert page.locator(".counter[aria-current] .arc").count() == 1, "where its gun reaches"
    ahead = pad.locator("[aria-keyshortcuts=X]")
    assert ahead.get_attribute("aria-label") == "F: g8, facing south, after 1 step", "as it is written on it"
    ahead.focus()
    page.keyboard.press("x")
    so_far = page.locator(".steps-so-far")
    page.locator(".compass [aria-disabled][aria-keyshortcuts=X]").wait_for()
    assert so_far.inner_text() == "F"
    page.keyboard.press("x")
    why = page.locator(".why-not")
    assert "a building stands on g7" in why.inner_text()
    assert "002 R1" in why.inner_text(), "with its rule"
    page.locator(".spot.barred").first.dispatch_event("click")
    assert "002 R" in why.inner_text(), "so does a square that is not lit"
    page.locator(".compass button").first.focus()
    page.keyboard.press("z")
    so_far.get_by_text("F R+").wait_for()
    page.locator(".compass [aria-keyshortcuts=X]:not([aria-disabled])").wait_for()  # the board of these steps has come
    page.locator(".undo-step").click()
    assert so_far.inner_text() == "F", "one tap takes a step back"
    page.locator(".compass [aria-keyshortcuts=X][aria-disabled]").wait_for()
    page.locator(".spot[data-steps='R+ F']").press("Enter")
    page.locator(".foretold").get_by_text("Otto drives to f7").wait_for()
    picture(page, "panzer_strike-keys")
    page.get_by_role("button", name="Report", exact=True).first.click()
    page.locator("#ruling").wait_for()
    assert shot.events[-1].steps == ("F", "R+", "F")  # type: ignore[attr-defined]


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["light", "dark"] if PICTURES else ["dark"])
def test_a_target_is_tapped_on_the_board_and_what_is_judged_is_drawn(
    tabs: Tabs, cast: Cast, live_server: LiveServer, scheme: Literal["light", "dark"]
) -> None:
    shot = shots.panzer_strike_(cast.bob)
    page = open_at(tabs, live_server.url, cast.bob, shot, scheme=scheme)
    page.get_by_text("Closer").tap()
    wide = page.locator(".board .scroll > svg").evaluate(SHOWN)
    page.reload()
    assert page.locator(".board .scroll > svg").evaluate(SHOWN) == wide > 600, "the size is kept"
    pinch(page, 60, 120)
    wider = page.locator(".board .scroll > svg").evaluate(SHOWN)
    assert wider == pytest.approx(2 * wide, rel=0.05)
    page.reload()
    assert page.locator(".board .scroll > svg").evaluate(SHOWN) == pytest.approx(wider, rel=0.01)
    page.get_by_text("Whole", exact=True).tap()
    page.locator(".board a.counter[aria-label*=Otto]").tap()
    page.locator(".board a.counter.target[aria-label*=Able]").wait_for()
    assert page.locator("#size-whole").is_checked(), "who has chosen a size keeps it, small as it may be"
    page.locator(".board a.counter.target[aria-label*=Able]").tap()
    page.wait_for_url("**target=m4**")
    card = page.locator('details.card[open]:has(input[name=type][value="Announce"])')
    drawing = card.locator("details.drawing").first
    assert not drawing.locator("svg").is_visible(), "folded unless wanted"
    drawing.locator("summary").tap()
    assert drawing.get_by_role("img", name="When it is more than half hidden").is_visible()
    assert drawing.locator("svg path").first.evaluate("one => getComputedStyle(one).stroke") == drawing.evaluate(
        "one => getComputedStyle(one).color"
    )
    picture(page, f"panzer_strike-target-{scheme}")
    assert page.evaluate(JUTS_OUT) <= 0
    assert page.evaluate(TOO_SMALL, THUMB) == []
    for rule in (UNLABELLED, TWICE, DANGLING):
        assert page.evaluate(rule) == []


@pytest.mark.django_db
def test_without_a_script_a_square_fills_in_the_way_there(cast: Cast) -> None:
    shot = on_a_board(cast.bob)
    client, url = as_(cast.bob), f"/battles/{shot.stream}/"
    assert 'value="1" checked' in client.get(url).content.decode(), "the whole board"
    page = client.get(f"{url}?unit=tiger").content.decode()
    assert 'value="0" checked' in page, "squares for a thumb"
    assert f'href="{url}?unit=tiger&amp;square=f7#decisions"' in page
    page = client.get(f"{url}?unit=tiger&square=f7").content.decode()
    assert 'value="F" checked' in page
    assert 'value="R+ F"' in page
