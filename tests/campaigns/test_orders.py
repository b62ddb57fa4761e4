"""Orders are given in secret and disclosed at once; the ground of a battle is proposed to who musters it."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.season import decide, see_event
from campaigns.season.forces import proposal
from campaigns.season.kept_events import Ordered, RetreatDue, Won
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose, OrdersResolved
from campaigns.season.map.links import SetLink
from campaigns.season.map.orders import Order, choices
from campaigns.season.map.retreats import Retreated
from campaigns.season.musters import BattleMustered, MusterBattle
from campaigns.season.people import Drop, HandOver
from campaigns.season.positions import sectors_of
from campaigns.season.reminders import awaited
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import Extend, OpenRound, RoundOpened
from campaigns.season.values import Announced, Forces, Pairing
from campaigns.theatre import Deed, Ground, March
from rules.adjudicate import Who
from rules.contract import Command, Event, Refused
from rules.stream.dice import FallenDice
from tests.campaigns.between import ALICE, BOB, CAROL, THE_CLERK, Camp, enlist
from tests.campaigns.on_map import MAP, OnMap
from tests.length import AT_LENGTH

DEEDS: tuple[Deed, ...] = get_args(Deed)
EVENING = "2027-03-14T20:00:00Z"


def on_map(**terms: Any) -> OnMap:
    """Round 1 waits for orders; Bob's bears stand in Bury, Carol's cats in Elm, a railway between them."""
    camp = OnMap(**terms).put(bears="bury", cats="elm")
    camp.round()
    return camp


def disclosed(camp: OnMap, **orders: str) -> OrdersResolved:
    """Everybody is told so, by name: `bears="attack elm"`."""
    for key, words in orders.items():
        do, _space, to = words.partition(" ")
        camp.report(Order(platoon=key, do=do, to=to or camp.at(key)), camp.player(key))  # type: ignore[arg-type]
    (resolved,) = [one for one in camp.report(Disclose(round=1), THE_CLERK) if isinstance(one, OrdersResolved)]
    return resolved


# -- given -------------------------------------------------------------------------------------------------------------


def test_a_player_gives_an_order_and_the_last_one_counts() -> None:
    camp = on_map()
    assert camp.report(Order(platoon="bears", do="attack", to="elm"), BOB) == [
        Ordered(platoon="bears", round=1, do="attack", to="elm")
    ]
    camp.report(Order(platoon="bears", do="entrench", to="bury"), BOB)
    assert disclosed(camp).marches[0] == March(platoon="bears", do="entrench", origin="bury", place="bury")


@pytest.mark.parametrize(
    ("who", "command", "field", "code"),
    [
        (CAROL, Order(platoon="bears", do="hold", to="bury"), "platoon", "not-yours"),
        (ALICE, Order(platoon="bears", do="hold", to="bury"), "platoon", "not-yours"),
        (THE_CLERK, Order(platoon="bears", do="hold", to="bury"), "platoon", "not-yours"),
        (BOB, Order(platoon="lions", do="hold", to="bury"), "platoon", "refused"),
        (BOB, Order(platoon="bears", do="attack", to="gate"), "to", "refused"),
        (BOB, Order(platoon="bears", do="attack", to="alton"), "to", "refused"),
        (BOB, Order(platoon="bears", do="attack", to="bury"), "to", "refused"),
        (BOB, Order(platoon="bears", do="attack", to=""), "to", "refused"),
        (BOB, Order(platoon="bears", do="support", to="gate"), "to", "refused"),
        (BOB, Order(platoon="bears", do="move", to="elm"), "to", "refused"),
        (BOB, Order(platoon="bears", do="move", to="atlantis"), "to", "refused"),
        (BOB, Order(platoon="bears", do="withdraw", to="dunes"), "to", "refused"),
        (BOB, Order(platoon="bears", do="hold", to="alton"), "to", "refused"),
        (BOB, Order(platoon="bears", do="entrench", to=""), "to", "refused"),
    ],
)
def test_an_order_that_cannot_be_given(who: Who, command: Order, field: str, code: str) -> None:
    refused = on_map().refused(command, who)
    assert (refused.field, refused.code) == (field, code)
    assert refused.remedy is not None


@pytest.mark.parametrize(
    ("to", "do", "says"),
    [
        ("gate", "attack", "No open link"),
        ("alton", "attack", "its own side"),
        ("elm", "move", "Enemies stand"),
        ("gate", "withdraw", "Enemies stand"),
        ("atlantis", "move", "no sector"),
        ("fay", "move", "farther than its march of 4"),
    ],
)
def test_why_not_is_said_with_what_would_do(to: str, do: Deed, says: str) -> None:
    refused = on_map().refused(Order(platoon="bears", do=do, to=to), BOB)
    assert says in refused.text.text()
    assert refused.remedy is not None
    assert "alton" in refused.remedy.text() or "clay" in refused.remedy.text()


def test_who_is_engaged_unfit_or_has_to_retreat_is_told_so() -> None:
    camp = on_map()
    ground = Ground(sector="bury", terrain="open")
    camp.tell(RoundOpened(number=2, fixtures=(Announced(key="r2-1", home="bears", away="cats", ground=ground),)))
    refused = camp.refused(Order(platoon="bears", do="move", to="alton"), BOB)
    assert (refused.field, "engaged" in refused.text.text()) == ("do", True)
    camp = on_map()
    camp.tell(RetreatDue(platoon="bears", sector="bury"))
    assert "retreat" in camp.refused(Order(platoon="bears", do="entrench", to="bury"), BOB).text.text()
    camp = on_map()
    for n in (1, 2, 3, 4):
        camp[f"bears-{n}"].status = "wrecked"
    assert "can fight" in camp.refused(Order(platoon="bears", do="attack", to="elm"), BOB).text.text()
    assert [one.do for one in choices(camp.season, "bears")] == ["hold", "move", "move", "move", "withdraw", "withdraw"]


def test_orders_are_given_while_the_round_waits_for_them() -> None:
    before = OnMap()
    assert before.refused(Order(platoon="bears", do="hold", to="bury"), BOB).field == "round"
    assert choices(before.season, "bears") == ()
    camp = on_map()
    disclosed(camp)
    assert "disclosed" in camp.refused(Order(platoon="bears", do="hold", to="bury"), BOB).text.text()
    assert choices(camp.season, "bears") == ()


def test_without_a_map_nobody_gives_orders() -> None:
    camp = Camp()
    camp.open_round()
    assert "no map" in camp.refused(Order(platoon="bears", do="hold", to="bury"), BOB).text.text()
    assert "no map" in camp.refused(Disclose(round=1), ALICE).text.text()
    assert camp.refused(OpenRound(orders_by=EVENING), ALICE).remedy is not None


@given(st.data())
@settings(max_examples=10 if AT_LENGTH else 4, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_offered_is_accepted_and_nothing_else(data: st.DataObject) -> None:
    camp = OnMap(supply_reach=2)
    sectors = [*sectors_of(camp.season), "reserve"]
    camp.put(**{key: data.draw(st.sampled_from(sectors)) for key in camp.season.platoons})
    link = data.draw(st.sampled_from(["alton bury", "bury elm", "dunes fay"])).split()
    camp.report(SetLink(one=link[0], other=link[1], open=False, reason="Blown up"), ALICE)
    camp.round()
    for key in camp.season.platoons:
        offered = {(one.do, one.to) for one in choices(camp.season, key)}
        for do in DEEDS:
            for to in ["", "atlantis", *sectors]:
                assert _accepted(camp, Order(platoon=key, do=do, to=to)) == ((do, to) in offered), (key, do, to)


def _accepted(camp: OnMap, command: Order) -> bool:
    """A refusal without a remedy is none."""
    try:
        list(decide(camp.season, command, camp.player(command.platoon), camp.dice))
    except Refused as refused:
        return refused.remedy is None
    return True


def test_what_is_offered_says_what_it_risks() -> None:
    camp = on_map()
    camp.report(Order(platoon="cats", do="entrench", to="elm"), CAROL)
    disclosed(camp)
    camp.round()
    risks = {(one.do, one.to): [risk.text() for risk in one.risks] for one in choices(camp.season, "bears")}
    assert risks["attack", "elm"] == ["Enemies stand in elm: cats.", "Entrenched: cats."]
    assert risks["attack", "clay"] == ["It attacks over a river, with fewer points."]
    assert risks["support", "elm"] == ["Enemies a link away may come and cut the support."]
    assert risks["hold", "bury"] == ["Enemies a link away may attack."]
    assert risks["withdraw", "alton"] == []
    offered = {(one.do, one.to): one for one in choices(camp.season, "bears")}
    assert (offered["move", "dunes"].way, offered["move", "dunes"].cost) == (("bury", "alton", "dunes"), 3)
    camp.put(boars="dunes")
    risks = {(one.do, one.to): [risk.text() for risk in one.risks] for one in choices(camp.season, "bears")}
    assert risks["move", "dunes"] == ["dunes is full: it comes back unless somebody leaves."]


# -- secret ------------------------------------------------------------------------------------------------------------

SECRETS = [Order(platoon="cats", do="attack", to="bury"), Order(platoon="cats", do="hold", to="elm")]
ANYTHING: list[tuple[Who, Command]] = [
    *((BOB, Order(platoon="bears", do=do, to=to)) for do in DEEDS for to in ("", "bury", "elm", "alton", "clay")),
    *((who, Order(platoon="cats", do="hold", to="elm")) for who in (BOB, ALICE, THE_CLERK)),
    (ALICE, CloseRound(round=1)),
    (ALICE, Deploy(platoon="boars", sector="clay", reason="So it is")),
    (ALICE, SetLink(one="bury", other="elm", open=False, reason="Blown up")),
    (ALICE, HandOver(platoon="bears", players=("dave",), reason="Away")),
    (BOB, Drop(platoon="bears", reason="Moved")),
    (ALICE, Extend(deadline="", reason="Rain")),
]


def test_no_answer_to_others_differs_by_what_a_platoon_was_ordered() -> None:
    camps = [on_map(), on_map()]
    for camp, secret in zip(camps, SECRETS, strict=True):
        camp.report(secret, CAROL)
    one, other = camps
    assert choices(one.season, "bears") == choices(other.season, "bears")
    for who, command in ANYTHING:
        assert _answer(one, command, who) == _answer(other, command, who), command
    assert awaited(one.season, one.season.rounds[-1]) == awaited(other.season, other.season.rounds[-1])
    for viewer in ("bob", "alice", "", "dave"):
        assert [see_event(one.season, told, viewer) for told in one.told] == [
            see_event(other.season, told, viewer) for told in other.told
        ]
    assert see_event(one.season, one.told[-1], "carol") == Ordered(platoon="cats", round=1, do="attack", to="bury")


def _answer(camp: OnMap, command: Command, who: Who) -> object:
    try:
        return [see_event(camp.season, event, who.id) for event in decide(camp.season, command, who, FallenDice())]
    except Refused as refused:
        return [(one.field, one.code, one.text, one.remedy) for one in refused.faults]


# -- disclosed ---------------------------------------------------------------------------------------------------------


def test_orders_are_disclosed_and_battles_arise() -> None:
    camp = on_map(battle_points=60)
    resolved = disclosed(camp, bears="attack elm", cats="entrench", cobras="support elm")
    assert [(one.platoon, one.do, one.place, one.why) for one in resolved.marches] == [
        ("bears", "attack", "elm", ""),
        ("boars", "hold", "alton", "late"),
        ("cats", "entrench", "elm", ""),
        ("cobras", "support", "gate", ""),
    ]
    ground = Ground(
        sector="elm",
        terrain="farmland",
        attacker="bears",
        entrenched=True,
        limits={"bears": 60, "cats": 78},
        scenario="ridge",
        sides=("north", "south"),
    )
    assert resolved.fixtures == (Announced(key="r1-1", home="bears", away="cats", ground=ground),)
    assert camp.season.fixtures["r1-1"].ground == ground
    assert (camp.season.orders, camp.owner("elm"), camp.at("bears")) == ({}, "blues", "elm")
    assert camp.season.platoons["cats"].entrenched


def test_they_are_disclosed_once_by_number_by_an_organiser_or_the_clerk() -> None:
    camp = on_map()
    assert camp.refused(Disclose(round=1), BOB).code == "not-yours"
    assert camp.refused(Disclose(round=2), ALICE).field == "round"
    camp.report(Disclose(round=1), ALICE)
    assert camp.refused(Disclose(round=1), ALICE).field == "round"


def test_retreats_that_are_due_come_first() -> None:
    camp = on_map().put(cats="bury")
    camp.tell(RetreatDue(platoon="bears", sector="bury"))
    retreated, resolved, *_rest = camp.report(Disclose(round=1), THE_CLERK)
    assert isinstance(retreated, Retreated)
    assert isinstance(resolved, OrdersResolved)
    assert (camp.at("bears"), camp.owner("bury"), resolved.fixtures) == ("alton", "blues", ())


def test_who_cannot_fight_leaves_at_once_when_enemies_come() -> None:
    camp = on_map(retreat_hours=0)
    for n in (1, 2, 3, 4):
        camp[f"bears-{n}"].crew.state = "lost"
    camp.report(Order(platoon="cats", do="attack", to="bury"), CAROL)
    resolved, retreated = camp.report(Disclose(round=1), THE_CLERK)
    assert isinstance(resolved, OrdersResolved)
    assert resolved.fixtures == ()
    assert isinstance(retreated, Retreated)
    assert (camp.at("bears"), camp.at("cats"), camp.owner("bury")) == ("alton", "bury", "blues")


def test_an_order_that_was_erased_is_hold() -> None:
    """Its text can be forgotten; the log goes on."""
    camp = on_map()
    camp.tell(Ordered(platoon="bears", round=1, do="", to=""))
    assert disclosed(camp).marches[0].place == "bury"


def test_fixtures_are_counted_on_from_those_an_organiser_paired() -> None:
    camp = OnMap().put(bears="bury", cats="elm")
    (opened,) = camp.report(OpenRound(pairings=(Pairing(home="boars", away="cobras"),), orders_by=EVENING), ALICE)
    assert isinstance(opened, RoundOpened)
    assert (opened.byes, opened.orders_by) == ((), EVENING)
    assert [one.key for one in disclosed(camp, bears="attack elm").fixtures] == ["r1-2"]


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_a_round_on_a_map_needs_no_pairing_and_knows_no_method() -> None:
    camp = OnMap()
    assert camp.refused(OpenRound(method="everyone"), ALICE).field == "method"
    late = camp.refused(OpenRound(deadline="2027-03-13T20:00:00Z", orders_by=EVENING), ALICE)
    assert late.field == "orders_by"
    assert camp.refused(OpenRound(orders_by="2027-02-30T20:00:00Z"), ALICE).field == "orders_by"
    (opened,) = camp.report(OpenRound(deadline=EVENING, orders_by=EVENING), ALICE)
    assert isinstance(opened, RoundOpened)
    assert (opened.fixtures, opened.byes) == ((), ())


def test_no_round_follows_when_the_war_is_over() -> None:
    camp = OnMap()
    camp.tell(Won(side="reds", how="points"))
    assert "over" in camp.refused(OpenRound(), ALICE).text.text()


# -- mustered ----------------------------------------------------------------------------------------------------------


def fought(camp: OnMap, who: Who = BOB, **changes: Any) -> list[Event]:
    command = MusterBattle(
        battle="00000001-0000-4000-8000-000000000000",
        fixture="r1-1",
        sides={"north": Forces(platoon="bears"), "south": Forces(platoon="cats")},
    )
    return camp.report(msgspec.structs.replace(command, **changes), who)


def test_a_battle_is_mustered_as_its_ground_proposes() -> None:
    camp = on_map()
    disclosed(camp, bears="attack elm")
    found = proposal(camp.season, camp.season.fixtures["r1-1"])
    assert (found.scenario, found.sides, found.limits) == ("ridge", {"north": "bears", "south": "cats"}, {})
    (mustered,) = fought(camp)
    assert isinstance(mustered, BattleMustered)
    assert (mustered.scenario, mustered.fixture) == ("ridge", "r1-1")


def test_a_player_brings_no_more_than_the_ground_allows_and_an_organiser_may() -> None:
    """Each Light is worth 20, and the bears' first carries a Sight for 5 that Carol must not hear of."""
    camp = OnMap(map=MAP, reds=0, battle_points=65)
    camp.report(enlist("bears", side="reds", fittings={"bears-1": ("Sight",)}), BOB)
    camp.put(bears="bury", cats="elm")
    camp.round()
    disclosed(camp, bears="attack elm", cats="entrench")
    three = {
        "north": Forces(platoon="bears", vehicles=("bears-1", "bears-2", "bears-3")),
        "south": Forces(platoon="cats", vehicles=("cats-1", "cats-2", "cats-3")),
    }
    assert proposal(camp.season, camp.season.fixtures["r1-1"]).limits == {"bears": 65, "cats": 78}
    with pytest.raises(Refused) as refused:
        fought(camp)
    first, second = refused.value.faults
    assert (first.field, second.field) == ("sides.north.vehicles", "sides.south.vehicles")
    assert "85 points" in first.text.text()
    assert "80 points" in second.text.text()
    with pytest.raises(Refused) as refused:
        fought(camp, CAROL)
    assert ["80 points" in one.text.text() for one in refused.value.faults] == [True, True]
    (mustered,) = fought(camp, sides=three)
    assert isinstance(mustered, BattleMustered)
    again = OnMap(map=MAP, battle_points=10).put(bears="bury", cats="elm")
    again.round()
    disclosed(again, bears="attack elm")
    assert fought(again, ALICE)
