"""A recorded battle decided again, as it was or under another edition or other options: which rulings would differ?

Nothing is written. The reports that count are decided again on a branch, with the dice they had, found by their
questions. A report that cannot be decided again is kept as the table played it, so that later reports still count; but
reports that would not have been made at all, because the battle is over, are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from rules import adjudicate
from rules import battle as frame
from rules.adjudicate import CLERK, Who
from rules.battle import Battle, History
from rules.contract import Event, Message, Muster, Mustered, Outcome, Refused, Roll, RuleSystem, say
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.kit.options import settle_options
from rules.reports import Confirmed
from rules.sheet import sheet
from rules.stream.decider import Line
from rules.stream.dice import FallenDice, rolls_of
from rules.stream.history import Past
from rules.stream.revision.branch import Mender
from rules.stream.revision.preview import Change, Difference
from rules.stream.revision.rebase import Item, Rebase
from rules.stream.revision.reports import Retold, Settlement

Options = dict[str, bool | int | str]
NOBODY: Mender[Battle, str] = Mender(Who(CLERK, referee=True), "referee", FallenDice())
KEEP, ACCEPT, STRIKE = (Settlement(how=how) for how in ("keep", "accept", "strike"))
WINNER, UNDECIDED = "outcome.winner", Line("", say(_("Winner")), say(_("undecided")))
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


class Broken(msgspec.Struct, frozen=True):
    """The report at which the rulebook failed; `error` is for programmers."""

    position: int
    type: str
    error: str


class Rereading(msgspec.Struct, frozen=True):
    """The differences of a battle decided again.

    `reports`: how many were decided. `changes`: rulings that differ, by the positions of their reports. `items`:
    reports that cannot be decided as they were made, and how they were handled: without dice that nobody asks for
    ("accept"), not at all once the battle is over ("strike"), otherwise as the table played them ("keep"). `orphans`:
    dice that nobody asks for. `voided`: sides whose confirmation would lapse. `beyond`: reports after one that could
    not even be kept. `erased`: the muster could not be decided again, because values in it were erased. `ends`: how
    the battle ends now; None where it could not be decided to its end.
    """

    reports: int
    changes: tuple[Change, ...] = ()
    items: tuple[Item, ...] = ()
    orphans: tuple[Roll, ...] = ()
    voided: tuple[str, ...] = ()
    outcome: tuple[Difference, ...] = ()
    beyond: int = 0
    broken: Broken | None = None
    erased: bool = False
    ends: Outcome | None = None

    @property
    def differs(self) -> bool:
        return bool(self.changes or self.items or self.orphans or self.voided or self.outcome or self.broken)


class Terms(msgspec.Struct, frozen=True):
    """What a battle is decided again under; "" and {} for its own edition and options."""

    edition: str = ""
    options: Options = {}

    @property
    def others(self) -> bool:
        """Whether they may differ from the battle's own."""
        return bool(self.edition or self.options)


OWN = Terms()


# -- the terms ---------------------------------------------------------------------------------------------------------


def terms(system: RuleSystem, edition: str, options: Mapping[str, str]) -> Terms:
    """The terms as written ("turn_limit": "6"), read as this rulebook declares them. Raises `Refused` (field "edition"
    or "options") if it has no such edition or option, or if the option cannot have that value."""
    if edition and edition not in system.editions:
        raise Refused(
            "reread",
            say(_("%(system)s has no edition “%(edition)s”."), system=system.name, edition=edition),
            say(_("Editions: %(editions)s."), editions=", ".join(system.editions)),
            field="edition",
            code="unknown",
        )
    declared = {option.name: option for option in system.options}
    asked = {name: _read(declared[name], text) if name in declared else text for name, text in options.items()}
    settle_options(system.options, asked, system.name)
    return Terms(edition, asked)


def _read(option: Option, text: str) -> bool | int | str:
    """The value by its option's type; unchanged if it has none, for the check to refuse."""
    if option.type == "flag" and text.lower() in (*YES, *NO):
        return text.lower() in YES
    if option.type == "number":
        with suppress(ValueError):
            return int(text)
    return text


# -- the battle --------------------------------------------------------------------------------------------------------


def reread(history: History, terms: Terms = OWN) -> Rereading:
    """Decide again the reports of a battle that count, under `terms`."""
    muster, *later = history.live_reports()
    try:
        begin = _mustered(history, muster, terms)
        told = Rebase(history, NOBODY, lambda: _begun(begin.mustered, history), history.head)
    except Exception as error:  # a rulebook that cannot begin the battle any more has to be reported, not raised
        return Rereading(0, beyond=len(later), broken=_broken(muster, error))
    told.follow(later)
    reports, broken = _tell(told, later)
    changes = tuple(_changes(history, told.events))
    return Rereading(
        reports=reports,
        changes=(*begin.changes, *changes),
        items=(*begin.items, *told.items),
        orphans=tuple(_orphans(told.events, changes)),
        voided=_voided(told.events, history, told.state),
        outcome=() if broken else _differences(history.state(), told.state),
        beyond=len(later) - reports,
        broken=broken,
        erased=begin.erased,
        ends=None if broken else told.state.outcome(),
    )


def _tell(told: Rebase[Battle, str], later: Sequence[Past]) -> tuple[int, Broken | None]:
    """How many of the reports could be decided again, and where the rulebook failed."""
    for number, past in enumerate(later):
        kept = len(told.events)
        try:
            if not _again(told, past):
                return number, None
        except Exception as error:  # as above
            del told.events[kept:]
            return number, _broken(past, error)
    return len(later), None


def _changes(history: History, events: Iterable[Event]) -> Iterator[Change]:
    """The reports from which something else follows now. Those that were kept, left out or voided are listed
    elsewhere."""
    cut: list[list[Event]] = []
    for event in events:
        if isinstance(event, Retold):
            cut.append([])
        cut[-1].append(event)
    for retold, *after in cut:
        assert isinstance(retold, Retold)
        before = history.reports[retold.of].events
        if retold.how not in ("kept", "struck", "voided") and before != tuple(after):
            yield Change(retold.of, retold.how, before, tuple(after))


def _orphans(events: Iterable[Event], changes: Iterable[Change]) -> Iterator[Roll]:
    """Dice that nobody asks for: the table's as they were noted, and Leaguer's that are missing now."""
    for event in events:
        if isinstance(event, Retold):
            yield from event.orphans
    for change in changes:
        asked = {roll.question: len(roll.values) for event in change.after for roll in rolls_of(event)}
        for roll in (roll for event in change.before for roll in rolls_of(event) if roll.by == "leaguer"):
            if left := roll.values[asked.get(roll.question, 0) :]:
                yield msgspec.structs.replace(roll, values=left)


def _begun(mustered: Mustered, history: History) -> Battle:
    battle = frame.start(mustered)
    battle.head = battle.fought = (1, history.rows[0].digest)
    return battle


def _again(told: Rebase[Battle, str], past: Past) -> bool:
    """Decide one report again, in whatever way works; False if it cannot even be kept."""
    if told.again([past], {}, ""):
        return True
    trouble = told.items.pop()
    for settlement in _ways(told.state, trouble):
        if told.again([past], {past.position: settlement}, ""):
            return True
        told.items.pop()
    told.items.append(trouble)
    return False


def _ways(battle: Battle, trouble: Item) -> tuple[Settlement, ...]:
    """The first way that works to handle a report that cannot be decided again."""
    if trouble.kind == "orphaned":
        return ACCEPT, KEEP
    return (STRIKE,) if battle.outcome().over and not battle.agreed else (KEEP,)


def _broken(past: Past, error: Exception) -> Broken:
    return Broken(past.position, past.type, f"{type(error).__name__}: {error}")


def _voided(events: Sequence[Event], history: History, battle: Battle) -> tuple[str, ...]:
    """The sides that had confirmed and no longer have."""
    fell = (event.of for event in events if isinstance(event, Retold) and event.how == "voided")
    sides = (e.side for of in fell for e in history.reports[of].events if isinstance(e, Confirmed))
    return tuple(side for side in sides if side not in battle.confirmed)


def _differences(was: Battle, now: Battle) -> tuple[Difference, ...]:
    """The lines of the outcome that differ, as a spectator sees them."""
    before, after = (_outcome_lines(battle) for battle in (was, now))
    if not (before and after):  # one of the battles is not over, which says it all
        before, after = ({WINNER: lines.get(WINNER) or UNDECIDED} for lines in (before, after))
    found = []
    for of in [*before, *(of for of in after if of not in before)]:
        unit, label, _value = before.get(of) or after[of]
        values = [lines[of][2] if of in lines else None for lines in (before, after)]
        if values[0] != values[1]:
            found.append(Difference(of, unit, label, *values))
    return tuple(found)


def _outcome_lines(battle: Battle) -> dict[str, tuple[str, Message, Any]]:
    return {of: line for of, line in sheet(battle, "").items() if of.startswith("outcome.")}


# -- the muster --------------------------------------------------------------------------------------------------------


class _Begin(msgspec.Struct, frozen=True):
    """The muster to begin from; how it differs, why it is refused, or whether too much of it was erased."""

    mustered: Mustered
    changes: tuple[Change, ...] = ()
    items: tuple[Item, ...] = ()
    erased: bool = False


def _mustered(history: History, muster: Past, terms: Terms) -> _Begin:
    """Under the battle's own terms it begins from the muster in the log, whatever the rulebook would make of that
    today. Under others it begins from a new muster, or from the old one with the terms put into it."""
    was = muster.events[0]
    assert isinstance(was, Mustered)
    options = {**was.options, **terms.options}
    patched = msgspec.structs.replace(was, edition=terms.edition or was.edition, options=options)
    try:
        again = adjudicate.muster(_asked(history, muster, patched))
    except Refused as refused:
        if not was.seed or "" in (*was.names.values(), *was.secrets.values()):
            return _Begin(patched, erased=True)
        item = Item(1, muster.type, "illegal", refused.rule, refused.text, refused.remedy, settled="keep")
        return _Begin(patched, items=(item,))
    changes = () if _comparable(again, patched) == patched else (Change(1, "told", (was,), (again,)),)
    return _Begin(again if terms.others else was, changes)


def _asked(history: History, muster: Past, patched: Mustered) -> Muster:
    """The muster as it was asked for. What it left to the defaults of its day is as it was settled then."""
    command = history.command(muster)
    assert isinstance(command, Muster)
    return msgspec.structs.replace(command, edition=patched.edition, scenario=patched.scenario, options=patched.options)


def _comparable(again: Mustered, was: Mustered) -> Mustered:
    """Without the options that the rulebook had not declared yet: they are at their defaults."""
    options = {name: value for name, value in again.options.items() if name in was.options}
    return msgspec.structs.replace(again, options=options)
