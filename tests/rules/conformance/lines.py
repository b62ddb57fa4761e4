"""The line of a battle that counts, as a battle of its own; and the same reports told right from the start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from rules import visibility
from rules.adjudicate import CLERK
from rules.battle import Battle
from rules.contract import Choice, Command, Event, Mustered, Refused, Roll, Shown
from rules.player import Unplayable, advance, complete, with_table_dice
from rules.record import RecordedReport, Table
from rules.reports import TALK, Amend, Amended, Confirm, Confirmed
from rules.stream import facts
from rules.stream.dice import holds, rolls_of
from rules.stream.history import Past
from rules.stream.new_seeds import ReseededDice
from rules.stream.revision.reports import Agree, Correct, Declare, Declared, Decline, Reseeded, Resolve, Retold, Undo
from rules.stream.samples import Unsampled, sample
from tests.rules.conformance.picture import check_alike


def lived(table: Table) -> list[RecordedReport]:
    """The reports that count, each with what follows from it, as if nothing else had ever been told."""
    return [entry_of(table, past) for past in table.history.live_reports()]


def entry_of(table: Table, past: Past) -> RecordedReport:
    events = tuple(event for event in past.events if not isinstance(event, TALK))
    kind = Kept if past.how == "kept" else RecordedReport
    return kind(side_of(table.mustered, past.by), table.history.command(past), events)


class Kept(RecordedReport, frozen=True):
    """A report that stands as the table played it: its events are facts that people have set."""


def side_of(mustered: Mustered, by: str) -> str:
    if by == CLERK:
        return CLERK
    return next((key for key, side in mustered.sides.items() if by in (*side.players, key)), "")


def told_right(entries: Sequence[RecordedReport]) -> Table:
    """The same reports on a new table: each is decided, but facts that people set are set."""
    table = Table(entries[:1])
    for entry in entries[1:]:
        if isinstance(entry, Kept) or any(isinstance(event, Declared | Amended) for event in entry.events):
            table = Table([*table.entries, entry])
        else:
            table.report("", aimed(table, entry.command))  # who told it was looked at when it was told
    return table


def aimed(table: Table, command: Command) -> Command:
    """A confirmation names the outcome as it stands at this table."""
    if not isinstance(command, Confirm):
        return command
    position, digest = table.battle.fought
    return replace(command, position=position, digest=digest)


def plain(
    entries: Iterable[RecordedReport], fallen: Mapping[str, Roll] = MappingProxyType({})
) -> list[tuple[Command, tuple[Event, ...]]]:
    """What was told and what followed, but for where a confirmation found the outcome, and who told it. Dice that
    Leaguer has rolled (`fallen`) are his, though the table may say them after him."""
    return [
        (_plain(entry.command, fallen), tuple(_plain(event, fallen) for event in entry.events)) for entry in entries
    ]


def _plain(told: Any, fallen: Mapping[str, Roll]) -> Any:
    if isinstance(told, Confirm | Confirmed):
        return replace(told, position=1, digest="0" * 64)
    if isinstance(told, Command):
        return told
    rolls = {name: getattr(told, name) for name in told.__struct_fields__ if isinstance(getattr(told, name), Roll)}
    return replace(told, **{name: _whose(roll, fallen) for name, roll in rolls.items()})


def _whose(roll: Roll, fallen: Mapping[str, Roll]) -> Roll:
    known = fallen.get(roll.question)
    his = known is not None and known.values[: len(roll.values)] == roll.values
    return replace(roll, by="leaguer") if his else roll


def shown(table: Table) -> Any:
    """All that anybody can see of a battle; its outcome without where in the log its feats stand."""
    battle = table.battle
    viewers = ("", *battle.muster.sides)
    outcome = msgspec.to_builtins(battle.outcome())
    for unit in outcome["units"]:
        unit["feats"] = [{**feat, "report": 0} for feat in unit["feats"]]
    seen = [visibility.see(battle, viewer) for viewer in viewers]
    choices = [[_without_place(c) for c in legal(battle, viewer)] for viewer in viewers]
    frame = (battle.depth, battle.agreed, battle.settled, battle.confirmed)
    return seen, outcome, choices, frame


def legal(battle: Battle, viewer: str) -> Sequence[Choice]:
    """What may be reported, or could be if nothing were left to settle."""
    return (
        visibility.legal(battle, viewer)
        if not battle.waiting
        else visibility.legal(replace(battle, waiting=()), viewer)
    )


def _without_place(choice: Any) -> Any:
    if choice.command != "Confirm":
        return choice
    return replace(choice, given={"side": choice.given["side"]})


def check_like(table: Table, right: Table) -> None:
    """What counts at `table` is what was told at `right`: reports, events, State, and all that is seen of it."""
    entries = lived(table)
    fallen = table.history.fallen()
    assert plain(entries, fallen) == plain(right.entries, fallen)
    check_alike(Table(entries).battle.play, right.battle.play)
    check_alike(shown(table), shown(right))
    check_alike(table.battle, table.history.state())


def one_die_each(table: Table) -> None:
    """Whatever was undone, corrected, tried: each die of Leaguer's is the one of its seed, and once it has fallen
    nobody tells of another for the same question."""
    told: set[tuple[str, tuple[Shown, ...]]] = set()
    known: dict[str, tuple[Shown, ...]] = {}
    seeds, fallen = [table.mustered.seed], dict[str, Roll]()
    for row in table.rows:
        seeds += [row.event.seed] if isinstance(row.event, Reseeded) else []
        for roll in rolls_of(row.event) if not isinstance(row.event, Retold) else ():
            question, count = roll.question, len(roll.values)
            if roll.sealed:
                assert holds(table.mustered.seed, roll), roll
            elif roll.by == "leaguer":
                fell = ReseededDice(seeds, fallen).roll(question, count, faces=roll.faces, shows=roll.shows)
                assert roll.values == fell.values, roll
                fallen[question] = max(roll, fallen.get(question, roll), key=lambda one: len(one.values))
                known[question] = max(roll.values, known.get(question, ()), key=len)
            elif (question, roll.values) not in told:
                assert roll.values[: len(known.get(question, ()))] == known.get(question, ())[:count], roll
            told.add((question, roll.values))


# -- revisions at random -----------------------------------------------------------------------------------------------


def offered_at(table: Table, entries: Sequence[RecordedReport], chance: Random) -> RecordedReport | None:
    """A report that could have been told where `entries` end; with table dice as often as not."""
    there = Table(entries)
    if there.battle.settled:
        return None
    offers = [
        c for side in there.mustered.sides for c in visibility.legal(there.battle, side) if c.command != "Confirm"
    ]
    if not offers:
        return None
    choice = chance.choice(offers)
    command = complete(there, choice, chance.randrange)
    if chance.randrange(2):
        command = with_table_dice(there, choice, command, chance.randrange)
    return RecordedReport(choice.side, command, ())


def correction(table: Table, chance: Random, rest: str = "") -> tuple[Correct, list[RecordedReport], list[Past]] | None:
    """A correction of a random report, the reports up to it with it as they should have been, and those after it."""
    reports = table.history.live_reports()
    if len(reports) < 2:
        return None
    entries = lived(table)
    number = chance.randrange(1, len(reports))
    at = reports[number].position
    how: Any = chance.choice(("change", "insert", "strike"))
    later = reports[number + (how != "insert") :]
    fields: dict[str, Any] = {"position": at, "how": how, "reason": "It was otherwise.", "rest": rest}
    if how == "strike":
        return Correct(**fields), entries[:number], later
    new = offered_at(table, entries[:number], chance)
    if new is None or (how == "change" and reports[number].by == CLERK):
        return None
    return Correct(**fields, **spelled(new.command)), [*entries[:number], new], later


def spelled(command: Command) -> dict[str, Any]:
    """A report within a report."""
    return {"type": type(command).__name__, "data": msgspec.json.decode(msgspec.json.encode(command))}


def is_refused(table: Table, side: str, command: Command) -> Refused | None:
    """Why `side` is refused, None when it is not; nothing happens at the table."""
    try:
        table.copy().report(side, command)
    except Refused as refused:
        return refused
    return None


def carry_out(table: Table, command: Command, chance: Random) -> None:
    """Mended by the organiser, or by one side with the consent of the others."""
    sides = list(table.mustered.sides)
    if table.battle.agreed or chance.randrange(2):
        table.report("", command)
        return
    proposer, *others = chance.sample(sides, len(sides))
    table.report(proposer, command)
    for side in others:
        if table.battle.proposal is not None:
            table.report(side, Agree(position=table.battle.proposal.position))


def declaration(table: Table, chance: Random, most: int = 3) -> Declare:
    """A few facts, each set to anything its type allows."""
    play = table.battle.play
    said: dict[str, Any] = {}
    words = (*(unit.id for unit in table.mustered.units), *table.mustered.sides)
    while not said:
        for path in chance.sample(sorted(facts.facts(play)), chance.randrange(1, most + 1)):
            with suppress(Unsampled):  # text of a shape nobody would hit upon
                said[path] = sample(facts.shape(play, path), chance.randrange, words)
    return Declare(facts=said, reason="So it stands at the table.")


def stir(table: Table, chance: Random, times: int) -> None:
    """Play on, undo, redo, correct, settle, declare, amend, ask and answer, in any order."""
    for _time in range(times):
        command = _revision(table, chance)
        if command is None:
            _play_on(table, chance)
        else:
            with suppress(Refused):
                table.report(chance.choice(["", "", *table.mustered.sides]), command)


def _revision(table: Table, chance: Random) -> Command | None:
    battle = table.battle
    if battle.proposal is not None and chance.randrange(2):
        place = battle.proposal.position
        return Agree(position=place) if chance.randrange(3) else Decline(position=place)
    if battle.waiting and chance.randrange(4):
        how: Any = chance.choice(("keep", "strike", "roll", "accept"))
        return Resolve(position=battle.waiting[0], how=how, rest=chance.choice(("", "", "keep", "strike")))
    match chance.randrange(12):
        case 0 | 1:
            return Undo(position=max(2, battle.last))
        case 2 | 3:
            return Undo(position=max(2, battle.redo or battle.corrected or battle.last))
        case 4 | 5:
            found = correction(table, chance, chance.choice(("", "keep", "strike")))
            return found[0] if found else None
        case 6:
            return declaration(table, chance)
        case 7 if not chance.randrange(4):
            return Amend(winner=chance.choice(["", *table.mustered.sides]), reason="Ruled so.")
    return None


def _play_on(table: Table, chance: Random) -> None:
    battle = table.battle
    offered = battle.agreed or any(visibility.legal(battle, side) for side in battle.muster.sides)
    if not battle.settled and not battle.waiting and offered:
        with suppress(Unplayable):  # people can declare what no play leads to
            advance(table, chance.randrange)
