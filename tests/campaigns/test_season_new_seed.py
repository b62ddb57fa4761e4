"""A closed season that is corrected: what nobody had asked before its seed was known takes a new one."""

from __future__ import annotations

import msgspec
import pytest

from campaigns.season import see_event
from campaigns.season.decider import SEASONS
from campaigns.season.season_end import CloseSeason
from rules.contract import Refused, Roll
from rules.stream.dice import commitment, rolled
from rules.stream.explain import explain
from rules.stream.new_seeds import SPENT
from rules.stream.revision.preview import preview
from rules.stream.revision.reports import Correct, Reseed, Reseeded, Resolve, Revised, Settlement, Undo
from tests.campaigns.between import ALICE, BOB, SEED
from tests.campaigns.mended import Mended, how, kept
from tests.campaigns.test_season_mending import hit_too, refused, workshop

CATS = "round 1/workshop/cats-1/weld"
OLD = rolled(SEED, CATS, 1, 6)
SEEDS = (f"{n:064x}" for n in range(1, 99))
NEW = next(seed for seed in SEEDS if OLD.numbers != rolled(seed, CATS, 1, 6).numbers > (3,))
NEWER = "7e" * 32


def closed(seed: str = NEW) -> tuple[Mended, Correct]:
    """A closed season, and a correction that asks for a die nobody had asked for."""
    told = workshop()
    at = told.at("CloseRound")
    told.tell(CloseSeason(next_seed=seed), ALICE)
    return told, hit_too(told, settle={str(at): Settlement(how="roll")})


def fell(told: Mended, question: str = CATS) -> Roll:
    return told.fallen[question]


def test_the_end_of_the_season_commits_to_a_new_seed() -> None:
    told, _correction = closed()
    *_others, ended, committed = (row.event for row in told.rows)
    assert (type(ended).__name__, committed) == ("SeasonClosed", Reseeded(commitment=commitment(NEW), seed=NEW))
    assert told.rows[-1].ordinal == told.rows[-2].ordinal + 1
    for reader in ("", BOB.id, ALICE.id):
        seen = see_event(told.state, committed, reader)
        assert NEW not in str(seen)
        assert commitment(NEW) in str(seen)


def test_a_correction_rolls_from_the_new_seed_and_keeps_what_fell() -> None:
    told, correction = closed()
    before, row = dict(told.fallen), told.state.head[0]
    told.tell(correction, ALICE)
    assert not told.state.items
    assert fell(told) == rolled(NEW, CATS, 1, 6) != OLD
    assert {question: told.fallen[question] for question in before} == before
    steps = explain(told.history, "vehicles.cats-1.status", ALICE).steps
    assert [(step.rolls, step.seed_row) for step in steps if step.rolls] == [((fell(told),), row)]


def test_undo_and_redo_keep_the_seed_and_the_dice() -> None:
    told, correction = closed()
    told.tell(correction, ALICE)
    die = fell(told)
    told.tell(Undo(position=told.state.corrected), ALICE)
    assert told.state.seeds == (NEW,)
    told.redo()
    assert (told.state.seeds, fell(told)) == ((NEW,), die)


def test_nothing_secret_shows_in_a_revision() -> None:
    told, correction = closed()
    events = told.tell(correction, ALICE)
    assert isinstance(events[0], Revised)
    assert events[0].seeds == (NEW,)
    for event in events:
        assert NEW not in str(see_event(told.state, event, BOB.id))
    assert NEW not in str(preview(told.history, Undo(position=told.state.corrected), ALICE, ALICE))


def test_the_new_seed_is_disclosed_by_another() -> None:
    told, correction = closed()
    told.tell(correction, ALICE)
    (told_of,) = told.tell(Reseed(next_seed=NEWER), ALICE)
    assert told_of == Reseeded(commitment=commitment(NEWER), seed=NEWER, disclosed=NEW)
    assert SEASONS.dice(told.state, told.fallen).roll("what comes now", 1) == rolled(NEWER, "what comes now", 1, 6)
    told.tell(Undo(position=told.at("CloseRound")), ALICE)  # the season’s end, told again, brings the old one not back
    assert told.state.seeds == (NEW, NEWER)


def test_a_closed_season_is_mended_in_few_rows_still() -> None:
    told, _correction = closed()
    events = told.undo("CloseRound")
    assert how(events)[0] == "struck"
    assert told.at("CloseSeason") in kept(events) or "played" in how(events)


def test_a_season_that_was_closed_before_there_were_new_seeds() -> None:
    """Without one no die falls; an organiser has Leaguer commit to one first."""
    told, correction = closed(seed="")
    assert [type(row.event).__name__ for row in told.rows][-1] == "SeasonClosed"
    assert refused(told, correction, ALICE).code == SPENT
    with pytest.raises(Refused) as foreseen:
        preview(told.history, correction, ALICE, ALICE)
    assert foreseen.value.code == SPENT
    assert refused(told, Reseed(next_seed=NEW), BOB).code == "not-yours"
    told.tell(Reseed(next_seed=NEW), ALICE)
    told.tell(correction, ALICE)
    assert fell(told) == rolled(NEW, CATS, 1, 6)


def test_what_was_left_open_is_rolled_from_the_new_seed() -> None:
    told, correction = closed()
    told.tell(msgspec.structs.replace(correction, settle={}), ALICE)
    (item,) = told.state.items
    told.tell(Resolve(position=item, how="roll"), ALICE)
    assert fell(told) == rolled(NEW, CATS, 1, 6)


def test_a_secret_seed_gives_way_to_none() -> None:
    told = workshop()
    assert refused(told, Reseed(next_seed=NEW), ALICE).text.text() == "The seed of these dice is secret still."
    assert all(choice.command != "Reseed" for choice in SEASONS.legal(told.state, ALICE))
