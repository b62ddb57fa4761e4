"""A battle is fought again: its muster could not have been, and an organiser settles it so.

What was fought does not count, and its fixture is open again, until the end of a round in which there is still time to
play it. Nobody reports that by itself: it takes the place of the muster, so that all that came later is decided again.
"""

from __future__ import annotations

from typing import Any, ClassVar

from campaigns.season.chapters import Chapter
from campaigns.season.refusals import fixture_of, no
from campaigns.season.settling_terms import LOST
from campaigns.season.state import Season
from campaigns.season.values import FixtureKey, Id, Number
from campaigns.season.ways import Ways
from rules.adjudicate import Who
from rules.contract import Command, Decision, Dice, Event, Message, say
from rules.contract import gettext_noop as _

CHAPTER = Chapter("Replays")


class Replay(Command, frozen=True, kw_only=True):
    """A fixture is played again, in the place of the muster of a battle that does not count. `until`: the round whose
    end it waits for; then the terms decide it as any that nobody has played."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)

    fixture: FixtureKey
    battle: Id
    until: Number


class ReplayOrdered(Event, frozen=True, kw_only=True):
    """`battle` does not count; its fixture may be mustered again."""

    fixture: str
    battle: str
    until: int


@CHAPTER.decides
def replay(season: Season, command: Replay, who: Who, dice: Dice) -> Decision:
    if not (who.again and who.referee):
        raise no(
            _("A battle is fought again only where a correction has taken its muster away, and it is settled so."),
            _("Call it off, or adjudicate its fixture."),
            "by",
            "not-yours",
        )
    fixture = fixture_of(season, command.fixture)
    if not fixture.announced or fixture.battle or not fixture.is_open:
        raise no(
            say(_("“%(fixture)s” is mustered or decided already."), fixture=fixture.key),
            _("Take the battle out, and leave the fixture as it is."),
            "fixture",
        )
    yield ReplayOrdered(fixture=fixture.key, battle=command.battle, until=command.until)


@CHAPTER.evolves
def _ordered(season: Season, event: ReplayOrdered) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.called_off, fixture.again = (*fixture.called_off, event.battle), event.until
    season.battles[event.battle] = fixture.key


@CHAPTER.narrates
def _tell_ordered(season: Season, event: ReplayOrdered) -> Message:
    return say(
        _("“%(battle)s” does not count. Its fixture is played again, by the end of round %(round)d."),
        battle=event.battle,
        round=event.until,
    )


def fought_again(season: Season, command: Any, how: str) -> Replay | None:
    """What opens the fixture of a muster again, in its place: by the end of the round under way, or of the next. None
    for a battle beside the fixtures, and once the season is over."""
    if how != "replay" or not command.fixture or season.closed is not None:
        return None
    return Replay(fixture=command.fixture, battle=command.battle, until=season.turn)


OF_A_MUSTER = Ways(
    LOST,
    keep=_("The battle counts with the forces that fought it."),
    strike=_("The battle is called off: it does not count, and its vehicles come back from it as they went."),
    replay=_("The battle does not count. Its fixture is open again, to be mustered and fought anew."),
    instead=fought_again,
    otherwise=False,  # a battle that was mustered is not changed
)
