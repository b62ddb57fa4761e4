"""Laws of a battle that is settled anew: the season is the one in which its outcome was reported at once, with the same
dice, but for what is left as items; undone it is what it was; and what was published stays readable."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from django.test import Client
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from battles import log
from battles.clerk import THE_CLERK as CLERK
from battles.models import LogLine
from battles.replay import plain
from battles.reports import Report
from campaigns import handler
from campaigns.presenters.as_it_stood import When, told_at
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.decider import SEASONS
from campaigns.season.recounting import report_of
from campaigns.simulation import simulate
from rules.contract import Command, Outcome, Refused
from rules.stream import codec
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.kept_rows import first_wrong
from rules.stream.revision.reports import Correct, Resolve, Retold, Undo
from tests.campaigns import fated
from tests.campaigns.between import ALICE, THE_CLERK
from tests.campaigns.mended import Mended, places_aside
from tests.campaigns.test_season_mending_laws import _holds, _left, season
from tests.length import AT_LENGTH, examples, in_soak

SEEDS = st.integers(0, 2**32)


def settled_anew(told: Mended, chance: Random) -> tuple[Correct, int] | None:
    """Some counted battle with another outcome: what the clerk tells of it, and where it was counted first."""
    counted = told.live("ReportBattle")
    if not counted:
        return None
    past = chance.choice(counted)
    was = told.history.command(past)
    assert isinstance(was, ReportBattle)
    winner = chance.choice(("north", "south", ""))
    settled = told.settled(was.battle, winner, 20 + len(told.rows), **_left(told, was.battle, chance))
    command = report_of(told.state, settled, lambda: told.history)
    return (command, told.history.first_told(command.position)) if isinstance(command, Correct) else None


@example(3186)
@given(SEEDS)
@settings(max_examples=examples(25) if AT_LENGTH else 4, deadline=None)
def test_the_season_is_the_one_in_which_it_was_counted_so_at_once(seed: int) -> None:
    """Where people have to settle something, it is once all of it is struck: the difference is the items. What the
    campaign's terms accept as it was played, as pairings on other results (seed 3186), stands so in both."""
    chance = Random(seed)
    told = season(chance)
    reports = [past for past in told.history.live_reports() if past.type]
    found = settled_anew(told, chance)
    if found is None or told.state.items:
        return
    command, first = found
    settled = told.history.commands.decode("ReportBattle", msgspec.json.encode(command.data))
    told.tell(command, THE_CLERK)
    changed: dict[int, Command | None] = {first: settled}
    while told.state.items:
        item = told.state.items[0]
        changed[told.history.first_told(item)] = None
        told.tell(Resolve(position=item, how="strike", reason="It cannot have been", roll=True), ALICE)
    accepted = {
        told.history.first_told(past.position): past.events
        for past in told.history.live_reports()
        if past.how == "kept"
    }
    _holds(told, reports, changed, accepted)


@given(SEEDS)
@settings(max_examples=examples(15) if AT_LENGTH else 3, deadline=None)
def test_taken_back_it_is_what_it_was_and_what_was_published_stays(seed: int) -> None:
    chance = Random(seed)
    told = season(chance)
    found = settled_anew(told, chance)
    if found is None:
        return
    was, items, rows, head = places_aside(told.state), told.state.items, list(told.rows), told.state.head[0]
    told.tell(found[0], THE_CLERK)
    assert told.rows[: len(rows)] == rows
    assert places_aside(told.history.state(head)) == was
    assert first_wrong(told.history) == 0
    told.tell(Undo(position=told.state.corrected), ALICE)
    assert (places_aside(told.state), told.state.items) == (was, items)


@given(SEEDS)
@settings(max_examples=examples(10) if AT_LENGTH else 3, deadline=None)
def test_told_twice_nothing_changes(seed: int) -> None:
    """The season has counted it so: only that its log has gone on could be told."""
    chance = Random(seed)
    told = season(chance)
    found = settled_anew(told, chance)
    if found is None:
        return
    told.tell(found[0], THE_CLERK)
    again = told.history.commands.decode("ReportBattle", msgspec.json.encode(found[0].data))
    assert isinstance(again, ReportBattle)
    assert report_of(told.state, again, lambda: told.history) is again
    was = places_aside(told.state)
    with pytest.raises(Refused, match="position"):
        told.tell(again, THE_CLERK)
    assert places_aside(told.state) == was


# -- simulated seasons -------------------------------------------------------------------------------------------------

PLAYED = [
    pytest.param(
        ("tanks", 4, 2, 9, 0),
        marks=in_soak("tests/campaigns/test_season_laws.py::test_some_battle_of_it_is_settled_anew"),
    ),
    *(
        pytest.param((system, 4, 3, seed, sectors), marks=pytest.mark.soak)
        for system in ("fluid_time", "modern_age", "panzer_strike", "tanks")
        for seed, sectors in ((41, 0), (42, 12), (43, 0), (44, 14), (45, 0))
    ),
]


def otherwise(outcome: Outcome, chance: Random) -> Outcome:
    """The sides change their luck: another winner, and what was left of one vehicle is left of another's like."""
    sides = sorted({unit.side for unit in outcome.units})
    winner = chance.choice([side for side in (*sides, "") if side != outcome.winner])
    units = list(outcome.units)
    lost = chance.randrange(len(units))
    units[lost] = replace(units[lost], fate="lost")
    changes: dict[str, Any] = {"winner": winner, "field": winner, "units": tuple(units)}
    return replace(outcome, **changes)


@pytest.mark.django_db
@pytest.mark.parametrize("played", PLAYED, ids=str)
def test_some_battle_of_a_simulated_season_is_settled_anew(played: tuple[str, int, int, int, int]) -> None:
    system, platoons, rounds, seed, sectors = played
    assert_settled_anew(simulate(system, platoons, rounds, seed, "The Anew", sectors).campaign, seed)


def assert_settled_anew(campaign: str, seed: int) -> None:
    """A battle of a season, drawn by the seed, ends otherwise, and that is taken back."""
    chance = Random(seed)
    state, facts, rows = handler.replay(campaign)
    counted = [one for one in state.fixtures.values() if one.reported is not None and not one.adopted]
    fixture = chance.choice(counted)
    assert fixture.reported is not None
    outcome = otherwise(fixture.reported.outcome, chance)
    settled = ReportBattle(
        battle=fixture.battle, position=fixture.reported.position + 1, digest="ab" * 32, outcome=outcome
    )
    history = MendedHistory(SEASONS, plain(facts, rows))
    command = report_of(state, settled, lambda: history)
    assert isinstance(command, Correct)
    report = Report(f"{seed:08x}-0000-4000-8000-00000000000c", "Correct", codec.encode(command))
    lines, shown = written(), published(campaign, len(rows))
    handler.execute(campaign, [report], CLERK, "clerk")
    assert lines <= written()
    assert published(campaign, len(rows)) == shown
    assert places_aside(told_at(campaign, When(len(rows))).season) == places_aside(state)
    now, _facts, after = handler.replay(campaign)
    assert after[: len(rows)] == rows
    assert now.of_battle(fixture.battle) is not None
    read = fated.recompute(campaign)
    assert read.wrong == []
    assert read.fates == fated.as_told(now)
    assert sum(is_open(row.event) for row in MendedHistory(SEASONS, plain(_facts, after)).live()) == len(now.items)
    head = log.head(campaign)
    handler.execute(campaign, [report], CLERK, "clerk")
    assert log.head(campaign) == head
    handler.execute(
        campaign,
        [Report(f"{seed:08x}-0000-4000-8000-00000000000d", "Undo", codec.encode(Undo(position=now.corrected)))],
        CLERK,
        "clerk",
    )
    assert places_aside(handler.replay(campaign)[0]) == places_aside(state)


def written() -> set[tuple[object, ...]]:
    """All rows of every log there is."""
    return {*LogLine.objects.values_list()}


def published(campaign: str, at: int) -> dict[str, bytes]:
    """What a spectator is told of the season as it stood at that row."""
    places = ("", "standings/", "fixtures/", "platoons/", "vehicles/")
    found = {place: Client().get(f"/api/v1/campaigns/{campaign}/{place}?at={at}") for place in places}
    assert {one.status_code for one in found.values()} == {200}
    return {place: one.content for place, one in found.items()}


def is_open(event: object) -> bool:
    return isinstance(event, Retold) and event.how in ("played", "waiting")
