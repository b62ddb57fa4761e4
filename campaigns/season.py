"""A campaign as its own log tells it: the State and its fold. Pure; a campaign folds its own stream and nothing else.

`campaigns.ruling` decides on it, `campaigns.standings` counts it, `campaigns.show` is what may be seen of it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from campaigns.reports import BattleMustered, BattleReported, Enlisted, Forces, Opened, Recruit
from rules import dice
from rules import system as find_system
from rules.contract import Event, Muster, RuleSystem, Side, State, Unit


class Platoon(msgspec.Struct):
    """A platoon as it was enlisted. `fittings` are the cards of each vehicle, by vehicle id."""

    key: str
    name: str
    side: str
    card: str
    player: str
    vehicles: tuple[str, ...]
    fittings: dict[str, tuple[str, ...]]


class Vehicle(msgspec.Struct):
    id: str
    platoon: str
    name: str
    model: str


class Fixture(msgspec.Struct):
    """A battle of the campaign. `reported` is the newest report of it; None until there is one. `waivers`: the faults
    of its forces that were let pass, with the reasons."""

    battle: str
    number: int
    scenario: str
    title: str
    sides: dict[str, Forces]
    reported: BattleReported | None = None
    waivers: dict[str, str] = {}


class Season(State, kw_only=True):
    """`fixtures` stand in the order they were mustered, which is the order in which each vehicle fought."""

    opened: Opened
    head: tuple[int, str] = (0, "")
    platoons: dict[str, Platoon] = {}
    vehicles: dict[str, Vehicle] = {}
    fixtures: dict[str, Fixture] = {}

    @property
    def rules(self) -> RuleSystem:
        return find_system(self.opened.system)


def start(opened: Opened) -> Season:
    return Season(opened=opened)


def evolve(season: Season, event: Event, position: int = 0, digest: str = "") -> None:
    """Apply one event in place."""
    season.head = (position, digest)
    match event:
        case Enlisted():
            _enlist(season, event)
        case BattleMustered():
            number = len(season.fixtures) + 1
            season.fixtures[event.battle] = Fixture(
                event.battle, number, event.scenario, event.title, event.sides, waivers=event.waivers
            )
        case BattleReported():
            season.fixtures[event.battle].reported = event


def _enlist(season: Season, event: Enlisted) -> None:
    season.platoons[event.platoon] = Platoon(
        key=event.platoon,
        name=event.name or event.platoon,
        side=event.side,
        card=event.card,
        player=event.player,
        vehicles=tuple(recruit.id for recruit in event.vehicles),
        fittings={recruit.id: fittings_of(event, recruit) for recruit in event.vehicles},
    )
    for recruit in event.vehicles:
        name = event.names.get(recruit.id) or recruit.model
        season.vehicles[recruit.id] = Vehicle(recruit.id, event.platoon, name, recruit.model)


def fittings_of(event: Enlisted, recruit: Recruit) -> tuple[str, ...]:
    """The cards of a vehicle in the order they were listed; those that were erased are gone."""
    mine = [
        (int(key.rpartition("/")[2]), name) for key, name in event.cards.items() if key.startswith(f"{recruit.id}/")
    ]
    return tuple(name for _ordinal, name in sorted(mine) if name)


def replay(events: Iterable[Event]) -> Season:
    """Fold bare events (positions counted from 1, no digests): for tests."""
    iterator = iter(events)
    first = next(iterator)
    assert isinstance(first, Opened)
    season = start(first)
    season.head = (1, "")
    for position, event in enumerate(iterator, 2):
        evolve(season, event, position)
    return season


def fighting(season: Season) -> dict[str, str]:
    """The vehicles that are in a battle not yet counted, each with that battle."""
    return {
        vehicle: fixture.battle
        for fixture in season.fixtures.values()
        if fixture.reported is None
        for forces in fixture.sides.values()
        for vehicle in forces.vehicles
    }


def muster_of(season: Season, event: BattleMustered) -> Muster:
    """The first report of the battle: its vehicles as earlier battles have left them, its seed from the campaign's."""
    from campaigns.standings import service

    left = {vehicle: record.condition for vehicle, record in service(season).items()}
    fielded = {vehicle: side for side, forces in event.sides.items() for vehicle in forces.vehicles}
    platoons = {side: season.platoons[forces.platoon] for side, forces in event.sides.items()}
    units = tuple(
        Unit(id=vehicle, side=side, model=season.vehicles[vehicle].model, condition=left[vehicle])
        for vehicle, side in fielded.items()
    )
    return Muster(
        system=season.opened.system,
        edition=season.opened.edition,
        scenario=event.scenario,
        title=event.title,
        options=season.opened.options | event.options,
        board=event.board,
        sides={side: Side(players=(platoon.player,), platoon=platoon.card) for side, platoon in platoons.items()},
        units=units,
        names={vehicle: season.vehicles[vehicle].name for vehicle in fielded},
        fittings={vehicle: cards for vehicle, side in fielded.items() if (cards := platoons[side].fittings[vehicle])},
        seed=dice.derived_seed(season.opened.seed, f"battle/{event.battle}"),
        confirm_within=season.opened.confirm_within,
        waivers=event.waivers,
    )
