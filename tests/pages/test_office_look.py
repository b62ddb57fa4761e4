"""How the office's own pages look: nothing juts out of a phone, every control is labelled, none is there twice."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import ViewportSize
from pytest_django.live_server_helper import LiveServer

from battles.reports import Report
from campaigns import handler
from campaigns.admin.ruling import campaign_pages, results_sheet, round_page
from campaigns.admin.ruling.views import rule_url
from campaigns.models import Campaign
from campaigns.season.enlistment import Enlist
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.orders import Order
from campaigns.season.map.retreats import Retreat
from campaigns.season.results import Adjudicate, Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Recruit
from rules import system
from rules.adjudicate import Who
from rules.contract import Command
from rules.stream import codec
from tests.axe import faint
from tests.browsing import Tabs, log_in, show_answer
from tests.campaigns.on_map import MAP, SIDES
from tests.cast import CampaignFactory, Cast
from tests.length import AT_LENGTH
from tests.pages.conftest import Table, as_, forms
from tests.pages.test_language import bare, brackets
from tests.pages.test_layout import DANGLING, JUTS_OUT, TWICE
from tests.pages.test_layout import UNLABELLED as UNLABELLED_OR_BUTTON

__all__ = ["brackets"]
UNLABELLED = UNLABELLED_OR_BUTTON.replace("input:not(", "input:not([type=submit]):not(")  # which says what it does
PHONE, DESKTOP = ViewportSize(width=360, height=740), ViewportSize(width=1280, height=800)


BACKGROUND = "one => getComputedStyle(one).backgroundColor"
LIGHT, DARK = "rgb(44, 54, 24)", "rgb(32, 39, 15)"  # of the header
NAMES = {"Fulda 1985", "Alpha 66", "Red Banner", "The bridge at Kassel", "alice", "bob", "carol"} | {
    scenario.name for scenario in system("modern_age").scenarios
}
# What `make soak` opens besides: pages whose template and whose kinds of controls other pages show (here one of them).
LIKE_ANOTHER = {
    "start": "add",
    "map": "map drawn",
    "opening": "map rehearsed",
    "platoons": "one platoon",
    "season": "one rule",
    "round": "roundadjudicate",
    "on a map": "rule",
    **dict.fromkeys(("open-round", "appoint", "close-season", "disclose"), "amend"),
    **dict.fromkeys(("adjudicate", "walk-over", "call-off", "reconsider"), "roundadjudicate"),
    **dict.fromkeys(("penalise", "hand-over", "drop"), "one platoon"),
}
LOOKED_AT = ("one platoon", "one rule", "amend", "deploy")  # in `make test` with their preview
STEP = {"alice", "Autumn", "› Autumn", "Autumn |  |"}  # who is there, and the campaign, as its steps are headed


def office_pages(cast: Cast) -> dict[str, str]:
    """Every page of the office that is not Django's own, by what it shows."""
    table = Table(cast)
    new = CampaignFactory.create(club=cast.club, name="Autumn", system="modern_age")
    Campaign.objects.filter(pk=table.campaign).update(test=True)
    drawn = CampaignFactory.create(club=cast.club, name="Autumn", system="modern_age", sides=SIDES, map=MAP)
    change = f"/admin/campaigns/campaign/{new.pk}/change/"
    desk = f"/admin/campaigns/campaign/{table.campaign}"
    return {
        "front": "/admin/",
        "add": "/admin/campaigns/campaign/add/",
        **{key: f"{change}?step={key}" for key in ("start", "battles", "counting", "map", "terms")},
        "map drawn": f"/admin/campaigns/campaign/{drawn.pk}/change/?step=map",
        "map rehearsed": f"/admin/campaigns/campaign/{drawn.pk}/opening/",
        "opening": f"/admin/campaigns/campaign/{new.pk}/opening/",
        "open": f"{desk}/change/",
        "clone": f"{desk}/clone/",
        "forget": f"{desk}/forget/",
        **{one: campaign_pages.address(table.campaign, one) for one in ("platoons", "season", "log")},
        "one platoon": campaign_pages.address(table.campaign, "platoons", "penalise", "alpha"),
        "one rule": campaign_pages.address(table.campaign, "season", "amend", only="win"),
        "people": f"/admin/campaigns/club/{cast.club.pk}/people/",
        "trail": "/admin/campaigns/campaignsheet/trail/",
        "rule": rule_url(table.campaign),
        "results": results_sheet.address(table.campaign, 0),
        **{
            f"round{act}": round_page.address(table.campaign, 0, act, act and table.battle)
            for act in ("", "adjudicate")
        },
        **{key: rule_url(table.campaign, key) for key in ("open-round", "amend", "appoint", "close-season")},
        **{key: rule_url(table.campaign, key, table.battle) for key in ("adjudicate", "walk-over", "call-off")},
        **{key: rule_url(table.campaign, key, "alpha") for key in ("penalise", "hand-over", "drop")},
        **map_pages(cast),
    }


def map_pages(cast: Cast) -> dict[str, str]:
    """Every ruling over a map: Bob has driven Carol off, which was ruled on otherwise, and a round waits for orders."""
    desk = CampaignFactory.create(club=cast.club, name="Fulda 1985", system="modern_age", sides=SIDES, map=MAP)
    alice, bob, carol = Who(str(cast.alice.pk), referee=True), Who(str(cast.bob.pk)), Who(str(cast.carol.pk))
    handler.open_campaign(desk, alice, "page")
    platoons = (("alpha", "Alpha 66", "reds", "M1 Abrams"), ("red", "Red Banner", "blues", "T-64"))
    for who, (key, name, side, model) in zip((bob, carol), platoons, strict=True):
        recruits = (Recruit(id=f"{key}-1", model=model),)
        _tell(desk, who, Enlist(platoon=key, name=name, side=side, vehicles=recruits))
    for key, sector in (("alpha", "bury"), ("red", "elm")):
        _tell(desk, alice, Deploy(platoon=key, sector=sector, reason="As at the table"))
    _tell(desk, alice, OpenRound(deadline="", orders_by=""))
    _tell(desk, bob, Order(platoon="alpha", do="attack", to="elm"))
    _tell(desk, alice, Disclose(round=1))
    _tell(desk, carol, Concede(fixture="r1-1", platoon="red"))
    _tell(desk, carol, Retreat(platoon="red", to="gate"))
    _tell(desk, alice, Adjudicate(fixture="r1-1", winner="red", reason="It was the other way round"))
    _tell(desk, alice, CloseRound(round=1))
    _tell(desk, alice, OpenRound(deadline="", orders_by=""))
    return {
        "on a map": rule_url(desk.pk),
        **{key: rule_url(desk.pk, key) for key in ("disclose", "set-link")},
        "deploy": rule_url(desk.pk, "deploy", "alpha"),
        "reconsider": rule_url(desk.pk, "reconsider", "r1-1"),
    }


def _tell(desk: Campaign, who: Who, command: Command) -> None:
    report = Report(str(uuid4()), type(command).__name__, codec.encode(command))
    handler.execute(str(desk.pk), [report], who, "page")


def alice(cast: Cast) -> Client:
    cast.alice.is_staff = True
    cast.alice.save()
    return as_(cast.alice)


def looked(reader: Client, address: str, page: Any) -> Any:
    """What is answered where the first button of a page is pressed that shows what would follow: that, or what is said
    of mistakes. In a browser it is pressed in tests/campaigns/test_office_evening.py, and here at length."""
    form = next(one for one in forms(page.content).forms if "look" in one.fields)
    sent = {name: values for name, values in form.filled().items() if name != "do"}
    return reader.post(urljoin(address, form.action), sent, follow=True)


@pytest.mark.at_length
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_every_page_of_the_office_fits(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    """Each template and kind of form on a phone; at length each page, and on a desk, too."""
    reader = alice(cast)
    found, page = office_pages(cast), tabs.open(cast.alice, live_server.url, script=True)
    assert {*LIKE_ANOTHER, *LIKE_ANOTHER.values(), *LOOKED_AT} <= {*found}
    sizes = (DESKTOP, PHONE) if AT_LENGTH else (PHONE,)
    for name, address in found.items():
        if name in LIKE_ANOTHER and not AT_LENGTH:
            continue
        looked_at = AT_LENGTH or name in LOOKED_AT
        answer = reader.get(address, follow=True)
        if AT_LENGTH or "selectfilter" in answer.content.decode():  # which Django's scripts change
            page.goto(live_server.url + address)
        else:
            show_answer(page, live_server.url, looked(reader, address, answer) if looked_at else answer)
        if AT_LENGTH and page.locator("input[name=look]").count():
            with page.expect_navigation():
                page.locator("input[name=look]").first.click()
        sizes = sizes[::-1]  # it begins at the size at which the last page was left
        for size in sizes:
            page.set_viewport_size(size)
            assert page.evaluate(JUTS_OUT) <= 0, (name, size)
        unlabelled, twice, dangling = page.evaluate(f"[({UNLABELLED})(), ({TWICE})(), ({DANGLING})()]")
        assert (unlabelled, twice) == ([], []), name
        assert set(dangling) <= {"id_umpires"}, name  # Django's own chooser renames what it replaces


@pytest.mark.at_length
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_the_office_has_the_colours_of_the_site(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    """And its words can be read on them, in the light and in the dark."""
    alice(cast)
    table = Table(cast)
    page = tabs.open(None, live_server.url, script=True, size=DESKTOP)
    page.goto(f"{live_server.url}/admin/login/")
    assert faint(page) == []
    log_in(page, cast.alice, live_server.url)
    change = f"campaigns/campaign/{table.campaign}/change/"
    for address in ("", "campaigns/campaign/", change, "password_change/") if AT_LENGTH else (change,):
        page.goto(f"{live_server.url}/admin/{address}")
        assert page.locator("#header").evaluate(BACKGROUND) == LIGHT
        assert faint(page) == [], address
    for device, switch, colour in (("dark", "auto", DARK), ("dark", "light", LIGHT), ("light", "dark", DARK)):
        page.emulate_media(color_scheme=device)  # type: ignore[arg-type]
        page.evaluate("to => document.documentElement.dataset.theme = to", switch)
        assert page.locator("#header").evaluate(BACKGROUND) == colour, (device, switch)


def test_the_office_has_no_colour_of_its_own() -> None:
    colours = re.compile("#[0-9a-f]{6}")
    ours = colours.findall(Path("campaigns/static/office_colours.css").read_text())
    assert ours
    assert {*ours} <= {*colours.findall(Path("battles/static/leaguer.css").read_text())}


@pytest.mark.django_db
@pytest.mark.usefixtures("brackets")
def test_nothing_of_the_office_escapes_translation(cast: Cast) -> None:
    """But for what has a name."""
    client, found = alice(cast), office_pages(cast)
    pages = (
        "front",
        "round",
        "roundadjudicate",
        "clone",
        "forget",
        "open-round",
        "adjudicate",
        "penalise",
        "hand-over",
        "appoint",
    )
    for name in (*pages, "disclose", "set-link", "deploy", "reconsider"):
        assert set(bare(client.get(found[name]).content.decode())) <= NAMES, name
    for name in ("map", "map drawn"):
        assert set(bare(client.get(found[name]).content.decode())) <= STEP, name
