"""What docs/accessibility.md says of pages, measured: narrow, enlarged, spaced, in a reader's own colours, at rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Literal
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve
from playwright.sync_api import Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from campaigns.demo import load
from campaigns.models import User
from tests import axe
from tests.browsing import Tabs, show
from tests.cast import PASSWORD, Cast
from tests.pages import shots, wcag
from tests.pages.conftest import MOVED, Table, as_
from tests.pages.shots import Shot
from tests.pages.test_accessible import MOVES
from tests.pages.test_layout import JUTS_OUT

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True), pytest.mark.only_on("sqlite")]
LOW, WIDE = (
    ViewportSize(width=320, height=256),
    ViewportSize(width=1280, height=900),
)  # 1280 x 1024 at 400 %, or at 100 %
UNFOLD = "document.querySelectorAll('details').forEach(one => { one.name = ''; one.open = true })"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# Pages on which somebody spends an evening; the focus is followed on them, back and forth.
WALKED = ("home", "campaign", "battle", "battle-replay", "fixture", "platoon", "account", "map", "admin:index", "help")
NO_PAGES = ("logout", "set_language")


def kinds(reader: Client, begin: list[str]) -> Iterator[tuple[str, str]]:
    """Every kind of page that links lead to, by the name of its address; one of each, and what it is."""
    waiting, seen, found = list(begin), set(begin), set[str]()
    while waiting:
        address = waiting.pop(0)
        try:
            kind = resolve(urlsplit(address).path).view_name
        except Resolver404:
            continue
        if kind in found or kind in NO_PAGES or kind.endswith(("_add", "_delete", "_history")):
            continue
        answer = reader.get(address)
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        found.add(kind)
        yield kind, address
        for link in re.findall(r'href="([^"#]+)', answer.content.decode()):
            there = urljoin(f"http://testserver{address}", unescape(link)).removeprefix("http://testserver")
            if there.startswith("/") and not there.startswith("/static/") and there not in seen:
                seen.add(there)
                waiting.append(there)


def faults(page: Page) -> dict[str, list[str] | int]:
    """Of the page that is open, with everything unfolded: by the numbers of WCAG."""
    page.set_viewport_size(LOW)
    page.evaluate(UNFOLD)
    found: dict[str, list[str] | int] = {
        "1.4.10 reflow": max(0, page.evaluate(JUTS_OUT)),
        "1.4.12 spacing": wcag.cut_off_if_spaced(page),
        "2.5.3 label in name": wcag.asked(page, wcag.OTHERWISE_NAMED),
    }
    page.set_viewport_size(WIDE)
    found["1.4.4 cut off"] = wcag.asked(page, wcag.CUT_OFF)
    wcag.enlarge(page, 2)
    found |= {"1.4.4 enlarged, wide": max(0, page.evaluate(JUTS_OUT)), "1.4.4 lost": wcag.asked(page, wcag.CUT_OFF)}
    wcag.enlarge(page, 1)
    return {name: one for name, one in found.items() if one}


def faint_in_own_colours(page: Page) -> list[str]:
    """In forced colours, light and dark."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(forced_colors="active", color_scheme=scheme, reduced_motion="reduce")
        found += axe.contrast(page)
    page.emulate_media(forced_colors="none", color_scheme="light", reduced_motion="reduce")
    return found


def walked(page: Page, most: int) -> set[str]:
    """What Tab comes to, back and forth."""
    found = set[str]()
    for key in ("Tab", "Shift+Tab"):
        for _stop in range(most):
            page.keyboard.press(key)
            found |= {*wcag.asked(page, wcag.FOCUSED)}
    return found


def test_each_fault_would_be_found(tabs: Tabs) -> None:
    page = tabs.open(script=True)
    page.set_content("""<!doctype html><title>x</title><p style="width: 400px">wide</p>
        <p style="overflow: hidden; height: 1.3em; line-height: 1.2; width: 9em">as high as its letters</p>
        <button aria-label="Other">Send</button>
        <p style="white-space: nowrap; width: 9px; overflow: hidden">Cut off</p>""")
    assert {*faults(page)} == {
        *("1.4.10 reflow", "1.4.12 spacing", "2.5.3 label in name"),
        *("1.4.4 cut off", "1.4.4 lost"),
    }
    page.set_content("""<!doctype html><style>:focus { outline: none }</style><a href="/">a</a>
        <div style="position: fixed; inset: 0; background: #fff"></div>""")
    assert {one.partition(":")[0] for one in walked(page, 1)} == {"no focus", "obscured"}


def test_a_battle_can_be_enlarged(tabs: Tabs, live_server: LiveServer, table: Table) -> None:
    """Every kind of page is looked at by `make soak`."""
    table.play(MOVED)
    page = tabs.open(table.cast.bob, live_server.url, script=True)
    show(page, live_server.url, as_(table.cast.bob), table.url)
    assert faults(page) == {}


@pytest.mark.parametrize("begun", [shots.panzer_strike_, shots.tanks_], ids=["board", "length"])
def test_a_board_and_a_length_can_be_enlarged_on_a_phone(
    tabs: Tabs, live_server: LiveServer, cast: Cast, begun: Callable[[User], Shot]
) -> None:
    page = tabs.open(cast.bob, live_server.url, script=True, size={"width": 390, "height": 844})
    page.goto(f"{live_server.url}/battles/{begun(cast.bob).stream}/")
    page.locator("html.scripted").wait_for()
    page.evaluate(UNFOLD)
    wcag.enlarge(page, 2)
    assert page.evaluate(JUTS_OUT) <= 0
    wcag.enlarge(page, 1)


@pytest.mark.soak
def test_every_kind_of_page_can_be_read_as_its_reader_likes(tabs: Tabs, live_server: LiveServer) -> None:
    load.load(PASSWORD, load.BESIDES)
    alice = User.objects.get(username="alice")
    reader = as_(alice)
    page, site = tabs.open(alice, live_server.url, size=WIDE, script=True), live_server.url
    page.emulate_media(reduced_motion="reduce")
    found, seen = dict[str, object](), list[str]()
    begin = [f"/campaigns/{load.CAMPAIGN}/", f"/campaigns/{load.CAMPAIGN}/map/"]
    for kind, address in kinds(reader, [*begin, "/", "/admin/", "/help/", "/account/", "/friendly/"]):
        seen.append(kind)
        show(page, site, reader, address)
        if wrong := faults(page):
            found[address] = wrong
        show(page, site, reader, address)
        if wrong_colours := faint_in_own_colours(page):
            found[f"{address}, in own colours"] = wrong_colours
        if page.evaluate(MOVES):
            found[f"{address}, moves"] = page.evaluate(MOVES)
        if kind in WALKED:
            for size in (ViewportSize(width=390, height=740), WIDE):
                page.set_viewport_size(size)
                page.goto(site + address)
                if stops := walked(page, 70):
                    found[f"{address}, by Tab at {size['width']}"] = stops
    assert found == {}
    assert {*WALKED} <= {*seen}
    assert len(seen) > 90
