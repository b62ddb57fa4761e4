"""Given a beaten platoon, when a battle is counted or decided or somebody says where to, then it leaves the field."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season.kept_events import Gone, Haven, RetreatDue
from campaigns.season.map.defeat import RetreatCancelled
from campaigns.season.map.havens import havens
from campaigns.season.map.pockets import Surrounded
from campaigns.season.map.retreats import Retreat, Retreated
from campaigns.season.musters import CallOff
from campaigns.season.people import Drop
from campaigns.season.results import Adjudicate, Concede, WalkOver
from rules.contract import Event
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, BOB, CAROL, THE_CLERK

ALL_WRECKED: dict[str, Any] = {f"cats_{n}": {"damage": 2} for n in range(1, 5)}


def in_clay(**terms: Any) -> AtWar:
    """Bears and cats stand in Clay, with the cats' friends in Fay: to the reds' Alton it is not far, and to Bury."""
    it = AtWar(**terms).put(bears="clay", cats="clay")
    return it


def at(it: AtWar, *platoons: str) -> list[str]:
    return [it.at(key) for key in platoons]


def one(events: list[Event]) -> Any:
    (event,) = events
    return event


# ----------------------------------------------------------------------------------------------------------- havens


def test_havens_are_told_the_clerks_choice_first_and_the_others_with_what_is_against_them() -> None:
    it = in_clay().put(cobras="fay")
    assert havens(it.season, "bears") == (
        Haven(sector="alton", distance=0, value=3),
        Haven(sector="bury", distance=2, value=1),
        Haven(sector="fay", distance=None, value=2, why="enemy"),
    )


def test_the_shortest_way_to_a_base_comes_first_then_the_higher_value_then_the_key() -> None:
    """Over a map of spokes: all but one as far from the base."""
    spokes = {"bog": 1, "cot": 2, "den": 2, "elk": 1}
    lines = [
        'sector ash "Ash" at=0,0 base=reds capacity=9',
        'sector zoo "Zoo" at=9,9 base=blues capital',
        'sector hub "Hub" at=3,3 capacity=9',
        *(f'sector {key} "{key}" at={n},5 value={value}' for n, (key, value) in enumerate(spokes.items())),
        *(f"{'rail' if key == 'elk' else 'road'} ash {key}" for key in spokes),
        *(f"road {key} hub" for key in spokes),
        "road hub zoo",
    ]
    it = AtWar(map="\n".join(lines)).put(bears="hub", cats="hub")
    found = havens(it.season, "bears")
    assert [haven.sector for haven in found] == ["elk", "cot", "den", "bog", "zoo"]
    assert [haven.distance for haven in found] == [1, 2, 2, 2, None]


def test_a_closed_link_and_a_full_sector_are_no_ways() -> None:
    it = in_clay()
    it.season.closed_links = frozenset({("bury", "clay")})
    it.put(boars="dunes").put(boars="fay")
    assert {haven.sector: haven.why for haven in havens(it.season, "bears")} == {
        "alton": "",
        "bury": "closed",
        "fay": "full",
    }


# ------------------------------------------------------------------------------------------------- chosen in time


def test_a_beaten_platoon_with_several_havens_chooses_one() -> None:
    it = in_clay().put(boars="dunes")
    due = one(it.beat("bears", "cats", "clay"))
    assert due == RetreatDue(platoon="bears", sector="clay", fixture="r1-1", havens=havens(it.season, "bears"))
    assert (it.at("bears"), it.owner("clay"), it.season.fixtures["r1-1"].beaten) == ("clay", "reds", "bears")
    gone = one(it.go("bears", "bury"))
    assert gone == Retreated(
        platoon="bears",
        sector="clay",
        fixture="r1-1",
        how="chosen",
        moves=(Gone(platoon="bears", origin="clay", place="bury"),),
        havens=due.havens,
        held={"clay": "blues"},
    )
    assert (it.at("bears"), it.owner("clay"), it.season.retreats) == ("bury", "blues", {})


@pytest.mark.parametrize("who", [CAROL, ALICE, THE_CLERK])
def test_players_choose_or_an_organiser_and_the_clerk_by_its_rule(who: Any) -> None:
    it = in_clay()
    it.beat("bears", "cats", "clay")
    if who is CAROL:
        assert it.refused(Retreat(platoon="bears", to="bury"), CAROL).code == "not-yours"
        return
    gone = one(it.report(Retreat(platoon="bears"), who))
    assert (gone.how, it.at("bears")) == ("clerk", "alton")


def test_what_an_organiser_chooses_is_not_told_as_its_players_choice() -> None:
    it = in_clay()
    it.beat("bears", "cats", "clay")
    gone = one(it.report(Retreat(platoon="bears", to="bury"), ALICE))
    assert (gone.how, it.at("bears")) == ("ruled", "bury")


@pytest.mark.parametrize(
    ("to", "why"),
    [("fay", "Enemies stand in fay."), ("gate", "gate is not next to clay."), ("dunes", "dunes is not next to clay.")],
)
def test_where_it_may_not_retreat_is_refused_with_where_it_may(to: str, why: str) -> None:
    it = in_clay().put(cobras="fay")
    it.beat("bears", "cats", "clay")
    refused = it.refused(Retreat(platoon="bears", to=to), BOB)
    assert (refused.field, refused.text.text()) == ("to", why)
    assert refused.remedy is not None
    assert refused.remedy.text() == "It may retreat to: alton, bury."


def test_who_is_not_beaten_has_nowhere_to_retreat() -> None:
    it = in_clay()
    it.beat("bears", "cats", "clay")
    assert it.refused(Retreat(platoon="cats", to="fay"), CAROL).field == "platoon"


def test_without_hours_to_choose_the_clerk_chooses_at_once() -> None:
    it = in_clay(retreat_hours=0)
    gone = one(it.beat("bears", "cats", "clay"))
    assert (gone.how, [haven.sector for haven in gone.havens if not haven.why]) == ("clerk", ["alton", "bury"])
    assert it.at("bears") == "alton"


def test_with_one_haven_it_goes_there_at_once() -> None:
    it = in_clay().put(cobras="fay")
    it.season.closed_links = frozenset({("bury", "clay")})
    gone = one(it.beat("bears", "cats", "clay"))
    assert (gone.how, it.at("bears")) == ("only", "alton")


def test_who_withdrew_in_time_is_beaten_like_any_other_and_comes_along() -> None:
    it = in_clay(retreat_hours=0)
    left: Any = {f"bears_{n}": "withdrawn" for n in range(1, 5)}
    it.beat("bears", "cats", "clay", **left)
    assert (it.at("bears"), it["bears-1"].status) == ("alton", "withdrawn")


# --------------------------------------------------------------------------------------------------- who is beaten


def test_where_nobody_wins_both_stay() -> None:
    it = in_clay()
    (key,) = it.meet(("cats", "bears"), sector="clay")
    assert it.fought(key, "") == []
    assert at(it, "bears", "cats") == ["clay", "clay"]


def test_who_holds_the_field_stays_though_the_other_has_won() -> None:
    it = in_clay(retreat_hours=0)
    (key,) = it.meet(("cats", "bears"), sector="clay")
    battle = it.muster(north="cats", south="bears", fixture=key)
    command = it.report_of(battle, winner="north", field="south")
    assert [type(event) for event in it.report(command, THE_CLERK)][1:] == [Retreated]
    assert (it.at("cats"), it.at("bears")) == ("fay", "clay")


@pytest.mark.parametrize(
    "command", [Concede(fixture="r1-1", platoon="bears"), WalkOver(fixture="r1-1", winner="cats", reason="Ill.")]
)
def test_what_is_decided_instead_of_fought_has_a_beaten_platoon_too(command: Any) -> None:
    it = in_clay()
    it.meet(("cats", "bears"), sector="clay")
    it.report(command, BOB if isinstance(command, Concede) else ALICE)
    assert it.season.retreats.keys() == {"bears"}


def test_what_does_not_count_beats_nobody() -> None:
    it = in_clay()
    it.meet(("cats", "bears"), sector="clay")
    it.report(Adjudicate(fixture="r1-1", winner="", void=True, reason="Rain."), ALICE)
    assert not it.season.retreats


def test_what_is_ruled_on_while_it_is_fought_is_followed_once_it_is_over() -> None:
    """The vehicles are still on the table."""
    it = in_clay()
    (key,) = it.meet(("cats", "bears"), sector="clay")
    battle = it.muster(north="cats", south="bears", fixture=key)
    it.report(Adjudicate(fixture=key, winner="cats", reason="Late."), ALICE)
    assert not it.season.retreats
    it.report(CallOff(battle=battle, reason="Late."), ALICE)
    assert it.season.retreats.keys() == {"bears"}


def test_a_battle_beside_the_map_moves_nobody() -> None:
    it = in_clay()
    it.count(it.muster(north="cats", south="bears"))
    assert not it.season.retreats


def test_who_is_alone_there_by_now_has_nothing_to_leave() -> None:
    it = AtWar().put(cats="clay", bears="clay")
    it.meet(("cats", "bears"), sector="clay")
    it.report(Drop(platoon="cats", reason="Moved."), CAROL)
    assert it.owner("clay") == "reds"
    it.report(Adjudicate(fixture="r1-1", winner="cats", reason="They had won."), ALICE)
    assert (it.season.retreats, it.at("bears")) == ({}, "clay")


def test_when_the_enemies_leave_no_retreat_is_due_any_more() -> None:
    it = in_clay()
    it.beat("bears", "cats", "clay")
    _dropped, lifted = it.report(Drop(platoon="cats", reason="Moved."), CAROL)
    assert lifted == RetreatCancelled(platoon="bears", sector="clay", fixture="r1-1")
    assert (it.season.retreats, it.owner("clay")) == ({}, "reds")


def test_a_platoon_of_which_nothing_drives_is_shattered() -> None:
    """Its wrecks are in reserve with it: whose field it was says what became of them."""
    it = in_clay(workshop=False)
    gone = one(it.beat("cats", "bears", "clay", **ALL_WRECKED))
    assert (gone.how, it.at("cats")) == ("shattered", "reserve")
    assert {it[f"cats-{n}"].status for n in range(1, 5)} == {"wrecked"}


def test_a_trench_and_an_order_are_left_behind() -> None:
    it = in_clay(retreat_hours=0)
    (key,) = it.meet(("cats", "bears"), sector="clay")
    it.season.platoons["bears"].entrenched = True
    it.fought(key, "cats")
    assert not it.season.platoons["bears"].entrenched


def test_another_battle_keeps_it_where_it_is() -> None:
    """Corrected, the first one has beaten it; but the second goes on."""
    it = in_clay().put(cobras="clay")
    (first,) = it.meet(("cats", "bears"), sector="clay")
    it.fought(first, "")
    (second,) = it.meet(("cobras", "bears"), sector="clay")
    assert it.corrected(first, "cats") == []
    assert isinstance(one(it.fought(second, "cobras")), RetreatDue)


def test_who_has_to_leave_for_one_battle_does_not_owe_it_for_another() -> None:
    it = in_clay().put(cobras="clay")
    first, second = it.meet(("cats", "bears"), ("cobras", "bears"), sector="clay")
    it.fought(first, "")
    assert isinstance(one(it.fought(second, "cobras")), RetreatDue)
    assert it.corrected(first, "cats") == []
    assert it.season.retreats["bears"].fixture == second


# -------------------------------------------------------------------------------------------------- room for others


@pytest.mark.parametrize("full", [False, True])
def test_the_example_of_the_rules(full: bool) -> None:
    """Dot (bears) is beaten in Elm; Fay is full of Gil (boars), who goes on to Ive; were Ive full of platoons that are
    engaged, Dot would be surrounded."""
    text = """
        sector dale "Dale" at=0,0 base=reds capacity=9
        sector elm "Elm" at=2,2
        sector fay "Fay" at=2,1 capacity=1
        sector hay "Hay" at=2,3 base=blues capacity=9
        sector ive "Ive" at=1,0 capacity=1
        road dale ive
        road fay ive
        road elm fay
        road elm hay
    """
    it = AtWar(map=text, reds=3).put(bulls="ive", boars="fay", bears="elm", cats="elm", cobras="hay").put(bulls="dale")
    if full:
        it.put(bulls="ive", cobras="ive")
        it.meet(("cobras", "bulls"), sector="ive")
        it.put(cobras="hay")
        assert isinstance(one(it.beat("bears", "cats", "elm")), Surrounded)
        return
    gone = one(it.beat("bears", "cats", "elm"))
    assert gone.moves == (
        Gone(platoon="bears", origin="elm", place="fay"),
        Gone(platoon="boars", origin="fay", place="ive"),
    )
    assert at(it, "bears", "boars") == ["fay", "ive"]
