"""What a revision would come to, before anything of it is told: for the person who has to decide on it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

import msgspec

from rules import cases, visibility
from rules.adjudicate import Who
from rules.battle import Battle, History
from rules.conditions import in_words
from rules.contract import Command, Event, Message, Refused, Roll, Unfallen, called, say, verbatim
from rules.contract import gettext_noop as _
from rules.reports import Confirmed
from rules.revision.authority import authority
from rules.revision.branch import Mender
from rules.revision.decide import agreed_to, open_proposal
from rules.revision.plan import planned
from rules.revision.rebase import Item, Rebase
from rules.revision.redaction import OthersToTell, Redaction
from rules.revision.reports import Agree, Authority, Correct, Resolve, Retold, Revised
from rules.stream.decider import Line
from rules.stream.decider import Value as Value
from rules.stream.dice import FallenDice

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


def preview(history: History, command: Command, who: Who, side: str) -> Preview:
    """What `command` (a revision, or the agreement to one) of `who` would come to, as `side` may see it.

    `Refused` (`ForOthers` among it), and `Unfallen` where dice have to be rolled first.
    """
    now = history.state()
    who = cases.acting(now, type(command).__name__, who)
    redaction = Redaction.of_nothing(now, side) if cases.holds(now, who) else Redaction(history, now, side)
    mender, revision, asks = _mender(now, command, who, history)
    mender = msgspec.structs.replace(mender, redaction=redaction)
    settled: Container[int] = history.reports
    if isinstance(command, Correct | Resolve) and not command.rest:
        settled = [int(place) for place in command.settle] if isinstance(command, Correct) else [command.position]
        revision = msgspec.structs.replace(command, rest="keep")
    told = _told(now, revision, mender, history)
    if _is_undo(told):
        redaction = Redaction.of_nothing(now, side)  # whoever reads the log has seen what was taken back
    elif redaction.lifted(told.battle):
        raise ForOthers(*FOR_OTHERS)
    taken, changes = _compared(history, told)
    shown = (_veiled(change, redaction) for change in changes)
    then = redaction.without(told.battle)
    return Preview(
        again=sum(isinstance(event, Retold) and event.how in DECIDED for event in told.events),
        taken=tuple(_veiled(change, redaction) for change in taken),
        changes=tuple(change for change in shown if change.before != change.after),
        items=tuple(
            _item(item, item.position in settled) for item in _items(now, revision, mender, history, told.items)
        ),
        orphans=tuple(roll for event in told.events if isinstance(event, Retold) for roll in event.orphans),
        voided=_voided(history, now, told.battle),
        sheet=tuple(_differences(_sheet(now, side), _sheet(told.battle, side), _sheet(then, side))),
        outcome=tuple(_differences(_outcome(now), _outcome(told.battle), _outcome(then))),
        beyond=len(told.battle.waiting),
        asks=asks,
    )


def _mender(now: Battle, command: Command, who: Who, history: History) -> tuple[Mender, Command, bool]:
    """Who mends and by what right, the revision itself, and whether the other side has still to agree."""
    dice = FallenDice(history.fallen())
    if isinstance(command, Agree):
        revision, mender = agreed_to(now, open_proposal(now, command.position), who, dice, history)
        return mender, revision, False
    right: Authority | None = authority(now, command, who, history)
    return Mender(who, right or "consent", dice, asks=right is None), command, right is None


def _told(now: Battle, revision: Command, mender: Mender, history: History) -> Rebase:
    try:
        return planned(now, revision, mender, history)
    except OthersToTell:
        raise (ToAsk(*TO_ASK) if mender.asks else ForOthers(*FOR_OTHERS)) from None


TO_ASK = (
    "battle",
    say(_("What follows from this is for the other side to know.")),
    say(_("Propose it: they see what it comes to before they agree.")),
    "",
    "not-yours",
)
FOR_OTHERS = (
    "battle",
    say(_("What follows from this may turn on cards that lie face down.")),
    say(_("Ask their owner; or report it in earnest, for then the log shows what was turned up.")),
    "",
    "not-yours",
)


def _is_undo(told: Rebase) -> bool:
    first = told.events[0] if told.events else None
    return isinstance(first, Revised) and first.act != "correction"


def _compared(history: History, told: Rebase) -> tuple[list[Change], list[Change]]:
    """The reports taken back for good, and those that are told again or count again."""
    first = told.events[0] if told.events else None
    if not isinstance(first, Revised) or first.act == "correction":
        return [], list(_retold(history, told))
    later = history.of([*history.rows, *told.rows(told.mender.who.id)])
    before = {history.first_told(past.position): past for past in history.live_reports()}
    after = {later.first_told(past.position): past for past in later.live_reports()}
    taken = [Change(past.position, "struck", past.events, ()) for at, past in before.items() if at not in after]
    back = [
        Change(past.position, past.how or "told", before[at].events if at in before else (), past.events)
        for at, past in after.items()
    ]
    return taken, back


def _retold(history: History, told: Rebase) -> Iterator[Change]:
    """Every report told again, with what followed from it before and follows from it now."""
    cut: list[list[Event]] = []
    for event in told.events:
        if isinstance(event, Retold):
            cut.append([event])
        elif cut:
            cut[-1].append(event)
    for again, *after in cut:
        assert isinstance(again, Retold)
        before = history.reports[again.of].events if again.of else ()
        if not any(isinstance(event, Confirmed) for event in before):
            yield Change(again.of, again.how, before, tuple(after))


def _veiled(change: Change, redaction: Redaction) -> Change:
    return msgspec.structs.replace(change, before=redaction.seen(change.before), after=redaction.seen(change.after))


def _item(item: Item, settled: bool) -> Item:
    """As a person is to settle it: what was only taken to be kept is not settled."""
    return item if settled else msgspec.structs.replace(item, settled="")


def _items(now: Battle, revision: Command, mender: Mender, history: History, items: Sequence[Item]) -> list[Item]:
    """The reports that cannot be told again; why not is left out where it would be another if what lies face down
    were."""
    redaction = mender.redaction
    if redaction is None or not redaction.hidden or all(item.kind != "illegal" for item in items):
        return list(items)
    blind = redaction.blind(history)
    try:
        known = planned(blind.state(), revision, msgspec.structs.replace(mender, redaction=None), blind).items
    except (Refused, Unfallen, OthersToTell):
        known = []
    no = say(_("It cannot be told again as it was."))
    return [item if item in known else msgspec.structs.replace(item, text=no, remedy=None) for item in items]


def _voided(history: History, now: Battle, then: Battle) -> tuple[str, ...]:
    """The sides that have confirmed and will have no more; not those whose confirmation still waits."""
    waiting = (event for place in then.waiting for event in history.reports[place].events)
    left = {event.side for event in waiting if isinstance(event, Confirmed)}
    return tuple(side for side in now.confirmed if side not in then.confirmed and side not in left)


Lines = dict[str, Line]


def _sheet(battle: Battle, side: str) -> Lines:
    return {of: line for of, line in sheet(battle, side).items() if not of.startswith("outcome.")}


def sheet(battle: Battle, side: str) -> Lines:
    """Every line of a battle's sheet as `side` may see it, and of its outcome as it stands, by path:
    `rules.stream.decider.Line`."""
    view = visibility.see(battle, side)
    lines = {"round": Line("", say(_("Round")), view.round), "phase": Line("", say(_("Phase")), view.phase)}
    for fact in view.facts:
        lines[f"facts.{fact.name}"] = Line("", fact.label, fact.value)
    for unit in view.units:
        lines[f"units.{unit.id}.status"] = Line(unit.id, say(_("Status")), unit.status)
        for fact in unit.facts:
            lines[f"units.{unit.id}.{fact.name}"] = Line(unit.id, fact.label, fact.value)
    return lines | _outcome(battle)


def _outcome(battle: Battle) -> Lines:
    outcome = battle.outcome()
    winner: Value = called(outcome.winner) if outcome.winner else say(_("a draw"))
    if not outcome.over:
        winner = say(_("undecided"))
    holder = called(outcome.field) if outcome.field else say(_("nobody"))
    lines: Lines = {
        "outcome.winner": Line("", say(_("Winner")), winner),
        "outcome.field": Line("", say(_("Holds the field")), holder),
    }
    if outcome.how is not None:
        lines["outcome.how"] = Line("", say(_("Decided")), outcome.how)
    for side, points in outcome.points.items():
        lines[f"outcome.points.{side}"] = Line("", say(_("Points of %(side)s"), side=side), points)
    for unit in outcome.units:
        lines[f"outcome.units.{unit.id}.fate"] = Line(unit.id, say(_("Fate")), FATES[unit.fate])
        condition = in_words(battle.rules, unit.condition)
        lines[f"outcome.units.{unit.id}.condition"] = Line(unit.id, say(_("Condition")), condition)
        for kind in dict.fromkeys(feat.kind for feat in unit.feats):
            times = sum(feat.n for feat in unit.feats if feat.kind == kind)
            label = FEATS.get(kind) or verbatim(kind)
            lines[f"outcome.units.{unit.id}.feat-{kind}"] = Line(unit.id, label, times)
    return lines


FEATS: dict[str, Message] = {
    "shot": say(_("Shots")),
    "hit": say(_("Hits")),
    "damage": say(_("Damage done")),
    "kill": say(_("Kills")),
    "repair": say(_("Repairs")),
}
FATES: dict[str, Message] = {
    "fit": say(_("fit")),
    "damaged": say(_("damaged")),
    "withdrawn": say(_("withdrawn")),
    "wrecked": say(_("a wreck")),
    "lost": say(_("lost")),
}


UNKNOWN = say(_("not known to you"))


def _differences(before: Lines, after: Lines, without: Lines) -> Iterator[Difference]:
    """`without`: as it would be if what lies face down were nothing; what is another then is not known."""
    for of in [*before, *(of for of in after if of not in before)]:
        unit, label, _value = before.get(of) or after[of]
        was = before[of][2] if of in before else None
        now = after[of][2] if of in after else None
        if was != now:
            known = now is None or (of in without and without[of][2] == now)
            yield Difference(of, unit, label, was, now if known else UNKNOWN)
