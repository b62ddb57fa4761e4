"""Preview of a revision: what it would change, before it is written, for the person who has to decide on it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple

import msgspec

from rules.messages import Message, say
from rules.messages import gettext_noop as _
from rules.stream.contract import Command, Event, Refused, Roll, Unfallen
from rules.stream.decider import Line, R, Sheet, Who
from rules.stream.decider import Value as Value
from rules.stream.dice import FallenDice
from rules.stream.revision.authority import authority
from rules.stream.revision.branch import Mender
from rules.stream.revision.contract import M, MendedHistory, Mending
from rules.stream.revision.decide import agreed_to, open_proposal
from rules.stream.revision.plan import planned
from rules.stream.revision.rebase import Item, Rebase, without_why
from rules.stream.revision.redaction import OthersToTell, Redaction
from rules.stream.revision.reports import Agree, Authority, Correct, Resolve, Retold, Revised

OUTCOME = "outcome."  # lines of a sheet under this are shown by themselves: what the floor above is told
DECIDED = ("told", "changed", "inserted", "replaced", "rolled", "accepted")


class ForOthers(Refused):
    """It may well be reported; what it comes to is for another side to know."""


class ToAsk(ForOthers):
    """It can be proposed: the other side sees what it comes to before they agree."""


class Change(msgspec.Struct, frozen=True):
    """A report and what follows from it: before, and after the revision. `position` 0 for one that is new."""

    position: int
    how: str
    before: tuple[Event, ...]
    after: tuple[Event, ...]


class Difference(msgspec.Struct, frozen=True):
    """A line of the sheet or the outcome that would change. `of` is its path for `explain`; None: not there."""

    of: str
    unit: str
    label: Message
    before: Value
    after: Value


class Preview(msgspec.Struct, frozen=True):
    """What a revision would do. Items that nobody has settled are taken as kept, to see how far they reach.

    `taken`: reports taken back for good. `changes`: rulings that would change. `again`: how many reports are decided
    again. `orphans`: dice nobody asks for any more. `voided`: sides whose confirmation falls. `beyond`: reports that
    cannot be foreseen, for one before them cannot even be kept. `asks`: the other side has to agree.
    """

    again: int
    taken: tuple[Change, ...]
    changes: tuple[Change, ...]
    items: tuple[Item, ...]
    orphans: tuple[Roll, ...]
    voided: tuple[str, ...]
    sheet: tuple[Difference, ...]
    outcome: tuple[Difference, ...]
    beyond: int
    asks: bool

    @property
    def unsettled(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if not item.settled)


class Foretold(NamedTuple, Generic[M, R]):
    """A preview, and the line that it tells of: whoever shows anything of that asks the redaction."""

    preview: Preview
    told: Rebase[M, R]
    redaction: Redaction[M, R]


def preview(history: MendedHistory[M, R], command: Command, who: Who, reader: R) -> Preview:
    """What `command` (a revision, or the agreement to one) of `who` would come to, as `reader` may see it.

    `Refused` (`ForOthers` among it), and `Unfallen` where dice have to be rolled first.
    """
    return foretold(history, command, who, reader).preview


def foretold(
    history: MendedHistory[M, R],
    command: Command,
    who: Who,
    reader: R,
    read_by: Who | None = None,
    assumed: Mapping[str, Roll] | None = None,
) -> Foretold[M, R]:
    """The preview with the line it tells of. `read_by`: the person who reads it, where `who` asks for another.

    `assumed`: what dice are taken to show that Leaguer would roll, by question; then `Unfallen` names the first that is
    not among them. None: what he would roll is left as it was played.
    """
    now, mending = history.state(), history.mending
    who = mending.acting(now, command, who)
    command = mending.as_revision(history, now, command, who)
    nothing: Redaction[M, R] = Redaction(history.decider, now, reader)
    redaction = nothing if mending.knows_all(now, read_by or who) else mending.redaction(history, now, reader)
    mender, revision, asks = _mender(now, command, who, history, assumed)
    mender = msgspec.structs.replace(mender, redaction=redaction)
    settled: Container[int] = history.reports
    if isinstance(command, Correct | Resolve) and not command.rest and not mending.goes_on:
        settled = [int(place) for place in command.settle] if isinstance(command, Correct) else [command.position]
        revision = msgspec.structs.replace(command, rest="keep")
    revision, rolls = _without_rolling(revision) if assumed is None else (revision, False)
    told = _told(now, revision, mender, history)
    if _is_undo(told):
        redaction = nothing  # whoever reads the log has seen what was taken back
    elif redaction.lifted(told.state):
        raise for_others(mending)
    taken, changes = _compared(history, told)
    shown = (_veiled(change, redaction) for change in changes)
    items = _items(revision, mender, history, told.items)
    sheets = (history.decider.see(state, reader) for state in (now, told.state, redaction.without(told.state)))
    sheet, outcome = _differences(*sheets)
    found = Preview(
        again=sum(isinstance(event, Retold) and event.how in DECIDED for event in told.events) + len(told.kept),
        taken=tuple(_veiled(change, redaction) for change in taken),
        changes=tuple(change for change in shown if change.before != change.after),
        items=tuple(_item(item, item.position in settled, rolls) for item in items),
        orphans=tuple(roll for event in told.events if isinstance(event, Retold) for roll in event.orphans),
        voided=mending.voided(history, now, told.state),
        sheet=sheet,
        outcome=outcome,
        beyond=len(told.state.waiting),
        asks=asks,
    )
    return Foretold(found, told, redaction)


def _without_rolling(revision: Command) -> tuple[Command, bool]:
    """What Leaguer is to roll falls as it is told; whether there was anything."""
    if not isinstance(revision, Correct | Resolve):
        return revision, False
    return msgspec.structs.replace(revision, roll=msgspec.UNSET), bool(revision.roll)


def _mender(
    now: M, command: Command, who: Who, history: MendedHistory[M, R], assumed: Mapping[str, Roll] | None
) -> tuple[Mender[M, R], Command, bool]:
    """Who mends and by what right, the revision itself, and whether others have still to agree."""
    dice = history.decider.dry(now, history.fallen())
    if assumed is not None:
        dice = FallenDice({**history.fallen(), **assumed})
    if isinstance(command, Agree):
        proposal = open_proposal(history.mending, now, command.position)
        revision, mender = agreed_to(now, proposal, who.referee, dice, history)
        return mender, revision, False
    right: Authority | None = authority(history, now, command, who)
    return Mender(who, right or "consent", dice, asks=right is None), command, right is None


def _told(now: M, revision: Command, mender: Mender[M, R], history: MendedHistory[M, R]) -> Rebase[M, R]:
    try:
        return planned(now, revision, mender, history)
    except OthersToTell:
        if not mender.asks:
            raise for_others(history.mending) from None
        raise ToAsk(
            history.mending.rule,
            say(_("What follows from this is for others to know.")),
            say(_("Propose it: they see what it comes to before they agree.")),
            code="not-yours",
        ) from None


def for_others(mending: Mending[M, R]) -> ForOthers:
    return ForOthers(mending.rule, *mending.hidden, code="not-yours")


def _is_undo(told: Rebase[M, R]) -> bool:
    first = told.events[0] if told.events else None
    return isinstance(first, Revised) and first.act != "correction"


def _compared(history: MendedHistory[M, R], told: Rebase[M, R]) -> tuple[list[Change], list[Change]]:
    """The reports taken back for good, and those that are told again or count again."""
    first = told.events[0] if told.events else None
    if not isinstance(first, Revised) or first.act == "correction":
        return [], list(_retold(history, told))
    later = history.of([*history.rows, *told.rows(told.mender.who.id)])
    before = {history.first_told(past.position): past for past in history.live_reports()}
    after = {later.first_told(past.position): past for past in later.live_reports()}
    taken = [Change(past.position, "struck", past.events, ()) for at, past in before.items() if at not in after]
    back = []
    for at, past in after.items():
        was = before.get(at)
        # where a stream goes on, what is told again stands at rows that are only planned: the log has it where it was
        position = was.position if was is not None and history.mending.goes_on else past.position
        back.append(Change(position, past.how or "told", was.events if was is not None else (), past.events))
    return taken, back


def _retold(history: MendedHistory[M, R], told: Rebase[M, R]) -> Iterator[Change]:
    """Every report told again, with what followed from it before and follows from it now."""
    cut: list[list[Event]] = []
    for event in told.events:
        if isinstance(event, Retold):
            cut.append([event])
        elif cut:
            cut[-1].append(event)
    for again, *after in cut:
        assert isinstance(again, Retold)
        past = history.reports[again.of] if again.of else None
        if past is None or not history.mending.confirms(past):
            yield Change(again.of, again.how, past.events if past else (), tuple(after))


def _veiled(change: Change, redaction: Redaction[M, R]) -> Change:
    return msgspec.structs.replace(change, before=redaction.seen(change.before), after=redaction.seen(change.after))


def _item(item: Item, settled: bool, rolls: bool) -> Item:
    """As a person is to settle it: what was only taken to be kept is not settled; `rolls`: what lacks dice will be."""
    if rolls and item.kind == "unanswered" and not (settled and item.settled):
        return msgspec.structs.replace(item, settled="roll")
    return item if settled else msgspec.structs.replace(item, settled="")


def _items(revision: Command, mender: Mender[M, R], history: MendedHistory[M, R], items: Sequence[Item]) -> list[Item]:
    """The reports that cannot be told again; why not is left out where it would be another if what is hidden were."""
    redaction = mender.redaction
    if redaction is not None and not redaction.tells_why:
        return [item if redaction.may_tell_why(item.type) else without_why(item) for item in items]
    if redaction is None or not redaction.hides or all(item.kind != "illegal" for item in items):
        return list(items)
    blind = redaction.blind(history)
    try:
        known = planned(blind.state(), revision, msgspec.structs.replace(mender, redaction=None), blind).items
    except (Refused, Unfallen, OthersToTell):
        known = []
    return [item if item in known else without_why(item) for item in items]


UNKNOWN = say(_("not known to you"))


def _differences(before: Sheet, after: Sheet, without: Sheet) -> tuple[tuple[Difference, ...], tuple[Difference, ...]]:
    """Of the sheet, and of the outcome on it. `without`: as it would be if what is hidden were nothing; what is another
    then is not known."""
    found: tuple[list[Difference], list[Difference]] = ([], [])
    for of in [*before, *(of for of in after if of not in before)]:
        line: Line = before.get(of) or after[of]
        was = before[of].value if of in before else None
        now = after[of].value if of in after else None
        if was != now:
            known = now is None or (of in without and without[of].value == now)
            difference = Difference(of, line.unit, line.label, was, now if known else UNKNOWN)
            found[of.startswith(OUTCOME)].append(difference)
    return tuple(found[0]), tuple(found[1])
