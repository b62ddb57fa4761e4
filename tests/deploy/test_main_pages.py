"""The ten main pages as a first visitor gets them: on a phone over a slow network and on a wide screen, each looked at
in light and in dark colours."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, ViewportSize

from battles import log
from battles.models import Sheet
from campaigns import handler
from campaigns.demo.load import ALPHA_66, CAMPAIGN
from campaigns.models import User
from tests.browsing import Tabs
from tests.databases import Scratch, scratch
from tests.deploy.conftest import ROOT
from tests.deploy.page_measures import Measured, measured, wrong
from tests.deploy.serving import Served, serving

PHONE, WIDE = ViewportSize(width=390, height=844), ViewportSize(width=1280, height=800)
# At most, of any of them.
BYTES, REQUESTS, NODES = 150 * 1024, 24, 1_800
SOON = 10_000  # milliseconds until the largest part is painted on the phone, with a server that answers at once
KINDS = ("Document", "Stylesheet", "Script", "Image")


@pytest.fixture
def site(whole_demo: Scratch, tmp_path: Path, django_db_blocker: Any) -> Iterator[Served]:
    """The whole demo as production serves it: static files compressed, under names with a hash."""
    made = {"LEAGUER_ENV": "production", "SECRET_KEY": settings.SECRET_KEY, "ALLOWED_HOSTS": "localhost,127.0.0.1"}
    made |= {"HTTPS": "0", "ACCESS_LOG": "0", "THREADS": "4"}
    with django_db_blocker.unblock(), scratch(tmp_path, like=whole_demo) as database, database.used():
        collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
        subprocess.run(collect, cwd=ROOT, env=database.environment() | made, check=True, stdin=subprocess.DEVNULL)
        with serving(database, **made) as served:
            yield served


def main_pages() -> dict[str, tuple[str, User | None]]:
    """Each with its address and who opens it: a visitor, a player, an organiser."""
    bob, alice = (User.objects.get(username=name) for name in ("bob", "alice"))
    season = handler.replay(str(CAMPAIGN))[0]
    own = next(one.key for one in season.platoons.values() if str(bob.pk) in one.players)
    first = max(row.position for row in log.read(str(ALPHA_66)) if row.ordinal == 0)
    last = Sheet.objects.get(pk=ALPHA_66).position
    campaign = f"/campaigns/{CAMPAIGN}/"
    return {
        "front page": ("/", None),
        "login": ("/login/", None),
        "battle with a ruling": (f"/battles/{ALPHA_66}/?ruling={first}&to={last}", bob),
        "season": (campaign, bob),
        "map": (f"{campaign}map/", bob),
        "platoon and workshop": (f"{campaign}platoons/{own}/", bob),
        "league": ("/leagues/steel-league/", None),
        "office": ("/admin/", alice),
        "help": ("/help/first-evening-player/", None),
        "guided evening": ("/sample/", alice),
    }


@pytest.mark.page
@pytest.mark.only_on("sqlite")
def test_each_fault_of_a_page_would_be_found(tabs: Tabs) -> None:
    page = tabs.open(script=True)
    page.set_content("""<!doctype html><html lang="en"><title>x</title><meta name="description" content="x">
        <meta name="viewport" content="width=device-width"><main><h1>So it is</h1></main>""")
    faultless = wrong(page)
    page.set_content("""<!doctype html><meta name="viewport" content="width=device-width, user-scalable=no"><main>
        <p style="font-size: 11px; color: #999">faint</p><img src="/static/leaguer.svg" alt="">
        <p style="width: 9999px">wide</p><button style="width: 9px; height: 9px; padding: 0">1</button><button
        style="width: 9px; height: 9px; padding: 0">2</button></main>""")
    found = "\n".join(wrong(page))
    assert faultless == []
    for fault in ("no lang", "no title", "no description", "cannot be enlarged", "juts out", "11 px: faint", "no size"):
        assert fault in found
    assert "color-contrast" in found
    assert "target-size" in found


@pytest.mark.soak
@pytest.mark.page
@pytest.mark.only_on("sqlite")
def test_the_main_pages_are_light_still_and_legible(
    site: Served, browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    address, found = f"http://localhost:{site.port}", dict[tuple[str, int], Measured]()
    for name, (path, user) in main_pages().items():
        for size in (PHONE, WIDE):
            one = measured(browser, address, path, user, size, slow=size is PHONE)
            found[name, size["width"]] = one
    with capsys.disabled():
        sys.stdout.write(f"\n{told(found)}\n")
    assert {where: one.faults for where, one in found.items() if one.faults} == {}
    titles = [one.title for (_name, width), one in found.items() if width == PHONE["width"]]
    assert len({*titles}) == len(titles) == 10
    assert {where: one.bytes for where, one in found.items() if one.whole > BYTES} == {}
    assert {where: one.requests for where, one in found.items() if one.requests > REQUESTS} == {}
    assert {where: one.nodes for where, one in found.items() if one.nodes > NODES} == {}
    late = {where: one.largest for where, one in found.items() if one.largest > SOON}
    assert late == {}


def told(found: dict[tuple[str, int], Measured]) -> str:
    """As the table of docs/performance.md."""
    lines = [
        "| page | px | KiB | html, css, js, pictures | requests | nodes | CLS | first | largest |",
        "|---" * 9 + "|",
    ]
    for (name, width), one in found.items():
        parts = ", ".join(f"{one.bytes.get(kind, 0) / 1024:.0f}" for kind in KINDS)
        sizes = f"{one.whole / 1024:.0f} | {parts} | {one.requests} | {one.nodes:,}"
        lines.append(f"| {name} | {width} | {sizes} | {one.shift:.3f} | {one.first} | {one.largest} |")
    return "\n".join(lines)
