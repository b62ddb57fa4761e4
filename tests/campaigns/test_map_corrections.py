"""By the doors: a battle on the map is fought, retreated from, and settled anew; pockets have honest dice."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.management import call_command

from battles.reports import Receipt, Report
from campaigns import clerk, handler
from campaigns.season import editions
from campaigns.season.kept_events import RetreatDue
from campaigns.season.map.disclosure import OrdersResolved
from campaigns.season.map.pockets import Surrounded
from campaigns.season.map.retreats import Retreat
from campaigns.season.musters import MusterBattle
from campaigns.season.results import Concede
from campaigns.season.values import Forces
from campaigns.theatre import March
from rules.adjudicate import Who
from rules.reports import Amend
from rules.stream import codec
from rules.stream.revision.reports import Resolve
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.on_map import OnMap
from tests.cast import Cast

pytestmark = pytest.mark.django_db
THE_CATS_WON = Amend(winner="south", conditions={"cats-1": {"damage": 1}}, reason="We had the wrong sheet")


def fought(season: Campaigning) -> str:
    """The bears attack the cats in Elm, and wreck all they have but for one, as it is reported first."""
    season.put(bears="bury", cats="elm").round()
    season.order("bears", "attack", "elm")
    season.disclose()
    (fixture,) = season.state().fixtures
    battle = str(uuid4())
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    muster = MusterBattle(battle=battle, fixture=fixture, sides=sides)
    handler.muster_battle(season.stream, str(uuid4()), muster, season.organiser, "page")
    season.play(battle, Amend(winner="north", conditions={"cats-2": {"damage": 1}}, reason="As it was played"))
    season.confirm(battle)
    assert clerk.sweep() == 1
    return battle


def test_a_corrected_battle_beats_the_other_platoon_and_everything_holds(cast: Cast) -> None:
    season = Campaigning(cast).begin()
    battle = fought(season)
    (due,) = season.told("RetreatDue")
    assert isinstance(due, RetreatDue)
    assert [haven.sector for haven in due.havens if not haven.why] == ["gate", "fay"]
    season.report(season.player("cats"), Retreat(platoon="cats", to="fay"))
    assert (season.at("cats"), season.state().owners["elm"]) == ("fay", "reds")

    season.play(battle, THE_CATS_WON)
    season.confirm(battle)
    assert clerk.sweep() == 1
    assert (season.at("cats"), season.at("bears"), season.state().owners["elm"]) == ("fay", "bury", "blues")

    (item,) = season.state().items  # the retreat of those who have won, as it was played
    season.report(season.organiser, Resolve(position=item, how="strike", reason="They stayed."))
    assert (season.at("cats"), season.at("bears"), season.state().owners["elm"]) == ("elm", "bury", "blues")
    assert clerk.sweep() == 0
    call_command("rebuild", "--check")
    call_command("verify")


def pocketed(cast: Cast) -> Campaigning:
    """The bears in Elm, with cats; cobras in Bury: there is no way back to Alton."""
    season = Campaigning(cast, surrounded="breakout").begin()
    season.put(bears="bury", cats="elm").round()
    season.order("bears", "attack", "elm")
    season.disclose()
    return season.put(cobras="bury")


def concede(season: Campaigning, who: Who, *, dry_run: bool) -> Receipt:
    report = Report(str(uuid4()), "Concede", codec.encode(Concede(fixture="r1-1", platoon="bears")))
    return handler.execute(season.stream, [report], who, "api", dry_run=dry_run)


def test_the_dice_of_a_pocket_fall_when_it_is_reported_and_not_when_it_is_tried(cast: Cast) -> None:
    season = pocketed(cast)
    receipt = concede(season, season.player("bears"), dry_run=True)
    (answer,) = receipt.answers
    assert answer.asked is not None
    assert (answer.asked.question, answer.events) == ("round 1/breakout/bears-1", ())
    concede(season, season.player("bears"), dry_run=False)
    (event,) = season.told("Surrounded")
    assert isinstance(event, Surrounded)
    assert [roll.question for roll in event.rolls] == ["round 1/breakout/bears-1", "round 1/breakout/bears-2"]
    assert season.at("bears") == "reserve"
    call_command("rebuild", "--check")
    call_command("verify")


@pytest.mark.parametrize(("edition", "clay", "dunes"), [(editions.NEWEST, "blues", ""), ("2", "reds", "reds")])
def test_a_march_that_stands_as_it_was_played_leaves_sectors_to_who_is_there(
    edition: str, clay: str, dunes: str
) -> None:
    """When it was ruled nobody else was in Clay, and the boars came to Dunes, where by the corrected season they are
    not."""
    camp = OnMap(edition=edition).put(bears="clay", cats="clay")
    camp.round()
    march = March(platoon="bears", do="move", to="alton", origin="clay", place="alton", way=("clay", "alton"))
    camp.tell(OrdersResolved(round=1, marches=(march,), held={"dunes": "reds"}))
    assert (camp.owner("clay"), camp.owner("dunes")) == (clay, dunes)
