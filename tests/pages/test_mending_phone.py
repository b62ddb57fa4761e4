"""Two players and an organiser mend a battle on a phone, without a script; each page is looked at on a desk, too."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from django.utils.translation import trans_real
from playwright.sync_api import Locator, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from battles import handler, log
from rules.battle import Battle
from tests.browsing import PHONE, Tabs, show, write
from tests.length import in_soak
from tests.pages.conftest import MOVED, Table, as_, follow
from tests.pages.test_layout import faults

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
DESK: ViewportSize = {"width": 1280, "height": 900}
HIT = MOVED + "fire alpha-1 red-1 close=yes dice=2,5,6,6,1\nreroll alpha-1\ndefend red-1 dice=1,2\n"
SHOTS = os.environ.get("LEAGUER_SHOTS", "")  # a folder for pictures of every page that was looked at


class Tab:
    """One person's browser."""

    def __init__(self, page: Page, measured: Page, site: str, table: Table, name: str, sizes: list[ViewportSize]):
        """Pages are measured in `measured`, a tab that knows scripts, at each of the sizes; used at the first."""
        self.page, self.name, self.table, self.site, self.sizes = page, name, table, site, sizes
        self.measured = measured

    def home(self, query: str = "") -> None:
        self.page.goto(f"{self.site}{self.table.url}{query}", wait_until="domcontentloaded")

    def open(self, path: str) -> None:
        self.page.goto(f"{self.site}{self.table.url}{path}", wait_until="domcontentloaded")

    def unfold(self, name: str, where: Locator | None = None) -> None:
        summary = (where or self.page.locator("main")).locator("summary", has_text=name).first
        if summary.locator("xpath=..").get_attribute("open") is None:
            summary.click()

    def press(self, name: str, where: Locator | None = None) -> None:
        follow((where or self.page.locator("main")).get_by_role("button", name=name, exact=True).first)

    def sees(self, text: str) -> bool:
        return text in self.page.locator("main").inner_text()

    def looks_right(self, name: str) -> None:
        """Nothing juts out, nothing is too small, every control has a name; and a picture, where they are wanted."""
        write(self.measured, self.site, self.page.content())
        assert self.measured.title() == self.page.title()
        self._measures(name)

    def glances(self, path: str, name: str) -> None:
        """The same of a page that is only looked at."""
        show(self.measured, self.site, as_(getattr(self.table.cast, self.name)), f"{self.table.url}{path}")
        self._measures(name)

    def _measures(self, name: str) -> None:
        measured = self.measured
        measured.evaluate("document.querySelectorAll('details').forEach(one => { one.name = ''; one.open = true })")
        for size in sorted(self.sizes, key=lambda size: size != measured.viewport_size):
            measured.set_viewport_size(size)
            assert faults(measured) == {}, (name, size)
            if SHOTS:
                Path(SHOTS).mkdir(parents=True, exist_ok=True)
                path = f"{SHOTS}/{name}-{self.name}-{size['width']}.png"
                measured.screenshot(path=path, full_page=True)


class People(dict[str, Tab]):
    """Everybody's browser, by their names; opened when it is first used."""

    def __init__(self, tabs: Tabs, site: str, table: Table, sizes: list[ViewportSize]) -> None:
        self.measured = tabs.open(script=True, size=sizes[0])
        self.tabs, self.site, self.table, self.sizes = tabs, site, table, sizes

    def __missing__(self, name: str) -> Tab:
        page = self.tabs.open(getattr(self.table.cast, name), self.site, size=self.sizes[0])
        self[name] = Tab(page, self.measured, self.site, self.table, name, self.sizes)
        return self[name]


@pytest.fixture(params=["phone", pytest.param("desk", marks=pytest.mark.soak)])
def people(tabs: Tabs, live_server: LiveServer, table: Table, request: pytest.FixtureRequest) -> People:
    """They click on a phone; by `make soak` on a desk, too."""
    table.play(MOVED)
    return People(tabs, live_server.url, table, [PHONE, DESK] if request.param == "phone" else [DESK, PHONE])


@pytest.fixture
def longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every language needs long words, as German does."""

    def stretched(text: str) -> str:
        return re.sub(r"%\([^)]*\)[sd]|\b[^\W\d_]{5,}\b", _stretched, text)

    say = trans_real.DjangoTranslation
    monkeypatch.setattr(say, "gettext", lambda _self, text: stretched(text))
    monkeypatch.setattr(say, "ngettext", lambda _self, one, many, n: stretched(one if n == 1 else many))


def _stretched(word: re.Match[str]) -> str:
    return word[0] if word[0].startswith("%") else f"{word[0]}sverfahren"


def state(table: Table) -> Battle:
    found: Battle = handler.state(table.battle)
    return found


def row_of(table: Table, type_: str) -> int:
    return max(row.position for row in log.read(table.battle) if row.command_type == type_)


@in_soak(
    "tests/pages/mending/test_undo.py::test_undo_is_one_tap_that_says_what_it_takes_back_and_redo_brings_it_again",
    "tests/pages/mending/test_undo.py::test_what_was_taken_back_lies_struck_under_the_revision_that_took_it",
    "tests/pages/test_few_taps.py::test_a_move_its_undo_and_the_end",
    "tests/pages/test_mending_phone.py::test_long_words_fit_a_phone",
)
def test_a_slip_of_the_thumb_is_taken_back_and_brought_again(table: Table, people: People) -> None:
    bob = people["bob"]
    bob.home()
    card = bob.page.locator('details.card:has(input[value="Fire"])').first
    if card.get_attribute("open") is None:
        card.locator("summary").first.click()
    card.get_by_text("Tagil").click()
    card.get_by_label("Attack dice").fill("25661")
    bob.press("Report", card)
    assert bob.sees("Alpha 66 fires at Tagil")
    fired = state(table).last

    bob.looks_right("undo")
    bob.press("Undo")
    assert state(table).last < fired
    bob.unfold("1 report no longer counts", bob.page.locator("#log"))
    bob.looks_right("undone")
    bob.press("Redo")
    assert state(table).last == fired
    bob.looks_right("redone")


@in_soak(
    "tests/pages/mending/test_correct.py::test_a_correction_is_filled_in_as_it_was_told_and_seen_before_it_is_made",
    "tests/pages/mending/test_correct.py::test_a_player_asks_the_other_side_who_sees_the_same",
    "tests/pages/test_mending_phone.py::test_long_words_fit_a_phone",
)
def test_a_wrong_die_is_corrected_by_both(table: Table, people: People) -> None:
    bob, carol = people["bob"], people["carol"]
    table.play(HIT.removeprefix(MOVED))
    before = state(table).play.models["red-1"].damage
    bob.home()
    row = bob.page.locator("#log li", has_text="Alpha 66 fires at Tagil").first
    follow(row.get_by_role("link", name="Correct…"))
    bob.looks_right("correct")
    form = bob.page.locator("details[open] form", has=bob.page.get_by_label("Attack dice")).first
    form.get_by_label("Attack dice").fill("1 1 6 6 1")
    form.get_by_label("Reason").fill("a five was a one")
    bob.press("See what it changes", form)
    assert bob.sees("Preview")
    bob.looks_right("preview")
    bob.press("Ask Red Banner")
    assert bob.sees("You have asked the other side")
    bob.looks_right("asked")
    assert state(table).play.models["red-1"].damage == before

    carol.home()
    assert carol.sees("The other side asks you")
    carol.looks_right("question")
    carol.press("Agree to the proposal")
    assert state(table).play.models["red-1"].damage < before
    carol.looks_right("agreed")


@in_soak(
    "tests/pages/mending/test_left_over.py::test_all_that_cannot_stand_is_settled_at_once",
    "tests/pages/mending/test_left_over.py::test_what_is_left_is_settled_one_by_one_from_the_battles_page",
    "tests/pages/test_mending_phone.py::test_long_words_fit_a_phone",
)
def test_what_a_correction_leaves_over_is_settled(table: Table, people: People) -> None:
    alice, bob = people["alice"], people["bob"]
    table.play(HIT.removeprefix(MOVED))
    table.take_case(table.cast.alice)
    alice.open(f"correct/{row_of(table, 'Fire')}/?how=strike")
    alice.looks_right("strike")
    alice.page.get_by_label("Reason").fill("that shot was in the round before")
    alice.press("See what it changes")
    assert alice.sees("Reports that can no longer stand")
    alice.looks_right("items")
    alice.press("Correct it")
    assert state(table).waiting
    alice.home()
    assert "A correction has left 1 report to settle" in alice.page.locator("#leftover").inner_text()
    alice.looks_right("leftover")
    bob.home()
    bob.looks_right("leftover")
    alice.open("settle/")
    alice.looks_right("settle")
    alice.home()
    alice.page.get_by_label("strike it", exact=True).check()
    alice.press("Settle it")
    alice.page.get_by_label("keep it as it was played", exact=True).check()
    alice.press("Settle it")
    assert not state(table).waiting
    alice.looks_right("settled")


@in_soak(
    "tests/pages/mending/test_declare.py::test_a_fact_is_declared_by_its_name_and_marked",
    "tests/pages/mending/test_declare.py::test_the_organiser_amends_the_outcome",
    "tests/pages/mending/test_why_and_when.py::test_a_fact_leads_to_the_reports_that_made_it",
    "tests/pages/mending/test_why_and_when.py::test_the_battle_is_shown_as_it_was_believed_on_a_date",
    "tests/pages/test_mending_phone.py::test_long_words_fit_a_phone",
)
def test_facts_are_declared_and_the_outcome_is_amended(table: Table, people: People) -> None:
    alice = people["alice"]
    table.play(HIT.removeprefix(MOVED))
    table.take_case(table.cast.alice)
    alice.home()
    follow(alice.page.get_by_role("link", name="Declare facts…"))
    alice.looks_right("declare-battle")
    follow(alice.page.get_by_role("link", name="Tagil", exact=True))
    alice.looks_right("declare-unit")
    alice.unfold("Damage")
    alice.page.get_by_label("Damage", exact=True).fill("3")
    alice.page.get_by_label("Reason").fill("the counter was left off")
    alice.press("See what it changes")
    alice.looks_right("declare-preview")
    alice.press("Declare it")
    assert state(table).play.models["red-1"].damage == 3
    alice.looks_right("declared")

    follow(alice.page.get_by_role("link", name="Amend the outcome…"))
    alice.looks_right("amend")
    alice.page.get_by_text("Alpha 66", exact=True).first.click()
    alice.page.get_by_label("Reason").fill("they shook hands on it")
    alice.press("See what it changes")
    alice.looks_right("amend-preview")
    alice.press("Amend it")
    assert state(table).outcome().winner == "americans"
    alice.home()
    alice.looks_right("amended")
    follow(alice.page.get_by_role("link", name="Why did it end so?"))
    assert alice.sees("they shook hands on it")
    alice.looks_right("why-outcome")
    alice.open("why/?of=units.red-1.damage")
    assert alice.sees("declared")
    alice.looks_right("why")
    alice.home("?as_of=2020-01-01T10:00")
    alice.looks_right("as-of")


@pytest.mark.usefixtures("longer")
def test_long_words_fit_a_phone(table: Table, people: People) -> None:
    alice, bob = people["alice"], people["bob"]
    table.play(HIT.removeprefix(MOVED))
    table.take_case(table.cast.alice)
    fired = row_of(table, "Fire")
    for tab, path in (
        (alice, "declare/"),
        (alice, "declare/?of=red-1"),
        (alice, "amend/"),
        (bob, f"correct/{fired}/"),
        (bob, f"correct/{fired}/?how=insert"),
    ):
        tab.glances(path, f"long-{path.split('/')[0]}")
    alice.open(f"correct/{fired}/?how=strike")
    alice.page.locator("#why").fill("that shot was in the round before")
    follow(alice.page.locator("button[value=look]").first)
    alice.looks_right("long-items")
    follow(alice.page.locator("button[value=do]").first)
    alice.glances("", "long-leftover")
    alice.glances("settle/", "long-settle")
    bob.home()
    follow(bob.page.locator(".taking button").first)
    bob.looks_right("long-asked")
    people["carol"].glances("", "long-question")
    alice.glances("?as_of=2001-01-01T00:00", "long-as-of")
    alice.glances("why/?of=units.red-1.status", "long-why")
