"""How pages look: nothing juts out of a phone, nothing is too small for a thumb, everything can be read."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browsing import Tabs, show
from tests.length import sampled
from tests.pages.conftest import MOVED, Table, as_
from tests.pages.test_site import finish, pages

THUMB = 44  # pixels
STYLES = ("leaguer.css", "lists.css", "wide_and_print.css", "script.css")  # in the order of bare.html
TOO_SMALL = """
    least => [...document.querySelectorAll(
        'button, summary, select, input[type=text], input[type=search], input[type=password], textarea, .options label,'
        + 'input[type=date], input[type=datetime-local], .bar a, .foot a, a.button'
    )].filter(one => one.checkVisibility() && one.getBoundingClientRect().height < least - .5)
      .map(one => one.outerHTML.slice(0, 120))
"""
JUTS_OUT = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
UNLABELLED = """
    () => [...document.querySelectorAll('input:not([type=hidden]), select, textarea')]
        .filter(one => !one.labels.length && !one.getAttribute('aria-label')).map(one => one.outerHTML.slice(0, 120))
"""
TWICE = """
    () => { const ids = [...document.querySelectorAll('[id]')].map(one => one.id);
            return ids.filter((id, n) => ids.indexOf(id) !== n) }
"""
DANGLING = """
    () => [...document.querySelectorAll('[aria-labelledby], [aria-describedby], label[for]')]
        .flatMap(one => ['aria-labelledby', 'aria-describedby', 'for'].flatMap(
            name => (one.getAttribute(name) || '').split(' ').filter(Boolean)))
        .filter(id => !document.getElementById(id))
"""


FAULTS = f"""
    least => {{
        const found = {{ "juts out": Math.max(0, ({JUTS_OUT})()), small: ({TOO_SMALL})(least),
            unlabelled: ({UNLABELLED})(), twice: ({TWICE})(), dangling: ({DANGLING})() }};
        return Object.fromEntries(Object.entries(found).filter(([, one]) => one && one.length !== 0)) }}
"""


def faults(page: Page) -> dict[str, Any]:
    """What is wrong with the page that is open, by kind: all of the above, asked at once."""
    found: dict[str, Any] = page.evaluate(FAULTS, THUMB)
    return found


def test_each_fault_is_found(tabs: Tabs) -> None:
    page = tabs.open()
    page.set_content("<!doctype html><title>x</title><main><p>So it is</p></main>")
    assert faults(page) == {}
    page.set_content("""
        <!doctype html><title>x</title><p id="a" style="width: 9999px">wide</p><p id="a" aria-describedby="b"></p>
        <button style="height: 9px"></button><input type="checkbox">
    """)
    assert {*faults(page)} == {"juts out", "small", "unlabelled", "twice", "dangling"}


THE_SAME = ("/account/", "/account/password/", "/systems/", "/systems/modern_age/")  # however a battle stands


@pytest.mark.at_length
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_every_page_fits_a_phone_and_a_thumb(tabs: Tabs, live_server: LiveServer, table: Table) -> None:
    """Each while the battle is fought or after it, and that of the battle at both moments; at length every one."""
    table.play(MOVED)
    page, bob = tabs.open(table.cast.bob, live_server.url, script=True), as_(table.cast.bob)
    with_script = {table.url, f"{table.url}script/", f"{table.url}replay/"}  # which a script gives more controls
    seen: list[tuple[str, str]] = []
    urls = {f"page {n}": url for n, url in enumerate(["/login/", *pages(table)])}  # names that are always the same
    changes = {name for name, url in urls.items() if url not in (*THE_SAME, "/login/")}
    battle = next(name for name, url in urls.items() if url == table.url)
    walked = [(moment, name) for moment in ("fought", "over") for name in urls if moment == "fought" or name in changes]
    some = sampled(walked, met=lambda case: [case if case[1] == battle else case[1]])
    for moment in ("fought", "over"):
        for url in (urls[name] for when, name in some if when == moment):
            if url in with_script:
                page.goto(live_server.url + url)
            else:
                show(page, live_server.url, bob, url)
            page.evaluate("document.querySelectorAll('details').forEach(one => { one.name = ''; one.open = true })")
            assert faults(page) == {}, (moment, url)
            seen.append((moment, url))
        if moment == "fought":
            finish(table)
    assert {("fought", table.url), ("over", table.url)} < {*seen}
    assert {url for _moment, url in seen} == {*urls.values()}


# -- colours, out of the style sheet itself ----------------------------------------------------------------------------

TEXTS = {
    "paper": ("ink", "soft", "accent", "bad", "good"),
    "card": ("ink", "soft", "accent", "bad", "good"),
    "mine": ("ink", "soft", "accent"),
    "good-paper": ("ink", "soft", "good", "accent"),
    "bad-paper": ("ink", "soft", "bad", "accent"),
    "accent": ("on-accent",),
    **{f"side-{n}": ("on-side",) for n in range(4)},
}
EDGES = {
    "paper": ("edge", "focus", "accent"),
    "card": ("edge", "focus", "accent", "bad", *(f"side-{n}" for n in range(4))),
}
READABLE, VISIBLE = 4.5, 3.0  # WCAG 2.2 AA: text, and what a control is known by


def dress(page: Page) -> None:
    """Give a page that a test wrote the style sheets of the product."""
    for style in STYLES:
        path = finders.find(style)
        assert isinstance(path, str)
        page.add_style_tag(path=path)


def palettes() -> dict[str, dict[str, str]]:
    path = finders.find("leaguer.css")
    assert isinstance(path, str)
    with open(path) as file:
        css = file.read()
    light, dark = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block)) for block in css.split("@media")[:2])
    return {"light": light, "dark": light | dark}


def contrast(one: str, other: str) -> float:
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_contrast_is_measured_right() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("scheme", "least"), [*product(("light", "dark"), (READABLE, VISIBLE))])
def test_what_is_written_can_be_read(scheme: str, least: float) -> None:
    colours = palettes()[scheme]
    pairs = TEXTS if least == READABLE else EDGES
    faint = {
        (ground, ink): round(contrast(colours[ground], colours[ink]), 2)
        for ground, inks in pairs.items()
        for ink in inks
        if contrast(colours[ground], colours[ink]) < least
    }
    assert faint == {}
