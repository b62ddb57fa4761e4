"""Rulebooks whose functions are impure, whose choices are wrong, or which tell what is hidden."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import msgspec

from rules.contract import Choice, Decision, Event, Refused, RuleSystem, View, say
from tests.rules.breaches.kinds import Broken

# -- purity ------------------------------------------------------------------------------------------------------------


def decide_that_acts(system: RuleSystem) -> RuleSystem:
    def decide(state: Any, command: Any, dice: Any) -> Decision:
        for event in system.decide(state, command, dice):
            for vehicle in state.vehicles.values():
                vehicle.tended = vehicle.tended or vehicle.id == getattr(event, "unit", "")
            yield event

    return replace(system, decide=decide)


def decide_that_acts_before_it_refuses(system: RuleSystem) -> RuleSystem:
    def decide(state: Any, command: Any, dice: Any) -> Decision:
        before = state.round
        state.round = 99
        yield from system.decide(state, command, dice)
        state.round = before

    return replace(system, decide=decide)


def legal_that_counts(system: RuleSystem) -> RuleSystem:
    def legal(state: Any, side: str) -> Any:
        state.options["asked"] = state.options.get("asked", 0) + 1
        return system.legal(state, side)

    return replace(system, legal=legal)


def evolve_that_counts(system: RuleSystem) -> RuleSystem:
    clock = itertools.count()

    def evolve(state: Any, event: Event) -> None:
        system.evolve(state, event)
        state.options["tick"] = next(clock)

    return replace(system, evolve=evolve)


def evolve_that_keeps_a_piece_of_an_event(system: RuleSystem) -> RuleSystem:
    def start(mustered: Any) -> Any:
        state = system.start(mustered)
        state.options = mustered.options
        return state

    def evolve(state: Any, event: Event) -> None:
        system.evolve(state, event)
        state.options["seen"] = state.options.get("seen", 0) + 1

    return replace(system, start=start, evolve=evolve)


def decide_by_chance(system: RuleSystem) -> RuleSystem:
    clock = itertools.count()

    def decide(state: Any, command: Any, dice: Any) -> Decision:
        for event in system.decide(state, command, dice):
            yield msgspec.structs.replace(event, hits=next(clock)) if hasattr(event, "hits") else event

    return replace(system, decide=decide)


# -- choices -----------------------------------------------------------------------------------------------------------


def legal_too_wide(system: RuleSystem) -> RuleSystem:
    def legal(state: Any, side: str) -> Any:
        units = [one.id for one in state.vehicles.values() if one.side == side]
        more = [Choice(command="Hold", label=say("Hold"), side=side, given={"unit": unit}) for unit in units]
        return (*system.legal(state, side), *more) if side in state.sides else ()

    return replace(system, legal=legal)


def legal_without(name: str) -> Broken:
    def broken(system: RuleSystem) -> RuleSystem:
        return replace(system, legal=lambda state, side: [c for c in system.legal(state, side) if c.command != name])

    return broken


def legal_without_a_field(system: RuleSystem) -> RuleSystem:
    def legal(state: Any, side: str) -> Any:
        return [
            msgspec.structs.replace(c, fields=tuple(f for f in c.fields if f.name != "cover"))
            for c in system.legal(state, side)
        ]

    return replace(system, legal=legal)


def legal_for_anybody(system: RuleSystem) -> RuleSystem:
    return replace(system, legal=lambda state, side: system.legal(state, side or "blue"))


def legal_of_nothing(system: RuleSystem) -> RuleSystem:
    return replace(system, legal=lambda state, side: ())


def reports_of_anybody(system: RuleSystem) -> RuleSystem:
    def reporter(state: Any, command: Any) -> str:
        found = system.reporter(state, command)
        return found if found == "clerk" else ""

    return replace(system, reporter=reporter)


# -- secrets -----------------------------------------------------------------------------------------------------------


def see_everything(system: RuleSystem) -> RuleSystem:
    def see(state: Any, side: str) -> View:
        owners = [unit for one in state.sides for unit in system.see(state, one).units if unit.side == one]
        return msgspec.structs.replace(system.see(state, side), units=tuple(owners))

    return replace(system, see=see)


def refuse_with_the_card(system: RuleSystem) -> RuleSystem:
    def decide(state: Any, command: Any, dice: Any) -> Decision:
        try:
            yield from system.decide(state, command, dice)
        except Refused as refused:
            cards = ", ".join(one.card for one in state.vehicles.values())
            raise Refused(refused.rule, say("%(cards)s", cards=cards), field=refused.field) from None

    return replace(system, decide=decide)


def ask_only_who_has_smoke(system: RuleSystem) -> RuleSystem:
    """Nothing is named, and yet the question tells."""

    def see(state: Any, side: str) -> View:
        view = system.see(state, side)
        smoke = state.shot is not None and state.vehicles[state.shot.target].card == "Smoke"
        return view if smoke else msgspec.structs.replace(view, pending=None)

    return replace(system, see=see)


def cards_face_up(system: RuleSystem) -> RuleSystem:
    def muster(command: Any) -> Any:
        mustered = system.muster(command)
        units = [
            msgspec.structs.replace(
                unit,
                fittings=tuple(
                    msgspec.structs.replace(f, name=mustered.secrets[f"{unit.id}/{f.id}"]) for f in unit.fittings
                ),
            )
            for unit in mustered.units
        ]
        return msgspec.structs.replace(mustered, units=tuple(units))

    return replace(system, muster=muster)


def seed_in_the_open(system: RuleSystem) -> RuleSystem:
    def start(mustered: Any) -> Any:
        state = system.start(mustered)
        for vehicle in state.vehicles.values():
            vehicle.model = mustered.seed
        return state

    return replace(system, start=start)
