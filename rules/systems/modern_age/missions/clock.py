"""Time is up on the club's clock (A13)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Choice, Command, Dice, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.asked import nothing_asked
from rules.systems.modern_age.damage import destroy
from rules.systems.modern_age.refusals import refused, wrong_phase
from rules.systems.modern_age.state import Decision, Event, State
from rules.systems.modern_age.tables import NO_RETREAT

from .victory import any_doomed, time_is_up, verdict

CHAPTER = Chapter[State, Event]("The clock", "A13")


class CallTime(Command, frozen=True, kw_only=True):
    """Time is up on the club's clock (A13); only where the battle has a time limit."""


@CHAPTER.decides
def call_time(state: State, command: CallTime, dice: Dice) -> Decision:
    """A13: the club's clock ends the battle. Doomed tanks are destroyed, then R39 and the mission decide."""
    if not state.options.get("time_limit"):
        raise refused(
            "A13",
            say(_("This battle has no time limit.")),
            say(_("Play on, concede, or agree on a result by declaring it.")),
        )
    if state.phase not in ("movement", "shooting", "command"):
        raise wrong_phase(state, "A13")
    yield from destroy(state)
    yield verdict(state) or time_is_up(state)


@CHAPTER.offers
def time_is_called(state: State, side: str) -> Iterator[Choice]:
    limited = state.options.get("time_limit") and state.phase in ("movement", "shooting", "command")
    if limited and nothing_asked(state):
        readily = 3000 if any_doomed(state) else 500 if state.scenario == NO_RETREAT else 150
        yield Choice(command="CallTime", label=say(_("Time is up on the clock")), side=side, readily=readily)
