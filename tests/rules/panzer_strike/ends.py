"""What befell units, as events: for stories of how battles end and what becomes of everybody."""

from __future__ import annotations

from rules.contract import Event, Outcome, Roll
from rules.reports import Confirm
from rules.systems.panzer_strike.hits import PenetrationRolled
from rules.systems.panzer_strike.withdrawal import BoardLeft
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story

FORCES = {
    "m4": ("Sherman", "allies", "c15", "S"),
    "hellcat": ("Hellcat", "allies", "e15", "S"),
    "tiger": ("Tiger", "axis", "c5", "N"),
    "panther": ("Panther", "axis", "e5", "N"),
}
GUARDED = {
    "m4": ("Sherman", "allies", "c15", "S"),
    "tiger": ("Tiger", "axis", "c5", "N"),
    **{f"m16-{n}": ("M16 MGMC (SPAA)", "allies", f"{file}17", "S") for n, file in enumerate("fhj", 1)},
    **{f"whirl-{n}": ("Wirbelwind (SPAA)", "axis", f"{file}3", "N") for n, file in enumerate("fhj", 1)},
}


def struck(victim: str, outcome: str, by: str = "", timer: int = 0) -> Event:
    """A shot of `by` (the victim's own where nobody is named) came to this."""
    return PenetrationRolled(
        unit=by or victim,
        victim=victim,
        roll=Roll("r1/x/penetration", 6, (0,), "table", ((-1, -1, 0, 0, 1, 1),)),
        base=12,
        drop=0,
        final=12,
        zone="front",
        armour=10,
        outcome=outcome,
        timer=timer,
    )


def destroyed(*victims: str, by: str = "") -> list[Event]:
    return [struck(victim, "destroyed", by) for victim in victims]


def left(unit: str, weapon: str = "") -> Event:
    return BoardLeft(unit=unit, weapon=weapon)


def fought(*events: Event, **options: bool | int | str) -> Story:
    """Two against two in the turn of the axis, and what has happened."""
    return battle(FIELD, FORCES, **options).and_then(*events)


def guarded(*events: Event, turn: str = "axis", **options: bool | int | str) -> Story:
    """The basic scenario: a tank each, and three guns to be guarded."""
    return battle(ZONED, GUARDED, turn=turn, scenario="basic", **options).and_then(*events)


ZONED = f"{FIELD}\nzone 1 A a11-t20\nzone 1 B f17-j17\nzone 2 A a1-t10\nzone 2 B f3-j3"


def end(story: Story) -> Outcome:
    return story.state.outcome()


def fates(story: Story) -> dict[str, str]:
    return {unit.id: unit.fate for unit in end(story).units}


def how(story: Story) -> str:
    """Why the battle is over, in words; "" while it goes on."""
    told = end(story).how
    return told.text() if told else ""


def cleared(story: Story) -> Story:
    """Both sides confirm, and the clerk sees to everybody."""
    for side in story.state.muster.sides:
        position, digest = story.state.fought
        assert story.when(side, Confirm(side=side, position=position, digest=digest))._refused is None
    while steps := story.state.rules.aftermath(story.play):
        told = story.when("clerk", steps[0])
        assert told._refused is None, told._refused
    return story
