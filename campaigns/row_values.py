"""What the rows of standings, vehicles and fixtures hold, by the names of their fields. Pure.

None of these functions is given the season: a row says what stands in what it is given, and in nothing else. So whoever
brings the read tables up to date (`campaigns.touched_tables`) knows when a row can be left as it is, and a column that
asks for more needs an argument more, which is seen there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from campaigns import models
from campaigns.season import Fixture
from campaigns.season.kept_events import RetreatContradicted, Substituted, SubstituteProposed
from campaigns.season.standings import Place, Service, Showing
from campaigns.season.state import Platoon, Vehicle, grade
from campaigns.season.values import Terms
from rules.stream import codec

Values = dict[str, Any]  # of a row: a model of Django's takes several times as long to make, and a season has 1,000
SECOND = "%Y-%m-%dT%H:%M:%SZ"


class OfPlatoon(NamedTuple):
    """What a row of the standings says of a platoon besides: who has taken its case; what it owes beyond what it has
    bought, and what its vehicles are worth; its rank a round ago and its last results (`standings.Course`); on a map
    its supply, whether it has orders, the fixture it is engaged in and when the clerk chooses its retreat; on a ladder
    who has challenged it, and until when it answers."""

    cases: tuple[str, ...]
    owed: int
    worth: int
    was: int
    form: str
    supply: str
    ordered: bool
    engaged: str
    retreat_by: str
    challenger: str
    answer_by: str


class OfVehicle(NamedTuple):
    """What a row of a vehicle says besides: who commands it, whether its players hold it back from the workshop, and
    its price as new."""

    player: str
    held: bool
    price: int


class OfFixture(NamedTuple):
    """What a row of a fixture says besides: the sides that others play now than were mustered, with who does; whether
    its battle is read otherwise since an amendment; the retreat that it contradicts, where one can be ruled on."""

    seats: Mapping[str, tuple[str, ...]]
    read_otherwise: bool
    reconsidered: RetreatContradicted | None


def standing_values(stream: str, platoon: Platoon, place: Place, besides: OfPlatoon) -> Values:
    """Of a row of `models.Standing`."""
    return {
        "key": f"{stream}/{platoon.key}",
        "campaign_id": stream,
        "platoon": platoon.key,
        "name": platoon.name,
        "player": platoon.player,
        "players": codec.encode(platoon.players),
        "cases": codec.encode(besides.cases) if besides.cases else "",
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
        "owed": besides.owed + platoon.funds - platoon.purse,
        "worth": besides.worth,
        "joined": platoon.joined,
        "dropped": platoon.dropped,
        "was": besides.was,
        "form": besides.form,
        "flaws": codec.encode({flaw: platoon.waivers.get(flaw, "") for flaw in platoon.flaws}),
        "sector": platoon.sector,
        "supply": besides.supply,
        "entrenched": platoon.entrenched,
        "ordered": besides.ordered,
        "engaged": besides.engaged,
        "retreat_by": besides.retreat_by,
        "challenger": besides.challenger,
        "answer_by": besides.answer_by,
    }


def vehicle_values(stream: str, vehicle: Vehicle, record: Service, besides: OfVehicle, terms: Terms) -> Values:
    """Of a row of `models.Vehicle`. `terms`: of the round under way."""
    feats = record.counts()
    return {
        "key": f"{stream}/{vehicle.id}",
        "campaign_id": stream,
        "platoon": vehicle.platoon,
        "player": besides.player,
        "vehicle": vehicle.id,
        "name": vehicle.name,
        "model": vehicle.model,
        "status": record.status,
        "battle": record.battle or None,
        "condition": codec.encode(record.condition),
        "price": besides.price,
        "crew": vehicle.crew.state,
        "crew_out": vehicle.crew.out,
        "grade": grade(terms, vehicle.crew.experience),
        "experience": vehicle.crew.experience,
        "bays": codec.encode(vehicle.bays),
        "in_workshop": vehicle.rounds_in_workshop,
        "held": besides.held,
        "battles": len(record.sorties),
        "shots": feats.get("shot", 0),
        "hits": feats.get("hit", 0),
        "kills": feats.get("kill", 0),
        "damage": feats.get("damage", 0),
        "repairs": feats.get("repair", 0),
        "record": codec.encode(record.sorties),
    }


def fixture_values(stream: str, fixture: Fixture, showings: Sequence[Showing], besides: OfFixture) -> Values:
    """Of a row of `models.Fixture`. `showings`: what the standings make of it."""
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
        "seats": codec.encode(besides.seats) if besides.seats else "",
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
        "read_otherwise": besides.read_otherwise,
        "remind_at": _remind_at(fixture),
        "reconsidered": codec.encode(besides.reconsidered) if besides.reconsidered else "",
    }


def _remind_at(fixture: Fixture) -> str:
    """When the clerk reminds of its date: the day before. "" for never, or if it has."""
    if not fixture.date or fixture.date_told or not fixture.is_open or fixture.is_fought:
        return ""
    return (datetime.fromisoformat(fixture.date) - timedelta(days=1)).strftime(SECOND)


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
