"""Laws of settling by the terms of a campaign: each item goes in the way that its term names, and nothing that people
have settled is open again without being named."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from msgspec import UNSET

from campaigns.season.open_items import by_default, open_items, settling
from campaigns.season.settling_terms import ASK, SETTLING
from rules.contract import Event
from rules.stream.revision.reports import Resolve, Revised, Settlement, Settling
from tests.campaigns.between import ALICE
from tests.campaigns.mended import Mended, places_aside
from tests.campaigns.test_season_mending_laws import SEEDS, season, some_correction
from tests.campaigns.test_settling_laws import can_be
from tests.length import AT_LENGTH, examples

TIMES = 10  # more than there are items


def left_over(seed: int) -> Mended:
    """A season with terms of its own for what a correction leaves, that was corrected until something is left."""
    chance = Random(seed)
    said = {one.name: [*({*one.choices} - {ASK})] for one in SETTLING}
    terms: dict[str, Any] = {name: chance.choice([ASK, *sorted(ways) * 2]) for name, ways in said.items()}
    told = season(chance, 12, purse=20, per_round=30, **terms)
    for _try in range(8):
        correction = some_correction(told, chance)
        if correction is not None and not told.state.items:
            told.tell(correction, ALICE)
    return told


def firsts(told: Mended) -> list[int]:
    """Where the reports that are left were told first: the same in two seasons that are settled otherwise."""
    return [told.history.first_told(one) for one in told.state.items]


def by_terms(told: Mended) -> dict[int, Settling]:
    """What the terms name for each, by where it was told first."""
    usual = by_default(open_items(told.history, told.state, ALICE))
    return {told.history.first_told(position): how for position, how in usual.items()}


@given(SEEDS)
@settings(max_examples=examples(8) if AT_LENGTH else 3, deadline=None)
def test_all_by_the_terms_is_each_in_the_way_they_name(seed: int) -> None:
    """At once; by "terms", and by name."""
    told, other = left_over(seed), left_over(seed)
    items = open_items(told.history, told.state, ALICE)
    named = settling(items, by_default(items))
    if named is None or not can_be(told, named):
        return
    rest = {} if named.settle is UNSET else {place: Settlement("terms") for place in named.settle}
    told.tell(named, ALICE)
    other.tell(Resolve(position=named.position, how="terms", settle=rest or UNSET), ALICE)
    assert places_aside(told.state) == places_aside(other.state)
    assert firsts(told) == firsts(other)


@given(SEEDS)
@settings(max_examples=examples(8) if AT_LENGTH else 3, deadline=None)
def test_one_by_one_by_the_terms_is_one_by_one_in_the_way_they_name(seed: int) -> None:
    told, other = left_over(seed), left_over(seed)
    for _time in range(TIMES):
        usual = by_terms(told)
        assert usual == by_terms(other)
        first = next(iter(usual), 0)
        if not first:
            break
        for one, how in ((told, usual[first]), (other, "terms")):
            position = next(place for place in one.state.items if one.history.first_told(place) == first)
            one.tell(Resolve(position=position, how=how), ALICE)
        assert places_aside(told.state) == places_aside(other.state)
        assert firsts(told) == firsts(other)
    assert by_terms(told) == {}


@given(SEEDS)
@settings(max_examples=examples(8) if AT_LENGTH else 3, deadline=None)
def test_nothing_that_was_settled_is_open_again_without_being_named(seed: int) -> None:
    chance = Random(seed)
    told = left_over(seed)
    done = settled(told, chance)
    for _time in range(3):
        correction = some_correction(told, chance)
        if correction is not None:
            events = told.tell(correction, ALICE)
            assert {*firsts(told)} & done <= {*map(told.history.first_told, reopened(events))}
            done -= {*firsts(told)}


def reopened(events: tuple[Event, ...]) -> list[int]:
    return [row for event in events if isinstance(event, Revised) for row in event.reopened or ()]


def settled(told: Mended, chance: Random) -> set[int]:
    """One by one in any way there is; which were settled, by where they were told first. What was is not open again, or
    is named."""
    done: set[int] = set()
    for _time in range(TIMES):
        items = [one for one in open_items(told.history, told.state, ALICE) if one.ways]
        if not items:
            break
        one = chance.choice(items)
        done.add(told.history.first_told(one.position))
        events = told.tell(Resolve(position=one.position, how=chance.choice(one.ways).how), ALICE)
        assert {*firsts(told)} & done <= {*map(told.history.first_told, reopened(events))}
        done -= {*firsts(told)}
    return done
