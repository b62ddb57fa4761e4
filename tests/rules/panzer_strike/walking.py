"""For stories of the Movement Phase: what is offered of a unit's moves, wrecks, and reports told in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from rules import visibility
from rules.contract import Choice
from tests.rules.scenario import Story


def offered(story: Story, side: str, command: str, unit: str) -> list[Choice]:
    """What may be reported of a unit by this command."""
    choices = visibility.legal(story.state, side)
    return [choice for choice in choices if choice.command == command and choice.given["unit"] == unit]


def picks(story: Story, side: str, command: str, unit: str, field: str) -> str:
    """The values offered for a field, as they are reported; "" where it is not offered."""
    fields = (one for choice in offered(story, side, command, unit) for one in choice.fields if one.name == field)
    return ",".join(pick.value for one in fields for pick in one.picks)


def steps_of(story: Story, unit: str, side: str = "axis") -> str:
    """The first steps that are offered."""
    return picks(story, side, "Move", unit, "steps")


def most_of(story: Story, unit: str, side: str = "axis") -> int:
    """How many steps are offered; 0 where none are."""
    return next((choice.fields[0].most for choice in offered(story, side, "Move", unit)), 0)


def labels_of(story: Story, unit: str, side: str = "axis") -> list[str]:
    """The first steps in words."""
    return [pick.label.text() for one in offered(story, side, "Move", unit) for pick in one.fields[0].picks]


def wrecked(story: Story, *units: str) -> Story:
    """As if earlier shots had destroyed them."""
    for unit in units:
        story.play.units[unit].life = "destroyed"
    return story


def check_in_parts(begin: Callable[[], Story], unit: str, steps: Sequence[str], cuts: Iterable[int]) -> None:
    """The same is ruled, and the same stands on the board, whether steps are told at once or in parts."""
    whole, parts = begin(), begin()
    told = whole.when("axis", f"move {unit} {','.join(steps)}")._refused
    refused = None
    for start, end in pairwise([0, *sorted(cut for cut in set(cuts) if cut < len(steps)), len(steps)]):
        refused = parts.when("axis", f"move {unit} {','.join(steps[start:end])}")._refused
        if refused:
            break
    assert (refused and refused.rule) == (told and told.rule)
    if told is None:
        assert parts.play.units == whole.play.units
        assert parts.play.wrecks == whole.play.wrecks
        assert (parts.play.walls, parts.play.broken) == (whole.play.walls, whole.play.broken)
