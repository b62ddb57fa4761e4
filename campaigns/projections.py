"""The read model of a campaign, folded from its log alone: sheet, offices, rounds, standings, vehicles, fixtures, and
of a map its sectors, links and due retreats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from battles import log
from campaigns import models, read_tables
from campaigns.models import Sector
from campaigns.season import Fixture, Round, Season, corrections, names, standings, vehicles
from campaigns.season.amendments import is_read_otherwise
from campaigns.season.challenges.situation import challenge_to, next_due
from campaigns.season.kept_events import RetreatDue, Substituted, SubstituteProposed
from campaigns.season.positions import contested, engaged, standing_in, supplies, supplies_of_sectors
from campaigns.season.reinforcements import debts
from campaigns.season.standings import Place, Service, Showing
from campaigns.season.state import grade
from campaigns.season.values import Terms
from campaigns.theatre import Supply
from rules.stream import codec, history
from rules.stream.revision.reports import Revised

Values = dict[str, Any]  # of a row: a model of Django's takes several times as long to make, and a season has 1,000
REVISED = Revised.__name__
SECOND = "%Y-%m-%dT%H:%M:%SZ"


class LinkRow(msgspec.Struct, frozen=True):
    """A link as the campaign's sheet stores it."""

    kind: str
    one: str
    other: str
    closed: bool


class Now(NamedTuple):
    """What every row of vehicles and standings asks: prices of vehicles by id, and the terms."""

    prices: Mapping[str, int]
    terms: Terms


class Whereabouts(NamedTuple):
    """What the standings store of each platoon on a map, by key: its supply, the fixture it is engaged in, and when
    the clerk chooses its retreat."""

    supplies: Mapping[str, Supply]
    engaged: Mapping[str, str]
    retreat_by: Mapping[str, str]


def whereabouts(season: Season, rows: Sequence[log.Row]) -> Whereabouts:
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
        yield Sector(
            key=f"{stream}/{one.key}",
            campaign_id=stream,
            sector=one.key,
            name=names.sector(season, one.key),
            x=one.x,
            y=one.y,
            terrain=one.terrain,
            value=one.value,
            capacity=one.capacity,
            base=one.base,
            capital=one.capital,
            owner=season.owners.get(one.key, ""),
            contested=one.key in shared,
            supply=supplied.get(one.key, ""),
            platoons=codec.encode([platoon.key for platoon in there.get(one.key, ())]),
        )


def retreats_by(season: Season, rows: Sequence[log.Row]) -> dict[str, str]:
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


def _first_told(row: log.Row, rows: Sequence[log.Row]) -> str:
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
    read_tables.put(sheet_of(stream, season, rows))
    records, tables = standings.service(season), standings.tables_of(season)
    places = _standings(season, rows, tables)
    shown, now = _shown(tables), Now(vehicles.prices(season), season.terms)
    read_tables.replace(models.Appointment, stream, offices_of(stream, season))
    read_tables.replace(models.Round, stream, rounds_of(stream, season))
    if season.opened.theatre is not None:
        read_tables.replace(models.Sector, stream, sectors_of(stream, season))
    read_tables.replace(models.Standing, stream, (standing_values(stream, season, now, *one) for one in places))
    read_tables.replace(
        models.Vehicle, stream, (vehicle_values(stream, season, now, id, record) for id, record in records.items())
    )
    read_tables.replace(
        models.Fixture,
        stream,
        (fixture_values(stream, season, one, shown.get(key, ())) for key, one in season.fixtures.items()),
    )


def sheet_of(stream: str, season: Season, rows: Sequence[log.Row]) -> models.CampaignSheet:
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
        yield models.Round(
            key=f"{stream}/{one.number}",
            campaign_id=stream,
            number=one.number,
            title=one.title,
            status=models.Round.Status.CLOSED if one.closed else models.Round.Status.OPEN,
            ladder=one.ladder,
            deadline=one.deadline,
            orders_by=one.orders_by,
            resolved=one.resolved,
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


def remind_of_date_at(fixture: Fixture) -> str:
    """When the clerk reminds of a fixture's date: the day before. "" for never, or if it has."""
    if not fixture.date or fixture.date_told or not fixture.is_open or fixture.is_fought:
        return ""
    return (datetime.fromisoformat(fixture.date) - timedelta(days=1)).strftime(SECOND)


def standings_of(
    stream: str, season: Season, rows: Sequence[log.Row], tables: standings.Tables | None = None
) -> Iterable[models.Standing]:
    """The standings of all platoons, best first. `rows` are all of the campaign's rows so far."""
    now = Now(vehicles.prices(season), season.terms)
    for one in _standings(season, rows, tables or standings.tables_of(season)):
        yield models.Standing(**standing_values(stream, season, now, *one))


def _standings(
    season: Season, rows: Sequence[log.Row], tables: standings.Tables
) -> Iterator[tuple[Place, Whereabouts, int, standings.Course]]:
    """What `standing_values` takes of each platoon, best first."""
    where, owed = whereabouts(season, rows), debts(season)
    course = standings.course(season, tables)
    for place in standings.standings(season, tables=tables):
        yield place, where, owed.get(place.platoon, 0), course[place.platoon]


def fixtures_of(stream: str, season: Season, tables: standings.Tables | None = None) -> Iterable[models.Fixture]:
    """Every fixture as the campaign counts it, in no particular order."""
    shown = _shown(tables or standings.tables_of(season))
    for key, one in season.fixtures.items():
        yield models.Fixture(**fixture_values(stream, season, one, shown.get(key, ())))


def _shown(tables: standings.Tables) -> dict[str, Sequence[Showing]]:
    """What the standings make of each fixture, by its key."""
    return {fixture.key: showings for fixture, showings in tables.fixtures}


def standing_values(
    stream: str, season: Season, now: Now, place: Place, where: Whereabouts, owed: int, course: standings.Course
) -> Values:
    """Of a row of `models.Standing`, by the names of its fields."""
    platoon = season.platoons[place.platoon]
    challenge = challenge_to(season, place.platoon)
    return {
        "key": f"{stream}/{place.platoon}",
        "campaign_id": stream,
        "platoon": place.platoon,
        "name": platoon.name,
        "player": platoon.player,
        "players": codec.encode(platoon.players),
        "cases": codec.encode(cases) if (cases := season.cases.get(platoon.key)) else "",
        "side": platoon.side,
        "card": platoon.card,
        "rank": place.rank,
        "score": place.score,
        "played": place.played,
        "won": place.won,
        "drawn": place.drawn,
        "lost": place.lost,
        "points_for": place.points_for,
        "points_against": place.points_against,
        "objectives": place.objectives,
        "destroyed": place.destroyed,
        "preserved": place.preserved,
        "penalty": place.penalty,
        "byes": place.byes,
        "ties": codec.encode(place.ties),
        "purse": platoon.funds,
        "owed": owed + platoon.funds - platoon.purse,
        "worth": vehicles.worth((season.vehicles[id] for id in platoon.vehicles), now.prices),
        "joined": platoon.joined,
        "dropped": platoon.dropped,
        "was": course.was,
        "form": course.form,
        "flaws": codec.encode({flaw: platoon.waivers.get(flaw, "") for flaw in platoon.flaws}),
        "sector": platoon.sector,
        "supply": where.supplies.get(platoon.key, ""),
        "entrenched": platoon.entrenched,
        "ordered": platoon.key in season.orders,
        "engaged": where.engaged.get(platoon.key, ""),
        "retreat_by": where.retreat_by.get(platoon.key, ""),
        "challenger": challenge.challenger if challenge else "",
        "answer_by": challenge.due if challenge else "",
    }


def vehicle_values(stream: str, season: Season, now: Now, id: str, record: Service) -> Values:
    """Of a row of `models.Vehicle`, by the names of its fields."""
    vehicle = season.vehicles[id]
    platoon, feats = season.platoons[vehicle.platoon], record.counts()
    return {
        "key": f"{stream}/{id}",
        "campaign_id": stream,
        "platoon": vehicle.platoon,
        "player": platoon.player,
        "vehicle": id,
        "name": vehicle.name,
        "model": vehicle.model,
        "status": record.status,
        "battle": record.battle or None,
        "condition": codec.encode(record.condition),
        "price": now.prices[id],
        "crew": vehicle.crew.state,
        "crew_out": vehicle.crew.out,
        "grade": grade(now.terms, vehicle.crew.experience),
        "experience": vehicle.crew.experience,
        "bays": codec.encode(vehicle.bays),
        "in_workshop": vehicle.rounds_in_workshop,
        "held": id in platoon.hold,
        "battles": len(record.sorties),
        "shots": feats.get("shot", 0),
        "hits": feats.get("hit", 0),
        "kills": feats.get("kill", 0),
        "damage": feats.get("damage", 0),
        "repairs": feats.get("repair", 0),
        "record": codec.encode(record.sorties),
    }


def fixture_values(stream: str, season: Season, fixture: Fixture, showings: Sequence[Showing]) -> Values:
    """Of a row of `models.Fixture`, by the names of its fields."""
    reported = fixture.reported
    results = {one.platoon: one.result for one in showings}
    return {
        "key": f"{stream}/{fixture.key}",
        "campaign_id": stream,
        "fixture": fixture.key,
        "round": fixture.round,
        "battle": fixture.battle or None,
        "number": fixture.number,
        "scenario": fixture.scenario,
        "title": fixture.title,
        "sides": codec.encode({side: forces.platoon for side, forces in fixture.sides.items()}),
        "platoons": codec.encode(fixture.platoons),
        "seats": codec.encode(relieved) if (relieved := season.relieved(fixture)) else "",
        "status": _status(fixture),
        "position": reported.position if reported else 0,
        "digest": reported.digest if reported else "",
        "winner": next((platoon for platoon, result in results.items() if result == "won"), ""),
        "points": codec.encode({one.platoon: one.points for one in showings}),
        "results": codec.encode(results),
        "how": fixture.decided.how if fixture.decided else "fought" if reported else "",
        "ready": codec.encode(fixture.ready),
        "disputed": codec.encode(fixture.disputes) if fixture.disputes else "",
        "contradicted": codec.encode(reported.contradicted) if reported and _contradicts(fixture) else "",
        "ground": codec.encode(fixture.ground) if fixture.ground else "",
        "beaten": fixture.beaten,
        "date": fixture.date,
        "place": fixture.place,
        "proposed": codec.encode(fixture.proposed) if fixture.proposed and fixture.is_open else "",
        "substitutes": _people(fixture.substitutes),
        "asked_for": _people(fixture.asked_for) if fixture.is_open else "",
        "read_otherwise": is_read_otherwise(season, fixture.battle),
        "remind_at": remind_of_date_at(fixture),
        "reconsidered": codec.encode(offer) if (offer := season.offered.get(fixture.key)) else "",
    }


def _people(found: Mapping[str, Substituted] | Mapping[str, SubstituteProposed]) -> str:
    """Who sits in, or is to, by platoon."""
    return codec.encode({key: one.person for key, one in found.items()}) if found else ""


def _contradicts(fixture: Fixture) -> bool:
    """Whether its newest report contradicts what its vehicles have done since, and no organiser has ruled on that."""
    ruled_on = fixture.decided is not None and fixture.decided.how == "adjudicated"
    return fixture.reported is not None and bool(fixture.reported.contradicted) and not ruled_on


def _status(fixture: Fixture) -> str:
    status = models.Fixture.Status
    if fixture.decided:
        return status.DECIDED
    if fixture.reported:
        return status.COUNTED
    if fixture.battle:
        return status.MUSTERED
    return status.ANNOUNCED if fixture.announced else status.CALLED_OFF
