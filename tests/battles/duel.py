"""The first game, played through the door: Bob's M1 and Carol's T-64, with Alice for a referee.

Whatever is told, no row of the log is touched, and what lives equals what is read back.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from battles import command_handler, handler, log, projections
from battles.log import reader
from battles.log.seals import Seal
from battles.models import Sheet
from battles.reports import Receipt, Report
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Command, Event, Muster
from rules.frame import BATTLES
from rules.reports import Confirm
from rules.stream import codec
from rules.systems.modern_age.defence.defend import Defend
from rules.systems.modern_age.missions.victory import Concede
from rules.systems.modern_age.movement import Stay
from rules.systems.modern_age.shooting.fire import Fire, HoldFire
from rules.systems.modern_age.shooting.rerolls import Reroll
from tests.grounds import once
from tests.rules.modern_age import musters

BOB, CAROL, DAVE, ALICE = Who("bob"), Who("carol"), Who("dave"), Who("alice", referee=True)
SHOT = Fire(unit="m1", target="t64", dice=(1, 2, 4, 6))


def report(command: Command, id: str | None = None) -> Report:
    return Report(id or str(uuid4()), type(command).__name__, codec.encode(command))


class Duel:
    """Opened; nobody has moved yet. `stream` is the battle's."""

    def __init__(self, muster: Muster | None = None) -> None:
        self.stream = str(uuid4())
        self.watched = True
        handler.open_battle(self.stream, report(muster or musters.first_game(critical_deck="house")), ALICE, "script")

    # -- played once in a process: a test has one of them --------------------------------------------------------------

    @staticmethod
    def that_moved() -> Duel:
        return once(_moved)

    @staticmethod
    def that_fought() -> Duel:
        return once(_fought)

    @staticmethod
    def that_is_over() -> Duel:
        return once(_over)

    # -- telling it ----------------------------------------------------------------------------------------------------

    def tell(self, who: Who, *commands: Command | Report, **how: bool | int | None) -> Receipt:
        """Told to the door. `Refused`, `Conflict` as there."""
        reports = [one if isinstance(one, Report) else report(one) for one in commands]
        if not self.watched:
            return handler.execute(self.stream, reports, who, "api", **how)  # type: ignore[arg-type]
        before = self.stored()
        try:
            receipt = handler.execute(self.stream, reports, who, "api", **how)  # type: ignore[arg-type]
        except BaseException:
            assert self.stored() == before
            raise
        rows, sealed = self.stored()
        assert rows[: len(before[0])] == before[0]
        assert {position: seals for position, seals in sealed.items() if position <= len(before[0])} == before[1]
        if len(rows) > len(before[0]):
            assert receipt.state == self.battle
        else:
            assert (rows, sealed) == before
        self.check()
        return receipt

    @contextmanager
    def beginning(self) -> Iterator[None]:
        """What is told here is looked at when all of it is told."""
        watched, self.watched = self.watched, False
        yield
        self.watched = watched
        if watched:
            self.check()

    def moved(self) -> Duel:
        """Both tanks stayed where they were; the M1 is about to fire."""
        with self.beginning():
            self.tell(CAROL, Stay(unit="t64"))
            self.tell(BOB, Stay(unit="m1"))
        return self

    def fought(self) -> Duel:
        """The M1 has hit: with table dice (row 5), not re-rolled (6), Leaguer's for defence and card (7); the T-64 held
        its fire (11)."""
        with self.beginning():
            self.moved()
            self.tell(BOB, SHOT)
            self.tell(BOB, Reroll(unit="m1"))
            self.tell(CAROL, Defend(unit="t64"))
            self.tell(CAROL, HoldFire(unit="t64"))
        return self

    def over(self) -> Duel:
        """Carol has given up (row 13)."""
        with self.beginning():
            self.fought()
            self.tell(CAROL, Concede(side="soviets"))
        return self

    def confirm(self, *whose: Who) -> Duel:
        """Each by its player; both when none is named."""
        for who in whose or (BOB, CAROL):
            position, digest = self.battle.fought
            self.tell(who, Confirm(side=SIDES[who.id], position=position, digest=digest))
        return self

    # -- looking at it -------------------------------------------------------------------------------------------------

    @property
    def battle(self) -> Battle:
        found: Battle = handler.recorded(self.stream)[0]
        return found

    @property
    def damage(self) -> int:
        """Of the T-64."""
        return int(self.battle.play.models["t64"].damage)

    @property
    def sheet(self) -> Sheet:
        return Sheet.objects.get(pk=self.stream)

    def events(self) -> list[Event]:
        return [fact.event for fact in handler.recorded(self.stream)[1]]

    def live(self) -> list[int]:
        """The positions that count."""
        return [fact.position for fact in handler.recorded(self.stream)[1] if not fact.struck]

    def reports(self) -> list[int]:
        """Where the reports that count begin."""
        return [past.position for past in handler.history_of(*handler.recorded(self.stream)).live_reports()]

    def stored(self) -> tuple[list[log.Row], dict[int, list[Seal]]]:
        """Rows and sealed values, byte for byte."""
        return reader.stored(self.stream), dict(reader.sealed(self.stream))

    def check(self) -> None:
        """Every way to read the battle tells the same, and its sheet is the one that its log would make."""
        state, told, rows = handler.recorded(self.stream)
        assert state == handler.state(self.stream) == handler.history(self.stream).state()
        assert command_handler.fold(BATTLES, log.facts(self.stream)) == state
        sheet, kept = projections.sheet_of(self.stream, state, rows), self.sheet
        for field in Sheet._meta.concrete_fields:
            assert getattr(kept, field.attname) == field.to_python(getattr(sheet, field.attname)), field.name
        assert [row.position for row in rows] == [fact.position for fact in told] == list(range(1, len(rows) + 1))


def _moved() -> Duel:
    return Duel().moved()


def _fought() -> Duel:
    return Duel().fought()


def _over() -> Duel:
    return Duel().over()


SIDES = {"bob": "americans", "carol": "soviets"}
