"""Every page of a battle and every form in every language, on the narrowest phone: no text too long for its place, no
control too small for a thumb, no key where a word belongs.

With LEAGUER_SHOTS pictures are kept of what was looked at.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from tests.browsing import Tabs, show
from tests.pages.conftest import MOVED, Table, as_
from tests.pages.test_forms_fit import ON_ONE, written
from tests.pages.test_layout import dress, faults
from tests.pages.test_site import pages

pytestmark = [pytest.mark.page, pytest.mark.soak]
NARROW = ViewportSize(width=360, height=740)
SHOTS = os.environ.get("LEAGUER_SHOTS", "")  # a folder for pictures
LANGUAGES = [code for code, _name in settings.LANGUAGES]
TOO_LONG = """
    () => [...document.querySelectorAll('button, summary, a.button, select, .tag, th, td, dt, dd, label')]
        .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1
            && getComputedStyle(one).display !== 'inline' && getComputedStyle(one).overflowX === 'visible')
        .map(one => one.outerHTML.slice(0, 160))
"""
RAW = re.compile(r"%\(\w+\)s|\{\{|\{%")  # what a text has that was put together wrongly


def looked_at(page: Page, name: str) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.name = ''; one.open = true })")
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)
    assert faults(page) == {}, name
    assert page.evaluate(TOO_LONG) == [], name
    assert RAW.findall(page.locator("body").inner_text()) == [], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form(tabs: Tabs, language: str) -> None:
    page = tabs.open(script=True)
    page.set_viewport_size(NARROW)
    forms = written(language)
    for number, first in enumerate(range(0, len(forms), ON_ONE)):
        page.set_content(f"<!doctype html><title>forms</title><main>{''.join(forms[first : first + ON_ONE])}</main>")
        dress(page)
        looked_at(page, f"{language}-forms-{number:02}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.django_db(transaction=True)
def test_every_page(tabs: Tabs, live_server: LiveServer, table: Table, language: str) -> None:
    table.play(MOVED)
    page, bob = tabs.open(table.cast.bob, live_server.url, script=True), as_(table.cast.bob)
    page.set_viewport_size(NARROW)
    bob.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    for number, url in enumerate(["/help/", *pages(table)]):
        show(page, live_server.url, bob, url)
        assert page.locator("html").get_attribute("lang") == language, url
        looked_at(page, f"{language}-page-{number:02}")
