"""Who comes late, leaves, or comes back; and who was left out by hand: nobody gains by it."""

from __future__ import annotations

import pytest

from campaigns.season import start
from campaigns.season.editions import NEWEST, SECOND
from campaigns.season.explain import explain
from campaigns.season.pairing_methods import byes_of
from campaigns.season.pairings import Pair
from campaigns.season.people import Drop
from campaigns.season.rounds import OpenRound
from campaigns.season.standings import Tally, scores_by_round, standings
from campaigns.season.values import Pairing
from tests.campaigns.between import ALICE, Camp, enlist
from tests.campaigns.test_pairing_methods import played, round_by


def camp_of(n: int, edition: str = NEWEST, late_byes: int = 2) -> Camp:
    camp = Camp(empty=True, edition=edition, bye_score=3, late_byes=late_byes, platoons_each=0)
    for number in range(n):
        join(camp, f"p{number}")
    return camp


def join(camp: Camp, key: str, player: str = "") -> None:
    camp.report(enlist(key, "Light", player=player or f"player-{key}"), ALICE)


def of(camp: Camp, key: str) -> tuple[int, int]:
    """Score and byes, also as they are counted while a season is folded, and round by round."""
    (place,) = (one for one in standings(camp.season) if one.platoon == key)
    assert Tally(camp.season).score(key) == place.score
    assert not camp.season.rounds or scores_by_round(camp.season)[key][-1] == place.score
    return place.score, place.byes


def test_who_comes_late_has_one_bye_for_all_they_missed_until_the_round_the_terms_name() -> None:
    camp = camp_of(4)
    join(camp, "prompt")
    assert of(camp, "prompt") == (0, 0)
    played(camp, round_by(camp, "swiss"))
    played(camp, round_by(camp, "swiss"))  # two rounds were missed by who comes in the third
    join(camp, "slow")
    assert of(camp, "slow") == (0, 0)
    camp = camp_of(4)
    played(camp, round_by(camp, "swiss"))
    round_by(camp, "swiss")
    join(camp, "late")  # while the second is under way: one bye for both
    assert of(camp, "late") == (3, 1)
    assert byes_of(camp.season)["late"] == 1
    steps = explain(camp.season, enumerate(camp.told, 1), "platoons.late.score").steps
    assert [why.text.text() for why in steps[-1].reasons] == ["It has one bye for all it missed, which scores 3."]


def test_it_is_a_bye_like_every_other_one() -> None:
    """The next is for somebody who has had none."""
    camp = camp_of(4)
    played(camp, round_by(camp, "swiss"))
    join(camp, "late")
    opened = round_by(camp, "swiss")
    assert opened.byes != ("late",)


def test_who_has_a_fixture_in_the_round_after_all_has_missed_nothing() -> None:
    camp = camp_of(3)
    opened = round_by(camp, "swiss")
    join(camp, "late")
    kept = Tally(camp.season)
    assert (of(camp, "late"), kept.score("late")) == ((3, 1), 3)
    camp.report(Pair(pairings=(Pairing(home="late", away=opened.byes[0]),)), ALICE)
    kept.follow()
    assert (of(camp, "late"), kept.score("late")) == ((0, 0), 0)


def test_who_leaves_and_comes_back_has_no_bye_for_it() -> None:
    camp = camp_of(4)
    played(camp, round_by(camp, "swiss"))
    camp.report(Drop(platoon="p3", reason="a break"), ALICE)
    join(camp, "again", player="player-p3")
    assert of(camp, "again") == (0, 0)
    join(camp, "second", player="player-p0")  # nor who brings in another one beside it
    assert of(camp, "second") == (0, 0)


@pytest.mark.parametrize(("edition", "byes"), [(NEWEST, 1), (SECOND, 0)])
def test_nobody_is_rid_of_a_bye_by_leaving_and_coming_back(edition: str, byes: int) -> None:
    camp = camp_of(5, edition=edition, late_byes=0)
    opened = round_by(camp, "swiss")
    (rested,) = opened.byes
    played(camp, opened)
    camp.report(Drop(platoon=rested, reason="a break"), ALICE)
    join(camp, "again", player=f"player-{rested}")
    assert byes_of(camp.season)["again"] == byes
    assert (round_by(camp, "swiss").byes == ("again",)) == (byes == 0)


@pytest.mark.parametrize("method", ["swiss", "everyone", "twice"])
def test_who_was_left_out_by_hand_has_had_their_bye(method: str) -> None:
    """Two rounds by hand leave out the last: a bye each, and then none before all others had as many."""
    camp = camp_of(5, late_byes=0)
    for home, away, third, fourth in (("p0", "p1", "p2", "p3"), ("p0", "p2", "p1", "p3")):
        by_hand = (Pairing(home=home, away=away), Pairing(home=third, away=fourth))
        (opened,) = camp.report(OpenRound(deadline="", pairings=by_hand), ALICE)
        played(camp, opened)  # type: ignore[arg-type]
    assert +byes_of(camp.season) == {"p4": 2}
    rested = list[str]()
    for _round in range(3):
        opened = round_by(camp, method)
        rested += opened.byes
        played(camp, opened)
    assert "p4" not in rested
    assert method == "everyone" or len(rested) == len({*rested})  # there nobody meets again, and so some rest again


def test_campaigns_that_stand_have_no_late_byes() -> None:
    camp = Camp(bye_score=3)
    assert "late_byes" not in start(camp.season.opened).opened.terms
    camp.open_round()
    join(camp, "late")
    assert of(camp, "late") == (0, 0)
