"""Find the vehicle and side that a report names, check that the step is right for it, and refuse it by its rule."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Message, Refused, say
from rules.contract import gettext_noop as _
from rules.kit import lookup
from rules.kit.lookup import Refusals
from rules.kit.lookup import impossible as impossible

from .state import Area, State, Vehicle
from .tables import NUMBER, rule

refused = Refusals(NUMBER)


def check_side(state: State, fact: str, side: str, needed: bool = False) -> None:
    """`Refused` unless the declared side is one of this battle, or empty where it is not `needed`."""
    if needed and not side:
        raise impossible(
            fact,
            _("In this step it has to be a side."),
            say(_("Name one of: %(sides)s."), sides=", ".join(state.sides)),
        )
    if side not in ("", *state.sides):
        raise impossible(
            fact,
            say(_("There is no side “%(side)s”."), side=side),
            say(_("Sides: %(sides)s; empty for none."), sides=", ".join(state.sides)),
        )


def check_each_once(state: State, fact: str, sides: Sequence[str]) -> None:
    """The same for a list of sides; each may stand there once."""
    for side in sides:
        check_side(state, fact, side)
    if len(set(sides)) < len(sides) or "" in sides:
        raise impossible(fact, _("A side is named twice, or is none."), _("Name each side once."))


def check_waits(done: bool) -> None:
    """`Refused` for a declared step in which nobody has anything left to report: it would have ended by itself."""
    if done:
        raise impossible(
            "phase", _("Nobody has anything left to report in this step."), _("Declare the step that follows.")
        )


NOW: dict[str, Message] = {
    "setup": say(_("The set-up dice have not been rolled.")),
    "choice": say(_("The winner of the set-up roll has not chosen yet.")),
    "deployment": say(_("The sides are still being deployed.")),
    "round": say(_("Which round comes next has not been said.")),
    "move": say(_("This is the Move step.")),
    "shoot": say(_("This is the Shoot step.")),
    "ram": say(_("This is the Ram step.")),
    "radio": say(_("This is the Radio step.")),
}
FIRST: dict[str, Message] = {
    "setup": say(_("Report the set-up dice first.")),
    "choice": say(_("Report the choice first.")),
    "deployment": say(_("Deploy both sides first.")),
    "round": say(_("Say which round comes next.")),
    "move": say(_("Report it after this side has ended its Move step.")),
    "shoot": say(_("Report it in another step: this one ends when the side holds its fire.")),
    "ram": say(_("Resolve the rams first.")),
    "radio": say(_("Report the lists of spotted enemies first.")),
}


def unit_of(state: State, id: str, field: str = "unit") -> Vehicle:
    """The vehicle of this id; `Refused` where there is none."""
    return lookup.vehicle_of(state.units, id, rule("R1"), field)


def side_of(state: State, side: str) -> str:
    """A side of this battle; `Refused` (field "side") where it is none."""
    return lookup.side_of(state.sides, side, rule("R1"))


def acting(state: State, id: str, phase: str, rule: str) -> Vehicle:
    """A vehicle on the table whose side's turn it is, in this step; else `Refused`."""
    unit = unit_of(state, id)
    require_step(state, unit.side, phase, rule)
    if not unit.on_table:
        raise _gone(unit, "unit")
    return unit


def enemy_of(state: State, unit: Vehicle, id: str, field: str = "target") -> Vehicle:
    """An enemy on the table; else `Refused`."""
    target = unit_of(state, id, field)
    lookup.check_enemy(unit, target, rule("R17"), field)
    if not target.on_table:
        raise _gone(target, field)
    return target


def _gone(unit: Vehicle, field: str) -> Refused:
    return refused(
        "R35" if unit.presence == "retreated" else "R22",
        field,
        say(_("%(unit)s is destroyed, or has left the table."), unit=unit.name),
        _("Name a vehicle that is on the table."),
    )


def require_step(state: State, side: str, phase: str, rule: str) -> None:
    """`Refused` unless it is this side's turn, in this step, and no explosion or cap is being told."""
    require_phase(state, phase, rule)
    if state.side != side:
        raise refused(
            "R1",
            "",
            say(_("It is the turn of %(side)s."), side=state.side),
            say(_("Wait until the turn of %(side)s is over."), side=state.side),
        )
    if area := state.area:
        raise refused(*_open(state, area))


def require_phase(state: State, phase: str, rule: str) -> None:
    if state.phase != phase:
        raise refused(rule, "", NOW[state.phase], FIRST[state.phase])


def _open(state: State, area: Area) -> tuple[str, str, Message, Message]:
    source = state.units[area.source].name
    if area.kind == "blast":
        text = say(_("Nobody has reported yet who stands near the explosion of %(unit)s."), unit=source)
        return "R22", "", text, say(_("Report each vehicle within its radius, then that there is nobody else."))
    text = say(_("Nobody has reported yet who is under the bottle cap of %(unit)s."), unit=source)
    return "R27", "", text, say(_("Report each vehicle under it, then that there is nobody else."))
