"""What the vehicles of an Impulse may do, those that may do the same in one choice (R7 to R16, R24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from rules.contract import Choice, Field, Pick, say
from rules.contract import gettext_noop as _

from . import grants, measures, tables
from .acting import exposed, unwatchful
from .checking import tests_of
from .commands import Over
from .legal_fire import aim_choices
from .moving import allowance, longest
from .offers import MOST, die_field, length_field, of_nobody, of_side, of_units, pick_field
from .state import State, Vehicle
from .words import GRANT_NAMES, distance


def impulse_choices(state: State, side: str) -> Iterator[Choice]:
    """Everything of an Impulse in which no volley is open: for the side that acts; the clock for both (B6)."""
    if state.impulse is not None and state.impulse.side == side:
        yield from _morale(state)
        able = [unit for unit in state.acting() if grants.barred(state, unit) is None]
        yield from _moves(state, able)
        yield from aim_choices(state)
        yield from _stands(state, able)
        yield of_side(side, "EndImpulse", say(_("We have finished: the next card")))
    if state.options["impulse_minutes"]:
        yield of_nobody(side, "CallTime", say(_("Time is up: the Impulse is over")))


def _morale(state: State) -> Iterator[Choice]:
    """R24: those that throw as many dice in one choice."""
    testing: dict[int, list[Vehicle]] = {}
    for unit in state.acting():
        if tests := len(tests_of(state, unit)):
            testing.setdefault(2 * tests, []).append(unit)
    for dice, units in testing.items():
        one, several = _("%(unit)s tests its morale"), _("A vehicle tests its morale")
        yield from of_units(units, "CheckMorale", one, several, _tests(dice))


def _tests(dice: int) -> Field:
    """R25, R28."""
    told = {"passes": tables.PASSES, "abandons": tables.ABANDONS}
    help = say(_("With its modifiers, %(passes)s or more passes; with %(abandons)s or less the crew gets out."), **told)
    return die_field("dice", say(_("Two dice a test")), 2, dice, help=help)


# -- moving ------------------------------------------------------------------------------------------------------------


def _moves(state: State, able: Sequence[Vehicle]) -> Iterator[Choice]:
    """R7 to R9: those that may go as far, over the same ground, by the same expenditure."""
    groups: dict[tuple[str, str, int], list[Vehicle]] = {}
    drivers = [unit for unit in able if unit.drives]
    for unit in drivers:
        for by in ("on", *_kinds(unit)):
            budget = unit.reach if by == "on" else allowance(state, unit, by)
            for over in get_args(Over):
                if most := min(MOST, longest(over, budget)):
                    groups.setdefault((by, over, most), []).append(unit)
    for (by, over, most), units in groups.items():
        one, several = MOVES[over]
        if by == "on":
            one, several = ON[over]
        told = {"most": distance(most, measures.measure(state.options)), "by": GRANT_NAMES.get(by, say(_("on")))}
        length = length_field(say(_("Distance")), 1, most, state)
        given, readily = {"over": over, "by": by}, 3000 if by == "half_move" else 1000
        yield from of_units(units, "Move", one, several, length, given=given, readily=readily, **told)
    one, several = _("%(unit)s drives off the table"), _("A vehicle drives off the table")
    yield from _by_grants(drivers, "Leave", one, several)


MOVES = {
    "open": (
        _("%(unit)s moves over open ground, up to %(most)s (%(by)s)"),
        _("A vehicle moves over open ground, up to %(most)s (%(by)s)"),
    ),
    "rough": (
        _("%(unit)s moves over rough ground, up to %(most)s (%(by)s)"),
        _("A vehicle moves over rough ground, up to %(most)s (%(by)s)"),
    ),
}
ON = {
    "open": (
        _("%(unit)s moves on over open ground, up to %(most)s"),
        _("A vehicle moves on over open ground, up to %(most)s"),
    ),
    "rough": (
        _("%(unit)s moves on over rough ground, up to %(most)s"),
        _("A vehicle moves on over rough ground, up to %(most)s"),
    ),
}


# -- standing ----------------------------------------------------------------------------------------------------------


def _stands(state: State, able: Sequence[Vehicle]) -> Iterator[Choice]:
    halting = [unit for unit in able if unit.moving]
    yield from _by_grants(halting, "Halt", _("%(unit)s halts"), _("A vehicle halts"))
    watching = [unit for unit in able if unwatchful(unit) is None]
    one, several = _("%(unit)s goes on overwatch"), _("A vehicle goes on overwatch")
    yield from _by_grants(watching, "GoOnOverwatch", one, several, readily=2000)
    crests = [unit for unit in state.acting() if exposed(state, unit) is None]
    one, several = _("%(unit)s is hull down at a crest line"), _("A vehicle is hull down at a crest line")
    yield from of_units(crests, "TakeHullDown", one, several)
    free = [unit for unit in able if "free" in unit.grants]
    note = Field(name="note", kind="text", label=say(_("What it looks for")))
    yield from of_units(free, "Observe", _("%(unit)s observes"), _("A vehicle observes"), note)


def _by_grants(units: Sequence[Vehicle], command: str, one: str, several: str, readily: int = 1000) -> Iterator[Choice]:
    """A choice for those that may spend the same on it; what they spend is picked where there are two kinds."""
    groups: dict[tuple[str, ...], list[Vehicle]] = {}
    for unit in units:
        if kinds := _kinds(unit):
            groups.setdefault(kinds, []).append(unit)
    for kinds, same in groups.items():
        if len(kinds) == 1:
            yield from of_units(same, command, one, several, given={"by": kinds[0]}, readily=readily)
        else:
            by = pick_field("by", say(_("Spends")), (Pick(kind, GRANT_NAMES[kind]) for kind in kinds))
            yield from of_units(same, command, one, several, by, readily=readily)


def _kinds(unit: Vehicle) -> tuple[str, ...]:
    """What it may spend, each kind once."""
    return tuple(dict.fromkeys(unit.grants))
