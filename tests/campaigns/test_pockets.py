"""Given a beaten platoon with no way out, when its battle is counted, then it pays what the campaign asks for."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season.battle_reports import ReportBattle
from campaigns.season.kept_events import Amended
from campaigns.season.map.pockets import Surrounded
from campaigns.season.map.retreats import Retreat
from campaigns.season.results import WalkOver
from rules.contract import Outcome, Unfallen, UnitOutcome
from rules.stream.dice import FallenDice, rolled
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, BOB, SEED, THE_CLERK

WRECKED: dict[str, Any] = {"damage": 2}


def pocket(**terms: Any) -> AtWar:
    """Bears and cats stand in Elm, cobras in Bury, cranes in Fay: there is no way out to the reds' Alton."""
    it = AtWar(blues=4, **terms).put(bears="elm", cats="elm", cobras="bury", cranes="fay")
    return it


def beaten(it: AtWar, **left: Any) -> Surrounded:
    (event,) = it.beat("bears", "cats", "elm", **left)
    assert isinstance(event, Surrounded)
    return event


def statuses(it: AtWar) -> list[str]:
    return [it[id].status for id in it.season.platoons["bears"].vehicles]


def test_each_vehicle_that_can_drive_rolls_to_break_out_and_what_comes_through_is_in_reserve() -> None:
    it = pocket(breakout_needs=4)
    event = beaten(it, bears_4=WRECKED)
    rolls = tuple(rolled(SEED, f"round 1/breakout/bears-{n}", 1, 6) for n in (1, 2, 3))
    through = {f"bears-{n}" for n, roll in zip((1, 2, 3), rolls, strict=True) if roll.numbers[0] >= 4}
    assert (event.price, event.needs, event.tried) == ("breakout", 4, ("bears-1", "bears-2", "bears-3"))
    assert event.rolls == rolls
    assert through
    assert set(event.lost) == {f"bears-{n}" for n in (1, 2, 3, 4)} - through
    assert {id for id in it.season.platoons["bears"].vehicles if it[id].status == "captured"} == set(event.lost)
    assert (it.at("bears"), it.owner("elm"), event.held) == ("reserve", "blues", {"elm": "blues"})
    assert [haven.why for haven in event.havens] == ["enemy", "cut off", "enemy"]


def test_what_a_die_has_to_show_is_a_term() -> None:
    """Of the same dice, for they answer the same questions: what shows as much comes through."""
    rolls = beaten(pocket()).rolls
    shown = sorted(roll.numbers[0] for roll in rolls)
    for needs in {max(2, number) for number in shown}:
        event = beaten(pocket(breakout_needs=needs))
        assert (event.rolls, len(event.lost)) == (rolls, sum(number < needs for number in shown))


def test_losses_are_the_terms_share_rounded_up_of_those_that_cannot_drive_first_then_the_cheapest() -> None:
    it = AtWar(reds=0, surrounded="losses", surrounded_losses=50)
    it.join("bears", "reds", "Heavy", "Light", "Light", "Light", "Heavy")
    it.put(bears="elm", cats="elm", cobras="bury")
    event = beaten(it, bears_1=WRECKED)
    assert (event.lost, event.rolls, event.tried) == (("bears-1", "bears-2", "bears-3"), (), ())
    assert statuses(it) == ["captured", "captured", "captured", "fit", "fit"]


@pytest.mark.parametrize(("edition", "lost"), [("2", ("bears-1", "bears-2")), ("1", ("bears-2", "bears-3"))])
def test_what_is_cheapest_is_so_without_cards_which_are_secret(edition: str, lost: tuple[str, ...]) -> None:
    """Who sees what is given up would read off it which vehicle carries a card face down."""
    it = AtWar(reds=0, edition=edition, surrounded="losses", surrounded_losses=50)
    it.join("bears", "reds", fittings={"bears-1": ("Sight",)})
    it.put(bears="elm", cats="elm", cobras="bury")
    assert beaten(it).lost == lost


def test_a_surrender_is_of_everybody_but_what_stands_in_the_workshop() -> None:
    it = pocket(surrounded="surrender", purse=9)
    battle = it.muster("bears-3", "cats-1")
    it.count(battle, bears_3={"damage": 1})
    it.season.vehicles["bears-3"].status = "workshop"
    event = beaten(it)
    assert event.lost == ("bears-1", "bears-2", "bears-4")
    assert statuses(it) == ["captured", "captured", "workshop", "captured"]


def test_nor_of_what_fights_beside_the_map() -> None:
    it = pocket(surrounded="surrender")
    (key,) = it.meet(("cats", "bears"), sector="elm")
    it.muster("bears-3", "cobras-1", south="cobras")
    it.report(WalkOver(fixture=key, winner="cats", reason="Ill."), ALICE)
    assert statuses(it) == ["captured", "captured", "fit", "captured"]


def test_a_dry_run_shows_no_die_that_has_not_fallen() -> None:
    it = pocket()
    (key,) = it.meet(("cats", "bears"), sector="elm")
    command = it.report_of(it.muster(north="cats", south="bears", fixture=key), winner="north", field="north")
    with pytest.raises(Unfallen):
        it.report(command, THE_CLERK, FallenDice())


def test_what_was_given_up_stays_so_whatever_the_battle_is_corrected_to() -> None:
    """And nothing contradicts it that it was a wreck."""
    it = pocket(surrounded="surrender")
    event = beaten(it, bears_4=WRECKED)
    assert len(event.lost) == 4
    fixture = it.season.fixtures["r1-1"]
    units = tuple(
        UnitOutcome(id, side, "lost" if side == "south" else "fit", {})
        for side, forces in fixture.sides.items()
        for id in forces.vehicles
    )
    again = Outcome(over=True, winner="north", field="north", units=units)
    (report,) = it.report(ReportBattle(battle=fixture.battle, position=12, digest="ab" * 32, outcome=again), THE_CLERK)
    assert report.contradicted == ()  # type: ignore[attr-defined]
    assert statuses(it) == ["captured"] * 4


def test_who_had_a_way_as_it_was_beaten_and_has_none_when_it_chooses_is_surrounded() -> None:
    it = AtWar(surrounded="surrender").put(bears="clay", cats="clay")
    it.beat("bears", "cats", "clay")
    it.put(cobras="alton")
    it.season.owners = it.season.owners | {"bury": "blues"}
    refused = it.refused(Retreat(platoon="bears", to="bury"), BOB)
    assert refused.remedy is not None
    assert "No way is left" in refused.remedy.text()
    (event,) = it.go("bears")
    assert isinstance(event, Surrounded)


def test_nobody_makes_room_where_no_supply_comes() -> None:
    """The boars could go on to the hub; but Fay, where they stand, is cut off."""
    text = """
        sector dale "Dale" at=0,0 base=reds capacity=9
        sector hub "Hub" at=1,0
        sector fay "Fay" at=2,0 capacity=1
        sector elm "Elm" at=3,0
        sector hay "Hay" at=4,0 base=blues capacity=9
        road dale hub
        road fay hub
        road elm fay
        road elm hay
    """
    it = AtWar(map=text).put(boars="fay", bears="elm", cats="elm")
    assert [haven.why for haven in beaten(it).havens] == ["cut off", "enemy"]


def test_the_price_is_that_of_the_round() -> None:
    it = pocket(surrounded="breakout")
    it.tell(Amended(round=1, terms={"surrounded": "surrender"}))
    it.round()
    assert beaten(it).price == "surrender"
