"""A mended season keeps the rows that come out the same: the state is as if all had been told again."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from campaigns.season.decider import SEASONS
from campaigns.season.mending import SeasonMending
from campaigns.season.round_end import CloseRound
from rules.contract import Refused
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.kept_rows import first_wrong
from rules.stream.revision.reports import Kept, Retold, Revised, Undo
from tests.campaigns.between import ALICE, BOB
from tests.campaigns.mended import Mended, places_aside
from tests.campaigns.test_season_mending import buy
from tests.campaigns.test_season_mending_laws import SEEDS, correctable, season
from tests.length import AT_LENGTH, examples


def mended(seed: int, corrections: int) -> tuple[Mended, list[object]]:
    """A season at random in which so many reports are undone or struck, one after another, and some undos taken back;
    with what there is to see after each."""
    chance = Random(seed)
    told = season(chance)
    seen: list[object] = []
    for _correction in range(corrections):
        found = correctable(told)
        if not found:
            break
        past = found[chance.randrange(len(found))]
        redo = chance.random() < 0.3
        try:
            told.tell(Undo(position=past.position), ALICE)
        except Refused as refused:
            seen.append((refused.text, refused.rule))
            continue
        if redo:
            told.redo()
        seen += [places_aside(told.state), reports_of(told)]
    return told, seen


def reports_of(told: Mended) -> list[object]:
    """The reports that count, in the order of the line, each by where it was first told."""
    history = told.history
    return [(history.first_told(past.position), past.by, past.type, past.events) for past in history.live_reports()]


@given(SEEDS)
@settings(max_examples=examples(30) if AT_LENGTH else 3, deadline=None)
def test_a_season_is_the_same_as_one_that_is_told_again_in_full(seed: int) -> None:
    kept, seen = mended(seed, 4)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SeasonMending, "keeps", False)
        again, otherwise = mended(seed, 4)
    assert not any(isinstance(row.event, Revised) and row.event.keeps for row in again.rows)
    assert seen == otherwise
    assert first_wrong(kept.history) == 0
    assert len(kept.rows) <= len(again.rows)
    assert [kept.history.first_told(at) for at in kept.state.items] == [
        again.history.first_told(at) for at in again.state.items
    ]


@given(SEEDS)
@settings(max_examples=examples(20) if AT_LENGTH else 3, deadline=None)
def test_what_is_kept_wrongly_is_found(seed: int) -> None:
    """Any report more, any less, any in another place."""
    told, _seen = mended(seed, 3)
    chance = Random(seed)
    keeping = [row for row in told.rows if isinstance(row.event, Revised) and row.event.keeps]
    if not keeping:
        return
    row = chance.choice(keeping)
    event = row.event
    assert isinstance(event, Revised)
    assert event.keeps
    for keeps in _planted(event.keeps, row.position):
        rows = [
            msgspec.structs.replace(one, event=msgspec.structs.replace(event, keeps=keeps)) if one is row else one
            for one in told.rows
        ]
        assert first_wrong(MendedHistory(SEASONS, rows)) in (row.position, *_after(told, row.position))


def _planted(keeps: tuple[Kept, ...], position: int) -> list[tuple[Kept, ...]]:
    first, *others = keeps
    found = [tuple(others), (first, *keeps), (msgspec.structs.replace(first, after=position - 1), *others)]
    if first.first < first.last:
        found.append((Kept(first.after, first.first + 1, first.last), *others))
    return [one for one in found if one]


def _after(told: Mended, position: int) -> list[int]:
    """Those that rest on it."""
    return [row.position for row in told.rows if row.position > position and isinstance(row.event, Revised)]


def test_rows_that_come_out_otherwise_are_not_to_be_kept() -> None:
    """Bob could not have bought without the points of the round."""
    told = Mended(purse=0, per_round=25)
    told.round()
    told.tell(CloseRound(round=1), ALICE)
    told.tell(buy(), BOB)
    told.undo("CloseRound")
    assert first_wrong(told.history) == 0
    (at,) = (row.position for row in told.rows if isinstance(row.event, Revised))
    revised = told.rows[at - 1].event
    bought = told.history.reports[told.history.first_told(told.at("Buy"))]
    keeps = (Kept(at, bought.position, bought.end),)
    planted = msgspec.structs.replace(told.rows[at - 1], event=msgspec.structs.replace(revised, keeps=keeps))
    struck = [row for row in told.rows[at:] if isinstance(row.event, Retold) and row.event.how == "struck"]
    rows = [*told.rows[: at - 1], planted, *struck]
    assert first_wrong(MendedHistory(SEASONS, rows)) == at


def test_a_mend_that_changes_nothing_else_takes_few_rows() -> None:
    """However long the season is: ten purchases, each taken back after all of them and twelve rounds."""
    told = Mended(purse=300, per_round=10)
    for number in range(5, 15):
        told.tell(buy(f"bears-{number}"), BOB)
    for number in range(1, 13):
        told.round(("bears", "cats"))
        told.tell(CloseRound(round=number), ALICE)
    purse = told.purse()
    for _purchase in range(10):
        head = len(told.rows)
        told.undo("Buy", nth=0)
        assert len(told.rows) - head == 2
    assert told.purse() > purse
    assert not told.state.items
    assert first_wrong(told.history) == 0
    for past in told.history.live_reports()[1:]:  # each as it stood, at either end of the line
        assert told.history.state(past.end).head[0] == past.end
