"""Which rulings of Fluid Time a report has met; see `tests.rules.rulings`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.contract import Command, Event
from rules.systems.fluid_time import tables
from rules.systems.fluid_time.activation import due
from rules.systems.fluid_time.between import Assessed
from rules.systems.fluid_time.cards import grants_of, parts
from rules.systems.fluid_time.commanders import CommandersTied
from rules.systems.fluid_time.deck import CardDrawn, DeckShuffled
from rules.systems.fluid_time.depth import TurnDeclared
from rules.systems.fluid_time.fighters import FighterHeld, StrikeCancelled, StrikeLetPass
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.impulses import CommanderInvoked, ImpulseBegan, ImpulseEnded
from rules.systems.fluid_time.morale import MoraleChecked
from rules.systems.fluid_time.moving import LeftTable, Moved
from rules.systems.fluid_time.overwatch import OverwatchFire
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.posture import Halted, Observed, TookHullDown, WentOnOverwatch
from rules.systems.fluid_time.shooting import ShotResolved, ShotWasted
from rules.systems.fluid_time.state import State
from rules.systems.fluid_time.strikes import StrikeClosed, StrikeSent, TargetAttacked
from rules.systems.fluid_time.support import SupportCalled, SupportDiscarded
from rules.systems.fluid_time.turns import DeckDisclosed, TurnEnded
from rules.systems.fluid_time.victory import Conceded, verdict
from rules.systems.fluid_time.volleys import Fire, FireDeclared

EDGES = (120, 240, 360)  # tenths: where a range band ends


def met(before: State, after: State, command: Command, events: Sequence[Event]) -> Iterator[str]:
    """The rulings of a report, each as often as it was met. `before` is a copy: the State is folded in place."""
    for event in events:
        match event:
            case ShotResolved() | ShotWasted() | FireDeclared():
                yield from _of_shots(before, event, command)
            case HitResolved():
                yield from _of_hits(before, event, events)
            case MoraleChecked() | LastOfPlatoon():
                yield from _of_morale(before, event, events)
            case Moved() | Halted() | WentOnOverwatch() | TookHullDown() | Observed() | LeftTable():
                yield from _of_moves(before, event)
            case ImpulseBegan() | ImpulseEnded() | CommanderInvoked() | CommandersTied():
                yield from _of_impulses(before, event, events)
            case Assessed() | Conceded():
                yield from _of_frame(event)
            case _:
                yield from _of_cards(before, event)
    yield from _of_the_end(before, after)
    yield from _spared(after)


# -- fire --------------------------------------------------------------------------------------------------------------


def _of_shots(before: State, event: Any, command: Command) -> Iterator[str]:
    match event:
        case ShotWasted():
            yield f"A18 wasted by its {event.why}"
        case FireDeclared():
            yield from _of_declaring(before, event)
        case _:
            assert isinstance(command, Fire | OverwatchFire)
            yield from _of_needs(before, event)
            yield from _of_a_crest(before, event, command)
            yield from _of_crews(before, event)


def _of_declaring(before: State, event: FireDeclared) -> Iterator[str]:
    if before.volley:
        yield "R17 several targets before the first die"
    platoons = {before.units[shot.unit].platoon for shot in before.volley} | {before.units[event.unit].platoon}
    if len(platoons) > 1:
        yield "B8 several platoons declare"
    if before.impulse and before.impulse.volleys == 1 and grants_of(before, before.impulse.card).count("free") == 2:
        yield "R10 a second volley"


def _of_needs(before: State, event: ShotResolved) -> Iterator[str]:
    yield f"R15 from overwatch: {event.overwatch}" if event.overwatch else "R17 a declared shot"
    for name, value in event.modifiers:
        yield f"R18 {name}" + (" for better" if value > 0 else " for worse") * (name == "range")
    if event.roll is None:
        reached = event.range != "beyond"
        yield "A14 a need below 1" if reached else "R20 out of range"
    else:
        yield f"R18 {event.range}" + (" by distance" if event.distance is not None else "")
        yield from ("R19 a die of exactly the need" for die in event.roll.numbers if die == event.need)
        yield from ("R19 a die one above the need" for die in event.roll.numbers if die == event.need + 1)
        if len(event.roll.numbers) > 1:
            yield "R19 several shots"
        if event.need >= 10:
            yield "A14 a need of 10 or more"
        yield f"R20 {event.facing}"
    if event.distance is not None:
        yield from (f"R18 at exactly {edge}" for edge in EDGES if event.distance == edge)
        yield from (f"R18 just beyond {edge}" for edge in EDGES if event.distance == edge + 1)


def _of_crews(before: State, event: ShotResolved) -> Iterator[str]:
    unit, target = before.units[event.unit], before.units[event.target]
    passing = event.overwatch in ("enters", "leaves")
    if passing and not target.moving:
        yield "A17 an immobilised one has not moved as it came" if target.immobile else "A19 it has halted since"
    if event.overwatch and before.phase == "gap":
        yield "R15 in the gap"
    if (
        event.overwatch == "return"
        and before.phase == "gap"
        and unit.side == parts(before.drawn[-1] if before.drawn else "").side
    ):
        yield "R15 overwatch answers overwatch"
    if event.overwatch and unit.tests:
        yield "A10 a marked one fires from overwatch"
    if target.suppressed:
        yield "A17 at a crew that is suppressed"
    if unit.russian != (unit.figures.nation == tables.RUSSIANS) and unit.moving:
        yield "A15 of its side's nation"


def _of_a_crest(before: State, event: ShotResolved, command: Any) -> Iterator[str]:
    target = before.units[event.target]
    if command.hull_down and event.roll is not None:
        counts = any(name == "hull_down" for name, _value in event.modifiers)
        yield f"R16 hull down, {event.facing}: {'counts' if counts else 'does not count'}"
        if target.moving:
            yield "B7 hull down and moving"
    elif target.hull_down and event.overwatch in ("enters", "leaves") and not target.immobile:
        yield "A19 not hull down as it came"


def _of_hits(before: State, event: HitResolved, events: Sequence[Event]) -> Iterator[str]:
    unit = before.units[event.unit]
    yield f"R22 {event.cause}: {event.effect}"
    if event.total == event.armour:
        yield "R21 exactly the armour"
    if event.total == event.armour - 1:
        yield "R21 one below the armour"
    if not event.tests and event.cause == "shot" and event.effect in ("gun_out", "immobile"):
        yield "R23 a hit that brings no test"
    if event.cause == "strike" and event.effect in ("gun_out", "immobile"):
        yield "R33 a strike that brings one"
    if event.repeated:
        yield f"A9 struck again while suppressed: {event.effect}"
        yield f"A9 struck {'before' if unit.struck else 'not before'} in this turn"
    if (event.effect == "gun_out" and unit.gun_out) or (event.effect == "immobile" and unit.immobile):
        yield "A17 a repeat"
    if event.effect == "immobile" and unit.moving:
        yield "A17 immobilised in its move"
    if event.effect == "crew_suppressed" and unit.overwatch:
        yield "R15 a crew on overwatch bails out"
    same = [one for one in events if isinstance(one, HitResolved)]
    if event is not same[0] and same[0].effect in ("burning", "exploded"):
        yield "R20 hit after it was destroyed"
    if event is not same[0] and event.repeated and not unit.suppressed:
        yield "B3 suppressed and struck again by one shooting"
    if "struck" in unit.tests and event.tests == "struck":
        yield "A7 several strikes, one reason"


# -- morale ------------------------------------------------------------------------------------------------------------


def _of_morale(before: State, event: Any, events: Sequence[Event]) -> Iterator[str]:
    unit = before.units[event.unit]
    if isinstance(event, LastOfPlatoon):
        yield f"A8 the last of a platoon, by {_cause(before, events)}"
        return
    yield f"R25 {event.reason}: {event.result}"
    if event.total in (3, 4, 6, 7):
        yield f"R25 a total of {event.total}"
    if len(unit.tests) > 1:
        yield "A7 several reasons, one test" if event.others else "A7 several reasons, a test each"
    if event.modifier != unit.morale:
        yield "B3 a check at -1"
    if unit.morale > 0:
        yield "R26 a modifier above nothing"
    if unit.morale < 0:
        yield "R26 a modifier below nothing"
    if unit.russian and unit.figures.role == "heavy":
        yield "R26 a Soviet heavy crew"
    if event.result == "suppressed" and unit.overwatch:
        yield "R15 a crew on overwatch fails its test"
    if event.result == "suppressed" and len(unit.grants) > 1:
        yield "B4 a failure ends an Impulse of two expenditures"
    if unit.reach:
        yield "R24 in the middle of a move"
    if before.impulse and not any(grant == "free" for grant in grants_of(before, before.impulse.card)):
        yield "A6 a marked one tests on any card"


def _cause(before: State, events: Sequence[Event]) -> str:
    """What has made a vehicle the last of its platoon."""
    for event in events:
        match event:
            case HitResolved() if event.effect in ("burning", "exploded"):
                return f"a {event.cause}"
            case MoraleChecked() if event.result == "abandoned":
                return "an abandoned tank"
            case LeftTable():
                return "one that left"
    return "its activation" if before.options["last_tank_every_activation"] else "losses without shots"


# -- moves -------------------------------------------------------------------------------------------------------------


def _of_moves(before: State, event: Any) -> Iterator[str]:
    unit = before.units[event.unit]
    match event:
        case Moved():
            yield f"R7 to R11 moves by {event.spent or 'going on'}, {event.over}"
            if not event.reach:
                yield "R8 to the last tenth"
            if event.reach == 1:
                yield "R8 a tenth short of it"
            if event.over == "rough" and event.reach == 1:
                yield "R8 an odd tenth left over rough ground"
            if unit.overwatch:
                yield "R15 moves off from overwatch"
            if unit.hull_down:
                yield "R16 moves off from a crest"
        case Halted():
            yield f"R14 halts by {event.spent}"
        case WentOnOverwatch():
            yield f"R15 goes on overwatch by {event.spent}"
        case TookHullDown():
            yield "B7 stops at a crest in its move" if unit.moving else "R16 takes a crest line"
            if before.phase == "shuffle":
                yield "R16 before the first turn"
        case Observed():
            yield "A25 observes"
        case LeftTable():
            yield "house: leaves the table"


def _of_impulses(before: State, event: Any, events: Sequence[Event]) -> Iterator[str]:
    match event:
        case ImpulseBegan():
            kind = parts(event.card).kind if event.card else "commander"
            yield f"R5 an Impulse of {kind}" + (", a side's" if event.card and not event.platoon else "")
            if kind == "half_move":
                yield f"A2 gives {event.grants[0]}"
        case ImpulseEnded():
            yield f"B6 an Impulse is over: {event.why}"
            if event.halted:
                yield "B14 halted by what was not spent"
            if any(unit.moving and unit.id not in event.halted for unit in before.acting()):
                yield "B14 goes on moving"
        case CommanderInvoked():
            yield "B17 before the first draw" if not before.drawn else "R4 between two cards"
            if before.queue:
                yield "B17 follows the other"
        case CommandersTied():
            yield f"B17 both at once: {'first' if event.first == before.sides[0] else 'second'} goes first"


# -- cards and support -------------------------------------------------------------------------------------------------


def _of_cards(before: State, event: Event) -> Iterator[str]:
    match event:
        case DeckShuffled():
            yield "R1 Leaguer shuffles" if event.order else "R1 the players shuffle"
            if before.out:
                yield "B19 cards stay out" if len(event.cards) < len(before.deck) else "B19 all come back"
        case CardDrawn():
            yield "R2 drawn by Leaguer" if event.roll else "R2 drawn by the players"
        case TurnEnded():
            yield "R3 a turn is over"
            if before.commanders:
                yield "R4 a commander has his card again"
            if before.held:
                yield "A20 a fighter lapses"
            if any(unit.suppressed for unit in before.units.values()):
                yield "B15 suppression outlives the turn"
            if any(unit.struck_again for unit in before.units.values()):
                yield "B3 a -1 outlives the turn"
        case DeckDisclosed():
            yield "A22 disclosed" if before.phase == "gap" else "A22 given up and disclosed"
        case TurnDeclared():
            yield "house: a turn is declared"
        case _:
            yield from _of_support(before, event)


def _of_support(before: State, event: Event) -> Iterator[str]:
    match event:
        case SupportCalled():
            yield f"R34 {parts(event.card).kind}, {before.rows[event.side]}: {event.aircraft or event.kind}"
            yield f"R35 next: {event.stage or 'nothing'}"
        case SupportDiscarded():
            yield "B18 no observer"
        case FighterHeld():
            yield "R35 a fighter is held"
        case StrikeCancelled():
            yield "B12 a strike is cancelled"
            if before.strike and before.strike.aircraft in tables.FIGHTERS:
                yield "B12 a fighter's attack is cancelled"
        case StrikeLetPass():
            own = before.strike is not None and before.strike.side == event.side
            yield "R35 a fighter attacks" if own else "R35 a strike is let pass"
        case StrikeSent():
            yield f"R31 {before.rows[event.side]}: {event.level}"
            yield "B1 an entry point" if event.entry else "B1 no entry point"
        case TargetAttacked():
            yield "R32 under a template: " + ("a hit" if event.hit else "a miss")
            if before.strike and before.units[event.unit].side == before.strike.side:
                yield "R32 one of its own"
            if before.units[event.unit].figures.soft:
                yield "B11 a soft one"
            if event.need < before.units[event.unit].figures.size:
                yield "B10 modifiers for strikes"
            if event.roll is None:
                yield "A14 a strike that cannot hit"
        case StrikeClosed():
            yield "R32 a strike is over"


# -- the frame ---------------------------------------------------------------------------------------------------------


def _of_frame(event: Any) -> Iterator[str]:
    match event:
        case Assessed():
            yield f"house: {event.fate}, its crew {event.crew}"
        case Conceded():
            yield "house: conceded"


def _of_the_end(before: State, after: State) -> Iterator[str]:
    over = verdict(after)
    if over and not verdict(before):
        yield f"B19 over: {over.how}" + ("" if over.winner else ", a draw")
    for unit in after.units.values():
        if unit.tests and unit.suppressed and not before.units[unit.id].suppressed and unit.tested:
            yield "B4 struck after its test of this Impulse"


def _spared(state: State) -> Iterator[str]:
    """What is refused where it could be tried, as the State stands: rulings that no event shows."""
    for unit in state.acting():
        if unit.tests and not unit.tested and not (unit.grants or unit.reach):
            yield "R24 struck when it has spent everything"
        if unit.suppressed and not due(state, unit) and "free" not in unit.grants and not unit.tested:
            yield "A6 suppressed on a card without a Free Action"
