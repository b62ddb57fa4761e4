"""Plan of a revision: all that follows from it, on a line of its own, before anything of it is written."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Generic, Literal, NamedTuple

import msgspec

from rules.messages import gettext_noop as _
from rules.messages import say
from rules.stream.contract import Command, Event, Refused
from rules.stream.decider import R
from rules.stream.history import Past
from rules.stream.new_seeds import spent
from rules.stream.revision.branch import Mender
from rules.stream.revision.contract import M, MendedHistory
from rules.stream.revision.rebase import Rebase, retold, without_why
from rules.stream.revision.reports import (
    Agreed,
    Carried,
    Correct,
    Declined,
    Proposed,
    Resolve,
    Revised,
    Settlement,
    Undo,
)
from rules.stream.revision.state import Proposal


class Ground(NamedTuple, Generic[M, R]):
    """Where a revision starts from: the state to which the history has led, and who mends it.

    The revision's report begins at `report`, its own rows come after `after` (what is agreed to stands before them).
    `answers`: where the proposal was made that is being agreed to, 0 for none.
    """

    state: M
    history: MendedHistory[M, R]
    mender: Mender[M, R]
    report: int
    after: int
    answers: int = 0

    def rebase(self, begin: Callable[[], M]) -> Rebase[M, R]:
        rebase = Rebase(self.history, self.mender, begin, self.after, self.report)
        rebase.now = self.state
        return rebase

    def rewound(
        self,
        position: int,
        act: Literal["undo", "redo", "correction"],
        reason: str,
        later: Sequence[Past] = (),
        past: Past | None = None,
    ) -> Rebase[M, R]:
        """A line from before `position` on, on which `later` are to be told again. `past`: the report that is
        changed."""
        rebase = self.rebase(lambda: self.history.state_before(position))
        places = tuple(past.position for past in later)
        revised = Revised(from_position=position, act=act, reason=reason, authority=self.mender.right, later=places)
        revised = msgspec.structs.replace(revised, disclosed=self.state.disclosed)
        if self.state.seeds:
            revised = msgspec.structs.replace(revised, seeds=self.state.seeds)
        rebase.tell(self.history.mending.revised(self.state, revised, past))
        return rebase

    def name_carried(self, rebase: Rebase[M, R]) -> None:
        """Write into the revision what stays asked, and what has lapsed, for the row it names is gone."""
        revised = rebase.events[0] if rebase.events else None
        if not isinstance(revised, Revised):
            return
        position, before = revised.from_position, self.history.before(revised.from_position)
        then = self.history.state_before(position)
        asked = self._asked(max(row.position for row in before), then)
        back = {one.position for one in then.proposals if revised.act != "correction"}
        closed = self.history.mending.is_closed(then)  # there they have lapsed, too
        there = {row.position for row in before} | {past.position for _behind, past in rebase.kept}
        stay = [one for one in asked if not closed and _counts(one, there, back)]
        lapsed = [one.position for one in asked if one not in stay]
        rebase.events[0] = _lapsing(_carrying(revised, stay), lapsed)

    def _asked(self, newest: int, then: M) -> list[Proposal]:
        """What is open but for what is being agreed to; and what was open `then`, at row `newest`, and has lapsed
        since: not what was answered, or gave way to another proposal."""
        gone = {one.position for one in self.state.proposals}
        since = [row.event for row in self.history.rows[newest:]]
        back = (one for one in then.proposals if one.position not in gone and not self._is_over(one, since))
        found = (*self.state.proposals, *back)
        return sorted((one for one in found if one.position != self.answers), key=lambda one: one.position)

    def _is_over(self, proposal: Proposal, since: Iterable[Event]) -> bool:
        mending = self.history.mending
        for event in since:
            if isinstance(event, Proposed) and (
                event.beside is msgspec.UNSET or mending.gives_way(proposal, event.side, event.data)
            ):
                return True
            if isinstance(event, Agreed | Declined) and event.position == proposal.position:
                return True
        return False

    def sayable(self, type_: str, data: dict[str, Any]) -> Command:
        """A report within a report, if it is one that can be told at any place; `Refused` as any other."""
        command = self.history.said(type_, data)
        if isinstance(command, self.history.mending.unsayable):
            raise self.no(
                _("A “%(type)s” cannot stand in a corrected report."),
                _("Name a report of play, or a Declare."),
                "type",
                type=type_,
            )
        return command

    def check(self, past: Past, how: str, kind: str) -> None:
        """`Refused` where who mends does not correct that report so."""
        self.history.mending.check_correct(self.state, past, how, kind, self.mender.who)

    def no(self, text: str, remedy: str, field: str = "", **values: str | int) -> Refused:
        return Refused(self.history.mending.rule, say(text, **values), say(remedy, **values), field=field)

    def no_report(self, position: int, field: str = "position") -> Refused:
        return Refused(
            self.history.mending.rule,
            say(_("No report that counts begins at position %(position)s."), position=position),
            _("Look at the log again: someone may have corrected it. A report is named by its first row."),
            field=field,
        )


def _counts(asked: Proposal, there: Container[int], back: Container[int]) -> bool:
    """Whether the row that it names is `there`. What a correction has left over, which a Resolve names, is only where
    it comes `back` with all else that stood there: an undo leaves nothing over, another correction leaves reports of
    its own."""
    if asked.type == Resolve.__name__:
        return asked.position in back
    names = asked.data.get("position")
    return names is None or names in there


def _carrying(revised: Revised, stay: Sequence[Proposal]) -> Revised:
    if not stay:
        return revised
    first, *others = stay
    carried, *beside = (Carried(one.position, one.side, one.type, one.agreed, one.asks) for one in stay)
    revised = msgspec.structs.replace(revised, carried=carried, data=first.data)
    if not others:
        return revised
    data = {str(one.position): one.data for one in others}
    return msgspec.structs.replace(revised, beside=tuple(beside), data_beside=data)


def _lapsing(revised: Revised, lapsed: Sequence[int]) -> Revised:
    revised = msgspec.structs.replace(revised, lapsed=lapsed[0]) if lapsed else revised
    return msgspec.structs.replace(revised, lapsed_beside=tuple(lapsed[1:])) if lapsed[1:] else revised


def planned(
    state: M,
    command: Command,
    mender: Mender[M, R],
    history: MendedHistory[M, R],
    ahead: int = 0,
    answers: int = 0,
) -> Rebase[M, R]:
    """The whole of `command`, a revision. `ahead`: how many rows of its report come before those that are planned;
    `answers`: where it was proposed, for those who agree to it.

    Raises `Refused`; `Unfallen` where the mender's dice roll nothing that has not fallen; `OthersToTell`.
    """
    first = state.head[0] + 1
    ground = Ground(state, history, mender, first, first + ahead - 1, answers)
    told = _planned(ground, command)
    told.name_kept()
    told.name_reopened()
    if told.events and isinstance(revised := told.events[0], Revised):
        told.events[0] = history.mending.remembered(state, told.state, revised)
    ground.name_carried(told)
    history.mending.check_mended(state, told.state)
    if state.spent and history.mending.goes_on and told.rolled:
        raise spent()
    return told


def _planned(ground: Ground[M, R], command: Command) -> Rebase[M, R]:
    match command:
        case Undo():
            return _undone(ground, command)
        case Correct():
            return _corrected(ground, command)
        case Resolve():
            return _resolved(ground, command)
        case _ if isinstance(command, ground.history.mending.sets):
            return _set(ground, command)
    raise Refused(ground.history.mending.rule, _("This cannot be proposed."), field="type", code="unknown")


# -- undo and redo -----------------------------------------------------------------------------------------------------


def _undone(ground: Ground[M, R], command: Undo) -> Rebase[M, R]:
    state, position = ground.state, command.position
    if position == state.redo:
        return ground.rewound(position, "redo", command.reason)
    if position == state.corrected:
        return ground.rewound(position, "undo", command.reason)
    past = _undoable(ground, position)
    if not ground.history.mending.goes_on:
        return ground.rewound(position, "undo", command.reason)
    later = ground.history.reports_from(past.position)[1:]
    rebase = ground.rewound(position, "undo", command.reason)
    rebase.follow(later)
    rebase.tell(ground.history.mending.struck(past))
    rebase.again(later, {}, "")
    return rebase


def _undoable(ground: Ground[M, R], position: int) -> Past:
    state = ground.state
    ground.history.mending.check_undo(state)
    if state.waiting:
        raise ground.no(
            _("A correction is not settled yet."),
            _("Settle what it left over, or undo the correction at position %(position)s."),
            position=state.corrected,
        )
    return _correctable(ground, position, "undo")


# -- correct -----------------------------------------------------------------------------------------------------------


def _corrected(ground: Ground[M, R], command: Correct) -> Rebase[M, R]:
    if ground.state.waiting:
        raise ground.no(_("Another correction is not settled yet."), _("Settle what it left over, or undo it."))
    past = _correctable(ground, command.position, command.how, command.type)
    stays = command.how == "insert"
    later = ground.history.reports_from(past.position)[not stays :]
    settle = _settlements(ground, command.settle, later)
    changed = past if command.how == "change" else None
    rebase = ground.rewound(past.position, "correction", command.reason, later if stays else [past, *later], changed)
    rebase.follow(later if stays else [past, *later])
    if command.how == "strike":
        rebase.tell(ground.history.mending.struck(past))
    else:
        with _inside("data"):
            said = ground.sayable(command.type or past.type, command.data)
            rebase.tell(retold(0 if stays else past.position, "inserted" if stays else "changed", said))
            rebase.new(said if stays else rebase.ruled_on(past, said), None if stays else past)
    rebase.again(later, settle, command.rest, command.roll)
    return rebase


def _correctable(ground: Ground[M, R], position: int, how: str, kind: str = "") -> Past:
    past = next((past for past in ground.history.live_reports() if past.position == position), None)
    if past is None:
        raise ground.no_report(position)
    ground.check(past, how, kind or past.type)
    return past


def _settlements(
    ground: Ground[M, R], settle: Mapping[str, Settlement], later: Sequence[Past]
) -> dict[int, Settlement]:
    """The settlements by position, looked through before any die falls."""
    known = {str(past.position): past for past in later}
    for place, settlement in settle.items():
        if place not in known:
            raise ground.no_report(int(place), f"settle.{place}")
        if settlement.how == "replace":
            with _inside(f"settle.{place}.data"):
                said = ground.sayable(settlement.type or known[place].type, settlement.data)
                if ground.history.mending.goes_on:
                    ground.check(known[place], "change", type(said).__name__)
    return {int(place): settlement for place, settlement in settle.items()}


# -- settle ------------------------------------------------------------------------------------------------------------


def _resolved(ground: Ground[M, R], command: Resolve) -> Rebase[M, R]:
    history, waiting = ground.history, ground.state.waiting
    if command.position in ground.state.items:
        return _settled(ground, command)
    if command.settle:
        raise ground.no(
            _("Here one report after the other is settled."), _("Settle the first one, and look again."), "settle"
        )
    waiting = waiting or ground.state.items
    if command.position not in waiting[:1]:
        raise Refused(
            history.mending.rule,
            say(_("No report at position %(position)s waits to be settled."), position=command.position),
            say(_("The next one stands at position %(position)s."), position=waiting[0])
            if waiting
            else say(_("Nothing is left to settle.")),
            field="position",
        )
    first, *others = [history.reports[position] for position in waiting]
    rebase = ground.rebase(history.state)
    rebase.follow([first, *others])
    settlement = Settlement(how=command.how, type=command.type, data=command.data)
    with _inside("data"):
        if command.how == "replace":
            ground.sayable(command.type or first.type, command.data)
        settled = rebase.again([first], {first.position: settlement}, "")
    (item,) = rebase.items
    if not settled:
        raise Refused(item.rule, item.text, item.remedy, field="how", code="unsettled")
    rebase.again(others, {}, command.rest, command.roll)
    return rebase


def _settled(ground: Ground[M, R], command: Resolve) -> Rebase[M, R]:
    """Items of a stream that has gone on, from the first on: what came later is decided again. All that are named are
    settled, or can stand as they were once those before them are."""
    history, named = ground.history, {command.position, *map(int, command.settle or ())}
    first = next(past for past in history.live_reports() if past.position in named)
    later = history.reports_from(first.position)
    for position in named.difference(ground.state.items):
        raise ground.no_report(position, f"settle.{position}")
    rebase = ground.rewound(first.position, "correction", command.reason, later)
    rebase.follow(later)
    settle = _settlements(ground, command.settle or {}, later)
    settle[command.position] = Settlement(how=command.how, type=command.type, data=command.data)
    with _inside("data"):
        if command.how == "replace":
            past = history.reports[command.position]
            ground.check(past, "change", type(ground.sayable(command.type or past.type, command.data)).__name__)
        rebase.again(later[:1], settle, "")
    _check_settled(ground, command.position, rebase, named)
    rebase.again(later[1:], settle, command.rest, command.roll)
    _check_settled(ground, command.position, rebase, named)
    return rebase


def _check_settled(ground: Ground[M, R], first: int, rebase: Rebase[M, R], named: Container[int]) -> None:
    """`Refused` for one of those that are to be settled and is not."""
    redaction = ground.mender.redaction  # none but in a preview
    for item in rebase.items:
        if item.settled or item.position not in named:
            continue
        if item.position != first:
            refused = ground.no(
                _("The report at position %(position)s cannot be settled so together with those before it."),
                _("Settle it otherwise, or by itself afterwards."),
                f"settle.{item.position}.how",
                position=item.position,
            )
            refused.code = "unsettled"
            raise refused
        if redaction is None or not redaction.may_tell_why(item.type):
            item = without_why(item)
        raise Refused(item.rule, item.text, item.remedy, field="how", code="unsettled")


# -- facts as people set them ------------------------------------------------------------------------------------------


def _set(ground: Ground[M, R], command: Command) -> Rebase[M, R]:
    """Where something stands that has to come after them, as a confirmation does, it is told again."""
    if ground.state.waiting:
        raise ground.no(_("A correction is not settled yet."), _("Settle what it left over, or undo it."))
    history = ground.history
    reports = history.live_reports()
    first = history.mending.set_before(ground.state, reports)
    if first is None:
        rebase = ground.rebase(history.state)
        rebase.new(command)
        return rebase
    later = history.reports_from(first)
    rebase = ground.rewound(first, "correction", getattr(command, "reason", ""), later)
    rebase.follow(later)
    rebase.tell(retold(0, "inserted", command))
    rebase.new(command)
    rebase.again(later, {}, "")
    return rebase


# -- refusals ----------------------------------------------------------------------------------------------------------


@contextmanager
def _inside(field: str) -> Iterator[None]:
    """What is refused within is refused of a report within this one."""
    try:
        yield
    except Refused as refused:
        if refused.field not in ("", "by", "type", "how", "data"):
            refused.field = f"{field}.{refused.field}"
        raise
