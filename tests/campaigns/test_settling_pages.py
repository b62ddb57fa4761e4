"""The page on which all that corrections have left is settled at once: seen in words first, then done as one report."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from pytest_django import DjangoDbBlocker

from battles import log
from campaigns import clerk, handler
from campaigns.models import CampaignSheet, Fixture
from campaigns.season.musters import MusterBattle
from campaigns.season.purchases import Buy
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.sales import Sell
from campaigns.season.values import Forces, Pairing, Recruit
from rules.adjudicate import Who
from rules.stream.revision.reports import Resolve, Undo
from tests.campaigns.begun import cast, season
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import office_of
from tests.campaigns.test_season_mending_doors import at, rebuilt
from tests.campaigns.test_season_mending_pages import By, mend_form, pressed, text
from tests.cast import Cast
from tests.pages.conftest import as_

__all__ = ["cast", "season"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """Bears bought three vehicles with points of a round, whose end is taken back, and sold the first one."""
    with shared_season(django_db_blocker, Season) as season:
        season.desk.terms = {**season.desk.terms, "purse": 0, "per_round": 70, "spent_unearned": "later"}
        season.desk.save()
        season.begin()
        bob = Who(str(season.cast.bob.pk))
        season.report(season.organiser, OpenRound(deadline=""))
        season.report(season.organiser, CloseRound(round=1))
        for n in range(3):
            season.report(bob, Buy(platoon="bears", vehicles=(Recruit(id=f"bears-{n + 9}", model="Light"),)))
        season.report(bob, Sell(platoon="bears", vehicles=("bears-9",)))
        season.report(season.organiser, Undo(position=at(season, "CloseRound")))
        yield season


def left_over(season: Season) -> tuple[int, ...]:
    items = handler.replay(season.stream)[0].items
    assert len(items) == 3
    return items


def test_many_are_settled_as_one_report(season: Season) -> None:
    left_over(season)
    alice, place = By(season, season.cast.alice), "settle/"
    page = alice.client.get(f"{alice.url}corrections/{place}")
    read = text(page)
    assert "3 things to settle" in read
    assert "Spent, and not earned (3)" in read
    assert "By the terms: pay later." in read
    assert "Accept as played" in read
    form = mend_form(page)
    seen = alice.client.post(f"{alice.url}corrections/{place}", pressed(form, "look", reason="As agreed"))
    assert "Nothing is changed yet" in text(seen), text(seen)
    rows = log.head(season.stream).position
    done = alice.do(seen, place)
    assert done.status_code == 200
    state = handler.replay(season.stream)[0]
    assert (state.items, state.platoons["bears"].owed) == ((), 60)
    found = log.read(season.stream)[rows:]
    assert {(row.command_type, row.ordinal == 0) for row in found if row.ordinal == 0} == {("Resolve", True)}
    assert CampaignSheet.objects.get(pk=season.stream).unsettled == 0
    rebuilt(season)


def test_nothing_chosen_is_said_to_be_nothing(season: Season) -> None:
    items = left_over(season)
    alice = By(season, season.cast.alice)
    form = mend_form(alice.client.get(f"{alice.url}corrections/settle/"))
    sent = pressed(form, "look", **{f"settle-{item}": "" for item in items})
    assert "Nothing is chosen." in text(alice.client.post(f"{alice.url}corrections/settle/", sent))


def test_players_read_what_concerns_them_and_no_more(season: Season) -> None:
    bob = as_(season.cast.bob).get(f"/campaigns/{season.stream}/corrections/settle/")
    assert "3 things to settle" in text(bob)
    assert "This costs" in text(bob)
    assert b'name="settle-' not in bob.content
    carol = as_(season.cast.carol).get(f"/campaigns/{season.stream}/corrections/settle/")
    assert "Nothing to settle" in text(carol)
    sent = as_(season.cast.bob).post(f"/campaigns/{season.stream}/corrections/settle/", {"step": "look"})
    assert sent.status_code == 403


def test_an_organiser_without_the_case_is_told_no_purse(season: Season) -> None:
    alice = as_(season.cast.alice).get(f"/campaigns/{season.stream}/corrections/settle/")
    assert "This costs" not in text(alice)
    assert 'value="owe"' not in alice.content.decode()
    assert 'value="terms" checked' in alice.content.decode()


def test_the_campaign_and_the_office_lead_there(season: Season) -> None:
    item = left_over(season)[0]
    office = office_of(season.cast.alice)
    there = f"/campaigns/{season.stream}/corrections/settle/"
    rule = f"/admin/campaigns/campaignsheet/{season.stream}/rule/"
    for page in (f"/campaigns/{season.stream}/", rule):
        shown = office.get(page)
        assert there in shown.content.decode(), page
        assert "3 things to settle" in text(shown)
    assert f'{there}?at={item}#item-{item}"' in office.get(rule).content.decode()
    opened = office.get(f"{there}?at={item}").content.decode()
    assert opened.count(" open>") == opened.count(f'id="item-{item}" open>') == 1


def test_the_api_offers_the_ways_and_takes_a_batch(season: Season) -> None:
    items = left_over(season)
    alice = as_(season.cast.alice)
    url = f"/api/v1/campaigns/{season.stream}/"
    choices = alice.get(f"{url}choices/?command=Resolve").json()["choices"]
    by_one = {
        one["given"]["position"]: one for one in choices if len(one["fields"]) and one["label"].startswith("Settle the")
    }
    assert set(by_one) == set(items)
    ways = [pick["value"] for pick in by_one[items[0]]["fields"][0]["picks"]]
    assert ways == ["terms", "keep", "strike"]
    data = {"position": items[0], "how": "keep", "settle": {str(one): {"how": "strike"} for one in items[1:]}}
    sent = {"id": str(uuid4()), "type": "Resolve", "data": data}
    answer = alice.post(f"{url}commands/", sent, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert handler.replay(season.stream)[0].items == ()


def fought_with_what_was_taken_back(cast: Cast) -> tuple[Season, str]:
    """A season, and a counted battle in it in which a vehicle fought whose purchase is taken back."""
    season = Season(cast)
    season.desk.terms = {**season.desk.terms, "purse": 60}
    season.desk.save()
    season.begin()
    bob = Who(str(season.cast.bob.pk))
    season.report(bob, Buy(platoon="bears", vehicles=(Recruit(id="bears-9", model="Light"),)))
    season.report(season.organiser, OpenRound(deadline="", pairings=(Pairing(home="bears", away="cats"),)))
    battle = str(uuid4())
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    season.report(season.organiser, MusterBattle(battle=battle, fixture="r1-1", sides=sides))
    season.win(battle)
    season.confirm(battle)
    clerk.sweep()
    season.report(season.organiser, Undo(position=at(season, "Buy")))
    return season, battle


def test_a_battle_is_fought_again_at_its_fixture(cast: Cast) -> None:
    """Its log stays, and is read by everybody as before; the fixture is mustered anew, and the clerk counts that."""
    season, battle = fought_with_what_was_taken_back(cast)
    (item,) = handler.replay(season.stream)[0].items
    alice = By(season, season.cast.alice)
    form = mend_form(alice.client.get(f"{alice.url}corrections/settle/"))
    seen = alice.client.post(f"{alice.url}corrections/settle/", pressed(form, "look", **{f"settle-{item}": "replay"}))
    assert "played again, by the end of round 1" in text(seen)
    alice.do(seen, "settle/")
    rows = log.head(battle).position
    assert (Fixture.objects.get().battle, Fixture.objects.get().status) == (None, Fixture.Status.ANNOUNCED)
    assert not clerk.sweep()
    assert log.head(battle).position == rows
    for who in (season.cast.alice, season.cast.bob):
        assert as_(who).get(f"/battles/{battle}/").status_code == 200
    fixture = text(as_(season.cast.bob).get(f"/campaigns/{season.stream}/fixtures/r1-1/"))
    assert "It is played again, by the end of round 1." in fixture
    assert "Muster" in fixture
    again = str(uuid4())
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    season.report(season.organiser, MusterBattle(battle=again, fixture="r1-1", sides=sides))
    season.win(again)
    season.confirm(again)
    clerk.sweep()
    assert Fixture.objects.get().position == log.head(again).position
    rebuilt(season)


def test_a_void_battle_is_asked_of_nobody(cast: Cast) -> None:
    season, battle = fought_with_what_was_taken_back(cast)
    (item,) = handler.replay(season.stream)[0].items
    season.report(season.organiser, Resolve(position=item, how="strike"))
    assert not clerk.sweep()
    assert not Fixture.objects.filter(battle=battle).exists()
    assert as_(season.cast.bob).get(f"/battles/{battle}/").status_code == 200
    assert as_(season.cast.bob).get("/").status_code == 200
    rebuilt(season)
