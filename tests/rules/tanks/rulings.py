"""Which rulings of Tanks a report has met; see `tests.rules.rulings`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from rules.contract import Command, Event
from rules.systems.tanks import measures
from rules.systems.tanks.artillery import Bombarded, Scattered
from rules.systems.tanks.between import Assessed
from rules.systems.tanks.damage import DamageRolled, Exploded, PenetrationRolled, SaveRolled
from rules.systems.tanks.depth import RoundDeclared
from rules.systems.tanks.explosions import Strike
from rules.systems.tanks.moving import Crossed, Driven, Retreated
from rules.systems.tanks.ramming import Rammed
from rules.systems.tanks.scoring import verdict
from rules.systems.tanks.setting_up import SetupChosen, SetupRolled
from rules.systems.tanks.shooting import ShotFired
from rules.systems.tanks.smoke import SmokePopped
from rules.systems.tanks.state import State, Vehicle
from rules.systems.tanks.tables import ROAD_TURN
from rules.systems.tanks.turns import FireHeld, Spotted


def met(before: State, after: State, command: Command, events: Sequence[Event]) -> Iterator[str]:
    """The rulings of a report, each as often as it was met. `before` is a copy: the State is folded in place."""
    for event in events:
        match event:
            case SetupRolled() | SetupChosen():
                yield from _of_the_setup(event)
            case Driven() | Crossed() | SmokePopped() | Retreated():
                yield from _of_moves(before, after, event)
            case ShotFired() | Bombarded():
                yield from _of_shots(before, event)
            case PenetrationRolled() | SaveRolled():
                yield from _of_hits(before, event, command)
            case DamageRolled() | Exploded():
                yield from _of_damage(before, after, event)
            case Scattered():
                yield "R26 the cap moves" if event.reach else "R26 the cap stays"
            case Rammed():
                yield from _of_rams(event, events)
            case FireHeld() if any(unit.ram for unit in before.of_side(event.side)):
                yield "R29 rams are resolved" if after.phase == "ram" else "A18 a ram is void"
            case _:
                yield from _of_the_frame(event)
    if len([one for one in events if isinstance(one, SaveRolled)]) > 1:
        yield "B10 several saves"
    if verdict(after) and not verdict(before):
        yield from _of_the_end(after)


def _of_the_setup(event: SetupRolled | SetupChosen) -> Iterator[str]:
    if isinstance(event, SetupChosen):
        yield f"B14 {event.choice}"
    elif not event.winner:
        yield "A1 a tie of the set-up roll"


# -- moves -------------------------------------------------------------------------------------------------------------


def _of_moves(before: State, after: State, event: Any) -> Iterator[str]:
    was, unit = before.units[event.unit], after.units[event.unit]
    match event:
        case Driven():
            yield from _of_stretches(was, event)
        case Crossed():
            yield "B9 crosses a fence"
        case Retreated():
            yield "R35 leaves the table"
        case SmokePopped():
            yield "R14 smoke, backs up" if event.length else "R14 smoke, stays"
            if was.stunned or was.knocked or was.tracked:
                yield "A5 smoke of who cannot drive"
    if any(unit.id in pair for pair in before.contacts):
        yield "B6 out of contact"
    if contact := getattr(event, "contact", ""):
        yield f"R13 runs into an enemy, {type(event).__name__}"
        if any(contact in pair for pair in before.contacts):
            yield "B6 runs into who is in contact already"
    left = measures.allowance(after.options, unit.figures.speed) - unit.used
    if not left:
        yield "R8 all of its Speed"
    elif left < 4:
        yield "R8 a rest too small for rough ground"


def _of_stretches(was: Vehicle, event: Driven) -> Iterator[str]:
    yield f"R8 over {event.over}"
    if was.used:
        yield "A3 a mixed path"
    if event.reverse:
        yield "R8 in reverse"
    if event.corner is not UNSET:
        place = "at its start" if not event.corner else "at its end" if event.corner == event.length else "on its way"
        yield f"R11 a corner {place}"
        if was.turned:
            yield "R11 90 degrees on several stretches"
    elif event.turned:
        yield "R11 turned by less than 90 degrees"
    if event.over.startswith("road") and was.turned >= ROAD_TURN:
        yield "B4 a road after 90 degrees"


# -- fire --------------------------------------------------------------------------------------------------------------


def _of_shots(before: State, event: ShotFired | Bombarded) -> Iterator[str]:
    unit, kind = before.units[event.unit], "bombards" if isinstance(event, Bombarded) else "fires"
    yield f"R17 {kind}: {event.result}"
    yield from (f"R18 {kind}: {name}" for name in event.modifiers)
    yield from _of_distances(before, event, kind)
    if {"target_fast", "target_moved"} <= set(event.modifiers):
        yield "A8 a fast target counts three"
    if event.result in ("hit", "miss"):
        yield from _of_fast_ones(before, event)
        if event.result == "hit" and event.needed > 6:
            yield f"R19 a natural 6, {kind}"
    elif event.roll:
        yield "R17 a die that counts for nothing"
    if isinstance(event, Bombarded):
        yield f"B13 {event.sight}, {'a friend sees it' if event.spotter else 'nobody else'}"
    if event.reloading > 1:
        yield "A6 reloads for turns"
    if unit.stunned or unit.tracked:
        yield "R16 fires stunned or tracked"


def _of_distances(before: State, event: ShotFired | Bombarded, kind: str) -> Iterator[str]:
    reach = measures.measured(before.options, before.units[event.unit].figures.range)
    if event.distance in (reach, reach + 1):
        yield f"R17 {kind} at exactly its range" if event.distance == reach else f"R17 {kind} a tenth beyond its range"
    if kind == "fires" and event.result in ("hit", "miss") and 0 <= 2 * event.distance - reach <= 2:
        yield "A7 exactly half range" if 2 * event.distance == reach else "A7 a tenth beyond half range"


def _of_fast_ones(before: State, event: ShotFired | Bombarded) -> Iterator[str]:
    driven = before.units[event.target].driven
    twice = 2 * measures.measured(before.options, before.units[event.unit].figures.speed)
    if driven and not twice:
        yield "B1 a gun of Speed 0 at who has moved"
    if twice and driven in (twice, twice - 1):
        yield "A8 exactly twice the Speed" if driven == twice else "A8 a tenth short of twice the Speed"


def _of_hits(before: State, event: PenetrationRolled | SaveRolled, command: Command) -> Iterator[str]:
    unit, by = before.units[event.unit], before.units[event.by]
    if isinstance(event, SaveRolled):
        yield f"R20 {event.save} {'saves' if event.saved else 'does not save'}"
        if isinstance(command, Strike):
            yield "A16 smoke against artillery"
        return
    yield f"R21 {event.cause} {event.result}"
    if event.roll.numbers[0] == 1 and event.total >= event.armour:
        yield f"A11 a natural 1 that would do, {event.cause}"
    if event.cause in ("cap", "blast") and unit.side == by.side:
        yield "R27 a friend under the cap" if event.cause == "cap" else "A14 a friend near an explosion"


def _of_damage(before: State, after: State, event: DamageRolled | Exploded) -> Iterator[str]:
    if isinstance(event, Exploded):
        yield "R22 explodes"
        if event.touching:
            yield "A14 touched as it explodes"
        if not any(unit.on_table for unit in after.units.values()):
            yield "R22 a radius though nobody is left"
        if before.phase == "ram":
            yield "R22 explodes in the Ram step"
        return
    yield f"R22 {event.cause}: {event.effect}"
    if event.glance:
        yield f"R22 a glance, {event.cause}"
        if event.roll.numbers[0] == 1:
            yield "A13 a glance with a 1"
    if event.cause == "blast" and event.effect == "knocked_out":
        yield "A14 a chain" if before.options["explosion_chain"] else "A14 no chain"
    if event.stunned == 2 and event.cause != "ram":
        yield "A12 in its own turn"


def _of_rams(event: Rammed, events: Sequence[Event]) -> Iterator[str]:
    yield "R30 the rammed tank is hit" if event.victim == event.target else "R31 the rammer is hit"
    if event.totals[0] == event.totals[1]:
        yield "R30 equal totals"
    if any(isinstance(one, PenetrationRolled) and one.roll.numbers[0] == 1 for one in events):
        yield "B5 a ram's natural 1"


# -- the frame ---------------------------------------------------------------------------------------------------------


def _of_the_frame(event: Event) -> Iterator[str]:
    match event:
        case Spotted():
            yield "R34 a list" if event.spotted else "R34 an empty list"
        case RoundDeclared():
            yield "R2 a round is declared"
        case Assessed():
            yield f"section 5 {event.fate}"


def _of_the_end(after: State) -> Iterator[str]:
    over = verdict(after)
    assert over is not None
    yield f"R7 over: {over.how}" + ("" if over.winner else ", a draw")
    if over.how == "turns":
        yield f"R7 out of rounds, {after.options['scoring']}"
    if over.holder and over.winner != over.holder:
        yield "section 4 who holds the field does not win"
    if any(unit.on_table and unit.side != over.holder and not unit.is_tank for unit in after.units.values()):
        yield "B2 a gun of Speed 0 is left behind" if over.holder else "B2 a gun of Speed 0 on a field nobody holds"
