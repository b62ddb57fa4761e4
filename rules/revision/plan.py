"""What a revision comes to, told on a line of its own before anything of it is told for good."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

import msgspec

from rules.adjudicate import CLERK
from rules.battle import Battle, History, Proposal
from rules.contract import Command, Muster, Refused, say
from rules.contract import gettext_noop as _
from rules.reports import Confirm, Confirmed, Settle
from rules.revision.branch import Mender
from rules.revision.rebase import Rebase, retold
from rules.revision.reports import (
    ASKING,
    REVISIONS,
    Amend,
    Carried,
    Correct,
    Declare,
    Resolve,
    Retold,
    Revised,
    Settlement,
    Undo,
)
from rules.stream.history import Past

NOT_TO_BE_TOLD: tuple[type[Command], ...] = (
    Muster,
    Confirm,
    Settle,
    *(kind for kind in REVISIONS if kind is not Declare),
)


class Ground(NamedTuple):
    """Where a revision starts from: the battle as its history has led to it, and who mends it.

    The revision's report begins at `report`, its own rows come after `after` (what is agreed to stands before them).
    """

    battle: Battle
    history: History
    mender: Mender
    report: int
    after: int

    def rebase(self, begin: Callable[[], Battle]) -> Rebase:
        return Rebase(self.history, self.mender, begin, self.after, self.report)

    def rewound(
        self, position: int, act: Literal["undo", "redo", "correction"], reason: str, later: Sequence[Past] = ()
    ) -> Rebase:
        """A line from before `position` on, on which `later` are to be told again."""
        rebase = self.rebase(lambda: self.history.state(position - 1))
        places = tuple(past.position for past in later)
        revised = Revised(from_position=position, act=act, reason=reason, authority=self.mender.right, later=places)
        asked, lapsed = self._asked(position)
        if asked is not None:
            carried = Carried(asked.position, asked.side, asked.type, asked.agreed)
            revised = msgspec.structs.replace(revised, carried=carried, data=asked.data)
        cases = self.battle.cases or msgspec.UNSET
        rebase.tell(msgspec.structs.replace(revised, lapsed=lapsed, disclosed=self.battle.disclosed, cases=cases))
        return rebase

    def _asked(self, position: int) -> tuple[Proposal | None, int]:
        """What one side has asked the other as of before `position`, or since, and has not been answered; and where
        what has lapsed was asked, for the row it names is gone."""
        asked = self.battle.proposal or self._asked_before(position)
        if asked is None or self.after >= self.report:  # it is being agreed to
            return None, 0
        names = asked.data.get("position")
        stands = names is None or any(row.position == names for row in self.history.live(position - 1))
        if stands and not self.history.state(position - 1).agreed:  # there it has lapsed, too
            return asked, 0
        return None, asked.position

    def _asked_before(self, position: int) -> Proposal | None:
        """What had lapsed since; not what was answered, or gave way to another proposal."""
        asked = self.history.state(position - 1).proposal
        since = (row.event for row in self.history.rows[position - 1 :])
        if asked is None or any(isinstance(event, ASKING) for event in since):
            return None
        return asked


def planned(battle: Battle, command: Command, mender: Mender, history: History, ahead: int = 0) -> Rebase:
    """The whole of `command`, a revision. `ahead`: how many rows of its report come before those that are planned.

    Raises `Refused`; `Unfallen` where the mender's dice roll nothing that has not fallen; `OthersToTell`.
    """
    first = battle.head[0] + 1
    told = _planned(Ground(battle, history, mender, first, first + ahead - 1), command)
    _check_not_reopened(told, battle)
    return told


def _planned(ground: Ground, command: Command) -> Rebase:
    match command:
        case Undo():
            return _undone(ground, command)
        case Correct():
            return _corrected(ground, command)
        case Resolve():
            return _resolved(ground, command)
        case Declare() | Amend():
            return _set(ground, command)
    raise Refused("battle", say(_("This cannot be proposed.")), field="type", code="unknown")


def _check_not_reopened(told: Rebase, battle: Battle) -> None:
    """Once settled, the seed is known and anyone can tell how Leaguer's dice will fall: no more is fought with them."""
    if battle.disclosed and not told.battle.waiting and not told.battle.outcome().over:
        raise _no(
            _("The battle was settled and the seed of its dice is known: it cannot be fought on."),
            _("Amend its outcome, or correct reports so that it ends all the same."),
        )


# -- undo and redo -----------------------------------------------------------------------------------------------------


def _undone(ground: Ground, command: Undo) -> Rebase:
    battle, position = ground.battle, command.position
    if position == battle.redo:
        return ground.rewound(position, "redo", command.reason)
    if position != battle.corrected:
        _check_undoable(ground, position)
    return ground.rewound(position, "undo", command.reason)


def _check_undoable(ground: Ground, position: int) -> None:
    battle = ground.battle
    if battle.agreed:
        raise _no(
            _("Both sides have confirmed this battle."), _("Amend its outcome, or correct the report that is wrong.")
        )
    if battle.waiting:
        raise _no(
            _("A correction is not settled yet."),
            _("Settle what it left over, or undo the correction at position %(position)s."),
            position=battle.corrected,
        )
    _correctable(ground, position)


# -- correct -----------------------------------------------------------------------------------------------------------


def _corrected(ground: Ground, command: Correct) -> Rebase:
    if ground.battle.waiting:
        raise _no(_("Another correction is not settled yet."), _("Settle what it left over, or undo it."))
    past = _correctable(ground, command.position)
    if command.how == "change" and past.by == CLERK:
        raise _no(_("The clerk’s steps follow from the outcome."), _("Amend the outcome instead."), "how")
    stays = command.how == "insert"
    later = [one for one in ground.history.live_reports() if one.position >= past.position + (not stays)]
    settle = _settlements(ground.history, command.settle, later)
    rebase = ground.rewound(past.position, "correction", command.reason, later if stays else [past, *later])
    rebase.follow(later)
    if command.how == "strike":
        rebase.tell(Retold(of=past.position, how="struck"))
    else:
        with _inside("data"):
            said = sayable(ground.history, command.type or past.type, command.data)
            rebase.tell(retold(0 if stays else past.position, "inserted" if stays else "changed", said))
            rebase.new(said)
    rebase.again(later, settle, command.rest)
    return rebase


def _correctable(ground: Ground, position: int) -> Past:
    past = next((past for past in ground.history.live_reports() if past.position == position), None)
    if past is None:
        raise _no_report(position)
    if past.type == Muster.__name__:
        raise _no(
            _("The muster cannot be corrected."), _("Declare what is wrong, or muster another battle."), "position"
        )
    return past


def _settlements(history: History, settle: Mapping[str, Settlement], later: Sequence[Past]) -> dict[int, Settlement]:
    """The settlements by position, looked through before any die falls."""
    known = {str(past.position): past for past in later}
    for place, settlement in settle.items():
        if place not in known:
            raise _no_report(int(place), f"settle.{place}")
        if settlement.how == "replace":
            with _inside(f"settle.{place}.data"):
                sayable(history, settlement.type or known[place].type, settlement.data)
    return {int(place): settlement for place, settlement in settle.items()}


def sayable(history: History, type_: str, data: dict[str, Any]) -> Command:
    """A report within a report, if it is one that can be told at any place; `Refused` as any other."""
    command = history.said(type_, data)
    if isinstance(command, NOT_TO_BE_TOLD):
        raise _no(
            _("A “%(type)s” cannot stand in a corrected report."),
            _("Name a report of play, or a Declare."),
            "type",
            type=type_,
        )
    return command


# -- settle ------------------------------------------------------------------------------------------------------------


def _resolved(ground: Ground, command: Resolve) -> Rebase:
    history, waiting = ground.history, ground.battle.waiting
    if command.position not in waiting[:1]:
        raise Refused(
            "battle",
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
            sayable(history, command.type or first.type, command.data)
        settled = rebase.again([first], {first.position: settlement}, "")
    (item,) = rebase.items
    if not settled:
        raise Refused(item.rule, item.text, item.remedy, field="how", code="unsettled")
    rebase.again(others, {}, command.rest)
    return rebase


# -- declare and amend -------------------------------------------------------------------------------------------------


def _set(ground: Ground, command: Declare | Amend) -> Rebase:
    """Facts as people set them. What has been confirmed comes after them, and is asked anew when they change it."""
    if ground.battle.waiting:
        raise _no(_("A correction is not settled yet."), _("Settle what it left over, or undo it."))
    if not ground.battle.agreed:
        rebase = ground.rebase(ground.history.state)
        rebase.new(command)
        return rebase
    reports = ground.history.live_reports()
    first = next(past for past in reports if any(isinstance(event, Confirmed) for event in past.events))
    later = [past for past in reports if past.position >= first.position]
    rebase = ground.rewound(first.position, "correction", command.reason, later)
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


def _no_report(position: int, field: str = "position") -> Refused:
    return Refused(
        "battle",
        say(_("No report that counts begins at position %(position)s."), position=position),
        say(_("Look at the log again: someone may have corrected it. A report is named by its first row.")),
        field=field,
    )


def _no(text: str, remedy: str, field: str = "", **values: str | int) -> Refused:
    return Refused("battle", say(text, **values), say(remedy, **values), field=field)
