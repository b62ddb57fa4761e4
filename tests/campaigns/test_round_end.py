"""A round closes: what was left over is decided by the terms, and everybody is made ready. At last the season."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from battles.models import Sheet
from battles.reports import Report
from battles.sentences import words
from campaigns import handler
from campaigns.completion import completed
from campaigns.models import Round
from campaigns.season import narrate
from campaigns.season.crews import CrewsTended
from campaigns.season.decider import FACTS
from campaigns.season.disputes import Confirm, Dispute
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Decided, SeasonClosed
from campaigns.season.musters import CalledOff, CallOff
from campaigns.season.people import Drop
from campaigns.season.reinforcements import PointsGranted
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound, RoundClosed
from campaigns.season.rounds import OpenRound, RoundOpened
from campaigns.season.season_end import CloseSeason, StandingsRevised
from campaigns.season.standings import ranks
from campaigns.season.values import Pairing, Rank
from campaigns.season.workshop import WorkshopEntered, WorkshopWorked
from rules.adjudicate import Who
from rules.contract import Event, Refused
from tests.campaigns.between import ALICE, BOB, CAROL, SEED, THE_CLERK, Camp, enlist
from tests.campaigns.conftest import Season

BEARS_MEET_CATS = OpenRound(pairings=(Pairing(home="bears", away="cats"),))
CLOSE = CloseRound(round=1)


def begun(**terms: Any) -> Camp:
    camp = Camp(**terms)
    camp.report(BEARS_MEET_CATS, ALICE)
    return camp


def decided(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, CalledOff | Decided)]


@pytest.mark.parametrize("who", [ALICE, THE_CLERK])
def test_a_round_closes_once_and_by_its_number(who: Who) -> None:
    camp = begun()
    assert camp.refused(CloseRound(round=2), who).field == "round"
    events = camp.report(CLOSE, who)
    assert events[-1] == RoundClosed(number=1, places=ranks(camp.season))
    assert "closed already" in camp.refused(CLOSE, who).text.text()
    assert "No round" in camp.refused(CloseRound(round=2), who).text.text()
    camp.report(BEARS_MEET_CATS, ALICE)
    assert "closed already" in camp.refused(CLOSE, who).text.text()


def test_players_do_not_close_a_round() -> None:
    assert begun().refused(CLOSE, BOB).code == "not-yours"


@pytest.mark.parametrize(
    ("unplayed", "results"),
    [("drawn", {"bears": "drawn", "cats": "drawn"}), ("lost", {"bears": "lost", "cats": "lost"}), ("void", {})],
)
def test_a_fixture_nobody_mustered_is_decided_by_the_terms(unplayed: str, results: dict[str, Any]) -> None:
    events = begun(unplayed=unplayed).report(CLOSE, ALICE)
    assert decided(events) == [Decided(fixture="r1-1", how="default", results=results)]


@pytest.mark.parametrize(
    ("unfinished", "results"), [("drawn", {"bears": "drawn", "cats": "drawn"}), ("void", {}), ("carry", None)]
)
def test_a_battle_that_goes_on_is_carried_or_called_off_by_the_terms(unfinished: str, results: Any) -> None:
    camp = begun(unfinished=unfinished)
    battle = camp.muster(fixture="r1-1")
    beside = camp.muster("bears-4", "cats-4")
    events = decided(camp.report(CLOSE, ALICE))
    if unfinished == "carry":
        assert events == []
        assert camp.count(battle)
    else:
        assert events == [
            event
            for key, id in (("r1-1", battle), (beside, beside))
            for event in (CalledOff(battle=id), Decided(fixture=key, how="default", results=results))
        ]
        assert not camp.season.fighting()


def test_what_is_carried_by_name_goes_on_whatever_the_terms() -> None:
    camp = begun(unfinished="drawn")
    battle = camp.muster(fixture="r1-1")
    assert decided(camp.report(CloseRound(round=1, carry=(battle,)), ALICE)) == []
    assert camp.count(battle)


def test_what_was_carried_over_ends_when_the_terms_no_longer_carry() -> None:
    camp = begun(unfinished="carry")
    battle = camp.muster(fixture="r1-1")
    camp.report(CLOSE, ALICE)
    camp.report(Amend(round=2, terms={"unfinished": "void"}, reason="too slow"), ALICE)
    camp.report(OpenRound(), ALICE)
    assert decided(camp.report(CloseRound(round=2), ALICE))[0] == CalledOff(battle=battle)


def test_a_fixture_freed_after_its_round_is_decided_with_the_next() -> None:
    camp = begun()
    battle = camp.muster(fixture="r1-1")
    camp.report(CLOSE, ALICE)
    camp.report(CallOff(battle=battle, reason="rain"), ALICE)
    camp.report(OpenRound(), ALICE)
    assert [
        event.fixture for event in decided(camp.report(CloseRound(round=2), ALICE)) if isinstance(event, Decided)
    ] == ["r1-1"]


@pytest.mark.parametrize("fought", [False, True])
@pytest.mark.parametrize(
    ("rule", "left", "how", "results"),
    [
        ("walkover", ["cats"], "walkover", {"bears": "won", "cats": "lost"}),
        ("void", ["cats"], "default", {}),
        ("walkover", ["cats", "bears"], "default", {}),
    ],
)
def test_who_has_left_has_lost_what_is_open(fought: bool, rule: str, left: list[str], how: Any, results: Any) -> None:
    """Also what was begun, and would be carried: nobody is there to fight on."""
    camp = begun(dropped=rule)
    battle = camp.muster(fixture="r1-1") if fought else ""
    for platoon in left:
        camp.report(Drop(platoon=platoon, reason="moved"), ALICE)
    called_off = [CalledOff(battle=battle)] if fought else []
    assert decided(camp.report(CLOSE, ALICE)) == [*called_off, Decided(fixture="r1-1", how=how, results=results)]


def test_what_has_a_result_keeps_it() -> None:
    """Counted, disputed or ruled on: of what was ruled on while it was fought, the vehicles alone are freed."""
    camp = begun(unfinished="drawn")
    battle = camp.muster(fixture="r1-1")
    beside = camp.muster("bears-4", "cats-4")
    camp.count(beside)
    camp.report(Dispute(fixture=beside, reason="no"), BOB)
    camp.report(Adjudicate(fixture="r1-1", winner="cats", reason="photographs"), ALICE)
    assert decided(camp.report(CLOSE, ALICE)) == [CalledOff(battle=battle)]
    assert camp.season.fixtures[beside].disputes


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"unplayed": "drawn"}, "Bears – Cats was not played to its end: a draw. "),
        ({"unplayed": "lost"}, "Bears – Cats was not played to its end: lost by both. "),
        ({"unplayed": "void"}, "Bears – Cats was not played to its end: it does not count. "),
    ],
)
def test_what_was_decided_by_default_reads_as_a_sentence(terms: dict[str, Any], sentence: str) -> None:
    camp = begun(**terms)
    (event,) = decided(camp.report(CLOSE, ALICE))
    assert narrate(camp.season, event).text() == sentence


def test_everything_follows_in_its_order() -> None:
    """The workshop sees the platoon as its battle left it, reinforcements see who won by default."""
    camp = begun(per_draw=5, unplayed="drawn", wounded_rounds=1)
    camp.count(camp.muster(), bears_1={"damage": 1}, cats_1={"crew": "wounded"})
    camp.pay(10)
    kinds = [type(event) for event in camp.report(CLOSE, ALICE)]
    order = (Decided, WorkshopEntered, WorkshopWorked, CrewsTended, PointsGranted, RoundClosed)
    assert [kind for kind in kinds if kind in order] == sorted(kinds, key=order.index)
    assert set(kinds) >= {Decided, WorkshopWorked, CrewsTended, PointsGranted, RoundClosed}


# -------------------------------------------------------------------------------------------------- the season


def test_a_season_ends_with_its_seed_and_standings() -> None:
    camp = begun()
    camp.count(camp.muster(fixture="r1-1"))
    assert camp.refused(CloseSeason(), ALICE).field == "round"
    camp.report(CLOSE, ALICE)
    assert camp.refused(CloseSeason(), BOB).code == "not-yours"
    places = (Rank(platoon="bears", rank=1, score=3), Rank(platoon="cats", rank=2, score=0))
    assert camp.report(CloseSeason(words="Well fought."), ALICE) == [
        SeasonClosed(seed=SEED, places=places, words="Well fought.")
    ]
    assert [FACTS.decode(*FACTS.encode(event)) for event in camp.told] == camp.told


def test_nothing_is_left_open_when_a_season_ends() -> None:
    camp = begun(unfinished="carry")
    camp.report(enlist("dogs"), Who("dora"))
    battle, beside = camp.muster(fixture="r1-1"), camp.muster(north="bears", south="dogs")
    camp.report(CLOSE, ALICE)
    refused = camp.refused(CloseSeason(), ALICE)
    assert [fault.field for fault in refused.faults] == ["fixtures", "fixtures"]
    for id in (battle, beside):
        camp.report(CallOff(battle=id, reason="the summer"), ALICE)
    assert "r1-1" in camp.refused(CloseSeason(), ALICE).text.text()
    camp.report(Adjudicate(fixture="r1-1", winner="", reason="never played"), ALICE)
    camp.report(CloseSeason(), ALICE)
    assert "closed" in camp.refused(BEARS_MEET_CATS, ALICE).text.text()


def test_a_season_does_not_end_over_a_dispute() -> None:
    camp = begun(unplayed="drawn")
    camp.report(CloseRound(round=1), ALICE)
    camp.report(Dispute(fixture="r1-1", reason="We had agreed on a date"), BOB)
    refused = camp.refused(CloseSeason(), ALICE)
    assert (refused.field, "disputed" in refused.text.text()) == ("fixtures", True)
    camp.report(Confirm(fixture="r1-1"), BOB)
    assert isinstance(camp.report(CloseSeason(), ALICE)[-1], SeasonClosed)


def test_a_correction_is_heard_after_the_season() -> None:
    camp = begun()
    battle = camp.muster(fixture="r1-1")
    camp.count(battle)
    camp.report(CLOSE, ALICE)
    camp.report(CloseSeason(), ALICE)
    revised = camp.count(battle, position=12, winner="south")[-1]
    assert isinstance(revised, StandingsRevised)
    assert camp.season.closed is not None
    assert [place.platoon for place in ranks(camp.season)] == ["cats", "bears"]


def test_a_result_found_wrong_after_the_season_is_ruled_on_and_the_standings_follow() -> None:
    """With a reason, by an organiser alone; the log tells that the standings are others now, and no point moves."""
    camp = begun()
    camp.count(camp.muster(fixture="r1-1"))
    camp.report(CLOSE, ALICE)
    camp.report(CloseSeason(), ALICE)
    purses = {key: one.purse for key, one in camp.season.platoons.items()}
    ruling = Adjudicate(fixture="r1-1", winner="cats", reason="The bears fielded a tank they had sold")
    assert camp.refused(ruling, CAROL).code == "not-yours"
    decided, revised = camp.report(ruling, ALICE)
    assert isinstance(decided, Decided)
    assert isinstance(revised, StandingsRevised)
    assert [place.platoon for place in revised.places] == ["cats", "bears"]
    assert camp.season.closed is not None
    assert camp.season.closed.places == revised.places == ranks(camp.season)
    assert {key: one.purse for key, one in camp.season.platoons.items()} == purses
    told = words(narrate(camp.season, revised))
    assert told == "The standings of the closed season are revised; Cats has won it."
    assert camp.report(ruling, ALICE) == [decided]  # nothing to publish where nothing changes
    assert "closed" in camp.refused(Dispute(fixture="r1-1", reason="No"), BOB).text.text()


# ---------------------------------------------------------------------------------------------------- the door


@pytest.mark.django_db
def test_the_door_knows_the_evening_and_which_battles_are_over(season: Season) -> None:
    season.begin()
    opened = season.report(season.organiser, BEARS_MEET_CATS).answers[0].events[0].event
    assert isinstance(opened, RoundOpened)
    assert opened.deadline == Round.objects.get().deadline != ""
    going_on = season.muster()
    state = handler.replay(season.stream)[0]
    assert completed(state, CLOSE) == CLOSE
    Sheet.objects.filter(pk=going_on).update(status=Sheet.Status.OVER)
    assert completed(state, CLOSE) == CloseRound(round=1, carry=(going_on,))
    assert completed(state, CloseRound(round=1, carry=(going_on,))) == CloseRound(round=1, carry=(going_on,))


@pytest.mark.django_db
def test_what_is_to_go_on_has_to_be_under_way(season: Season) -> None:
    season.begin()
    season.report(season.organiser, BEARS_MEET_CATS)
    going_on, unknown = season.muster(), str(uuid4())
    with pytest.raises(Refused) as refused:
        season.report(season.organiser, CloseRound(round=1, carry=(going_on, unknown)))
    why = refused.value
    assert (why.rule, why.field) == ("campaign", "carry")
    assert unknown in why.text.text()
    assert why.remedy is not None
    assert going_on in why.remedy.text()
    season.report(season.organiser, CallOff(battle=going_on, reason="Rain"))
    with pytest.raises(Refused):
        season.report(season.organiser, CloseRound(round=1, carry=(going_on,)))
    assert season.report(season.organiser, CLOSE).answers[0].events


@pytest.mark.django_db
def test_who_only_asks_how_the_season_would_end_does_not_learn_the_seed(season: Season) -> None:
    season.begin()

    def closing(dry_run: bool) -> SeasonClosed:
        report = Report(str(uuid4()), "CloseSeason", "{}")
        receipt = handler.execute(season.stream, [report], season.organiser, "api", dry_run=dry_run)
        event = receipt.answers[0].events[0].event
        assert isinstance(event, SeasonClosed)
        return event

    assert closing(dry_run=True).seed == ""
    assert closing(dry_run=False).seed == handler.replay(season.stream)[0].opened.seed
