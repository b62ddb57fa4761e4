"""The whole of Alpha 66 on two phones, in a real browser without a script: from deployment to confirmation."""

from __future__ import annotations

import contextlib
import io
import re

import pytest
from playwright.sync_api import Locator, Page
from pytest_django.live_server_helper import LiveServer

from campaigns import clerk
from campaigns.models import Standing, User, Vehicle
from tests.browsing import Tabs, log_in
from tests.pages.conftest import Table, follow

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
# What a player reports when several things may be: an open decision first, then what brings the battle on.
ORDER = (
    "Reroll", "Swap", "Defend", "DrawCritical", "Spend", "LoseCrew", "ReturnFire",
    "Deploy", "Move", "Fire", "SkipRepair", "RollAdvantage",
)  # fmt: skip
LONGEST = 50  # reports by phone; a battle of sixes is over long before
TANKS = 1
# Recorded of these two phones: three rounds after the deployment, and the fourth to its repairs. Alpha 66 rolls sixes,
# the rest is Leaguer's dice.
ROUNDS = """
move red-1 1
move red-2 1
move alpha-1 1
fire alpha-1 red-1 dice=6,6,6,6,6
reroll alpha-1
swap alpha-1 swap=no
defend red-1
fire red-2 alpha-1
reroll red-2
defend alpha-1
skip-repair red-1
roll-advantage
move red-2 1
move alpha-1 1
fire alpha-1 red-1 dice=6,6,6,6,6
reroll alpha-1
swap alpha-1 swap=no
defend red-1
fire red-2 alpha-1
reroll red-2
defend alpha-1
roll-advantage
move red-2 1
move alpha-1 1
fire alpha-1 red-2 dice=6,6,6,6,6
reroll alpha-1
swap alpha-1 swap=no
defend red-2
fire red-2 alpha-1
reroll red-2
defend alpha-1
skip-repair red-2
roll-advantage
move red-2 1
move alpha-1 1
fire alpha-1 red-2 dice=6,6,6,6,6
reroll alpha-1
swap alpha-1 swap=no
defend red-2
"""


class Phone:
    """One player with one hand: opens a card, fills in what is asked, sends it."""

    def __init__(self, tabs: Tabs, site: str, table: Table, user: User) -> None:
        self.page = tabs.open(touch=True)
        self.site, self.battle, self.user = site, site + table.url, user

    def is_logged_in(self) -> None:
        """Since the last battle."""
        log_in(self.page, self.user, self.site)

    def look(self) -> str:
        self.page.goto(self.battle, wait_until="domcontentloaded")
        return self.page.locator("main").inner_text()

    def sees(self, text: str) -> bool:
        return text in self.page.locator("main").inner_text()

    def card(self, type_: str) -> Locator:
        """The first card that reports `type_`, opened."""
        card = self.page.locator(f'details.card:has(input[name="type"][value="{type_}"])').first
        if card.get_attribute("open") is None:
            card.locator("summary").first.click()
        return card

    def offered(self) -> list[str]:
        found: list[str] = self.page.locator('.card input[name="type"]').evaluate_all(
            "all => all.map(one => one.value)"
        )
        return found

    def send(self, card: Locator, button: str = "Report") -> None:
        follow(card.get_by_role("button", name=button, exact=True))

    def take_turn(self) -> str:
        """Report one thing; its type."""
        offered = self.offered()
        type_ = next(type_ for type_ in ORDER if type_ in offered)
        card = self.card(type_)
        for group in card.locator("fieldset:has(input[required])").all():
            group.locator("label").first.click()
        if type_ == "Fire" and self.is_alpha:
            self.roll_sixes(card)
        else:
            self.send(card)
        assert self.page.locator("#ruling").is_visible(), self.page.locator("main").inner_text()
        return type_

    def roll_sixes(self, card: Locator) -> None:
        """Ask first how many dice there are, then type what fell."""
        self.send(card, "Check first")
        note = self.page.locator(".note.good").inner_text()
        found = re.search(r"Then (\d+) (die|dice) with 6 faces", note)
        assert found, note
        card = self.card("Fire")
        card.get_by_label("Attack dice").fill("6" * int(found[1]))
        self.send(card)

    @property
    def is_alpha(self) -> bool:
        return self.page.get_by_role("link", name="bob").count() > 0


@pytest.fixture
def bob(tabs: Tabs, live_server: LiveServer, table: Table) -> Phone:
    phone = Phone(tabs, live_server.url, table, table.cast.bob)
    phone.is_logged_in()
    return phone


@pytest.fixture
def carol(tabs: Tabs, live_server: LiveServer, table: Table) -> Phone:
    phone = Phone(tabs, live_server.url, table, table.cast.carol)
    phone.is_logged_in()
    return phone


def test_two_phones_log_the_last_battle_of_alpha_66(table: Table, bob: Phone, carol: Phone) -> None:
    """The last tank deploys; the first rounds are told as they were recorded; the rest is theirs again."""
    reported: list[str] = []
    table.play("deploy red-1\ndeploy red-2")
    turn, other = bob, carol
    turn.look()
    while not turn.sees("Outcome"):
        assert len(reported) < LONGEST, reported
        if not turn.sees("It is your turn."):
            turn, other = other, turn
            turn.look()
            assert turn.sees("It is your turn.") or turn.sees("Outcome")
        else:
            reported.append(turn.take_turn())
            if len(reported) == TANKS:
                assert {*reported} == {"Deploy"}
                table.play(ROUNDS)
                turn.look()
    assert {"Deploy", "Move", "Fire", "Defend", "RollAdvantage"} <= {*reported}
    assert "Victory for Alpha 66." in bob.look()

    for phone in (bob, carol):
        phone.look()
        phone.page.get_by_role("button", name="Confirm for").click()
    assert table.sheet.status == "confirmed"

    clerk.sweep()
    assert "Settled" in carol.look()
    assert Standing.objects.get(campaign=table.desk.pk, platoon="alpha").won == 1
    assert Vehicle.objects.get(campaign=table.desk.pk, vehicle="alpha-1").kills == 2
    proves_its_dice(carol.page)


def proves_its_dice(page: Page) -> None:
    """After settlement every die of Leaguer's holds, and the page's own proof says the same."""
    page.get_by_role("link", name="Check every die").click()
    table = page.locator("table").inner_text()
    assert "holds" in table
    assert "does not hold" not in table
    proof = page.locator("#proof").inner_text()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(proof, {})
    question = re.search(r'question, faces, dice = "([^"]+)"', proof)
    assert question
    row = page.locator("tr", has=page.get_by_text(question[1], exact=True)).first
    assert printed.getvalue().strip("[]\n").replace(", ", " ") in row.inner_text()
