"""From a battle the campaign calls to the first report of that battle."""

from __future__ import annotations

from campaigns.reports import BattleMustered
from campaigns.season.state import Season, Vehicle
from rules.contract import Muster, Side, Unit
from rules.stream import dice


def muster_of(season: Season, event: BattleMustered) -> Muster:
    """The first report of the battle: its vehicles as earlier battles and the workshop have left them, with what their
    crews have learnt; its seed from the campaign's."""
    fielded = {vehicle: side for side, forces in event.sides.items() for vehicle in forces.vehicles}
    platoons = {side: season.platoons[forces.platoon] for side, forces in event.sides.items()}
    units = tuple(
        Unit(
            id=vehicle,
            side=side,
            model=season.vehicles[vehicle].model,
            condition=_as_posted(season, season.vehicles[vehicle]),
        )
        for vehicle, side in fielded.items()
    )
    return Muster(
        system=season.opened.system,
        edition=season.opened.edition,
        scenario=event.scenario,
        title=event.title,
        options=season.settings(round_of(season, event.fixture)).options | event.options,
        board=event.board,
        sides={side: Side(players=platoon.players, platoon=platoon.card) for side, platoon in platoons.items()},
        units=units,
        names={vehicle: season.vehicles[vehicle].name for vehicle in fielded},
        fittings={vehicle: cards for vehicle, side in fielded.items() if (cards := platoons[side].fittings[vehicle])},
        seed=dice.derived_seed(season.opened.seed, f"battle/{event.battle}"),
        confirm_within=season.opened.confirm_within,
        waivers=event.waivers,
    )


def _as_posted(season: Season, vehicle: Vehicle) -> dict[str, object]:
    if not season.terms["crews"]:
        return vehicle.condition
    return season.rules.upkeep.post(season.house, season.grade(vehicle), vehicle.condition)


def round_of(season: Season, fixture: str) -> int:
    """The round a battle is mustered for: that of its fixture, else the present one."""
    found = season.fixtures.get(fixture)
    return found.round if found else season.turn
