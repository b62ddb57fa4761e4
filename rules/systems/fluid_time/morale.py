"""Who tests morale, for what and with which modifier (R23 to R29, A6 to A9, B3 to B5)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.contract import Decision

from . import editions, tables
from . import events as e
from .state import State, Vehicle

RALLY = "rally"  # what a suppressed vehicle tests for that has no other reason (R29)


def due(state: State, unit: Vehicle) -> tuple[str, ...]:
    """The reasons it would test for now; () for none. Once an Impulse (B4), before it does anything in it (R24); where
    it is suppressed only on a Free Action (A6)."""
    if unit not in state.acting() or unit.tested or not (unit.grants or unit.reach):
        return ()
    if not unit.suppressed:
        return unit.tests
    if "free" not in unit.grants:
        return ()
    return unit.tests or (RALLY,)


def modifier(unit: Vehicle, reason: str) -> int:
    """R26, A9, B3: what is added to two dice. Who was struck while suppressed has 1 less on every test of the check; of
    the first edition, on the tests it was stored for."""
    return unit.morale + (tables.REPEATED if unit.struck_again or reason in unit.repeated else 0)


def result(total: int) -> str:
    """R25, R27, R28."""
    if total >= tables.PASSES:
        return "passed"
    return "abandoned" if total <= tables.ABANDONS else "suppressed"


def mark_last(state: State, of: Iterable[Vehicle]) -> Decision:
    """A8: who is the last of its platoon by now and has not been told so, in the platoons of these vehicles; of the
    first edition, in any."""
    platoons = {(unit.side, unit.platoon) for unit in of}
    for unit in list(state.units.values()):
        told = (unit.side, unit.platoon) in platoons or not editions.last_is_told_as_it_acts(state.edition)
        if told and not unit.lasting and is_last(state, unit):
            yield e.LastOfPlatoon(unit=unit.id)


def mark_again(state: State) -> Decision:
    """A8: with the option, the last of a platoon tests whenever it activates."""
    if not state.options["last_tank_every_activation"]:
        return
    for unit in state.acting():
        if is_last(state, unit) and "last_tank" not in unit.tests:
            yield e.LastOfPlatoon(unit=unit.id)


def is_last(state: State, unit: Vehicle) -> bool:
    """Whether nobody else of its platoon is in play. A platoon of one has no last tank (A8)."""
    platoon = state.of_platoon(unit.side, unit.platoon)
    return unit.in_play and len(platoon) > 1 and sum(one.in_play for one in platoon) == 1
