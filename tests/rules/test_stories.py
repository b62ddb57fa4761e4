"""A battle takes after the story of another: what was told there and is offered here is told again."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules import all_systems, visibility
from rules.contract import Muster
from rules.player import Told, advance, drafted, play
from rules.record import Table
from rules.reports import REVISIONS, Settle
from rules.stream.samples import Choose
from tests.rules.stories import Retelling, Story


def a_story(reports: int) -> Story:
    table = play(all_systems()["tanks"], Random("a story").randrange, most=reports)
    muster = table.entries[0].command
    assert isinstance(muster, Muster)
    return Story(muster, table.entries, reports)


def as_told(number: int) -> int:
    """Nothing is told otherwise, and dice as they fell."""
    return number - 1


def retold(story: Story, muster: Muster, choose: Choose, most: int) -> list[Told]:
    """What is told of the story in a battle of this muster; whatever else there is at random between."""
    table, retelling, random, found = Table.open(muster), Retelling(story, choose), Random("else").randrange, []
    while retelling.left and len(table.entries) < most and not table.battle.agreed:
        offers = [choice for side in table.mustered.sides for choice in visibility.legal(table.battle, side)]
        if told := retelling.next(table, offers):
            table.report(*told)
            found.append(told)
        else:
            advance(table, random, draft=drafted)
    return found


def test_with_the_same_dice_a_story_is_told_word_for_word() -> None:
    story = a_story(80)
    assert len(story.told()) > 40
    assert retold(story, story.muster, as_told, 80) == story.told()


def test_with_other_dice_what_is_not_offered_any_more_is_left_out() -> None:
    story = a_story(80)
    found = retold(story, replace(story.muster, seed="5" * 64), Random("dice").randrange, 160)
    assert found != story.told()
    assert {type(command) for _side, command in found} <= {type(command) for _side, command in story.told()}
    assert len(story.told()) // 2 < len(found) < len(story.told())


def test_a_story_is_what_people_told_of_play() -> None:
    random = Random("mended").randrange
    table = play(all_systems()["tanks"], random, most=80, mends=300)
    muster = table.entries[0].command
    assert isinstance(muster, Muster)
    told = {type(command) for _side, command in Story(muster, table.entries, len(table.entries)).told()}
    mended = {type(entry.command) for entry in table.entries} & {*REVISIONS}
    assert mended
    assert told
    assert not told & {*REVISIONS, Muster, Settle}
