"""Why a platoon has its score, its place, its purse; why a result stands, a vehicle is gone, a crew green."""

from __future__ import annotations

import pytest

from campaigns.season.explain import Explanation, explain
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Amended
from campaigns.season.penalties import Penalise
from campaigns.season.purchases import Buy
from campaigns.season.results import Adjudicate
from campaigns.season.rounds import OpenRound
from campaigns.season.sales import Sell
from campaigns.season.values import Pairing, Scoring
from campaigns.season.workshop import Repair
from rules.contract import Refused
from rules.kit.chapters import Misfit
from rules.stream.revision.reports import Declared
from tests.campaigns import explained
from tests.campaigns.between import ALICE, BOB, CAROL, Camp, enlist
from tests.campaigns.explained import offered, shown
from tests.campaigns.test_chapters import chapters, put_together, why_sung


def chain(camp: Camp, of: str, reader: str = "") -> list[tuple[str, str, list[str]]]:
    """Each step: the event, what the fact became, and why. Nothing is wrong with them."""
    line = list(enumerate(camp.told, 1))
    found = explained.check(camp.season, line, offered(camp.season, reader)[of], reader)
    return [
        (type(one.event).__name__, shown(one.after), [why.text.text() for why in one.reasons]) for one in found.steps
    ]


def test_each_result_penalty_and_bye_of_a_score() -> None:
    camp = Camp(bye_score=1)
    camp.report(enlist("dogs"), ALICE)
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    camp.count(camp.muster(fixture="r1-1"), winner="north", cats_1="lost")
    camp.report(Penalise(platoon="bears", score=2, reason="late"), ALICE)
    assert chain(camp, "platoons.bears.score") == [
        ("Enlisted", "0", ["It begins with nothing."]),
        ("BattleReported", "3", ["Round 1: Bears against Cats counts 3: won 3."]),
        ("Penalised", "1", ["It is penalised by 2: late"]),
    ]
    assert chain(camp, "platoons.dogs.score")[-1] == (
        "RoundOpened",
        "1",
        ["It has a bye in round 1, which scores 1."],
    )
    assert chain(camp, "platoons.bears.penalty")[-1] == ("Penalised", "2", ["It is penalised by 2: late"])


def test_what_a_fixture_counts_is_told_by_the_scoring_of_its_round() -> None:
    camp = Camp(edition="2")  # of whose house results count otherwise in the middle of their round
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    camp.count(camp.muster(fixture="r1-1"), winner="north", cats_1="lost", bears_2="wrecked")
    camp.report(Amend(round=1, scoring=Scoring(win=2, destroyed=4, preserved=1), reason="as agreed"), ALICE)
    assert chain(camp, "platoons.bears.score")[-1] == (
        "Amended",
        "9",
        [
            "From round 1 on it counts otherwise: as agreed",
            "Round 1: Bears against Cats counts 9: won 2, enemy vehicles destroyed 1 × 4, "
            "own vehicles brought home 3 × 1.",
        ],
    )


def test_a_result_that_was_ruled_otherwise() -> None:
    camp = Camp()
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    camp.count(camp.muster(fixture="r1-1"), winner="north")
    camp.report(Adjudicate(fixture="r1-1", winner="cats", reason="wrong table"), ALICE)
    assert [(kind, after) for kind, after, _why in chain(camp, "fixtures.r1-1.result")] == [
        ("RoundOpened", "no result yet"),
        ("BattleReported", "won by Bears"),
        ("Decided", "won by Cats"),
    ]
    camp.report(Adjudicate(fixture="r1-1", void=True, reason="no umpire"), ALICE)
    assert chain(camp, "platoons.cats.score")[-1] == (
        "Decided",
        "0",
        ["Round 1: Bears against Cats does not count."],
    )


def test_a_figure_of_the_table_is_told_by_what_it_is_made_of() -> None:
    camp = Camp()
    camp.tell(Amended(round=0, breakers=("wins", "score", "opponents")))
    camp.report(enlist("dogs"), ALICE)
    for winner, loser in (("bears", "cats"), ("cats", "dogs"), ("dogs", "bears")):
        camp.count(camp.muster(north=winner, south=loser), winner="north")

    def made_of(of: str) -> tuple[str, str]:
        *_before, last = explain(camp.season, enumerate(camp.told, 1), of).steps
        return shown(last.after), last.reasons[-1].text.text()

    assert made_of("platoons.bears.wins") == ("1", "It is made of Bears against Cats 1.")
    assert made_of("platoons.cats.opponents") == ("2", "It is made of Bears 1, Dogs 1.")
    assert "platoons.bears.wins" not in offered(camp.season, "")  # it is asked for where it is shown
    assert chain(camp, "platoons.dogs.place")[-1][2] == [
        "First counts wins: It has 1, and nobody has more.",
        "Nothing parts it from Bears, Cats: they share the place.",
    ]


def test_a_place_is_told_by_who_has_more_and_by_what_parts_the_level() -> None:
    camp = Camp()
    camp.report(enlist("dogs"), ALICE)
    camp.report(enlist("eels"), ALICE)
    pairings = (Pairing(home="bears", away="cats"), Pairing(home="dogs", away="eels"))
    camp.report(OpenRound(pairings=pairings, deadline=""), ALICE)
    camp.report(Amend(round=1, breakers=("preserved",), reason="as agreed"), ALICE)
    camp.count(camp.muster(fixture="r1-1"), winner="north", cats_1="lost")
    camp.count(camp.muster(north="dogs", south="eels", fixture="r1-2"), winner="north", dogs_1="lost")
    assert chain(camp, "platoons.dogs.place")[-1] == (
        "BattleReported",
        "2",
        [
            "It has 3, and nobody has more.",
            "Of those who are level with it, preserved: Bears 4, Dogs 3.",
        ],
    )
    assert chain(camp, "platoons.cats.place")[-1][2] == [
        "It has 0; 2 platoons have more: Bears 3, Dogs 3.",
        "Of those who are level with it, preserved: Eels 4, Cats 3.",
    ]


def test_platoons_that_nothing_parts_share_a_place() -> None:
    _event, place, (first, shared) = chain(Camp(), "platoons.cats.place")[-1]
    assert (place, first) == ("1", "It has 0, and nobody has more.")
    assert shared == "Nothing parts it from Bears: they share the place."


def test_each_entry_of_a_purse_for_those_who_may_know_it() -> None:
    camp = Camp(purse=60, per_round=3, per_win=8)
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    camp.report(Buy(platoon="bears", fittings={"bears-2": ("Sight",)}), BOB)
    camp.report(Sell(platoon="bears", vehicles=("bears-4",)), BOB)
    camp.count(camp.muster("bears-1", "cats-1", fixture="r1-1"), winner="north")
    camp.report(Penalise(platoon="bears", points=5, reason="late"), ALICE)
    camp.close_round()
    assert chain(camp, "platoons.bears.purse", BOB.id) == [
        ("Enlisted", "60", ["+60 what it began with"]),
        ("Bought", "55", ["-5 purchases"]),
        ("Sold", "65", ["+10 vehicles sold"]),
        ("Penalised", "60", ["-5 a penalty"]),
        ("PointsGranted", "71", ["+3 for the round", "+8 for a win, Round 1: Bears against Cats"]),
    ]


def test_a_purse_is_explained_to_nobody_else() -> None:
    """As if there were none; what others buy does not even show in how much is explained."""
    camp, other = Camp(purse=60), Camp(purse=60)
    camp.report(Buy(platoon="bears", fittings={"bears-2": ("Sight",)}), BOB)
    other.report(Buy(platoon="bears", fittings={"bears-2": ("Smoke",)}), BOB)
    assert camp.purse() != other.purse()
    for reader in ("", CAROL.id, ALICE.id):
        told = [explanations(one, reader) for one in (camp, other)]
        assert told[0] == told[1]
        assert "platoons.bears.purse" not in told[0]
        with pytest.raises(Refused):
            explain(camp.season, list(enumerate(camp.told, 1)), "platoons.bears.purse", reader)
    assert "platoons.bears.purse" in explanations(camp, BOB.id)


def explanations(camp: Camp, reader: str) -> dict[str, Explanation]:
    line = list(enumerate(camp.told, 1))
    return {of: explained.check(camp.season, line, fact, reader) for of, fact in offered(camp.season, reader).items()}


def test_what_became_of_a_vehicle_and_its_crew() -> None:
    camp = Camp(purse=60, spare_crew_points=4)
    camp.count(camp.muster(), bears_1={"damage": 1}, kills={"bears-1": 2})
    camp.report(Repair(platoon="bears"), BOB)
    camp.close_round()
    assert chain(camp, "vehicles.bears-1.status") == [
        ("Enlisted", "fit", ["Enlists with its platoon."]),
        ("BattleReported", "damaged", ["Bears against Cats left it so: damaged."]),
        ("WorkshopEntered", "in the workshop", ["Goes into the workshop."]),
        ("WorkshopWorked", "fit", ["Comes out of the workshop in round 1: weld."]),
    ]
    assert chain(camp, "vehicles.bears-1.crew")[-1] == (
        "BattleReported",
        "fit, experience 3",
        ["Bears against Cats: experience 1 for the battle and 2 × 1 for what it destroyed."],
    )
    camp.report(Sell(platoon="bears", vehicles=("bears-1",)), BOB)
    assert chain(camp, "vehicles.bears-1.status")[-1] == ("Sold", "sold", ["Is sold."])


def test_what_was_declared_is_told_as_that() -> None:
    camp = Camp()
    facts = {"platoons.bears.penalty": 4, "vehicles.bears-1.status": "lost"}
    camp.tell(Declared(facts=facts, reason="the books were wrong", authority="referee"))
    for of in ("platoons.bears.penalty", "platoons.bears.score", "vehicles.bears-1.status"):
        assert chain(camp, of)[-1][2] == ["An organiser ruled it: the books were wrong"]


def test_a_fact_that_no_chapter_holds_is_refused() -> None:
    opening, songs = chapters()
    songs.explains("platoons.songs")(why_sung)
    with pytest.raises(Misfit, match=r"^Sung explains “platoons.songs”, which no chapter holds"):
        put_together(opening, songs)
