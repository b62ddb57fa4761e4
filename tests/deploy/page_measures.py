"""What a page costs whoever opens it for the first time, and what is wrong with it, measured in the browser.

Beside axe-core (`tests/axe.py`) and `tests/pages/test_layout.py`: what those do not look at.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

from campaigns.models import User
from tests import axe
from tests.browsing import log_in
from tests.pages.test_layout import JUTS_OUT

# WebPageTest's "3G Slow": 400 kbit/s each way and 400 ms for every request; the processor four times slower.
SLOW = {"latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8, "offline": False}
AT_ONCE = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1, "offline": False}
SLOWER = 4
QUIET = 1_000  # milliseconds after the page has come, in which scripts may still move it
SMALLEST = 12  # pixels of a letter
FOREVER = "immutable"  # what is told of files whose names have a hash
PACKED = ("text/css", "text/javascript", "image/svg+xml")

# Before anything of the page: how far its parts shift, and when its largest part was painted.
NOTES = """() => {
    window.noted = { shift: 0, largest: 0, moved: [] };
    const each = (type, note) => new PerformanceObserver(list => list.getEntries().forEach(note))
        .observe({ type, buffered: true });
    each("layout-shift", one => { if (one.hadRecentInput) return; noted.shift += one.value;
        noted.moved.push(...one.sources.map(source => (source.node?.outerHTML || "").slice(0, 80))) });
    each("largest-contentful-paint", one => (noted.largest = one.startTime));
}"""
# Texts in smaller letters than `least`: not those in a drawing, which grows with it, and not the brand on a phone,
# where its picture stands for it.
SMALL = """least => { const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const at = texts.currentNode.parentElement, size = parseFloat(getComputedStyle(at).fontSize);
        if (!texts.currentNode.data.trim() || at.closest("script, style, svg, .unseen")) continue;
        if (size && size < least - .05 && at.checkVisibility({ visibilityProperty: true }))
            found.push(`${size} px: ${texts.currentNode.data.trim().slice(0, 40)}`);
    }
    return found; }"""
# Pictures for which no room is left before they have come, or which have not come though they are on the screen.
UNMEASURED = """() => [...document.images].filter(one => !one.hasAttribute("width") || !one.hasAttribute("height")
    || (one.complete && !one.naturalWidth)).map(one => one.outerHTML.slice(0, 120))"""
HEAD = """() => ({ lang: document.documentElement.lang, title: document.title, dir: document.documentElement.dir,
    said: document.querySelector("meta[name=description]")?.content || "",
    view: document.querySelector("meta[name=viewport]")?.content || "" })"""
TOLD = """() => ({ ...window.noted, nodes: document.querySelectorAll("*").length,
    first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime || 0,
    served: performance.getEntriesByType("navigation")[0].responseStart })"""


class Measured(NamedTuple):
    """Of one visit. `bytes` that came over the network, by the kind of what came; `shift` is the layout's (CLS);
    `first` and `largest` paint in milliseconds, with a server that answers at once. `faults` in words."""

    bytes: dict[str, int]
    requests: int
    nodes: int
    shift: float
    first: int
    largest: int
    title: str
    faults: list[str]

    @property
    def whole(self) -> int:
        return sum(self.bytes.values())


class Came:
    """What a page brings, as the browser's own tools tell it."""

    def __init__(self, session: CDPSession) -> None:
        self._answers: dict[str, Any] = {}
        self._sizes: dict[str, int] = {}
        session.on("Network.responseReceived", self._answer)
        session.on("Network.loadingFinished", self._note)
        session.send("Network.enable")

    def _answer(self, told: Any) -> None:
        self._answers[told["requestId"]] = told

    def _note(self, told: Any) -> None:
        self._sizes[told["requestId"]] = int(told["encodedDataLength"])

    @property
    def requests(self) -> int:
        return len(self._sizes)

    @property
    def bytes(self) -> dict[str, int]:
        """By kind: Document, Stylesheet, Script, Image, Font, Fetch."""
        found: dict[str, int] = {}
        for id, size in self._sizes.items():
            if id in self._answers:
                kind = str(self._answers[id]["type"])
                found[kind] = found.get(kind, 0) + size
        return found

    def faults(self, site: str, is_public: bool) -> list[str]:
        """Files from elsewhere, of another status, that have to be asked for again or come as large as they are."""
        found = []
        for told in self._answers.values():
            answer = told["response"]
            heads = {name.lower(): value for name, value in answer["headers"].items()}
            url, kept = str(answer["url"]).removeprefix(site), heads.get("cache-control", "")
            if not answer["url"].startswith((site, "data:")):
                found.append(f"from elsewhere: {url}")
            if answer["status"] != 200:
                found.append(f"{answer['status']}: {url}")
            if url.startswith("/static/") and FOREVER not in kept:
                found.append(f"asked for again each time: {url} {kept}")
            packed = heads.get("content-encoding") == "gzip"
            if url.startswith("/static/") and answer["mimeType"] in PACKED and not packed:
                found.append(f"not compressed: {url}")
            if told["type"] == "Document" and packed != is_public:  # a secret beside a stranger's words is not
                found.append(f"{'not ' if is_public else ''}compressed: {url}")
        return found


def measured(browser: Browser, site: str, path: str, user: User | None, size: ViewportSize, *, slow: bool) -> Measured:
    """One visit by who has nothing of the site yet; `slow`: over a slow network, on a phone."""
    context = browser.new_context(
        viewport=size, has_touch=slow, is_mobile=slow, locale="en", reduced_motion="reduce", service_workers="allow"
    )
    try:
        page, said = context.new_page(), list[str]()
        page.on("console", lambda one: said.append(one.text) if one.type == "error" else None)
        page.on("pageerror", lambda one: said.append(str(one)))
        if user:
            log_in(page, user, site)
        session = context.new_cdp_session(page)
        came = Came(session)
        if slow:
            session.send("Network.emulateNetworkConditions", SLOW)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.add_init_script(f"({NOTES})()")
        page.goto(site + path, wait_until="load", timeout=60_000)
        page.wait_for_timeout(QUIET)
        told: dict[str, Any] = page.evaluate(TOLD)
        session.send("Network.emulateNetworkConditions", AT_ONCE)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        late = max(0, told["served"] - (int(SLOW["latency"]) if slow else 0))
        faults = [*said, *came.faults(site, user is None), *wrong(page)]
        if told["shift"] > 0.1:
            faults.append(f"shifts by {told['shift']:.3f}: {told['moved']}")
        first, largest = round(told["first"] - late), round(told["largest"] - late)
        return Measured(came.bytes, came.requests, told["nodes"], told["shift"], first, largest, page.title(), faults)
    finally:
        context.close()


def wrong(page: Page) -> list[str]:
    """With the page as it stands: its head, what is too small or too wide, and what axe-core finds, in both schemes."""
    head = page.evaluate(HEAD)
    found = [f"no {name}" for name in ("lang", "title", "view") if not head[name]]
    if "user-scalable" in head["view"] or "maximum-scale" in head["view"]:
        found.append("cannot be enlarged")
    if not head["said"] and "/admin/" not in page.url:
        found.append("no description")
    if page.evaluate(JUTS_OUT) > 0:
        found.append("juts out")
    found += [*page.evaluate(SMALL, SMALLEST), *(f"no size: {one}" for one in page.evaluate(UNMEASURED))]
    return [*found, *axe.grave(page, contrast=True), *axe.targets(page)]
