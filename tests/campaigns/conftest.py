"""A season of skirmishes in which Bob's platoon and Carol's fight."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import TypeVar
from uuid import uuid4

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

import rules
from battles import handler as battle_door
from battles.reports import Receipt, Report
from campaigns import handler
from campaigns.models import User
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.people import Appoint, Dismiss
from campaigns.season.values import Forces, Office, Recruit
from rules.adjudicate import Who
from rules.contract import Command
from rules.reports import Confirm, TakeCase
from rules.stream import codec
from tests.campaigns import skirmish
from tests.campaigns.skirmish import Shoot
from tests.cast import CampaignFactory, Cast, gathered


@pytest.fixture(autouse=True)
def _skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    with_skirmish(monkeypatch)


def with_skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    """One rulebook more than there are."""
    systems = MappingProxyType({**rules.all_systems(), "skirmish": skirmish.SYSTEM})
    monkeypatch.setattr(rules, "all_systems", lambda: systems)


ANY = MappingProxyType({"platoons_each": 0})  # Bob enlists as many as a test has use for


class Season:
    """Plays a campaign through the doors. Every method is a report of somebody's. `seed`: of its dice, 64 hex digits;
    "" for one that is made up."""

    seed = ""
    begun = False

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.organiser = Who(str(cast.alice.pk), referee=True)
        self.desk = CampaignFactory.create(
            club=cast.club,
            name="The long ridge",
            system="skirmish",
            confirm_within=3600,
            umpires=[cast.erin],
            terms=dict(ANY),
        )
        self.stream = str(self.desk.pk)

    def open(self) -> Receipt:
        return handler.open_campaign(self.desk, self.organiser, "page", seed=self.seed)

    def report(self, who: Who, command: Command, id: str | None = None) -> Receipt:
        report = Report(id or str(uuid4()), type(command).__name__, codec.encode(command))
        return handler.execute(self.stream, [report], who, "api")

    def enlist(self, player: User, key: str, size: int = 2, model: str = "Light", side: str = "") -> Receipt:
        vehicles = tuple(Recruit(id=f"{key}-{n}", model=model) for n in range(1, size + 1))
        names = {f"{key}-1": f"The {key.title()}"}
        fittings: dict[str, tuple[str, ...]] = {f"{key}-1": (f"{key}'s secret",)}
        said = Enlist(platoon=key, name=key.title(), side=side, vehicles=vehicles, names=names, fittings=fittings)
        return self.report(Who(str(player.pk)), said)

    def begin(self) -> Season:
        """Open, with a platoon of Bob's and one of Carol's. Nothing where it has begun for the whole module."""
        if not self.begun:
            self.open()
            self.enlist(self.cast.bob, "bears")
            self.enlist(self.cast.carol, "cats")
            self.begun = True
        return self

    def muster(self, north: str = "bears", south: str = "cats", battle: str | None = None) -> str:
        battle = battle or str(uuid4())
        sides = {"north": Forces(platoon=north), "south": Forces(platoon=south)}
        handler.muster_battle(
            self.stream, str(uuid4()), MusterBattle(battle=battle, sides=sides), self.organiser, "page"
        )
        return battle

    def appoint(self, person: User, office: Office = "umpire") -> None:
        self.report(self.organiser, Appoint(person=str(person.pk), office=office, reason="They know the rules"))

    def dismiss(self, person: User) -> None:
        self.report(self.organiser, Dismiss(person=str(person.pk), reason="They have moved away"))

    def take_case(self, battle: str) -> Receipt:
        """The organiser takes the case of a battle, as the office and the pages ask of her."""
        return self.play(battle, TakeCase(reason="Asked to"))

    def shoot(self, battle: str, shooter: str, target: str, face: int | None = 6) -> Receipt:
        """A shot as the organiser saw it; without a face it is Leaguer's die."""
        return self.play(battle, Shoot(shooter=shooter, target=target, dice=None if face is None else (face,)))

    def play(self, battle: str, command: Command, who: Who | None = None) -> Receipt:
        report = Report(str(uuid4()), type(command).__name__, codec.encode(command))
        return battle_door.execute(battle, [report], who or self.organiser, "api")

    def win(self, battle: str, winner: str = "bears", loser: str = "cats") -> None:
        """Every vehicle of one platoon is wrecked by the first of the other."""
        state, _told, _rows = battle_door.replay(battle)
        for unit in state.muster.units:
            if unit.id.startswith(loser):
                for _ in range(skirmish.HULL - unit.condition.get("damage", 0)):
                    self.shoot(battle, f"{winner}-1", unit.id)

    def confirm(self, battle: str) -> None:
        """Both sides, each by its player."""
        for side, player in (("north", self.cast.bob), ("south", self.cast.carol)):
            state, _told, _rows = battle_door.replay(battle)
            position, digest = state.fought
            self.play(battle, Confirm(side=side, position=position, digest=digest), Who(str(player.pk)))

    def fight(self) -> str:
        """A battle the bears win, confirmed by both."""
        battle = self.muster()
        self.win(battle)
        self.confirm(battle)
        return battle


@pytest.fixture
def season(cast: Cast) -> Season:
    return Season(cast)


S = TypeVar("S", bound=Season)


@contextmanager
def shared_season(blocker: DjangoDbBlocker, kind: type[S]) -> Iterator[S]:
    """A season that is played once for all tests of a module. Each takes a `deepcopy` of it, as it changes the people
    and the desk in memory, too; what it writes is rolled back, and in the end the season is."""
    with blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        with_skirmish(patch)
        yield kind(gathered())
        transaction.set_rollback(True)
