"""The Decider of seasons: a campaign's stream, told to whatever works on any stream (`rules.stream`).

People report as a `Who`; a person reads as the same, or None as a spectator.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from copy import copy

from campaigns import season
from campaigns.season import COMMANDS, CONTENTS, EVENTS, MENDS, UPCASTERS, consistency, explain
from campaigns.season.kept_events import Opened
from campaigns.season.mending import MENDING
from campaigns.season.state import Season
from campaigns.season.visibility import as_read_by
from rules.contract import Choice, Command, Dice, Event, Message, say
from rules.contract import gettext_noop as _
from rules.kit.person_decider import PersonDecider
from rules.stream.codec import CommandCodec, EventCodec
from rules.stream.decider import Line, Sheet, Who

REPORTS = CommandCodec((*COMMANDS, *MENDS), largest=512 * 1024)  # the outcome of a long battle is one report
FACTS = EventCodec(EVENTS, UPCASTERS)


class SeasonDecider(PersonDecider[Season]):
    """Campaigns from their opening on. What is asked of it is pure: the time and the accounts stand in the reports."""

    reports, rows, opened, mending = REPORTS, FACTS, Opened, MENDING

    def ruled(self, state: Season | None, command: Command, who: Who, dice: Dice) -> Generator[Event, None, None]:
        return season.decide(state, command, who, dice)

    def begun(self, first: Opened) -> Season:
        return season.start(first)

    evolve = staticmethod(season.evolve)  # without a call in between, because every row that is folded comes this way

    def seed(self, state: Season) -> str:
        return state.opened.seed

    def names(self, state: Season) -> frozenset[str]:
        return frozenset((*state.platoons, *state.vehicles, *state.fixtures))

    def legal(self, state: Season, reader: Who | None) -> Sequence[Choice]:
        return season.legal(state, reader)

    def see(self, state: Season, reader: Who | None) -> Sheet:
        return dict(_lines(_read_by(state, reader), reader.id if reader is not None else ""))

    def see_event(self, state: Season, event: Event, reader: Who | None) -> Event:
        return season.see_event(_read_by(state, reader), event, reader.id if reader is not None else "")

    def narrate(self, state: Season, event: Event) -> Message:
        return season.narrate(state, event)

    def explain(self, state: Season, of: str) -> Sequence[str]:
        """What its chapter says: a place in the standings follows from the score."""
        about, key, name = [*of.split("."), "", ""][:3]
        kind = CONTENTS.holding.get(f"{about}.{name}")
        return (f"{about}.{key}.{kind.follows.partition('.')[2]}",) if kind is not None and kind.follows else ()

    def possible(self, state: Season) -> None:
        consistency.check(state)


SEASONS = SeasonDecider()


def _read_by(state: Season, reader: Who | None) -> Season:
    """As this reader may know it: who does not rule over the campaign any more has no case in it."""
    return as_read_by(copy(state), reader.id if reader is not None else "", reader)


def _lines(state: Season, reader: str) -> Iterator[tuple[str, Line]]:
    for one in state.rounds:
        stands = say(_("closed")) if one.closed else say(_("under way"))
        yield f"rounds.{one.number}", Line("", say(_("Round %(round)d"), round=one.number), stands)
    for fact in explain.facts(state, reader):
        yield fact.of, Line(fact.about, fact.short, fact.value)
