"""The rounds of a campaign and their fixtures, for its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from battles.models import Sheet
from battles.naming import side_name
from battles.sentences import words
from campaigns.models import Fixture
from campaigns.presenters import map, story
from campaigns.season import Round, Season
from campaigns.season import names as called
from campaigns.season.round_end import RoundClosed
from campaigns.season.seating import speakers
from campaigns.season.unconfirmed import rests_on
from campaigns.season.values import Rank

HOW = {
    "fought": gettext_lazy("fought"),
    "conceded": gettext_lazy("conceded"),
    "walkover": gettext_lazy("walk-over"),
    "default": gettext_lazy("not played"),
    "adjudicated": gettext_lazy("adjudicated"),
    "void": gettext_lazy("does not count"),
}
RESULTS = {
    "won": pgettext_lazy("a result", "won"),
    "drawn": pgettext_lazy("a result", "drawn"),
    "lost": pgettext_lazy("a result", "lost"),
}


class Side(msgspec.Struct, frozen=True):
    """A platoon of a fixture: its points and result once it counts (None and "" before), and its side of the battle."""

    platoon: str
    name: str
    side: str
    points: int | None
    result: str

    @property
    def side_called(self) -> str:
        return side_name(self.side)


class Meeting(msgspec.Struct, frozen=True):
    """A fixture: its name, who meets, its status and how it was decided, in words; the faults that were let pass and
    its disputes, each with the reason. `mine`: the reader plays in it; `where` on the map, "" if not on it; `nth` of
    its round between the same platoons; `date`: when it is to be played, by the clocks of the
    `zone`; "" once it counts; `rests_on`: fixtures, by key and name, by whose results it was paired before they were
    confirmed; `reopened`: its battle was counted, and is being corrected."""

    fixture: Fixture
    name: str
    sides: tuple[Side, ...]
    status: str
    how: str
    passed: tuple[tuple[str, str], ...]
    disputes: tuple[tuple[str, str], ...]
    mine: bool
    where: str
    nth: int
    date: str
    zone: str
    rests_on: tuple[tuple[str, str], ...] = ()
    reopened: bool = False


class RoundSummary(msgspec.Struct, frozen=True):
    """A round: the names of platoons without a fixture, and the standings published with it. `late`: it is open past
    its deadline; `ends`: the row of the log that closed it, 0 for none."""

    round: Round
    late: bool
    byes: tuple[str, ...]
    places: tuple[tuple[Rank, str], ...]
    ends: int = 0


def summary_of(season: Season, number: int, facts: Iterable[story.Fact] = ()) -> RoundSummary | None:
    """The round of this number; None for what was played outside rounds. `facts`: of the log, to find its end in."""
    found = next((one for one in season.rounds if one.number == number), None)
    if found is None:
        return None
    ends = ((fact.position, fact.event) for fact, _row in facts)
    return RoundSummary(
        round=found,
        late=not found.closed and found.deadline != "" and datetime.fromisoformat(found.deadline) < now(),
        byes=tuple(season.platoons[key].name for key in found.byes),
        places=tuple((place, season.platoons[place.platoon].name) for place in found.places),
        ends=next((at for at, one in ends if isinstance(one, RoundClosed) and one.number == number), 0),
    )


def numbers(season: Season) -> list[int]:
    """The numbers of all rounds, newest first. 0 stands for battles before the first round."""
    found = {one.number for one in season.rounds} | {one.round for one in season.fixtures.values()}
    return sorted(found, reverse=True)


def meetings(season: Season, fixtures: Iterable[Fixture], reader: str, now: bool = True) -> list[Meeting]:
    """Each fixture as a reader ("" for a spectator) may see it. One query, for how battles stand `now`."""
    fixtures = list(fixtures)
    sheets = Sheet.objects.in_bulk([one.battle for one in fixtures if one.battle]) if now else {}
    names, numbers = story.names_in(season), nth_of(season)
    return [
        meeting(season, one, sheets.get(one.battle) if one.battle else None, reader, names, numbers[one.fixture])
        for one in fixtures
    ]


def nth_of(season: Season) -> dict[str, int]:
    """Each fixture's number among those of its round between the same platoons."""
    return {one.key: nth for one, nth in called.numbered(season)}


def meeting(
    season: Season, fixture: Fixture, sheet: Sheet | None, reader: str, names: dict[str, str], nth: int
) -> Meeting:
    platoons: list[str] = msgspec.json.decode(fixture.platoons)
    disputes: dict[str, str] = msgspec.json.decode(fixture.disputed) if fixture.disputed else {}
    found = season.fixtures[fixture.fixture]
    return Meeting(
        fixture=fixture,
        name=fixture.title or names.get(fixture.scenario, fixture.scenario),
        sides=tuple(_sides(fixture, platoons, names)),
        status=_status(fixture, sheet),
        how=str(HOW[fixture.how]) if fixture.how not in ("", "fought") else "",
        passed=story.passed(found.waivers, names),
        disputes=tuple((names.get(key, key), reason) for key, reason in disputes.items()),
        mine=bool(reader) and any(reader in speakers(season, found, key) for key in platoons),
        where=map.place(season, found.ground.sector) if found.ground else "",
        nth=nth,
        date=fixture.date if found.is_open else "",
        zone=season.zone,
        rests_on=tuple(_rests_on(season, fixture.round, platoons)),
        reopened=sheet is not None and fixture.is_reopened(sheet),
    )


def _rests_on(season: Season, number: int, platoons: Sequence[str]) -> Iterable[tuple[str, str]]:
    found = next((one.unconfirmed for one in season.rounds if one.number == number), ())
    for key in rests_on(season, platoons, found):
        yield key, words(called.of_fixture(season, key))


def _sides(fixture: Fixture, platoons: Sequence[str], names: dict[str, str]) -> Iterable[Side]:
    """The platoons in the order of the battle's sides, or as announced if it is not mustered."""
    points: dict[str, int] = msgspec.json.decode(fixture.points)
    results: dict[str, str] = msgspec.json.decode(fixture.results)
    sides: dict[str, str] = msgspec.json.decode(fixture.sides)
    for side, key in sides.items() or (("", key) for key in platoons):
        result = str(RESULTS[results[key]]) if key in results else ""
        yield Side(key, names.get(key, key), side, points.get(key), result)


def _status(fixture: Fixture, sheet: Sheet | None) -> str:
    if fixture.disputed:
        return _("disputed")
    if fixture.status == Fixture.Status.MUSTERED and sheet is not None:
        return sheet.standing
    return str(fixture.get_status_display())
