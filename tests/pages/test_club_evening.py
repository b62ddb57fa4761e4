"""Whole evenings of a club, by browser: from the code in the terminal of a fresh site over three rounds, with what goes
wrong in a season. What the organiser does is done by her pages alone, and counted; mail leads her to a dispute."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMessage
from playwright.sync_api import Page, ViewportSize
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.axe import grave
from tests.browsing import Tabs
from tests.budgets import Budget
from tests.pages.club import Club
from tests.pages.test_evening import DESKTOP, PHONE, Hand
from tests.pages.test_layout import JUTS_OUT, THUMB, TOO_SMALL

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]


def in_order(page: Page) -> None:
    """Of the pages that lead through the first run."""
    if "/welcome/" in page.url or "/campaigns/new/" in page.url:
        assert page.evaluate(JUTS_OUT) <= 0, page.url
        assert page.evaluate(TOO_SMALL, THUMB) == [], page.url
        assert grave(page) == [], page.url


def begun(
    tabs: Tabs, site: str, settings: Settings, posted: list[EmailMessage], size: ViewportSize, players: int
) -> tuple[Club, str]:
    """The club up to its first round, and the link by which more can come."""
    settings.MAIL, settings.SITE_URL = True, site
    touch = size == PHONE
    club = Club(Hand(tabs.open(None, size=size, touch=touch, script=True), touch), site, posted)
    club.hand.check = in_order
    link = club.is_set_up()
    club.hand.check = None
    for n in range(1, players + 1):
        club.comes(f"p{n}", link)
    club.works()
    club.hand.link("Done: to the first page")
    club.hand.link("Office")
    club.hand.looks("2-office")
    club.hand.link("Open the next round")
    club.hand.looks("2-open-round")
    club.hand.button("Preview")
    club.hand.looks("2-open-round-preview")
    club.hand.button("Do it")
    club.hand.looks("2-round-1")
    club.works()
    assert len(club.season.fixtures) == players // 2
    return club, link


def disputed(club: Club, fixture: str) -> str:
    """By the first platoon; the second is who should win it."""
    first, second = club.season.fixtures[fixture].platoons
    club.concedes(fixture)
    club.tells(first, "Dispute", fixture=fixture, reason="The bridge was still standing.")
    club.works()
    return second


def disputed_and_ruled(club: Club, fixture: str, budget: Budget) -> None:
    second = disputed(club, fixture)
    hand = club.rules_on(fixture, club.season.platoons[second].name)
    assert not club.season.fixtures[fixture].disputes
    assert club.has_won(fixture, second)
    budget("tanks", "dispute mail to its ruling, clicks", hand.clicks, hand.told())
    club.works()


def next_round(club: Club, number: int, budget: Budget) -> None:
    hand = club.closes_and_publishes(number)
    budget("tanks", "round closed and the next published, clicks", hand.clicks, hand.told())
    budget("tanks", "round closed and the next published, seconds", hand.seconds, hand.told())
    club.works()


def test_a_small_evening(
    tabs: Tabs, live_server: LiveServer, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    """As far as the mail about a dispute. How it is ruled on, and the round closed and the next published in few
    clicks, is in tests/campaigns/test_office_evening.py, and in the evenings below."""
    club, _link = begun(tabs, live_server.url, settings, mailoutbox, PHONE, players=4)
    fixture, _other = club.open_ones()
    second = disputed(club, fixture)
    hand = club.follows_the_mail()
    assert hand.page.get_by_role("button", name=f"{club.season.platoons[second].name} has won").is_visible()


@pytest.mark.soak
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["390", "1280"])
def test_three_rounds_of_twenty(
    tabs: Tabs,
    live_server: LiveServer,
    settings: Settings,
    mailoutbox: list[EmailMessage],
    budget: Budget,
    size: ViewportSize,
) -> None:
    club, link = begun(tabs, live_server.url, settings, mailoutbox, size, players=20)
    hand = club.hand
    budget("tanks", "first run to the first published round, clicks", hand.clicks, hand.told())
    budget("tanks", "first run to the first published round, seconds", hand.seconds, hand.told())

    doubtful, *others, silent = club.open_ones()
    for one in others:
        club.concedes(one)
    disputed_and_ruled(club, doubtful, budget)
    club.goes_to_the_round()
    came = club.season.fixtures[silent].platoons[0]
    club.walks_over(silent, club.season.platoons[came].name)
    assert club.has_won(silent, came)
    club.comes("p21", link)
    next_round(club, 1, budget)
    left, stays, gone = the_second_round(club)
    next_round(club, 2, budget)

    assert club.has_won(left, stays)
    assert gone not in {key for one in club.open_ones() for key in club.season.fixtures[one].platoons}
    assert club.season.opened.scoring.win == 3
    the_third_round_and_the_end(club)


def the_second_round(club: Club) -> tuple[str, str, str]:
    """Somebody leaves, a result is entered the wrong way round and mended, and a rule is amended. The fixture of who
    left, who stays in it, and who has left."""
    hand, played = club.hand, club.season.rounds[-1]
    assert len(club.open_ones()) == 10
    assert len(played.byes) == 1
    left, wrong, *_others = club.open_ones()
    gone, stays = club.season.fixtures[left].platoons
    club.tells(gone, "Drop", platoon=gone, reason="I have moved away")
    assert club.season.platoons[gone].dropped
    club.goes_to_the_round()
    names = {key: one.name for key, one in club.season.platoons.items()}
    lines = [[names[key] for key in club.season.fixtures[one].platoons] for one in club.open_ones()[1:]]
    club.enters([f"{one}\t{other}\t3:1" for one, other in lines])
    assert club.open_ones() == [left]
    right = club.season.fixtures[wrong].platoons[1]
    club.goes_to_the_round()
    hand.press(club.page.locator(f"#f-{wrong} [data-act=adjudicate]"))
    hand.type("Reason", "The paper had it the wrong way round")
    hand.button(f"{names[right]} has won")
    hand.looks("6-wrong-result")
    hand.button("Do it")
    assert club.has_won(wrong, right)
    club.amends(3)
    return left, stays, gone


def the_third_round_and_the_end(club: Club) -> None:
    hand = club.hand
    for one in club.open_ones():
        club.concedes(one)
    club.goes_to_the_round()
    hand.looks("8-round-3")
    hand.link("Close the round", exact=True)
    hand.button("Preview")
    hand.looks("8-close")
    hand.button("Do it")
    hand.link("Close the season")
    hand.looks("8-season")
    hand.button("Preview")
    hand.button("Do it")
    hand.looks("8-over")
    assert club.season.closed is not None
