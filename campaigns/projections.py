"""The read model of a campaign, folded from its log alone: sheet, offices, rounds, standings, vehicles, fixtures, and
of a map its sectors, links and due retreats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from battles import log
from campaigns import models, read_tables, row_values
from campaigns.models import Sector
from campaigns.row_values import SECOND as SECOND
from campaigns.row_values import OfFixture, OfPlatoon, OfVehicle
from campaigns.season import Fixture, Platoon, Round, Season, Vehicle, corrections, names, standings, vehicles
from campaigns.season.amendments import is_read_otherwise
from campaigns.season.challenges.situation import next_due, waiting
from campaigns.season.kept_events import RetreatDue
from campaigns.season.ladder import Challenge
from campaigns.season.positions import contested, engaged, standing_in, supplies, supplies_of_sectors
from campaigns.season.reinforcements import debts
from campaigns.theatre import Supply
from rules.stream import codec, history
from rules.stream.revision.reports import Revised

REVISED = Revised.__name__
Told = log.Row | log.Told


class LinkRow(msgspec.Struct, frozen=True):
    """A link as the campaign's sheet stores it."""

    kind: str
    one: str
    other: str
    closed: bool


class Whereabouts(NamedTuple):
    """What the standings store of each platoon on a map, by key: its supply, the fixture it is engaged in, and when
    the clerk chooses its retreat."""

    supplies: Mapping[str, Supply]
    engaged: Mapping[str, str]
    retreat_by: Mapping[str, str]


class Around(NamedTuple):
    """Of all platoons, by key, what their rows say besides (`row_values.OfPlatoon`)."""

    where: Whereabouts
    challenges: Mapping[str, Challenge]
    owed: Mapping[str, int]
    worths: Mapping[str, int]
    courses: Mapping[str, standings.Course]


def whereabouts(season: Season, rows: Sequence[Told]) -> Whereabouts:
    """`rows` are all of the campaign's."""
    if season.opened.theatre is None:
        return Whereabouts({}, {}, {})
    return Whereabouts(supplies(season), engaged(season), retreats_by(season, rows))


def links_of(season: Season) -> str:
    theatre = season.opened.theatre
    if theatre is None:
        return ""
    closed = season.closed_links
    return codec.encode(
        [LinkRow(one.kind, one.one, one.other, (one.one, one.other) in closed) for one in theatre.links]
    )


def sectors_of(stream: str, season: Season) -> Iterator[Sector]:
    theatre = season.opened.theatre
    if theatre is None:
        return
    shared, there, supplied = contested(season), standing_in(season), supplies_of_sectors(season)
    for one in theatre.sectors:
        yield read_tables.row_of(
            Sector,
            one,
            key=f"{stream}/{one.key}",
            campaign_id=stream,
            sector=one.key,
            name=names.sector(season, one.key),
            owner=season.owners.get(one.key, ""),
            contested=one.key in shared,
            supply=supplied.get(one.key, ""),
            platoons=codec.encode([platoon.key for platoon in there.get(one.key, ())]),
        )


def retreats_by(season: Season, rows: Sequence[Told]) -> dict[str, str]:
    """When the clerk makes each due retreat, by platoon: so many hours after it fell due as the terms say, but no
    later than orders are disclosed or the round closes. What a correction has told again fell due when it did first."""
    hours = timedelta(hours=int(season.terms["retreat_hours"]))
    found: dict[str, str] = {}
    for row in reversed(rows):
        if len(found) == len(season.retreats):
            break
        if row.type == RetreatDue.__name__:
            platoon = msgspec.json.decode(row.data)["platoon"]
            if platoon in season.retreats and platoon not in found:
                due = (datetime.fromisoformat(_first_told(row, rows)) + hours).strftime(SECOND)
                found[platoon] = min([due, *_ends(season)])
    return found


def _first_told(row: Told, rows: Sequence[Told]) -> str:
    """When a row was told; of one that was told again when it was first, in a row that does not count any more."""
    jumps = history.jumps((one.position, one.data) for one in rows if one.type == REVISED)
    struck = history.struck(len(rows), jumps)
    again = (one for one in rows if one.position in struck and (one.type, one.data) == (row.type, row.data))
    return next(again, row).at


def _ends(season: Season) -> Iterable[str]:
    """When the orders and the round under way are due: open retreats are made by then."""
    turn = season.under_way
    ends = (turn.deadline, "" if turn.resolved else turn.orders_by) if turn else ()
    return [one for one in ends if one]


def save(stream: str, season: Season, rows: Sequence[log.Row]) -> None:
    """Write what has changed in a campaign's read model. `rows` are all of its rows."""
    read_tables.save(stream, tables(stream, season, rows))


def tables(stream: str, season: Season, rows: Sequence[Told]) -> read_tables.Tables:
    """Everything the read tables hold of a campaign, table by table, its sheet first."""
    found = standings.tables_of(season)
    yield models.CampaignSheet, [sheet_of(stream, season, rows)]
    yield models.Appointment, offices_of(stream, season)
    yield models.Round, rounds_of(stream, season)
    if season.opened.theatre is not None:
        yield models.Sector, sectors_of(stream, season)
    yield models.Standing, every_standing(stream, season, rows, found)
    yield models.Vehicle, vehicles_of(stream, season)
    yield models.Fixture, every_fixture(stream, season, found)


def sheet_of(stream: str, season: Season, rows: Sequence[Told]) -> models.CampaignSheet:
    """The campaign's sheet, with the house rules of the round under way."""
    opened, now = season.opened, season.settings(season.turn)
    return models.CampaignSheet(
        stream=stream,
        name=opened.name,
        system=opened.system,
        edition=now.edition,
        status=models.CampaignSheet.Status.CLOSED if season.closed else models.CampaignSheet.Status.OPEN,
        options=codec.encode(now.options),
        sides=codec.encode(opened.sides),
        terms=codec.encode(now.terms),
        scoring=codec.encode(now.scoring),
        breakers=codec.encode(now.breakers),
        round=season.turn,
        commitment=opened.commitment,
        links=links_of(season),
        scores=codec.encode(season.scores) if opened.theatre else "",
        victory=season.won.how if season.won else "",
        victor=season.won.side if season.won else "",
        unsettled=len(season.waiting) + len(season.items),
        asked=asked_of(season),
        ladder_due=next_due(season),
        position=rows[-1].position,
        digest=rows[-1].digest,
        opened_at=rows[0].at,
        moved_at=rows[-1].at,
    )


def asked_of(season: Season) -> str:
    """The platoons that have still to answer an open proposal; "" for none."""
    asked = (key for one in season.proposals for key in corrections.asked(one) if key not in one.agreed)
    keys = [*dict.fromkeys(asked)]
    return codec.encode(keys) if season.proposals else ""


def offices_of(stream: str, season: Season) -> Iterable[models.Appointment]:
    for person, office in season.offices.items():
        yield models.Appointment(key=f"{stream}/{person}", campaign_id=stream, person=person, office=office)


def rounds_of(stream: str, season: Season) -> Iterable[models.Round]:
    for one in season.rounds:
        yield read_tables.row_of(
            models.Round,
            one,
            key=f"{stream}/{one.number}",
            campaign_id=stream,
            status=models.Round.Status.CLOSED if one.closed else models.Round.Status.OPEN,
            remind_at=remind_at(season, one),
            byes=codec.encode(one.byes),
            places=codec.encode(one.places),
        )


def remind_at(season: Season, one: Round) -> str:
    """When the clerk reminds of the round, of its orders first; "" for never, or if it has."""
    hours = int(season.settings(one.number).terms["remind_hours"])
    until = one.deadline if one.resolved or not one.orders_by else one.orders_by
    if one.closed or one.reminded or not until or not hours:
        return ""
    return (datetime.fromisoformat(until) - timedelta(hours=hours)).strftime(SECOND)


def standings_of(
    stream: str, season: Season, rows: Sequence[Told], tables: standings.Tables | None = None
) -> Iterable[models.Standing]:
    """The standings of all platoons, best first. `rows` are all of the campaign's rows so far."""
    for values in every_standing(stream, season, rows, tables or standings.tables_of(season)):
        yield models.Standing(**values)


def every_standing(
    stream: str, season: Season, rows: Sequence[Told], tables: standings.Tables
) -> Iterator[row_values.Values]:
    """What those rows hold, best first."""
    prices = vehicles.prices(season)
    worths = {key: worth_of(season, one, prices) for key, one in season.platoons.items()}
    course = standings.course(season, tables)
    around = Around(whereabouts(season, rows), challenges_to(season), debts(season), worths, course)
    for place in standings.standings(season, tables=tables):
        platoon = season.platoons[place.platoon]
        yield row_values.standing_values(stream, platoon, place, of_platoon(season, platoon, around))


def of_platoon(season: Season, platoon: Platoon, around: Around) -> OfPlatoon:
    key, challenge = platoon.key, around.challenges.get(platoon.key)
    course = around.courses[key]
    return OfPlatoon(
        cases=season.cases.get(key, ()),
        owed=around.owed.get(key, 0),
        worth=around.worths[key],
        was=course.was,
        form=course.form,
        supply=around.where.supplies.get(key, ""),
        ordered=key in season.orders,
        engaged=around.where.engaged.get(key, ""),
        retreat_by=around.where.retreat_by.get(key, ""),
        challenger=challenge.challenger if challenge else "",
        answer_by=challenge.due if challenge else "",
    )


def worth_of(season: Season, platoon: Platoon, prices: Mapping[str, int]) -> int:
    return vehicles.worth((season.vehicles[id] for id in platoon.vehicles), prices)


def challenges_to(season: Season) -> dict[str, Challenge]:
    """The challenge that each platoon has to answer: the first."""
    return {one.challenged: one for one in reversed(waiting(season))}


def vehicles_of(stream: str, season: Season, keys: Iterable[str] | None = None) -> Iterator[row_values.Values]:
    """What the rows of vehicles hold: of all, or of these, in their order."""
    records, prices, terms = standings.service(season), vehicles.prices(season), season.terms
    for id in records if keys is None else keys:
        vehicle = season.vehicles[id]
        yield row_values.vehicle_values(stream, vehicle, records[id], of_vehicle(season, vehicle, prices[id]), terms)


def of_vehicle(season: Season, vehicle: Vehicle, price: int) -> OfVehicle:
    platoon = season.platoons[vehicle.platoon]
    return OfVehicle(platoon.player, vehicle.id in platoon.hold, price)


def fixtures_of(stream: str, season: Season, tables: standings.Tables | None = None) -> Iterable[models.Fixture]:
    """Every fixture as the campaign counts it, in no particular order."""
    for values in every_fixture(stream, season, tables or standings.tables_of(season)):
        yield models.Fixture(**values)


def every_fixture(stream: str, season: Season, tables: standings.Tables) -> Iterator[row_values.Values]:
    """What those rows hold."""
    shown = {fixture.key: showings for fixture, showings in tables.fixtures}
    for key, one in season.fixtures.items():
        yield row_values.fixture_values(stream, one, shown.get(key, ()), of_fixture(season, one))


def of_fixture(season: Season, fixture: Fixture) -> OfFixture:
    return OfFixture(
        season.relieved(fixture), is_read_otherwise(season, fixture.battle), season.offered.get(fixture.key)
    )
