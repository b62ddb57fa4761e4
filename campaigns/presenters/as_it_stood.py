"""A campaign's read model as it stands now, which is read, and as it stood at an earlier row of its log, which is
folded from the log up to there. Whoever shows one shows the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from msgspec.structs import replace

from battles import mended
from battles.log import Row
from battles.reports import Ruled
from battles.sentences import words
from campaigns import handler, projections
from campaigns.models import Appointment, CampaignSheet, Fixture, Round, Sector, Standing, Vehicle
from campaigns.models import fixtures as fixtures_table
from campaigns.presenters.live_facts import counting, live_facts
from campaigns.season import Season, names
from campaigns.season.decider import SEASONS
from campaigns.season.visibility import as_read_by
from rules.adjudicate import Who
from rules.stream.hindsight import known_since, state_after


class When(NamedTuple):
    """An earlier moment: after a row of the log as it was believed then, or `corrected`, as it is known now."""

    at: int
    corrected: bool = False


class Told(NamedTuple):
    """A season at a moment, with the log behind it: the rows up to the newest that is in it, each as an event, struck
    or not; those that count there (`live`) in order; and the `facts` as people read them, each with who told it
    first."""

    season: Season
    told: Sequence[Ruled]
    rows: Sequence[Row]
    live: Sequence[Ruled]
    facts: Sequence[tuple[Ruled, Row]]


def told_at(stream: str, when: When | None, rows: Sequence[Row] | None = None) -> Told:
    """The season at a moment, now for None. `rows`: all of the log's, where they have been read; `NoSuchStream` if
    there is none. Folded for whoever asks: they may change it."""
    return Told(*at_moment(SEASONS, handler.replay, stream, when, rows))


def at_moment(
    decider: Any, replay: Callable[..., Any], stream: str, when: When | None, rows: Sequence[Row] | None
) -> tuple[Any, Sequence[Ruled], Sequence[Row], Sequence[Ruled], tuple[tuple[Ruled, Row], ...]]:
    """A stream of another kind at a moment: its state, and the rest as in `Told`."""
    if when is None or not when.corrected:
        state, told, read = replay(stream, when.at if when else None, rows)
        return state, told, read, counting(told), live_facts(told, read)
    _now, told, read = replay(stream, None, rows)
    line = known_since(mended.history_of(decider, told, read), when.at)
    there = {row.position for row in line}
    facts = tuple(one for one in live_facts(told, read) if one[0].position in there)
    count, last = [told[row.position - 1] for row in line], max(there)
    state = state_after(mended.history_of(decider, told, read), line)
    without_later = [one if one.struck <= last else replace(one, struck=0) for one in told[:last]]
    return state, without_later, read[:last], count, facts


class AsItStands:
    """The campaign now, from its read tables: each list with one query."""

    def __init__(self, sheet: CampaignSheet) -> None:
        self.sheet = sheet

    def reader(self, who: Who | None) -> Who | None:
        """As whom somebody reads it."""
        return who

    def standings(self) -> list[Standing]:
        """Best first; equals by key."""
        return _ranked(Standing.objects.filter(campaign=self.sheet))

    def standing(self, platoon: str) -> Standing:
        """That of one platoon. `Http404` if it has none."""
        return get_object_or_404(Standing, campaign=self.sheet, platoon=platoon)

    def plays(self, player: str) -> bool:
        """Whether somebody commands a platoon. No query without an account."""
        mine = Q(player=player) | Q(players__contains=f'"{player}"')
        return bool(player) and Standing.objects.filter(mine, campaign=self.sheet).exists()

    def sectors(self) -> list[Sector]:
        return list(Sector.objects.filter(campaign=self.sheet).order_by("sector"))

    def rounds(self) -> list[Round]:
        return list(Round.objects.filter(campaign=self.sheet).order_by("number"))

    def rounds_after(self, number: int, status: str | None = None) -> Sequence[Round]:
        """Those after a number, to be taken page by page; with a status only those of it."""
        found = Round.objects.filter(campaign=self.sheet, number__gt=number).order_by("number")
        return found.filter(status=status) if status else found  # type: ignore[return-value]

    def offices(self) -> list[Appointment]:
        """Who holds one, by person."""
        return list(Appointment.objects.filter(campaign=self.sheet).order_by("person"))

    def fixtures(self, round: int) -> Sequence[Fixture]:
        """Those of one round, to be taken page by page."""
        return Fixture.objects.filter(campaign=self.sheet, round=round).order_by("number")  # type: ignore[return-value]

    def fixtures_after(self, number: int, query: Q, has: Callable[[Fixture], bool]) -> Sequence[Fixture]:
        """Those after a number, to be taken page by page: of the read table by `query`, else those that `has` keeps."""
        return Fixture.objects.filter(query, campaign=self.sheet, number__gt=number).order_by("number")  # type: ignore[return-value]

    def fixtures_called(self, keys: Collection[str]) -> Sequence[Fixture]:
        """Those of these keys, in their order."""
        return list(Fixture.objects.filter(campaign=self.sheet, fixture__in=keys).order_by("number"))

    def names_of(self, fixtures: Sequence[Fixture]) -> Mapping[str, str]:
        """What they are called, by their keys in the table."""
        return fixtures_table.names_of(fixtures)

    def known_to(self, reader: Who | None) -> set[str]:
        """The platoons whose purchases and purse someone may know: their own, and those whose case they have taken.
        One query, none without an account."""
        if reader is None:
            return set()
        mine = Q(player=reader.id) | Q(players__contains=f'"{reader.id}"')
        if reader.referee:
            mine |= Q(cases__contains=f'"{reader.id}"')
        return set(Standing.objects.filter(mine, campaign=self.sheet).values_list("platoon", flat=True))

    def fleets(self) -> dict[str, list[str]]:
        """The keys of each platoon's vehicles, in their order; of platoons that have some."""
        found: dict[str, list[str]] = {}
        for vehicle, platoon in self._vehicle_keys():
            found.setdefault(platoon, []).append(vehicle)
        return found

    def _vehicle_keys(self) -> Iterable[tuple[str, str]]:
        """Each vehicle, by key, with its platoon."""
        return Vehicle.objects.filter(campaign=self.sheet).order_by("vehicle").values_list("vehicle", "platoon")

    def vehicles_after(self, key: str, wanted: Mapping[str, str]) -> Sequence[Vehicle]:
        """Those after a key that have these values in these fields, to be taken page by page."""
        return Vehicle.objects.filter(**wanted, campaign=self.sheet, vehicle__gt=key).order_by("vehicle")  # type: ignore[return-value]

    def vehicle(self, key: str) -> Vehicle:
        """`Http404` if there is none."""
        return get_object_or_404(Vehicle, campaign=self.sheet, vehicle=key)

    def vehicles(self, platoon: str) -> list[Vehicle]:
        """Those of one platoon, by key."""
        return list(Vehicle.objects.filter(campaign=self.sheet, platoon=platoon).order_by("vehicle"))

    def fixtures_of(self, platoon: str) -> list[str]:
        """The keys of those that a platoon is in, in their order."""
        found = Fixture.objects.filter(campaign=self.sheet, platoons__contains=f'"{platoon}"').order_by("number")
        return list(found.values_list("fixture", flat=True))


class AsItStood(AsItStands):
    """The campaign as `rows`, the first of its log, come to `season`. No query."""

    def __init__(self, stream: str, season: Season, rows: Sequence[Row]) -> None:
        super().__init__(projections.sheet_of(stream, season, rows))
        self.stream, self.season, self.rows = stream, season, rows

    def standings(self) -> list[Standing]:
        return _ranked(projections.standings_of(self.stream, self.season, self.rows))

    def standing(self, platoon: str) -> Standing:
        found = next((one for one in self.standings() if one.platoon == platoon), None)
        if found is None:
            raise Http404
        return found

    def reader(self, who: Who | None) -> Who | None:
        return reader_then(self.stream, self.season, who)

    def plays(self, player: str) -> bool:
        return any(player in one.players for one in self.season.platoons.values())

    def sectors(self) -> list[Sector]:
        return sorted(projections.sectors_of(self.stream, self.season), key=lambda one: one.sector)

    def rounds(self) -> list[Round]:
        return sorted(projections.rounds_of(self.stream, self.season), key=lambda one: one.number)

    def rounds_after(self, number: int, status: str | None = None) -> Sequence[Round]:
        return [one for one in self.rounds() if one.number > number and status in (None, one.status)]

    def offices(self) -> list[Appointment]:
        return sorted(projections.offices_of(self.stream, self.season), key=lambda one: one.person)

    def fixtures(self, round: int) -> Sequence[Fixture]:
        return [one for one in self.every_fixture() if one.round == round]

    def fixtures_after(self, number: int, query: Q, has: Callable[[Fixture], bool]) -> Sequence[Fixture]:
        return [one for one in self.every_fixture() if one.number > number and has(one)]

    def names_of(self, fixtures: Sequence[Fixture]) -> Mapping[str, str]:
        called = {one.key: words(told) for one, told in names.fixtures(self.season)}
        return {one.key: called[one.fixture] for one in fixtures}

    def fixtures_called(self, keys: Collection[str]) -> Sequence[Fixture]:
        return [one for one in self.every_fixture() if one.fixture in keys]

    def every_fixture(self) -> list[Fixture]:
        """Those of all rounds, in their order."""
        return sorted(projections.fixtures_of(self.stream, self.season), key=lambda one: one.number)

    def known_to(self, reader: Who | None) -> set[str]:
        if reader is None:
            return set()
        return {one.platoon for one in self.standings() if one.known_to(reader.id, reader.referee)}

    def _vehicle_keys(self) -> Iterable[tuple[str, str]]:
        return ((key, self.season.vehicles[key].platoon) for key in sorted(self.season.vehicles))

    def vehicles_after(self, key: str, wanted: Mapping[str, str]) -> Sequence[Vehicle]:
        later = self._vehicles({one for one in self.season.vehicles if one > key})
        return [one for one in later if all(getattr(one, name) == value for name, value in wanted.items())]

    def vehicles(self, platoon: str) -> list[Vehicle]:
        return self._vehicles({id for id, one in self.season.vehicles.items() if one.platoon == platoon})

    def vehicle(self, key: str) -> Vehicle:
        if key not in self.season.vehicles:
            raise Http404
        (found,) = self._vehicles([key])
        return found

    def _vehicles(self, keys: Collection[str]) -> list[Vehicle]:
        """Those of these keys, in their order."""
        return [Vehicle(**values) for values in projections.vehicles_of(self.stream, self.season, sorted(keys))]

    def fixtures_of(self, platoon: str) -> list[str]:
        return [one.fixture for one in self.every_fixture() if f'"{platoon}"' in one.platoons]


def reader_then(stream: str, then: Season, who: Who | None) -> Who | None:
    """As whom somebody reads an earlier moment of a campaign: as themselves; but who knew what a platoon held and was
    ordered, and may not know it any more (it was handed over, its case was given back), as a spectator. One query."""
    if who is None:
        return None
    as_read_by(then, who.id, who)
    knew = {key for key in then.platoons if then.known_to(key, who.id)}
    now = Standing.objects.filter(campaign=UUID(stream), platoon__in=knew) if knew else ()
    return who if all(one.known_to(who.id, who.referee) for one in now) else None


def _ranked(standings: Iterable[Standing]) -> list[Standing]:
    return sorted(standings, key=lambda one: (one.rank, one.platoon))


def as_it_stood(sheet: CampaignSheet, when: When | None) -> AsItStands:
    """The campaign at a moment; now if that is None."""
    if when is None:
        return AsItStands(sheet)
    told = told_at(str(sheet.stream), when)
    return AsItStood(str(sheet.stream), told.season, told.rows)
