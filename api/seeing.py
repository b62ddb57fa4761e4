"""From what a floor below lets a viewer see to the shapes the API answers with, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from api import shapes
from api.problems import refusal
from battles.log import Row
from battles.looking import Look, Told, eyes, tell
from battles.pages.entries import called
from battles.reports import Answer, Receipt, Ruled
from battles.words import words
from rules import contract, show
from rules.adjudicate import Who
from rules.battle import Battle

Seen = Callable[[contract.Event], tuple[contract.Event, str] | None]


def battle(look: Look) -> shapes.Battle:
    """The whole of a battle."""
    return shapes.Battle(
        id=look.stream,
        campaign=look.campaign or None,
        system=look.system,
        edition=look.edition,
        scenario=look.scenario,
        title=look.title,
        options=look.options,
        sides=look.sides,
        depth=look.depth,
        over=look.over,
        confirmed=look.confirmed,
        settled=look.settled,
        position=look.position,
        digest=look.digest,
        fought=shapes.Stand(*look.fought),
        round=look.view.round,
        phase=words(look.view.phase),
        facts=[fact(one) for one in look.view.facts],
        units=[unit(one) for one in look.view.units],
        pending=words(look.view.pending) if look.view.pending else None,
        waiting_for=list(look.waiting_for),
        mine=list(look.mine),
        choices=[choice(one) for one in look.choices],
        outcome=outcome(look.outcome) if look.over else None,
        commitment=look.commitment,
        seed=look.seed or None,
    )


def fact(one: contract.Fact) -> shapes.Fact:
    value = words(one.value) if isinstance(one.value, contract.Message) else one.value
    return shapes.Fact(one.name, words(one.label), value)


def unit(one: contract.UnitView) -> shapes.Unit:
    facts = [fact(each) for each in one.facts]
    return shapes.Unit(one.id, one.side, one.name, one.model, one.in_play, words(one.status), facts)


def choice(one: contract.Choice) -> shapes.Choice:
    fields = [field(each) for each in one.fields]
    return shapes.Choice(one.command, words(one.label), one.side, one.given, fields, one.urgent)


def field(one: contract.Field) -> shapes.Field:
    return shapes.Field(
        name=one.name,
        kind=one.kind,
        label=words(one.label),
        help=words(one.help) if one.help else "",
        picks=[shapes.Pick(pick.value, words(pick.label)) for pick in one.picks],
        least=one.least,
        most=one.most,
        faces=one.faces,
        repeats=one.repeats,
        required=one.required,
        ahead=one.ahead,
    )


def outcome(one: contract.Outcome) -> shapes.Outcome:
    how = words(one.how) if one.how else ""
    return shapes.Outcome(one.winner, one.points, one.field, how, list(one.units))


def events(battle: Battle, facts: Iterable[tuple[Ruled, Row]], who: Who | None) -> list[shapes.Event]:
    """Rows of a battle's log as `who` may read them; the sentences call units by name."""
    names = called(battle)
    return [
        row(line, line.event, words(line.message, names) if line.message else "", line.report, line.report_type)
        for line in tell(battle, facts, who)
    ]


def row(line: Told | Row, event: contract.Event | None, text: str, report: str, report_type: str) -> shapes.Event:
    """A row of a log with what its reader may know of it."""
    return shapes.Event(
        position=line.position,
        at=line.at,
        by=line.by,
        via=line.via,
        report=report,
        report_type=report_type,
        type=type(event).__name__ if event else "",
        data=_plain(event),
        text=text,
        digest=line.digest,
    )


def receipt(one: Receipt, state: Battle, who: Who, dry_run: bool) -> shapes.Receipt:
    """What a battle's door answered, as the reporter may see it."""
    viewer, names = eyes(state, who), called(state)

    def seen(event: contract.Event) -> tuple[contract.Event, str] | None:
        shown = show.see_event(state, event, viewer)
        return None if shown is None else (shown, words(show.narrate(state.rules, shown), names))

    return receipt_of(one, seen, dry_run)


def receipt_of(one: Receipt, seen: Seen, dry_run: bool) -> shapes.Receipt:
    """`seen(event)` answers the event as the reporter may see it with its sentence, or None.

    Position and digest are those of the last row that followed from these reports, not of whatever stands by now: so
    the same reports sent again have the same answer. A dry run tells where the log stands.
    """
    rows = [fact for answer in one.answers for fact in answer.events]
    last = (rows[-1].position, rows[-1].digest) if rows and not dry_run else (one.position, one.digest)
    return shapes.Receipt(dry_run, *last, [_answer(answer, seen) for answer in one.answers])


def _answer(one: Answer, seen: Seen) -> shapes.Answer:
    if one.refused is not None:
        return shapes.Answer(one.id, "refused", [], problem=refusal(one.refused))
    if one.asked is not None:
        asked = one.asked
        return shapes.Answer(
            one.id, "asks", [], asks=shapes.Dice(asked.question, asked.count, asked.faces, asked.field)
        )
    if not one.events:
        return shapes.Answer(one.id, "untried", [])
    rulings = []
    for fact in one.events:
        if (shown := seen(fact.event)) is not None:
            event, text = shown
            rulings.append(shapes.Ruling(fact.position, type(event).__name__, _plain(event) or {}, text, fact.digest))
    return shapes.Answer(one.id, "accepted", rulings)


def _plain(event: contract.Event | None) -> dict[str, Any] | None:
    return None if event is None else msgspec.to_builtins(event)
