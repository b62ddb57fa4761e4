"""A turn on one screen, in every rulebook, five against five: how long the page is, what it weighs and takes."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from battles import handler, log, viewer
from campaigns.models import User
from rules.adjudicate import Who
from tests.budgets import Budget
from tests.cast import Cast
from tests.length import in_soak
from tests.pages import midway
from tests.pages.conftest import as_, forms
from tests.pages.test_layout import DANGLING, JUTS_OUT, THUMB, TOO_SMALL, TWICE, UNLABELLED

BAR = 56  # pixels
RENDERS = 5
PEER = "/login/"  # a page that shows nothing: what any page costs here
COSTS = 13  # times the peer at most; measured 7 to 9 on a busy machine, 10 to 16 before forms were compiled


class Midway:
    """A battle of five against five, and whose turn it is. `wanted`: what it has come to."""

    def __init__(self, cast: Cast, key: str, wanted: midway.Found = midway.is_midway) -> None:
        self.key = key
        table = midway.found(key, wanted)
        self.stream = midway.told(table, cast.bob, cast.carol)
        choices = {user: viewer.look(self.stream, Who(str(user.pk))).choices for user in (cast.bob, cast.carol)}
        self.mover: User = max(choices, key=lambda user: len(midway.of_units(choices[user])))

    @property
    def url(self) -> str:
        return f"/battles/{self.stream}/"

    @property
    def head(self) -> int:
        return log.head(self.stream).position


@pytest.fixture
def battle(cast: Cast, key: str) -> Midway:
    return Midway(cast, key)


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, locale="en", java_script_enabled=True
    )
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def opened(phone: Page, site: str, user: User, url: str) -> None:
    session = as_(user).cookies["sessionid"].value
    phone.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
    phone.goto(site + url)


@pytest.mark.parametrize(
    "key",
    [
        "panzer_strike",  # whose page is the tallest
        *(
            pytest.param(key, marks=in_soak("tests/pages/test_one_screen.py::test_a_turn_fits_one_screen"))
            for key in ("fluid_time", "modern_age", "tanks")
        ),
    ],
)
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_a_turn_fits_one_screen(battle: Midway, phone: Page, live_server: LiveServer, budget: Budget) -> None:
    opened(phone, live_server.url, battle.mover, battle.url)
    tall = phone.evaluate("document.documentElement.scrollHeight")
    budget(battle.key, "page of 5 against 5, pixels tall", tall)
    bar = phone.locator(".now")
    assert bar.evaluate("one => one.getBoundingClientRect().height") <= BAR
    phone.evaluate("scrollTo(0, 1500)")
    assert bar.evaluate("one => one.getBoundingClientRect().top") == 0, "it stays on screen"
    counters = phone.locator("a.token")
    assert counters.count() == 10
    small = "(ones, least) => ones.filter(one => Math.min(one.offsetWidth, one.offsetHeight) < least).length"
    assert counters.evaluate_all(small, THUMB) == 0
    counters.locator("visible=true").and_(phone.locator(".able")).last.tap()
    phone.wait_for_url("**unit=**")
    assert phone.locator("a.token[aria-current]").count() == 1
    assert phone.locator(".able-to .card[open]").count() == 1, "the first of what it can do"
    phone.evaluate("document.querySelectorAll('details').forEach(one => { one.name = ''; one.open = true })")
    assert phone.evaluate(JUTS_OUT) <= 0
    assert phone.evaluate(TOO_SMALL, THUMB) == []
    for rule in (UNLABELLED, TWICE, DANGLING):
        assert phone.evaluate(rule) == []


@pytest.mark.parametrize(
    "key",
    [
        *("fluid_time", "tanks"),
        *(
            pytest.param(
                key, marks=in_soak("tests/pages/test_one_screen.py::test_a_page_weighs_little_and_is_soon_made")
            )
            for key in ("modern_age", "panzer_strike")
        ),
    ],
)
@pytest.mark.django_db
def test_a_page_weighs_little_and_is_soon_made(battle: Midway, budget: Budget) -> None:
    client = as_(battle.mover)
    heavy = len(gzip.compress(client.get(battle.url).content))
    budget(battle.key, "page of 5 against 5, bytes compressed", heavy)
    ours, peer = _took(client, battle.url), _took(Client(), PEER)
    assert ours <= COSTS * peer, (ours, peer)


def _took(client: Client, url: str) -> float:
    """Seconds of this process for one page, the best of some."""
    client.get(url)
    taken = []
    for _ in range(RENDERS):
        begun = time.process_time()
        assert client.get(url).status_code == 200
        taken.append(time.process_time() - begun)
    return min(taken)


# -- many at once ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_others_stay_in_one_submission(cast: Cast) -> None:
    """Modern Age: whoever is left of the same initiative stays; a form sent twice counts once."""
    table = midway.found("modern_age", _several("Stay"))
    stream = midway.told(table, cast.bob, cast.carol)
    user = next(one for one in (cast.bob, cast.carol) if _several_of(stream, one, "Stay"))
    units = _several_of(stream, user, "Stay")
    client, url = as_(user), f"/battles/{stream}/"
    batch = next(one for one in forms(client.get(url).content).forms if _is_batch(one.fields, "Stay"))
    before = log.head(stream).position
    done = client.post(batch.action, batch.filled() | {"report": ["1"]})
    assert done.status_code == 302
    assert f"ruling={before + 1}&to=" in done.headers["Location"]
    told = [row for row in log.read(stream)[before:] if row.command_type == "Stay" and not row.ordinal]
    assert len(told) == len(units) > 1
    head = log.head(stream).position
    assert client.post(batch.action, batch.filled() | {"report": ["1"]}).headers["Location"] == done.headers["Location"]
    assert log.head(stream).position == head
    page = client.get(done.headers["Location"].partition("#")[0]).content.decode()
    assert page.partition('id="ruling"')[2].partition("</section>")[0].count('class="entry"') == len(units)


@pytest.mark.django_db
def test_a_whole_side_moves_on_one_form_and_a_fault_loses_nothing(cast: Cast) -> None:
    """Fluid Time: a row for each vehicle; those left blank do not move, and one that is wrong stops them all."""
    battle = Midway(cast, "fluid_time")
    client = as_(battle.mover)
    batch = next(one for one in forms(client.get(battle.url).content).forms if _is_batch(one.fields, "Move"))
    lengths = [key for key in batch.fields if key.endswith(":distance")]
    assert len(lengths) > 2
    key, other = lengths[:2]
    before = battle.head
    refused = client.post(batch.action, batch.filled() | {key: ["1"], other: ["90"], "report": ["1"]})
    assert refused.status_code == 422
    assert battle.head == before
    assert forms(refused.content).at("script/").fields["script"][-1].count("move ") == 2
    assert client.post(batch.action, batch.filled() | {key: ["1"], "report": ["1"]}).status_code == 302
    assert [row.command_type for row in log.read(battle.stream)[before:] if not row.ordinal] == ["Move"]

    nothing = client.post(batch.action, batch.filled() | {"report": ["1"]})
    assert nothing.status_code == 422
    assert "No unit is ticked or filled in." in nothing.content.decode()


@pytest.mark.django_db
def test_the_same_again_for_another(cast: Cast) -> None:
    battle = Midway(cast, "fluid_time")
    client = as_(battle.mover)
    page = forms(client.get(battle.url).content)
    batch = next(one for one in page.forms if _is_batch(one.fields, "Move"))
    key = next(key for key in batch.fields if key.endswith(":distance"))
    client.post(batch.action, batch.filled() | {key: ["1"], "report": ["1"]})
    page = forms(client.get(battle.url).content)
    again = next(one for one in page.forms if _is_batch(one.fields, "Move") and one.offers.get("rows"))
    assert "rows" not in again.fields, "nobody is ticked"
    before = battle.head
    sent = again.filled() | {"rows": [again.offers["rows"][0]], "report": ["1"]}
    assert client.post(again.action, sent).status_code == 302
    assert handler.state(battle.stream).head[0] > before


def _several(command: str) -> midway.Found:
    def found(battle: object, choices: object) -> bool:
        units = [(one.side, one.given.get("unit")) for one in choices if one.command == command]  # type: ignore[attr-defined]
        return any(sum(side == other for other, _unit in units) > 1 for side, _unit in units)

    return found


def _several_of(stream: str, user: User, command: str) -> list[str]:
    choices = viewer.look(stream, Who(str(user.pk))).choices
    units = [one.given["unit"] for one in choices if one.command == command]
    return units if len(units) > 1 else []


def _is_batch(fields: dict[str, list[str]], command: str) -> bool:
    return fields.get("type") == [command] and "0/given" in fields


# -- squares -----------------------------------------------------------------------------------------------------------


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_a_square_that_is_tapped_is_filled_in(cast: Cast, phone: Page, live_server: LiveServer) -> None:
    """Panzer Strike: a unit is deployed by its counter, a square, a direction; the board can be had at full size."""
    table = midway.found("panzer_strike", lambda _battle, choices: any(one.command == "Deploy" for one in choices))
    stream = midway.told(table, cast.bob, cast.carol)
    found = {user: viewer.look(stream, Who(str(user.pk))).choices for user in (cast.bob, cast.carol)}
    user = next(user for user in found if any(one.command == "Deploy" for one in found[user]))
    opened(phone, live_server.url, user, f"/battles/{stream}/")
    phone.locator("a.token.able").first.tap()
    phone.wait_for_url("**unit=**")
    phone.get_by_text("Full size").tap()
    spot = phone.locator("a.spot").first
    box = spot.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= THUMB - 0.5
    square = (spot.get_attribute("aria-label") or "").removeprefix("Choose ")
    spot.tap()
    phone.wait_for_url("**square=**")
    chosen = phone.locator('select[name="pick:square"], input[name="pick:square"]:checked').first
    assert chosen.input_value() == square
