"""What will be fired at what, said before the first die of a Firing Phase (R16), and who may fire at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.contract import Decision, Dice, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.messages import listed

from . import commands as c
from . import events_fire as e
from . import parabolic, sight
from .board import TERRAIN
from .geometry import Square, name, named
from .lookup import acting, standing_at, unit_of
from .naming import all_called, called
from .readings import Reading
from .refusals import refused
from .state import Miniature, State


def announce(state: State, command: c.Announce, dice: Dice) -> Decision:
    """R15 to R18, R21, R65. Until the first die has fallen a unit may announce another shot instead."""
    unit = acting(state, command.unit, "firing", "R15")
    if state.volley:
        raise refused(
            "R16",
            "",
            say(_("A die has fallen: what was announced stands, and nothing more is announced.")),
            say(_("Fire what was announced, or end the turn.")),
        )
    if (bar := barred(state, unit)) is not None:
        raise bar
    if (command.target == "") == (command.wall is None):
        raise refused(
            "R16",
            "target",
            say(_("A shot is announced at a unit or at a wall, one of the two.")),
            say(_("Name the target, or the square of the wall.")),
        )
    reading = _at_wall(state, unit, command) if command.wall else _at_unit(state, unit, command)
    yield e.Announced(
        unit=unit.id,
        target=command.target,
        wall=command.wall or "",
        how=command.how,
        range=reading.range,
        by=reading.by,
        board_range=reading.board_range,
        cover=command.cover,
        reporter=reading.reporter,
        contact=reading.contact,
    )


# -- who may fire ------------------------------------------------------------------------------------------------------


def barred(state: State, unit: Miniature) -> Refused | None:
    """Why an active unit may not fire in this round; None where it may (R15)."""
    if not unit.figures.accuracy:
        return _barred("R4", unit, say(_("%(unit)s has no weapon."), unit=unit.called))
    if unit.aim is not None and unit.aim.fired:
        return _barred("R15", unit, say(_("%(unit)s has fired this round."), unit=unit.called))
    if unit.timer:
        return _barred("R52", unit, say(_("The crew of %(unit)s is busy with repairs."), unit=unit.called))
    if state.round < unit.fires_from:
        text = say(_("%(unit)s may fire again from round %(round)s."), unit=unit.called, round=unit.fires_from)
        return _barred("R55", unit, text)
    if unit.halted:
        return _barred("R65", unit, say(_("%(unit)s has driven through a wall this round."), unit=unit.called))
    if unit.injured and unit.stirred:
        text = say(_("%(unit)s has moved, and its injured crew does not fire as well."), unit=unit.called)
        return _barred("R36", unit, text)
    if not unit.figures.is_vehicle:
        if unit.pulled:
            return _barred("R50", unit, say(_("%(unit)s has been towed this round."), unit=unit.called))
        if unit.stirred:
            return _barred("R47", unit, say(_("%(unit)s has been turned this round."), unit=unit.called))
    return None


def _barred(number: str, unit: Miniature, text: Message) -> Refused:
    return refused(number, "unit", text, say(_("It does not fire in this round; fire with another unit.")))


def stands(state: State, unit: Miniature) -> bool:
    """A22: whether an announced shot is still to be fired: firer and target (or the wall) are still there, and nothing
    keeps the firer from it."""
    aim = unit.aim
    if aim is None or not unit.active or not unit.on_board or barred(state, unit) is not None:
        return False
    if aim.wall:
        return aim.wall in state.walls
    target = state.units.get(aim.target)
    return target is not None and target.active and target.on_board


# -- at what -----------------------------------------------------------------------------------------------------------


def _at_unit(state: State, unit: Miniature, command: c.Announce) -> Reading:
    target = unit_of(state, command.target, "target")
    if target.side == unit.side or not target.active or not target.on_board:
        there = all_called(enemies(state, unit))
        raise refused(
            "R15",
            "target",
            say(_("%(target)s is no enemy that can be fired at."), target=target.called),
            say(_("Enemies on the board: %(units)s."), units=there),
        )
    if command.how == "parabolic":
        parabolic.check_howitzer(unit)
        parabolic.check_target(state, unit, target)
        if command.cover:
            raise refused(
                "R39",
                "cover",
                say(_("Cover is nothing to a parabolic shot.")),
                say(_("Leave the cover out, or fire directly.")),
            )
        return parabolic.reading(state, unit, target, command.ruler, command.reporter, command.contact)
    _check_direction(state, unit, target.at, "target")
    _check_no_report(command)
    reading = _by_ruler(state, unit, target.at, command.ruler, "target")
    _check_cover(state, unit, target.at, command.cover)
    return reading


def _at_wall(state: State, unit: Miniature, command: c.Announce) -> Reading:
    """R65: walls are fired at directly."""
    square = named(command.wall or "")
    if square is None or command.wall not in state.walls:
        raise refused(
            "R65",
            "wall",
            say(_("No wall stands on %(square)s."), square=command.wall or ""),
            say(_("Standing walls: %(walls)s."), walls=", ".join(state.walls) or "-"),
        )
    if command.how == "parabolic":
        raise refused("R65", "how", say(_("Walls are fired at directly.")), say(_("Announce a direct shot.")))
    _check_direction(state, unit, square, "wall")
    _check_no_report(command)
    reading = _by_ruler(state, unit, square, command.ruler, "wall")
    _check_cover(state, unit, square, command.cover)
    return reading


def enemies(state: State, unit: Miniature) -> list[Miniature]:
    """The active enemies on the board."""
    return [one for one in state.of_side(state.other(unit.side)) if one.on_board]


def _check_direction(state: State, unit: Miniature, square: Square, field: str) -> None:
    """R17, R18: neither too close nor beside the arc. The board alone says so."""
    if sight.too_close(unit, square):
        raise refused(
            "R17",
            field,
            say(_("%(square)s is beside %(unit)s, too close for its weapon."), square=name(square), unit=unit.called),
            say(_("Only weapons with the mark of immediate proximity fire at squares beside them.")),
        )
    if sight.in_arc(state, unit, square):
        return
    if sight.points_exactly(state, unit):
        raise refused(
            "R14",
            field,
            say(_("The gun of %(unit)s does not point at %(square)s."), unit=unit.called, square=name(square)),
            say(_("Choose what it points at; turrets are turned in the Movement Phase.")),
        )
    raise refused(
        "R18",
        field,
        say(_("%(square)s is outside the arc of %(unit)s."), square=name(square), unit=unit.called),
        say(_("Choose what lies within 45 degrees of its gun, the squares exactly on that line not.")),
    )


def _by_ruler(state: State, unit: Miniature, square: Square, ruler: int | None, field: str) -> Reading:
    """R17: the ruler of the table where it was laid, else the board's."""
    board = sight.direct_range(state, unit, square, sight.obstacles(state))
    if ruler is not None:
        if ruler > unit.figures.range:
            raise _too_far(unit, ruler, "ruler")
        return Reading(ruler, "ruler", board)
    if board:
        return Reading(board, "board", board)
    blocking = sight.between(state, unit.at, square)
    if blocking is None:
        raise _too_far(unit, sight.range_to(state, unit, square), field)
    raise refused(
        sight.rule_of(state, blocking),
        field,
        say(
            _("%(blocking)s stands between %(unit)s and %(square)s."),
            blocking=_named(state, blocking),
            unit=unit.called,
            square=name(square),
        ),
        say(_("If the ruler at the table shows a clear line, report its range.")),
    )


def _too_far(unit: Miniature, range_: int, field: str) -> Refused:
    return refused(
        "R17",
        field,
        say(_("At range %(range)s it is too far for %(unit)s."), range=range_, unit=unit.called),
        say(_("Its weapon reaches to range %(most)s."), most=unit.figures.range),
    )


def _named(state: State, square: Square) -> Message:
    """What blocks a line, in words."""
    piece = standing_at(state, square)
    if isinstance(piece, Miniature):
        return say(_("%(unit)s on %(square)s"), unit=piece.called, square=name(square))
    if piece is not None:
        return say(_("A wreck on %(square)s"), square=name(square))
    if name(square) in state.broken:
        return say(_("What is left of the wall on %(square)s in this turn"), square=name(square))
    names = {"wall": _("A wall on %(square)s"), "high": _("A high barricade on %(square)s")}
    terrain = state.board.terrain.get(square, "building")
    return say(names.get(terrain, _("A building on %(square)s")), square=name(square))


# -- the rest of the announcement --------------------------------------------------------------------------------------


def _check_cover(state: State, unit: Miniature, target: Square, cover: str) -> None:
    """R21: what hides part of the target stands between the two, and may be an ally, an enemy or a wreck."""
    if cover in ("", TERRAIN):
        return
    there = sight.covers(state, unit, target)
    if cover not in [piece.id for piece in there]:
        raise refused(
            "R21",
            "cover",
            say(_("“%(cover)s” hides nothing of this target."), cover=called(state, cover)),
            say(_("What may: %(there)s."), there=listed(_as_cover(state, [TERRAIN, *(piece.id for piece in there)]))),
        )


def _as_cover(state: State, ids: Iterable[str]) -> Iterator[Message]:
    """What may be named as cover, each with how it is reported."""
    for id in ids:
        what = say(_("a building or other terrain")) if id == TERRAIN else called(state, id)
        yield say(_("%(name)s (%(written)s)"), name=what, written=id)


def _check_no_report(command: c.Announce) -> None:
    """R43: only parabolic shots are reported by others."""
    for field, value in (("reporter", command.reporter), ("contact", command.contact)):
        if value:
            raise refused(
                "R43",
                field,
                say(_("Nobody reports the target of a direct shot.")),
                say(_("Leave it out, or announce a parabolic shot.")),
            )
