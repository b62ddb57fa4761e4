"""A campaign of the rulebook of one page on a squared board, in which Bob's tanks meet Carol's in a village."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any
from uuid import uuid4

import pytest

import rules
from battles import handler as battle_door
from battles.reports import Receipt, Report
from campaigns import handler
from campaigns.models import User
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.values import Forces, Recruit
from rules.adjudicate import Who
from rules.contract import Command
from rules.reports import Confirm
from rules.stream import codec
from tests.cast import CampaignFactory, Cast
from tests.rules import squares

MAP = "......\n.##...\n...#..\n......\n......"


class Village:
    """The campaign is open and both platoons have enlisted; `battle` is called by `muster`."""

    def __init__(self, cast: Cast, **desk: Any) -> None:
        self.cast = cast
        self.organiser = Who(str(cast.alice.pk), referee=True)
        self.desk = CampaignFactory.create(club=cast.club, name="The village", system="squares", **desk)
        handler.open_campaign(self.desk, self.organiser, "page")
        self.stream = str(self.desk.pk)
        self.battle = ""
        for player, key, size in ((cast.bob, "bears", 2), (cast.carol, "cats", 2)):
            vehicles = tuple(Recruit(id=f"{key}-{n}", model="Tank") for n in range(1, size + 1))
            names = {vehicle.id: f"{key.title()} {n}" for n, vehicle in enumerate(vehicles, 1)}
            enlist = Enlist(platoon=key, name=key.title(), vehicles=vehicles, names=names)
            report = Report(str(uuid4()), "Enlist", codec.encode(enlist))
            handler.execute(self.stream, [report], Who(str(player.pk)), "page")

    def muster(self, **board: Any) -> str:
        self.battle = str(uuid4())
        sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
        muster = MusterBattle(battle=self.battle, title="The church", sides=sides, board=board)
        handler.muster_battle(self.stream, str(uuid4()), muster, self.organiser, "page")
        return self.battle

    def tell(self, who: User, command: Command) -> Receipt:
        report = Report(str(uuid4()), type(command).__name__, codec.encode(command))
        return battle_door.execute(self.battle, [report], Who(str(who.pk)), "api")

    def fight(self) -> None:
        """Leaguer rolls for a shot of each side, then Bob's tanks hit until Carol has none."""
        self.tell(self.cast.bob, squares.Shoot(unit="bears-1", target="cats-1"))
        self.tell(self.cast.carol, squares.Shoot(unit="cats-1", target="bears-1"))
        for target in ("cats-1", "cats-2"):
            while battle_door.state(self.battle).play.tanks[target].damage < squares.HULL:
                hit = squares.Shoot(unit="bears-2", target=target, accuracy=(4, 5), hit=("turret",))
                self.tell(self.cast.bob, hit)

    def confirm(self) -> None:
        for side, player in (("north", self.cast.bob), ("south", self.cast.carol)):
            position, digest = battle_door.state(self.battle).fought
            self.tell(player, Confirm(side=side, position=position, digest=digest))

    @property
    def url(self) -> str:
        return f"/battles/{self.battle}/"


@pytest.fixture
def village(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Village:
    systems = MappingProxyType({**rules.all_systems(), "squares": squares.SYSTEM})
    monkeypatch.setattr(rules, "all_systems", lambda: systems)
    monkeypatch.setattr("campaigns.handler.secrets.token_hex", lambda count: "66" * count)
    return Village(cast)
