"""Rulings of deployment, of who goes first, and of turns (R1, R5 to R8, R67, A1, B14, B17)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.systems.panzer_strike import tables
from rules.systems.panzer_strike.board import _edges
from rules.systems.panzer_strike.catalogue import UNIT, find
from rules.systems.panzer_strike.deployment import Deployed, DeploymentEnded, FirstRolled
from rules.systems.panzer_strike.state import State
from rules.systems.panzer_strike.turns import RoundBegan, TurnBegan, commanded

from .naming import those

ROWS = sorted({0, 1, *(most for most, _limit in tables.LIMITS), *(most + 1 for most, _limit in tables.LIMITS[1:])})


def deployment(before: State, event: Deployed | DeploymentEnded | FirstRolled) -> Iterator[str]:
    match event:
        case Deployed():
            yield from _deployed(before, event)
        case DeploymentEnded():
            rolled = not event.first
            stays = bool(event.first and before.first)
            yield from those(
                {
                    "B17 who goes first is rolled for": rolled,
                    "B17 an option says who goes first": not rolled and not stays,
                    "B17 the order stays": stays,
                }
            )
        case FirstRolled():
            yield "B17 the higher die goes first" if event.first else "B17 a tie of the roll for the first turn"


def _deployed(before: State, event: Deployed) -> Iterator[str]:
    unit, placing, basic = before.units[event.unit], before.phase == "placing", before.scenario == tables.BASIC
    edges = before.board.zones == _edges(before.board.columns, before.board.rows)
    yield from those(
        {
            "R1 placed anew where it stands": placing,
            "R5 deploys within five squares of its edge": not placing and not basic and edges,
            "R5 deploys in a zone of the board": not placing and not basic and not edges,
            "R67 deploys in zone A": not placing and basic and not unit.objective,
            "R67 an anti-aircraft gun deploys in zone B": not placing and unit.objective,
            "R14 deployed with its turret turned": event.turret,
            "R4 deploys a unit of a club's own sheet": find(before.edition, UNIT, unit.model) is None,
        }
    )


def turn(before: State, after: State, event: RoundBegan | TurnBegan) -> Iterator[str]:
    if isinstance(event, RoundBegan):
        yield from those({"B14 contact is that at the start of the round": any(event.contacts.values())})
        return
    own = [unit for unit in after.units.values() if unit.side == event.side]
    active = [unit for unit in own if unit.active]
    if event.active in ROWS:
        yield f"R6 {event.active} active vehicles"
    yield from those(
        {
            "R8 a command tank allows one more": commanded(after, event.side),
            "R8 the command tank is gone": any(unit.commands and not unit.active for unit in own),
            "A1 fixed weapons do not count": any(not unit.figures.is_vehicle for unit in active),
            "A1 an immobilised vehicle counts": any(unit.mobility == "immobilised" for unit in active),
            "B14 contact is that at the start of the turn": any(event.contacts.values()),
            "B21 what is left of a wall blocks no more": before.broken,
        }
    )
