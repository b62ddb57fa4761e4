"""What a season offers, filled in at random until the season takes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import msgspec
from msgspec.structs import replace

from campaigns.season import Season, decide
from campaigns.season.calendar_terms import CALENDAR
from campaigns.season.decider import REPORTS
from campaigns.season.musters import MusterBattle
from campaigns.season.settling_terms import SETTLING
from campaigns.season.veteran_terms import VETERANS
from campaigns.simulation.chance import Chance
from rules.adjudicate import Who
from rules.contract import Choice, Command, Field, Pick, Refused, Unfallen
from rules.messages import called
from rules.stream.dice import FallenDice
from rules.stream.random_values import filled_in
from rules.stream.samples import sample

TRIES = 300  # of the platoons of Modern Age one of forty is legal where the terms refuse all others
FEWER = {"MusterBattle": 12}  # tries: only the battlefield is another one
_SHOWN = frozenset(option.name for option in (*CALENDAR, *SETTLING, *VETERANS))
WAIVED = "For the sake of the evening"


def filled(season: Season, who: Who, choice: Choice, chance: Chance, people: Sequence[str] = ()) -> Command | None:
    """A report of that choice that the season takes from `who`; None if many tries found none. Faults that may be let
    pass are. `people`: accounts that may be named beside those the campaign knows.
    """
    asked = replace(choice, fields=tuple(_with_people(_in_play(field), people) for field in choice.fields))
    for _try in range(FEWER.get(choice.command, TRIES)):
        told = filled_in(asked, chance.choose, partial(_data, choice.command, chance))
        # Left out, the clock would say it, and no seed.
        told |= {field.name: "" for field in asked.fields if field.kind == "moment" and field.name not in told}
        if choice.command == MusterBattle.__name__:
            told |= _battlefield(season, told, chance)
        found = _taken(season, who, choice, told)
        if found is not None:
            return found
    return None


def _taken(season: Season, who: Who, choice: Choice, told: Mapping[str, Any]) -> Command | None:
    """The report, if the season takes it: as it is, or with its faults let pass."""
    refused = _refusal(season, who, command := _command(choice.command, told))
    if refused is None:
        return command
    may_waive = any(field.name == "waivers" for field in choice.fields)
    if not may_waive or not all(fault.waivable for fault in refused.faults):
        return None
    waived = _command(choice.command, {**told, "waivers": {fault.fault: WAIVED for fault in refused.faults}})
    return waived if _refusal(season, who, waived) is None else None


def _refusal(season: Season, who: Who, command: Command) -> Refused | None:
    """Why the season would refuse it. Nothing is reported, and no die is rolled."""
    try:
        next(decide(season, command, who, FallenDice()), None)
    except Refused as refused:
        return refused
    except Unfallen:
        return None
    return None


def _command(kind: str, told: Mapping[str, Any]) -> Command:
    return REPORTS.decode(kind, msgspec.json.encode(told))


def _in_play(field: Field) -> Field:
    """Without the terms by which moments are shown and places are marked: no season goes otherwise for them."""
    if field.name != "terms" or field.kind != "group":
        return field
    return replace(field, fields=tuple(one for one in field.fields if one.name not in _SHOWN))


def _with_people(field: Field, people: Sequence[str]) -> Field:
    """People are accounts."""
    if field.kind not in ("person", "people"):
        return field
    known = {pick.value for pick in field.picks}
    others = (Pick(one, called(one)) for one in people if one not in known and one not in field.but)
    return replace(field, picks=(*field.picks, *others))


def _battlefield(season: Season, told: Mapping[str, Any], chance: Chance) -> dict[str, Any]:
    """Where a battle is fought is on no form: mostly what the rulebook drafts, else the ground on the map."""
    fixture = season.fixtures.get(told.get("fixture", ""))
    if fixture is not None and fixture.ground is not None and chance.happens(70):
        return {"scenario": "", "board": {}, "sides": _sides(fixture.ground.sides, fixture.platoons)}
    drafted = season.rules.draft(chance.choose)
    sides = _sides(drafted.sides, [forces["platoon"] for forces in told["sides"].values()])
    if fixture is not None and fixture.scenario not in ("", drafted.scenario):
        return {"scenario": fixture.scenario, "board": {}}
    return {"scenario": drafted.scenario, "board": drafted.board, "sides": sides}


def _sides(sides: Iterable[str], platoons: Iterable[str]) -> dict[str, Any]:
    return {side: {"platoon": key} for side, key in zip(sides, platoons, strict=False)}


def _data(kind: str, chance: Chance, field: Field) -> Any:
    """Whatever the type of the field allows, where the choice has no picks for it."""
    found = _types(kind).get(field.name)
    return [] if found is None else sample(found, chance.choose)


@cache
def _types(kind: str) -> Mapping[str, Any]:
    return {info.name: info.type for info in msgspec.structs.fields(REPORTS.types[kind])}
