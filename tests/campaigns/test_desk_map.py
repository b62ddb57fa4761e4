"""The map of a campaign on the desk: written, made up, drawn, rehearsed, opened with, taken home, cloned."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from campaigns import handler
from campaigns.models import Campaign
from campaigns.next_season import clone
from campaigns.theatre.map_text import parse
from tests.campaigns.office import AtForm, office_of, text
from tests.campaigns.on_map import MAP, SIDES
from tests.campaigns.test_desk_setup import opening, step
from tests.cast import CampaignFactory, Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(cast: Cast) -> Client:
    return office_of(cast.alice)


@pytest.fixture
def desk(cast: Cast) -> Campaign:
    return CampaignFactory.create(club=cast.club, name="The Ford", system="skirmish", sides=SIDES, terms={"slots": 3})


def drawing(form: AtForm) -> ElementTree.Element | None:
    """The map on the page, read as the XML it is."""
    page = form.page.content.decode()
    begin = page.find('<svg xmlns="http://www.w3.org/2000/svg" class="theatre')
    return ElementTree.fromstring(page[begin : page.index("</svg>", begin) + 6]) if begin > 0 else None


def test_a_map_is_written_seen_rehearsed_and_opened_with(alice: Client, desk: Campaign) -> None:
    form = AtForm(alice, step(desk, "map"))
    assert drawing(form) is None
    form.fill(map=MAP.replace("\n", "\r\n")).press("_continue")
    desk.refresh_from_db()
    assert desk.map == MAP
    form = AtForm(alice, step(desk, "map"))
    assert form.paper.fields["map"] == MAP
    assert drawing(form) is not None
    assert "The map: retreats" in AtForm(alice, step(desk, "terms")).read
    page = AtForm(alice, opening(desk))
    assert drawing(page) is not None
    assert {place for _name, _side, place in page.page.context["mapping"]["begins"]} == {"Alton", "Gate"}
    assert page.page.context["rehearsal"].orders_by.endswith("20:00:00Z")
    assert page.press("open").status_code == 302
    opened = handler.replay(str(desk.pk))[0].opened
    assert opened.theatre == parse(MAP).theatre
    assert (opened.sectors["fay"], opened.terms["slots"], opened.terms["supply_reach"]) == ("Fay", 3, 6)


def test_what_is_wrong_with_a_map_is_told_by_line_and_what_can_be_read_is_drawn(alice: Client, desk: Campaign) -> None:
    form = AtForm(alice, step(desk, "map"))
    wrong = MAP.replace("base=blues", "base=greens").replace("at=1,2", "at=1,1")
    assert form.fill(map=wrong).press("_save").status_code == 200
    assert "Line 5: clay and dunes are both at 1,1." in form.error("map")
    assert "Line 8: There is no side “greens”." in form.error("map")
    assert "The side blues has no base." in form.error("map")
    assert form.paper.fields["map"] == wrong
    assert drawing(form) is not None
    assert Campaign.objects.get().map == ""


def test_a_map_without_sides_says_where_they_are_declared(alice: Client, desk: Campaign) -> None:
    Campaign.objects.update(sides={})
    form = AtForm(alice, step(desk, "map"))
    form.fill(map=MAP).press("_save")
    assert "without sides has no use for a map" in form.error("map")
    assert form.fill(map="", size="12").press("_save").status_code == 200
    assert "declare them" in form.error("size")


def test_a_map_is_made_up_by_size_and_seed_until_somebody_has_changed_it(alice: Client, desk: Campaign) -> None:
    def made(**said: str) -> str:
        assert AtForm(alice, step(desk, "map")).fill(**said).press("_continue").status_code == 302
        return Campaign.objects.get().map

    first = made(size="12", seed="gap")
    assert len(parse(first).theatre.sectors) == 12
    assert made(size="20", seed="gap") != first
    assert made(size="12", seed="gap") == first
    Campaign.objects.update(map=first + "# mine\n")
    form = AtForm(alice, step(desk, "map")).fill(size="12")
    assert form.press("_continue").status_code == 200
    assert "written by hand" in form.error("size")
    assert Campaign.objects.get().map == first + "# mine\n"


def test_no_map_is_made_up_too_small_or_too_large_and_the_example_of_the_step_can_be_opened_with(
    alice: Client, desk: Campaign
) -> None:
    form = AtForm(alice, step(desk, "map"))
    for size, told in (("5", "6 sectors at least"), ("501", "less than or equal")):
        assert form.fill(size=size).press("_continue").status_code == 200
        assert told in form.error("size")
    form = AtForm(alice, step(desk, "map"))
    assert form.fill(map=form.page.context["mapping"]["example"]).press("_save").status_code == 302


def test_a_map_that_is_cleared_takes_its_terms_along(alice: Client, desk: Campaign) -> None:
    Campaign.objects.update(map=MAP, terms={"slots": 3, "victory": "rounds"})
    assert AtForm(alice, step(desk, "map")).fill(map="").press("_save").status_code == 302
    assert Campaign.objects.get().terms == {"slots": 3}


def test_capitals_that_win_a_war_have_to_be_on_the_map(alice: Client, desk: Campaign) -> None:
    Campaign.objects.update(map=MAP.replace(" capital", ""), terms={"victory": "capital"})
    faults = alice.get(opening(desk)).context["faults"]
    assert [(url, "has no capital" in told) for told, _title, url in faults] == [(step(desk, "map"), True)] * 2


def test_the_text_is_taken_home_before_and_after_it_opens(alice: Client, cast: Cast, desk: Campaign) -> None:
    address = reverse("admin:campaigns_campaign_map", args=[desk.pk])
    assert alice.get(address).status_code == 404
    Campaign.objects.update(map=MAP)
    page = alice.get(address)
    assert (page.content.decode(), page["Content-Disposition"]) == (MAP, 'attachment; filename="the-ford-map.txt"')
    AtForm(alice, opening(desk)).press("open")
    assert parse(alice.get(address).content.decode()) == parse(MAP)
    assert address in alice.get(step(desk, "map")).content.decode()
    assert office_of(cast.dave).get(address).status_code == 403


def test_next_season_is_fought_on_the_same_map(alice: Client, desk: Campaign) -> None:
    Campaign.objects.update(map=MAP)
    AtForm(alice, opening(desk)).press("open")
    desk.refresh_from_db()
    made = clone(desk, "The Ford again")
    assert parse(made.map) == parse(MAP)
    assert "cannot be opened" not in text(alice.get(opening(made)))
