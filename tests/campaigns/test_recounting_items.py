"""Items after a cascade: what was settled stays settled, and what cannot is named."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from battles.sentences import words
from campaigns.season.decider import SEASONS
from campaigns.season.purchases import Buy
from campaigns.season.round_end import CloseRound
from campaigns.season.values import Recruit
from rules.contract import Refused
from rules.stream.revision.preview import preview
from rules.stream.revision.rebase import settled_as
from rules.stream.revision.reports import Correct, Resolve, Retold, Revised
from tests.campaigns.between import ALICE, BOB, THE_CLERK
from tests.campaigns.mended import Mended
from tests.campaigns.test_recounting import counted
from tests.campaigns.test_season_mending_laws import season, some_correction
from tests.length import AT_LENGTH, examples


def spent(told: Mended) -> None:
    told.tell(CloseRound(round=1), THE_CLERK)
    told.tell(Buy(platoon="bears", vehicles=(Recruit(id="bears-5", model="Light"),)), BOB)


def reopened(told: Mended, before: int) -> tuple[int, ...]:
    return tuple(
        position
        for row in told.rows[before:]
        if isinstance(row.event, Revised)
        for position in row.event.reopened or ()
    )


def test_a_second_correction_of_the_battle_leaves_what_was_settled() -> None:
    told, battle = counted()
    spent(told)
    told.recount(battle, "south")
    (item,) = told.state.items
    told.tell(Resolve(position=item, how="keep", reason="They had played it"), ALICE)
    assert not told.state.items
    before = len(told.rows)
    told.recount(battle, "", 15)
    assert not told.state.items
    assert reopened(told, before) == ()
    (kept,) = told.live("Buy")
    assert (kept.how, settled_as(told.history, kept)) == ("kept", "kept")


def test_what_was_struck_stays_struck() -> None:
    told, battle = counted()
    spent(told)
    told.recount(battle, "south")
    told.tell(Resolve(position=told.state.items[0], how="strike", reason="Never earned"), ALICE)
    told.recount(battle, "north", 15)
    assert "bears-5" not in told.state.vehicles
    assert not told.state.items


def test_what_can_stand_no_longer_is_named_where_it_is_opened_again() -> None:
    told, battle = counted()
    spent(told)
    told.recount(battle, "south")
    told.tell(Resolve(position=told.state.items[0], how="keep", reason="They had played it"), ALICE)
    strike = Correct(position=told.at("Enlist", 0), how="strike", reason="They were never there")
    seen = preview(told.history, strike, ALICE, ALICE)
    assert [(one.type, one.was) for one in seen.items if one.was] == [("Buy", "kept")]
    before, (kept,) = len(told.rows), told.live("Buy")
    (revised, *_others) = told.tell(strike, ALICE)
    assert reopened(told, before) == (kept.position,)
    sentence = words(SEASONS.narrate(told.state, revised))
    assert f"The report of row {kept.position}, which was settled, is open again." in sentence


@given(st.integers(0, 2**32))
@settings(max_examples=examples(15) if AT_LENGTH else 4, deadline=None)
def test_nothing_settled_is_open_again_without_being_named(seed: int) -> None:
    """Whatever is corrected or settled."""
    chance = Random(seed)
    told = season(chance)
    for _step in range(4):
        before, settled = len(told.rows), _settled(told)
        if told.state.items and chance.random() < 0.6:
            how: Any = chance.choice(("keep", "strike"))
            with suppress(Refused):  # nothing may be there for it to stand on
                told.tell(Resolve(position=chance.choice(told.state.items), how=how, reason="So"), ALICE)
        elif (correction := some_correction(told, chance)) is not None:
            told.tell(correction, ALICE)
        again = {
            row.event.of
            for row in told.rows[before:]
            if isinstance(row.event, Retold) and row.event.how in ("played", "waiting")
        }
        assert again & settled == set(reopened(told, before))


def _settled(told: Mended) -> set[int]:
    return {past.position for past in told.history.live_reports() if settled_as(told.history, past)}
