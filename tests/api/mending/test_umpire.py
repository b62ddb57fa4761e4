"""An umpire rules in the battles of the campaign that named her, through the API alone; and in nothing beyond."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

import pytest

from battles.models import Sheet
from battles.reports import Report
from campaigns import handler
from campaigns.season.people import Appoint
from rules.adjudicate import Who
from rules.stream import codec
from tests.api.conftest import Caller, problem, report, said, take_case
from tests.api.mending.acts import TO_CATS_1, events, foreseen, mends, sheet, shoot, status
from tests.api.test_secrets import Watch, mustered
from tests.campaigns.conftest import Season
from tests.cast import CampaignFactory, Cast

pytestmark = pytest.mark.django_db
RULED = "by ruling of an organiser or umpire"


@pytest.fixture
def erin(people: dict[str, Caller]) -> Caller:
    return people["erin"]


def done(caller: Caller, battle: str, type_: str, **data: Any) -> list[dict[str, Any]]:
    """What followed at once from a report, none of it a proposal."""
    response = caller.report(battle, type_, **data)
    assert response.status_code == 200, response.content
    told: list[dict[str, Any]] = said(response)["reports"][0]["events"]
    assert "Proposed" not in [one["type"] for one in told]
    return told


def test_she_mends_at_once_and_the_log_says_whose_it_was(erin: Caller, bob: Caller, contested: str) -> None:
    assert foreseen(erin.report(contested, "Undo", "?dry_run=true", position=4))["asks"] is False
    (undone,) = done(erin, contested, "Undo", position=4, reason="It was the wind")
    take_case(erin, contested)
    (declared,) = done(erin, contested, "Declare", facts={"vehicles.bears-1.damage": 1}, reason="A mine")
    assert undone["data"]["authority"] == declared["data"]["authority"] == "referee"
    assert RULED in declared["text"]
    assert erin.user is not None
    assert [one["by"] for one in events(bob, contested)[-3:]] == [str(erin.user.pk)] * 3
    assert sheet(bob, contested)["declared"]["vehicles.bears-1.damage"] == declared["position"]
    (step,) = said(bob.get(f"battles/{contested}/explain/?of=units.bears-1.status"))["steps"]
    assert (step["by"], step["declared"]) == (str(erin.user.pk), True)


def test_she_corrects_and_settles_what_it_leaves(erin: Caller, bob: Caller, contested: str) -> None:
    take_case(erin, contested)
    done(erin, contested, "Correct", **TO_CATS_1)
    assert sheet(bob, contested)["unsettled"] == [4]
    assert ("Resolve", 4) in mends(erin, contested)
    done(erin, contested, "Resolve", position=4, how="strike")
    assert sheet(bob, contested)["unsettled"] == []
    assert status(bob, contested, "cats-1") == "wrecked"


def test_she_reports_for_either_side(erin: Caller, battle: str) -> None:
    assert sheet(erin, battle)["mine"] == ["north", "south"]
    problem(erin.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[6]), 403, "not-yours")
    take_case(erin, battle)
    shoot(erin, battle, "bears-1", "cats-1")
    shoot(erin, battle, "cats-2", "bears-1")


def test_she_amends_an_outcome_that_both_have_confirmed(erin: Caller, bob: Caller, season: Season) -> None:
    battle = season.fight()
    told = done(erin, battle, "Amend", winner="south", reason="They had left the table")
    assert (told[0]["type"], told[0]["data"]["authority"]) == ("Revised", "referee")
    assert "Amended" in [one["type"] for one in told]
    seen = sheet(bob, battle)
    assert (seen["outcome"]["winner"], seen["confirmed"]) == ("south", {})


def test_what_is_done_to_the_campaign_is_not_hers(erin: Caller, season: Season, cast: Cast) -> None:
    """She may enlist a platoon of her own, as any member; no more than that."""
    where = f"campaigns/{season.stream}/"
    sides = {"north": {"platoon": "bears"}, "south": {"platoon": "cats"}}
    muster = report("MusterBattle", battle=str(uuid4()), sides=sides)
    problem(erin.post(where + "commands/", muster), 403, "not-yours")
    dogs: dict[str, Any] = {"platoon": "dogs", "name": "Dogs", "vehicles": [{"id": "dog", "model": "Light"}]}
    problem(erin.post(where + "commands/", report("Enlist", player=str(cast.bob.pk), **dogs)), 403, "not-yours")
    assert erin.post(where + "commands/", report("Enlist", **dogs)).status_code == 200
    assert not {"OpenRound", "CloseRound", "Adjudicate", "Amend", "Appoint"}.intersection(said(erin.get(where))["may"])


def test_she_is_told_where_her_word_counts(
    erin: Caller, bob: Caller, season: Season, hidden: Season, cast: Cast
) -> None:
    me = said(erin.get("me/"))
    assert (me["organises"], me["umpires"]) == ([], sorted([season.stream, hidden.stream]))
    hidden.dismiss(cast.erin)
    assert said(erin.get("me/"))["umpires"] == [season.stream]
    assert said(bob.get("me/"))["umpires"] == []


def test_of_another_campaign_of_the_club_she_knows_nothing(erin: Caller, hidden: Season, cast: Cast) -> None:
    battle = hidden.muster()
    assert sheet(erin, battle)["mine"] == ["north", "south"]
    hidden.dismiss(cast.erin)
    problem(erin.get(f"battles/{battle}/"), 404, "not-found")
    problem(erin.report(battle, "Undo", position=2), 404, "not-found")
    assert said(erin.get("battles/"))["battles"] == []


def test_an_umpire_who_plays_declares_as_a_player_does(
    people: dict[str, Caller],
    season: Season,
    contested: str,
    cast: Cast,
) -> None:
    """Where a ruling takes the case, which no player of a battle has. What turns on no card, as an undo, is ruled, and
    the log says whose ruling it was."""
    bob, carol = people["bob"], people["carol"]
    ruling: dict[str, Any] = {"facts": {"vehicles.cats-2.damage": 1}, "reason": "So it is"}
    (asked,) = said(bob.report(contested, "Declare", "?dry_run=true", **ruling))["reports"][0]["events"]
    assert asked["type"] == "Proposed"
    season.appoint(cast.bob)
    (asked,) = said(bob.report(contested, "Declare", "?dry_run=true", **ruling))["reports"][0]["events"]
    assert asked["type"] == "Proposed"
    refused = problem(bob.report(contested, "TakeCase", reason="Mine"), 403, "not-yours")
    assert refused["detail"] == "Who plays in a battle never takes its case."
    done(bob, contested, "Undo", position=4, reason="So it is")
    last = events(carol, contested)[-1]
    assert (last["by"], last["data"]["authority"]) == (str(cast.bob.pk), "referee")


@pytest.mark.usefixtures("unlimited")
def test_an_umpire_who_plays_sees_with_their_own_sides_eyes(people: dict[str, Caller], cast: Cast) -> None:
    """To be named shows Bob no card of Carol's: not as the battle stands, nor by trying anything out."""
    battle = mustered(cast, Random(7))
    campaign, alice = CampaignFactory.create(club=cast.club), Who(str(cast.alice.pk), referee=True)
    handler.open_campaign(campaign, alice, "page")
    Sheet.objects.filter(pk=battle).update(campaign=campaign.pk)
    watch, bob = Watch(battle, people), people["bob"]
    before = sheet(bob, battle)
    assert before["units"] != sheet(people["carol"], battle)["units"]
    named = codec.encode(Appoint(person=str(cast.bob.pk), office="umpire", reason="He knows the rules"))
    handler.execute(str(campaign.pk), [Report(str(uuid4()), "Appoint", named)], alice, "page")
    now = sheet(bob, battle)
    assert len(now["mine"]) == 2
    assert {key: now[key] for key in ("units", "facts", "choices")} == {
        key: before[key] for key in ("units", "facts", "choices")
    }
    hidden = watch.secrets("bob")
    assert hidden
    amend = bob.report(battle, "Amend", "?dry_run=true", winner="", reason="Dusk")
    assert amend.status_code == 200
    for answer in (bob.get(f"battles/{battle}/events/?history=all&limit=200"), bob.get(f"battles/{battle}/"), amend):
        assert not [secret for secret in hidden if secret in answer.content.decode()]
