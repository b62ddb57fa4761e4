"""Reports to battles: page, API, admin, importer and clerk all call `execute`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from django.db import transaction

from battles import command_handler, folded, log, projections
from battles.command_session import StreamKind
from battles.replay import plain
from battles.reports import Answer, Receipt, Report, Ruled
from battles.secret_seeds import new_seed
from rules import adjudicate, battle, frame, hidden_cards
from rules.adjudicate import Who
from rules.battle import History
from rules.contract import Command, Event, Refused, at_once
from rules.contract import gettext_noop as _
from rules.frame import BATTLES
from rules.reports import CASES, Settle
from rules.stream.revision.dry_run import check_tried
from rules.stream.revision.preview import ForOthers
from rules.stream.revision.reports import Reseed


def _complete(state: battle.Battle | None, command: Command) -> Command:
    """The seed of dice to come is Leaguer's alone to make."""
    if isinstance(command, Settle | Reseed):
        return msgspec.structs.replace(command, next_seed=new_seed())
    return command


BATTLE = StreamKind("battle", BATTLES, projections.insert, _complete, beside=projections.beside)
ALONE = frozenset(kind.__name__ for kind in CASES)
# What floors above refuse to who rules over a battle; they add theirs. Each is given the stream, reports and who sends.
REFUSES: list[Callable[[str, Sequence[Report], Who], Iterable[Refused]]] = []


def execute(
    stream: str,
    reports: Sequence[Report],
    who: Who,
    via: str,
    *,
    after: int | None = None,
    dry_run: bool = False,
    atomic: bool = True,
    at: int | None = None,
) -> Receipt:
    """Report to a battle; see `command_handler.execute`. A dry run that would turn up others' cards is refused.

    A case is taken in a report of its own: a refusal beside it would take it back after a look at the cards.
    """
    _check_alone(reports)
    if who.referee:
        at_once([refused for found in REFUSES for refused in found(stream, reports, who)])
    receipt = command_handler.execute(
        BATTLE, stream, reports, who, via, after=after, dry_run=dry_run, atomic=atomic, at=at
    )
    return _veiled(receipt, stream, reports, who) if dry_run and receipt.state.muster.secrets else receipt


def draft(stream: str, reports: Sequence[Report], who: Who, after: int | None) -> Receipt:
    """A dry run of reports that are still being filled in, up to the first that is refused. What lies face down for
    `who` is taken for cards that do nothing, so nothing of it follows from the answers, nor from the state after them.
    """
    _check_alone(reports)

    def veil(state: battle.Battle) -> tuple[battle.Battle, Event]:
        hidden = hidden_cards.unknown(state, who)
        seen = hidden_cards.laid_out(state, hidden) if hidden else state
        return seen, seen.muster

    return command_handler.execute(
        BATTLE, stream, reports, who, "page", after=after, dry_run=True, atomic=False, veil=veil
    )


def _check_alone(reports: Sequence[Report]) -> None:
    for report in reports if len(reports) > 1 else ():
        if report.type in ALONE:
            text = _("The case of a battle is taken in a report of its own.")
            raise Refused("battle", text, field="type", report=report.id)


def _veiled(receipt: Receipt, stream: str, reports: Sequence[Report], who: Who) -> Receipt:
    """Refuse a dry run that would show cards nobody has turned up. Of a report that lacks dice only these are told."""
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
    untold = tuple(_untold(answer) for answer in receipt.answers)
    return msgspec.structs.replace(receipt, answers=untold)


def _untold(answer: Answer) -> Answer:
    if answer.asked is None:
        return answer
    return msgspec.structs.replace(answer, asked=msgspec.structs.replace(answer.asked, told=()))


def open_battle(stream: str, muster: Report, who: Who, via: str) -> Receipt:
    """Begin a battle with its muster. Both or neither: a refused muster leaves no stream behind."""
    with transaction.atomic():
        log.open_stream(stream, BATTLE.name)
        return execute(stream, [muster], who, via)


def state(stream: str, until: int | None = None) -> battle.Battle:
    """The battle as it stands, or stood at position `until`. `log.NoSuchStream` if there is none."""
    if until is None:
        return folded.replayed(BATTLES, stream)[0]
    return state_of(stream, log.facts(stream, until))


def state_of(stream: str, facts: Sequence[log.Fact]) -> battle.Battle:
    """The battle that its facts lead to, from the first on. `log.NoSuchStream` if there are none."""
    if not facts:
        raise log.NoSuchStream(stream)
    return command_handler.fold(BATTLES, facts)


def replay(stream: str, until: int | None = None) -> tuple[Any, list[Ruled], list[log.Row]]:
    """The battle from its log (up to position `until`): state, events, rows. `log.NoSuchStream` if none."""
    return recorded(stream, until) if until is not None else folded.replayed(BATTLES, stream)


def recorded(stream: str, until: int | None = None) -> tuple[Any, list[Ruled], list[log.Row]]:
    """The same from the first row, whatever is kept, and kept by nobody: for who goes through all battles, or checks
    one."""
    rows = log.read(stream, until=until)
    if not rows:
        raise log.NoSuchStream(stream)
    state, told = command_handler.replay(BATTLES, rows)
    return state, told, rows


def history(stream: str) -> History:
    """Everything in a battle's log, for those who correct or explain it. `log.NoSuchStream` if there is none."""
    return history_of(*replay(stream))


def history_of(state: Any, told: Sequence[Ruled], rows: Sequence[log.Row]) -> History:
    """A battle's log that has been read, as `replay` returns it."""
    return frame.of(plain(told, rows))
