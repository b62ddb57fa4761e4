"""What the log says of every ruling, in words and with the numbers it hangs on."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from rules import visibility
from rules.contract import Event, Message, Roll, verbatim
from rules.record import Table
from rules.systems.tanks import SYSTEM
from rules.systems.tanks.artillery import Bombarded, Scattered
from rules.systems.tanks.between import Assessed
from rules.systems.tanks.damage import DamageRolled, Exploded, PenetrationRolled, SaveRolled
from rules.systems.tanks.explosions import AreaClosed
from rules.systems.tanks.moving import Crossed, Driven, Retreated
from rules.systems.tanks.ramming import Rammed
from rules.systems.tanks.scoring import Conceded
from rules.systems.tanks.setting_up import SetupChosen, SetupRolled
from rules.systems.tanks.shooting import ShotFired
from rules.systems.tanks.smoke import SmokePopped
from rules.systems.tanks.turns import Spotted, TurnBegan
from rules.systems.tanks.words import points_of
from tests.rules.recordings import fold, loads
from tests.rules.tanks.record import BATTLES, FOLDER


def rolled(*values: int) -> Roll:
    return Roll("r1/x", 6, values, "table")


def shot(result: str, **more: Any) -> ShotFired:
    said: dict[str, Any] = {"unit": "tiger", "target": "m4", "distance": 305, "measure": "mm", "facing": "front"}
    said |= {"cover": "", "roll": rolled(4), "modifiers": {}, "needed": 4, "result": result, "reloading": 1}
    return ShotFired(**(said | more))


def bombarded(**more: Any) -> Bombarded:
    said: dict[str, Any] = {"unit": "wespe", "target": "m4", "distance": 900, "measure": "mm", "sight": "own"}
    said |= {"spotter": "", "roll": rolled(4), "modifiers": {}, "needed": 4, "result": "hit", "reloading": 1}
    return Bombarded(**(said | more))


def hit(result: str) -> PenetrationRolled:
    said: dict[str, Any] = {"unit": "m4", "by": "tiger", "cause": "shot", "roll": rolled(2), "strength": 15}
    return PenetrationRolled(**said, total=17, facing="side", armour=7, result=result)


def damage(effect: str, glance: bool = False) -> DamageRolled:
    said: dict[str, Any] = {"unit": "m4", "by": "tiger", "cause": "shot", "roll": rolled(3), "glance": glance}
    return DamageRolled(**said, effect=effect, stunned=0, knocked=0)


def scattered(reach: int) -> Scattered:
    said: dict[str, Any] = {"unit": "wespe", "target": "m4", "direction": rolled(3), "roll": rolled(reach + 1)}
    return Scattered(**said, hour=3, reach=reach, length=reach * 10, measure="mm")


def driven(**more: Any) -> Driven:
    said: dict[str, Any] = {"unit": "tiger", "over": "open", "length": 85, "measure": "mm", "cost": 170}
    return Driven(**(said | more))


def popped(**more: Any) -> SmokePopped:
    said: dict[str, Any] = {"unit": "m4", "over": "", "length": 0, "measure": "mm", "cost": 0}
    return SmokePopped(**(said | more))


def rammed() -> Rammed:
    return Rammed(unit="tiger", target="m4", totals=(37, 26), stunned=(2, 1), victim="m4", strength=5, facing="side")


SAID: list[tuple[Event, str]] = [
    (SetupRolled(roll=rolled(3, 3), winner=""), "The set-up roll (3, 3) is a tie."),
    (SetupRolled(roll=rolled(5, 2), winner="allies"), "The set-up roll (5, 2) goes to allies."),
    (
        SetupChosen(side="axis", choice="build", first="axis"),
        "axis: the choice is to build the table and move first; the other side deploys first.",
    ),
    (
        SetupChosen(side="axis", choice="pick", first="allies"),
        "axis: the choice is to pick an edge and deploy first; allies: the table and the first move.",
    ),
    (TurnBegan(side="axis", round=2), "Round 2, turn of axis."),
    (driven(), "tiger drives 8.5 cm over open ground."),
    (driven(over="forest+up", reverse=True), "tiger backs 8.5 cm over forest, uphill."),
    (driven(over="road+down", turned=90), "tiger drives 8.5 cm over a road, downhill. It turns by 90 degrees."),
    (
        driven(over="road", turned=40, corner=60),
        "tiger drives 8.5 cm over a road. It turns by 40 degrees, the last of them after 6 cm.",
    ),
    (driven(over="road", turned=1, corner=0), "tiger drives 8.5 cm over a road. It turns by 1 degree, after 0 cm."),
    (driven(contact="m4", ram=85), "tiger drives 8.5 cm over open ground. It runs into m4."),
    (Crossed(unit="tiger", cost=80), "tiger crosses a fence or wall."),
    (popped(), "m4 pops smoke and stays where it is."),
    (popped(over="open", length=20), "m4 pops smoke and backs up 2 cm over open ground."),
    (Retreated(unit="m4"), "m4 retreats off the table."),
    (shot("hit"), "tiger fires at m4 over 30.5 cm: 4, needs 4: a hit."),
    (
        shot("miss", needed=7, modifiers={"beyond_half": 1, "target_fast": 2}),
        "tiger fires at m4 over 30.5 cm: 4, needs 7 (beyond half range +1, fast target +2): a miss.",
    ),
    (shot("range", roll=rolled(6)), "tiger fires at m4 over 30.5 cm: out of range."),
    (shot("blocked", roll=None), "tiger fires at m4 over 30.5 cm: out of sight."),
    (shot("arc", roll=None, measure="tenths of an inch"), "tiger fires at m4 over 30.5 in: not brought to bear."),
    (bombarded(), "wespe bombards m4 over 90 cm: 4, needs 4: a hit."),
    (bombarded(spotter="stug"), "wespe bombards m4 over 90 cm: 4, needs 4: a hit. stug sees it."),
    (scattered(0), "The cap stays on m4."),
    (scattered(3), "The bottle cap of wespe moves 3 cm from m4, to 3 o'clock."),
    (
        SaveRolled(unit="m4", by="tiger", save="light", roll=rolled(5), needed=5, saved=True),
        "m4 is saved by light cover: 5, needs 5.",
    ),
    (
        SaveRolled(unit="m4", by="tiger", save="smoke", roll=rolled(4), needed=5, saved=False),
        "m4 is not saved by smoke: 4, needs 5.",
    ),
    (hit("penetrates"), "m4: 15 + 2 = 17 against side 7: penetrated."),
    (hit("glances"), "m4: 15 + 2 = 17 against side 7: it glances."),
    (hit("bounces"), "m4: 15 + 2 = 17 against side 7: it bounces off."),
    (damage("tracked"), "Damage to m4 (3): tracked."),
    (damage("knocked_about", glance=True), "Damage to m4 (3 - 1 for a glance): knocked about."),
    (
        Exploded(unit="m4", roll=rolled(4), reach=4, length=80, measure="mm"),
        "m4 explodes (4): everybody within 8 cm takes a hit.",
    ),
    (AreaClosed(cause="blast", source="m4"), "Nobody else is within the explosion of m4."),
    (AreaClosed(cause="cap", source="wespe"), "Nobody else is under the bottle cap of wespe."),
    (rammed(), "tiger rams m4 (armour 37 to 26): m4 is hit; both are stunned."),
    (Spotted(side="axis", spotted=()), "In sight of axis: no enemy."),
    (Spotted(side="axis", spotted=("m4", "m7")), "In sight of axis: m4, m7."),
    (Conceded(side="axis"), "The field is conceded by axis."),
    (Assessed(unit="m4", fate="wrecked"), "The hull of m4 can be recovered."),
    (Assessed(unit="m4", fate="captured"), "m4 is captured by the enemy, who holds the field."),
]


@pytest.mark.parametrize(("event", "text"), SAID, ids=lambda one: type(one).__name__ if isinstance(one, Event) else "")
def test_a_ruling_in_words(event: Event, text: str) -> None:
    assert SYSTEM.narrate(event).text() == text


def named(message: Message, names: dict[str, str]) -> str:
    """As people read it: a name where a value is a key."""
    values = {
        key: verbatim(named(value, names)) if isinstance(value, Message) else names.get(str(value), value)
        for key, value in message.values.items()
    }
    return msgspec.structs.replace(message, values=values).text()


@pytest.mark.parametrize("name", BATTLES)
def test_names_stand_wherever_the_log_and_the_sheet_speak_of_vehicles_and_sides(name: str) -> None:
    """Each by itself, in lists as well: a key is found and has its name put in its place."""
    entries = loads((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8"))
    table = Table(entries[:1])
    keys = [*table.mustered.sides, *(unit.id for unit in table.mustered.units)]
    names = {key: f"No. {number}" for number, key in enumerate(keys)}
    told = [
        named(SYSTEM.narrate(event), names)
        for entry in entries
        for event in entry.events
        if type(event) in SYSTEM.events
    ]
    view = visibility.see(fold(entries[:12]), "")
    facts = [*view.facts, *(fact for unit in view.units for fact in unit.facts)]
    told += [named(one, names) for fact in facts for one in (fact.label, fact.value) if isinstance(one, Message)]
    assert view.pending is not None
    told.append(named(view.pending, names))
    text = " | ".join(told)
    assert "No. 0" in text
    assert not [key for key in keys if re.search(rf"(?<![\w-]){key}(?![\w-])", text)]


@pytest.mark.parametrize(("n", "said"), [(0, "0 points"), (1, "1 point"), (2, "2 points")])
def test_points_are_counted_in_words(n: int, said: str) -> None:
    assert points_of(n).text() == said
