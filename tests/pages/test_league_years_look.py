"""How what leagues remember and foresee looks: honours, careers, a result's outlook, and the next season by page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from campaigns import clerk, handler
from campaigns.models import CampaignSheet
from campaigns.season.season_end import CloseSeason
from leagues.league.honours import ComposeHonour
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.values import Division
from tests.axe import grave
from tests.browsing import PHONE, Tabs, show
from tests.campaigns.conftest import Season, _skirmish  # noqa: F401
from tests.cast import Cast
from tests.leagues.conftest import Years
from tests.length import AT_LENGTH
from tests.pages.conftest import as_
from tests.pages.test_language import bare, brackets
from tests.pages.test_layout import faults

__all__ = ["brackets"]
DESKTOP = ViewportSize(width=1280, height=800)
HOME = "/leagues/long/"
SOME = ("fixture", HOME, "what")
PREMIER, SECOND = Division(key="premier", name="Premier"), Division(key="second", name="Second division of the west")


def under_way(cast: Cast) -> tuple[Years, Season, str]:
    """A league of two divisions with honours of its own, its first season, and a battle to be fought."""
    years = Years(cast, PREMIER, SECOND)
    for key, metric in (("butcher", "kills"), ("gunner", "hits"), ("busy", "played")):
        years.report(ComposeHonour(honour=key, name=f"The {key}", metric=metric, reason="It needs a name"))
    season = Season(cast).begin()
    years.add(season, title="Spring", division="premier")
    clerk.sweep()
    return years, season, season.muster()


def end(years: Years, season: Season, battle: str) -> None:
    """The battle is fought, and the season over."""
    season.win(battle)
    season.confirm(battle)
    clerk.sweep()
    season.report(season.organiser, CloseSeason())
    clerk.sweep()
    years.report(CloseLeagueSeason(season=1))


def shown(season: Season, cast: Cast) -> tuple[str, ...]:
    """The league's page now and then, a player's, a vehicle's, and why a rating is what it is."""
    bob, machine = f"{HOME}players/{cast.bob.pk}/", f"{HOME}vehicles/{season.stream}/bears-1/"
    return (HOME, bob, machine, f"{HOME}why/?of=players.{cast.bob.pk}.rating", f"{HOME}?at=7")


def fits(page: Page, name: str) -> None:
    """At length every page and step is measured, on a desk, too, and its contrast."""
    if not AT_LENGTH and name not in SOME:
        return
    for size in (PHONE, DESKTOP) if AT_LENGTH else (PHONE,):
        page.set_viewport_size(size)
        assert faults(page) == {}, (name, size)
    if AT_LENGTH or name != HOME:  # at which axe looks in test_league_look
        assert grave(page) == [], name
    page.set_viewport_size(PHONE)


@pytest.mark.at_length
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_a_season_begins_by_touch(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    """Five taps from the league's page: the link, Next, Next, See what it comes to, Begin. In German, which takes more
    room."""
    years, old, battle = under_way(cast)
    page = tabs.open(cast.alice, live_server.url, script=True, touch=True, locale="de")
    german = as_(cast.alice)
    german.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    show(page, live_server.url, german, f"/campaigns/{old.stream}/fixtures/{battle}/")
    assert page.locator("#outlook-1").count() == 1
    fits(page, "fixture")
    end(years, old, battle)
    for address in shown(old, cast):
        if AT_LENGTH or address in SOME:
            show(page, live_server.url, german, address)
            fits(page, address)
    page.goto(live_server.url + HOME)
    with page.expect_navigation():
        page.locator(f'a[href="{HOME}seasons/next/"]').first.tap()
    for step in ("where", "what", "look", "do"):
        fits(page, step)
        with page.expect_navigation():
            page.locator(f'button[name="step"][value="{step}"].primary').tap()
    assert page.url.endswith(f"{HOME}#now")
    stream = str(CampaignSheet.objects.get(name="Spring 2 – Premier").pk)
    assert handler.replay(stream)[0].platoons


@pytest.mark.django_db
@pytest.mark.usefixtures("brackets")
def test_nothing_escapes_translation(cast: Cast) -> None:
    (years, old, battle), alice = under_way(cast), as_(cast.alice)
    assert bare(alice.get(f"/campaigns/{old.stream}/fixtures/{battle}/").content.decode()) == []
    end(years, old, battle)
    for address in shown(old, cast):
        assert bare(alice.get(address).content.decode()) == [], address
    for step in ("who", "where", "what", "look"):
        sent = {"step": step, "returns": f"{old.stream}/bears"}
        assert bare(alice.post(f"{HOME}seasons/next/", sent).content.decode()) == [], step
