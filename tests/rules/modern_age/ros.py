"""Rosters made for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.rosters import Vehicle
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.roster import articles

ROS, ROSZ = SYSTEM.rosters


FILES = Path(__file__).parent / "test_ros_files"


BATTLESCRIBE, NEW_RECRUIT = ((FILES / f"{tool}.ros").read_bytes() for tool in ("battlescribe", "newrecruit"))


def roster(selections: str = "", **attributes: str) -> bytes:
    """A small file of an American platoon: `selections` by the force, attributes of roster or force replaced."""
    of_roster = {"name": "", "gameSystemId": articles.GAME, "xmlns": "http://www.battlescribe.net/schema/rosterSchema"}
    of_force = {"catalogueName": "American"}
    for name, value in attributes.items():
        (of_force if name.startswith("catalogue") else of_roster)[name] = value
    root, force = (" ".join(f'{n}="{v}"' for n, v in each.items()) for each in (of_roster, of_force))
    rule = '<rules><rule name="Team Yankee"/></rules>'
    return f"""<roster {root}><forces><force {force}>{rule}
<selections>{selections}</selections></force></forces></roster>""".encode()


def vehicle(model: str, *cards: str) -> Vehicle:
    return Vehicle(model=model, cards=cards)


def node(name: str, inside: str = "", **attributes: Any) -> str:
    words = " ".join(f'{key}="{value}"' for key, value in attributes.items())
    return f'<selection name="{name}" {words}><selections>{inside}</selections></selection>'
