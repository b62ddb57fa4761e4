"""Last stands of Alpha 66, fought quickly: each in a campaign of its own, reported by its result and confirmed. And
offensives, in which nothing is fought: each on a map, with orders or a retreat that wait for the clerk."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from battles import handler as battle_door
from battles.reports import Report
from campaigns import clerk, handler
from campaigns.models import User
from campaigns.season.enlistment import Enlist
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.orders import Order
from campaigns.season.musters import MusterBattle
from campaigns.season.results import Concede
from campaigns.season.rounds import Extend, OpenRound
from campaigns.season.values import Forces, Pairing, Recruit
from rules.adjudicate import Who
from rules.contract import Command
from rules.reports import Amend, ChangeDepth, Confirm, ReportResult, TakeCase
from rules.stream import codec
from tests.campaigns.on_map import MAP, SIDES
from tests.cast import CampaignFactory, Cast

LEFT: dict[str, dict[str, Any]] = {
    "alpha-1": {"damage": 6, "fate": "destroyed"},
    "red-1": {"damage": 6, "fate": "destroyed"},
    "red-2": {"damage": 3},
}


class LastStand:
    """A battle that nobody won: wrecks to recover, a crew and repairs to roll for, all by the clerk."""

    def __init__(self, cast: Cast) -> None:
        self.organiser = Who(str(cast.alice.pk), referee=True)
        desk = CampaignFactory.create(club=cast.club, system="modern_age")
        handler.open_campaign(desk, self.organiser, "page")
        self.campaign = str(desk.pk)
        self._enlist(cast.bob, "alpha", "M1 Abrams", 1)
        self._enlist(cast.carol, "red", "T-64", 2)
        self.battle = str(uuid4())
        sides = {"americans": Forces(platoon="alpha"), "soviets": Forces(platoon="red")}
        muster = MusterBattle(battle=self.battle, scenario="alpha_66", sides=sides)
        handler.muster_battle(self.campaign, str(uuid4()), muster, self.organiser, "page")

    def drawn(self) -> LastStand:
        self._play(ChangeDepth(depth="result"), ReportResult(winner="", conditions=LEFT))
        return self

    def confirmed(self) -> LastStand:
        state, _told, _rows = battle_door.replay(self.battle)
        position, digest = state.fought
        self._play(*(Confirm(side=side, position=position, digest=digest) for side in state.muster.sides))
        return self

    def take_case(self) -> LastStand:
        """The organiser takes the case, as the office and the pages ask of her."""
        self._play(TakeCase(reason="Asked to"))
        return self

    def amended(self) -> LastStand:
        """Settled and counted, then ruled otherwise, and confirmed anew."""
        clerk.attend(self.battle)
        self._play(Amend(winner="soviets", conditions={"red-2": {}}, reason="The clock had stopped"))
        return self.confirmed()

    def round_until(self, deadline: str) -> LastStand:
        """Settled and counted; then a round in which both meet once more, with what the battle left to repair."""
        clerk.attend(self.battle)
        pairing = Pairing(home="alpha", away="red")
        self._tell(self.organiser, OpenRound(deadline=deadline, pairings=(pairing,)))
        return self

    @property
    def streams(self) -> tuple[UUID, UUID]:
        return UUID(self.battle), UUID(self.campaign)

    def _enlist(self, player: User, key: str, model: str, size: int) -> None:
        vehicles = tuple(Recruit(id=f"{key}-{n}", model=model) for n in range(1, size + 1))
        self._tell(Who(str(player.pk)), Enlist(platoon=key, name=key, vehicles=vehicles))

    def _tell(self, who: Who, command: Command) -> None:
        handler.execute(self.campaign, [_report(command)], who, "page")

    def _play(self, *commands: Command) -> None:
        battle_door.execute(self.battle, list(map(_report, commands)), self.organiser, "page")


class Offensive:
    """Alpha attacks the Reds at Elm, in a round that is over: the orders wait to be disclosed or, where they were, the
    Reds have given up and wait to retreat; then the round closes."""

    def __init__(self, cast: Cast, disclosed: bool) -> None:
        self.organiser = Who(str(cast.alice.pk), referee=True)
        desk = CampaignFactory.create(club=cast.club, system="modern_age", sides=SIDES, map=MAP)
        handler.open_campaign(desk, self.organiser, "page")
        self.campaign = str(desk.pk)
        bob, carol = Who(str(cast.bob.pk)), Who(str(cast.carol.pk))
        self._tell(bob, _platoon("alpha", "reds", "M1 Abrams"))
        self._tell(carol, _platoon("red", "blues", "T-64"))
        for platoon, sector in (("alpha", "bury"), ("red", "elm")):
            self._tell(self.organiser, Deploy(platoon=platoon, sector=sector, reason="As at the table"))
        self._tell(self.organiser, OpenRound(deadline="", orders_by=""))
        self._tell(bob, Order(platoon="alpha", do="attack", to="elm"))
        if disclosed:
            self._tell(self.organiser, Disclose(round=1))
            self._tell(carol, Concede(fixture="r1-1", platoon="red"))
        self._tell(self.organiser, Extend(deadline="2020-03-14T20:00:00Z", reason="That was all"))

    @property
    def streams(self) -> tuple[UUID, ...]:
        return (UUID(self.campaign),)

    def _tell(self, who: Who, command: Command) -> None:
        handler.execute(self.campaign, [_report(command)], who, "page")


def _platoon(key: str, side: str, model: str) -> Enlist:
    return Enlist(platoon=key, name=key, side=side, vehicles=(Recruit(id=f"{key}-1", model=model),))


def _report(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, codec.encode(command))
