"""A battle told by status and by result, with taps alone, in every rulebook: how many, and what the log says."""

from __future__ import annotations

from typing import Any
from uuid import uuid5

import msgspec
import pytest
from playwright.sync_api import Locator, Page
from pytest_django.live_server_helper import LiveServer

import rules
from battles import handler, log
from battles.reports import Report
from rules.adjudicate import Who
from rules.contract import Muster
from rules.record import Table
from rules.stream import codec
from tests.axe import grave
from tests.browsing import Tabs
from tests.budgets import Budget
from tests.cast import Cast
from tests.length import in_soak
from tests.pages import midway
from tests.pages.conftest import as_, forms
from tests.pages.test_layout import faults

DAMAGED = 5
FOLDED = 60  # pixels that a folded card takes
KEYS = sorted(rules.all_systems())
SOONEST = "fluid_time"  # to play; the others under soak


class Tapping:
    """A phone on which every tap counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, one: Locator) -> None:
        one.scroll_into_view_if_needed()
        one.tap()
        self.taps += 1

    def taken(self) -> int:
        taps, self.taps = self.taps, 0
        return taps

    def send(self, button: Locator) -> None:
        """And wait for the page that is the answer."""
        self.page.evaluate("document.querySelector('main').dataset.old = '1'")
        self.tap(button)
        self.page.wait_for_selector("main:not([data-old]) #ruling")

    def harm(self, row: Locator) -> dict[str, Any]:
        """The last of what stands in the row and is not so yet; what it says."""
        chip = row.locator(".taps label:has(input:not(:checked))").last
        box = chip.locator("input")
        key, value = box.get_attribute("name") or "", box.get_attribute("value") or ""
        self.tap(chip)
        kind, _colon, path = key.partition(":")
        told: Any = True if kind == "flag" else int(value) if kind == "number" else value
        return {path.split(".")[-1]: told}


def begun(cast: Cast, key: str) -> str:
    """A battle of five against five of which nothing is reported."""
    return midway.told(mustered(key), cast.bob, cast.carol)


def mustered(key: str) -> Table:
    muster = midway.found(key, lambda *_any: True).entries[0].command
    assert isinstance(muster, Muster)
    return Table.open(muster)


def rows_of(stream: str, kind: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(row.data) for row in log.read(stream) if row.type == kind]


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "key", [SOONEST, *(pytest.param(key, marks=pytest.mark.soak) for key in KEYS if key != SOONEST)]
)
def test_status_and_result_take_few_taps(
    cast: Cast, key: str, tabs: Tabs, live_server: LiveServer, budget: Budget
) -> None:
    stream = begun(cast, key)
    page = tabs.open(cast.bob, live_server.url, size={"width": 390, "height": 844}, script=True, touch=True)
    page.goto(f"{live_server.url}/battles/{stream}/")
    on = Tapping(page)

    on.send(page.locator(".depth button[value=status]"))
    assert on.taken() == 1, "to change the depth"
    shown_well(page)
    first = page.locator("details.card[open] fieldset.state").first
    said = on.harm(first)
    on.send(page.locator("details.card[open] button.primary"))
    budget(key, "status of a unit, taps", on.taken())
    units = list(msgspec.json.decode(log.read(stream)[0].data)["units"])
    told = rows_of(stream, "StatusReported")
    assert [one["unit"] for one in told] == [units[0]["id"]]

    on.send(page.locator(".depth button[value=shots]"))
    on.taken()
    one_tap_away(on)
    on.tap(page.locator("label:has(input[name$=':winner'])").last)
    states = page.locator("details.card[open] fieldset.state")
    assert states.count() == len(units) == 10
    harmed = {unit.id: dict(unit.condition) for unit in mustered(key).battle.outcome().units}
    said = harmed[units[0]["id"]] | said
    harmed[units[0]["id"]] = dict(told[0]["condition"])
    for n in range(1, DAMAGED):
        harmed[units[n]["id"]] |= on.harm(states.nth(n))
    on.send(page.locator("details.card[open] button.primary"))
    budget(key, "result of five tanks, taps", on.taken())

    twin = log_of_the_same(cast, key, units[0]["id"], said, harmed)
    for kind in ("StatusReported", "ResultReported"):
        assert rows_of(stream, kind) == rows_of(twin, kind)


def log_of_the_same(cast: Cast, key: str, unit: str, said: dict[str, Any], harmed: dict[str, Any]) -> str:
    """The same told by API, with as little as it takes."""
    stream = str(uuid5(midway.NAMESPACE, f"twin of {key}"))
    muster = mustered(key).entries[0].command
    assert isinstance(muster, Muster)
    opening = Report(str(uuid5(midway.NAMESPACE, f"{stream}/0")), "Muster", codec.encode(muster))
    handler.open_battle(stream, opening, midway.REFEREE, "api")
    winner = list(muster.sides)[-1]
    lines = [
        ("ChangeDepth", {"depth": "status"}),
        ("ReportStatus", {"unit": unit, "condition": said}),
        ("ChangeDepth", {"depth": "result"}),
        ("ReportResult", {"winner": winner, "conditions": harmed}),
    ]
    reports = [
        Report(str(uuid5(midway.NAMESPACE, f"{stream}/{n}")), kind, codec.encode(data))
        for n, (kind, data) in enumerate(lines, 1)
    ]
    handler.execute(stream, reports, Who(str(cast.bob.pk), referee=True), "api")
    return stream


def shown_well(page: Page) -> None:
    assert faults(page) == {}
    assert "{" not in page.locator("main").inner_text(), "no JSON where a person looks"
    assert page.locator("details.card[open] textarea").count() == 0


def one_tap_away(on: Tapping) -> None:
    """The result, once shots are told. Nothing has to be unfolded, and it takes no more of the page than what was
    folded."""
    assert on.page.locator(".depth").evaluate("one => one.getBoundingClientRect().height") <= FOLDED
    shown_well(on.page)
    assert grave(on.page) == []
    on.send(on.page.locator(".depth button[value=result]"))
    assert on.taken() == 1
    shown_well(on.page)


@in_soak(
    "tests/pages/test_depths.py::test_status_and_result_take_few_taps",
)
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_another_depth_is_one_tap_away_once_shots_are_told(cast: Cast, tabs: Tabs, live_server: LiveServer) -> None:
    stream = begun(cast, "tanks")
    midway.tell(stream, ("ChangeDepth", {"depth": "status"}), ("ChangeDepth", {"depth": "shots"}))
    page = tabs.open(cast.bob, live_server.url, size={"width": 390, "height": 844}, script=True, touch=True)
    page.goto(f"{live_server.url}/battles/{stream}/")
    one_tap_away(Tapping(page))
    assert handler.state(stream).depth == "result"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=in_soak("tests/pages/test_depths.py::test_without_a_script_the_same_forms_are_plain"))
        if key in ("modern_age", "panzer_strike")  # the longest ones
        else key
        for key in KEYS
    ],
)
def test_without_a_script_the_same_forms_are_plain(cast: Cast, key: str) -> None:
    """What nobody touched is not reported; what is wrong is told at its unit."""
    stream = begun(cast, key)
    client, url = as_(cast.bob), f"/battles/{stream}/"

    def form(command: str) -> Any:
        return forms(client.get(url).content).of(command)

    depth = form("ChangeDepth")
    assert client.post(depth.action, depth.filled() | {"pick:depth": ["status"]}).status_code == 302
    status = form("ReportStatus")
    untouched = client.post(status.action, status.filled() | {"report": ["1"]})
    assert untouched.status_code == 422
    assert "No unit is reported otherwise than it stands." in untouched.content.decode()
    numbers = [name for name in status.fields if name.startswith("number:")]
    for name in numbers[:1]:
        wrong = client.post(status.action, status.filled() | {name: ["7777777"], "report": ["1"]})
        text = wrong.content.decode()
        assert wrong.status_code == 422, text
        row = text.partition(f'name="{name}"')[2].partition('class="control')[0]
        assert 'class="fault' in row, row
    flags = [name for name in status.fields if name.startswith("flag:")][:2] or numbers[:2]
    ticked = {name: ["yes"] if name.startswith("flag:") else ["1"] for name in flags}
    assert client.post(status.action, status.filled() | ticked | {"report": ["1"]}).status_code == 302
    assert {one["unit"] for one in rows_of(stream, "StatusReported")} == {name.split(".")[1] for name in flags}
    result = form("ReportResult")
    winner = result.offers["pick-or-blank:winner"][-1]
    done = client.post(result.action, result.filled(winner=winner) | {"report": ["1"]})
    assert done.status_code == 302
    assert rows_of(stream, "ResultReported") == [{"winner": winner, "conditions": {}}]
