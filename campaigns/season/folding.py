"""The fold of a campaign: each event applied in place, in the order of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from campaigns import reports as r
from campaigns.season import moving
from campaigns.season.state import Crew, Fixture, Platoon, Round, Season, Vehicle, start
from rules.contract import Event

OF_THE_FIELD = ("salvage", "towing")  # what points of a battle are for, as against those of its result


def evolve(season: Season, event: Event, position: int = 0, digest: str = "") -> None:
    """Apply one event in place."""
    season.head = (position, digest)
    APPLY[type(event)](season, event)


def replay(events: Iterable[Event]) -> Season:
    """Fold bare events (positions counted from 1, no digests): for tests."""
    iterator = iter(events)
    first = next(iterator)
    assert isinstance(first, r.Opened)
    season = start(first)
    season.head = (1, "")
    for position, event in enumerate(iterator, 2):
        evolve(season, event, position)
    return season


# ------------------------------------------------------------------------------------------------------ platoons


def _enlisted(season: Season, event: r.Enlisted) -> None:
    season.platoons[event.platoon] = Platoon(
        key=event.platoon,
        name=event.name or event.platoon,
        side=event.side,
        card=event.card,
        players=(event.player, *event.partners),
        vehicles=(),
        fittings={},
        joined=season.turn,
        purse=event.purse,
        flaws=event.flaws,
        waivers=event.waivers,
        sector=event.sector,
    )
    _recruit(season, event.platoon, event)


def _bought(season: Season, event: r.Bought) -> None:
    platoon = season.platoons[event.platoon]
    platoon.purse -= event.cost
    platoon.flaws, platoon.waivers = event.flaws, platoon.waivers | event.waivers
    _recruit(season, event.platoon, event)
    for vehicle in event.refitted:
        platoon.fittings[vehicle] = fittings_of(event, vehicle)


def _card_changed(season: Season, event: r.CardChanged) -> None:
    platoon = season.platoons[event.platoon]
    platoon.card, platoon.flaws = event.card, event.flaws
    platoon.waivers = platoon.waivers | event.waivers


def _recruit(season: Season, key: str, event: r.Enlisted | r.Bought) -> None:
    platoon = season.platoons[key]
    platoon.vehicles = (*platoon.vehicles, *(recruit.id for recruit in event.vehicles))
    for recruit in event.vehicles:
        name = event.names.get(recruit.id) or recruit.model
        season.vehicles[recruit.id] = Vehicle(recruit.id, key, name, recruit.model)
        platoon.fittings[recruit.id] = fittings_of(event, recruit.id)


def fittings_of(event: r.Enlisted | r.Bought, vehicle: str) -> tuple[str, ...]:
    """The cards of a vehicle in the order they were listed; those that were erased are gone."""
    mine = [(int(key.rpartition("/")[2]), name) for key, name in event.cards.items() if key.startswith(f"{vehicle}/")]
    return tuple(name for _ordinal, name in sorted(mine) if name)


def _sold(season: Season, event: r.Sold) -> None:
    season.platoons[event.platoon].purse += event.points
    for id in event.vehicles:
        season.vehicles[id].status, season.vehicles[id].bays = "sold", ()


def _dropped(season: Season, event: r.Dropped) -> None:
    platoon = season.platoons[event.platoon]
    platoon.dropped, platoon.sector, platoon.entrenched = True, "", False
    season.orders.pop(event.platoon, None)
    season.retreats.pop(event.platoon, None)
    season.owners = season.owners | event.held


def _handed_over(season: Season, event: r.HandedOver) -> None:
    season.platoons[event.platoon].players = event.players


# ------------------------------------------------------------------------------------------------------- battles


def _mustered(season: Season, event: r.BattleMustered) -> None:
    platoons = tuple(forces.platoon for forces in event.sides.values())
    fixture = season.fixtures.get(event.fixture)
    if fixture is None:
        fixture = _add_fixture(season, event.battle, season.turn, platoons)
    fixture.battle, fixture.sides, fixture.waivers = event.battle, event.sides, event.waivers
    fixture.scenario, fixture.title = event.scenario, event.title
    fixture.manned = {side: season.platoons[forces.platoon].players for side, forces in event.sides.items()}
    season.battles[event.battle] = fixture.key
    fixture.mustered = len(season.battles)


def _add_fixture(season: Season, key: str, round: int, platoons: tuple[str, ...], scenario: str = "") -> Fixture:
    season.fixtures[key] = Fixture(key, len(season.fixtures) + 1, round, platoons, scenario)
    return season.fixtures[key]


def _reported(season: Season, event: r.BattleReported) -> None:
    """How its vehicles are, unless they have fought since, says the newest report; what it says of crews and jobs, the
    homecomings of a campaign that has terms."""
    fixture = season.of_battle(event.battle)
    if fixture is None:  # called off since: the clerk came too late, and the decision knew
        return
    fixture.reported, fixture.accepted = event, ()
    for unit in event.outcome.units:
        vehicle = season.vehicles.get(unit.id)
        if vehicle is None or _fought_later(season, vehicle, fixture):
            continue
        if vehicle.last != fixture.key:
            vehicle.last, vehicle.mended, vehicle.bays, vehicle.healed = fixture.key, (), (), False
        if event.home is None:
            vehicle.status, vehicle.condition = unit.fate, unit.condition
    for home in event.home or ():
        vehicle = season.vehicles[home.vehicle]
        vehicle.status, vehicle.condition = home.status, home.condition  # type: ignore[assignment]
        vehicle.crew = Crew(home.crew, home.out, home.experience, vehicle.crew.since)
    for gain in event.gains:
        fixture.gains = fixture.gains | {gain.platoon: fixture.gains.get(gain.platoon, 0) + gain.points}
        _share(fixture, gain)
    fixture.owed = {(one.platoon, one.why): one.points for one in event.owed}
    _grant(season, event.gains)


def _share(fixture: Fixture, gain: r.Grant) -> None:
    share = gain.platoon, gain.why
    fixture.shares = fixture.shares | {share: fixture.shares.get(share, 0) + gain.points}


def _fought_later(season: Season, vehicle: Vehicle, fixture: Fixture) -> bool:
    last = season.fixtures.get(vehicle.last)
    return last is not None and last.mustered > fixture.mustered


def _called_off(season: Season, event: r.CalledOff) -> None:
    fixture = season.fixtures[season.battles[event.battle]]
    fixture.called_off = (*fixture.called_off, event.battle)
    fixture.battle, fixture.sides, fixture.manned, fixture.waivers, fixture.mustered = "", {}, {}, {}, 0


def _grant(season: Season, grants: Iterable[r.Grant]) -> None:
    for grant in grants:
        season.platoons[grant.platoon].purse += grant.points


# ------------------------------------------------------------------------------------------------- between battles


def _prioritised(season: Season, event: r.Prioritised) -> None:
    platoon = season.platoons[event.platoon]
    platoon.order, platoon.hold = event.order, event.hold
    for id, status in event.out.items():
        season.vehicles[id].status = status  # type: ignore[assignment]


def _worked(season: Season, event: r.WorkshopEntered | r.WorkshopWorked) -> None:
    for work in event.works:
        vehicle = season.vehicles[work.vehicle]
        vehicle.status, vehicle.condition, vehicle.bays = work.status, work.condition, work.bays  # type: ignore[assignment]
        vehicle.mended = (*vehicle.mended, *work.done)
        season.platoons[event.platoon].purse -= work.paid
        vehicle.rounds_in_workshop += isinstance(event, r.WorkshopWorked)


def _written_off(season: Season, event: r.WrittenOff) -> None:
    for id in event.vehicles:
        season.vehicles[id].status, season.vehicles[id].bays = "written off", ()


def _tended(season: Season, event: r.CrewsTended) -> None:
    for one in event.crews:
        vehicle = season.vehicles[one.vehicle]
        vehicle.crew.state, vehicle.crew.out, vehicle.condition = one.crew, one.out, one.condition
        vehicle.healed = vehicle.healed or one.crew == "fit"


def _replaced(season: Season, event: r.CrewReplaced) -> None:
    vehicle = season.vehicles[event.vehicle]
    vehicle.crew, vehicle.condition = Crew(since=vehicle.last), event.condition
    season.platoons[vehicle.platoon].purse -= event.cost


def _granted(season: Season, event: r.PointsGranted) -> None:
    _grant(season, event.grants)
    for one in event.grants:
        if one.why in OF_THE_FIELD:
            _collected(season.fixtures[one.fixture], one)
        elif one.fixture:
            granted = season.fixtures[one.fixture].granted
            season.fixtures[one.fixture].granted = granted | {one.platoon: granted.get(one.platoon, 0) + one.points}


def _collected(fixture: Fixture, grant: r.Grant) -> None:
    """What a battle's salvage or tows had left owing, or some of it, was taken."""
    _share(fixture, grant)
    left = fixture.owed[grant.platoon, grant.why] - grant.points
    others = {share: points for share, points in fixture.owed.items() if share != (grant.platoon, grant.why)}
    fixture.owed = others | ({(grant.platoon, grant.why): left} if left else {})


# -------------------------------------------------------------------------------------------------------- rounds


def _round_opened(season: Season, event: r.RoundOpened) -> None:
    season.rounds.append(Round(event.number, event.title, event.deadline, event.byes, announced_by=event.orders_by))
    _orders_due(season)
    announce(season, event.fixtures)


def _paired(season: Season, event: r.Paired) -> None:
    announce(season, event.fixtures)
    met = {key for one in event.fixtures for key in (one.home, one.away)}
    season.rounds[-1].byes = tuple(key for key in season.rounds[-1].byes if key not in met)


def announce(season: Season, fixtures: Iterable[r.Announced]) -> None:
    for one in fixtures:
        fixture = _add_fixture(season, one.key, season.rounds[-1].number, (one.home, one.away), one.scenario)
        fixture.ground = one.ground


def _orders_resolved(season: Season, event: r.OrdersResolved) -> None:
    moving.resolved(season, event)
    announce(season, event.fixtures)


def _extended(season: Season, event: r.Extended) -> None:
    season.rounds[-1].deadline, season.rounds[-1].reminded = event.deadline, False
    _orders_due(season)


def _orders_due(season: Season) -> None:
    """No order is taken once the round is to close: a deadline may have been moved before the hour of orders."""
    if season.opened.theatre is not None:
        one = season.rounds[-1]
        one.orders_by = min(filter(None, (one.announced_by, one.deadline)), default="")


def _reminded(season: Season, event: r.Reminded) -> None:
    season.rounds[-1].reminded = True


def _ready(season: Season, event: r.ReadyReported) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.ready = (*fixture.ready, event.platoon)


def _decided(season: Season, event: r.Decided) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.decided, fixture.disputes, fixture.accepted = event, {}, ()


def _disputed(season: Season, event: r.Disputed) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.disputes = fixture.disputes | {event.platoon: event.reason}
    fixture.accepted = tuple(key for key in fixture.accepted if key != event.platoon)


def _accepted(season: Season, event: r.Accepted) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.accepted = (*fixture.accepted, event.platoon)
    fixture.disputes = {key: why for key, why in fixture.disputes.items() if key != event.platoon}


def _round_closed(season: Season, event: r.RoundClosed) -> None:
    season.rounds[-1].closed, season.rounds[-1].places = True, event.places


def _season_closed(season: Season, event: r.SeasonClosed) -> None:
    season.closed = event


def _standings_revised(season: Season, event: r.StandingsRevised) -> None:
    assert season.closed is not None
    season.closed = replace(season.closed, places=event.places)


# --------------------------------------------------------------------------------------------------------- rulings


def _amended(season: Season, event: r.Amended) -> None:
    season.amended.append(event)


def _penalised(season: Season, event: r.Penalised) -> None:
    platoon = season.platoons[event.platoon]
    platoon.penalty += event.score
    platoon.purse -= event.points


def _appointed(season: Season, event: r.Appointed) -> None:
    season.offices[event.person] = event.office


def _dismissed(season: Season, event: r.Dismissed) -> None:
    season.offices.pop(event.person, None)
    for platoon in season.cases:
        _leave_case(season, platoon, event.person)


def _case_taken(season: Season, event: r.PlatoonCaseTaken) -> None:
    season.cases = season.cases | {event.platoon: (*season.cases.get(event.platoon, ()), event.person)}


def _case_left(season: Season, event: r.PlatoonCaseLeft) -> None:
    _leave_case(season, event.platoon, event.person)


def _leave_case(season: Season, platoon: str, person: str) -> None:
    left = tuple(one for one in season.cases.get(platoon, ()) if one != person)
    season.cases = season.cases | {platoon: left}


APPLY: dict[type[Event], Callable[[Season, Any], None]] = {
    r.Enlisted: _enlisted,
    r.Bought: _bought,
    r.CardChanged: _card_changed,
    r.Sold: _sold,
    r.Dropped: _dropped,
    r.HandedOver: _handed_over,
    r.BattleMustered: _mustered,
    r.BattleReported: _reported,
    r.CalledOff: _called_off,
    r.Prioritised: _prioritised,
    r.WorkshopEntered: _worked,
    r.WorkshopWorked: _worked,
    r.WrittenOff: _written_off,
    r.CrewsTended: _tended,
    r.CrewReplaced: _replaced,
    r.PointsGranted: _granted,
    r.RoundOpened: _round_opened,
    r.Paired: _paired,
    r.Extended: _extended,
    r.ReadyReported: _ready,
    r.Reminded: _reminded,
    r.Decided: _decided,
    r.Disputed: _disputed,
    r.Accepted: _accepted,
    r.RoundClosed: _round_closed,
    r.SeasonClosed: _season_closed,
    r.StandingsRevised: _standings_revised,
    r.Amended: _amended,
    r.Penalised: _penalised,
    r.Appointed: _appointed,
    r.Dismissed: _dismissed,
    r.PlatoonCaseTaken: _case_taken,
    r.PlatoonCaseLeft: _case_left,
    r.OrdersResolved: _orders_resolved,
    **moving.APPLY,
}
