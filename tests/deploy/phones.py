"""People at a table with a bad network: what they do on their phones, and what they saw themselves do."""

from __future__ import annotations

from contextlib import suppress

from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Locator, Page
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from campaigns.models import User
from tests.deploy.bad_network import Network
from tests.servers import wait_for

SIZE = {"width": 390, "height": 844}
PATIENCE = 30_000  # milliseconds
HEARD = """() => {
    const main = document.querySelector("main");
    if (main.matches("[aria-busy=true]")) return "";
    if (!main.dataset.old) return main.querySelector(".note.bad, .fault") ? "wrong" : "taken";
    return main.querySelector("details[data-pressed][open]") ? main.querySelector(".lost") ? "lost" : "" : "waits";
}"""
SOON = "new Promise((tell) => setTimeout(() => tell(false), 2000))"  # `evaluate` itself waits for ever
NOTHING_KEPT = f"""Promise.race([{SOON},
    import("/static/leaguer/store.js").then(({{ waiting }}) => waiting()).then((all) => !all.length)])"""
INSTALLED = f"Promise.race([{SOON}, navigator.serviceWorker.ready.then(() => true)])"
SERVED = f"""Promise.race([{SOON}, Promise.all([
    navigator.serviceWorker.ready, caches.open("leaguer-parts").then((one) => one.keys()).then((all) => all.length > 15)
]).then(([, kept]) => kept)])"""


class Phone:
    """One person's phone. `told`: what they reported, as (unit, damage), in order."""

    def __init__(self, browser: Browser, network: Network, user: User | None, stream: str) -> None:
        self.network, self.user = network, user
        self.site = f"http://localhost:{network.port}"
        self.address = f"{self.site}/battles/{stream}/"
        self.told: list[tuple[str, int]] = []
        self.context: BrowserContext = browser.new_context(
            viewport={"width": SIZE["width"], "height": SIZE["height"]}, has_touch=True, locale="en"
        )
        self.context.set_default_timeout(PATIENCE)
        if user:
            client = Client()
            client.force_login(user)
            session = client.cookies["sessionid"].value
            self.context.add_cookies([{"name": "sessionid", "value": session, "url": self.site}])
        self.page: Page = self.context.new_page()
        self.page.clock.install()
        self.page.goto(self.address)
        if not user:
            return
        wait_for(lambda: bool(self.page.evaluate(INSTALLED)), "the service worker")
        self.page.reload()  # from here on the worker keeps what is looked at
        wait_for(lambda: bool(self.page.evaluate(SERVED)), "the service worker")

    def tell(self, unit: str, damage: int, script: bool) -> None:
        """Until the page says that it was taken or that it waits, as somebody would who is in earnest."""
        self.told.append((unit, damage))
        for _attempt in range(8):
            self._fill(unit, damage, script)
            match self._press():
                case "taken" | "waits":
                    return
        raise AssertionError(f"{unit} {damage} was never taken: {self.page.locator('main').inner_text()[:2000]}")

    def tell_and_close(self, unit: str, damage: int, script: bool) -> None:
        """The page is closed before anything came back."""
        self.told.append((unit, damage))
        place = self._fill(unit, damage, script)
        place.get_by_role("button", name=self._send(script), exact=True).locator("visible=true").first.tap()
        self.page.wait_for_timeout(60)
        self.page.close()
        self._open()

    def _send(self, script: bool) -> str:
        return "Report all" if script else "Report"

    def _fill(self, unit: str, damage: int, script: bool) -> Locator:
        place = self.page.locator(
            "details.paste" if script else "details.card:has([name='number:condition.a1.damage'])"
        ).first
        where, text = "textarea", f"report-status {unit} condition='{{\"damage\": {damage}}}'"
        if not script:
            where, text = f'[name="number:condition.{unit}.damage"]', str(damage)
        for _attempt in range(4):  # the answer to what went out before folds it again
            if place.get_attribute("open") is None:
                place.locator("summary").first.tap()
            with suppress(PlaywrightTimeout):
                place.locator(where).fill(text, timeout=5_000)
                break
        else:
            raise AssertionError(f"{unit} {damage} cannot be filled in")
        self.pressed = place.get_by_role("button", name=self._send(script), exact=True).locator("visible=true").first
        return place

    def _press(self) -> str:
        self.pressed.evaluate(
            """(button) => { document.querySelector("main").dataset.old = 1; document.querySelector(".lost")?.remove();
                button.closest("details").dataset.pressed = 1; }"""
        )
        self.pressed.tap()
        return str(self.page.wait_for_function(HEARD).json_value())

    def cut(self, off: bool, hardware: bool) -> None:
        """`hardware`: the phone knows that it has no network; else nothing comes back."""
        self.network.cut(off)
        if hardware or not off:
            self.context.set_offline(off)

    def wait(self, seconds: float) -> None:
        self.page.wait_for_timeout(seconds * 1000)

    def an_hour_passes(self) -> None:
        self.page.clock.fast_forward("01:00:00")

    def reopen(self) -> None:
        """The tab is closed and opened again."""
        self.page.close()
        self._open()

    def _open(self) -> None:
        self.page = self.context.new_page()
        self.page.clock.install()
        for _attempt in range(6):
            with suppress(PlaywrightError):
                self.page.goto(self.address)
                return
            self.page.wait_for_timeout(100)
        raise AssertionError("the battle's page does not open")

    def reload(self) -> None:
        with suppress(PlaywrightError):
            self.page.reload()
            return
        self._open()

    def settle(self) -> None:
        """With a network again: all that waits is sent."""
        self.network.calm = True
        self.cut(False, hardware=True)
        for _attempt in range(120):  # what a closed tab was sending is left to it for 20 seconds
            with suppress(PlaywrightError):
                if self.page.evaluate(NOTHING_KEPT):
                    return
                self.page.wait_for_timeout(250)
            with suppress(PlaywrightError):  # it may be gone meanwhile
                self.page.locator("#waiting [data-now]:visible").tap(timeout=100)
        raise AssertionError(f"it waits: {self.page.locator('#waiting').inner_text()}")

    def shows(self, position: int) -> None:
        self.page.locator(f"main[data-position='{position}']").wait_for()
