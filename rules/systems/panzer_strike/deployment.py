"""Units come on the board, before the first round or after rounds nobody reported shot by shot (R1, R5, R67, B17)."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from . import tables
from .geometry import COMPASS, Square, name, named
from .lookup import is_open, unit_of
from .outcome import last_round
from .refusals import refused
from .rooms import squares_of, zone_of
from .state import Miniature, State
from .turns import begin_round


def deploy(state: State, command: c.Deploy, dice: Dice) -> Decision:
    """R5, R67: on an open square of its zone, in any order; on any open square where units are placed anew."""
    unit = unit_of(state, command.unit)
    _require_waiting(state, unit)
    _require_open(state, unit, command.square)
    yield e.Deployed(unit=unit.id, square=command.square, facing=command.facing, turret=_turret(unit, command))
    yield from _proceed(state)


def waiting(state: State, side: str) -> list[Miniature]:
    """The units of a side that have still to be put on the board, in the order of the muster."""
    if state.phase not in ("deployment", "placing"):
        return []
    return [unit for unit in state.of_side(side) if not unit.on_board]


def room(state: State, unit: Miniature) -> frozenset[Square]:
    """The squares a unit may be put on while they are open: of its zone, or any where units are placed anew."""
    if state.phase == "placing":
        return frozenset(state.board.all_squares())
    return squares_of(state.board, state.sides.index(unit.side), zone_of(state.scenario, unit.objective))


def _require_waiting(state: State, unit: Miniature) -> None:
    if state.phase not in ("deployment", "placing"):
        raise refused(
            "R5",
            "",
            say(_("Units are not being deployed now.")),
            say(_("Report what they do; where they stand can be declared.")),
        )
    if not unit.active:
        raise refused(
            "R30" if unit.life == "destroyed" else "R1",
            "unit",
            say(_("%(unit)s is destroyed, or has left the board."), unit=unit.called),
            say(_("Deploy active units.")),
        )
    if unit.on_board:
        raise refused(
            "R1",
            "unit",
            say(_("%(unit)s stands on %(square)s already."), unit=unit.called, square=unit.square),
            say(_("Undo that report to deploy it elsewhere.")),
        )


def _require_open(state: State, unit: Miniature, text: str) -> None:
    square = named(text)
    if square is None or not state.board.has(square):
        last = name((state.board.columns - 1, state.board.rows - 1))
        raise refused(
            "R1",
            "square",
            say(_("The board has no square %(square)s."), square=text),
            say(_("It goes from a1 to %(last)s."), last=last),
        )
    if not is_open(state, square):
        raise refused(
            "R1",
            "square",
            say(_("%(square)s is taken."), square=text),
            say(_("Deploy it on a square without unit, wreck or terrain.")),
        )
    if square not in room(state, unit):
        raise refused(
            "R67" if state.scenario == tables.BASIC else "R5",
            "square",
            say(_("%(square)s is not in the zone of %(unit)s."), square=text, unit=unit.called),
            say(_("Deploy it on an open square of its zone.")),
        )


def _turret(unit: Miniature, command: c.Deploy) -> int:
    """R14: degrees clockwise from the hull; ahead where nothing is said."""
    if command.gun is None:
        return 0
    if not unit.figures.turreted:
        raise refused(
            "R14",
            "gun",
            say(_("%(unit)s has no turret: its gun points where it faces."), unit=unit.called),
            say(_("Leave “gun” out.")),
        )
    return (COMPASS.index(command.gun) - COMPASS.index(command.facing)) % 8 * 45


def _proceed(state: State) -> Decision:
    """Once every active unit stands on the board: who goes first, and where that is known the first turn."""
    if any(waiting(state, side) for side in state.sides):
        return
    yield e.DeploymentEnded(first=state.first or _first_by_option(state))
    if state.first:
        yield from begin_round(state)


def _first_by_option(state: State) -> str:
    """B17: the first or second side by name, or "" for a roll."""
    said = str(state.options["first"])
    return "" if said == "roll" else state.sides[int(said) - 1]


def roll_first(state: State, command: c.RollFirst, dice: Dice) -> Decision:
    """B17: a die each, in the order of the sides' names; the higher goes first, and ties roll again."""
    if state.phase != "first":
        raise refused(
            "B17",
            "",
            say(_("Who goes first is not rolled for now.")),
            say(_("It is once every unit is deployed, unless an option or an earlier roll says who does.")),
        )
    roll = dice.roll(f"first/{state.rolled + 1}", 2, reported=command.dice)
    one, other = roll.numbers
    yield e.FirstRolled(roll=roll, first="" if one == other else state.sides[one < other])
    if state.first:
        yield from begin_round(state)


# -- after rounds that were not reported shot by shot ------------------------------------------------------------------


def rounds_to_declare(state: State) -> tuple[int, int]:
    """The first and the last round that can come next."""
    return max(1, state.round), max(1, state.round, last_round(state) or tables.LAST_ROUND)


def declare_round(state: State, command: c.DeclareRound, dice: Dice) -> Decision:
    """Which round comes next; then every active unit is placed where it stands."""
    if state.phase != "round":
        raise refused(
            "R2",
            "",
            say(_("Which round is being played is known.")),
            say(_("It is asked for when a battle is reported shot by shot again.")),
        )
    least, most = rounds_to_declare(state)
    if not least <= command.round <= most:
        raise refused(
            "R2",
            "round",
            say(_("Round %(round)s cannot come next."), round=command.round),
            say(_("Say a round from %(least)s to %(most)s."), least=least, most=most),
        )
    yield e.RoundDeclared(round=command.round)
    yield from _proceed(state)
