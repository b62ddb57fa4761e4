"""Pictures of Leaguer as it looks: a turn in every rulebook and the main pages, on a phone and on a wide screen.

    python -m tests.screenshots FOLDER [PAGE ...]

starts a demo of its own on a free port, plays a shot in each rulebook as `tests/pages/test_accessible.py` does, and
writes WebP pictures into FOLDER: all of them, or those of pages by name. The steps of each shot on a phone are put
together into one that moves.
"""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import django
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.servers import free_port

if TYPE_CHECKING:
    from campaigns.models import User

SIZES = {"phone": ViewportSize(width=390, height=844), "wide": ViewportSize(width=1280, height=800)}
QUALITY = 62  # of 100
STEP = 2_500  # milliseconds for which each step of a moving picture stands
PATIENCE = 240  # seconds until the demo answers
PAGE_PATIENCE = 30_000  # milliseconds until a page shows what it is to show
Scheme = Literal["light", "dark"]


@contextmanager
def demo(folder: str) -> Iterator[str]:
    """The address of a demo in a database of its own."""
    port = free_port()
    os.environ |= {"LEAGUER_ENV": "development", "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3", "PORT": str(port)}
    run = subprocess.Popen(["sh", "deploy/run.sh", str(Path(sys.executable).parent)], stdout=subprocess.DEVNULL)
    site = f"http://localhost:{port}"
    try:
        for _second in range(PATIENCE):
            try:
                urllib.request.urlopen(f"{site}/login/", timeout=5).close()
                break
            except (urllib.error.URLError, OSError):
                time.sleep(1)
        yield site
    finally:
        run.terminate()
        run.wait()


class Camera:
    def __init__(self, browser: Browser, folder: Path, size: str, scheme: Scheme = "light") -> None:
        self.context = browser.new_context(
            viewport=SIZES[size], color_scheme=scheme, locale="en", reduced_motion="reduce"
        )
        self.page: Page = self.context.new_page()
        self.context.set_default_timeout(PAGE_PATIENCE)
        self.session = self.context.new_cdp_session(self.page)
        self.folder, self.end = folder, f"{size}{'-dark' if scheme == 'dark' else ''}"

    def take(self, name: str) -> None:
        """What is on the screen now."""
        self.page.locator("[aria-busy]").first.wait_for(state="detached")
        shot = self.session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        (self.folder / f"{name}-{self.end}.webp").write_bytes(base64.b64decode(shot["data"]))


def turn(camera: Camera, key: str, stream: str, site: str) -> None:
    """A shot, step by step, up to its ruling."""
    from tests.pages.test_accessible import SHOTS, Keys

    steps = iter(range(2, 20))
    page, keys = camera.page, Keys(camera.page)
    page.goto(f"{site}/battles/{stream}/")
    camera.take(f"{key}-1")
    SHOTS[key][1](keys, lambda: camera.take(f"{key}-{next(steps)}"))
    page.get_by_role("heading", name="Is this right?").wait_for()
    camera.take(f"{key}-{next(steps)}")
    keys.to(".gesture button", "Report")
    keys.press("Enter")
    page.locator("#ruling").wait_for()
    camera.take(f"{key}-{next(steps)}")


def turns(browser: Browser, folder: Path, size: str, user: User, site: str) -> None:
    """A turn in every rulebook; a board is that of a village."""
    from tests.browsing import log_in
    from tests.pages import shots
    from tests.pages.test_accessible import SHOTS

    at_the_village = partial(shots.panzer_strike_, field=shots.VILLAGE)
    openings = {key: opened for key, (opened, _told, _lines) in SHOTS.items()}
    for key, opened in (openings | {"panzer_strike": at_the_village}).items():
        camera = Camera(browser, folder, size)
        log_in(camera.page, user, site)
        turn(camera, key, opened(user).stream, site)
        camera.context.close()


def moving(folder: Path) -> None:
    """The steps of a shot one after another, for each rulebook: `<rulebook>-turn.webp`."""
    for first in sorted(folder.glob("*-1-phone.webp")):
        key = first.name.removesuffix("-1-phone.webp")
        steps = [Image.open(one) for one in sorted(folder.glob(f"{key}-?-phone.webp"))]
        to = folder / f"{key}-turn.webp"
        steps[0].save(to, save_all=True, append_images=steps[1:], duration=STEP, loop=0, quality=QUALITY)


def pictures(site: str, folder: Path, wanted: Collection[str]) -> None:
    """`wanted`: the pages, by name; all of them and the turns if there are none."""
    from battles.models import Sheet
    from campaigns import handler
    from campaigns.demo.load import ALPHA_66, AMBUSH, CAMPAIGN
    from campaigns.models import User
    from rules.adjudicate import Who
    from tests.battles.fluid_time import dealt
    from tests.browsing import log_in
    from tests.pages import shots

    bob, alice = (User.objects.get(username=name) for name in ("bob", "alice"))
    shots.ALICE = dealt.ALICE = Who(str(alice.pk), referee=True)  # who tells what came before has a name
    campaign, battle = f"/campaigns/{CAMPAIGN}/", f"/battles/{ALPHA_66}/"
    replayed = Sheet.objects.get(pk=ALPHA_66).position
    own = next(one.key for one in handler.replay(str(CAMPAIGN))[0].platoons.values() if str(bob.pk) in one.players)
    league = "/leagues/steel-league/"
    both = {
        "front": "/",
        "league": league,
        "player": f"{league}players/{bob.pk}/",
        "campaign": campaign,
        "friendly": "/friendly/?system=modern_age",
        "course": f"{campaign}#progress",
        "map": f"{campaign}map/",
        "platoon": f"{campaign}platoons/{own}/",
        "battle": battle,
        "replay": f"{battle}replay/?at={replayed}",
        "after-action": f"/battles/{AMBUSH}/after-action/",
    }
    light = {**both, "log": f"{battle}log/", "script": f"{battle}script/"}
    expect.set_options(timeout=PAGE_PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for size in SIZES:
            visits = [("light", bob, light), ("light", alice, {"office": "/admin/"}), ("dark", bob, both)]
            for scheme, user, urls in visits:
                camera = Camera(browser, folder, size, cast(Scheme, scheme))
                log_in(camera.page, user, site)
                for name, url in ((name, url) for name, url in urls.items() if not wanted or name in wanted):
                    camera.page.goto(site + url)
                    camera.page.evaluate(
                        "document.querySelector(location.hash || 'body').scrollIntoView({behavior: 'instant'})"
                    )
                    camera.take(name)
                camera.context.close()
            if not wanted:
                turns(browser, folder, size, bob, site)
        browser.close()


def main(folder: Path, *wanted: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, demo(scratch) as site:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "deploy.settings", "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
        django.setup()
        pictures(site, folder, wanted)
    if not wanted:
        moving(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
