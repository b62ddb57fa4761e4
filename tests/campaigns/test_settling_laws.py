"""Laws of what a correction leaves to settle, on small seasons told at random: what is offered can be done and nothing
else, and however it is settled the season stands."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, get_args

from hypothesis import example, given, settings

from campaigns.season import consistency
from campaigns.season.decider import SEASONS
from campaigns.season.open_items import open_items, settling
from rules.contract import Refused
from rules.stream.revision.branch import Mender
from rules.stream.revision.plan import planned
from rules.stream.revision.reports import Resolve, Settling
from tests.campaigns.between import ALICE
from tests.campaigns.mended import Mended, places_aside
from tests.campaigns.test_season_mending_laws import SEEDS, season, some_correction
from tests.length import AT_LENGTH, examples

HOWS = [how for how in get_args(Settling) if how not in ("replace", "terms")]


def left_over(seed: int) -> Mended:
    """A season that was corrected, mostly with something left to settle."""
    chance = Random(seed)
    told = season(chance, 10)
    for _try in range(6):
        correction = some_correction(told, chance)
        if correction is not None and not told.state.items:
            told.tell(correction, ALICE)
    return told


def can_be(told: Mended, command: Resolve) -> bool:
    """Whether it would be done. Nothing is written."""
    mender: Mender[Any, Any] = Mender(ALICE, "referee", SEASONS.dice(told.state, told.fallen))
    with suppress(Refused):
        planned(told.history.state(), command, mender, told.history)
        return True
    return False


@given(SEEDS)
@settings(max_examples=examples(8) if AT_LENGTH else 3, deadline=None)
def test_what_is_offered_can_be_done_and_nothing_else(seed: int) -> None:
    told = left_over(seed)
    for one in open_items(told.history, told.state, ALICE):
        offered = {way.how for way in one.ways}
        done = {how for how in HOWS if can_be(told, Resolve(position=one.position, how=how))}
        assert offered == done, (one.type, one.why)


def settled(told: Mended, how: Settling) -> None:
    """All of it so where that is offered, else void; what comes up by that, too."""
    for _time in range(20):
        items = open_items(told.history, told.state, ALICE)
        if not items:
            break
        chosen: dict[int, Settling] = {
            one.position: how if how in {way.how for way in one.ways} else "strike" for one in items
        }
        command = settling(items, chosen)
        assert command is not None
        try:
            told.tell(command, ALICE)
        except Refused:  # not all of that goes together
            first = items[0].position
            told.tell(Resolve(position=first, how=chosen[first]), ALICE)
    assert not told.state.items
    consistency.check(told.state)


@given(SEEDS)
@settings(max_examples=examples(8) if AT_LENGTH else 3, deadline=None)
def test_whatever_is_void_or_played_again_leaves_a_season_that_stands(seed: int) -> None:
    told = left_over(seed)
    other = left_over(seed)
    settled(told, "strike")
    settled(other, "replay")


@given(SEEDS)
@settings(max_examples=examples(8) if AT_LENGTH else 3, deadline=None)
def test_accepted_as_played_is_as_it_was(seed: int) -> None:
    told = left_over(seed)
    items = open_items(told.history, told.state, ALICE)
    was = places_aside(told.state)
    command = settling(items, {one.position: "keep" for one in items if not one.waits})
    if command is not None:
        told.tell(command, ALICE)
        assert places_aside(told.state) == was
    assert len(told.state.items) == sum(one.waits for one in items)


@example(42)
@given(SEEDS)
@settings(max_examples=examples(8) if AT_LENGTH else 3, deadline=None)
def test_all_at_once_is_as_one_by_one(seed: int) -> None:
    """Also where a battle goes on beside the rounds, and another pairing has the key of its own (seed 42): what was
    told of the battle before that pairing was announced still means the battle."""
    chance = Random(seed)
    told = left_over(seed)
    items = open_items(told.history, told.state, ALICE)
    chosen = {told.history.first_told(one.position): chance.choice(one.ways).how for one in items}
    other = left_over(seed)
    command = settling(items, {one.position: chosen[told.history.first_told(one.position)] for one in items})
    if command is None or not can_be(told, command):
        return
    told.tell(command, ALICE)
    for first in chosen:
        position = next((one for one in other.state.items if other.history.first_told(one) == first), None)
        if position is not None:
            other.tell(Resolve(position=position, how=chosen[first]), ALICE)
    assert places_aside(told.state) == places_aside(other.state)
    assert [told.history.first_told(one) for one in told.state.items] == [
        other.history.first_told(one) for one in other.state.items
    ]
