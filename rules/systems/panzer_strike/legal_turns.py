"""What may be reported of deployment, the ends of phases, repairs and recovery."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rules.contract import Choice, Field, Message, Pick, say
from rules.contract import gettext_noop as _

from .deployment import room, rounds_to_declare, waiting
from .geometry import COMPASS, Square, name
from .naming import placed
from .offers import of_unit, opposed, pick_field, unit_pick, word_picks
from .recovery import patients
from .repairs import first_cycles, hindrance
from .state import Miniature, State
from .turns import open_shots

DIRECTIONS = word_picks(COMPASS)


def setup_choices(state: State, side: str) -> Iterator[Choice]:
    """Before a turn begins: deployment, the roll for the first turn, the round after unreported ones."""
    match state.phase:
        case "deployment" | "placing":
            yield from _deployments(state, side)
        case "first":
            yield opposed(state.sides, side, "RollFirst", say(_("Roll for the first turn")))
        case "round":
            least, most = rounds_to_declare(state)
            label = say(_("Round that comes next"))
            field = Field(name="round", kind="number", label=label, least=least, most=most, required=True)
            yield Choice(command="DeclareRound", label=say(_("Play on by rounds")), side=side, fields=(field,))


def _deployments(state: State, side: str) -> Iterator[Choice]:
    """One for units that have the same squares and the same fields to fill in."""
    groups: dict[bool, list[Miniature]] = {}
    for unit in waiting(state, side):
        groups.setdefault(unit.objective and state.phase == "deployment", []).append(unit)
    for objective, units in groups.items():
        if squares := _open_squares(state, units[0]):
            for turreted in (False, True):
                if same := [unit for unit in units if unit.figures.turreted == turreted]:
                    yield _deployment(_deploy_label(objective, turreted), same, squares)


def _open_squares(state: State, unit: Miniature) -> tuple[Pick, ...]:
    """Where it may be put now. As `is_open` says of one square, but quick for a whole board."""
    taken = {one.square for one in state.units.values()} | {wreck.square for wreck in state.wrecks.values()}
    taken |= {name(square) for square, kind in state.board.terrain.items() if kind != "wall"} | {*state.walls}
    return tuple(pick for pick in _picks(room(state, unit)) if pick.value not in taken)


@lru_cache(maxsize=64)
def _picks(squares: frozenset[Square]) -> tuple[Pick, ...]:
    """Column by column. The same for every look at a zone, or at a whole board."""
    return word_picks(name(square) for square in sorted(squares))


def _deployment(label: Message, units: Sequence[Miniature], squares: Sequence[Pick]) -> Choice:
    fields = [
        pick_field("unit", say(_("Unit")), map(unit_pick, units)),
        pick_field("square", say(_("Square")), squares),
        pick_field("facing", say(_("Facing")), DIRECTIONS),
    ]
    if units[0].figures.turreted:
        fields.append(pick_field("gun", say(_("Gun points (ahead where nothing is said)")), DIRECTIONS, required=False))
    return Choice(command="Deploy", label=label, side=units[0].side, fields=tuple(fields))


def _deploy_label(objective: bool, turreted: bool) -> Message:
    if objective:
        return say(_("Deploy an anti-aircraft gun of the scenario"))
    return say(_("Deploy a unit with a turret")) if turreted else say(_("Deploy a unit without a turret"))


def movement_ends(side: str) -> Choice:
    return Choice(command="EndMovement", label=say(_("End the Movement Phase")), side=side, given={"side": side})


def firing_ends(state: State, side: str) -> Iterator[Choice]:
    """The end of the turn, once no announced shot is left."""
    if open_shots(state, side):
        return
    fields: tuple[Field, ...] = ()
    if units := first_cycles(state, side):
        label, help_ = say(_("Repaired on")), say(_("Crews that go straight on with a second cycle of repairs."))
        picks = tuple(map(unit_pick, units))
        fields = (Field(name="again", kind="picks", label=label, help=help_, picks=picks, most=len(picks)),)
    yield Choice(command="EndTurn", label=say(_("End the turn")), side=side, given={"side": side}, fields=fields)


def repair_choices(state: State, side: str) -> Iterator[Choice]:
    """Of a side in its own Firing Phase."""
    for unit in state.of_side(side):
        if not unit.on_board:
            continue
        called = placed(unit)
        if unit.timer:
            yield of_unit(unit, "StopRepair", say(_("%(unit)s: give the repairs up"), unit=called))
        elif unit.mobility != "mobile" and hindrance(state, unit) is None:
            yield of_unit(unit, "StartRepair", say(_("%(unit)s: start repairs"), unit=called))
        if unit.figures.recovery and (found := patients(state, unit)):
            patient = pick_field("patient", say(_("Vehicle to repair")), map(unit_pick, found))
            yield of_unit(unit, "Recover", say(_("%(unit)s: recover a vehicle"), unit=called), patient)
