"""A season by API: rounds, fixtures, a platoon, its points, offices; commands with what they would come to."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from api.shapes import rounds as shapes
from campaigns.season import ON_MAP
from campaigns.season.cases import LeavePlatoonCase, TakePlatoonCase
from campaigns.season.disputes import Dispute
from campaigns.season.house_rules import Amend
from campaigns.season.penalties import Penalise
from campaigns.season.people import Appoint
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.sales import Sell
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing
from campaigns.season.workshop import Repair
from rules.stream.revision.reports import Correct, Declare
from tests.api.conftest import Caller, problem, report, rolled_back, said
from tests.api.test_reading import read
from tests.cast import Cast
from tests.pages.seasons import FAR, League

pytestmark = pytest.mark.django_db


def started(cast: Cast) -> League:
    return League(cast, per_win=5, per_loss=2).start()


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[League]:
    with rolled_back(django_db_blocker, started) as league:
        yield league


@pytest.fixture
def league(_skirmish: None, db: None, at_first: League) -> League:
    return deepcopy(at_first)


@pytest.fixture
def cast(league: League) -> Cast:
    return league.cast


@pytest.fixture
def where(league: League) -> str:
    return f"campaigns/{league.stream}/"


# ------------------------------------------------------------------------------------------------------- reading


def test_rounds_with_deadlines_byes_and_what_they_published(
    people: dict[str, Caller], league: League, where: str
) -> None:
    league.play_it()
    league.tell(league.organiser, CloseRound(round=1))
    league.tell(league.organiser, OpenRound(deadline=""))
    found = read(people["anonymous"], f"{where}rounds/", shapes.Rounds)
    assert isinstance(found, shapes.Rounds)
    first, second = found.rounds
    assert (first.number, first.title, first.status, first.deadline) == (1, "Opening night", "closed", FAR)
    assert (first.byes, first.places[0].platoon, first.places[0].rank) == (["dogs"], "bears", 1)
    assert (second.status, second.places) == ("open", [])
    only = said(people["bob"].get(f"{where}rounds/?status=open"))["rounds"]
    assert [one["number"] for one in only] == [2]
    page = said(people["bob"].get(f"{where}rounds/?limit=1"))
    assert [one["number"] for one in page["rounds"]] == [1]
    rest = said(people["bob"].get(page["next"].partition("/api/v1/")[2]))
    assert ([one["number"] for one in rest["rounds"]], rest["next"]) == ([2], None)
    problem(people["bob"].get(f"{where}rounds/?status=lost"), 400, "malformed")


def test_fixtures_are_filtered(people: dict[str, Caller], league: League, where: str) -> None:
    league.play_it()
    league.tell(league.cast.carol, Dispute(fixture="r1-1", reason="The hill was ours"))
    beside = league.muster(south="dogs")
    bob = people["bob"]
    for query, keys in {
        "": ["r1-1", beside],
        "round=1": ["r1-1", beside],
        "round=7": [],
        "status=counted": ["r1-1"],
        "status=mustered": [beside],
        "platoon=dogs": [beside],
        "platoon=bears&disputed=true": ["r1-1"],
        "disputed=false": [beside],
    }.items():
        found = said(bob.get(f"{where}fixtures/?{query}"))["fixtures"]
        assert [one["fixture"] for one in found] == keys, query
    (fixture,) = said(bob.get(f"{where}fixtures/?disputed=true"))["fixtures"]
    assert fixture["disputed"] == {"cats": "The hill was ours"}
    assert (fixture["winner"], fixture["results"], fixture["points"]) == (
        "bears",
        {"bears": "won", "cats": "lost"},
        {"bears": 2, "cats": 0},
    )
    for query in ("status=lost", "round=x", "disputed=maybe"):
        problem(bob.get(f"{where}fixtures/?{query}"), 400, "malformed")


def test_a_platoon_as_each_may_know_it(people: dict[str, Caller], league: League, where: str) -> None:
    told = {who: read(people[who], f"{where}platoons/bears/", shapes.PlatoonSheet) for who in people}
    bob, carol, alice = told["bob"], told["carol"], told["alice"]
    assert isinstance(bob, shapes.PlatoonSheet)
    assert (bob.purse, bob.worth, bob.cards) == (20, 40, {"bears-1": ["bears's secret"]})
    assert [one.price for one in bob.vehicles] == [20, 20]
    assert {"Repair", "Sell", "HandOver"} <= set(bob.may)
    assert isinstance(alice, shapes.PlatoonSheet)
    assert (alice.purse, alice.worth, alice.cards) == (None, None, None)
    assert [one.price for one in alice.vehicles] == [None, None]
    league.tell(league.organiser, TakePlatoonCase(platoon="bears", reason="Too many cards?"))
    ruling = read(people["alice"], f"{where}platoons/bears/", shapes.PlatoonSheet)
    assert isinstance(ruling, shapes.PlatoonSheet)
    assert (ruling.purse, ruling.worth, ruling.cards) == (bob.purse, bob.worth, bob.cards)
    assert [one.price for one in ruling.vehicles] == [20, 20]
    assert set(alice.may) == set(ruling.may) == set(bob.may)
    league.tell(league.organiser, LeavePlatoonCase(platoon="bears"))
    left = read(people["alice"], f"{where}platoons/bears/", shapes.PlatoonSheet)
    assert isinstance(left, shapes.PlatoonSheet)
    assert (left.purse, left.worth, left.cards) == (None, None, None)
    for who in ("anonymous", "dave", "carol", "erin"):
        other = told[who]
        assert isinstance(other, shapes.PlatoonSheet)
        assert (other.purse, other.worth, other.cards, other.may) == (None, None, None, []), who
        assert [one.price for one in other.vehicles] == [None, None]
    assert isinstance(carol, shapes.PlatoonSheet)
    assert carol.fixtures == ["r1-1"]
    problem(people["bob"].get(f"{where}platoons/wolves/"), 404, "not-found")


def test_prices_and_purses_are_not_told_in_lists_either(people: dict[str, Caller], league: League, where: str) -> None:
    for who, purses, worths in (
        ("bob", {"bears"}, {"bears"}),
        ("alice", {"dogs"}, {"dogs"}),  # her own, though she organises
        ("anonymous", set(), set()),
    ):
        found = said(people[who].get(f"{where}standings/"))["standings"]
        assert {one["platoon"] for one in found if one["purse"] is not None} == purses, who
        assert {one["platoon"] for one in found if one["worth"] is not None} == worths, who
        vehicles = said(people[who].get(f"{where}vehicles/"))["vehicles"]
        assert {one["platoon"] for one in vehicles if one["price"] is not None} == worths, who


def test_what_was_paid_is_told_to_its_players_alone(people: dict[str, Caller], league: League, where: str) -> None:
    """Rebuilding may cost a share of what a vehicle is worth with its hidden cards; so does selling it."""
    league.play_it(scratched="bears-1")
    league.tell(league.cast.bob, Repair(platoon="bears"))
    league.tell(league.cast.bob, Sell(platoon="bears", vehicles=("bears-2",)))
    for who, paid, sold in (("bob", 1, True), ("carol", None, False), ("anonymous", None, False)):
        (vehicle,) = said(people[who].get(f"{where}vehicles/?status=workshop"))["vehicles"]
        assert [bay["paid"] for bay in vehicle["bays"]] == [paid], who
        entered, sale = said(people[who].get(f"{where}events/?limit=200"))["events"][-2:]
        (work,) = entered["data"]["works"]
        assert ("paid" in work, "paid" in work["bays"][0], "points" in sale["data"]) == (sold, sold, sold), who


def test_every_point_of_a_purse_is_in_the_ledger(people: dict[str, Caller], league: League, where: str) -> None:
    league.play_it(scratched="bears-1")
    league.tell(league.cast.bob, Sell(platoon="bears", vehicles=("bears-2",)))
    league.tell(league.organiser, Penalise(platoon="bears", points=3, reason="Late"))
    league.tell(league.cast.bob, Repair(platoon="bears"))
    league.tell(league.organiser, CloseRound(round=1))
    mine = said(people["bob"].get(f"{where}ledger/"))["entries"]
    whys = [one["why"] for one in mine if one["why"] != "salvage"]  # whether a wreck is recovered is chance
    assert whys[:4] == ["enlisted", "sold", "penalty", "repair"]
    assert {"platoon": "bears", "why": "win", "points": 5} in [
        {name: one[name] for name in ("platoon", "why", "points")} for one in mine
    ]
    assert {one["platoon"] for one in said(people["alice"].get(f"{where}ledger/"))["entries"]} == {"dogs"}
    problem(people["alice"].get(f"{where}ledger/?platoon=cats"), 403, "not-yours")
    for key in ("bears", "cats"):
        league.tell(league.organiser, TakePlatoonCase(platoon=key, reason="The sums"))
    every = said(people["alice"].get(f"{where}ledger/"))["entries"]
    state = league.state
    for key, platoon in state.platoons.items():
        own = [one for one in every if one["platoon"] == key]
        assert sum(one["points"] for one in own) == own[-1]["purse"] == platoon.purse, key
    assert said(people["alice"].get(f"{where}ledger/?platoon=cats"))["entries"] == [
        one for one in every if one["platoon"] == "cats"
    ]
    found, page = [], f"{where}ledger/?limit=2"
    while page:
        answer = said(people["alice"].get(page))
        found += answer["entries"]
        page = (answer["next"] or "").partition("/api/v1/")[2]
    assert found == every
    problem(people["bob"].get(f"{where}ledger/?platoon=cats"), 403, "not-yours")
    problem(people["dave"].get(f"{where}ledger/"), 403, "not-yours")


def test_the_ledger_adds_up_where_a_purse_was_declared_and_a_sale_before_it_corrected(
    people: dict[str, Caller], league: League, where: str
) -> None:
    league.tell(league.cast.bob, Sell(platoon="bears", vehicles=("bears-2",)))
    sold = league.state.head[0]
    league.tell(league.organiser, Declare(facts={"platoons.bears.purse": 12}, reason="Counted"))
    league.tell(league.organiser, Penalise(platoon="bears", points=3, reason="Late"))
    entries = said(people["bob"].get(f"{where}ledger/"))["entries"]
    assert [one["why"] for one in entries] == ["enlisted", "sold", "declared", "penalty"]
    assert [one["purse"] for one in entries[1:]] == [entries[0]["purse"] + entries[1]["points"], 12, 9]
    change = {"platoon": "bears", "vehicles": ["bears-1"]}
    league.tell(
        league.organiser,
        Correct(position=sold, how="change", reason="The other one", type="Sell", data=change, rest="keep"),
    )
    found, page = [], f"{where}ledger/?limit=1"
    while page:
        answer = said(people["bob"].get(page))
        found += answer["entries"]
        page = (answer["next"] or "").partition("/api/v1/")[2]
    assert [(one["why"], one["purse"]) for one in found[2:]] == [("declared", 12), ("penalty", 9)]
    assert [one["position"] for one in found] != sorted(one["position"] for one in found)  # the sale was told last
    assert found[-1]["purse"] == league.state.platoons["bears"].purse == 9
    stale = f"{where}ledger/?cursor={urlsafe_b64encode(f'{sold} 1'.encode()).decode().rstrip('=')}"
    assert said(people["bob"].get(stale))["entries"] == found[1:]


def test_offices_are_read_by_organisers(people: dict[str, Caller], league: League, where: str) -> None:
    league.tell(league.organiser, Appoint(person=str(league.cast.carol.pk), office="umpire", reason="She knows"))
    found = said(people["alice"].get(f"{where}appointments/"))["appointments"]
    umpires = {str(league.cast.carol.pk), str(league.cast.erin.pk)}  # Erin was named on the desk
    assert {one["person"]: one["office"] for one in found} == dict.fromkeys(umpires, "umpire")
    problem(people["carol"].get(f"{where}appointments/"), 403, "not-yours")
    problem(people["anonymous"].get(f"{where}appointments/"), 401, "not-authenticated")


def test_may_names_what_one_may_report(people: dict[str, Caller], league: League, where: str) -> None:
    def may(who: str) -> set[str]:
        return set(said(people[who].get(where))["may"])

    known = set(said(people["bob"].get("campaigns/commands/"))["commands"]) - {kind.__name__ for kind in ON_MAP}
    assert may("anonymous") == may("dave") == set()
    assert {"Enlist", "Repair", "Concede", "MusterBattle"} <= may("bob")
    assert not {"Amend", "OpenRound", "Penalise"} & may("bob")
    assert may("alice") == known
    league.cast.club.members.add(league.cast.dave)
    assert may("dave") == {"Enlist"}
    league.tell(league.organiser, Amend(round=1, terms={"players_muster": False}, reason="Too early"))
    assert "MusterBattle" not in may("bob")
    league.tell(league.organiser, CloseRound(round=1))
    league.tell(league.organiser, CloseSeason())
    assert may("alice") == {"Adjudicate", "Undo", "Correct", "Resolve", "Declare"}  # what turns out wrong
    assert may("bob") == set()


def test_lists_of_a_season_cost_the_same_however_long(people: dict[str, Caller], league: League, where: str) -> None:
    def cost() -> list[int]:
        found = []
        for path in ("rounds/", "fixtures/", "standings/", "platoons/bears/", "ledger/", "appointments/", ""):
            with CaptureQueriesContext(connection) as queries:
                assert people["alice"].get(where + path).status_code == 200
            found.append(len(queries))
        return found

    league.play_it()
    few = cost()
    for n in range(2, 5):
        league.tell(league.organiser, CloseRound(round=n - 1))
        league.enlist(league.cast.bob, f"foxes-{n}", 4)
        pairing = Pairing(home="dogs", away=f"foxes-{n}")
        league.tell(league.organiser, OpenRound(deadline=FAR, pairings=(pairing,)))
    assert cost() == few


# ------------------------------------------------------------------------------------------------------ reporting


def command(caller: Caller, where: str, type_: str, query: str = "", **data: Any) -> Any:
    return caller.post(f"{where}commands/{query}", report(type_, **data))


def test_players_command_their_platoon_by_api(people: dict[str, Caller], league: League, where: str) -> None:
    done = said(command(people["bob"], where, "Prioritise", platoon="bears", order=["bears-2"], hold=["bears-1"]))
    assert done["reports"][0]["status"] == "accepted"
    sheet = said(people["bob"].get(f"{where}platoons/bears/"))
    assert (sheet["order"], sheet["hold"]) == (["bears-2"], ["bears-1"])
    problem(command(people["carol"], where, "Sell", platoon="bears", vehicles=["bears-1"]), 403, "not-yours")
    problem(command(people["bob"], where, "Sell", platoon="bears", vehicles=["cats-1"]), 422, "refused")
    problem(command(people["bob"], where, "Amend", round=1, terms={"per_win": 9}, reason="More"), 403, "not-yours")


def test_a_ruling_is_tried_with_what_it_would_change(people: dict[str, Caller], league: League, where: str) -> None:
    league.play_it()
    before = league.state.head
    tried = said(
        command(people["alice"], where, "Adjudicate", "?dry_run=true", fixture="r1-1", winner="cats", reason="Photo")
    )
    (answer,) = tried["reports"]
    assert answer["events"][0]["type"] == "Decided"
    moved = {one["platoon"]: (one["before"]["score"], one["after"]["score"]) for one in answer["shift"]["platoons"]}
    assert moved == {"cats": (0, 3), "bears": (5, 2), "dogs": (0, 0)}  # who is last now, with as little
    assert league.state.head == before
    tried = said(command(people["alice"], where, "Penalise", "?dry_run=true", platoon="bears", score=4, reason="Late"))
    (bears,) = (one for one in tried["reports"][0]["shift"]["platoons"] if one["platoon"] == "bears")
    assert (bears["before"]["rank"], bears["before"]["score"], bears["after"]["score"]) == (1, 5, 1)
    scoring = {"win": 9, "draw": 1, "loss": 0}
    problem(command(people["alice"], where, "Amend", round=1, scoring=scoring, reason="More"), 422, "refused")
    tried = said(command(people["alice"], where, "Amend", "?dry_run=true", round=2, scoring=scoring, reason="More"))
    assert tried["reports"][0]["shift"]["platoons"] == []  # what has counted stays


def test_an_amendment_tells_which_repairs_it_changes(people: dict[str, Caller], league: League, where: str) -> None:
    league.play_it(scratched="bears-1")
    tried = said(
        command(people["alice"], where, "Amend", "?dry_run=true", round=2, terms={"workshop": False}, reason="None")
    )
    changed = tried["reports"][0]["shift"]["vehicles"]
    hurt = {id for id, one in league.state.vehicles.items() if one.status == "damaged"}
    assert "bears-1" in hurt
    assert {one["vehicle"] for one in changed} == hurt
    assert all(one["before"]["jobs"] and not one["after"]["jobs"] for one in changed)


def test_what_has_counted_and_what_is_refused_have_no_shift(
    people: dict[str, Caller], league: League, where: str
) -> None:
    league.play_it()
    sent = report("Penalise", platoon="bears", score=1, reason="Late")
    counted = said(people["alice"].post(f"{where}commands/", sent))["reports"][0]
    assert counted["shift"] is None
    again = said(people["alice"].post(f"{where}commands/?dry_run=true", sent))["reports"][0]
    assert (again["shift"], again["events"]) == (None, counted["events"])
    tried = command(people["bob"], where, "Adjudicate", "?dry_run=true", fixture="r1-1", winner="bears", reason="Mine")
    problem(tried, 403, "not-yours")
