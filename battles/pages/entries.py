"""The log as a story: one entry a report, its rulings in sentences, its dice beside them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import msgspec
from django.utils.translation import gettext as _

from battles import looking
from battles.log import Row
from battles.pages.people import names_of
from battles.reports import Ruled
from battles.words import words
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Roll
from rules.dice import rolls_of

Fact = tuple[Ruled, Row]
PAGE = 15


class Line(msgspec.Struct, frozen=True):
    """One ruled fact. `text` is "" where the viewer may not know what happened."""

    position: int
    text: str
    rolls: tuple[Roll, ...]


class Entry(msgspec.Struct, frozen=True):
    """One report: where its first row stands, who told it when and how, and what came of it."""

    position: int
    at: str
    by: str
    via: str
    digest: str
    lines: tuple[Line, ...]


def by_report(facts: Sequence[Fact]) -> list[list[Fact]]:
    """The facts, cut into reports."""
    reports: list[list[Fact]] = []
    for fact in facts:
        if fact[1].ordinal == 0 or not reports:
            reports.append([])
        reports[-1].append(fact)
    return reports


def entries(battle: Battle, reports: Sequence[Sequence[Fact]], who: Who | None) -> list[Entry]:
    """The reports as `who` may read them, in the order given. One query, for people's names."""
    told = looking.tell(battle, chain.from_iterable(reports), who)
    people, units = names_of(line.by for line in told), called(battle)
    by_position = {line.position: line for line in told}
    return [_entry([by_position[fact.position] for fact, _row in report], people, units) for report in reports]


def called(battle: Battle) -> dict[str, str]:
    """Names for the ids in a battle's sentences: of its units and its scenario."""
    scenario = {one.key: one.name for one in battle.rules.scenarios if one.key == battle.muster.scenario}
    return scenario | {unit.id: unit.name for unit in battle.muster.units}


def _entry(told: Sequence[looking.Told], people: dict[str, str], units: dict[str, str]) -> Entry:
    first = told[0]
    return Entry(
        position=first.position,
        at=first.at,
        by=people[first.by],
        via=way(first.via),
        digest=told[-1].digest,
        lines=tuple(_line(line, units) for line in told),
    )


def _line(told: looking.Told, units: dict[str, str]) -> Line:
    rolls = tuple(rolls_of(told.event)) if told.event is not None else ()
    return Line(
        position=told.position,
        text=words(told.message, units) if told.message is not None else "",
        rolls=tuple(roll for roll in rolls if roll.values),
    )


def way(via: str) -> str:
    """How a report came, in words."""
    ways = {
        "page": _("on the page"),
        "api": _("by an app"),
        "script": _("by script"),
        "admin": _("in the office"),
        "clerk": _("on duty"),
    }
    return ways.get(via, via)
