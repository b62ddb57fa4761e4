"""Tabs of the run's Chromium. They are kept from one test to the next: to open one costs as much as several pages."""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

from django.http import HttpResponseBase
from django.test import Client
from playwright.sync_api import Browser, BrowserType, CDPSession, Error, Page, Response, ViewportSize

from campaigns.models import User
from tests import servers
from tests.length import AT_LENGTH

PHONE: ViewportSize = {"width": 360, "height": 740}


# A name for a live server under which it is no secure context, as it is without https: localhost always is one.
PLAIN = "club.test"
# What Playwright itself turns off (the last of two such options counts), and a new frame for every page that is opened,
# which is a fifth of what a page costs. At length, and where it is whole, a browser is as people have it.
TURNED_OFF = (
    "RenderDocument",
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"),
)
# Scripts are read function by function as they are called, and run as they were read. To compile them for speed is a
# fifth of what these tests cost, and hardly one runs for long enough to be faster for it.
AS_READ = "--js-flags=--max-lazy --no-opt --no-maglev --no-sparkplug"
# One process for all tabs and none for drawing: to start another with every page that is opened would be a third of the
# work of these tests. Nor has the network a process of its own.
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--no-zygote",
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    "--disable-background-networking",
    "--disable-component-update",
    "--enable-features=NetworkServiceInProcess2",
    f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1",
)


def launch(kind: BrowserType, *options: str, whole: bool = False) -> Browser:
    """Starts Debian's Chromium without a screen; it is installed if it is missing and may be.

    That is Chromium's own build for machines without a screen: the same engine at two thirds of the CPU. `whole`: the
    browser itself, for what only that has, as notifications; it is also taken where the other cannot be had.
    """
    names = ("chromium",) if whole else ("chromium-headless-shell", "chromium")
    off = () if whole or AT_LENGTH else (f"--disable-features={','.join(TURNED_OFF)}", AS_READ)
    return kind.launch(executable_path=servers.installed(*names), args=[*OPTIONS, *off, *options])


# To glide to what is tapped is as much work as the tap. At length pages do, and in test_one_screen; that they do not
# where somebody wants no movement is held by test_accessible.
MOTION: Literal["no-preference", "reduce"] = "no-preference" if AT_LENGTH else "reduce"
# Waits ten seconds at most. Asked by `evaluate`: for `wait_for_function` Playwright gives every page a script of its
# own first, which is a tenth of what it costs to open one.
BEGUN = """() => new Promise((begun, late) => {
    const until = performance.now() + 10_000;
    const look = () => {
        if (document.documentElement.matches(".scripted") || !document.querySelector("script[src*='leaguer/main']"))
            begun();
        else if (performance.now() > until) late(new Error("no script of the page has begun"));
        else setTimeout(look, 20);
    };
    look();
})"""


class Kind(NamedTuple):
    """What a tab cannot change after it was opened."""

    script: bool
    touch: bool
    locale: str
    installs: bool  # the service worker, which asks for all parts of a page a second time


class _Tab(NamedTuple):
    kind: Kind
    page: Page
    session: CDPSession


class Tabs:
    """A test takes a tab by `open`; all that were taken are cleaned by `put_back`."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[_Tab] = []
        self._taken: list[_Tab] = []

    def open(
        self,
        user: User | None = None,
        site: str = "",
        *,
        size: ViewportSize = PHONE,
        script: bool = False,
        touch: bool = False,
        locale: str = "en",
        scheme: Literal["light", "dark"] = "light",
        installs: bool = False,
    ) -> Page:
        """A tab with no cookies but the session of `user`, who is logged in at `site`. It waits ten seconds at most."""
        kind = Kind(script, touch, locale, installs)
        tab = next((tab for tab in self._free if tab.kind == kind), None) or self._new(kind)
        if tab in self._free:
            self._free.remove(tab)
        self._taken.append(tab)
        tab.page.set_viewport_size(size)
        tab.page.emulate_media(color_scheme=scheme, reduced_motion=MOTION)
        if user:
            log_in(tab.page, user, site)
        return tab.page

    def _new(self, kind: Kind) -> _Tab:
        context = self._browser.new_context(
            java_script_enabled=kind.script,
            has_touch=kind.touch,
            locale=kind.locale,
            viewport=PHONE,
            service_workers="allow" if kind.installs else "block",
        )
        context.set_default_timeout(10_000)
        page = context.new_page()
        if kind.script:
            wait_for_modules(page)
        return _Tab(kind, page, context.new_cdp_session(page))

    def put_back(self) -> None:
        """The next test finds nothing of this one's: no page that loads itself again, no cookie and no service worker's
        cache. Of answers the browser keeps style sheets and modules, which are the same in every test; what is made for
        a reader it asks for again, and never gets a 304 for a page that was another cookie's or log's."""
        while self._taken:
            tab = self._taken.pop()
            leave(tab.page)
            tab.page.context.clear_cookies()
            if tab.kind.installs:
                tab.session.send("Network.clearBrowserCache")
            self._free.append(tab)


def leave(page: Page) -> None:
    """Close what the page shows. A form that was sent as the test ended opens its answer once more on the way out, and
    the browser takes that for the newer wish: ask again, until nothing comes between."""
    for _ in range(5):
        try:
            page.goto("about:blank")
        except Error as why:
            if "interrupted by another navigation" not in why.message:
                raise
        else:
            return
    raise AssertionError(f"the page does not stop opening {page.url}")


def wait_for_modules(page: Page) -> None:
    """From now on `goto` comes back when what the page brings of script has begun, or when the moment has come that its
    caller names (`wait_until`)."""
    go = page.goto

    def goto(url: str, **options: Any) -> Response | None:
        answer = go(url, **options)
        if "wait_until" not in options:
            page.evaluate(BEGUN)
        return answer

    page.goto = goto  # type: ignore[method-assign]


MODULES = re.compile(r"<script\b.*?</script>", re.DOTALL)


def show(page: Page, site: str, reader: Client, address: str, sent: dict[str, str] | None = None) -> None:
    """What `reader` gets at an address of `site`, or as the answer to what is sent there: with its style sheets and
    without a script. It is there to be looked at, for a quarter of what it costs to open it."""
    answer = reader.get(address, follow=True) if sent is None else reader.post(address, sent, follow=True)
    assert answer.status_code != 404, address
    show_answer(page, site, answer)


def show_answer(page: Page, site: str, answer: HttpResponseBase) -> None:
    """The same of what somebody was answered."""
    assert answer.status_code < 500
    write(page, site, MODULES.sub("", answer.content.decode()))  # type: ignore[attr-defined]


def write(page: Page, site: str, html: str) -> None:
    """A page of `site`, as it stands there."""
    if not page.url.startswith(site):
        page.goto(f"{site}/robots.txt")  # where its style sheets are found
    page.set_content(html)


def log_in(page: Page, user: User, site: str) -> None:
    """Without the page that asks for a password."""
    client = Client()
    client.force_login(user)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}])


def pinch(page: Page, begin: int, end: int) -> None:
    """Two fingers on a board or map: so far apart at first, and then."""
    page.locator(".board .scroll").evaluate(
        """(one, [begin, end]) => {
            const { left, top } = one.getBoundingClientRect();
            const at = (kind, pointerId, x) => one.dispatchEvent(new PointerEvent(kind, {
                pointerId, pointerType: "touch", clientX: left + 100 + x, clientY: top + 60, bubbles: true }));
            at("pointerdown", 1, 0); at("pointerdown", 2, begin); at("pointermove", 2, end);
            at("pointerup", 1, 0); at("pointerup", 2, end);
        }""",
        [begin, end],
    )
