"""A whole shot by taps, at 390 pixels, in every rulebook."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import ConsoleMessage, Error, Locator, Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from battles import handler
from rules.adjudicate import Who
from rules.reports import LendSeat, command_codec
from rules.stream import script
from rules.stream.dice import rolls_of
from tests.browsing import Tabs
from tests.budgets import Budget
from tests.cast import Cast
from tests.length import in_soak
from tests.pages import shots
from tests.pages.conftest import as_
from tests.pages.shots import Shot, report_of
from tests.pages.test_layout import faults

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
PICTURES = os.environ.get("LEAGUER_SHOTS", "")


class Thumb:
    """A phone whose taps, page loads and submissions are counted."""

    def __init__(self, page: Page, site: str, name: str) -> None:
        self.page, self.site, self.name = page, site, name
        self.taps = self.dice = self.loads = self.sent = self.pictures = 0
        self.faults: list[str] = []
        self.heard = {"pageerror": self._failed, "console": self._said, "request": self._requested}

    def listen(self) -> None:
        for event, hear in self.heard.items():
            self.page.on(event, hear)  # type: ignore[call-overload]

    def leave(self) -> None:
        """The page goes on to the next test."""
        for event, hear in self.heard.items():
            self.page.remove_listener(event, hear)
        self.page.unroute_all()

    def _failed(self, error: Error) -> None:
        self.faults.append(str(error))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def open(self, stream: str) -> None:
        self.page.goto(f"{self.site}/battles/{stream}/")
        self.loads = self.sent = 0
        self.picture()

    def _requested(self, request: Request) -> None:
        self.loads += request.is_navigation_request()
        self.sent += request.method == "POST" and "send=all" in (request.post_data or "")

    def tap(self, what: Locator, is_die: bool = False) -> None:
        if is_die:
            self.dice += 1
        else:
            self.taps += 1
        what.tap()
        self.settle()
        self.picture()

    def roll(self, *faces: str) -> None:
        for face in faces:
            self.tap(self.page.locator(f'.gesture .pad .faces button[data-face="{face}"]'), is_die=True)

    def settle(self) -> None:
        expect(self.page.locator("[aria-busy]")).to_have_count(0)

    def picture(self) -> None:
        """What is on the screen fits it, can be hit by a thumb, and is told apart."""
        assert faults(self.page) == {}
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{PICTURES}/{self.name}-{self.pictures:02}.png")
        self.pictures += 1

    @property
    def gesture(self) -> Locator:
        return self.page.locator(".gesture")


@pytest.fixture
def thumb(tabs: Tabs, live_server: LiveServer, cast: Cast) -> Iterator[Callable[[str], Thumb]]:
    made: list[Thumb] = []

    def make(name: str) -> Thumb:
        page = tabs.open(cast.bob, live_server.url, size={"width": 390, "height": 844}, script=True, touch=True)
        made.append(Thumb(page, live_server.url, name))
        made[-1].listen()
        return made[-1]

    yield make
    for one in made:
        one.leave()


def fires(phone: Thumb, shot: Shot, type_: str = "Fire") -> Locator:
    """The page is loaded, and the card of the shot opened."""
    phone.open(shot.stream)
    card = phone.page.locator(f'details.card:has(input[name="type"][value="{type_}"])').first
    if card.get_attribute("open") is None:
        phone.tap(card.locator("summary").first)
    return card


def modern_age(phone: Thumb, shot: Shot) -> None:
    card = fires(phone, shot)
    phone.tap(button(card, "Go on to the dice"))
    phone.roll("4", "5", "1", "1")
    phone.tap(phone.gesture.get_by_role("button", name="Alpha keeps its attack dice"))
    phone.roll("1")
    phone.tap(button(phone.gesture, "Report"))


def panzer_strike(phone: Thumb, shot: Shot) -> None:
    phone.tap(button(fires(phone, shot, "Announce"), "Go on"))
    phone.roll("4", "3", "body", "1")
    phone.tap(button(phone.gesture, "Report"))


def tanks(phone: Thumb, shot: Shot) -> None:
    card = fires(phone, shot)
    phone.tap(card.get_by_text("Able", exact=True))
    phone.tap(card.get_by_role("textbox", name="Distance"))
    card.get_by_role("textbox", name="Distance").fill("20")
    phone.tap(card.get_by_text("front", exact=True))
    phone.tap(button(card, "Go on to the dice"))
    phone.roll("6", "6", "3")
    phone.tap(button(phone.gesture, "Report"))


def fluid_time(phone: Thumb, shot: Shot) -> None:
    phone.tap(button(fires(phone, shot, "Aim"), "Go on"))
    phone.tap(phone.gesture.get_by_text("short range: 8 or less").first)
    phone.tap(phone.gesture.get_by_text("front", exact=True).first)
    phone.tap(button(phone.gesture, "Go on"))
    phone.roll("3", "6", "6", "6", "6", "6", "6", "4")
    phone.tap(button(phone.gesture, "Report"))


def test_a_shot_says_that_its_dice_are_still_to_come(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    """Where it is sent as it is, without a network or with dice that are typed beside it, it says that it reports."""
    card = fires(phone := thumb("words"), shots.modern_age(cast.bob))
    sent = card.locator("button.primary")
    expect(sent).to_have_accessible_name("Go on to the dice")
    expect(button(phone.page.locator("main"), "Report")).to_have_count(0)
    phone.page.context.set_offline(True)
    expect(sent).to_have_accessible_name("Report")
    phone.page.context.set_offline(False)
    expect(sent).to_have_accessible_name("Go on to the dice")
    with phone.page.expect_request("**/draft/") as asked:  # and so it is asked about, whether they fall or not
        sent.tap()
    assert "send=next" in (asked.value.post_data or "")


def button(part: Locator, name: str) -> Locator:
    return part.get_by_role("button", name=name, exact=True).locator("visible=true").first


SHOTS = {
    "modern_age": (shots.modern_age, modern_age, ["fire m1 t64 dice=4,5,1,1", "reroll m1", "defend t64 dice=1"]),
    "panzer_strike": (
        shots.panzer_strike_,
        panzer_strike,
        ["announce tiger m4", "fire tiger accuracy=4,3 hit=body penetration=1"],
    ),
    "tanks": (shots.tanks_, tanks, ["fire otto able distance=200 facing=front hit=6 penetration=6 damage=3"]),
    "fluid_time": (
        shots.fluid_time,
        fluid_time,
        ["aim tiger t34", "fire tiger short front hit=3 damage=6,6,6,6,6,6 effect=4"],
    ),
}
# Beside the dice; a distance that is typed is one. Six at most.
TAPS = {"modern_age": 3, "panzer_strike": 2, "tanks": 5, "fluid_time": 6}
DICE = {"modern_age": 5, "panzer_strike": 4, "tanks": 3, "fluid_time": 8}


@pytest.mark.parametrize(
    "key",
    [
        key
        if key == "fluid_time"  # has the longest one
        else pytest.param(key, marks=in_soak("tests/pages/test_shot.py::test_a_whole_shot_is_one_form"))
        for key in SHOTS
    ],
)
def test_a_whole_shot_is_one_form(cast: Cast, thumb: Callable[[str], Thumb], key: str, budget: Budget) -> None:
    """Dice of both players, without a page load; the same events as by script, in one submission."""
    opened, told, lines = SHOTS[key]
    shot, twin = opened(cast.bob), opened(cast.bob)
    before = len(shot.events)
    phone = thumb(key)
    told(phone, shot)
    assert phone.page.evaluate("document.activeElement.id") == "ruling"
    twin.tell(*lines)
    assert shot.events[before:] == twin.events[before:]
    assert (phone.taps, phone.dice, phone.loads, phone.sent) == (TAPS[key], DICE[key], 0, 1)
    budget(key, "shot, taps beside the dice", phone.taps)
    budget(key, "shot, page loads", phone.loads)
    assert phone.faults == []


def test_a_shot_at_hidden_cards_is_one_form(cast: Cast, thumb: Callable[[str], Thumb], budget: Budget) -> None:
    """The phone holds the seat of the target, whose driver lies face down: its owner reveals nothing, in the same
    submission. So says one report that the holder sends by API, too."""
    shot, twin = (shots.face_down(cast.bob, cast.carol, "Defensive Driver") for _one in range(2))
    for one in (shot, twin):
        handler.execute(one.stream, [report_of(LendSeat(side="soviets"))], Who(str(cast.carol.pk)), "page")
    before = len(shot.events)
    phone = thumb("hidden")
    phone.tap(button(fires(phone, shot), "Go on to the dice"))
    phone.roll("4", "4", "4", "1")
    phone.tap(phone.gesture.get_by_role("button", name="keeps its attack dice"))
    phone.roll("1")
    expect(phone.gesture).to_contain_text("T-64 keeps its cards face down.")
    phone.tap(button(phone.gesture, "Report"))
    assert [type(event).__name__ for event in shot.events[before:]].count("HiddenKept") == 1
    assert phone.sent == 1
    budget("modern_age", "shot at hidden cards, taps beside the dice", phone.taps)
    budget("modern_age", "shot at hidden cards, page loads", phone.loads)

    line = "fire m t dice=4,4,4,1 stabiliser='' stationary='' defence=1 keep_hidden=yes"
    (told,) = script.parse(line, command_codec(twin.system))
    handler.execute(twin.stream, [report_of(told.command)], Who(str(cast.bob.pk)), "api")
    assert twin.events[before:] == shot.events[before:]


@in_soak(
    "tests/pages/test_going_back.py::test_dice_of_a_draft_are_there_after_going_back_and_forward",
)
def test_a_tap_is_taken_back_and_so_is_a_step(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    shot = shots.modern_age(cast.bob)
    phone = thumb("back")
    before = len(shot.events)
    phone.tap(button(fires(phone, shot), "Go on to the dice"))
    phone.roll("4", "6", "2")
    phone.tap(phone.gesture.get_by_role("button", name="Take back: 6"))
    expect(phone.gesture.locator("[aria-live]")).to_have_text("4, 2 (2/4)")
    phone.roll("1", "1")
    phone.tap(button(phone.gesture, "Back"))
    expect(phone.gesture.locator("[aria-live]")).to_have_text("No die yet (0/4)")
    phone.tap(button(phone.gesture, "Cancel"))
    expect(phone.gesture).to_have_count(0)
    expect(fires_card(phone)).to_be_visible()
    assert len(shot.events) == before


def fires_card(phone: Thumb) -> Locator:
    return phone.page.locator('details.card:has(input[name="type"][value="Fire"])').first


@in_soak(
    "tests/pages/test_offline.py::test_a_report_counts_once_whatever_comes_back",
    "tests/pages/test_plain_http.py::test_the_queue_holds_without_https",
)
def test_what_is_filled_in_outlives_a_lost_connection(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    """The answer is lost, not the report: sent again it counts once."""
    shot = shots.modern_age(cast.bob)
    phone = thumb("lost")
    phone.tap(button(fires(phone, shot), "Go on to the dice"))
    phone.roll("4", "5", "1", "1")
    phone.tap(phone.gesture.get_by_role("button", name="Alpha keeps its attack dice"))
    phone.roll("1")

    def lost(route: Route) -> None:
        form = "application/x-www-form-urlencoded"
        as_(cast.bob).post(urlsplit(route.request.url).path, route.request.post_data, content_type=form)
        route.abort()

    phone.page.route("**/draft/", lost)
    phone.tap(button(phone.gesture, "Report"))
    waiting = phone.page.locator("#waiting")
    expect(waiting.locator("li")).to_have_count(1)
    rows = len(shot.events)
    phone.page.unroute("**/draft/")
    phone.tap(button(waiting, "Send now"))
    expect(phone.page.locator("#ruling")).to_contain_text("The attack on Tagil does 2 damage in all.")
    assert len(shot.events) == rows == 8


@in_soak(
    "tests/pages/test_draft.py::test_leaguer_rolls_only_when_told_to_and_the_page_goes_on",
    "tests/pages/test_by_taps.py::test_on_one_phone_with_a_lent_seat_a_card_is_turned_up_after_its_owner_s_code",
)
def test_leaguer_rolls_the_attack_and_the_table_its_defence(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    """His dice fall in the log as soon as they are asked of him; the shot goes on below the ruling."""
    shot = shots.modern_age(cast.bob)
    phone = thumb("mixed")
    phone.tap(button(fires(phone, shot), "Go on to the dice"))
    phone.roll("6")
    phone.tap(button(phone.gesture, "Leaguer rolls"))
    expect(phone.page.locator("#ruling")).to_contain_text("Alpha fires at Tagil")
    phone.tap(phone.gesture.get_by_role("button", name="Alpha keeps its attack dice"))
    phone.roll("1")
    phone.tap(button(phone.gesture, "Report"))
    rolls = [roll for event in shot.events for roll in rolls_of(event) if roll.told and "m1" in roll.question]
    assert [roll.by for roll in rolls[-2:]] == ["leaguer", "table"]
    assert phone.loads == 0


@in_soak(
    "tests/pages/test_draft.py::test_several_announce_before_one_fires",
    "tests/pages/test_draft.py::test_who_has_announced_nothing_is_named_before_the_first_die",
    "tests/pages/test_shot.py::test_a_whole_shot_is_one_form",
)
def test_several_announce_before_the_first_die(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    shot = shots.two_tigers(cast.bob, "end-movement axis")
    phone = thumb("announce")
    phone.tap(button(fires(phone, shot, "Announce"), "Go on"))
    expect(phone.gesture).to_contain_text("Emil has announced nothing.")
    phone.tap(phone.gesture.get_by_text("Another one announces first"))
    phone.tap(phone.gesture.locator("details.more details.card summary").first)
    phone.tap(button(phone.gesture.locator("details.more"), "Go on"))
    for label in ("Otto", "Emil"):
        shots_left = phone.gesture.locator("form.plain button")
        if shots_left.count():
            phone.tap(shots_left.filter(has_text=label).first)
        phone.roll("0", "0")
    phone.tap(button(phone.gesture, "Report"))
    told = [type(event).__name__ for event in shot.events]
    assert told[-4:] == ["Announced", "Announced", "AccuracyRolled", "AccuracyRolled"]
    assert phone.sent == 1


@pytest.mark.soak
def test_many_units_and_then_others_are_one_submission(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    """A form of many units goes on to what many may do then, and all of it is reported at once."""
    shot = shots.two_tigers(cast.bob)
    phone = thumb("others")
    phone.open(shot.stream)
    batch = phone.page.locator("details.batch")
    phone.tap(batch.locator("summary").first)
    for row in range(2):
        phone.tap(batch.locator(f'[name^="{row}/"][type=radio]').first.locator("xpath=ancestor::label"))
    phone.tap(button(batch, "And others in the same go"))
    expect(phone.gesture.locator(".so-far p")).to_have_count(2)
    phone.tap(phone.gesture.get_by_text("And others in the same go"))
    again = phone.gesture.locator("details.batch")
    phone.tap(again.locator("summary").first)
    phone.tap(again.locator('[name^="0/"][type=radio]').first.locator("xpath=ancestor::label"))
    phone.tap(button(again, "Go on"))
    expect(phone.gesture.locator(".so-far p")).to_have_count(3)
    phone.tap(button(phone.gesture, "Report"))
    expect(phone.page.locator("#ruling")).to_be_visible()
    assert [type(event).__name__ for event in shot.events[-3:]] == ["Moved"] * 3
    assert (phone.sent, phone.loads, phone.faults) == (1, 0, [])


@in_soak(
    "tests/pages/test_fifth_rulebook.py::test_a_rulebook_just_begun_is_played_by_taps",
)
def test_a_unit_is_opened_without_a_page_load(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    shot = shots.two_tigers(cast.bob, "end-movement axis")
    phone = thumb("unit")
    phone.open(shot.stream)
    for name in ("Emil", "Otto"):
        phone.tap(phone.page.locator("a.token").filter(has_text=name).first)
        expect(phone.page.locator("a.token[aria-current]")).to_contain_text(name)
    expect(phone.page.locator("#decisions")).to_be_focused()
    assert "unit=otto" in phone.page.url
    assert phone.loads == 0
    phone.page.reload()
    expect(phone.page.locator("a.token[aria-current]")).to_contain_text("Otto")


def test_a_move_says_what_is_left_while_it_is_typed(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    shot = shots.fluid_time(cast.bob)
    phone = thumb("move")
    phone.open(shot.stream)
    card = phone.page.locator('details.card[open]:has(input[name="type"][value="Move"])').first
    card.get_by_role("textbox", name="Distance").fill("5")
    expect(card.get_by_role("status")).to_contain_text("Tiger I moves 5 in over open ground.")
    expect(card.get_by_role("status")).to_contain_text("Then: Tiger I moves on over open ground, up to 3 in")
    card.get_by_role("textbox", name="Distance").fill("9")
    expect(card.get_by_role("status")).to_contain_text("cannot move 9 in")
    phone.picture()
