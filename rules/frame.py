"""The frame of a battle: the Decider around a rulebook. It decides who may report, confirm, settle and revise.

history = of(rows)  # all that a battle's log has ever held
explain(history, "units.alpha.damage", "usa")  # and whatever else `rules.stream` does for a stream
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules import adjudicate, battle, cases, reports, seats, visibility
from rules import system as find_system
from rules.adjudicate import Who
from rules.battle import Battle, History
from rules.contract import Choice, Command, Dice, Event, Message, Muster, Mustered, Refused, say
from rules.contract import gettext_noop as _
from rules.mending import MENDING, BattleMending
from rules.reports import LeaveCase, LendSeat, ShowCards, TakeCase, TakeSeatBack
from rules.sheet import sheet
from rules.stream import facts
from rules.stream.codec import CommandCodec, EventCodec
from rules.stream.decider import Row, Sheet
from rules.stream.revision.contract import MendedDecider
from rules.stream.revision.decide import decide


class BattleDecider(MendedDecider[Battle, Command, Event, str]):
    """Battles of any rulebook. People report as a `Who`, and read as a side of the battle, or "" as a spectator."""

    def events(self, first: Event | None) -> EventCodec:
        return reports.event_codec(_system(first))

    def commands(self, first: Event | None) -> CommandCodec:
        return reports.command_codec(_system(first))

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
        if isinstance(command, TakeCase | LeaveCase):
            yield from cases.decide(state, command, who)
        elif isinstance(command, LendSeat | TakeSeatBack | ShowCards):
            yield from seats.lend(state, command, who)
        else:
            if side := seats.for_another(state, command, who):
                seats.check(state, command, who, side)
                adjudicate.require_words(state, replace(who, referee=False), command)
                who = Who(who.id, referee=True)  # with the right of that side's players
            yield from decide(MENDING, state, command, who, dice, lambda: of(rows()))

    @property
    def mending(self) -> BattleMending:
        return MENDING

    evolve = staticmethod(battle.evolve)  # without a call in between, because every row that is folded comes this way
    fold = staticmethod(battle.fold)

    def stamp(self, state: Battle, digests: Mapping[int, str]) -> None:
        position, fought = state.head[0], state.fought[0]
        state.head = (position, digests.get(position, state.head[1]))
        state.fought = (fought, digests.get(fought, state.fought[1]))

    def seed(self, state: Battle) -> str:
        return state.muster.seed

    def names(self, state: Battle) -> frozenset[str]:
        return frozenset(unit.id for unit in state.muster.units)

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
        """Whatever can be typed in can be declared, and every look at a battle goes through the rulebook: a state it
        breaks on would lock everyone out. So it is asked here, before anything is written, and any failure is a
        refusal; its `__cause__` is what the rulebook broke on, for the floors above to log."""
        try:
            state.rules.possible(state.play)
            state.outcome()
            state.rules.aftermath(state.play)
            state.rules.between_rounds(state.play)
            for side in ("", *state.muster.sides):
                visibility.see(state, side)
                visibility.legal(state, side)
        except Refused:
            raise
        except Exception as error:
            raise Refused(
                "declared",
                say(_("These rules cannot go on from such a state (%(error)s)."), error=type(error).__name__),
                _("Declare all that belongs together at once, or less of it."),
                field="facts",
            ) from error


BATTLES = BattleDecider()


def of(rows: Sequence[Row]) -> History:
    """The history of a battle whose log has these rows."""
    return History(BATTLES, rows)


def _system(first: Event | None) -> Any:
    return find_system(first.system) if isinstance(first, Mustered) else None
