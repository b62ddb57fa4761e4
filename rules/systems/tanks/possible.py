"""Which states no battle can be in, whoever declares them (RULES.md, "What can be declared").

The bounds of one fact are its type in `state`; here the facts have to fit one another.
"""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.contract import say

from .outcome import last_round, verdict
from .refusals import impossible
from .state import State, Vehicle
from .turns import listing, open_rams

TURN = ("move", "shoot", "ram")


def possible(state: State) -> None:
    """`Refused` (field "facts.<path>") for a state no battle can be in, with what else to declare.

    A battle that is over may stand as it likes, but for what reports and pages have to find in it.
    """
    _check_sides(state)
    for unit in state.units.values():
        _check_unit(state, unit)
    _check_contacts(state)
    _check_areas(state)
    if not verdict(state):
        _check_going_on(state)
        if state.depth == "shots":
            _check_step(state)


def _check_sides(state: State) -> None:
    named: dict[str, tuple[str, ...]] = {
        name: (getattr(state, name),) for name in ("winner", "first", "side", "conceded")
    }
    named |= {"deployed": state.deployed, "listed": state.listed}
    named["result"] = (state.result.winner if state.result else "",)
    for fact, sides in named.items():
        for side in sides:
            if side not in ("", *state.sides):
                raise impossible(
                    fact,
                    say(_("There is no side “%(side)s”."), side=side),
                    say(_("Sides: %(sides)s; empty for none."), sides=", ".join(state.sides)),
                )
        if fact in ("deployed", "listed") and (len(set(sides)) < len(sides) or "" in sides):
            raise impossible(fact, say(_("A side is named twice, or is none.")), say(_("Name each side once.")))


def _check_unit(state: State, unit: Vehicle) -> None:
    """R29, B6: rams and contacts are with somebody."""
    for fact, id in (("ram", unit.ram), ("touches", unit.touches)):
        if id and not _are_enemies(state, unit.id, id):
            raise impossible(
                f"units.{unit.id}.{fact}",
                say(_("%(unit)s can run into enemies only."), unit=unit.name),
                say(_("Name an enemy, or declare it empty.")),
            )


def _are_enemies(state: State, *ids: str) -> bool:
    return len({state.units[id].side for id in ids if id in state.units}) == len(ids)


def _check_contacts(state: State) -> None:
    """B6: each pair of enemies once, whichever of the two is named first."""
    known = {frozenset(pair) for pair in state.contacts if _are_enemies(state, *pair)}
    if len(known) < len(state.contacts):
        raise impossible(
            "contacts",
            say(_("A pair is no two enemies, or is named twice.")),
            say(_("Name a vehicle of each side for every pair in contact, and each pair once.")),
        )


def _check_areas(state: State) -> None:
    for area in state.areas:
        known = area.source in state.units and (area.target in state.units if area.kind == "cap" else not area.target)
        known = known and (area.kind == "blast" or not area.touching)
        if not known or any(one not in state.units for one in (*area.caught, *area.touching)):
            raise impossible(
                "areas",
                say(_("An explosion or cap names a vehicle there is not.")),
                say(_("Name its source, for a cap its target, and who has been told of or stood in contact with it.")),
            )


# -- a battle that goes on ---------------------------------------------------------------------------------------------


def _check_going_on(state: State) -> None:
    for unit in state.units.values():
        if unit.assessed:
            raise impossible(
                f"units.{unit.id}.assessed",
                say(_("%(unit)s cannot have been seen to: the battle is not over."), unit=unit.name),
                say(_("Declare that it has not been, or the result.")),
            )


def _check_step(state: State) -> None:
    """Shots are reported: step, round, and whose turn it is fit one another (R1, R2, R6)."""
    wanted = {"choice": ("winner",), "deployment": ("first",), "radio": ("first",)}
    for fact in ("first", "side") if state.phase in TURN else wanted.get(state.phase, ()):
        if not getattr(state, fact):
            raise impossible(
                fact,
                say(_("In this step it has to be a side.")),
                say(_("Name one of: %(sides)s."), sides=", ".join(state.sides)),
            )
    if state.side and state.phase not in (*TURN, "radio"):
        raise impossible(
            "side",
            say(_("In this step it is nobody's turn.")),
            say(_("Declare it empty, or a step of a turn: “move”, “shoot” or “ram”.")),
        )
    if state.areas and state.phase not in ("shoot", "ram"):
        raise impossible(
            "areas",
            say(_("Explosions and caps are told in the Shoot and Ram steps.")),
            say(_("Declare none, or the step “shoot” or “ram”.")),
        )
    _check_round(state)
    _check_waits(state)


def _check_round(state: State) -> None:
    """None before the battle, one while it is fought, and none after its last."""
    least, most = 1 if state.phase in TURN else 0, last_round(state)
    if not least <= state.round <= most:
        raise impossible(
            "round",
            say(_("In this step it cannot be round %(round)s."), round=state.round),
            say(_("Declare a round from %(least)s to %(most)s, or another step."), least=least, most=most),
        )


def _check_waits(state: State) -> None:
    """Steps that end by themselves wait for somebody."""
    done = {
        "deployment": len(state.deployed) == len(state.sides),
        "radio": state.phase == "radio" and not listing(state),
        "ram": state.phase == "ram" and not state.areas and not open_rams(state),
    }
    if done.get(state.phase):
        raise impossible(
            "phase",
            say(_("Nobody has anything left to report in this step.")),
            say(_("Declare the step that follows.")),
        )
