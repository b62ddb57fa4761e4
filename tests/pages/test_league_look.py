"""How the pages of leagues look: on a phone and on a desktop, by light and by dark, in every language."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import ViewportSize
from pytest_django.live_server_helper import LiveServer

from campaigns import clerk
from campaigns.models import User
from campaigns.season.season_end import CloseSeason
from leagues.league.officers import AppointOfficer
from leagues.league.players import SetProfile
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.teams import FormTeam
from leagues.league.values import Division
from rules.stream.decider import Who
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
SOME = ("stranger", "own", "manage", "found", "club", "teams", "captain")
SOME_BY_AXE = ("stranger", "manage", "club", "captain")  # a table, cards, a page in colours of its own, forms
COLOURED = ("stranger", "club")
PREMIER, SECOND = Division(key="premier", name="Premier"), Division(key="second", name="Second division of the west")


def grown(cast: Cast) -> Years:
    """A league in its second season, in two divisions, with a colour of its own."""
    years = Years(cast, PREMIER, SECOND)
    years.desk.colour, years.desk.about = "#c2185b", "We meet on Mondays at the Old Forge, and play to the end."
    years.desk.save()
    old = Season(cast).begin()
    years.add(old, title="Spring", division="premier")
    old.fight()
    clerk.sweep()
    old.report(old.organiser, CloseSeason())
    clerk.sweep()
    years.report(CloseLeagueSeason(season=1, words="What a year"))
    for division in ("premier", "second"):
        new = Season(cast).begin()
        years.add(new, title="Autumn", **({"division": division} | ({"season": 2} if division == "second" else {})))
        new.fight()
    clerk.sweep()
    alias = SetProfile(player=str(cast.carol.pk), alias="Countess of the long and winding road")
    years.report(alias, Who(str(cast.carol.pk)))
    years.report(FormTeam(team="foxes", name="The Foxes of the long and winding road", captain=str(cast.bob.pk)))
    years.report(FormTeam(team="owls", name="The Owls", colour="#c2185b", captain=str(cast.carol.pk)))
    years.desk.club.about, years.desk.club.colour = "Since 1985, in the cellar of the Old Forge.", "#1d4ed8"
    years.desk.club.save()
    years.report(AppointOfficer(person=str(cast.erin.pk), reason="Keeps the tables"))
    return years


def pages_of(years: Years) -> dict[str, tuple[User | None, str]]:
    cast, home = years.cast, "/leagues/long/"
    last = years.state().last
    return {
        "list": (cast.alice, "/leagues/"),
        "home": (None, "/"),
        "organiser's home": (cast.alice, "/"),
        "stranger": (None, home),
        "league": (cast.alice, home),
        "player": (None, f"{home}players/{cast.bob.pk}/"),
        "own": (cast.carol, f"{home}players/{cast.carol.pk}/"),
        "manage": (cast.alice, f"{home}manage/"),
        "edit": (cast.alice, f"{home}edit/"),
        "add": (cast.alice, f"{home}seasons/add/"),
        "corrections": (cast.alice, f"{home}corrections/"),
        "declare": (cast.alice, f"{home}corrections/declare/"),
        "undo": (cast.alice, f"{home}corrections/{last}/"),
        "change": (cast.alice, f"{home}corrections/{last}/?how=change"),
        "found": (cast.alice, "/leagues/new/"),
        "clubs": (None, "/clubs/"),
        "club": (None, "/clubs/steel/"),
        "member's club": (cast.alice, "/clubs/steel/"),
        "teams": (None, f"{home}teams/"),
        "captain": (cast.bob, f"{home}teams/foxes/"),
        "team": (None, f"{home}teams/owls/"),
        "not yours": (cast.bob, f"{home}manage/"),
        "not founding": (cast.bob, "/leagues/new/"),
    }


@pytest.mark.at_length
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_every_page_fits(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    """In German, which takes more room; axe looks at some of them, and at the contrast where there is a colour of
    their own. At length at all of them."""
    page = tabs.open(None, live_server.url, script=True)
    for name, (user, address) in pages_of(grown(cast)).items():
        if not AT_LENGTH and name not in SOME:
            continue
        reader = as_(user) if user else Client()
        reader.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
        show(page, live_server.url, reader, address)
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)
            assert faults(page) == {}, (name, size)
        if AT_LENGTH or name in SOME_BY_AXE:
            assert grave(page, contrast=AT_LENGTH or name in COLOURED) == [], name


@pytest.mark.django_db
@pytest.mark.usefixtures("brackets")
def test_nothing_escapes_translation(cast: Cast) -> None:
    years = grown(cast)
    for name, (user, address) in pages_of(years).items():
        response = as_(user).get(address) if user else as_(cast.dave).get(address)
        assert bare(response.content.decode()) == [], name
    alice, campaign = as_(cast.alice), Season(cast).begin()
    form = {"id": str(uuid4()), "type": "AddCampaign", "given": '{"season":2}', "step": "look"}
    for said in ({"pick:campaign": campaign.stream, "pick:division": "premier"}, {"pick:campaign": "x"}):
        assert bare(alice.post("/leagues/long/seasons/add/", form | said).content.decode()) == []
    assert bare(alice.post("/leagues/new/", {"slug": "new", "colour": "red"}).content.decode()) == []
