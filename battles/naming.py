"""Names for battles, and for their sides and units, in everything that people read.

A battle is called by its title; else as the floor above calls it, which registers that in `NAMES`; else by its scenario
and day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from uuid import UUID

from django.template import defaultfilters
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext, pgettext

import rules
from rules.battle import Battle

# Each names the untitled battles it knows, in the reader's language: a query or two for all of them.
NAMES: list[Callable[[Collection[UUID]], Mapping[UUID, str]]] = []
# The same for the platoon on each side.
PLATOONS: list[Callable[[Collection[UUID]], Mapping[UUID, Mapping[str, str]]]] = []


def name_of(stream: str, title: str, system: str, scenario: str) -> str:
    """The name of one battle."""
    if title:
        return title
    return names_of([UUID(stream)]).get(UUID(stream)) or scenario_name(system, scenario) or gettext("Battle")


def names_of(streams: Collection[UUID]) -> dict[UUID, str]:
    """Names of the battles that the floor above knows."""
    return {stream: called for named in NAMES for stream, called in named(streams).items()} if streams else {}


def platoons_of(streams: Collection[UUID]) -> dict[UUID, Mapping[str, str]]:
    """The platoons' names by side, of the battles that the floor above knows."""
    return {stream: sides for called in PLATOONS for stream, sides in called(streams).items()} if streams else {}


def scenario_name(system: str, scenario: str) -> str:
    """The scenario's name in its rulebook, or its key if the rulebook is not installed."""
    known = rules.all_systems().get(system)
    return next((one.name for one in known.scenarios if one.key == scenario), scenario) if known else scenario


def scenario_and_day(system: str, scenario: str, at: str) -> str:
    day = defaultfilters.date(parse_datetime(at), pgettext("format of a date", "j M Y"))
    return ", ".join(filter(None, (scenario_name(system, scenario), day)))


def called(stream: str, battle: Battle) -> dict[str, str]:
    """Names for the ids in a battle's sentences: units, sides, the scenario, and the rulebook's own (`titles`). No two
    units and no two sides have the same name.
    """
    scenario = {one.key: one.name for one in battle.rules.scenarios if one.key == battle.muster.scenario}
    units = {unit.id: unit.name for unit in battle.muster.units}
    return scenario | dict(battle.rules.titles(battle.play)) | sides_of(stream, battle) | units


def sides_of(stream: str, battle: Battle) -> dict[str, str]:
    """The sides' names: their platoons', else their keys as words. Queries the database only for campaign battles."""
    platoons = platoons_of([UUID(stream)] if battle.muster.campaign else ()).get(UUID(stream), {})
    found = {side: platoons.get(side) or side_name(side) for side in battle.muster.sides}
    alike = Counter(found.values())
    return {side: name if alike[name] == 1 else f"{name} ({side_name(side)})" for side, name in found.items()}


def side_name(side: str) -> str:
    """A side's key as a capitalised word."""
    return side.replace("_", " ").replace("-", " ").capitalize()
