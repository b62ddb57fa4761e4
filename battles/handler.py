"""Reports to battles: page, API, admin, importer and clerk all call `execute`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import transaction

from battles import command_handler, log, projections
from battles.command_session import Rows, plain
from battles.reports import Answer, Receipt, Report, Ruled
from rules import adjudicate, battle, frame
from rules import system as find_system
from rules.adjudicate import Who
from rules.battle import History
from rules.codecs import event_codec
from rules.contract import Command, Decision, Dice, Event, Refused, say
from rules.contract import gettext_noop as _
from rules.frame import BATTLES
from rules.reports import CASES
from rules.stream import dice as dicebox
from rules.stream.codec import CommandCodec, EventCodec
from rules.stream.revision.dry_run import check_tried
from rules.stream.revision.preview import ForOthers


class BattleKind:
    """How the command handler reads, decides and stores a battle."""

    name = "battle"

    def events(self, state: battle.Battle | None, first: str) -> EventCodec:
        key = state.muster.system if state else msgspec.json.decode(first, type=_System).system
        return event_codec(find_system(key))

    def commands(self, state: battle.Battle | None) -> CommandCodec:
        return BATTLES.commands(state.muster if state else None)

    def complete(self, state: battle.Battle | None, command: Command) -> Command:
        return command  # players report all that a ruling needs

    def decide(self, state: battle.Battle | None, command: Command, who: Who, dice: Dice, rows: Rows) -> Decision:
        if state is None:
            return BATTLES.open(command, who, dice)
        return BATTLES.decide(state, command, who, dice, rows)

    def evolve(
        self, state: battle.Battle | None, event: Event, position: int, digest: str, report: int
    ) -> battle.Battle:
        if state is None:
            return BATTLES.start(event, position, digest)
        battle.evolve(state, event, position, digest, report)
        return state

    def stamp(self, state: battle.Battle, rows: Sequence[log.Row]) -> None:
        battle.stamp(state, {row.position: row.digest for row in rows})

    def dice(self, state: battle.Battle | None, told: Sequence[Ruled], dry_run: bool) -> Dice:
        fallen = dicebox.fallen(fact.event for fact in told)
        return dicebox.FallenDice(fallen) if dry_run or state is None else dicebox.SeededDice(state.muster.seed, fallen)

    def names(self, state: battle.Battle) -> frozenset[str]:
        return frozenset(unit.id for unit in state.muster.units)

    def save(self, stream: str, state: battle.Battle, rows: Sequence[log.Row]) -> None:
        projections.save(stream, state, rows)


class _System(msgspec.Struct):
    system: str


BATTLE = BattleKind()
ALONE = frozenset(kind.__name__ for kind in CASES)


def execute(
    stream: str,
    reports: Sequence[Report],
    who: Who,
    via: str,
    *,
    after: int | None = None,
    dry_run: bool = False,
    atomic: bool = True,
) -> Receipt:
    """Report to a battle; see `command_handler.execute`. A dry run that would turn up others' cards is refused.

    A case is taken in a report of its own: a refusal beside it would take it back after a look at the cards.
    """
    for report in reports if len(reports) > 1 else ():
        if report.type in ALONE:
            refused = Refused("battle", say(_("The case of a battle is taken in a report of its own.")), field="type")
            refused.report = report.id
            raise refused
    receipt = command_handler.execute(BATTLE, stream, reports, who, via, after=after, dry_run=dry_run, atomic=atomic)
    return _veiled(receipt, stream, reports, who) if dry_run and receipt.state.muster.secrets else receipt


def _veiled(receipt: Receipt, stream: str, reports: Sequence[Report], who: Who) -> Receipt:
    """Refuse a dry run that would show cards nobody has turned up."""
    past = history(stream)
    mine = adjudicate.sides_of(receipt.state, who)
    try:
        commands = [past.commands.decode(one.type, one.data) for one in reports]
        check_tried(past, commands, who, mine[0] if mine else "")
    except ForOthers as refused:
        refused.report = reports[0].id
        answers = tuple(Answer(answer.id, refused=refused) for answer in receipt.answers)
        return msgspec.structs.replace(receipt, answers=answers)
    except Refused:  # of a report that is refused anyway
        pass
    return receipt


def open_battle(stream: str, muster: Report, who: Who, via: str) -> Receipt:
    """Begin a battle with its muster. Both or neither: a refused muster leaves no stream behind."""
    with transaction.atomic():
        log.open_stream(stream, BATTLE.name)
        return execute(stream, [muster], who, via)


def state(stream: str, until: int | None = None) -> battle.Battle:
    """The battle as it stands, or stood at position `until`. `log.NoSuchStream` if there is none."""
    return state_of(stream, log.facts(stream, until))


def state_of(stream: str, facts: Sequence[log.Fact]) -> battle.Battle:
    """The battle that its facts lead to, from the first on. `log.NoSuchStream` if there are none."""
    found: battle.Battle | None = command_handler.fold(BATTLE, facts)
    if found is None:
        raise log.NoSuchStream(stream)
    return found


def replay(stream: str, until: int | None = None) -> tuple[Any, list[Ruled], list[log.Row]]:
    """The battle from its log (up to position `until`): state, events, rows. `log.NoSuchStream` if none."""
    rows = log.read(stream, until=until)
    if not rows:
        raise log.NoSuchStream(stream)
    state, told = command_handler.replay(BATTLE, rows)
    return state, told, rows


def history(stream: str) -> History:
    """Everything in a battle's log, for those who correct or explain it. `log.NoSuchStream` if there is none."""
    return history_of(*replay(stream))


def history_of(state: Any, told: Sequence[Ruled], rows: Sequence[log.Row]) -> History:
    """A battle's log that has been read, as `replay` returns it."""
    return frame.of(plain(told, rows))
