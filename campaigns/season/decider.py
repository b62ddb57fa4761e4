"""The Decider of seasons: a campaign's stream, told to whatever works on any stream (`rules.stream`).

People report as a `Who`; a person reads as the same, or None as a spectator.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from campaigns import season
from campaigns.season import COMMANDS, EVENTS, MENDS, UPCASTERS, consistency, explain, names
from campaigns.season.chapters import SECTOR
from campaigns.season.kept_events import Opened
from campaigns.season.mending import MENDING, SeasonMending
from campaigns.season.standings import standings
from campaigns.season.state import Season
from campaigns.season.visibility import as_read_by
from rules.contract import Choice, Command, Dice, Event, Message, say
from rules.contract import gettext_noop as _
from rules.stream import facts
from rules.stream.codec import CommandCodec, EventCodec
from rules.stream.decider import Line, Row, Sheet, Who
from rules.stream.revision.contract import MendedDecider, MendedHistory
from rules.stream.revision.decide import decide

REPORTS = CommandCodec((*COMMANDS, *MENDS), largest=512 * 1024)  # the outcome of a long battle is one report
FACTS = EventCodec(EVENTS, UPCASTERS)


class SeasonDecider(MendedDecider[Season, Command, Event, Who | None]):
    """Campaigns from their opening on. What is asked of it is pure: the time and the accounts stand in the reports."""

    def events(self, first: Event | None) -> EventCodec:
        return FACTS

    def commands(self, first: Event | None) -> CommandCodec:
        return REPORTS

    def open(self, command: Command, who: Who, dice: Dice) -> Generator[Event, None, None]:
        return season.decide(None, command, who, dice)

    def start(self, first: Event, position: int, digest: str) -> Season:
        assert isinstance(first, Opened)
        state = season.start(first)
        state.head = (position, digest)
        return state

    def decide(
        self, state: Season, command: Command, who: Who, dice: Dice, rows: Callable[[], Sequence[Row]]
    ) -> Generator[Event, None, None]:
        if type(command) in MENDING.commands:
            yield from decide(MENDING, state, command, who, dice, lambda: MendedHistory(self, rows()))
        else:
            yield from season.decide(state, command, who, dice)

    @property
    def mending(self) -> SeasonMending:
        return MENDING

    evolve = staticmethod(season.evolve)  # without a call in between, because every row that is folded comes this way

    def stamp(self, state: Season, digests: Mapping[int, str]) -> None:
        position, digest = state.head
        state.head = (position, digests.get(position, digest))

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
        """Everything that is said of a platoon on the map follows from where it is."""
        kind, key, name = [*of.split("."), "", ""][:3]
        return (f"platoons.{key}.sector",) if f"{kind}.{name}" in _FROM_WHERE_IT_IS else ()

    def facts(self, state: Season) -> dict[str, Any]:
        return facts.facts(state)

    def possible(self, state: Season) -> None:
        consistency.check(state)

    def rules_of(self, state: Season, event: Event) -> tuple[str, ...]:
        return type(event).rules


SEASONS = SeasonDecider()
_FROM_WHERE_IT_IS = tuple(fact for fact in explain.FACT_KINDS if fact.startswith("platoons.") and fact != SECTOR)


def _read_by(state: Season, reader: Who | None) -> Season:
    """As this reader may know it: who does not rule over the campaign any more has no case in it."""
    return as_read_by(copy(state), reader.id if reader is not None else "", reader)


def _lines(state: Season, reader: str) -> Iterator[tuple[str, Line]]:
    yield "round", Line("", say(_("Round")), state.turn)
    scores = {place.platoon: place.score for place in standings(state)}
    for key, platoon in state.platoons.items():
        if key in scores:
            yield f"platoons.{key}.score", Line(key, say(_("Score")), scores[key])
        if state.known_to(key, reader):
            yield f"platoons.{key}.purse", Line(key, say(_("Purse")), platoon.purse)
    for id, vehicle in state.vehicles.items():
        yield f"vehicles.{id}.status", Line(id, say(_("Status")), names.STATUSES[vehicle.status])
    for fact in explain.facts(state):
        yield fact.of, Line(fact.about, fact.label, fact.value)
