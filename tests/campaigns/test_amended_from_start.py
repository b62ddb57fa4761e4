"""House rules from the start: what has happened since is decided again, with the dice it had; battles stand."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from campaigns.season import Season
from campaigns.season.amendments import before_of, changes
from campaigns.season.decider import SEASONS
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Amended, Before
from campaigns.season.mending import MENDING
from campaigns.season.purchases import Buy
from campaigns.season.round_end import CloseRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.standings import standings
from campaigns.season.values import Recruit, Reread, Scoring
from rules.adjudicate import Who
from rules.contract import Refused
from rules.stream.revision.kept_rows import first_wrong
from rules.stream.revision.preview import preview
from rules.stream.revision.reports import Revised, Undo
from tests.campaigns.between import ALICE, BOB, THE_CLERK, Camp
from tests.campaigns.mended import Mended, how, kept, places_aside
from tests.campaigns.test_season_mending_laws import season
from tests.length import AT_LENGTH, examples


def amend(**changes: Any) -> Amend:
    fields: dict[str, Any] = {"round": 1, "from_start": True, "reason": "agreed"}
    return Amend(**(fields | changes))


def played(**terms: Any) -> Mended:
    """Two rounds, the first of them closed: the bears have won it."""
    told = Mended(**({"purse": 30, "per_round": 10} | terms))
    told.round(("bears", "cats"))
    told.count(told.muster(next(iter(told.state.fixtures))), cats_1={"damage": 1})
    told.tell(CloseRound(round=1), THE_CLERK)
    told.round(("cats", "bears"))
    return told


def scores(told: Mended) -> dict[str, int]:
    return {one.platoon: one.score for one in standings(told.state)}


# -- from the start ----------------------------------------------------------------------------------------------------


def test_terms_from_the_start_are_those_of_every_round_and_what_was_granted_is_granted_anew() -> None:
    told = played()
    assert told.purse() == 40
    revised, _retold, amended, *_others = told.tell(amend(terms={"purse": 20, "per_round": 15}), ALICE)
    assert isinstance(revised, Revised)
    assert amended == Amended(round=0, terms={"purse": 20, "per_round": 15}, reason="agreed")
    assert [told.state.settings(round).terms["purse"] for round in (0, 1, 2)] == [20, 20, 20]
    assert (told.purse(), told.state.items) == (35, ())


def test_scoring_from_the_start_counts_in_rounds_that_are_closed() -> None:
    told = played()
    before = scores(told)
    told.tell(amend(scoring=Scoring(win=10)), ALICE)
    assert scores(told)["bears"] == before["bears"] + 7
    assert told.state.rounds[0].places[0].score == scores(told)["bears"]  # as it was published, told anew


def test_what_comes_out_the_same_is_not_told_again() -> None:
    told = played()
    rows = len(told.rows)
    events = told.tell(amend(terms={"slots": 4}), ALICE)
    assert how(events)[0] == "inserted"
    assert len(kept(events)) >= rows // 2


def test_options_from_the_start_leave_battles_as_they_were_mustered() -> None:
    """Their dice have fallen: nothing waits to be settled."""
    told = played()
    told.tell(amend(options={"fog": True}), ALICE)
    assert told.state.settings(1).options["fog"] is True
    assert (told.state.items, first_wrong(told.history)) == ((), 0)


def test_what_cannot_stand_is_left_for_people_to_settle() -> None:
    """A purse of nothing pays no vehicle that was bought."""
    told = played(purse=60)
    told.tell(Buy(platoon="bears", vehicles=(Recruit(id="bears-5", model="Light"),)), BOB)
    told.tell(amend(terms={"purse": 0, "per_round": 0}), ALICE)
    assert [told.history.reports[one].type for one in told.state.items] == ["Buy"]


def test_an_undo_of_it_is_identity() -> None:
    told = played()
    was = places_aside(told.state)
    told.tell(amend(terms={"purse": 20}, scoring=Scoring(win=10)), ALICE)
    assert places_aside(told.state) != was
    told.tell(Undo(position=told.state.corrected), ALICE)
    assert places_aside(told.state) == was
    told.redo()
    assert told.state.settings(0).terms["purse"] == 20


def test_an_amendment_of_before_that_says_the_same_is_not_told_again_and_another_stands() -> None:
    told = played()
    told.tell(amend(from_start=False, round=2, terms={"per_round": 5}), ALICE)
    told.tell(amend(from_start=False, round=3, terms={"purse": 7}), ALICE)
    told.tell(amend(terms={"per_round": 5}), ALICE)
    assert [(one.round, one.terms) for one in told.state.amended] == [(0, {"per_round": 5}), (3, {"purse": 7})]
    assert told.state.items == ()


def test_before_the_first_round_it_is_told_right_behind_the_opening() -> None:
    told = Mended(purse=30)
    told.tell(amend(round=0, terms={"purse": 10}), ALICE)
    assert (told.purse(), told.state.settings(0).terms["purse"]) == (10, 10)
    alone = Mended(enlisted=False)
    assert told.state.amended == list(alone.tell(amend(terms={"purse": 10}), ALICE))


def test_players_amend_nothing_and_nobody_a_season_that_is_closed() -> None:
    told = played()
    for who in (BOB,):
        with pytest.raises(Refused) as caught:
            told.tell(amend(terms={"purse": 10}), who)
        assert caught.value.code == "not-yours"
    told.tell(CloseRound(round=2), THE_CLERK)
    told.tell(CloseSeason(), ALICE)
    with pytest.raises(Refused):
        told.tell(amend(terms={"purse": 10}), ALICE)


def test_its_preview_says_what_would_be_told_otherwise() -> None:
    told = played()
    found = preview(told.history, amend(scoring=Scoring(win=10)), ALICE, ALICE)
    assert not found.asks
    assert {line.of: (line.before, line.after) for line in found.sheet}["platoons.bears.score"] == (3, 10)
    assert len(told.rows) == told.history.head


# -- what is published -------------------------------------------------------------------------------------------------


def test_what_was_changed_from_what_stands_in_the_log() -> None:
    told = played()
    known = Reread(over=1, read=1, rulings=2, differ=("00000001-0000-4000-8000-000000000000",), digest="ab" * 32)
    before = told.state.settings(2)
    (event,) = told.tell(
        amend(from_start=False, round=2, terms={"slots": 5}, options={"fog": True}, reread=known), ALICE
    )
    assert isinstance(event, Amended)
    assert event.before == Before(options={"fog": False}, terms={"slots": before.terms["slots"]})
    assert event.before == before_of(event, before)
    assert event.reread == known
    assert {one.name for one in changes(told.state, event, event.before)} == {"slots", "fog"}
    assert "→" in SEASONS.narrate(told.state, event).text(str, lambda one, many, n: one)


# -- laws --------------------------------------------------------------------------------------------------------------

SOME = st.sampled_from(
    [
        {"terms": {"purse": 25}},
        {"terms": {"per_round": 3, "per_win": 0}},
        {"terms": {"per_loss": 4}},
        {"scoring": Scoring(win=9, scored=0)},
        {"breakers": ("wins", "lots")},
        {"options": {"fog": True}},
    ]
)


@given(st.integers(0, 2**32), SOME)
@settings(max_examples=examples(20) if AT_LENGTH else 5, deadline=None)
def test_a_season_amended_from_the_start_is_the_one_that_opened_so(seed: int, changed: dict[str, Any]) -> None:
    """Told by the same reports with the same dice; or what differs is left as items for people to settle."""
    told = season(Random(seed), 10)
    reports = [past for past in told.history.live_reports() if past.type]
    right = Mended(_opened_so(told, changed), enlisted=False)
    told.tell(amend(**changed), ALICE)
    assert first_wrong(told.history) == 0
    if told.state.items:
        return
    for past in reports:
        command = MENDING.ruled_on(told.history.state(past.position - 1), told.history.command(past), past)
        with suppress(Refused):  # an amendment that changes nothing any more
            right.hear(command, Who(past.by, referee=True), past.by, SEASONS.dice(right.state, told.fallen))
    assert _told_by(right.state) == _told_by(told.state)


def _opened_so(told: Mended, changed: dict[str, Any]) -> Camp:
    """The same campaign, opened with these rules."""
    opened = told.state.opened
    more = {name: getattr(opened, name) | value for name, value in changed.items() if isinstance(value, dict)}
    camp = Camp(empty=True)
    camp.told = [replace(opened, **changed | more)]
    return camp


def _told_by(state: Season) -> dict[str, Any]:
    found = places_aside(state)
    del found["opened"], found["amended"]
    return found | {"standings": standings(state), "rules": state.settings(state.turn)}


@given(st.integers(0, 2**32), SOME)
@settings(max_examples=examples(20) if AT_LENGTH else 5, deadline=None)
def test_what_holds_from_a_round_on_leaves_all_before_as_it_was(seed: int, changed: dict[str, Any]) -> None:
    told = season(Random(seed), 10)
    rows, turn = [*told.rows], told.state.turn
    before = {one: told.state.settings(one) for one in range(turn)}
    places = [one.places for one in told.state.rounds if one.closed]
    try:
        told.tell(amend(from_start=False, round=turn, **changed), ALICE)
    except Refused:  # it is so already
        return
    assert told.rows[: len(rows)] == rows
    assert {one: told.state.settings(one) for one in range(turn)} == before
    assert [one.places for one in told.state.rounds if one.closed] == places
