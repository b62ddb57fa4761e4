"""The page on which a battle is told by lines of script: its cheat sheet, completion, and mistakes word by word."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.axe import grave
from tests.browsing import Tabs
from tests.cast import Cast
from tests.pages import midway
from tests.pages.conftest import MOVED, Table, as_, follow, forms
from tests.pages.test_layout import DANGLING, JUTS_OUT, THUMB, TOO_SMALL, TWICE, UNLABELLED
from tests.pages.test_secrets import SECRET, wolves

pytestmark = pytest.mark.django_db
SHOTS = os.environ.get("LEAGUER_SHOTS", "")  # a folder for pictures
PHONE: ViewportSize = {"width": 390, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 900}


def script_of(url: str) -> str:
    return f"{url}script/"


def send(client: Client, url: str, lines: str, button: str = "report", **also: str) -> tuple[int, str]:
    response = client.post(script_of(url), {"id": str(uuid4()), "script": lines, button: "1", **also})
    return response.status_code, response.content.decode()


def examples(page: str) -> list[str]:
    return [html.unescape(one) for one in re.findall(r'For example: <code translate="no">(.*?)</code>', page)]


def lines_told(page: str) -> list[tuple[str, str, list[str]]]:
    """Of the lines of an answer: their state, what they say, and which of it is marked as wrong."""
    return [
        (state, html.unescape(re.sub(r"<[^>]*>", "", code)), [html.unescape(one) for one in _marked(code)])
        for state, code in re.findall(r'<li value="\d+" class="(\w+)".*?<code translate="no">(.*?)</code>', page, re.S)
    ]


def _marked(code: str) -> Iterator[str]:
    return (re.sub(r"<[^>]*>", "", one) for one in re.findall(r"<mark>(.*?)</mark>", code))


# -- the sheet ---------------------------------------------------------------------------------------------------------


def test_an_example_of_the_sheet_passes_a_check(table: Table) -> None:
    """The rulebooks' own are tried by a law (`tests.rules.conformance.test_script_examples`)."""
    table.play(MOVED)
    bob = as_(table.cast.bob)
    found = examples(bob.get(script_of(table.url)).content.decode())
    assert {"fire", "hold-fire", "undo"} <= {one.split()[0] for one in found}
    status, answer = send(bob, table.url, found[-1], "check")
    assert status == 200, (found[-1], answer)
    assert [state for state, *_rest in lines_told(answer)] == ["good"]


def test_the_sheet_begins_with_what_can_be_reported_now(table: Table) -> None:
    page = as_(table.cast.carol).get(script_of(table.url)).content.decode()
    now, called, later = (page.index(one) for one in ("What you can write now", "What is called how", "Reports for"))
    assert now < page.index('<code translate="no">deploy</code>') < called < later
    assert page.index('<code translate="no">fire</code>') > later
    assert '<code translate="no">red-1</code> <span translate="no">Tagil</span>' in page[called:later]
    assert page[later:].count("For example:") == 0


def test_who_does_not_play_may_read_and_not_write(table: Table) -> None:
    page = as_(table.cast.dave).get(script_of(table.url))
    assert page.status_code == 200
    assert "You are watching" in page.content.decode()
    assert 'name="script"' not in page.content.decode()
    away = Client().get(script_of(table.url))
    assert (away.status_code, away.headers["Location"]) == (302, f"/login/?next={script_of(table.url)}")


def test_a_face_down_card_is_on_its_owners_sheet_alone(cast: Cast) -> None:
    table = wolves(cast)
    for user in (table.cast.carol, table.cast.dave):
        assert SECRET not in as_(user).get(script_of(table.url)).content.decode()
    assert "reveal" in as_(table.cast.bob).get(script_of(table.url)).content.decode()


# -- what is wrong -----------------------------------------------------------------------------------------------------


def test_every_line_that_is_wrong_is_told_with_its_word(table: Table) -> None:
    """Those before the first of them have been tried; of those after it only their writing is known."""
    carol = as_(table.cast.carol)
    lines = "deploy red-1\n# the other\ndeploi red-2\n\ndeploy red-2\ndeploy 'red-2\namericans: concede americans"
    status, page = send(carol, table.url, lines)
    assert status == 422
    assert lines_told(page) == [
        ("good", "deploy red-1", []),
        ("blank", "# the other", []),
        ("wrong", "deploi red-2", ["deploi"]),
        ("blank", "", []),
        ("unread", "deploy red-2", []),
        ("wrong", "deploy 'red-2", ["'red-2"]),
        ("wrong", "americans: concede americans", ["americans:"]),
    ]
    assert page.count("autofocus") == 1
    assert 'id="line-3" tabindex="-1" autofocus' in page
    assert forms(page.encode()).at("script/").fields["script"][-1].strip() == lines
    assert table.head == 1


def test_what_the_rules_refuse_is_told_at_its_word(table: Table) -> None:
    carol = as_(table.cast.carol)
    status, page = send(carol, table.url, "deploy red-1\ndeploy red-2\ndeploy red-1\nmove red-1 1")
    assert status == 422
    assert [(state, marked) for state, _line, marked in lines_told(page)] == [
        ("good", []),
        ("good", []),
        ("wrong", ["red-1"]),
        ("unread", []),
    ]
    status, page = send(carol, table.url, "deploy red-1\ndeploy red-1\ndeploy red-2", prefix="1")
    assert [(state, marked) for state, _line, marked in lines_told(page)] == [("wrong", ["red-1"]), ("unread", [])]
    assert "about: line 1" in page, "as it stands in the box now"
    assert table.head == 2


def test_what_is_in_order_is_told_so(table: Table) -> None:
    table.play(MOVED)
    status, page = send(as_(table.cast.bob), table.url, "fire alpha-1 red-1\nreroll alpha-1", "check")
    assert status == 200
    assert [state for state, *_rest in lines_told(page)] == ["dice", "unread"]
    assert "in order until its dice are rolled" in page


def test_a_long_script_is_shown_around_its_mistakes(table: Table) -> None:
    lines = "deploy red-1\n" + "# a remark\n" * 300 + "deploi red-2\n" + "# another\n" * 300
    page = send(as_(table.cast.carol), table.url, lines)[1]
    assert re.findall(r'<li value="(\d+)"', page) == [str(n) for n in range(299, 306)]


# -- in a browser ------------------------------------------------------------------------------------------------------


def complete(page: Page, line: str) -> int:
    """Type a line, each word of it only as far as it has to be; how many words were taken from the list."""
    box, pointed, taken = page.locator("#script"), page.locator(".suggested:visible [aria-selected=true] code"), 0
    for word in line.split(" "):
        for n, letter in enumerate(word):
            box.press_sequentially(letter)
            if n and pointed.count() and pointed.inner_text() == word:
                box.press("Enter" if taken % 2 else "Tab")
                taken += 1
                break
        else:
            box.press_sequentially(" ")
    return taken


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_lines_are_completed_checked_mended_and_sent(tabs: Tabs, live_server: LiveServer, table: Table) -> None:
    table.play(MOVED)
    page = tabs.open(table.cast.bob, live_server.url, script=True, touch=True, size=PHONE)
    page.goto(live_server.url + script_of(table.url))
    box, options = page.locator("#script"), page.get_by_role("option")
    assert complete(page, "fire alpha-1 red-1") >= 2
    box.press_sequentially("cl")
    options.first.tap()
    expect(box).to_be_focused()
    options.filter(has_text="yes").tap()
    expect(box).to_have_value("fire alpha-1 red-1 close=yes ")
    assert options.first.evaluate("one => one.getBoundingClientRect().height") >= THUMB
    expect(page.get_by_role("combobox", name="Battle script", expanded=True)).to_be_focused()
    box.press_sequentially("di")
    box.press("ArrowDown")
    active = page.locator(f"#{box.get_attribute('aria-activedescendant')}")
    expect(active).to_have_attribute("aria-selected", "true")
    assert grave(page) == []
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/script-typing-390.png")
    box.press("Escape")
    expect(page.locator(".suggested")).to_be_hidden()
    box.press_sequentially("ce=2,5,6,7,1")
    follow(page.get_by_role("button", name="Check first"))
    expect(page.locator("#line-1")).to_be_focused()
    expect(page.locator("#line-1 mark")).to_have_css("text-decoration-line", "underline")
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        assert page.evaluate(JUTS_OUT) <= 0
        assert page.evaluate(TOO_SMALL, THUMB) == []
        for rule in (UNLABELLED, TWICE, DANGLING):
            assert page.evaluate(rule) == []
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/script-{size['width']}.png", full_page=True)
    page.get_by_role("link", name="Mend line 1").click()
    page.keyboard.type("dice=2,5,6,6,1")
    follow(page.get_by_role("button", name="Report all"))
    expect(page.locator("#ruling")).to_contain_text("Alpha 66")


@pytest.mark.page
@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", ["fluid_time", "modern_age", "panzer_strike", "tanks"])
def test_examples_are_written_by_completion(tabs: Tabs, live_server: LiveServer, cast: Cast, key: str) -> None:
    """In the midst of a battle of every rulebook: what its sheet shows is completed, and is in order."""
    battle = midway.told(midway.found(key, midway.is_midway), cast.bob, cast.carol)
    for user in (cast.bob, cast.carol):
        page = tabs.open(user, live_server.url, script=True, size=DESK)
        page.goto(f"{live_server.url}/battles/{battle}/script/")
        found = page.locator("button[data-line]").evaluate_all("ones => ones.map(one => one.dataset.line)")
        for line in [one for one in found if "'" not in one]:
            page.locator("#script").fill("")
            assert complete(page, line) >= min(1, line.count(" ")), line
            assert page.locator("#script").input_value().strip() == line
            page.locator("#script").press("Escape")
            follow(page.get_by_role("button", name="Check first"))
            expect(page.locator(".told-lines > li:is(.good, .dice)")).to_have_count(1)
        page.locator("#script").fill(f"{found[0]}\nshoot\n")
        page.locator("#script").press("Escape")
        follow(page.get_by_role("button", name="Check first"))
        expect(page.locator("#line-2")).to_be_focused()
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true })")
        assert grave(page) == []
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/script-{key}-1280.png", full_page=True)
            page.set_viewport_size(PHONE)
            page.screenshot(path=f"{SHOTS}/script-{key}-390.png", full_page=True)
