"""Announced shots: units say at what they fire before the first die of a Firing Phase (R15, R16, R36, R43, R65)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import Key
from rules.contract import Command, Dice, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .board import TERRAIN
from .direct_fire import check_cover, check_direction, direct_reading, enemies
from .geometry import name, named
from .lookup import active_unit, enemies_as_reported, impossible_of, refused, unit_of
from .parabolic import check_howitzer, check_target, parabolic_reading
from .sight import Reading
from .state import Aim, Contact, Decision, Event, Miniature, OneUnit, SquareName, State
from .words import all_called, called, wreck_by_id

CHAPTER = Chapter[State, Event]("Announced shots", "R15, R16")


Section = Annotated[int, msgspec.Meta(ge=1, le=8)]  # a section of the ruler


class Announce(Command, frozen=True, kw_only=True):
    """What a unit fires at, said before the first die of the phase (R16): a unit, or the wall on a square.

    `ruler`: what the ruler showed at the table. It outranks the board, and says that the line (or trajectory) is clear.
    `cover`: what hides more than half of the target (R21): "terrain", or the unit or wreck. For a parabolic shot
    `reporter` is the vehicle that reports the target, "" if the howitzer sees it; `contact` says whether contact was
    held from the start or is new, as the table saw it ("": by the board).
    """

    positional: ClassVar = ("unit", "target")
    opens: ClassVar = "Fire"
    unit: Key
    target: OneUnit = ""
    wall: SquareName | None = None
    how: Literal["direct", "parabolic"] = "direct"
    ruler: Section | None = None
    cover: OneUnit = ""
    reporter: OneUnit = ""
    contact: Contact = ""


class Announced(Event, frozen=True, kw_only=True):
    """A shot is announced. `range` is the one that counts; `by` says whether it is the board's or that of the table's
    ruler.

    board_range: the range on the board, 0 if the board has no such shot (no line, no trajectory, too far). contact:
    "held", "new", or "" if nobody has to report the target.
    """

    rules: ClassVar = ("R16", "R17", "R18", "R21", "R38", "R39", "R43")
    unit: str
    target: str
    wall: str
    how: str
    range: int
    by: str
    board_range: int
    cover: str = ""
    reporter: str = ""
    contact: str = ""


@CHAPTER.decides
def announce(state: State, command: Announce, dice: Dice) -> Decision:
    """R15 to R18, R21, R65. A unit may announce another shot instead until the first die has fallen."""
    unit = active_unit(state, command.unit, "firing", "R15")
    if state.volley:
        raise refused(
            "R16",
            "",
            _("A die has fallen: what was announced stands, and nothing more is announced."),
            _("Fire what was announced, or end the turn."),
        )
    if (bar := barred(state, unit)) is not None:
        raise bar
    if (command.target == "") == (command.wall is None):
        raise refused(
            "R16",
            "target",
            _("A shot is announced at a unit or at a wall, one of the two."),
            _("Name the target, or the square of the wall."),
        )
    reading = _reading_of_wall(state, unit, command) if command.wall else _reading_of_unit(state, unit, command)
    yield Announced(
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


def _reading_of_unit(state: State, unit: Miniature, command: Announce) -> Reading:
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
        check_howitzer(unit)
        check_target(state, unit, target)
        if command.cover:
            raise refused(
                "R39", "cover", _("Cover is nothing to a parabolic shot."), _("Leave the cover out, or fire directly.")
            )
        return parabolic_reading(state, unit, target, command.ruler, command.reporter, command.contact)
    check_direction(state, unit, target.at, "target")
    _check_no_report(command)
    reading = direct_reading(state, unit, target.at, command.ruler, "target")
    check_cover(state, unit, target.at, command.cover)
    return reading


def _reading_of_wall(state: State, unit: Miniature, command: Announce) -> Reading:
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
        raise refused("R65", "how", _("Walls are fired at directly."), _("Announce a direct shot."))
    check_direction(state, unit, square, "wall")
    _check_no_report(command)
    reading = direct_reading(state, unit, square, command.ruler, "wall")
    check_cover(state, unit, square, command.cover)
    return reading


def _check_no_report(command: Announce) -> None:
    """R43: only parabolic shots are reported by others."""
    for field, value in (("reporter", command.reporter), ("contact", command.contact)):
        if value:
            raise refused(
                "R43",
                field,
                _("Nobody reports the target of a direct shot."),
                _("Leave it out, or announce a parabolic shot."),
            )


def barred(state: State, unit: Miniature) -> Refused | None:
    """Why an active unit may not fire in this round; None if it may (R15)."""
    if not unit.figures.accuracy:
        return _barred("R4", say(_("%(unit)s has no weapon."), unit=unit.called))
    if unit.aim is not None and unit.aim.fired:
        return _barred("R15", say(_("%(unit)s has fired this round."), unit=unit.called))
    if unit.timer:
        return _barred("R52", say(_("The crew of %(unit)s is busy with repairs."), unit=unit.called))
    if state.round < unit.fires_from:
        text = say(_("%(unit)s may fire again from round %(round)s."), unit=unit.called, round=unit.fires_from)
        return _barred("R55", text)
    if unit.halted:
        return _barred("R65", say(_("%(unit)s has driven through a wall this round."), unit=unit.called))
    if unit.injured and unit.stirred:
        text = say(_("%(unit)s has moved, and its injured crew does not fire as well."), unit=unit.called)
        return _barred("R36", text)
    if not unit.figures.is_vehicle:
        if unit.pulled:
            return _barred("R50", say(_("%(unit)s has been towed this round."), unit=unit.called))
        if unit.stirred:
            return _barred("R47", say(_("%(unit)s has been turned this round."), unit=unit.called))
    return None


def _barred(number: str, text: Message) -> Refused:
    return refused(number, "unit", text, _("It does not fire in this round; fire with another unit."))


def stands(state: State, unit: Miniature) -> bool:
    """A22: whether an announced shot can still be fired: firer and target (or the wall) are still there, and nothing
    keeps the firer from it."""
    aim = unit.aim
    if aim is None or not unit.active or not unit.on_board or barred(state, unit) is not None:
        return False
    if aim.wall:
        return aim.wall in state.walls
    target = state.units.get(aim.target)
    return target is not None and target.active and target.on_board


def announced_shot(state: State, unit: Miniature) -> Aim:
    """R16, A22: the shot that a unit has announced, while it can still be fired."""
    aim = unit.aim
    if aim is None:
        remedies = {
            False: _("Announce what it fires at first."),
            True: _("All shots are announced before the first die of the phase; it does not fire this round."),
        }
        raise refused(
            "R16", "unit", say(_("%(unit)s has announced no shot."), unit=unit.called), remedies[state.volley]
        )
    if (bar := barred(state, unit)) is not None:
        raise bar
    if aim.wall and aim.wall not in state.walls:
        raise _wasted(unit, say(_("the wall on %(square)s"), square=aim.wall))
    target = state.units.get(aim.target)
    if not aim.wall and (target is None or not target.active or not target.on_board):
        raise _wasted(unit, say("%(target)s", target=target.called if target else aim.target))
    return aim


def _wasted(unit: Miniature, target: Message) -> Refused:
    return refused(
        "A22",
        "unit",
        say(_("What %(unit)s was to fire at is not there any more: %(target)s."), unit=unit.called, target=target),
        _("The shot is wasted; go on without it."),
    )


@CHAPTER.evolves
def announced(state: State, event: Announced) -> None:
    state.units[event.unit].aim = Aim(
        target=event.target,
        wall=event.wall,
        how=event.how,  # type: ignore[arg-type]
        range=event.range,
        by=event.by,  # type: ignore[arg-type]
        cover=event.cover,
        reporter=event.reporter,
        contact=event.contact,  # type: ignore[arg-type]
    )


def aimed_at(target: str, wall: str) -> str | Message:
    return say(_("the wall on %(square)s"), square=wall) if wall else target


@CHAPTER.narrates
def tell_announced(event: Announced) -> Message:
    text = _("%(unit)s is to fire at %(target)s, range %(range)s.")
    if event.how == "parabolic":
        text = _("%(unit)s is to fire at %(target)s by a high trajectory, range %(range)s.")
    told = say(text, unit=event.unit, target=aimed_at(event.target, event.wall), range=event.range)
    if event.cover:
        cover = say(_("terrain")) if event.cover == "terrain" else wreck_by_id(event.cover)
        told = say(_("%(told)s More than half of it is hidden by %(cover)s."), told=told, cover=cover)
    if event.by == "ruler" and event.board_range == 0:
        told = say(_("%(told)s So says the ruler; by the board there is no shot."), told=told)
    elif event.by == "ruler" and event.board_range != event.range:
        told = say(_("%(told)s So says the ruler; by the board it is %(board)s."), told=told, board=event.board_range)
    if event.reporter:
        told = say(_("%(told)s %(reporter)s reports the target."), told=told, reporter=event.reporter)
    return told


@CHAPTER.forbids
def impossible_shots(state: State) -> None:
    """Announced shots that could not have been announced."""
    for unit in state.units.values():
        if unit.aim is not None:
            _check_aim(state, unit, unit.aim)


def _check_aim(state: State, unit: Miniature, aim: Aim) -> None:
    """R16: with this unit's weapon, at one enemy or one wall; announced in the Firing Phase of its side."""
    if state.phase == "movement" and state.side == unit.side and state.depth == "shots":
        raise impossible_of(
            unit, "aim", _("Shots are announced in the Firing Phase."), _("Declare none, or the phase “firing”.")
        )
    if not unit.figures.accuracy:
        raise impossible_of(
            unit, "aim", say(_("%(unit)s has no weapon."), unit=unit.called), _("Declare none: leave it blank.")
        )
    _check_aimed_at(state, unit, aim)
    _check_range(unit, aim)
    _check_means(state, unit, aim)


def _check_aimed_at(state: State, unit: Miniature, aim: Aim) -> None:
    target = state.units.get(aim.target)
    if bool(aim.wall) == bool(aim.target) or (aim.target and (target is None or target.side == unit.side)):
        raise impossible_of(
            unit,
            "aim",
            say(_("%(unit)s fires at one enemy, or at one wall."), unit=unit.called),
            say(
                _("Name one of the enemies as target: %(units)s."),
                units=enemies_as_reported(state, enemies_of=unit.side),
            ),
        )
    walls = [name(square) for square in state.board.of("wall")]
    if aim.wall and aim.wall not in walls:
        raise impossible_of(
            unit,
            "aim",
            say(_("“%(square)s” is no wall of this board."), square=aim.wall),
            say(_("Walls: %(walls)s."), walls=", ".join(sorted(walls)) or "-"),
        )


def _check_range(unit: Miniature, aim: Aim) -> None:
    """R17, R38, R65."""
    least, most = 1, unit.figures.range
    if aim.how == "parabolic":
        if unit.figures.parabolic is None or aim.wall:
            raise impossible_of(
                unit,
                "aim",
                say(_("%(unit)s does not fire that by a high trajectory."), unit=unit.called),
                _("Declare it “direct”."),
            )
        least, most = unit.figures.parabolic
    if not least <= aim.range <= most:
        raise impossible_of(
            unit,
            "aim",
            say(_("The weapon of %(unit)s does not fire at range %(range)s."), unit=unit.called, range=aim.range),
            say(_("Declare a range from %(least)s to %(most)s."), least=least, most=most),
        )


def _check_means(state: State, unit: Miniature, aim: Aim) -> None:
    """R21, R43: cover is for targets of direct fire, reporters are for parabolic fire."""
    known = ("", TERRAIN, *(id for id in (*state.units, *state.wrecks) if id not in (unit.id, aim.target)))
    if aim.cover not in (known if aim.how == "direct" else ("",)):
        raise impossible_of(
            unit,
            "aim",
            say(_("“%(cover)s” is no cover from that shot."), cover=called(state, aim.cover)),
            _("Direct shots: “terrain”, a unit or a wreck between; empty for none."),
        )
    reporter = state.units.get(aim.reporter)
    own = reporter is not None and reporter.side == unit.side and reporter is not unit
    if bool(aim.reporter) != bool(aim.contact) or (aim.reporter and not (own and aim.how == "parabolic")):
        raise impossible_of(
            unit,
            "aim",
            say(_("“%(reporter)s” does not report the target of that shot."), reporter=called(state, aim.reporter)),
            _("Parabolic shots: another vehicle of its side, and its contact; both empty for none."),
        )
