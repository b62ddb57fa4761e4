"""How the pages of the map look and read: an order in three taps, nothing juts out of a phone, all texts translated."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from campaigns.season.round_end import CloseRound
from campaigns.season.season_end import CloseSeason
from tests.browsing import Tabs, pinch, show, show_answer
from tests.campaigns.on_map import MAP
from tests.cast import Cast
from tests.length import sampled
from tests.pages.conftest import as_, follow
from tests.pages.on_map import War, war
from tests.pages.test_campaign_forms_look import check, fits
from tests.pages.test_language import brackets

__all__ = ["brackets", "war"]


WIDE = f'{MAP}\nsector yew "Yew" at=4,1\nsector zell "Zell" at=5,1\nroad gate yew\nroad yew zell\n'
SHOWN = "one => one.getBoundingClientRect().width"


def addresses(war: War) -> Iterator[str]:
    yield from ("", "map/", "map/?print=1", "sectors/clay/", "sectors/alton/", "sectors/dunes/")
    for platoon in ("bears", "boars", "cats"):
        yield from (f"platoons/{platoon}/{page}" for page in ("", "order/", "retreat/"))
        facts = ("sector", "order", "supply", "score", "place", "penalty", "purse")
        yield from (f"why/?of=platoons.{platoon}.{fact}" for fact in facts)
        yield from (f"why/?of=vehicles.{platoon}-1.{fact}" for fact in ("status", "crew"))
    yield from ("why/?of=sectors.clay.owner", "why/?of=sides.reds.score")
    for fixture in war.state.fixtures:
        yield from (
            f"fixtures/{fixture}/",
            f"why/?of=fixtures.{fixture}.result",
            f"muster/?fixture={fixture}",
            f"muster/?fixture={fixture}&scenario=",
        )


# -- words -------------------------------------------------------------------------------------------------------------


def met(case: tuple[str, str, str]) -> Iterator[object]:
    """Each page at each step, and each reader; each kind of page, as why a fact is so, when there is most to tell."""
    step, reader, address = case
    yield from ((step, page_of(address)), reader)
    if step == "beaten":
        yield kind_of(address)


def kind_of(address: str) -> str:
    """An address without whose it is."""
    return re.sub(r"bears|boars|cats|fixtures/[^/]*|fixtures?[.=][^.&]*", "", address)


def page_of(address: str) -> str:
    """Nor what it is asked, nor which sector it shows."""
    return re.sub("clay|alton|dunes", "", kind_of(address).partition("?")[0])


@pytest.mark.at_length
@pytest.mark.usefixtures("brackets")
def test_no_text_of_the_map_escapes_translation(war: War) -> None:
    readers = {"": Client(), "bob": as_(war.cast.bob)}
    for step in ("announced", "ordered", "beaten", "over"):
        for reader in readers.values():
            check(reader.get("/"))
        shown = [(step, name, one) for name in readers for one in addresses(war)]
        for _step, name, address in sampled(shown, met=met):
            response = readers[name].get(war.url + address)
            if response.status_code != 404:
                check(response)
        match step:
            case "announced":
                war.order("bears", "entrench")
                war.order("cats", "move", "elm")
            case "ordered":
                war.beat()
            case "beaten":
                for platoon, page in (("bears", "order"), ("boars", "retreat")):
                    check(as_(war.cast.bob).post(f"{war.url}platoons/{platoon}/{page}/", {"id": "7", "to": "gate"}))
                for command in (CloseRound(round=1), CloseSeason()):
                    war.tell(war.organiser, command)


# -- a phone -----------------------------------------------------------------------------------------------------------


@pytest.mark.at_length
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_an_order_is_given_in_three_taps_without_a_script(tabs: Tabs, live_server: LiveServer, war: War) -> None:
    tab = tabs.open(war.cast.bob, live_server.url)
    tab.goto(live_server.url + war.url)
    fits(tab)
    follow(tab.get_by_role("link", name="Give its order").first)
    attack = tab.locator("form:has(input[name=given][value*=attack])")
    attack.get_by_text("Clay", exact=True).click()
    follow(attack.get_by_role("button", name="Report"))
    assert "Ordered: attack Clay" in tab.locator("main").inner_text()
    assert war.state.orders["bears"].to == "clay"
    looked_at, bob = tabs.open(None, live_server.url), as_(war.cast.bob)
    for address in sampled(addresses(war), met=lambda one: [page_of(one)]):
        show_answer(looked_at, live_server.url, bob.get(war.url + address, follow=True))  # some are of nothing
        fits(looked_at)
    war.beat()
    tab.goto(live_server.url + war.url)
    follow(tab.get_by_role("link", name="Choose its retreat"))
    tab.get_by_text("the clerk would choose it").click()
    follow(tab.get_by_role("button", name="Report"))
    assert war.state.platoons["boars"].sector == "alton"


# The smallest letters that are shown, as high as they are drawn.
SMALLEST = """one => Math.min(...[...one.querySelectorAll('text')].filter(text => text.getBoundingClientRect().width)
    .map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_a_wide_map_is_whole_on_a_phone_and_grows_under_two_fingers(
    cast: Cast, tabs: Tabs, live_server: LiveServer, war: War
) -> None:
    wide = War(cast, WIDE).start()
    tab = tabs.open(cast.bob, live_server.url, script=True, touch=True)
    tab.goto(live_server.url + wide.url + "map/")
    fits(tab)
    drawing, frame = tab.locator(".board .scroll > svg"), tab.locator(".board .scroll")
    whole = drawing.evaluate(SHOWN)
    assert whole <= frame.evaluate(SHOWN)
    assert drawing.evaluate(SMALLEST) >= 11
    pinch(tab, 60, 120)
    assert drawing.evaluate(SHOWN) == pytest.approx(2 * whole, rel=0.05)
    tab.reload()
    assert drawing.evaluate(SHOWN) == pytest.approx(2 * whole, rel=0.05)
    for size in ("Closer", "Full size"):
        tab.get_by_text(size, exact=True).tap()
        assert drawing.locator(".closer").first.is_visible()
        assert drawing.evaluate(SMALLEST) >= (11 if size == "Full size" else 8), size
    tab.get_by_text("Whole", exact=True).tap()
    assert drawing.evaluate(SHOWN) == pytest.approx(whole, rel=0.01)
    drawing.get_by_role("link").first.tap()
    tab.wait_for_url("**/sectors/**")


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_a_map_is_whole_on_a_wide_screen_and_drawn_alike_wherever_it_stands(
    cast: Cast, tabs: Tabs, live_server: LiveServer, war: War
) -> None:
    """Drawings of what people judge are outlines; a map is none of them."""
    wide, bob = War(cast, WIDE).start(), as_(cast.bob)
    tab = tabs.open(None, live_server.url, size={"width": 1280, "height": 800})
    show(tab, live_server.url, bob, f"{wide.url}map/")
    frame = tab.locator(".board .scroll")
    assert frame.evaluate("one => one.scrollHeight <= one.clientHeight")
    for page in ("map/", "map/replay/", "map/?print=1"):
        show(tab, live_server.url, bob, war.url + page)
        assert tab.locator("svg.theatre").evaluate("one => getComputedStyle(one).stroke") == "none"
