"""The frame of a battle: the Decider around a rulebook. Who may report, confirm, settle and revise is decided here.

history = of(rows)  # all that a battle's log has ever held
explain(history, "units.alpha.damage", "usa")  # and whatever else `rules.stream` does for a stream
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from rules import adjudicate, battle, codecs, visibility
from rules import system as find_system
from rules.adjudicate import Who
from rules.battle import Battle, History
from rules.contract import Choice, Command, Dice, Event, Message, Muster, Mustered
from rules.revision.decide import decide
from rules.revision.possible import check_possible
from rules.revision.preview import sheet
from rules.stream import facts
from rules.stream.codec import CommandCodec, EventCodec
from rules.stream.decider import Decider, Row, Sheet


class BattleDecider(Decider[Battle, Command, Event, Who, str]):
    """Battles, whatever their rulebook. People report as a `Who`; a side of the battle reads, or "" as a spectator."""

    def events(self, first: Event | None) -> EventCodec:
        return codecs.event_codec(_system(first))

    def commands(self, first: Event | None) -> CommandCodec:
        return codecs.command_codec(_system(first))

    def open(self, command: Command, who: Who, dice: Dice) -> Generator[Event, None, None]:
        assert isinstance(command, Muster)
        yield adjudicate.muster(command)

    def start(self, first: Event, position: int, digest: str) -> Battle:
        assert isinstance(first, Mustered)
        state = battle.start(first)
        state.head = state.fought = (position, digest)
        return state

    def decide(
        self, state: Battle, command: Command, who: Who, dice: Dice, rows: Callable[[], Sequence[Row]]
    ) -> Generator[Event, None, None]:
        return decide(state, command, who, dice, lambda: of(rows()))

    evolve = staticmethod(battle.evolve)  # without a call between: every row that is folded comes this way

    def legal(self, state: Battle, reader: str) -> Sequence[Choice]:
        return visibility.legal(state, reader)

    def see(self, state: Battle, reader: str) -> Sheet:
        return sheet(state, reader)

    def see_event(self, state: Battle, event: Event, reader: str) -> Event | None:
        return visibility.see_event(state, event, reader)

    def narrate(self, state: Battle, event: Event) -> Message:
        return visibility.narrate(state.rules, event)

    def explain(self, state: Battle, of: str) -> Sequence[str]:
        grounds = [*state.rules.grounds(state.play, of)]
        if of.startswith("outcome.units.") and of.endswith(".fate"):
            grounds.append(f"units.{of.split('.')[2]}.status")
        return grounds

    def rules_of(self, state: Battle, event: Event) -> tuple[str, ...]:
        kind = type(event)
        return kind.rules if kind.by_hand else tuple(f"{state.rules.number} {rule}" for rule in kind.rules)

    def facts(self, state: Battle) -> dict[str, Any]:
        return facts.facts(state.play)

    def possible(self, state: Battle) -> None:
        check_possible(state)


BATTLES = BattleDecider()


def of(rows: Sequence[Row]) -> History:
    """The history of a battle whose log has these rows."""
    return History(BATTLES, rows)


def _system(first: Event | None) -> Any:
    return find_system(first.system) if isinstance(first, Mustered) else None
