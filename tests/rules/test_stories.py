"""A battle takes after the story of another: what was told there and is offered here is told again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from rules import all_systems, visibility
from rules.adjudicate import CLERK
from rules.contract import Muster, Roll
from rules.player import advance, drafted, play
from rules.record import RecordedReport, Table
from rules.reports import REVISIONS, Settle
from rules.stream.dice import rolls_of
from rules.stream.samples import Choose
from tests.rules.stories import Retelling, Story, as_it_fell

OTHER_SEED = "5" * 64
PLAYED = ("fluid_time", "modern_age", "panzer_strike", "tanks")


def a_story(reports: int, key: str = "tanks", mends: int = 0) -> Story:
    table = play(all_systems()[key], Random("a story").randrange, reports, mends=mends)
    muster = table.entries[0].command
    assert isinstance(muster, Muster)
    return Story(muster, table.entries, reports)


def as_told(number: int) -> int:
    """Nothing is told otherwise, and dice as they fell."""
    return number - 1


def retold(story: Story, muster: Muster, choose: Choose, free: int, most: int = 200) -> tuple[Table, Retelling]:
    """A battle of this muster that takes after the story; whatever else there is at random between."""
    table, retelling, random = Table.open(muster), Retelling(story, choose, free), Random("else").randrange
    while (retelling.exact or retelling.left) and len(table.entries) < most and not table.battle.agreed:
        if not retelling.word_for_word(table):
            offers = [choice for side in table.mustered.sides for choice in visibility.legal(table.battle, side)]
            ways = retelling.next(table, offers)
            if ways:
                table.report(*ways[0])
            else:
                advance(table, random, draft=drafted)
    return table, retelling


def ruled(reports: Sequence[RecordedReport]) -> list[str]:
    """What came of reports, whoever rolled the dice."""
    return [str(one.events).replace("by='leaguer'", "by='table'") for one in reports[1:]]


def fallen(reports: Sequence[RecordedReport], by: str) -> list[Roll]:
    rolls = [roll for one in reports for event in one.events for roll in rolls_of(event)]
    return [roll for roll in rolls if roll.by == by and roll.values]


def test_a_story_is_told_word_for_word_until_the_battle_goes_its_own_way() -> None:
    story = a_story(50)
    table, retelling = Table.open(story.muster), Retelling(story, as_told, 10)
    while retelling.word_for_word(table):
        pass
    assert ruled(table.entries) == ruled(story.reports[:40])
    assert [*retelling.left] == [*story.reports[40:50]]


@pytest.mark.parametrize("key", PLAYED)
def test_with_another_seed_what_leaguer_rolled_is_told_as_dice_of_the_table(key: str) -> None:
    story = a_story(50, key)
    assert fallen(story.reports[:50], "leaguer") or key == "panzer_strike"
    assert not story.is_drawn()
    table, _retelling = retold(story, replace(story.muster, seed=OTHER_SEED), as_told, 0)
    assert not fallen(table.entries, "leaguer")
    assert ruled(table.entries) == ruled(story.reports[:50])


def test_with_other_dice_what_is_not_offered_any_more_is_left_out() -> None:
    story = a_story(55)
    table, _retelling = retold(story, replace(story.muster, seed=OTHER_SEED), Random("dice").randrange, 1000, 160)
    found, told = ruled(table.entries), ruled(story.reports[:55])
    assert found != told
    assert len(told) // 2 < len({*found} & {*told}) < len(told)


def test_where_a_report_is_refused_the_battle_goes_its_own_way_with_those_that_are_left() -> None:
    story = a_story(50)
    refused = [*story.reports[:20], story.reports[19], *story.reports[20:]]
    table, retelling = Table.open(story.muster), Retelling(Story(story.muster, refused, 51), as_told, 0)
    while retelling.word_for_word(table):
        pass
    assert ruled(table.entries) == ruled(story.reports[:20])
    assert retelling.left == refused[20:51]


def test_a_report_that_comes_to_something_else_ends_the_word_for_word() -> None:
    story = a_story(50)
    other = [*story.reports]
    other[20] = replace(other[20], events=other[20].events * 2)
    table, retelling = Table.open(story.muster), Retelling(Story(story.muster, other, 50), as_told, 0)
    while retelling.word_for_word(table):
        pass
    assert len(table.entries) == 21
    assert retelling.left == other[21:50]


def test_where_a_battle_was_as_good_as_over_something_else_is_told_on_the_way() -> None:
    story = a_story(50)
    assert not Retelling(story._replace(reports=[*story.reports, *story.reports]), as_told, 10).due
    retelling = Retelling(story, as_told, 10)
    assert retelling.due
    table, _retelling = retold(story, story.muster, as_told, 10)
    assert ruled(table.entries) != ruled(story.reports[: len(table.entries)])


def test_it_goes_on_to_what_the_battle_met_next() -> None:
    story = a_story(50)._replace(end=20, ends={"before": 12, "this": 20, "next": 30, "last": 50})
    assert {*story.met()} == {"before", "this"}
    retelling = Retelling(story, as_told, 0)
    assert retelling.go_on(["last", "before", "next", "never"]) == "next"
    assert retelling.left == [*story.reports[20:30]]
    assert retelling.go_on(["before", "next"]) is None
    assert retelling.go_on(["last"]) == "last"
    assert retelling.left == [*story.reports[20:50]]


def test_a_report_without_leaguers_dice_is_told_as_it_was() -> None:
    story = a_story(50)
    table = Table.open(story.muster)
    for report in story.reports[1:50]:
        command = as_it_fell(table, report)
        assert (command == report.command) == (not fallen([report], "leaguer"))
        table.report(report.side, command)


def test_a_table_that_rolls_its_own_dice_leaves_none_to_leaguer_in_a_story() -> None:
    choose = Random("own dice").randrange
    muster = replace(all_systems()["tanks"].draft(choose), dice="table")
    table = play(all_systems()["tanks"], choose, 60, muster)
    story = Story(muster, table.entries, len(table.entries))
    assert fallen(table.entries, "leaguer")
    again, _retelling = retold(story, replace(muster, seed=OTHER_SEED), as_told, 0)
    assert not fallen(again.entries, "leaguer")
    assert {getattr(entry.command, "leaguer", UNSET) for entry in again.entries} == {UNSET}


def test_a_story_is_what_people_told_of_play() -> None:
    story = a_story(80, mends=300)
    mended = {type(entry.command) for entry in story.reports} & {*REVISIONS}
    told = story.told()
    assert mended
    assert told
    assert not {type(report.command) for report in told} & {*REVISIONS, Muster, Settle}
    assert not {report.side for report in told} & {CLERK}
