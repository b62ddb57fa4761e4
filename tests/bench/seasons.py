"""A report to a season of a hundred platoons in its eleventh round, and to a small one and one ten times as long; and
what it would take to make every row of their read tables: in milliseconds of the processor."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from types import MappingProxyType
from typing import NamedTuple
from uuid import uuid4

import pytest

import rules
from battles import log
from battles.clerk import THE_CLERK
from battles.reports import Report
from campaigns import handler, projections
from campaigns.models import User
from campaigns.season import Fixture
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.penalties import Penalise
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing, Recruit
from rules.adjudicate import Who
from rules.contract import Command, Feat, Outcome, UnitOutcome
from rules.stream import codec
from tests.campaigns import skirmish
from tests.cast import CampaignFactory, ClubFactory


class Size(NamedTuple):
    platoons: int
    rounds: int


# The one a club may come to; and a small one, and the same ten times as long, which tell what grows with its log.
SIZES = (Size(100, 10), Size(10, 10), Size(10, 100))
VEHICLES = 4
REPORTS = 60


class Cost(NamedTuple):
    """In milliseconds. `save`: of all its read tables every row made anew and compared, with nothing to write."""

    size: Size
    rows: int
    report: float
    save: float

    def line(self) -> str:
        what = f"report to a season of {self.size.platoons} platoons and {self.size.rounds} rounds, {self.rows} rows"
        return f"  {what:<68} {self.report:7.1f} ms   all its read tables {self.save:7.1f} ms"


class Growth(NamedTuple):
    """What a report costs once the season is so many times as long: 1.0 where it costs the same."""

    times: float
    report: float

    def line(self) -> str:
        what = f"the same report to a season {self.times:.0f} times as long"
        return f"  {what:<68} {self.report:7.2f} times as much"


class Desk(NamedTuple):
    """A season that was played, and a report to it."""

    size: Size
    stream: str
    report: Callable[[], None]


def measure() -> Iterator[Cost | Growth]:
    """The seasons are reported to in turn."""
    with of_skirmish():
        desks = [_desk(size) for size in SIZES]
        taken = _taken([desk.report for desk in desks])
        for desk, report in zip(desks, taken, strict=True):
            season, _told, rows = handler.replay(desk.stream)
            (save,) = _taken([partial(projections.save, desk.stream, season, rows)])
            yield Cost(desk.size, len(log.read(desk.stream)), report, save)
        yield Growth(SIZES[2].rounds / SIZES[1].rounds, taken[2] / taken[1])


@contextmanager
def of_skirmish() -> Iterator[None]:
    """One rulebook more than there are, whose battles are over soon."""
    systems = MappingProxyType({**rules.all_systems(), "skirmish": skirmish.SYSTEM})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "all_systems", lambda: systems)
        yield


def _desk(size: Size) -> Desk:
    player = User.objects.create_user(f"season-{size.platoons}-{size.rounds}")
    who = Who(str(player.pk), referee=True)
    stream = played(player, who, size)
    number = count()

    def report() -> None:
        tell(stream, who, [Penalise(platoon=f"p{next(number) % size.platoons}", score=1, reason="It came late")])

    return Desk(size, stream, report)


def played(player: User, who: Who, size: Size) -> str:
    """A season of so many platoons after so many rounds."""
    stream = begun(player, who, size.platoons)
    for turn in range(1, size.rounds + 1):
        fight(stream, who, size.platoons, turn)
        tell(stream, who, [CloseRound(round=turn)])
    return stream


def begun(player: User, who: Who, platoons: int) -> str:
    """A season in which so many platoons have enlisted."""
    desk = CampaignFactory.create(
        club=ClubFactory.create(organisers=[player]), name="A long year", system="skirmish", terms={"platoons_each": 0}
    )
    stream = str(desk.pk)
    handler.open_campaign(desk, who, "page", seed="5" * 64)
    tell(stream, who, [_enlist(number, str(player.pk)) for number in range(platoons)])
    return stream


def fight(stream: str, who: Who, platoons: int, turn: int) -> None:
    """A round in which all of them fight, up to its last battle."""
    half = platoons // 2
    pairs = [Pairing(home=f"p{n}", away=f"p{half + (n + turn) % half}") for n in range(half)]
    tell(stream, who, [OpenRound(pairings=tuple(pairs), deadline="")])
    tell(stream, who, [_muster(one) for one in _open_fixtures(stream)])
    tell(stream, THE_CLERK, [_report(one, turn) for one in _open_fixtures(stream)])


def tell(stream: str, who: Who, commands: Sequence[Command]) -> None:
    reports = [Report(str(uuid4()), type(one).__name__, codec.encode(one)) for one in commands]
    handler.execute(stream, reports, who, "api")


def _enlist(number: int, player: str) -> Enlist:
    vehicles = tuple(Recruit(id=f"p{number}-{n}", model="Light") for n in range(VEHICLES))
    return Enlist(platoon=f"p{number}", name=f"Platoon {number}", player=player, vehicles=vehicles)


def _open_fixtures(stream: str) -> list[Fixture]:
    season = handler.replay(stream)[0]
    return [one for one in season.fixtures.values() if one.round == season.turn]


def _muster(fixture: Fixture) -> MusterBattle:
    sides = zip(("north", "south"), fixture.platoons, strict=True)
    return MusterBattle(
        battle=str(uuid4()), fixture=fixture.key, sides={side: Forces(platoon=key) for side, key in sides}
    )


def _report(fixture: Fixture, turn: int) -> ReportBattle:
    """North wins. Everybody has shot, and one has hit."""
    units = tuple(
        UnitOutcome(
            id, side, "fit", {}, feats=(Feat("shot", 3, n=turn), Feat("hit", 3)) if n else (Feat("shot", 5, n=2),)
        )
        for side, forces in fixture.sides.items()
        for n, id in enumerate(forces.vehicles)
    )
    outcome = Outcome(over=True, winner="north", points={"north": 3, "south": turn}, field="north", units=units)
    return ReportBattle(battle=fixture.battle, position=9, digest="ab" * 32, outcome=outcome)


def _taken(those: Sequence[Callable[[], object]]) -> list[float]:
    """The least that each takes, of many times in turn."""
    times: list[list[float]] = [[] for _each in those]
    for _time in range(REPORTS):
        for do, taken in zip(those, times, strict=True):
            begin = time.process_time()
            do()
            taken.append((time.process_time() - begin) * 1000)
    return [min(taken[3:]) for taken in times]
