"""Last stands of Alpha 66, fought quickly: each in a campaign of its own, reported by its result and confirmed."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from battles import door as battle_door
from battles.reports import Report
from campaigns import clerk, door
from campaigns.models import User
from campaigns.reports import Enlist, Forces, MusterBattle, OpenRound, Pairing, Recruit
from rules import codec
from rules.adjudicate import Who
from rules.contract import Command
from rules.reports import ChangeDepth, Confirm, ReportResult
from rules.revisions import Amend
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
        door.open_campaign(desk, self.organiser, "page")
        self.campaign = str(desk.pk)
        self._enlist(cast.bob, "alpha", "M1 Abrams", 1)
        self._enlist(cast.carol, "red", "T-64", 2)
        self.battle = str(uuid4())
        sides = {"americans": Forces(platoon="alpha"), "soviets": Forces(platoon="red")}
        muster = MusterBattle(battle=self.battle, scenario="alpha_66", sides=sides)
        door.muster_battle(self.campaign, str(uuid4()), muster, self.organiser, "page")

    def drawn(self) -> LastStand:
        self._play(ChangeDepth(depth="result"), ReportResult(winner="", conditions=LEFT))
        return self

    def confirmed(self) -> LastStand:
        state, _told, _rows = battle_door.replay(self.battle)
        position, digest = state.fought
        self._play(*(Confirm(side=side, position=position, digest=digest) for side in state.muster.sides))
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
        door.execute(self.campaign, [_report(command)], who, "page")

    def _play(self, *commands: Command) -> None:
        battle_door.execute(self.battle, list(map(_report, commands)), self.organiser, "page")


def _report(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, codec.encode(command))
