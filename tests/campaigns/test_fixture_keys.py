"""A fixture's key means one pairing for ever: whatever is corrected before it, what people told of a pairing that still
stands is told of that one, and a new pairing has a key that none has had."""

from __future__ import annotations

import msgspec
import pytest

from campaigns.season import Season, fixture_keys
from campaigns.season.appointments import ProposeDate, SetDate
from campaigns.season.disputes import Dispute
from campaigns.season.map import disclosure
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.orders import Order
from campaigns.season.open_items import open_items
from campaigns.season.penalties import Penalise
from campaigns.season.results import Adjudicate
from campaigns.season.rounds import OpenRound
from rules.adjudicate import Who
from rules.contract import Refused, RuleSystem
from rules.stream.revision.kept_rows import first_wrong
from rules.stream.revision.reports import Correct, Resolve, Revised, Undo
from rules.upkeep import Engagement, Proposal
from tests.campaigns.between import ALICE, BOB, enlist
from tests.campaigns.mended import Mended, places_aside
from tests.campaigns.on_map import OnMap

EIGHT = ("bears", "cats", "dogs", "emus", "foxes", "gnus", "hawks", "ibex")
PAIRS = (("bears", "cats"), ("dogs", "emus"), ("foxes", "gnus"), ("hawks", "ibex"))


def of_eight() -> Mended:
    told = Mended(enlisted=False)
    for key in EIGHT:
        told.tell(enlist(key), Who(key))
    return told


def pairs(season: Season) -> dict[str, tuple[str, ...]]:
    return {key: one.platoons for key, one in season.fixtures.items() if one.announced}


def left(told: Mended) -> list[tuple[str, str]]:
    """What is left to settle, and how it stands."""
    found = [told.history.reports[position] for position in told.state.items]
    return [(past.type, past.how) for past in found]


# -- paired by hand ----------------------------------------------------------------------------------------------------


def test_a_pairing_that_stands_keeps_its_key_when_one_before_it_falls() -> None:
    told = of_eight()
    told.tell(OpenRound(deadline=""), ALICE)
    for home, away in PAIRS:
        told.pair(home, away)
    battle = told.muster("r1-2", "dogs", "emus")
    told.tell(Adjudicate(fixture="r1-3", void=True, reason="nobody came"), ALICE)
    told.tell(ProposeDate(fixture="r1-4", at="2027-03-20T18:00:00Z"), Who("hawks"))
    events = told.undo("Pair", nth=0)
    assert pairs(told.state) == {"r1-2": PAIRS[1], "r1-3": PAIRS[2], "r1-4": PAIRS[3]}
    assert not told.state.items
    assert told.state.fixtures["r1-2"].battle == battle
    assert told.state.fixtures["r1-3"].decided
    assert told.state.fixtures["r1-4"].proposed
    (revised,) = [event for event in events if isinstance(event, Revised)]
    assert {key: one[:2] for key, one in (revised.published or {}).items()} == dict(
        zip(("r1-1", "r1-2", "r1-3", "r1-4"), PAIRS, strict=True)
    )


def test_a_new_pairing_has_a_key_that_none_has_had() -> None:
    """Not that of the one that fell, which is its own again where the same two are paired again."""
    told = of_eight()
    told.tell(OpenRound(deadline=""), ALICE)
    told.pair(*PAIRS[0])
    told.pair(*PAIRS[1])
    told.strike("Pair", nth=0)
    told.pair(*PAIRS[2])
    assert pairs(told.state) == {"r1-2": PAIRS[1], "r1-3": PAIRS[2]}
    told.pair("cats", "bears")
    assert pairs(told.state)["r1-1"] == ("cats", "bears")


def test_a_pairing_put_in_before_another_one_takes_nobodys_key() -> None:
    told = of_eight()
    told.tell(OpenRound(deadline=""), ALICE)
    told.pair(*PAIRS[0])
    told.tell(Adjudicate(fixture="r1-1", winner="bears", reason="nobody came"), ALICE)
    more = {"pairings": [{"home": "dogs", "away": "emus"}]}
    told.tell(Correct(position=told.at("Pair"), how="insert", type="Pair", data=more, reason="forgotten"), ALICE)
    assert pairs(told.state) == {"r1-2": PAIRS[1], "r1-1": PAIRS[0]}
    assert told.state.fixtures["r1-1"].decided
    assert not told.state.items


def test_a_round_that_is_paired_otherwise_keeps_the_keys_of_those_who_meet_all_the_same() -> None:
    told = of_eight()
    told.round(*PAIRS)
    told.tell(Adjudicate(fixture="r1-1", winner="bears", reason="so"), ALICE)
    told.tell(Adjudicate(fixture="r1-3", winner="gnus", reason="so"), ALICE)
    met = (("hawks", "dogs"), ("gnus", "foxes"), ("emus", "ibex"), ("cats", "bears"))
    data = {"pairings": [{"home": home, "away": away} for home, away in met], "deadline": ""}
    told.tell(Correct(position=told.at("OpenRound"), how="change", data=data, reason="misread"), ALICE)
    assert pairs(told.state) == dict(zip(("r1-5", "r1-3", "r1-6", "r1-1"), met, strict=True))
    assert not told.state.items


def test_a_round_that_is_taken_back_and_announced_anew_has_its_reports_again() -> None:
    """They wait meanwhile, and are never those of another pairing."""
    told = of_eight()
    told.round(*PAIRS)
    told.tell(Adjudicate(fixture="r1-2", winner="dogs", reason="so"), ALICE)
    told.tell(Adjudicate(fixture="r1-1", winner="bears", reason="so"), ALICE)
    told.strike("OpenRound")
    assert left(told) == [("Adjudicate", "waiting")] * 2
    told.round(("foxes", "ibex"), PAIRS[1])
    assert pairs(told.state) == {"r1-5": ("foxes", "ibex"), "r1-2": PAIRS[1]}
    assert [one.is_open for one in told.state.fixtures.values()] == [True, True]


def test_undone_and_done_again_the_keys_are_what_they_were() -> None:
    told = of_eight()
    told.round(*PAIRS[:2])
    told.pair(*PAIRS[2])
    told.tell(Adjudicate(fixture="r1-3", void=True, reason="nobody came"), ALICE)
    was = places_aside(told.state)
    data = {"pairings": [{"home": "dogs", "away": "emus"}], "deadline": "2027-03-28T20:00:00Z"}
    told.tell(Correct(position=told.at("OpenRound"), how="change", data=data, reason="misread"), ALICE)
    mended = places_aside(told.state)
    assert pairs(told.state) == {"r1-2": PAIRS[1], "r1-3": PAIRS[2]}
    told.tell(Undo(position=told.state.corrected), ALICE)
    assert places_aside(told.state) == was
    told.redo()
    assert places_aside(told.state) == mended


def test_a_correction_that_shifts_no_key_tells_none() -> None:
    """The rows of such a correction are as they always were."""
    told = of_eight()
    told.round(*PAIRS)
    told.tell(Penalise(platoon="gnus", score=1, reason="late"), ALICE)
    told.tell(Adjudicate(fixture="r1-2", winner="dogs", reason="so"), ALICE)
    events = told.undo("Penalise") + told.undo("OpenRound") + told.redo() + told.undo("Adjudicate")
    assert all(not event.published for event in events if isinstance(event, Revised) and event.act != "undo")
    assert not told.state.published


def test_in_a_log_that_tells_no_keys_a_report_is_of_its_pairing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a log that does not say what keys have meant an earlier pairing was taken back, and the later ones are called
    by the keys of others."""
    told = of_eight()
    told.tell(OpenRound(deadline=""), ALICE)
    for home, away in PAIRS:
        told.pair(home, away)
    battle = told.muster("r1-2", "dogs", "emus")
    told.tell(Adjudicate(fixture="r1-3", void=True, reason="nobody came"), ALICE)
    with monkeypatch.context() as of_before:
        of_before.setattr(fixture_keys, "published", lambda season: {})
        told.undo("Pair", nth=0)
    announced = {key: one for key, one in told.state.fixtures.items() if one.announced}
    pairs = {"r1-1": ("dogs", "emus"), "r1-2": ("foxes", "gnus"), "r1-3": ("hawks", "ibex")}
    assert {key: one.platoons for key, one in announced.items()} == pairs
    assert all(one.is_open and not one.battle for one in announced.values())
    found = told.state.of_battle(battle)
    assert found is not None
    assert (found.key, found.platoons) == (battle, ("dogs", "emus"))
    left = [told.history.reports[position] for position in told.state.items]
    assert [(past.type, past.how) for past in left] == [("MusterBattle", "played"), ("Adjudicate", "waiting")]
    told.tell(Penalise(platoon="gnus", score=1, reason="late"), ALICE)
    told.undo("OpenRound")
    told.redo()
    told.undo("Penalise")  # what waits is looked at again, and is still of the other pairing
    assert not told.state.fixtures["r1-3"].decided
    assert [past.how for past in told.live("Adjudicate")] == ["waiting"]


# -- on the map --------------------------------------------------------------------------------------------------------


def at_war() -> Mended:
    """Bears have met cats at Elm (r1-1), and boars cobras at Fay (r1-2)."""
    told = Mended(OnMap(), enlisted=False)
    for key, sector in (("bears", "bury"), ("cats", "elm"), ("boars", "clay"), ("cobras", "fay")):
        told.tell(Deploy(platoon=key, sector=sector, reason="there"), ALICE)
    told.tell(OpenRound(deadline="2027-03-28T20:00:00Z", orders_by="2027-03-18T20:00:00Z"), ALICE)
    told.tell(Order(platoon="bears", do="attack", to="elm"), BOB)
    told.tell(Order(platoon="boars", do="attack", to="fay"), BOB)
    told.tell(Disclose(round=1), ALICE)
    assert pairs(told.state) == {"r1-1": ("bears", "cats"), "r1-2": ("boars", "cobras")}
    return told


def reordered(told: Mended, nth: int, do: str, to: str) -> None:
    """An organiser finds that an order was another one."""
    order = told.live("Order")[nth]
    platoon = msgspec.json.decode(order.data)["platoon"]
    data = {"platoon": platoon, "do": do, "to": to}
    told.tell(Correct(position=order.position, how="change", data=data, reason="misread"), ALICE)


def test_a_meeting_that_stands_keeps_its_key_when_another_does_not_come_about() -> None:
    """Its battle, and what was told of it, go on as they were."""
    told = at_war()
    told.tell(ProposeDate(fixture="r1-2", at="2027-03-20T18:00:00Z"), BOB)
    told.tell(SetDate(fixture="r1-2", at="2027-03-21T18:00:00Z", reason="both asked"), ALICE)
    battle = told.muster("r1-2", "boars", "cobras")
    told.count(battle, "south")
    told.tell(Dispute(fixture="r1-2", reason="No"), BOB)
    told.tell(Adjudicate(fixture="r1-2", winner="boars", reason="so"), ALICE)
    reordered(told, 0, "hold", "bury")
    assert pairs(told.state) == {"r1-2": ("boars", "cobras")}
    assert [one.battle for one in told.state.fixtures.values()] == [battle]
    assert not told.state.items
    reordered(told, 0, "attack", "elm")
    assert pairs(told.state) == {"r1-1": ("bears", "cats"), "r1-2": ("boars", "cobras")}
    assert not told.state.items
    assert first_wrong(told.history) == 0


def test_a_further_pairing_of_the_round_keeps_its_key_beside_the_meetings() -> None:
    told = at_war()
    told.pair("bears", "cobras")
    told.tell(Adjudicate(fixture="r1-3", winner="bears", reason="so"), ALICE)
    reordered(told, 0, "hold", "bury")
    assert pairs(told.state) == {"r1-2": ("boars", "cobras"), "r1-3": ("bears", "cobras")}
    assert told.state.fixtures["r1-3"].decided
    assert not told.state.items


def test_what_is_told_of_a_battle_is_of_it_also_when_its_pairing_falls_away() -> None:
    """The battle is left to settle, once; what hangs on it goes with it."""
    told = at_war()
    battle = told.muster("r1-1", "bears", "cats")
    told.count(battle, "south")
    told.tell(Dispute(fixture="r1-1", reason="No"), BOB)
    told.tell(Adjudicate(fixture="r1-1", winner="bears", reason="so"), ALICE)
    reordered(told, 0, "hold", "bury")
    assert left(told) == [("MusterBattle", "played")]
    beside = told.state.fixtures[battle]
    assert (beside.battle, beside.decided is not None) == (battle, True)
    with pytest.raises(Refused, match="no fixture"):
        told.tell(Adjudicate(fixture="r1-7", winner="bears", reason="so"), ALICE)
    told.tell(Resolve(position=told.state.items[0], how="strike", reason="never fought"), ALICE)
    assert battle not in told.state.fixtures
    assert {kind for kind, _how in left(told)} <= {"Adjudicate"}


def test_a_battle_that_is_kept_counts_once_when_its_pairing_comes_back() -> None:
    told = at_war()
    battle = told.muster("r1-1", "bears", "cats")
    told.count(battle, "south")
    reordered(told, 0, "hold", "bury")
    told.tell(Resolve(position=told.state.items[0], how="keep", reason="as it was fought"), ALICE)
    assert {one.battle for one in told.state.fixtures.values()} == {"", battle}
    reordered(told, 0, "attack", "elm")
    assert [(key, one.battle) for key, one in told.state.fixtures.items()] == [("r1-1", battle), ("r1-2", "")]
    assert first_wrong(told.history) == 0


def test_who_meets_in_another_sector_is_asked_about_their_battle_and_counts_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was mustered for other ground; dates and the like are still of the two."""
    monkeypatch.setattr(disclosure, "proposed", by_terrain)
    told = at_war()
    told.tell(SetDate(fixture="r1-1", at="2027-03-21T18:00:00Z", reason="both asked"), ALICE)
    battle = told.muster("r1-1", "bears", "cats")
    told.count(battle, "south")
    reordered(told, 0, "hold", "bury")
    attack = {"platoon": "cats", "do": "attack", "to": "bury"}
    told.tell(Correct(position=told.at("Disclose"), how="insert", type="Order", data=attack, reason="lost"), ALICE)
    assert [(key, one.battle) for key, one in told.state.fixtures.items()] == [("r1-1", battle), ("r1-2", "")]
    assert told.state.fixtures["r1-1"].date == "2027-03-21T18:00:00Z"
    assert left(told) == [("MusterBattle", "played")]
    (item,) = open_items(told.history, told.state, ALICE)
    assert item.why is not None
    assert "another ground" in item.why.text.singular
    told.tell(Resolve(position=item.position, how="keep", reason="as it was fought"), ALICE)
    assert [(key, one.battle) for key, one in told.state.fixtures.items()] == [("r1-1", battle), ("r1-2", "")]


def by_terrain(rules: RuleSystem, asked: Engagement) -> Proposal:
    return Proposal(scenario="ridge", sides=("north", "south"), board={"on": asked.terrain})
