"""A stream that is no battle: what a few people pay one another, told by person, with consent of those it touches."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rules.messages import Message, say
from rules.stream import facts
from rules.stream.adjudication import Adjudication
from rules.stream.choices import Choice
from rules.stream.codec import CommandCodec, EventCodec, as_stored
from rules.stream.contract import Command, Dice, Event, Piece, Refused, Roll
from rules.stream.decider import Line, Row, Sheet, Who
from rules.stream.dice import SeededDice
from rules.stream.history import Past
from rules.stream.revision import state as fold
from rules.stream.revision.contract import MendedDecider, MendedHistory, Mending, Retelling
from rules.stream.revision.decide import decide
from rules.stream.revision.redaction import Redaction
from rules.stream.revision.reports import (
    Agree,
    Agreed,
    Authority,
    Correct,
    Declare,
    Declared,
    Decline,
    Declined,
    Proposed,
    Resolve,
    Retold,
    Revised,
    Undo,
)
from rules.stream.revision.sentences import narrate
from rules.stream.revision.state import Proposal, StreamState

SEED = "7a" * 32
ALICE = Who("alice", referee=True)
MENDS = (Undo, Correct, Resolve, Declare, Agree, Decline)


class Pay(Command, frozen=True, kw_only=True):
    to: str
    points: int


class Gamble(Command, frozen=True, kw_only=True):
    """Win what a die shows."""


class Opened(Event, frozen=True, kw_only=True):
    people: tuple[str, ...]
    points: int


class Paid(Event, frozen=True, kw_only=True):
    by: str
    to: str
    points: int


class Won(Event, frozen=True, kw_only=True):
    by: str
    roll: Roll


class Account(Piece):
    points: int


class Till(StreamState, kw_only=True):
    """`since`: who has told what stands, or got something by it, by the row of the report."""

    fixed: ClassVar[tuple[str, ...]] = (*StreamState.fixed, "since")

    accounts: dict[str, Account]
    since: dict[int, tuple[str, ...]] = {}


class TillMending(Mending[Till, str]):
    rule = "till"
    commands = frozenset(MENDS)
    unsayable = (Undo, Correct, Resolve, Agree, Decline)
    sets = (Declare,)
    kept = ()
    hidden = (say("It is theirs."), say("Ask them."))

    def acting(self, state: Till, command: Command, who: Who) -> Who:
        return who

    def check_part(self, state: Till, who: Who) -> None:
        if not who.referee and who.id not in state.accounts:
            raise Refused("till", say("You have no account here."), code="not-yours")

    def check_may(self, state: Till, kind: type[Command], who: Who) -> None:
        pass

    def check_reporter(self, state: Till, command: Command, who: Who) -> None:
        self.check_part(state, who)

    def parties(self, state: Till, who: Who) -> tuple[str, ...]:
        return (who.id,) if who.id in state.accounts else ()

    def touched(self, history: MendedHistory[Till, str], state: Till, command: Command) -> tuple[str, ...]:
        if isinstance(command, Declare):
            return tuple(path.split(".")[1] for path in command.facts)
        return self._touched(state, getattr(command, "position", 0))

    def _touched(self, state: Till, position: int) -> tuple[str, ...]:
        people = [person for row, some in state.since.items() if row >= position for person in some]
        return tuple(dict.fromkeys(people))

    def asked(self, state: Till, proposal: Proposal) -> tuple[str, ...]:
        people = self._touched(state, proposal.data.get("position", 0))
        return tuple(person for person in people if person != proposal.side)

    def fellows(self, state: Till, who: Who) -> frozenset[str]:
        return frozenset((who.id,))

    def is_others(self, state: Till, command: Command, who: Who) -> bool:
        return False

    def reader(self, state: Till, who: Who) -> str:
        return who.id

    def redaction(self, history: MendedHistory[Till, str], now: Till, reader: str) -> Redaction[Till, str]:
        return Redaction(history.decider, now, reader)

    def knows_all(self, state: Till, who: Who) -> bool:
        return who.referee

    def teller(self, who: Who, past: Past | None) -> Who:
        return Who(past.by) if past is not None else who

    def rule_on(self, state: Till, command: Command, who: Who, dice: Dice) -> Iterator[Event]:
        match command:
            case Pay(to=to, points=points):
                if points > state.accounts[who.id].points:
                    raise Refused("till", say("There is not so much in it."), field="points")
                yield Paid(by=who.id, to=to, points=points)
            case Gamble():
                yield Won(by=who.id, roll=dice.roll(f"{who.id}/gamble", 1))

    def set_by_hand(self, state: Till, command: Command, right: Authority) -> Event:
        assert isinstance(command, Declare)
        return as_stored(Declared(facts=command.facts, reason=command.reason, authority=right))

    def retelling(self, past: Past, old: Till, now: Till) -> Retelling:
        return "decided"

    def confirms(self, past: Past) -> bool:
        return False

    def voided(self, history: MendedHistory[Till, str], now: Till, then: Till) -> tuple[str, ...]:
        return ()

    def is_closed(self, state: Till) -> bool:
        return False

    def holds_up(self, state: Till, command: Command) -> bool:
        return not isinstance(command, Pay)  # an open item stops nobody from paying

    def check_undo(self, state: Till) -> None:
        pass

    def check_correct(self, state: Till, past: Past, how: str, kind: str, who: Who) -> None:
        pass

    def set_before(self, state: Till, reports: Sequence[Past]) -> int | None:
        return None

    def check_mended(self, state: Till, then: Till) -> None:
        pass

    def revised(self, state: Till, event: Revised, past: Past | None) -> Revised:
        return event


class TillDecider(MendedDecider[Till, Command, Event, str]):
    """A person reads; "" is a stranger."""

    def events(self, first: Event | None) -> EventCodec:
        return EventCodec((Opened, Paid, Won, Revised, Retold, Declared, Proposed, Agreed, Declined))

    def commands(self, first: Event | None) -> CommandCodec:
        return CommandCodec((Pay, Gamble, *MENDS))

    def open(self, command: Command, who: Who, dice: Dice) -> Generator[Event, None, None]:
        """Whoever says anything first has opened it."""
        yield Opened(people=("ann", "bob", "cid", "dan"), points=10)

    def start(self, first: Event, position: int, digest: str) -> Till:
        assert isinstance(first, Opened)
        return Till(accounts={one: Account(first.points) for one in first.people}, head=(position, digest))

    @property
    def mending(self) -> TillMending:
        return MENDING

    def decide(
        self, state: Till, command: Command, who: Who, dice: Dice, rows: Callable[[], Sequence[Row]]
    ) -> Generator[Event, None, None]:
        yield from decide(MENDING, state, command, who, dice, lambda: MendedHistory(TILLS, rows()))

    def evolve(self, state: Till, event: Event, position: int, digest: str, report: int, /) -> None:
        state.head = (position, digest)
        match event:
            case Revised():
                fold.revised(state, event)
            case Retold():
                fold.retold(state, event)
            case Proposed():
                fold.proposed(state, event)
            case Agreed():
                proposal = state.proposed_at(event.position)
                fold.agreed(state, event, MENDING.asked(state, proposal) if proposal else ())
            case Declined():
                fold.declined(state, event)
            case _:
                self._played(state, event, report)

    def _played(self, state: Till, event: Event, report: int) -> None:
        fold.reported(state, report)
        match event:
            case Declared():
                facts.declare(state, event.facts)
                fold.declared(state, event.facts)
            case Paid(by=by, to=to, points=points):
                state.accounts[by].points -= points
                state.accounts[to].points += points
                state.since = {**state.since, state.last: (by, to)}
            case Won(by=by, roll=roll):
                state.accounts[by].points += roll.numbers[0]
                state.since = {**state.since, state.last: (by,)}

    def stamp(self, state: Till, digests: Mapping[int, str]) -> None:
        pass

    def seed(self, state: Till) -> str:
        return SEED

    def names(self, state: Till) -> frozenset[str]:
        return frozenset(state.accounts)

    def legal(self, state: Till, reader: str) -> Sequence[Choice]:
        return ()

    def see(self, state: Till, reader: str) -> Sheet:
        """Everybody sees what is theirs."""
        mine = state.accounts.get(reader)
        return {f"accounts.{reader}.points": Line(reader, say("Points"), mine.points)} if mine else {}

    def see_event(self, state: Till, event: Event, reader: str) -> Event | None:
        return event if not isinstance(event, Won) or event.by == reader else None

    def narrate(self, state: Till, event: Event) -> Message:
        return narrate(WORDS, event)

    def explain(self, state: Till, of: str) -> Sequence[str]:
        return ()

    def rules_of(self, state: Till, event: Event) -> tuple[str, ...]:
        return ()

    def facts(self, state: Till) -> dict[str, Any]:
        return facts.facts(state)

    def possible(self, state: Till) -> None:
        if any(account.points < 0 for account in state.accounts.values()):
            raise Refused("declared", say("An account is never below nothing."), field="facts")


class Words:
    facts: ClassVar[Mapping[str, Message]] = {"accounts.*.points": say("Points")}
    lines: ClassVar[Mapping[str, str]] = {}
    lengths: ClassVar[Mapping[str, int]] = {}


WORDS, MENDING, TILLS = Words(), TillMending(), TillDecider()


class Evening(Adjudication[Till, Command, Event, str]):
    """Ann, Bob, Cid and Dan with ten points each; `who` is told by name."""

    def __init__(self) -> None:
        (opened,) = TILLS.open(Gamble(), ALICE, SeededDice(SEED))
        super().__init__(TILLS, [Row(1, 0, opened, ALICE.id)])

    @property
    def history(self) -> MendedHistory[Till, str]:
        return MendedHistory(TILLS, self.rows)

    def tell(self, command: Command, by: str) -> tuple[Event, ...]:
        who = ALICE if by == "alice" else Who(by)
        return self.hear(command, who, by, SeededDice(SEED, self.fallen))

    def points(self) -> list[int]:
        return [account.points for account in self.state.accounts.values()]

    def paid(self, *payments: tuple[str, str, int]) -> Evening:
        for by, to, points in payments:
            self.tell(Pay(to=to, points=points), by)
        return self


def kinds(events: Iterable[Event]) -> list[str]:
    return [type(event).__name__ for event in events]
