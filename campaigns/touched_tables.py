"""A season's read tables, brought up to date by what a report has touched: what that costs does not grow with its log.

`campaigns.projections` makes every row of every table. This makes those alone that may be others than after the report
before, by these rules:

- Nobody says which platoons, vehicles and fixtures an event changes, as they might forget one. The season notes which
  were asked for while it was folded (`rules.stream.watched`).
- What a row says besides is in what its function is given (`campaigns.row_values`): it is never given the season. For
  platoons that is looked at for each, as ranks move by what others do; for vehicles and fixtures, where something that
  it is made of was touched.
- What all rows go by (the house rules, who takes part) is kept as it was. Where it is another now, or anything is not
  known, every row is made. Where rounds are others, whatever the standings say is worked out anew.

The suite compares what stands in the tables with every row made anew (`tests/retold.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from battles import log
from campaigns import models, projections, read_tables, row_values
from campaigns.row_values import Values
from campaigns.season import Fixture, Platoon, Season, editions, pieces_of, standings, vehicles
from campaigns.season.reinforcements import Claims, indebted, owing
from campaigns.season.standings import Place, Showing, Tally, showings_of
from campaigns.season.values import Terms
from rules.stream import watched

# For tests: is asked of every season whose tables were brought up to date, and may raise.
check: Callable[[str, Season, Sequence[log.Row]], None] | None = None


class Touched(NamedTuple):
    """What may be another than it was, by key; some that were only asked for are not there."""

    platoons: set[str]
    vehicles: set[str]
    fixtures: set[str]


class _Fixture(NamedTuple):
    """What others go by of a fixture: its round and its platoons; what it counts; the vehicles that are in its battle,
    and those that came home from it."""

    shape: tuple[int, tuple[str, ...]]
    showings: tuple[Showing, ...]
    fighting: frozenset[str]
    flown: frozenset[str]


NEW = _Fixture((0, ()), (), frozenset(), frozenset())


def save_touched(stream: str, season: Season, rows: Sequence[log.Row], last: AsSaved | None) -> AsSaved:
    """Bring the read tables of a season up to date. `last`: what this returned as they were brought up to date before,
    from this season as it stood then; it has changed in place since. `rows` are all of its rows."""
    touched = _touched(season)
    if last is None or last.season is not season or touched is None or not last.save(stream, rows, touched):
        projections.save(stream, season, rows)
        last = AsSaved(season)
    watched.watch(pieces_of(season))
    if check is not None:
        check(stream, season, rows)
    return last


def _touched(season: Season) -> Touched | None:
    """None for anything."""
    platoons, of_vehicles, fixtures = (watched.touched(pieces) for pieces in pieces_of(season))
    if platoons is watched.EVERY or of_vehicles is watched.EVERY or fixtures is watched.EVERY:
        return None
    return Touched(platoons, of_vehicles, fixtures)


def _general(season: Season) -> tuple[Any, ...]:
    """What rows of all platoons, vehicles or fixtures go by. Nothing in it is changed in place."""
    return season.settings(season.turn), [*season.amended], season.ladder is None, len(season.platoons)


def _of_rounds(season: Season) -> tuple[Any, ...]:
    """What the standings go by of rounds. Nothing in it is changed in place."""
    byes = [(one.number, one.byes, one.ladder) for one in season.rounds]
    return season.turn, byes, [one.places for one in season.rounds[-2:]]


def _known(fixture: Fixture) -> _Fixture:
    forces = (id for one in fixture.sides.values() for id in one.vehicles) if fixture.is_fought else ()
    units = fixture.reported.outcome.units if fixture.reported and fixture.mustered else ()
    shape = fixture.round, fixture.platoons
    return _Fixture(shape, showings_of(fixture), frozenset(forces), frozenset(unit.id for unit in units))


class AsSaved:
    """What a process knows of the read tables of a season, as it wrote them last."""

    def __init__(self, season: Season) -> None:
        self.season, self._general, self._of_rounds = season, _general(season), _of_rounds(season)
        self._tally = Tally(season)
        self._people = {key: _people(one) for key, one in season.platoons.items()}
        self._offered, self._offices = {**season.offered}, {**season.offices}
        self._rounds = [*map(msgspec.structs.astuple, season.rounds)]
        self._fixtures: dict[str, _Fixture] = {}
        self._fights: dict[str, frozenset[str]] = {}  # who is in a battle that is not counted, by fixture
        self._flown: dict[str, set[str]] = {}  # the fixtures that each vehicle came home from
        self._claims: dict[str, Claims] = {}  # of the fixtures that claim anything
        self._note({key: _known(one) for key, one in season.fixtures.items()})
        self._prices = {**vehicles.prices(season)}
        self._vehicles = {key: self._of_vehicle(key) for key in season.vehicles}
        self._worths = {key: self._worth(key) for key in season.platoons}
        self._was: dict[str, int] = {}
        self._courses: dict[str, standings.Course] = {}
        self._follow_courses()
        # What each row of the standings says besides what its platoon is; nothing, so that all are looked at once.
        self._places: dict[str, tuple[Any, ...]] = {}

    def save(self, stream: str, rows: Sequence[log.Row], touched: Touched) -> bool:
        """Whether it could. False: every row has to be made, and this is of no more use."""
        season = self.season
        if self._general != _general(season) or self._lacks(touched):
            return False
        now = {key: _known(season.fixtures[key]) for key in touched.fixtures if key in season.fixtures}
        was = {key: self._fixtures.get(key, NEW) for key in now}
        platoons = {key for key in touched.platoons if key in season.platoons}
        others = {key for key in platoons if self._people[key] != _people(season.platoons[key])}
        if not self._counts(now, was, platoons, others):
            return False
        self._note(now)
        read_tables.save(stream, [(models.CampaignSheet, [projections.sheet_of(stream, season, rows)])])
        self._save_beside(stream)
        fixtures = {*now, *self._handed_over(others), *self._ruled_on()}
        read_tables.mend(models.Fixture, [self._fixture_row(stream, season.fixtures[key]) for key in fixtures])
        ids = {id for one in (*now.values(), *was.values()) for id in (*one.fighting, *one.flown)} | touched.vehicles
        ids = {id for id in ids if id in season.vehicles}
        changed = self._changed(ids, platoons)
        read_tables.mend(models.Vehicle, self._vehicle_rows(stream, changed))
        for key in platoons | {season.vehicles[id].platoon for id in changed}:
            self._worths[key] = self._worth(key)
        read_tables.mend(models.Standing, self._standing_rows(stream, rows, platoons))
        return True

    def _lacks(self, touched: Touched) -> bool:
        """Whether something is not there any more, or somebody has come."""
        season = self.season
        came = any(key not in self._people for key in touched.platoons if key in season.platoons)
        left = any(key in self._people for key in touched.platoons if key not in season.platoons)
        sold = any(key in self._vehicles for key in touched.vehicles if key not in season.vehicles)
        undone = any(key in self._fixtures for key in touched.fixtures if key not in season.fixtures)
        return came or left or sold or undone

    def _counts(
        self,
        now: Mapping[str, _Fixture],
        was: Mapping[str, _Fixture],
        platoons: Collection[str],
        others: Collection[str],
    ) -> bool:
        """Count what these fixtures have become, and the penalties of platoons. `others`: those whose players are
        others, or who came at another time. Whether the standings make the same of each fixture as it is made of it
        here."""
        others_play = bool(others) or any(was[key].shape != one.shape for key, one in now.items())
        rounds, self._of_rounds = self._of_rounds, _of_rounds(self.season)
        self._tally.follow(None if others_play or rounds != self._of_rounds else now, platoons)
        for key, one in now.items():
            if self._tally.shown(key) != one.showings:
                return False
            if one.showings != was[key].showings or one.shape != was[key].shape:
                self._follow_courses({showing.platoon for showing in (*one.showings, *was[key].showings)})
        if rounds != self._of_rounds:
            self._follow_courses()
            self._claim(self.season.fixtures)
        return True

    def _follow_courses(self, whose: Iterable[str] | None = None) -> None:
        """Of these platoons, or of all once there is another round."""
        if whose is None:
            self._was = standings.ranks_before(self.season)
        for key in self.season.platoons if whose is None else whose:
            self._courses[key] = self._tally.course(key, self._was.get(key, 0))

    def _claim(self, fixtures: Iterable[str]) -> None:
        """What these fixtures claim by now."""
        terms: dict[int, Terms] = {}
        for key in fixtures if editions.collects_debts(self.season.opened) else ():
            self._claims.pop(key, None)
            if claims := owing(self.season, self.season.fixtures[key], terms):
                self._claims[key] = claims

    def _note(self, now: Mapping[str, _Fixture]) -> None:
        """What these fixtures have become."""
        self._claim(now)
        for key, one in now.items():
            was = self._fixtures.get(key, NEW)
            for id in was.flown - one.flown:
                self._flown[id].discard(key)
            for id in one.flown - was.flown:
                self._flown.setdefault(id, set()).add(key)
            self._fixtures[key] = one
            self._fights.pop(key, None)
            if one.fighting:
                self._fights[key] = one.fighting

    def _save_beside(self, stream: str) -> None:
        """Offices and rounds, and what is on a map."""
        season = self.season
        if self._offices != season.offices:
            self._offices = {**season.offices}
            read_tables.replace(models.Appointment, stream, projections.offices_of(stream, season))
        rounds = [*map(msgspec.structs.astuple, season.rounds)]
        if self._rounds != rounds:
            self._rounds = rounds
            read_tables.replace(models.Round, stream, projections.rounds_of(stream, season))
        if season.opened.theatre is not None:
            read_tables.replace(models.Sector, stream, projections.sectors_of(stream, season))

    def _handed_over(self, others: Collection[str]) -> Iterator[str]:
        """The fixtures whose battles these platoons are in."""
        for key in others:
            self._people[key] = _people(self.season.platoons[key])
        for key, one in self.season.fixtures.items() if others else ():
            if any(forces.platoon in others for forces in one.sides.values()):
                yield key

    def _ruled_on(self) -> set[str]:
        """The fixtures with a retreat to be ruled on, that had none; or that have none any more, or another one."""
        was, now = self._offered, {**self.season.offered}
        self._offered = now
        found = {key for key in was.keys() | now.keys() if was.get(key) != now.get(key)}
        return found & self.season.fixtures.keys()

    def _fixture_row(self, stream: str, fixture: Fixture) -> Values:
        showings = self._fixtures[fixture.key].showings
        return row_values.fixture_values(stream, fixture, showings, projections.of_fixture(self.season, fixture))

    def _changed(self, ids: set[str], platoons: Collection[str]) -> set[str]:
        """Of all vehicles those whose rows may be others: these, and of these platoons those of which something is said
        besides that is another now."""
        season = self.season
        asked = {*ids, *(id for key in platoons for id in season.platoons[key].vehicles)}
        self._prices |= vehicles.prices(season, asked)
        found = set(ids)
        for id in asked:
            now = self._of_vehicle(id)
            if self._vehicles.get(id) != now:
                self._vehicles[id] = now
                found.add(id)
        return found

    def _of_vehicle(self, id: str) -> row_values.OfVehicle:
        return projections.of_vehicle(self.season, self.season.vehicles[id], self._prices[id])

    def _vehicle_rows(self, stream: str, ids: Collection[str]) -> list[Values]:
        if not ids:
            return []
        season, terms = self.season, self.season.terms
        fights = sorted(self._fights, key=lambda key: season.fixtures[key].number)
        battles = {id: season.fixtures[key].battle for key in fights for id in self._fights[key]}
        found = []
        for id in ids:
            vehicle = season.vehicles[id]
            record = standings.record_of(season, vehicle, battles.get(id, ""), self._flown.get(id, ()))
            found.append(row_values.vehicle_values(stream, vehicle, record, self._vehicles[id], terms))
        return found

    def _worth(self, key: str) -> int:
        return projections.worth_of(self.season, self.season.platoons[key], self._prices)

    def _standing_rows(self, stream: str, rows: Sequence[log.Row], platoons: Collection[str]) -> Iterator[Values]:
        """Of these platoons, and of all others whose rows say something else now."""
        season = self.season
        around = projections.Around(
            projections.whereabouts(season, rows),
            projections.challenges_to(season),
            indebted(season, self._claims) if editions.collects_debts(season.opened) else {},
            self._worths,
            self._courses,
        )
        for place in self._tally.places():
            key, platoon = place.platoon, season.platoons[place.platoon]
            besides = projections.of_platoon(season, platoon, around)
            now = besides, _figures(place)
            if key in platoons or self._places.get(key) != now:
                self._places[key] = now
                yield row_values.standing_values(stream, platoon, place, besides)


_figures = attrgetter(*(one for one in Place.__struct_fields__ if one != "met"))  # of a place all that its row says


def _people(platoon: Platoon) -> tuple[tuple[str, ...], int]:
    """Who commands it, and when it came: by that it may have a bye for what it missed."""
    return platoon.players, platoon.joined
