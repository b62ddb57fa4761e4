"""Deployment: units are put on the board, and the first turn is given to a side (R1, R5, R67, B17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated, ClassVar, cast

import msgspec

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, DiceCommand, Message, Pick, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import tables
from .boards import squares_of, zone_of
from .geometry import COMPASS, Compass, Square, name, named
from .likelihood import MOSTLY, OFTEN, SELDOM, USUAL, of_facings, of_squares, weighed
from .lookup import impossible, is_open, refused, unit_of
from .offers import opposed, pick_field, unit_pick, word_picks
from .state import Decision, Event, Miniature, SquareName, State
from .terrain import Ground
from .turns import TURN, begin_round
from .victory import verdict
from .words import COMPASS_NAMES, direction, faces, word_for

CHAPTER = Chapter[State, Event]("Deployment", "R1, R5, R67, B17")


class Deploy(Command, frozen=True, kw_only=True):
    """A unit is put on the board (R5, R67). `gun` is where its turret points; left out, ahead.

    After rounds that were not reported shot by shot: where it stands now.
    """

    positional: ClassVar = ("unit", "square", "facing")
    unit: Key
    square: SquareName
    facing: Compass
    gun: Compass | None = None


class RollFirst(DiceCommand, frozen=True, kw_only=True):
    """Each side rolls a die, in the order of their names, for who goes first (B17)."""

    positional: ClassVar = ()
    rolls: ClassVar = ("dice",)
    dice: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...], msgspec.Meta(max_length=2)] | None = None


class Deployed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R1", "R5", "R67")
    unit: str
    square: str
    facing: str
    turret: int


class DeploymentEnded(Event, frozen=True, kw_only=True):
    """Every unit stands on the board. `first` goes first by the scenario; "" if the sides roll for it."""

    rules: ClassVar = ("R5", "B17")
    first: str


class FirstRolled(Event, frozen=True, kw_only=True):
    """`first` is "" while the dice tie."""

    rules: ClassVar = ("B17",)
    roll: Roll
    first: str


@CHAPTER.decides
def deploy(state: State, command: Deploy, dice: Dice) -> Decision:
    """R5, R67: on an open square of its zone, in any order; on any open square if units are placed anew."""
    unit = unit_of(state, command.unit)
    _require_waiting(state, unit)
    _require_open(state, unit, command.square)
    yield Deployed(unit=unit.id, square=command.square, facing=command.facing, turret=_turret(unit, command))
    yield from proceed(state)


def undeployed(state: State, side: str) -> list[Miniature]:
    """The units of a side that are not on the board yet, in the order of the muster."""
    if state.phase not in ("deployment", "placing"):
        return []
    return [unit for unit in state.of_side(side) if not unit.on_board]


def room(state: State, unit: Miniature) -> frozenset[Square]:
    """The squares that a unit may be put on while they are open: those of its zone, or any if units are placed anew."""
    if state.phase == "placing":
        return frozenset(state.board.all_squares())
    return squares_of(state.board, state.sides.index(unit.side), zone_of(state.scenario, unit.objective))


def _require_waiting(state: State, unit: Miniature) -> None:
    if state.phase not in ("deployment", "placing"):
        raise refused(
            "R5",
            "",
            _("Units are not being deployed now."),
            _("Report what they do; where they stand can be declared."),
        )
    if not unit.active:
        raise refused(
            "R30" if unit.life == "destroyed" else "R1",
            "unit",
            say(_("%(unit)s is destroyed, or has left the board."), unit=unit.called),
            _("Deploy active units."),
        )
    if unit.on_board:
        raise refused(
            "R1",
            "unit",
            say(_("%(unit)s stands on %(square)s already."), unit=unit.called, square=unit.square),
            _("Undo that report to deploy it elsewhere."),
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
            _("Deploy it on a square without unit, wreck or terrain."),
        )
    if square not in room(state, unit):
        raise refused(
            "R67" if state.scenario == tables.BASIC else "R5",
            "square",
            say(_("%(square)s is not in the zone of %(unit)s."), square=text, unit=unit.called),
            _("Deploy it on an open square of its zone."),
        )


def _turret(unit: Miniature, command: Deploy) -> int:
    """R14: degrees clockwise from the hull; ahead if nothing is said."""
    if command.gun is None:
        return 0
    if not unit.figures.turreted:
        raise refused(
            "R14",
            "gun",
            say(_("%(unit)s has no turret: its gun points where it faces."), unit=unit.called),
            _("Leave “gun” out."),
        )
    return (COMPASS.index(command.gun) - COMPASS.index(command.facing)) % 8 * 45


def proceed(state: State) -> Decision:
    """Once every active unit stands on the board: who goes first and, if that is known, the first turn."""
    if any(undeployed(state, side) for side in state.sides):
        return
    yield DeploymentEnded(first=state.first or _first_by_option(state))
    if state.first:
        yield from begin_round(state)


def _first_by_option(state: State) -> str:
    """B17: the first or second side by name, or "" for a roll."""
    said = str(state.options["first"])
    return "" if said == "roll" else state.sides[int(said) - 1]


@CHAPTER.decides
def roll_first(state: State, command: RollFirst, dice: Dice) -> Decision:
    """B17: a die each, in the order of the sides' names. The higher goes first; ties are rolled again."""
    if state.phase != "first":
        raise refused(
            "B17",
            "",
            _("Who goes first is not rolled for now."),
            _("It is once every unit is deployed, unless an option or an earlier roll says who does."),
        )
    roll = dice.roll(f"first/{state.rolled + 1}", 2, reported=command.dice)
    one, other = roll.numbers
    yield FirstRolled(roll=roll, first="" if one == other else state.sides[one < other])
    if state.first:
        yield from begin_round(state)


@CHAPTER.evolves
def deployed(state: State, event: Deployed) -> None:
    unit = state.units[event.unit]
    unit.square, unit.facing = event.square, cast(Compass, event.facing)
    unit.turret = unit.turret_was = event.turret
    unit.facing_was = unit.facing


@CHAPTER.evolves
def deployment_ended(state: State, event: DeploymentEnded) -> None:
    state.phase, state.first = "first", event.first


@CHAPTER.evolves
def first_rolled(state: State, event: FirstRolled) -> None:
    state.first = event.first
    if not event.first:
        state.rolled += 1


CHAPTER.throws_a_die_each(FirstRolled)


DIRECTIONS = word_picks(COMPASS)


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """Before the first turn: deployment, and the roll for who goes first."""
    if state.phase in ("deployment", "placing"):
        yield from _deployments(state, side)
    elif state.phase == "first":
        yield opposed(state.sides, side, "RollFirst", say(_("Roll for the first turn")))


def _deployments(state: State, side: str) -> Iterator[Choice]:
    """One choice for units that have the same squares and the same fields to fill in."""
    groups: dict[bool, list[Miniature]] = {}
    for unit in undeployed(state, side):
        groups.setdefault(unit.objective and state.phase == "deployment", []).append(unit)
    for objective, units in groups.items():
        if squares := _open_squares(state, units[0]):
            for turreted in (False, True):
                if same := [unit for unit in units if unit.figures.turreted == turreted]:
                    yield _deployment(state, _deploy_label(objective, turreted), same, squares)


def _open_squares(state: State, unit: Miniature) -> tuple[Pick, ...]:
    """The squares where it may be put now. The same as `is_open` for each square, but quick for a whole board."""
    taken = {one.square for one in state.units.values()} | {wreck.square for wreck in state.wrecks.values()}
    taken |= {name(square) for square, kind in state.board.terrain.items() if kind != "wall"} | {*state.walls}
    return tuple(pick for pick in _picks(room(state, unit)) if pick.value not in taken)


@lru_cache(maxsize=64)
def _picks(squares: frozenset[Square]) -> tuple[Pick, ...]:
    """Column by column. The same for every report about a zone, or about a whole board."""
    return word_picks(name(square) for square in sorted(squares))


def _deployment(state: State, label: Message, units: Sequence[Miniature], squares: Sequence[Pick]) -> Choice:
    side = units[0].side
    fixed = {unit.id: MOSTLY for unit in units if not unit.figures.is_vehicle}
    directions = weighed(DIRECTIONS, of_facings(state, side))
    fields = [
        pick_field("unit", say(_("Unit")), weighed(map(unit_pick, units), fixed)),
        pick_field("square", say(_("Square")), weighed(squares, of_squares(state, side))),
        pick_field("facing", say(_("Facing")), directions),
    ]
    if units[0].figures.turreted:
        text = say(_("Gun points (ahead where nothing is said)"))
        fields.append(pick_field("gun", text, directions, required=False, readily=SELDOM))
    readily = OFTEN if fixed else USUAL
    one = say(_("Deploy %(unit)s"))
    return Choice(command="Deploy", label=label, side=side, fields=tuple(fields), readily=readily, of_one=one)


def _deploy_label(objective: bool, turreted: bool) -> Message:
    if objective:
        return say(_("Deploy an anti-aircraft gun of the scenario"))
    return say(_("Deploy a unit with a turret")) if turreted else say(_("Deploy a unit without a turret"))


@CHAPTER.narrates
def tell_deployed(event: Deployed) -> Message:
    told: dict[str, str | Message] = {"unit": event.unit, "square": event.square}
    told["facing"] = word_for(COMPASS_NAMES, event.facing)
    if not event.turret or event.facing not in COMPASS:
        return say(_("%(unit)s is deployed on %(square)s, facing %(facing)s."), **told)
    gun = direction(COMPASS.index(event.facing) * 45 + event.turret)
    return say(_("%(unit)s is deployed on %(square)s, facing %(facing)s, its gun to the %(gun)s."), **told, gun=gun)


@CHAPTER.narrates
def tell_deployment_ended(event: DeploymentEnded) -> Message:
    if not event.first:
        return say(_("Everybody stands on the board; who goes first is rolled for."))
    return say(_("Everybody stands on the board; the first turn is that of %(side)s."), side=event.first)


@CHAPTER.narrates
def tell_first_rolled(event: FirstRolled) -> Message:
    dice = faces(event.roll)
    if not event.first:
        return say(_("The roll for the first turn (%(dice)s) is a tie."), dice=dice)
    return say(_("The first turn is that of %(side)s (%(dice)s)."), side=event.first, dice=dice)


@CHAPTER.forbids
def impossible_places(state: State) -> None:
    """R1: active units stand on the board once units are deployed. Until then some unit is still to be put on it, and
    there is a square for each."""
    if state.depth != "shots" or verdict(state):
        return
    waits = [unit for unit in state.units.values() if unit.active and not unit.on_board]
    if state.phase in (*TURN, "first") and waits:
        raise impossible(
            f"units.{waits[0].id}.square",
            say(_("%(unit)s is active, and stands nowhere."), unit=waits[0].called),
            _("Declare its square, or its life “destroyed” or “left”."),
        )
    if state.phase not in ("deployment", "placing"):
        return
    if not waits:
        raise impossible("phase", _("Nobody is left to be deployed."), _("Declare the phase that follows."))
    ground = Ground(state)
    groups: dict[tuple[str, bool], list[Miniature]] = {}
    for unit in waits:  # placed anew, all units have the same squares; otherwise those of a side and a zone
        key = ("", False) if state.phase == "placing" else (unit.side, unit.objective)
        groups.setdefault(key, []).append(unit)
    for units in groups.values():
        if len(units) > sum(map(ground.is_open, room(state, units[0]))):
            raise impossible(
                "phase",
                say(_("There is no open square left to deploy %(unit)s on."), unit=units[0].called),
                _("Declare where it stands, and the phase that follows when everybody stands."),
            )
