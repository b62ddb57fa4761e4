"""House rules change from a round on, platoons are penalised; and what either would change is shown before."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season import Season, narrate, replay
from campaigns.season.editions import NEWEST
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Amended
from campaigns.season.penalties import Penalise, Penalised
from campaigns.season.preview import Altered, Moved, Preview, Standing, preview
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import RoundClosed
from campaigns.season.rounds import OpenRound
from campaigns.season.standings import standings
from campaigns.season.values import Reread, Scoring
from rules.contract import Command
from tests.campaigns.between import ALICE, BOB, Camp, enlist
from tests.campaigns.skirmish import REBUILDING


def amend(**changes: Any) -> Amend:
    fields: dict[str, Any] = {"round": 1, "reason": "agreed"}
    return Amend(**(fields | changes))


@pytest.fixture
def camp() -> Camp:
    return in_round_two()


def in_round_two(edition: str = NEWEST) -> Camp:
    """In its second round, with a battle counted in each."""
    camp = Camp(edition=edition)
    for number in (1, 2):
        camp.report(OpenRound(), ALICE)
        camp.fight(cats_1={"damage": 1})
        if number == 1:
            camp.tell(RoundClosed(number=1))
    return camp


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"terms": {"slots": 3}}, ["round"]),
        ({"round": 2, "options": {"wind": True}}, ["options"]),
        ({"round": 2, "options": {"fog": 3}}, ["options"]),
        ({"round": 2, "terms": {"wages": 3}}, ["terms"]),
        ({"round": 2, "terms": {"slots": -1}}, ["terms"]),
        ({"round": 2, "terms": {"weld_needs": 7}}, ["terms"]),
        ({"round": 2, "breakers": ("beauty", "wins", "wins")}, ["breakers", "breakers", "breakers"]),
        (
            {"options": {"wind": 1}, "terms": {"wages": 3}, "breakers": ("beauty",)},
            ["round", "breakers", "options", "terms"],
        ),
        ({"round": 2}, [""]),
        ({"round": 2, "terms": {"slots": 2}, "options": {"fog": False}, "scoring": Scoring(), "breakers": ()}, [""]),
    ],
)
def test_what_cannot_be_amended_is_said_at_once(camp: Camp, changes: dict[str, Any], fields: list[str]) -> None:
    assert [fault.field for fault in camp.refused(amend(**changes), ALICE).faults] == fields


@pytest.mark.parametrize(
    "command", [amend(round=2, terms={"slots": 3}), Penalise(platoon="cats", score=1, reason="so")]
)
def test_players_rule_over_nothing(camp: Camp, command: Command) -> None:
    assert camp.refused(command, BOB).code == "not-yours"


def test_only_what_changes_is_told_and_holds_from_its_round_on(camp: Camp) -> None:
    command = amend(round=3, terms={"slots": 3, "per_round": 0}, options={"fog": True}, breakers=("lots",))
    told = Amended(round=3, terms={"slots": 3}, options={"fog": True}, breakers=("lots",), reason="agreed")
    assert camp.report(command, ALICE) == [told]
    now, then = camp.season.settings(2), camp.season.settings(3)
    assert (now.terms["slots"], now.options["fog"], now.breakers) == (2, False, ())
    assert (then.terms["slots"], then.options["fog"], then.breakers) == (3, True, ("lots",))
    assert then.scoring == Scoring()


def test_a_value_that_only_a_later_round_has_otherwise_is_told(camp: Camp) -> None:
    """ "From round 2 on two slots" takes back that there were to be three from round 5 on."""
    camp.report(amend(round=5, terms={"slots": 3}), ALICE)
    assert camp.report(amend(round=2, terms={"slots": 2}), ALICE)
    assert camp.season.settings(5).terms["slots"] == 2


def test_what_only_takes_a_later_amendment_back_is_told_in_a_sentence(camp: Camp) -> None:
    camp.report(amend(round=5, terms={"slots": 3}), ALICE)
    (told,) = camp.report(amend(round=2, terms={"slots": 2}, reread=Reread()), ALICE)
    assert narrate(camp.season, told).text() == (
        "House rules stay from round 2 on as they are there, also in later rounds: agreed"
    )


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"scoring": Scoring(win=10)}, "Scoring"),
        ({"terms": {"per_win": 3, "slots": 4}}, "Points a win"),
        ({"scoring": Scoring(win=10), "terms": {"crews": False}}, "Scoring, Crews"),
    ],
)
def test_what_results_have_counted_by_is_not_amended_in_the_middle_of_their_round(
    camp: Camp, changes: dict[str, Any], named: str
) -> None:
    """From the next round on it may be; what else is amended of the round under way is so at once."""
    fault = camp.refused(amend(round=2, **changes), ALICE)
    assert (fault.field, fault.text.text()) == ("round", f"Results of round 2 have counted by this already: {named}.")
    assert fault.remedy is not None
    assert fault.remedy.text() == "Amend it from round 3 on, or also in the rounds before."
    before = standings(camp.season)
    assert camp.report(amend(round=3, **changes), ALICE)
    assert standings(camp.season) == before
    assert camp.report(amend(round=2, terms={"slots": 3, "per_round": 1}, scoring=Scoring()), ALICE)


def test_a_round_without_results_may_count_otherwise_from_its_beginning() -> None:
    camp = Camp()
    camp.report(OpenRound(), ALICE)
    camp.report(amend(scoring=Scoring(win=10)), ALICE)
    camp.fight(cats_1={"damage": 1})
    assert {one.platoon: one.score for one in standings(camp.season)} == {"bears": 10, "cats": 0}


def test_in_a_campaign_of_an_older_edition_results_of_the_round_count_otherwise_at_once() -> None:
    camp = in_round_two("2")
    before = {one.platoon: one.score for one in standings(camp.season)}
    camp.report(amend(round=2, scoring=Scoring(win=10)), ALICE)
    after = {one.platoon: one.score for one in standings(camp.season)}
    assert (before["bears"], after["bears"]) == (6, 13)


def test_before_the_first_round_all_may_be_amended() -> None:
    camp = Camp()
    assert camp.report(amend(round=0, terms={"slots": 5}), ALICE)
    assert camp.season.terms["slots"] == 5


# ---------------------------------------------------------------------------------------------------- penalties


def test_a_penalty_takes_of_the_purse_what_there_is(camp: Camp) -> None:
    camp.pay(3, "cats")
    command = Penalise(platoon="cats", score=2, points=10, reason="late")
    assert camp.report(command, ALICE) == [Penalised(platoon="cats", score=2, points=3, reason="late")]
    assert camp.purse("cats") == 0
    assert camp.refused(Penalise(platoon="cats", points=10, reason="late"), ALICE).field == "points"
    assert camp.refused(Penalise(platoon="cats", reason="late"), ALICE).field == "score"
    assert camp.refused(Penalise(platoon="bats", score=1, reason="late"), ALICE).field == "platoon"


# ------------------------------------------------------------------------------------------------------ previews


def with_and_without(camp: Camp, command: Command) -> tuple[Season, Season]:
    before = replay(camp.told)
    camp.report(command, ALICE)
    return before, camp.season


def test_a_penalty_shows_who_falls_and_who_rises(camp: Camp) -> None:
    camp.pay(5)
    penalty = Penalise(platoon="bears", score=7, points=2, reason="late")
    assert preview(*with_and_without(camp, penalty)) == Preview(
        platoons=(
            Moved(
                platoon="cats",
                before=Standing(rank=2, score=0, purse=0),
                after=Standing(rank=1, score=0, purse=0),
            ),
            Moved(
                platoon="bears",
                before=Standing(rank=1, score=6, purse=5),
                after=Standing(rank=2, score=-1, purse=3),
            ),
        )
    )


def test_a_ruling_shows_what_it_does_to_the_standings(camp: Camp) -> None:
    last = list(camp.season.fixtures)[-1]
    found = preview(*with_and_without(camp, Adjudicate(fixture=last, winner="cats", reason="photographs")))
    assert [(one.platoon, one.before.score, one.after.score) for one in found.platoons] == [
        ("bears", 6, 3),
        ("cats", 0, 3),
    ]
    assert found.vehicles == ()


def test_terms_of_the_workshop_show_what_repairs_would_need(camp: Camp) -> None:
    """Of the damaged alone; of a later round when it is asked about."""
    before, after = with_and_without(camp, amend(round=4, terms={"weld_needs": 4}))
    assert preview(before, after) == Preview()
    (altered,) = preview(before, after, round=4).vehicles
    assert isinstance(altered, Altered)
    assert (altered.platoon, altered.vehicle) == ("cats", "cats-1")
    assert [job.needs for job in (*altered.before.jobs, *altered.after.jobs)] == [0, 4]


def test_without_a_workshop_nothing_would_be_done(camp: Camp) -> None:
    camp.fight(bears_1="wrecked", bears_2="lost")
    found = preview(*with_and_without(camp, amend(round=2, terms={"workshop": False})))
    assert {one.vehicle: len(one.before.jobs) for one in found.vehicles} == {"bears-1": 2}
    assert found.vehicles[0].before.jobs[0] == REBUILDING
    assert found.vehicles[0].after.jobs == ()


def test_grades_show_when_they_are_earned_otherwise(camp: Camp) -> None:
    found = preview(*with_and_without(camp, amend(round=2, terms={"trained_at": 9, "veteran_at": 10})))
    assert {(one.before.grade, one.after.grade) for one in found.vehicles} == {("trained", "green")}
    assert len(found.vehicles) == 8


def test_nobody_is_told_how_lots_would_fall_before_they_are_declared() -> None:
    it = Camp()
    it.report(enlist("dogs"), ALICE)
    before, after = with_and_without(it, amend(round=0, breakers=("lots", "wins")))
    assert len({one.rank for one in standings(after)}) == 3
    assert preview(before, after) == Preview()
    penalty = Penalise(platoon=standings(after)[0].platoon, score=1, reason="late")
    assert {one.before.rank for one in preview(*with_and_without(it, penalty)).platoons} == {1, 2, 3}


def test_nothing_differs_from_itself(camp: Camp) -> None:
    camp.report(enlist("dogs"), ALICE)
    assert preview(camp.season, camp.season) == Preview()
