"""The page that says why a fact is what it is."""

from __future__ import annotations

import msgspec

from battles import handler, naming, viewer
from battles.presenters.people import names_of
from battles.presenters.preview import value
from battles.presenters.story import StoryLine
from battles.sentences import words
from rules import visibility
from rules.adjudicate import Who
from rules.stream.explain import Step


class Link(msgspec.Struct, frozen=True):
    """A row that changed the fact (or `label`, one it follows from, of `unit`). `told`: the row of its first report.

    `rules` are the rulebook's numbers, or people's own words if they `declared` it. `seed_row`: of the new seed that
    gave its dice, 0 for the first.
    """

    position: int
    report: int
    told: int
    by: str
    unit: str
    label: str
    before: str
    after: str
    line: StoryLine
    rules: tuple[str, ...]
    declared: bool
    seed_row: int


class Why(msgspec.Struct, frozen=True):
    """A fact and the rows that led to it, oldest first."""

    stream: str
    title: str
    of: str
    unit: str
    label: str
    value: str
    chain: tuple[Link, ...]
    until: int | None
    names: dict[str, str]


def why(stream: str, of: str, who: Who | None, until: int | None) -> Why:
    """Explains a fact. `Refused` for an unknown one, `log.NoSuchStream`."""
    battle, told, rows = handler.replay(stream, until)
    found = viewer.why(handler.history_of(battle, told, rows), of, who)
    names = naming.called(stream, battle)
    people = names_of((step.by for step in found.steps), who.id if who else "")

    def link(step: Step) -> Link:
        event = step.event
        text = words(visibility.narrate(battle.rules, event), names) if event is not None else ""
        other = step.of != found.of
        return Link(
            position=step.position,
            report=step.report,
            told=step.told if step.told != step.report else 0,
            by=people[step.by],
            unit=names.get(step.unit, step.unit) if other and step.unit != found.unit else "",
            label=words(step.label, names) if other else "",
            before=value(step.before, names),
            after=value(step.after, names),
            line=StoryLine(step.position, text, step.rolls),
            rules=() if step.declared else step.rules,
            declared=step.declared,
            seed_row=step.seed_row,
        )

    return Why(
        stream=stream,
        title=naming.name_of(stream, battle.muster.title, battle.muster.system, battle.muster.scenario),
        of=of,
        unit=names.get(found.unit, found.unit),
        label=words(found.label, names),
        value=value(found.value, names),
        chain=tuple(map(link, found.steps)),
        until=until,
        names=names,
    )
