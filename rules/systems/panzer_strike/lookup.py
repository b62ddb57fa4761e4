"""Find what a report names, and what stands where; and refusals: the rule, what is wrong, what would be right."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.contract import Refused, Sentence, say
from rules.contract import gettext_noop as _
from rules.kit.lookup import Refusals
from rules.kit.lookup import impossible as impossible

from .geometry import Square, name
from .state import Miniature, State, Wreck
from .tables import NUMBER
from .words import as_reported

refused = Refusals(NUMBER)


def impossible_of(unit: Miniature, fact: str, text: Sentence, remedy: Sentence) -> Refused:
    """The same for a fact of one unit ("square")."""
    return impossible(f"units.{unit.id}.{fact}", text, remedy)


class Fault(NamedTuple):
    """A fact that does not fit the other facts of its unit. Texts may name %(unit)s and %(round)s."""

    fact: str
    holds: Callable[[State, Miniature], bool]
    text: str
    remedy: str


def check_faults(state: State, *faults: Fault) -> None:
    """Raises `Refused` about `facts.units.<id>` for the first unit with one of these faults."""
    for unit in state.units.values():
        for fault in faults:
            if fault.holds(state, unit):
                text = say(fault.text, unit=unit.called, round=state.round)
                raise impossible_of(unit, fault.fact, text, say(fault.remedy, unit=unit.called, round=state.round))


def later(fact: str) -> Fault:
    """The fault of a fact that names a round which has not been played yet."""
    return Fault(fact, lambda state, unit: getattr(unit, fact) > state.round, LATER, EARLIER)


LATER = _("It cannot be of a later round than the one being played, round %(round)s.")
EARLIER = _("Declare round %(round)s or an earlier one; 0 for none.")


def unit_of(state: State, id: str, field: str = "unit") -> Miniature:
    """The unit of this id. Raises `Refused` if there is none."""
    if id not in state.units:
        raise refused(
            "R1",
            field,
            say(_("There is no unit “%(unit)s”."), unit=id),
            say(_("Units: %(units)s."), units=as_reported(state.units.values())),
            code="unknown",
        )
    return state.units[id]


def active_unit(state: State, id: str, phase: str, rule: str) -> Miniature:
    """An active unit on the board whose side's turn it is, in this phase ("movement" or "firing"). Otherwise raises
    `Refused`."""
    unit = unit_of(state, id)
    require_turn(state, unit.side, phase, rule)
    if not unit.active or not unit.on_board:
        raise refused(
            "R30" if unit.life == "destroyed" else "R1",
            "unit",
            say(_("%(unit)s is not on the board any more, or destroyed."), unit=unit.called),
            _("Choose an active unit of the side whose turn it is."),
        )
    return unit


def require_turn(state: State, side: str, phase: str, rule: str) -> None:
    """Raises `Refused` unless it is this side's turn, in this phase."""
    if state.phase != phase:
        texts = {
            "deployment": _("The units are still being deployed."),
            "first": _("Who goes first has not been rolled for."),
            "round": _("Nobody has said yet which round comes next."),
            "placing": _("Nobody has said yet where the units stand now."),
            "movement": _("This is the Movement Phase."),
            "firing": _("This is the Firing Phase."),
        }
        remedies = {
            "deployment": _("Deploy every unit first."),
            "first": _("Report the roll for the first turn."),
            "round": _("Say which round comes next."),
            "placing": _("Deploy every unit where it stands."),
            "movement": _("Report it after this side has ended its movement."),
            "firing": _("Report it in the side's next Movement Phase."),
        }
        raise refused(rule, "", texts[state.phase], remedies[state.phase])
    if state.side != side:
        raise refused(
            "R2",
            "",
            say(_("It is the turn of %(side)s."), side=state.side),
            say(_("Wait until %(side)s has ended its turn."), side=state.side),
        )


def standing_at(state: State, square: Square) -> Miniature | Wreck | None:
    """What occupies a square: a unit, destroyed or not, or a wreck of the board (R1: only one)."""
    if not state.board.has(square):
        return None
    here = name(square)
    for unit in state.units.values():
        if unit.square == here:
            return unit
    return next((wreck for wreck in state.wrecks.values() if wreck.square == here), None)


def is_open(state: State, square: Square) -> bool:
    """Whether a unit could stand on this square of the board: no terrain, no wall, no unit, no wreck."""
    board = state.board
    terrain = board.terrain.get(square)
    blocked = name(square) in state.walls if terrain == "wall" else terrain is not None
    return board.has(square) and not blocked and standing_at(state, square) is None


def question(state: State, unit: Miniature, die: str) -> str:
    """The question of a unit's die. A unit moves and fires once a round, so the round makes the name unique in a
    battle."""
    return f"r{state.round}/{unit.side}/{unit.id}/{die}"


def enemies_as_reported(state: State, enemies_of: str) -> str:
    return as_reported(unit for unit in state.units.values() if unit.side != enemies_of)
