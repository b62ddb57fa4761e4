"""Turns what a viewer may see into the shapes the API answers with, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

import msgspec

from api import people
from api.problems import refusal
from api.shapes import battles as shapes
from api.shapes import corrections, filled, reports
from battles import naming, on_behalf
from battles.log import Row
from battles.reports import Answer, Asked, Receipt, Ruled
from battles.sentences import speaker, words
from battles.viewer import Look, SeenRow, eyes, tell
from rules import contract, visibility
from rules import system as find_system
from rules.adjudicate import Who
from rules.battle import Battle
from rules.stream import facts
from rules.stream.revision.reports import Proposed, Revised

Names = Mapping[str, str]
Said = Callable[[contract.Message], str]  # a message in the reader's language (`battles.sentences.speaker`)
Seen = Callable[[contract.Event], tuple[contract.Event, str] | None]


def battle(look: Look, voided: list[str], reader: str) -> shapes.Battle:
    """The whole of a battle. `voided`: the sides whose confirmation fell; `reader`: to whom people are named."""
    system = find_system(look.system)
    said = speaker(look.names)
    shown = {facts.line(system, path): row for path, row in sorted(look.declared.items(), key=itemgetter(1))}
    return filled(
        shapes.Battle,
        look,
        id=look.stream,
        campaign=look.campaign or None,
        name=naming.name_of(look.stream, look.title, look.system, look.scenario),
        lent=list(look.lent),
        voided=voided,
        fought=shapes.Stand(*look.fought),
        round=look.view.round,
        phase=said(look.view.phase),
        facts=[fact(one, shown.get(f"facts.{one.name}"), said) for one in look.view.facts],
        units=[unit(one, shown, look.declared, said) for one in look.view.units],
        pending=said(look.view.pending) if look.view.pending else None,
        waiting_for=list(look.waiting_for),
        grid=grid(look.view.grid, said) if look.view.grid else None,
        mine=list(look.mine),
        choices=[choice(one, said) for one in look.choices],
        mends=[choice(one, said) for one in look.mends],
        unsettled=list(look.unsettled),
        proposal=proposal(look),
        outcome=outcome(look.outcome, said) if look.over else None,
        seed=look.seed or None,
        people=people.called(
            (*(player for side in look.sides.values() for player in side.players), *look.cases), reader
        ),
    )


def fact(one: contract.Fact, declared: int | None, said: Said) -> shapes.Fact:
    value = said(one.value) if isinstance(one.value, contract.Message) else one.value
    return shapes.Fact(one.name, said(one.label), value, declared)


def unit(one: contract.UnitView, shown: Mapping[str, int], declared: Mapping[str, int], said: Said) -> shapes.Unit:
    """`shown`: the newest declaration of what each line of the sheet shows; `declared` as in a battle, where a unit's
    facts have its id somewhere on the path.
    """
    lines = [fact(each, shown.get(f"units.{one.id}.{each.name}"), said) for each in one.facts]
    newest = max((position for path, position in declared.items() if one.id in path.split(".")), default=None)
    return shapes.Unit(one.id, one.side, one.name, one.model, one.in_play, said(one.status), lines, newest)


def grid(one: contract.Grid, said: Said) -> shapes.Grid:
    squares = [shapes.Square(each.column, each.row, each.kind, said(each.label)) for each in one.squares]
    counters = [filled(shapes.Counter, each, label=said(each.label)) for each in one.counters]
    return shapes.Grid(list(one.columns), list(one.rows), squares, counters)


def proposal(look: Look) -> corrections.Proposal | None:
    """An open proposal, for those who have a part in it."""
    one = look.proposal
    if one is None:
        return None
    kind: Any = one.type
    text = words(
        visibility.narrate(find_system(look.system), Proposed(side=one.side, type=kind, data=one.data)), look.names
    )
    return corrections.Proposal(one.position, one.side, one.type, one.data, text, list(one.agreed))


def choice(one: contract.Choice, said: Said) -> shapes.Choice:
    fields = [field(each, said) for each in one.fields]
    limits = [shapes.Limit(limit.times, limit.most) for limit in one.limits]
    return shapes.Choice(one.command, said(one.label), one.side, one.given, fields, one.urgent, limits)


def field(one: contract.Field, said: Said) -> shapes.Field:
    kind: Any = one.kind  # battles ask for fewer kinds than campaigns
    return filled(
        shapes.Field,
        one,
        kind=kind,
        label=said(one.label),
        help=said(one.help) if one.help else "",
        picks=[pick(each, said) for each in one.picks],
    )


def pick(one: contract.Pick, said: Said) -> shapes.Pick:
    notes = [said(note) for note in one.notes]
    return shapes.Pick(one.value, said(one.label), notes, one.costs, one.of, dict(one.beside))


def outcome(one: contract.Outcome, said: Said) -> shapes.Outcome:
    how = said(one.how) if one.how else ""
    return shapes.Outcome(one.winner, one.points, one.field, how, list(one.units))


Fact = tuple[Ruled, Row]
Revisions = Mapping[int, tuple[str, str]]


def revisions(log: Iterable[Fact]) -> Revisions:
    """Who made each revision, and why, by its position."""
    return {row.position: (row.by, fact.event.reason) for fact, row in log if isinstance(fact.event, Revised)}


def events(
    stream: str, battle: Battle, log: Sequence[Fact], shown: Sequence[Fact], who: Who | None
) -> list[shapes.Event]:
    """The rows of a battle's whole log that are `shown`, as `who` may read them; sentences name the units."""
    names = naming.called(stream, battle)
    revised = revisions(log)
    spoken = on_behalf.told_for(battle, log, (row for _fact, row in shown))
    told = []
    for line in tell(battle, shown, who):
        text = words(line.message, names) if line.message else ""
        event = row(line, line.event, text, line.report, line.report_type)
        if line.struck:
            event.struck = line.struck
            event.struck_by, event.struck_why = revised[line.struck]
        event.told_for = spoken.get(line.report, "")
        told.append(event)
    return told


def row(line: SeenRow | Row, event: contract.Event | None, text: str, report: str, report_type: str) -> shapes.Event:
    """A row of a log with what its reader may know of it."""
    return filled(
        shapes.Event,
        line,
        report=report,
        report_type=report_type,
        type=type(event).__name__ if event else "",
        data=plain(event),
        text=text,
    )


def roll(one: contract.Roll) -> corrections.Roll:
    return corrections.Roll(
        one.question, one.faces, list(one.values), one.by, list(map(list, one.shows)), one.sealed, one.salt
    )


def dice(one: Asked | contract.Unfallen) -> reports.Dice:
    """Dice that would have to be rolled."""
    return reports.Dice(one.question, one.count, one.faces, one.field, list(map(list, one.shows)))


def value(one: contract.Message | str | int | bool | None, names: Names) -> str | int | bool | None:
    """A value of a sheet or an outcome; None if there is no such line."""
    return words(one, names) if isinstance(one, contract.Message) else one


def receipt(stream: str, one: Receipt, state: Battle, who: Who, dry_run: bool) -> reports.Receipt:
    """A battle's receipt, as the reporter may see it."""
    viewer, names = eyes(state, who), naming.called(stream, state)

    def seen(event: contract.Event) -> tuple[contract.Event, str] | None:
        shown = visibility.see_event(state, event, viewer)
        if shown is None:
            return None
        return shown, words(visibility.narrate(state.rules, shown), names)

    return receipt_of(one, seen, dry_run, names)


def receipt_of(one: Receipt, seen: Seen, dry_run: bool, names: Mapping[str, str] | None = None) -> reports.Receipt:
    """`seen(event)` returns the event as the reporter may see it with its sentence, or None; `names` replace values in
    refusals that the reporter may not know.

    Position and digest are those of the last row of these reports, not the head of the log: so the same reports sent
    again get the same answer. A dry run answers with the head.
    """
    rows = [fact for answer in one.answers for fact in answer.events]
    last = (rows[-1].position, rows[-1].digest) if rows and not dry_run else (one.position, one.digest)
    return reports.Receipt(dry_run, *last, [_answer(answer, seen, names) for answer in one.answers])


def _answer(one: Answer, seen: Seen, names: Mapping[str, str] | None) -> reports.Answer:
    if one.refused is not None:
        return reports.Answer(one.id, "refused", [], problem=refusal(one.refused, names))
    if one.asked is not None:
        return reports.Answer(one.id, "asks", [], asks=dice(one.asked))
    if not one.events:
        return reports.Answer(one.id, "untried", [])
    rulings = []
    for fact in one.events:
        if (shown := seen(fact.event)) is not None:
            event, text = shown
            rulings.append(reports.Ruling(fact.position, type(event).__name__, plain(event) or {}, text, fact.digest))
    return reports.Answer(one.id, "accepted", rulings)


def plain(event: contract.Event | None) -> dict[str, Any] | None:
    return None if event is None else msgspec.to_builtins(event)
