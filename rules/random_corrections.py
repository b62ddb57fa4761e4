"""What a random player takes back, corrects and declares, and how the other side answers.

If a side may not do something alone, it asks the other side; the organiser does it without asking. Mostly it is about
one of the last few reports, because people notice mistakes soon. A refused correction changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rules import visibility
from rules.adjudicate import CLERK
from rules.battle import Battle
from rules.contract import Command, Refused
from rules.random_reports import complete, left_to_leaguer, weighted
from rules.record import Table
from rules.stream import facts
from rules.stream.revision.reports import Agree, Correct, Declare, Decline, Resolve, Undo
from rules.stream.samples import Choose, Unsampled, sample

SOON = 8  # a mistake is noticed at most so many reports later
ORGANISER = ""
WHY = "It was otherwise."


def due(battle: Battle, choose: Choose, mends: int) -> bool:
    """Whether the next report is one of these: always if a correction has left something to settle, mostly if one side
    waits for the other's answer, and sometimes to undo an undo; otherwise `mends` of 1000 times."""
    often = 700 if battle.proposal is not None else max(mends, 400 * bool(battle.redo))
    return bool(battle.waiting) or choose(1000) < often


def mend(table: Table, choose: Choose) -> bool:
    """Make a report that corrects the battle, or answers one that does; False if none was accepted."""
    return any(_told(table, side, command) for side, command in _tried(table, choose))


def stuck(table: Table) -> bool:
    """Whether the state leaves nothing to report and is taken back: people may declare states that no play leads to."""
    battle = table.battle
    return bool(battle.declared) and _told(table, ORGANISER, Undo(position=max(2, battle.last)))


def _told(table: Table, side: str, command: Command) -> bool:
    try:
        table.report(side, command)
    except Refused:
        return False
    return True


def _tried(table: Table, choose: Choose) -> Iterator[tuple[str, Command]]:
    """One such report, or, if something has to be done, one that never fails."""
    battle = table.battle
    if battle.proposal is not None:
        yield _answer(table, choose)
    if battle.waiting:
        side, how = _somebody(table, choose), _one_of(("keep", "strike", "roll", "accept"), choose)
        yield side, Resolve(position=battle.waiting[0], how=how, rest=_one_of(("", "keep", "strike"), choose))
        yield ORGANISER, Resolve(position=battle.waiting[0], how="strike", rest="strike")
        yield ORGANISER, Undo(position=battle.corrected)
    elif battle.proposal is None:
        command = _mistake(table, choose)
        if command is not None:
            yield _somebody(table, choose), command


def _answer(table: Table, choose: Choose) -> tuple[str, Command]:
    """The other side agrees to what was proposed, or not; or the side that proposed it changes its mind."""
    proposal = table.battle.proposal
    assert proposal is not None
    others = [side for side in table.mustered.sides if side != proposal.side and side not in proposal.agreed]
    match choose(6):
        case 0:
            return proposal.side, Decline(position=proposal.position)
        case 1:
            return others[0], Decline(position=proposal.position)
    return others[0], Agree(position=proposal.position)


def _mistake(table: Table, choose: Choose) -> Command | None:
    """Take back the last report or correction; correct a report; or declare a fact."""
    battle = table.battle
    if battle.redo and choose(2):
        return Undo(position=battle.redo)
    match choose(8):
        case 0 | 1 | 2:
            last = (battle.corrected if choose(2) else 0) or battle.last
            return Undo(position=last) if last else None
        case 3 | 4 | 5:
            return _correction(table, choose)
    return _declaration(table, choose)


def _correction(table: Table, choose: Choose) -> Correct | None:
    """A correction of one of a side's last reports: another report that could have been made there, with Leaguer's
    dice."""
    history = table.history
    reports = history.live_reports()
    number = len(reports) - 1 - choose(SOON)
    if number < 1 or reports[number].by == CLERK:
        return None
    how: Any = _one_of(("change", "insert", "strike"), choose)
    at, rest = reports[number].position, _one_of(("", "keep", "strike"), choose)
    if how == "strike":
        return Correct(position=at, how=how, reason=WHY, rest=rest)
    there = table.copy()
    there.state = history.state(reports[number - 1].end)
    command = _offered(there, choose)
    if command is None:
        return None
    data = msgspec.json.decode(msgspec.json.encode(command))
    return Correct(position=at, how=how, reason=WHY, rest=rest, type=type(command).__name__, data=data)


def _offered(table: Table, choose: Choose) -> Command | None:
    """A report of play in the battle as it stood there, by how readily it is made."""
    offers = [choice for side in table.mustered.sides for choice in visibility.legal(table.battle, side)]
    likely = [(choice, choice.readily) for choice in offers if choice.command != "Confirm"]
    return left_to_leaguer(table, complete(table, weighted(likely, choose), choose)) if likely else None


def _declaration(table: Table, choose: Choose) -> Declare | None:
    """Any fact, with any value that its type allows."""
    play = table.battle.play
    paths = sorted(facts.facts(play))
    path = paths[choose(len(paths))]
    words = (*(unit.id for unit in table.mustered.units), *table.mustered.sides)
    try:
        return Declare(facts={path: sample(facts.shape(play, path), choose, words)}, reason=WHY)
    except Unsampled:  # text of a shape nobody would hit upon
        return None


def _somebody(table: Table, choose: Choose) -> str:
    """The organiser as often as either side."""
    return (ORGANISER, *table.mustered.sides)[choose(1 + len(table.mustered.sides))]


def _one_of(values: Any, choose: Choose) -> Any:
    return values[choose(len(values))]
