"""Recorded battles: goldens and their expectations. As text a record is JSON lines, one an event: `{"type", "version",
"data", "report"}`, where `report` is `{"side", "type", "data"}` on the first event of a report and null on the others.
`side` is a side of the battle, "clerk", or "" for the organiser.

    python -m tests.rules.recordings tank_duel 1/first_battle 7

records a battle that is played at random, for a rulebook that has no script of one. The same number (0 if it is left
out) plays the same battle.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rules import adjudicate, battle, frame, player, visibility
from rules import system as find_system
from rules.adjudicate import CLERK, Who
from rules.battle import Battle
from rules.contract import Command, Counter, Event, Message, Muster, Mustered, Outcome, UnitView
from rules.record import RecordedReport, Table, codecs
from rules.reports import Confirm, Confirmed, Settle
from rules.stream import script
from rules.stream.codec import encode
from rules.stream.dice import SeededDice
from rules.stream.history import advance
from rules.stream.history import moments as moments_of
from tests.rules.conformance.goldens import expectation_of, folder


class Accepted(Table):
    """A battle whose reports were accepted once: what they say in the name of other sides is not judged anew."""

    def teller(self, side: str, command: Command) -> Who:
        teller = super().teller(side, command)
        return Who(teller.id, referee=True) if adjudicate.lacks_words(self.battle, teller, command) else teller


def fold(entries: Iterable[RecordedReport]) -> Battle:
    """The battle the entries leave. Digests are those its confirmations name, so a real log's record folds too."""
    entries = list(entries)
    return Table(entries, _named(entries)).battle


def moments(entries: Sequence[RecordedReport]) -> Iterator[Battle]:
    """`fold` of the first entry, of the first two and so on, in a fraction of the time: it is one battle that goes on,
    to be looked at before the next is asked for."""
    ends = accumulate(len(entry.events) for entry in entries)
    for _end, state in moments_of(Table(entries, _named(entries)).history, ends):
        yield state


def decided_again(entries: Sequence[RecordedReport]) -> list[RecordedReport]:
    """The same reports adjudicated anew, each on what was decided before it: equal to `entries` for ever.

    Raises `Refused` when a report is no longer legal.
    """
    muster, was = entries[0].command, entries[0].events[0]
    assert isinstance(muster, Muster)
    assert isinstance(was, Mustered)
    # what was left to the day's default is asked for as it was settled then: an edition may have come since
    asked = msgspec.structs.replace(muster, edition=was.edition, scenario=was.scenario)
    table = Accepted([RecordedReport(entries[0].side, muster, (adjudicate.muster(asked),))], _named(entries))
    for entry in entries[1:]:
        # as it was ruled before there were new seeds: those of the battle went on after they were known
        dice = SeededDice(table.mustered.seed, table.fallen) if table.state.spent else None
        table.report(entry.side, entry.command, dice)
    return table.entries


def expectation(entries: Sequence[RecordedReport]) -> dict[str, Any]:
    """How a recorded battle ends, as JSON-able data: `views` by side ("" is a spectator) and `outcome`.

    Facts and figures only: a sentence is left out but for the values in it, so that rewording breaks no record. Units
    are called as their people called them, also where that is one name for several.
    """
    state = _as_given(Table(entries, _named(entries)))
    views = {side: visibility.see(state, side) for side in ("", *state.muster.sides)}
    found: dict[str, Any] = _wordless({"views": views, "outcome": state.outcome()})
    return found


def _as_given(table: Table) -> Battle:
    """The battle with its units called as their people called them."""
    first, *rows = table.history.live()
    assert isinstance(first.event, Mustered)
    state = battle.start(first.event, as_given=True)
    state.head = state.fought = (first.position, first.digest)
    advance(frame.BATTLES, state, rows)
    return state


def _wordless(value: Any) -> Any:
    if isinstance(value, Message):
        return [_wordless(value.values[name]) for name in sorted(value.values)]
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        if fields.get("grid", value) is None:  # battles were recorded before there were boards to draw
            del fields["grid"]
        if isinstance(value, Outcome):  # nor did outcomes tell of objectives then
            del fields["objectives"]
        if isinstance(
            value, Counter
        ):  # nor boards of where a unit can fire, which follows from its weapon and its square
            del fields["arc"]
        if isinstance(value, UnitView):  # nor units of their counters, which are drawn from the same facts
            fields = {name: one for name, one in fields.items() if name not in ("icon", "hurt", "acted")}
        said = {n: v for n, v in fields.items() if not isinstance(v, Message) or v.values}
        return {name: _wordless(item) for name, item in said.items()}
    if isinstance(value, dict):
        return {key: _wordless(item) for key, item in value.items()}
    return [_wordless(item) for item in value] if isinstance(value, list | tuple) else value


def _named(entries: Iterable[RecordedReport]) -> dict[int, str]:
    return {event.position: event.digest for one in entries for event in one.events if isinstance(event, Confirmed)}


class _Told(msgspec.Struct):
    side: str
    type: str
    data: msgspec.Raw


class _Line(msgspec.Struct):
    type: str
    version: int
    data: msgspec.Raw
    report: _Told | None = None


def dumps(entries: Sequence[RecordedReport]) -> str:
    """The record as JSON lines; the same record gives the same text on every machine."""
    mustered = entries[0].events[0]
    assert isinstance(mustered, Mustered)
    events, commands = codecs(find_system(mustered.system))
    lines = []
    for entry in entries:
        type_, data = commands.encode(entry.command)
        report: _Told | None = _Told(entry.side, type_, msgspec.Raw(data.encode()))
        for event in entry.events:
            name, version, text = events.encode(event)
            lines.append(encode(_Line(name, version, msgspec.Raw(text.encode()), report)))
            report = None
    return "".join(f"{line}\n" for line in lines)


def loads(text: str) -> list[RecordedReport]:
    """The record `dumps` wrote, or one of an older release (events are lifted to today's versions).

    Raises `msgspec.ValidationError`, `rules.stream.codec.UnknownEvent` or `Refused` on what is no record.
    """
    lines = [msgspec.json.decode(line, type=_Line) for line in text.splitlines() if line.strip()]
    key = msgspec.json.decode(lines[0].data, type=_System).system
    events, commands = codecs(find_system(key))
    found: list[tuple[str, Command, list[Event]]] = []
    for line in lines:
        if line.report is not None:
            command = commands.decode(line.report.type, bytes(line.report.data))
            found.append((line.report.side, command, []))
        found[-1][2].append(events.decode(line.type, line.version, bytes(line.data)))
    return [RecordedReport(side, command, tuple(told)) for side, command, told in found]


class _System(msgspec.Struct):
    system: str


def played(muster: Muster, text: str, table: type[Table] = Table) -> list[RecordedReport]:
    """The battle that a script (`text`) tells, confirmed by both sides, its aftermath done and settled."""
    told = table.open(muster)
    system = find_system(muster.system)
    for line in script.parse(text, codecs(system)[1]):
        told.report(line.side, line.command)
    for side in told.mustered.sides:
        position, digest = told.battle.fought
        told.report(side, Confirm(side=side, position=position, digest=digest))
    while steps := system.aftermath(told.battle.play):
        told.report(CLERK, steps[0])
    told.report(CLERK, Settle())
    return told.entries


def record(target: Path, entries: Sequence[RecordedReport]) -> None:
    """Write a battle and what it ends as to `target` and beside it. One that is recorded is never written over."""
    if target.exists():
        raise SystemExit(f"{target.name} is recorded already")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(dumps(entries), encoding="utf-8")
    expected = msgspec.json.format(msgspec.json.encode(expectation(entries)), indent=2)
    expectation_of(target).write_bytes(expected + b"\n")


def main(key: str, name: str, seed: str = "0") -> None:
    """Record a battle of a rulebook that is played at random, settled; `name` as in "1/first_battle"."""
    system, chance = find_system(key), Random(int(seed))
    muster = msgspec.structs.replace(system.draft(chance.randrange), edition=name.partition("/")[0])
    table = player.play(system, chance.randrange, muster=muster)
    if not table.battle.settled:
        raise SystemExit("That battle does not end: try another number.")
    record(folder(system) / "golden" / f"{name}.jsonl", table.entries)


if __name__ == "__main__":
    main(*sys.argv[1:])
