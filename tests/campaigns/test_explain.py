"""Why a platoon is where it is, what became of its order, whose a sector is and why: read from the campaign's facts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from campaigns.season.explain import Explanation, explain, facts
from campaigns.season.kept_events import Gone
from campaigns.season.map.disclosure import Disclose, OrdersResolved
from campaigns.season.map.links import SetLink
from campaigns.season.map.orders import Order
from campaigns.season.map.retreats import Retreat, Retreated
from campaigns.season.people import HandOver
from campaigns.theatre import March
from rules.contract import Refused
from tests.campaigns.between import ALICE, BOB, CAROL, THE_CLERK
from tests.campaigns.explained import shown
from tests.campaigns.on_map import OnMap


@pytest.fixture
def camp() -> OnMap:
    """The bears attack the cats in Fay from Clay; the boars stand in Bury, the cobras in Elm."""
    return OnMap().put(bears="clay", boars="bury", cats="fay", cobras="elm")


def why(camp: OnMap, of: str, reader: str = "") -> Explanation:
    return explain(camp.season, list(enumerate(camp.told, 1)), of, reader)


def last(camp: OnMap, of: str) -> tuple[str, list[str], set[str]]:
    """Of the last step: what it became, the reasons, the rules."""
    step = why(camp, of).steps[-1]
    return shown(step.after), [one.text.text() for one in step.reasons], {one.rule for one in step.reasons} - {""}


def disclosed(camp: OnMap, **orders: tuple[Any, ...]) -> None:
    camp.round()
    for key, (do, *to) in orders.items():
        camp.report(Order(platoon=key, do=do, to=to[0] if to else camp.at(key)), camp.player(key))
    camp.report(Disclose(round=camp.season.turn), THE_CLERK)


def beaten(camp: OnMap) -> None:
    """The bears have attacked and lost."""
    disclosed(camp, bears=("attack", "fay"))
    (fixture,) = camp.season.fixtures
    camp.count(camp.muster(north="bears", south="cats", fixture=fixture), winner="south")


def test_why_they_retreated_there(camp: OnMap) -> None:
    beaten(camp)
    camp.report(Retreat(platoon="bears", to="clay"), BOB)
    steps = why(camp, "platoons.bears.sector").steps
    told = [(type(step.event).__name__, shown(step.after)) for step in steps]
    assert told == [
        ("Enlisted", "Alton"),
        ("Deployed", "Clay"),
        ("OrdersResolved", "Fay"),
        ("BattleReported", "Fay"),
        ("RetreatDue", "Fay"),
        ("Retreated", "Clay"),
    ]
    assert [one.text.text() for one in steps[-1].reasons] == [
        "Dunes is a haven: 1 to a base, worth 1.",
        "Clay is a haven: 2 to a base, worth 2.",
        "Elm is none: enemies stand there.",
        "Gate is none: no supply of its side comes there.",
        "Its players chose it.",
    ]
    assert [one.text.text() for one in steps[3].reasons] == ["Bears is beaten: the other one holds the field."]
    assert camp.told[steps[-1].position - 1] == steps[-1].event


def test_the_clerk_says_by_which_rule_it_chose(camp: OnMap) -> None:
    beaten(camp)
    camp.report(Retreat(platoon="bears"), BOB)
    where, reasons, rules = last(camp, "platoons.bears.sector")
    assert (where, rules) == ("Dunes", {"Retreats 2"})
    assert "the shortest way to a base, then the higher value, then the first by key" in reasons[-1]


def test_who_made_room_is_told_for_whom(camp: OnMap) -> None:
    moves = (Gone(platoon="bears", origin="clay", place="bury"), Gone(platoon="boars", origin="bury", place="alton"))
    camp.tell(Retreated(platoon="bears", sector="clay", how="clerk", moves=moves))
    reason = "It made room for Bears, which had no other way out of Clay."
    assert last(camp, "platoons.boars.sector") == ("Alton", [reason], {"Retreats 3"})


@pytest.mark.parametrize(
    ("march", "reasons", "rule"),
    [
        (
            March(platoon="bears", do="attack", to="fay", origin="clay", place="clay", why="met"),
            [
                "Bears is to attack Fay.",
                "Cats came the other way: they met here, where the better of the two sectors is.",
            ],
            "Orders meet 2",
        ),
        (
            March(platoon="bears", do="move", to="dunes", origin="clay", place="clay", why="full"),
            ["Bears is to move to Dunes.", "Dunes had no room for it (1 for each side), so it went back."],
            "Orders meet 3",
        ),
        (
            March(platoon="bears", do="hold", origin="clay", place="clay", why="late"),
            ["It had no order when orders were disclosed, so it held."],
            "Orders meet 1",
        ),
        (
            March(platoon="bears", do="support", to="fay", origin="clay", place="clay", why="cut"),
            [
                "Bears is to support its side in Fay.",
                "Enemies came into its own sector, so its support was cut.",
            ],
            "Orders meet 5",
        ),
        (
            March(platoon="bears", do="move", to="alton", origin="clay", place="clay", why="unfit"),
            ["Bears is to move to Alton.", "No vehicle of it could fight, so it held."],
            "Orders",
        ),
    ],
    ids=lambda one: one.why if isinstance(one, March) else "",
)
def test_why_an_order_failed(camp: OnMap, march: March, reasons: list[str], rule: str) -> None:
    came = March(platoon="cats", do="attack", to="clay", origin="fay", place="clay")
    camp.round()
    camp.tell(OrdersResolved(round=1, marches=(march, came)))
    assert last(camp, "platoons.bears.order") == ("none is open", reasons, {rule})


def test_the_order_itself_is_explained_to_its_players_alone(camp: OnMap) -> None:
    """Nobody else's explanation differs by what it says."""
    camp.round()
    one, other = (camp, OnMap().put(bears="clay", boars="bury", cats="fay", cobras="elm"))
    other.round()
    one.report(Order(platoon="bears", do="attack", to="fay"), BOB)
    other.report(Order(platoon="bears", do="move", to="alton"), BOB)
    for fact in facts(one.season):
        for reader in ("", CAROL.id, ALICE.id):
            assert why(one, fact.of, reader) == why(other, fact.of, reader), (fact.of, reader)
    assert [reason.text.text() for reason in why(one, "platoons.bears.order", BOB.id).steps[-1].reasons] == [
        "Bears is to attack Fay."
    ]


def test_an_order_is_explained_to_who_commands_the_platoon_now(camp: OnMap) -> None:
    """Not to who did, when it was given."""
    camp.round()
    camp.report(Order(platoon="bears", do="attack", to="fay"), BOB)
    camp.report(HandOver(platoon="bears", players=(CAROL.id,), reason="Away"), ALICE)
    told = {who.id: why(camp, "platoons.bears.order", who.id).steps[-1].reasons for who in (ALICE, BOB, CAROL)}
    assert (told[ALICE.id], told[BOB.id]) == ((), ())
    assert [reason.text.text() for reason in told[CAROL.id]] == ["Bears is to attack Fay."]


def test_whose_a_sector_is(camp: OnMap) -> None:
    disclosed(camp, bears=("attack", "fay"))
    assert last(camp, "sectors.fay.owner") == (
        "The Blues, contested",
        ["Platoons of several sides stand there: Bears, Cats."],
        {"The map"},
    )
    first = why(camp, "sectors.alton.owner").steps
    assert [(one.position, one.before, shown(one.after)) for one in first] == [(1, None, "The Reds")]


def test_what_supply_hangs_on(camp: OnMap) -> None:
    value, (reason,), rules = last(camp, "platoons.bears.supply")
    assert (value, reason, rules) == ("supplied", "It comes by Alton for 0; up to 6 is full supply.", {"Supply"})
    for other in ("alton", "bury", "dunes"):
        one, far = sorted(("clay", other))
        if (one, far) in {(link.one, link.other) for link in camp.season.opened.theatre.links}:  # type: ignore[union-attr]
            camp.report(SetLink(one=one, other=far, open=False, reason="Blown"), ALICE)
    value, reasons, _rules = last(camp, "platoons.bears.supply")
    assert value == "cut off"
    assert reasons == ["No way leads from Alton over open links and sectors that are its side’s alone."]


def test_every_explanation_ends_where_the_fact_stands(camp: OnMap) -> None:
    """Each step begins where the one before has ended, and the last one has the value the fact has."""
    beaten(camp)
    camp.report(SetLink(one="alton", other="clay", open=False, reason="Blown"), ALICE)
    camp.report(Retreat(platoon="bears"), BOB)
    for fact in facts(camp.season):
        found = why(camp, fact.of)
        assert found.fact == fact
        for one, other in pairwise(found.steps):
            assert one.after == other.before or fact.of.endswith(".order")
        assert found.steps == () or found.steps[-1].after == fact.value


def test_what_nobody_can_be_told_of_is_refused(camp: OnMap) -> None:
    known = {one.of for one in facts(camp.season)}
    assert {"platoons.bears.sector", "platoons.cats.order", "platoons.cats.supply", "sectors.fay.owner"} <= known
    for of in ("", "platoons.bears", "platoons.wolves.sector", "sectors.fay.sector", "sectors.fay.owner.x", "..."):
        with pytest.raises(Refused) as caught:
            why(camp, of)
        assert (caught.value.field, caught.value.code) == ("of", "unknown")
