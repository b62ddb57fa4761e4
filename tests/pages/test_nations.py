"""Nations by their names, and platoons on the sides where their nations belong."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from battles.reports import Report
from campaigns import handler
from campaigns.season import Fixture
from campaigns.season.enlistment import Enlist
from campaigns.season.muster_fields import placed
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing, Recruit
from rules.adjudicate import Who
from rules.contract import Command
from rules.declarations import Scenario
from rules.stream import codec
from tests.cast import CampaignFactory, Cast
from tests.pages.by_form import PLATOON
from tests.pages.conftest import as_, forms
from tests.pages.seasons import FAR

SIDED = Scenario("battle", "Battle", "R6", ("allies", "axis"), {"allies": ("USA", "UK"), "axis": ("GER",)})
OPEN = Scenario("battle", "Battle", "R6", ("allies", "axis"))


@pytest.mark.parametrize(
    ("scenario", "bears", "cats", "allies"),
    [
        (SIDED, ["GER"], ["USA"], "cats"),
        (SIDED, ["USA"], ["GER"], "bears"),
        (SIDED, ["GER", "USA", "GER"], [], "cats"),
        (SIDED, ["GER"], ["GER"], "bears"),
        (SIDED, ["Freedonia"], [], "bears"),
        (OPEN, ["GER"], ["USA"], "bears"),
    ],
)
def test_a_platoon_begins_where_most_of_its_vehicles_belong(
    scenario: Scenario, bears: list[str], cats: list[str], allies: str
) -> None:
    fixture = Fixture("r1-1", 1, 1, ("bears", "cats"))
    found = placed(fixture, [scenario], {"bears": bears, "cats": cats})
    assert found["allies"] == allies
    assert {*found.values()} == {"bears", "cats"}


@pytest.mark.django_db
def test_the_form_of_a_muster_has_germans_on_the_axis(cast: Cast) -> None:
    desk = CampaignFactory.create(club=cast.club, name="Ortona", system="tanks")
    organiser = Who(str(cast.alice.pk), referee=True)
    handler.open_campaign(desk, organiser, "admin")
    stream = str(desk.pk)

    def tell(command: Command) -> None:
        handler.execute(
            stream, [Report(str(uuid4()), type(command).__name__, codec.encode(command))], organiser, "page"
        )

    for key, player, model in (("bears", cast.bob, "Tiger I"), ("cats", cast.carol, "Sherman M4A1 (75)")):
        recruit = Recruit(id=f"{key}-1", model=model)
        tell(Enlist(platoon=key, name=key.title(), player=str(player.pk), vehicles=(recruit,)))
    tell(OpenRound(title="One", deadline=FAR, pairings=(Pairing(home="bears", away="cats"),)))
    page = as_(cast.alice).get(f"/campaigns/{stream}/muster/?fixture=r1-1").content
    form = forms(page).of("MusterBattle")
    assert [form.fields[PLATOON.format(side)] for side in ("allies", "axis")] == [["cats"], ["bears"]]


@pytest.mark.django_db
def test_a_nation_is_called_by_its_name(cast: Cast) -> None:
    page = Client().get("/systems/tanks/?nation=ITA").content.decode()
    assert '<option translate="no" value="ITA" selected>Italy</option>' in page
    assert "· Italy</span>" in page
    assert ">ITA<" not in page
    assert "· ITA" not in page
    german = Client().get("/systems/tanks/?nation=GER", headers={"Accept-Language": "de"})
    assert german.status_code == 200
    desk = CampaignFactory.create(club=cast.club, name="Ortona", system="tanks")
    handler.open_campaign(desk, Who(str(cast.alice.pk), referee=True), "admin")
    page = as_(cast.bob).get(f"/campaigns/{desk.pk}/enlist/").content.decode()
    assert '<a href="?nation=GER" translate="no">Germany</a>' in page
    chosen = as_(cast.bob).get(f"/campaigns/{desk.pk}/enlist/?nation=ITA").content.decode()
    assert 'Nation: <b translate="no">Italy</b>' in chosen
    assert '<optgroup label="Italy">' not in chosen, "the only nation needs no heading"
