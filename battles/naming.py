"""What a battle is called: by its title, else by what whoever called it knows of it, else by its scenario and its day.
And what its sides and units are called in everything that people read of it.

Battles never look upward: the floor above registers how it names battles in `NAMES`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING
from uuid import UUID

from django.template import defaultfilters
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext, pgettext

import rules
from rules.battle import Battle

if TYPE_CHECKING:
    from battles.models import Sheet

# Each names those it knows of the battles without a title, in the reader's language: a query or two for all of them.
NAMES: list[Callable[[Collection[UUID]], Mapping[UUID, str]]] = []
# Likewise the platoon on each side of those battles it knows.
PLATOONS: list[Callable[[Collection[UUID]], Mapping[UUID, Mapping[str, str]]]] = []


def name(sheets: Iterable[Sheet]) -> list[Sheet]:
    """The sheets, each of which knows now what it is called (`Sheet.called`): a few queries for all of them."""
    sheets = list(sheets)
    found = names_of([one.stream for one in sheets if not one.title])
    for one in sheets:
        one.called = one.title or found.get(one.stream) or scenario_and_day(one.system, one.scenario, one.mustered_at)
    return sheets


def name_sides(sheets: Iterable[Sheet]) -> list[Sheet]:
    """The sheets, each of which knows now whose its sides are (`Sheet.platoons`)."""
    sheets = list(sheets)
    streams = [one.stream for one in sheets]
    found = {stream: sides for called in PLATOONS for stream, sides in called(streams).items()} if streams else {}
    for one in sheets:
        one.platoons = found.get(one.stream, {})
    return sheets


def name_of(stream: str, title: str, system: str, scenario: str) -> str:
    """What one battle is called, by what its log says of it."""
    if title:
        return title
    return names_of([UUID(stream)]).get(UUID(stream)) or scenario_name(system, scenario) or gettext("Battle")


def names_of(streams: Collection[UUID]) -> dict[UUID, str]:
    """Those of the battles that somebody above has a name for."""
    return {stream: called for named in NAMES for stream, called in named(streams).items()} if streams else {}


def scenario_name(system: str, scenario: str) -> str:
    """As its rulebook calls it; as it is kept where the rulebook is gone."""
    known = rules.all_systems().get(system)
    return next((one.name for one in known.scenarios if one.key == scenario), scenario) if known else scenario


def scenario_and_day(system: str, scenario: str, at: str) -> str:
    day = defaultfilters.date(parse_datetime(at), pgettext("format of a date", "j M Y"))
    return ", ".join(filter(None, (scenario_name(system, scenario), day)))


def called(stream: str, battle: Battle) -> dict[str, str]:
    """Names for the ids in a battle's sentences: of its units, its sides and its scenario, and what the rulebook has
    names for. No unit and no side is called as another one."""
    scenario = {one.key: one.name for one in battle.rules.scenarios if one.key == battle.muster.scenario}
    units = {unit.id: unit.name for unit in battle.muster.units}
    return scenario | dict(battle.rules.titles(battle.play)) | sides_of(stream, battle) | units


def sides_of(stream: str, battle: Battle) -> dict[str, str]:
    """What the sides are called: by their platoons, else by their keys as words. No query beside campaigns."""
    platoons: dict[str, str] = {}
    for named in PLATOONS if battle.muster.campaign else ():
        platoons |= named([UUID(stream)]).get(UUID(stream), {})
    found = {side: platoons.get(side) or side_name(side) for side in battle.muster.sides}
    alike = Counter(found.values())
    return {side: name if alike[name] == 1 else f"{name} ({side_name(side)})" for side, name in found.items()}


def side_name(side: str) -> str:
    """What a side of a battle is called: its key as a word of a sentence's beginning."""
    return side.replace("_", " ").replace("-", " ").capitalize()
