"""What a side's sectors score, and how the war ends: given a map, when a round or the season closes, then this."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season.kept_events import RetreatDue, SeasonClosed, Won
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.retreats import Retreated
from campaigns.season.map.victory import TheatreScored
from campaigns.season.musters import CalledOff
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound, RoundClosed
from campaigns.season.season_end import CloseSeason
from campaigns.season.workshop import WorkshopEntered
from rules.contract import Event
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, THE_CLERK

# On the small map reds own Alton (3) and Bury (1), blues Gate (3) and Elm (1); Clay (2), Dunes (1) and Fay (2) nobody.


def closed(it: AtWar) -> list[Event]:
    """A round without battles is closed."""
    if it.season.under_way is None:
        it.disclosed()
    return it.report(CloseRound(round=it.season.turn), THE_CLERK)


def of_the_map(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, TheatreScored | Won)]


def test_each_side_scores_what_it_owns_and_shares_with_nobody() -> None:
    it = AtWar(round_value=2).put(bears="clay", cats="elm", boars="elm")
    scored, *_rest = closed(it)
    assert scored == TheatreScored(
        round=1,
        gained={"reds": 2 * (3 + 1 + 2), "blues": 2 * 3},
        totals={"reds": 12, "blues": 6},
        supply={"bears": "supplied", "boars": "supplied", "cats": "supplied", "cobras": "supplied"},
    )
    closed(it)
    assert it.season.scores == {"reds": 24, "blues": 12}


def test_the_score_comes_before_the_workshop_and_after_retreats_that_were_due() -> None:
    it = AtWar(purse=9).put(bears="clay", cats="clay")
    left: dict[str, Any] = {"bears_1": {"damage": 1}}
    assert isinstance(it.beat("bears", "cats", "clay", **left)[0], RetreatDue)
    retreat, scored, *events = closed(it)
    assert isinstance(retreat, Retreated)
    assert isinstance(scored, TheatreScored)
    assert (retreat.how, scored.gained) == ("clerk", {"reds": 4, "blues": 6})
    kinds = [type(event) for event in events]
    assert kinds.index(WorkshopEntered) < kinds.index(RoundClosed)


def test_a_round_does_not_close_before_its_orders_are_disclosed() -> None:
    it = AtWar()
    it.round()
    assert it.refused(CloseRound(round=1), ALICE).field == "round"
    it.report(Disclose(round=1), ALICE)
    assert isinstance(it.report(CloseRound(round=1), ALICE)[-1], RoundClosed)


def test_points_win_the_war_for_who_has_more_than_every_other() -> None:
    """Reds score 4 a round, blues 4: nobody is ahead. With Clay it is 6 and 4."""
    it = AtWar(victory="points", victory_points=8, round_value=1, end_value=10)
    assert len(of_the_map(closed(it))) == 1
    assert len(of_the_map(closed(it))) == 1
    assert it.season.scores == {"reds": 8, "blues": 8}
    it.put(bears="clay")
    _round, final, won = of_the_map(closed(it))
    assert final == TheatreScored(
        round=3, gained={"reds": 60, "blues": 40}, totals={"reds": 74, "blues": 52}, final=True
    )
    assert won == Won(side="reds", how="points", totals={"reds": 74, "blues": 52})
    assert it.season.won == won


def test_who_leads_after_the_end_was_scored_has_won_though_another_had_the_points() -> None:
    it = AtWar(victory="points", victory_points=10, end_value=9).put(bears="clay")
    closed(it)
    it.put(bears="alton", cats="clay", cobras="fay")
    assert it.season.scores == {"reds": 6, "blues": 4}
    it.season.scores["reds"] = 9
    (_round, _final, won) = of_the_map(closed(it))
    assert (won.side, won.totals) == ("blues", {"reds": 13 + 36, "blues": 12 + 72})  # type: ignore[attr-defined]


def test_who_alone_owns_every_capital_has_won_whatever_the_score() -> None:
    it = AtWar(victory="capital", reds=3)
    assert len(of_the_map(closed(it))) == 1
    it.put(bears="gate")
    assert len(of_the_map(closed(it))) == 1  # shared with cats and cobras: still the blues'
    it.put(cats="elm", cobras="clay")
    it.put(cats="gate")
    assert it.owner("gate") == "reds"
    assert len(of_the_map(closed(it))) == 1  # the reds', but shared
    it.put(cats="elm")
    it.season.scores["blues"] = 999
    *_scores, won = of_the_map(closed(it))
    assert (won.side, won.how) == ("reds", "capital")  # type: ignore[attr-defined]


def test_its_own_has_to_be_still_its_own() -> None:
    it = AtWar(victory="capital").put(cats="elm", cobras="elm").put(bears="gate", boars="gate").put(cats="alton")
    assert (it.owner("gate"), it.owner("alton")) == ("reds", "blues")
    assert len(of_the_map(closed(it))) == 1


def test_rounds_end_it_and_equals_share_the_victory() -> None:
    it = AtWar(victory="rounds", victory_rounds=2)
    assert len(of_the_map(closed(it))) == 1
    *_scores, won = of_the_map(closed(it))
    assert won == Won(side="", how="rounds", totals={"reds": 20, "blues": 20})


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_season_that_is_closed_before_is_scored_then(rounds: int) -> None:
    it = AtWar(victory="rounds", victory_rounds=9).put(bears="clay")
    for _ in range(rounds):
        closed(it)
    events = it.report(CloseSeason(), ALICE)
    totals = {"reds": 6 * rounds + 18, "blues": 4 * rounds + 12}
    assert of_the_map(events) == [
        TheatreScored(round=rounds, gained={"reds": 18, "blues": 12}, totals=totals, final=True),
        Won(side="reds", how="closed", totals=totals),
    ]
    assert isinstance(events[-1], SeasonClosed)


def test_a_retreat_due_between_rounds_is_made_before_the_season_closes() -> None:
    it = AtWar(workshop=False).put(bears="clay", cats="clay")
    (key,) = it.meet(("cats", "bears"), sector="clay")
    it.fought(key, "")
    closed(it)
    it.corrected(key, "cats")
    retreat, *_rest = it.report(CloseSeason(), ALICE)
    assert isinstance(retreat, Retreated)


def test_what_was_ruled_on_while_it_was_fought_is_followed_as_the_round_calls_it_off() -> None:
    it = AtWar(unfinished="void").put(bears="clay", cats="clay")
    (key,) = it.meet(("cats", "bears"), sector="clay")
    it.muster(north="cats", south="bears", fixture=key)
    it.report(Adjudicate(fixture=key, winner="cats", reason="Late."), ALICE)
    kinds = [type(event) for event in closed(it)]
    assert kinds[:3] == [CalledOff, RetreatDue, Retreated]


def test_a_war_that_is_won_is_not_scored_again_and_nobody_retreats_any_more() -> None:
    it = AtWar(victory="rounds", victory_rounds=1).put(bears="clay", cats="clay")
    (key,) = it.meet(("cats", "bears"), sector="clay")
    battle = it.muster(north="cats", south="bears", fixture=key)
    closed(it)
    assert it.season.won is not None
    assert len(it.count(battle, winner="north")) == 1
    assert of_the_map(it.report(CloseSeason(), ALICE)) == []
