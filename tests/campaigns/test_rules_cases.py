"""The questions of campaigns/RULES.md, each with its example."""

from __future__ import annotations

import hashlib
import hmac
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.season import standings
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Decided
from campaigns.season.musters import CalledOff
from campaigns.season.opening import Open
from campaigns.season.people import Drop
from campaigns.season.positions import allowance
from campaigns.season.reinforcements import PointsGranted
from campaigns.season.results import Adjudicate, WalkOver
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.sales import Sell, resale
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing
from campaigns.season.workshop import Prioritise, Repair, WorkshopWorked
from campaigns.theatre.graph import graph_of, marches
from campaigns.theatre.map_text import parse
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, BOB, CAROL, SEED, Camp, enlist
from tests.campaigns.marshalled import meet
from tests.campaigns.test_rounds import EVERYONE, join

DAMAGED: dict[str, Any] = {"damage": 1}
WRECKED: dict[str, Any] = {"damage": 2}


def opened(camp: Camp) -> None:
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)


def amended(camp: Camp, round: int, **terms: Any) -> None:
    camp.report(Amend(round=round, terms=terms, reason="Voted on"), ALICE)


# ---------------------------------------------------------------------------------------------------------- marches


def test_of_equally_cheap_ways_a_march_takes_that_with_the_dearest_last_link() -> None:
    text = """
        sector alton "Alton" at=0,0 base=reds
        sector bury "Bury" at=1,0 owner=reds
        sector clay "Clay" at=1,1 owner=reds
        sector dale "Dale" at=2,0 owner=reds
        sector east "East" at=9,0 base=blues
        road alton bury
        road bury dale
        rail alton clay
        river clay dale
        road dale east
    """
    met = meet("ada reds alton", "ada move dale", map=text)
    assert met.march["ada"].way == ("alton", "clay", "dale")


NAMES = "abcdef"
LINKS = st.dictionaries(
    st.sampled_from([(a, b) for a in NAMES for b in NAMES if a < b]), st.sampled_from(["rail", "road", "river"])
)
COSTS = {"rail": 1, "road": 2, "river": 3}


@given(LINKS, st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_the_way_of_a_march_follows_from_the_map_whatever_order_it_was_written_in(
    links: dict[tuple[str, str], str], shuffle: Any
) -> None:
    """Every way there is, by trying: the cheapest; of those the rule of RULES.md, sector by sector from the end."""
    lines = [f'sector {key} "{key}" at={n},0' for n, key in enumerate(NAMES)]
    lines += [f"{kind} {one} {other}" for (one, other), kind in links.items()]
    shuffle.shuffle(lines)
    graph = graph_of(parse("\n".join(lines)).theatre)
    found = marches(graph, "a", set(NAMES), 99)

    def cost(way: tuple[str, ...]) -> int:
        return sum(COSTS[links[min(pair), max(pair)]] for pair in pairwise(way))

    def rule(way: tuple[str, ...]) -> list[Any]:
        """How far each sector before the end is, the last first; then who comes first by key, from the start on."""
        return [[cost(way[: n + 1]) for n in range(len(way) - 2, -1, -1)], way]

    for to in found:
        ways = [tuple(way) for way in nx.all_simple_paths(graph, "a", to)]
        cheapest = [way for way in ways if cost(way) == min(map(cost, ways))]
        assert found[to] == min(cheapest, key=rule)


# ----------------------------------------------------------------------------------------------------------- rounds


def test_dropped_comes_before_unfinished() -> None:
    camp = Camp(unfinished="carry", dropped="walkover")
    opened(camp)
    battle = camp.muster(fixture="r1-1")
    camp.report(Drop(platoon="cats", reason="Moved"), CAROL)
    called_off, decided, *_rest = camp.report(CloseRound(round=1), ALICE)
    assert called_off == CalledOff(battle=battle)
    assert decided == Decided(fixture="r1-1", how="walkover", results={"bears": "won", "cats": "lost"})
    over = Camp(unfinished="void", dropped="walkover")
    opened(over)
    battle = over.muster(fixture="r1-1")
    over.report(Drop(platoon="cats", reason="Moved"), CAROL)
    events = over.report(CloseRound(round=1, carry=(battle,)), ALICE)  # it is over, and waits to be confirmed
    assert not any(isinstance(event, CalledOff | Decided) for event in events)


def test_a_void_fixture_is_not_a_meeting() -> None:
    camp = Camp(unplayed="void")
    for number in (1, 2):
        camp.report(EVERYONE, ALICE)
        assert {*camp.season.fixtures[f"r{number}-1"].platoons} == {"bears", "cats"}
        camp.report(CloseRound(round=number), ALICE)
    assert all(place.met == () for place in standings.standings(camp.season))
    drawn = Camp(unplayed="drawn")
    drawn.report(EVERYONE, ALICE)
    drawn.report(CloseRound(round=1), ALICE)
    assert drawn.refused(EVERYONE, ALICE).field == "method"


def test_a_carried_battle_goes_by_the_terms_of_its_own_round() -> None:
    camp = Camp(salvage=20, per_win=8)
    opened(camp)
    battle = camp.muster(fixture="r1-1")
    camp.report(CloseRound(round=1), ALICE)
    amended(camp, 2, salvage=50, per_win=1)
    camp.count(battle, cats_1="lost")
    assert camp.purse() == 4
    camp.report(OpenRound(deadline=""), ALICE)
    camp.report(CloseRound(round=2), ALICE)
    assert camp.purse() == 4 + 8


def test_between_rounds_the_terms_of_the_next_one_count() -> None:
    camp = Camp(resale=50)
    opened(camp)
    amended(camp, 2, resale=10)
    camp.report(Sell(platoon="bears", vehicles=("bears-1",)), BOB)
    assert camp.purse() == 10
    camp.report(CloseRound(round=1), ALICE)
    camp.report(Sell(platoon="bears", vehicles=("bears-2",)), BOB)
    assert camp.purse() == 12


def test_a_season_ends_by_the_tie_breakers_of_the_round_that_would_come() -> None:
    camp = Camp()
    camp.report(Amend(round=1, breakers=("wins",), reason="Voted on"), ALICE)
    opened(camp)
    camp.count(camp.muster(fixture="r1-1"), winner="", cats_1="lost")
    camp.report(Amend(round=2, breakers=("destroyed",), reason="Voted on"), ALICE)
    camp.report(CloseRound(round=1), ALICE)
    assert {one.platoon: one.rank for one in camp.season.rounds[0].places} == {"bears": 1, "cats": 1}
    camp.report(CloseSeason(), ALICE)
    assert camp.season.closed is not None
    assert {one.platoon: one.rank for one in camp.season.closed.places} == {"bears": 1, "cats": 2}


# ----------------------------------------------------------------------------------------------- points and workshop


def test_shares_of_a_price_are_rounded_down_vehicle_by_vehicle() -> None:
    """A Light with a Sight costs 25."""
    camp = Camp(resale=15, empty=True)
    for key, player in (("bears", BOB), ("cats", CAROL)):
        camp.report(enlist(key, fittings={f"{key}-1": ("Sight",), f"{key}-2": ("Sight",)}), player)
    camp.count(camp.muster(), winner="south", bears_1=WRECKED, bears_2=DAMAGED)
    assert [resale(camp.season, camp[id]) for id in ("bears-1", "bears-2")] == [1, 3]
    camp = Camp(salvage=18)
    camp.count(camp.muster(), cats_1="lost", cats_2="lost")
    assert camp.purse() == 3 + 3


def test_a_next_job_the_purse_cannot_pay_waits_outside() -> None:
    camp = Camp(purse=3)
    camp.fight(bears_1=WRECKED)
    for _ in range(2):
        camp.close_round()
    assert (camp["bears-1"].status, camp.purse()) == ("damaged", 0)
    camp.close_round()
    assert camp["bears-1"].status == "damaged"
    camp.pay(1)
    camp.close_round()
    assert (camp["bears-1"].status, camp.purse()) == ("fit", 0)


def test_without_crews_nobody_is_hurt_and_who_was_is_well_again() -> None:
    camp = Camp(wounded_rounds=2)
    camp.fight(bears_1={"crew": "wounded"})
    amended(camp, camp.season.turn, crews=False)
    camp.count(camp.muster("bears-2", "cats-2"), bears_2={"crew": "lost"})
    assert (camp["bears-2"].crew.state, camp["bears-1"].crew.state) == ("fit", "wounded")
    camp.close_round()
    assert camp["bears-1"].crew.state == "fit"


def test_a_correction_reaches_a_vehicle_in_the_workshop() -> None:
    camp = Camp(purse=9)
    battle = camp.fight(bears_1=DAMAGED, bears_2=WRECKED, bears_3=WRECKED)
    camp.report(Repair(platoon="bears", vehicles=("bears-1", "bears-2")), BOB)
    assert camp.purse() == 9 - 1 - 3
    camp.count(battle, 10, bears_1=WRECKED, bears_2="lost")
    assert (camp["bears-1"].status, camp["bears-2"].status) == ("workshop", "lost")
    camp.close_round()
    jobs = [(bay.job, bay.left, bay.paid) for bay in camp["bears-1"].bays]
    assert jobs == [("rebuild", 1, 3), ("weld", 1, 1)]  # the weld is not paid twice
    camp.count(battle, 11)
    camp.close_round()
    assert (camp["bears-1"].status, camp["bears-1"].bays) == ("fit", ())


def test_under_one_the_first_by_order_then_by_work_is_worked_on() -> None:
    it = AtWar(supplied_workshop="one", purse=9, slots=3)
    it.count(it.muster("bears-1", "bears-2", "bears-3", "cats-1"), bears_1=WRECKED, bears_2=DAMAGED, bears_3=DAMAGED)
    for id in ("bears-1", "bears-2", "bears-3"):
        it.season.vehicles[id].status = "workshop"
    assert allowance(it.season, "supplied").workshop == "one"
    assert worked(it) == ["bears-2"]
    it.report(Prioritise(platoon="bears", order=("bears-1",)), BOB)
    assert worked(it) == ["bears-1"]


def worked(it: AtWar) -> list[str]:
    it.disclosed()
    events = it.report(CloseRound(round=it.season.turn), ALICE)
    return [work.vehicle for event in events if isinstance(event, WorkshopWorked) for work in event.works]


# -------------------------------------------------------------------------------------------------------------- map


def test_of_three_sides_the_owners_meet_the_worthiest_of_any() -> None:
    text = """
        sector east "East" at=2,0 capacity=4 base=blues
        sector heart "Heart" at=1,1 capacity=4 value=5
        sector south "South" at=1,2 capacity=4 base=greens
        sector west "West" at=0,0 capacity=4 base=reds
        road east heart
        road heart south
        road heart west
    """
    platoons = "ada reds heart worth=60, cid blues east worth=90, eve blues east worth=80, gus greens south worth=70"
    met = meet(platoons, "cid attack heart, eve attack heart, gus attack heart", map=text)
    assert {frozenset((one, other)) for _sector, one, _how, other in met.pairs} == {
        frozenset(("ada", "cid")),
        frozenset(("eve", "gus")),
    }


@pytest.mark.parametrize(
    ("platoons", "orders", "kept"),
    [
        ("ada reds alton trench", "ada attack gate", True),
        ("ada reds alton trench engaged", "ada move bury", True),
        ("ada reds alton trench unfit", "ada attack clay", True),
        ("ada reds alton engaged", "ada entrench", False),
        ("ada reds alton unfit", "ada entrench", False),
        # Fay has room for one, and Bo goes there as well, worth more: Ada is sent back
        ("ada reds clay trench worth=1, bo reds clay worth=9", "ada move fay, bo move fay", False),
    ],
)
def test_a_trench_outlives_an_order_that_became_hold(platoons: str, orders: str, kept: bool) -> None:
    met = meet(platoons, orders)
    assert "ada" in met.why
    assert ("ada" in met.resolution.entrenched) is kept


# -------------------------------------------------------------------------------------------------------- standings


def test_opponents_and_direct_count_what_counts() -> None:
    camp = Camp()
    join(camp, "dogs")
    camp.report(Amend(round=0, breakers=("direct", "opponents"), reason="Voted on"), ALICE)
    pairings = (Pairing(home="bears", away="cats"), Pairing(home="cats", away="dogs"))
    camp.report(OpenRound(pairings=pairings, deadline=""), ALICE)
    camp.report(Adjudicate(fixture="r1-1", winner="bears", reason="So it was"), ALICE)
    camp.report(WalkOver(fixture="r1-2", winner="cats", reason="Nobody came"), ALICE)
    places = {one.platoon: one for one in standings.standings(camp.season)}
    assert [(key, places[key].score, places[key].ties) for key in ("bears", "cats")] == [
        ("bears", 3, {"direct": 2}),
        ("cats", 3, {"direct": 0}),
    ]
    camp.report(Amend(round=1, breakers=("opponents",), reason="Voted on"), ALICE)
    tables = standings.tables_of(camp.season)
    of = standings.BREAKERS["opponents"].of
    found = {one.platoon: of(tables, (), one) for one in standings.standings(camp.season)}
    assert found == {"bears": 1, "cats": 1, "dogs": 1}


def test_lots_follow_from_the_seed_as_anybody_can_check() -> None:
    camp = Camp()
    camp.report(Amend(round=0, breakers=("lots",), reason="Voted on"), ALICE)
    camp.report(CloseSeason(), ALICE)
    assert camp.season.closed is not None
    seed = bytes.fromhex(camp.season.closed.seed)
    lots = {
        key: int.from_bytes(hmac.digest(seed, f"lots/{key}/1".encode(), hashlib.sha256)[:8]) % 1_000_000 + 1
        for key in ("bears", "cats")
    }
    assert {one.platoon: one.ties["lots"] for one in standings.standings(camp.season)} == lots
    assert [one.platoon for one in camp.season.closed.places] == sorted(lots, key=lambda key: -lots[key])


# --------------------------------------------------------------------------------------------------------- editions


def test_a_campaign_that_opens_now_goes_by_the_newest_edition() -> None:
    camp = Camp()
    camp.open(Open(name="The long ridge", system="skirmish", seed=SEED))
    assert camp.season.opened.house_edition == "3"


def test_a_campaign_that_opened_without_terms_lives_as_it_did() -> None:
    """Nobody repairs what its battles leave, and nobody is paid."""
    camp = Camp(edition="1")
    camp.season.opened.terms.clear()
    camp.fight(bears_1=WRECKED, bears_2={"crew": "wounded"}, cats_1="lost")
    assert not any(isinstance(event, WorkshopWorked | PointsGranted) for event in camp.close_round())
    assert (camp["bears-1"].status, camp.purse()) == ("wrecked", 0)
    assert camp["bears-2"].condition == {"crew": "wounded"}
