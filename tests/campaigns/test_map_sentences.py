"""Every event of the map is a sentence; what a reader may not know, it is told without."""

from __future__ import annotations

import pytest

from campaigns.season import map, narrate, see_event
from campaigns.season.kept_events import Gone, Haven, Ordered, RetreatContradicted, RetreatDue, SeasonClosed, Won
from campaigns.season.map.defeat import RetreatCancelled
from campaigns.season.map.deployment import Deployed
from campaigns.season.map.disclosure import OrdersResolved, marches
from campaigns.season.map.links import LinkSet
from campaigns.season.map.pockets import Surrounded
from campaigns.season.map.retreat_rulings import RetreatRevised
from campaigns.season.map.retreats import Retreated
from campaigns.season.map.victory import TheatreScored
from campaigns.season.rounds import Extended, RoundOpened
from campaigns.season.values import Announced
from campaigns.theatre import Ground, March
from rules.contract import Event
from tests.campaigns.between import ALICE, BOB, CAROL, Camp
from tests.campaigns.on_map import OnMap

FAY = Ground(sector="fay", terrain="hills", attacker="bears")
FIXTURE = Announced(key="r1-1", home="bears", away="cats", ground=FAY)
OPEN = (Haven(sector="dunes", distance=1, value=1), Haven(sector="elm", distance=None, value=1, why="enemy"))
BACK = Gone(platoon="bears", origin="fay", place="clay")
OUT = Gone(platoon="bears", origin="fay", place="reserve")
TOTALS = {"reds": 4, "blues": 9}
SENTENCES: list[tuple[Event, str]] = [
    (RoundOpened(number=1), "Round 1 is announced; it waits for orders."),
    (
        RoundOpened(number=1, orders_by="2027-03-18T20:00:00Z"),
        "Round 1 is announced; its orders are disclosed on 18 March 2027, 20:00 UTC.",
    ),
    (Ordered(platoon="bears", round=1, do="attack", to="fay"), "Bears is to attack Fay."),
    (Ordered(platoon="bears", round=1, do="entrench"), "Bears is to entrench."),
    (Ordered(platoon="bears", round=1, do="", to=""), "Bears has its order."),
    (
        OrdersResolved(round=1),
        "The orders of round 1 are disclosed.",
    ),
    (
        OrdersResolved(
            round=1,
            marches=(
                March(platoon="bears", do="attack", to="fay", origin="clay", place="fay", way=("clay", "fay")),
                March(platoon="cats", do="hold", origin="fay", place="fay", why="late"),
            ),
            fixtures=(FIXTURE,),
            held={"dunes": "reds"},
        ),
        "The orders of round 1 are disclosed. Ground taken: Dunes (The Reds). Battle: Bears – Cats (Fay).",
    ),
    (
        RetreatDue(platoon="bears", sector="fay", fixture="r1-1", havens=OPEN),
        "Bears is beaten in Fay and has to retreat. Havens: Dunes.",
    ),
    (
        RetreatDue(platoon="bears", sector="fay", havens=OPEN),
        "Bears cannot fight and has to leave Fay. Havens: Dunes.",
    ),
    (RetreatCancelled(platoon="bears", sector="fay"), "Bears need not leave Fay any more."),
    (
        Retreated(platoon="bears", sector="fay", how="chosen", moves=(BACK,)),
        "Bears retreats from Fay to Clay, as its players chose.",
    ),
    (
        Retreated(platoon="bears", sector="fay", how="ruled", moves=(BACK,)),
        "Bears retreats from Fay to Clay, as an organiser chose for its players.",
    ),
    (
        Retreated(
            platoon="bears", sector="fay", how="clerk", moves=(BACK, Gone(platoon="boars", origin="clay", place="bury"))
        ),
        "Bears retreats from Fay to Clay, as the clerk chose. To make room: Boars → Bury.",
    ),
    (
        Retreated(platoon="bears", sector="fay", how="only", moves=(BACK,)),
        "Bears retreats from Fay to Clay: there is no other way.",
    ),
    (
        Retreated(platoon="bears", sector="fay", how="shattered", moves=(OUT,)),
        "Bears is shattered in Fay: what is left of it is in reserve.",
    ),
    (
        Surrounded(platoon="bears", sector="fay", price="breakout", lost=("bears-1",)),
        "Bears is surrounded in Fay and breaks out. Captured: Light 1.",
    ),
    (
        Surrounded(platoon="bears", sector="fay", price="losses", lost=("bears-1", "bears-2")),
        "Bears is surrounded in Fay and gets away with losses. Captured: Light 1, Light 2.",
    ),
    (
        Surrounded(platoon="bears", sector="fay", price="surrender"),
        "Bears is surrounded in Fay and surrenders.",
    ),
    (
        TheatreScored(round=2, gained={"reds": 1, "blues": 3}, totals=TOTALS),
        "The map scores for round 2: The Blues 3, The Reds 1. In all: The Blues 9, The Reds 4.",
    ),
    (
        TheatreScored(round=2, gained=TOTALS, totals=TOTALS, final=True),
        "The map scores for the end of the war: The Blues 9, The Reds 4. In all: The Blues 9, The Reds 4.",
    ),
    (Won(side="", how="rounds", totals={"reds": 4, "blues": 4}), "The war ends in a draw: The Blues 4, The Reds 4."),
    (
        Won(side="blues", how="capital", totals=TOTALS),
        "The war is won by The Blues. Every capital is taken; points: The Blues 9, The Reds 4.",
    ),
    (
        RetreatContradicted(fixture="r1-1", sector="fay", beaten="cats", moves=(BACK,)),
        "Bears – Cats, corrected: Cats would have had to leave Fay. It waits for an organiser.",
    ),
    (
        RetreatContradicted(fixture="r1-1", sector="fay", moves=(BACK,)),
        "Bears – Cats, corrected: nobody would have had to leave Fay. It waits for an organiser.",
    ),
    (
        RetreatContradicted(fixture="r1-1", sector="fay", beaten="cats"),
        "Bears – Cats, corrected: nothing is to be done about the retreat from Fay.",
    ),
    (
        RetreatRevised(fixture="r1-1", apply=True, moves=(BACK, OUT), reason="Photo."),
        "Bears – Cats: the retreat is as it would have been: Bears → Clay, Bears → the reserve. Photo.",
    ),
    (RetreatRevised(fixture="r1-1", reason="Late."), "Bears – Cats: everybody stays where they are. Late."),
    (
        Deployed(platoon="bears", origin="alton", place="reserve", reason="Wrong box."),
        "An organiser puts Bears in the reserve: Wrong box.",
    ),
    (
        Deployed(platoon="bears", origin="alton", place="fay", restored={"bears-1": "damaged"}, reason="So agreed."),
        "An organiser puts Bears in Fay, and gives back Light 1: So agreed.",
    ),
    (
        LinkSet(one="clay", other="fay", open=False, reason="The bridge is blown."),
        "Clay – Fay (river) is closed: The bridge is blown.",
    ),
    (LinkSet(one="clay", other="fay", open=True, reason="A new one."), "Clay – Fay (river) is open again: A new one."),
]


@pytest.fixture
def camp() -> OnMap:
    """The bears have met the cats in Fay."""
    camp = OnMap().put(bears="clay", cats="fay")
    camp.round()
    march = March(platoon="bears", do="attack", to="fay", origin="clay", place="fay")
    camp.tell(OrdersResolved(round=1, marches=(march,), fixtures=(FIXTURE,)))
    return camp


def test_every_event_of_the_map_has_its_sentence_here() -> None:
    narrated = {event for chapter in map.CHAPTERS for event in chapter.narrating}
    assert {type(event) for event, _text in SENTENCES} - {RoundOpened} == narrated


@pytest.mark.parametrize(("event", "text"), SENTENCES, ids=[type(event).__name__ for event, _text in SENTENCES])
def test_it_is_told(camp: OnMap, event: Event, text: str) -> None:
    assert narrate(camp.season, event).text() == text


def test_an_order_is_read_by_its_players_alone(camp: OnMap) -> None:
    told = Ordered(platoon="bears", round=1, do="attack", to="fay")
    texts = {
        reader: narrate(camp.season, see_event(camp.season, told, reader)).text()
        for reader in (BOB.id, CAROL.id, ALICE.id, "")
    }
    assert texts == {BOB.id: "Bears is to attack Fay."} | dict.fromkeys(
        (CAROL.id, ALICE.id, ""), "Bears has its order."
    )


def test_each_order_that_was_disclosed_is_told_with_why_it_went_otherwise(camp: OnMap) -> None:
    resolved = OrdersResolved(
        round=1,
        marches=(
            March(platoon="bears", do="hold", origin="clay", place="clay", why="late"),
            March(platoon="boars", do="move", to="bury", origin="alton", place="bury", way=("alton", "bury")),
            March(platoon="cats", do="support", to="clay", origin="fay", place="fay"),
            March(platoon="cobras", do="move", to="fay", origin="gate", place="gate", why="full"),
        ),
    )
    assert [one.text() for one in marches(camp.season, resolved)] == [
        "Boars moves from Alton to Bury.",
        "Cats supports its side in Clay from Fay.",
        "Cobras is to move to Fay. Fay had no room for it (1 for each side), so it went back.",
        "Bears had no order, and holds in Clay.",
    ]
    assert not list(marches(camp.season, RoundOpened(number=2)))


def test_a_round_beside_a_map_and_its_deadline_are_told_without_what_they_do_not_have() -> None:
    season = Camp().season
    told = {
        RoundOpened(number=1): "Round 1 is announced.",
        SeasonClosed(seed="00", words="Well fought, 100%."): "The season is over; – have won it. Well fought, 100%.",
        Extended(number=1, deadline="", reason="Snow."): "Round 1 has no deadline any more: Snow.",
        Extended(number=1, deadline="2027-03-28T20:00:00Z", reason="Ice."): (
            "The deadline of round 1 is 28 March 2027, 20:00 UTC now: Ice."
        ),
    }
    assert {event: narrate(season, event).text() for event in told} == told
