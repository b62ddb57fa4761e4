"""What the log says of objectives, helicopters, reserves, repairs and results changed, in words."""

from __future__ import annotations

import pytest

from rules.contract import Event, Roll
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.cards.hidden import HiddenKept
from rules.systems.modern_age.cards.lost import CardLost
from rules.systems.modern_age.cards.use import CardUsed
from rules.systems.modern_age.defence.cancels import HitsCancelled
from rules.systems.modern_age.deployment import Deployed, Redeployed
from rules.systems.modern_age.depths import Resumed
from rules.systems.modern_age.free_moves import FreelyMoved, TokenShed
from rules.systems.modern_age.helicopters import Crashed
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.missions.objectives import ObjectivePlaced
from rules.systems.modern_age.missions.victory import Conceded, ObjectivesChecked
from rules.systems.modern_age.movement import Moved
from rules.systems.modern_age.repairs import RepairRolled
from rules.systems.modern_age.reserves import Arrived
from rules.systems.modern_age.setting_up import EdgeChosen, RoleChosen
from rules.systems.modern_age.shooting.ammo import CardRefunded
from rules.systems.modern_age.shooting.changes import CriticalSwapped
from rules.systems.modern_age.shooting.smoke import SmokeLaid


def rolled(*values: int) -> Roll:
    return Roll("t1/x", 6, values, "table")


def repair(**more: bool) -> RepairRolled:
    return RepairRolled(unit="m1", critical="c1", card="Engine", roll=rolled(5), **{"repaired": True, **more})


SAID: list[tuple[Event, str]] = [
    (ObjectivePlaced(objective="centre", side=""), "An objective is on the table: the centre of the table."),
    (RoleChosen(attacker="Bob"), "Attacker, with Advantage: Bob."),
    (EdgeChosen(side="Bob", edge="north"), "The north edge goes to Bob."),
    (Conceded(side="Bob"), "The battle is conceded by Bob."),
    (HiddenKept(unit="m1", moment="defended"), "m1 keeps its cards face down."),
    (ObjectivePlaced(objective="first", side="reds"), "An objective is placed by reds: the first objective."),
    (Deployed(unit="m1"), "m1 is deployed."),
    (Deployed(unit="m1", reserve=True), "m1 is held in reserve."),
    (Deployed(unit="ah", elevation="high"), "ah is deployed. It flies high."),
    (Deployed(unit="ah", moves=1), "ah is deployed and moves at once."),
    (Deployed(unit="ah", moves=2), "ah is deployed and moves 2 times at once."),
    (Redeployed(unit="m1"), "m1 is deployed anew."),
    (Arrived(unit="m1", edge="east"), "m1 comes on by the east edge."),
    (Moved(unit="ah", moves=2, elevation="low"), "ah moves 2 times. It flies low."),
    (FreelyMoved(unit="m1", card="driver"), "m1 moves once more, without a speed token."),
    (
        FreelyMoved(unit="m1", card="driver", paid="ammo", paid_name="Shells"),
        "m1 gives up Shells and moves once more, without a speed token.",
    ),
    (
        FreelyMoved(unit="ah", card="pilot", elevation="high"),
        "ah changes its height without a speed token: it flies high.",
    ),
    (
        FreelyMoved(unit="ah", card="pilot", roll=rolled(2), happened=False),
        "ah stays where it is: the die (2) gives it no further move.",
    ),
    (TokenShed(unit="m1", card="driver", roll=rolled(6), shed=True), "m1 loses its speed token (6)."),
    (TokenShed(unit="m1", card="driver", roll=rolled(1), shed=False), "m1 keeps its speed token (1)."),
    (SmokeLaid(unit="m1", target="t64", card="ammo"), "m1 lays smoke on t64."),
    (CardUsed(unit="m1", card="x", name="Volkov", phase="shooting"), "m1 uses Volkov for the Shooting Phase."),
    (CardUsed(unit="m1", card="x", name="Commander", units=("a", "b")), "m1 uses Commander for a, b."),
    (CardUsed(unit="m1", card="x", name="Shells", discarded="x", discarded_name="Shells"), "m1 uses Shells."),
    (
        CardUsed(unit="m1", card="x", name="Komissar", discarded="y", discarded_name="Shells", critical="c1"),
        "m1 uses Komissar, gives up Shells and is rid of a critical card.",
    ),
    (CardRefunded(unit="m1", card="ammo", by="loader", back=True), "m1 has its Ammo card back."),
    (
        CardRefunded(unit="m1", card="ammo", by="loader", back=False, roll=rolled(1)),
        "m1 does not get its Ammo card back (1).",
    ),
    (
        CriticalSwapped(unit="m1", swapped=True, hits=0, criticals=2, by="gunner", does="upgrade"),
        "m1 turns a hit into a critical: now 0 hits and 2 criticals.",
    ),
    (
        CriticalSwapped(unit="m1", swapped=True, hits=2, criticals=0),
        "Sharpshooter: m1 turns a critical into two hits: now 2 hits and 0 criticals.",
    ),
    (
        CriticalSwapped(unit="m1", swapped=False, hits=2, criticals=0, by="gunner", does="join"),
        "m1 keeps its results.",
    ),
    (
        HitsCancelled(
            unit="t64", attacker="m1", cancelled_hits=1, cancelled_criticals=0, hits=1, criticals=1, forced=0, worn=0
        ),
        "t64 cancels 1 hit and 0 criticals; 1 hit and 1 critical are left.",
    ),
    (CardLost(unit="m1", card="armour", name="Camouflage Netting", cause=""), "m1 loses Camouflage Netting."),
    (
        CardLost(unit="m1", card="driver", name="Risky Driver", cause="Injured Crew"),
        "m1 loses Risky Driver to Injured Crew.",
    ),
    (Crashed(unit="ah", by="m1", points=20), "ah crashes and is removed (20 points)."),
    (ObjectivesChecked(held=(), points={}), "The objectives are checked: nobody gets a victory point."),
    (
        ObjectivesChecked(held=("reds:centre",), points={"reds": 1}),
        "The objectives are checked. Victory points: reds 1.",
    ),
    (repair(), "m1 repairs Engine (5)."),
    (repair(again=True), "m1 repairs Engine at the second try (5)."),
    (repair(repaired=False, again=True), "m1 fails to repair Engine (5)."),
    (
        Resumed(advantage="reds", attacker="reds", turns=2, victory_points={"reds": 1}),
        "Shots are reported again after 2 turns; Advantage is with reds. Victory points: reds 1.",
    ),
    (
        BattleDecided(winner="reds", how="held"),
        "The battle goes to reds. The Attacker has not broken through in time.",
    ),
    (BattleDecided(winner="reds", how="hill"), "The battle goes to reds. Three victory points: the hill is held."),
]


@pytest.mark.parametrize(("event", "text"), SAID)
def test_it_is_said_in_a_sentence(event: Event, text: str) -> None:
    assert SYSTEM.narrate(event).text() == text
