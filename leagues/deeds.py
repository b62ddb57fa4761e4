"""What the vehicles of a battle did, and how its dice fell, read from the logs below for the league's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from battles import handler as battle_handler
from battles import log
from campaigns.season import Fixture, Season
from leagues.league.deeds import ReportDeeds
from leagues.league.values import Deed, SideLuck
from rules.battle import Battle, History
from rules.course import Course, course
from rules.luck import Throw

THOUSAND = 1000


def report_of(game: str, season: Season, fixture: Fixture, history: History | None = None) -> ReportDeeds:
    """The deeds of a fixture that has been counted. Reads the battle's log, up to the row it was counted at; of one
    that is only tried its `history` is given."""
    assert fixture.reported is not None
    sides, found = _course(fixture) if history is None else _followed(history)
    farthest: dict[str, int] = {}
    for hit in found.far:
        if sides.get(hit.of) != sides.get(hit.against):
            farthest[hit.of] = max(farthest.get(hit.of, 0), hit.length)
    deeds, names = [], {}
    for unit in fixture.reported.outcome.units:
        vehicle = season.vehicles.get(unit.id)
        if vehicle is None:
            continue
        feats = Counter[str]()
        for feat in unit.feats:
            feats[feat.kind] += feat.n
        deeds.append(
            Deed(
                vehicle=vehicle.id,
                platoon=vehicle.platoon,
                player=season.platoons[vehicle.platoon].player,
                model=vehicle.model,
                fate=unit.fate,
                was=vehicle.origin,
                shots=feats["shot"],
                hits=feats["hit"],
                kills=feats["kill"],
                damage=feats["damage"],
                farthest=farthest.get(unit.id, msgspec.UNSET),
            )
        )
        if vehicle.name and vehicle.name != vehicle.model:
            names[vehicle.id] = vehicle.name
    return ReportDeeds(
        game=game,
        digest=fixture.reported.digest,
        deeds=tuple(deeds),
        luck=tuple(_luck(season, fixture, sides, found)),
        names=names,
    )


def _course(fixture: Fixture) -> tuple[dict[str, str], Course]:
    """The sides of its units, and its course. Nothing of a battle that is not here any more."""
    assert fixture.reported is not None
    try:
        battle, told, rows = battle_handler.replay(fixture.battle, fixture.reported.position)
    except log.NoSuchStream:
        return {}, Course((), ())
    return _followed(battle_handler.history_of(battle, told, rows), battle)


def _followed(history: History, battle: Battle | None = None) -> tuple[dict[str, str], Course]:
    battle = battle or history.state()
    return {unit.id: unit.side for unit in battle.muster.units}, course(history, "")


def _luck(season: Season, fixture: Fixture, sides: dict[str, str], found: Course) -> Iterator[SideLuck]:
    """Of each platoon: its dice, by how much they came to more than they should, and the variance of that."""
    throws = [one for _at, one in found.throws]
    for side, forces in fixture.sides.items():
        mine = [one for one in throws if _whose(one, sides) == side]
        if not mine:
            continue
        expected = [sum(value * chance for value, chance in one.chances) for one in mine]
        squares = [sum(value * value * chance for value, chance in one.chances) for one in mine]
        yield SideLuck(
            platoon=forces.platoon,
            player=season.platoons[forces.platoon].player,
            dice=sum(len(one.roll.values) for one in mine),
            over=round(sum(one.got - mean for one, mean in zip(mine, expected, strict=True)) * THOUSAND),
            variance=round(sum(square - mean**2 for square, mean in zip(squares, expected, strict=True)) * THOUSAND),
        )


def _whose(throw: Throw, sides: dict[str, str]) -> str:
    """The side whose luck a throw is; nobody's where it hurts its own."""
    side = sides.get(throw.of, throw.of)
    return "" if side == sides.get(throw.against) else side
