"""The map on the pages: the campaign's, one of its own and on paper; each sector with its story."""

from __future__ import annotations

import re

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.season.map.links import SetLink
from campaigns.season.map.retreats import Retreat
from campaigns.season.people import Appoint
from campaigns.season.round_end import CloseRound
from campaigns.season.season_end import CloseSeason
from tests.cast import Cast
from tests.pages.conftest import as_
from tests.pages.kept import cast_of_war, kept_war, war
from tests.pages.on_map import War
from tests.pages.test_season import page, section, text
from tests.where import BOTH

__all__ = ["cast_of_war", "kept_war", "war"]
PLACES = ("", "map/", "map/?print=1", "sectors/clay/", "platoons/boars/")


def drawing(html: str) -> str:
    return html.partition("<svg")[2].partition("</svg>")[0]


def calls(html: str) -> str:
    """What the map asks of the reader."""
    return text(html.partition('class="summons"')[2].partition("</section>")[0])


def test_the_campaigns_page_has_the_map_with_every_sector_a_link(war: War) -> None:
    told = page(war)
    assert len(re.findall(rf'href="{war.url}sectors/[a-z]+/"', drawing(told))) == 7
    said = text(section(told, "map"))
    assert "Orders are taken until" in said
    assert "0 of 4 platoons have their order." in said
    assert "The Reds 0 points why? 2 sectors · +4 a round" in said
    assert "The first side with 50 points wins the war" in said
    assert "Bears The Reds Alton supplied –" in said
    assert "Battles arise where platoons meet" in section(told, "fixtures")


def test_a_campaign_without_a_map_has_no_pages_of_one(cast: Cast, war: War) -> None:
    flat = War(cast, map="")
    flat.open()
    assert 'id="map"' not in page(flat)
    for path in ("map/", "sectors/alton/"):
        assert Client().get(flat.url + path).status_code == 404
    assert Client().get(f"{war.url}sectors/nowhere/").status_code == 404


def test_a_map_nobody_stands_on_says_how_one_comes_there(war: War) -> None:
    empty = War(war.cast)
    empty.open()
    assert "Nobody is on it yet" in page(empty)
    assert "Nobody is on it yet" in page(empty, "map/")


def test_the_map_lists_every_sector(war: War) -> None:
    war.put(boars="clay", cobras="clay")
    said = text(page(war, "map/"))
    assert "Alton capital of The Reds The Reds town 3 3" in said
    assert "Clay The Reds contested forest 2 2" in said
    assert "Dunes – desert 1 1" in said


def test_the_map_on_paper_leads_nowhere(war: War) -> None:
    war.order("boars", "attack", "clay")
    told = page(war, "map/?print=1", as_(war.cast.bob))  # who hangs it up does not tell his own orders
    assert "arrow" in drawing(page(war, "map/", as_(war.cast.bob)))
    assert "arrow" not in drawing(told)
    assert "<a " not in drawing(told)
    assert "Bears The Reds : Alton , supplied" in text(told)


def test_a_sector_tells_what_it_is_who_stands_there_and_where_it_leads(war: War) -> None:
    war.put(cobras="fay", cats="clay")
    war.tell(war.organiser, SetLink(one="clay", other="fay", open=False, reason="The bridge is blown"))
    said = text(page(war, "sectors/clay/"))
    assert "Clay The Blues why? Terrain forest Value 2 Room 2 platoons of each side" in said
    assert "Cats The Blues cut off –" in said
    assert "The Blues cut off The Reds supplied 2 from its base" in said
    assert "Fay river, costs 3, closed The Blues" in said
    assert "Alton road, costs 2 The Reds" in said


def test_a_sectors_story_is_what_happened_there_alone(war: War) -> None:
    war.beat()
    story = text(section(page(war, "sectors/clay/"), "story"))
    assert "Boars" in story
    assert "Cobras" in story
    assert "Battle:" in story
    assert "Bears" not in story
    elsewhere = text(section(page(war, "sectors/gate/"), "story"))
    assert "Cats enlists" in elsewhere
    assert "Battle:" not in elsewhere
    assert "Nothing yet." in section(page(war, "sectors/elm/"), "story")


def test_a_war_that_is_over_says_who_has_won(war: War) -> None:
    war.put(bears="elm").disclose()
    for command in (CloseRound(round=1), CloseSeason()):
        war.tell(war.organiser, command)
    told = text(section(page(war), "map"))
    assert "The Reds 20 points" in told  # Alton and Elm are 4 points a round, and three times as many at the end
    assert "The war is over, won by The Reds: most points as the season was closed." in told
    standings = text(section(page(war), "standings"))
    assert "a side wins the war by its sectors, a platoon wins the season by its battles" in standings


def test_a_fixture_on_the_map_says_where_and_how_they_meet(war: War) -> None:
    war.put(bears="clay", cobras="fay")
    war.order("cobras", "attack", "clay")
    war.disclose()
    said = text(section(page(war, "fixtures/r1-1/"), "ground"))
    assert "Clay Forest. Cobras attacks over a river. Bears defends. Proposed for this ground: The ridge" in said


def test_an_order_shows_to_its_players_and_to_nobody_else(war: War) -> None:
    before = {path: page(war, path) for path in PLACES}
    war.order("boars", "attack", "clay")
    war.tell(war.organiser, Appoint(person=str(war.cast.erin.pk), office="organiser", reason="She has time"))
    assert "Ordered: attack Clay" in calls(page(war, client=as_(war.cast.bob)))
    for user in (war.cast.alice, war.cast.carol, war.cast.erin, None):
        for path in PLACES:
            told = page(war, path, as_(user) if user else None)
            assert "attack Clay" not in text(told)
            assert "arrow" not in drawing(told)
    assert "1 of 4 platoons have their order." in text(page(war))
    assert drawing(before[""]) == drawing(page(war))


@BOTH
def test_the_map_costs_the_same_queries_however_much_happens_on_it(war: War) -> None:
    bob = as_(war.cast.bob)
    why = "why/?of=platoons.boars.sector"
    paths = ("", "map/", "sectors/clay/", "platoons/bears/order/", "platoons/boars/retreat/", why)
    war.beat()
    before = [queries(bob, war.url + path) for path in paths]
    if connection.vendor == "postgresql":
        return  # every statement has been read there; how many they are is the same
    for key in ("bulls", "bisons"):
        war.join(war.cast.bob, "reds", key)
    war.put(bulls="dunes", bisons="clay", cats="clay")
    assert [queries(bob, war.url + path) for path in paths] == before
    assert max(before) <= 12  # one of them for what a player says of this evening


def queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


# -------------------------------------------------------------------------------------------------------- why so


def test_why_a_platoon_is_where_it_is(war: War) -> None:
    war.beat()
    war.tell(war.cast.bob, Retreat(platoon="boars", to="bury"))
    told = text(page(war, "why/?of=platoons.boars.sector"))
    assert "Where Boars is Bury" in told
    assert "Alton is a haven: 0 to a base, worth 3. Retreats 2" in told
    assert "Its players chose it." in told
    assert "Bears" not in told.partition("What led to it")[2]
    assert f"{war.url}why/?of=platoons.boars.sector" in page(war, "platoons/boars/")


def test_why_a_sector_is_whose_it_is(war: War) -> None:
    war.put(cats="dunes")
    assert "Whose Dunes is The Blues" in text(page(war, "why/?of=sectors.dunes.owner"))
    assert "The Reds So it was as the campaign opened." in text(page(war, "why/?of=sectors.alton.owner"))
    for of in ("sectors.nowhere.owner", "", "season"):
        assert Client().get(f"{war.url}why/?of={of}").status_code == 404


def test_why_tells_nobody_of_anothers_order(war: War) -> None:
    war.order("boars", "attack", "clay")
    address = "why/?of=platoons.boars.order"
    assert "attack Clay" in text(page(war, address, as_(war.cast.bob)))
    for user in (war.cast.alice, war.cast.carol, None):
        assert "Clay" not in text(page(war, address, as_(user) if user else None))
