"""Turns that pass while nobody does anything, and shots with the dice of a table."""

from __future__ import annotations

from rules import visibility
from rules.contract import Choice
from rules.systems.panzer_strike.state import Miniature
from tests.rules.scenario import Story, Told


def end_turn(story: Story, again: str = "") -> Told:
    """Whose turn it is ends it; `again` goes on with repairs."""
    side = story.play.side
    if story.play.phase == "movement":
        story.tell(f"{side}: end-movement {side}")
    return story.when(side, f"end-turn {side}" + (f" again={again}" if again else ""))


def moving(story: Story, side: str, round: int) -> Story:
    """On to this side's Movement Phase of that round."""
    while (story.play.round, story.play.side) != (round, side):
        told = end_turn(story)
        assert told._refused is None, told._refused
    assert story.play.phase == "movement"
    return story


def firing(story: Story, side: str, round: int) -> Story:
    """On to this side's Firing Phase of that round."""
    if (story.play.round, story.play.side, story.play.phase) != (round, side, "firing"):
        moving(story, side, round).tell(f"{side}: end-movement {side}")
    return story


def shot(story: Story, firer: str, target: str, hit: str, penetration: int = 0) -> Told:
    """`firer` announces its shot, and its accuracy dice show the most they can; `hit` and `penetration` as reported."""
    announce(story, firer, target)
    return fire(story, firer, hit, penetration)


def announce(story: Story, firer: str, target: str) -> Story:
    return story.tell(f"{unit(story, firer).side}: announce {firer} {target}")


def fire(story: Story, firer: str, hit: str, penetration: int = 0) -> Told:
    one = unit(story, firer)
    best = ",".join(str(max(faces)) for faces in story.play.dice.accuracy[one.figures.accuracy])
    return story.when(one.side, f"fire {firer} accuracy={best} hit={hit} penetration={penetration}")


def miss(story: Story, firer: str, target: str) -> Told:
    """Both accuracy dice show their least, which no range asks for."""
    announce(story, firer, target)
    one = unit(story, firer)
    least = ",".join(str(min(faces)) for faces in story.play.dice.accuracy[one.figures.accuracy])
    return story.when(one.side, f"fire {firer} accuracy={least}")


def unit(story: Story, id: str) -> Miniature:
    found: Miniature = story.play.units[id]
    return found


def offered(story: Story, side: str, *commands: str) -> list[Choice]:
    """The choices of a side that are such reports."""
    return [choice for choice in visibility.legal(story.state, side) if choice.command in commands]


def picks(choice: Choice, field: str) -> list[str]:
    """The values a field of a choice may take."""
    return [pick.value for one in choice.fields if one.name == field for pick in one.picks]
