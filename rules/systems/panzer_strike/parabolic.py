"""Parabolic fire: range, trajectory, the radio die and where a missed shot lands (R38 to R45, B11, B19)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import ClassVar

from rules.contract import Choice, Dice, Field, Message, Pick, Roll, refuses, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import Question, Throw, throw

from . import geometry
from .board import Board
from .geometry import Square
from .likelihood import MOSTLY, of_shot
from .lookup import question, refused, standing_at
from .offers import at_targets, pick_field, unit_pick
from .sight import Reading, in_arc, too_close
from .spotting import friends, in_contact, reporter_by_board, reporter_by_table, reporters_of
from .state import Contact, Event, Miniature, State
from .words import faces

CHAPTER = Chapter[State, Event]("Parabolic fire", "R38 to R45")


class RadioRolled(Event, frozen=True, kw_only=True):
    """Whether the target was reported. If not, there is no shot."""

    rules: ClassVar = ("R43", "A9")
    unit: str
    reporter: str
    roll: Roll
    heard: bool


class ShotDrifted(Event, frozen=True, kw_only=True):
    """Where a parabolic shot that missed came down: `square` is "" for nowhere that matters; `victim` is "" for
    nobody."""

    rules: ClassVar = ("R45",)
    unit: str
    roll: Roll
    square: str
    victim: str
    range: int


def parabolic_reading(
    state: State, unit: Miniature, target: Miniature, ruler: int | None, reporter: str, contact: Contact
) -> Reading:
    """How far away the centre of the target is, and who reports it. Raises `Refused` if there is no such shot.

    Without a ruler the board says all of it: range, trajectory, and whether the howitzer sees its target. If it does
    not, it says who of its side does (the best one, unless the report names one). A ruler says that the protractor was
    clear too; then `reporter` and `contact` say who saw the target, and neither means that the howitzer did.
    """
    board_range = range_by_board(state, unit, target)
    if ruler is not None:
        _check_range(unit, ruler, "ruler")
        reporter, contact = reporter_by_table(state, unit, reporter, contact)
        return Reading(ruler, "ruler", board_range, contact, reporter)
    _check_range(unit, geometry.ruler_to_centre(unit.at, target.at, state.options["ruler"]), "target")
    if not board_range:
        raise refused(
            "R41",
            "target",
            say(_("A building beside %(unit)s or %(target)s is in the way."), unit=unit.called, target=target.called),
            _("Choose another target; if the protractor is clear at the table, report what the ruler shows."),
        )
    reporter, contact = reporter_by_board(state, unit, target, reporter, contact)
    return Reading(board_range, "board", board_range, contact, reporter)


def check_howitzer(unit: Miniature) -> None:
    """R38, R40, B11: its weapon fires so, and it has not made a step this round. Fixed weapons that have made one are
    barred from all fire (R47)."""
    if unit.figures.parabolic is None:
        raise refused(
            "R38", "how", say(_("%(unit)s has no weapon for parabolic fire."), unit=unit.called), _("Fire directly.")
        )
    if unit.stirred:
        raise refused(
            "R40",
            "unit",
            say(_("%(unit)s has moved this round."), unit=unit.called),
            _("A self-propelled howitzer fires so only where it has stood still; it may fire directly."),
        )


def check_target(state: State, unit: Miniature, target: Miniature) -> None:
    """R39: the target is in the arc and, as in direct fire, not on an adjacent square, except for weapons made for
    that."""
    if not in_arc(state, unit, target.at):
        raise refused(
            "R39",
            "target",
            say(_("%(target)s is outside the arc of %(unit)s."), unit=unit.called, target=target.called),
            _("Choose a target in front of the gun."),
        )
    if too_close(unit, target.at):
        raise refused(
            "R17",
            "target",
            say(_("%(target)s is in a square beside %(unit)s."), unit=unit.called, target=target.called),
            _("Choose a target farther off."),
        )


def _check_range(unit: Miniature, range_: int, field: str) -> None:
    """R38."""
    assert unit.figures.parabolic is not None
    least, most = unit.figures.parabolic
    if not least <= range_ <= most:
        raise refused(
            "R38",
            field,
            say(_("To the centre of the target it is range %(range)s."), range=range_),
            say(
                _("%(unit)s fires parabolically from %(least)s to %(most)s."), unit=unit.called, least=least, most=most
            ),
        )


def range_by_board(state: State, unit: Miniature, target: Miniature) -> int:
    """R38, R41: the range to the target's centre, 0 if the board has no such shot."""
    assert unit.figures.parabolic is not None
    least, most = unit.figures.parabolic
    range_ = geometry.ruler_to_centre(unit.at, target.at, state.options["ruler"])
    clear = least <= range_ <= most and is_trajectory_clear(state.board, unit.at, target.at)
    return range_ if clear else 0


def is_trajectory_clear(board: Board, one: Square, other: Square) -> bool:
    """R41 on a flat board: a building under the shell's path blocks if it is next to where the path starts or ends.
    Corners count as for sight, where two buildings meet."""
    inside, corners = geometry.line(one, other)
    terrain = board.terrain
    under = [square for square in inside if terrain.get(square) == "building"]
    for pair in corners:
        if all(terrain.get(square) == "building" for square in pair):
            under += pair
    return not any(geometry.adjacent(square, end) for square in under for end in (one, other))


def parabolic_shots(state: State, unit: Miniature) -> Iterator[Choice]:
    """The parabolic shots that a unit may announce: by the board, in one choice for targets that the same vehicles
    report; and at any target in its arc as measured at the table. The caller checks whether the unit may fire at
    all."""
    if refuses(check_howitzer, unit):
        return
    there = [one for one in state.of_side(state.other(unit.side)) if one.on_board]
    targets = [one for one in there if not too_close(unit, one.at) and in_arc(state, unit, one.at)]
    if not targets:
        return
    yield from _by_board(state, unit, targets)
    ruler, reporters = _ruler(unit), friends(state, unit)
    measured, readily = [(target, 0) for target in targets], of_shot(state, unit, False)
    yield at_targets(unit, measured, *_MEASURED, ruler, given=PARABOLIC, readily=readily)
    if reporters:
        fields = (ruler, _reporter(reporters), _contact())
        yield at_targets(unit, measured, *_REPORTED, *fields, given=PARABOLIC, readily=readily)


def _by_board(state: State, unit: Miniature, targets: Sequence[Miniature]) -> Iterator[Choice]:
    """None without a range, a trajectory or a unit that sees the target."""
    groups: dict[tuple[str, ...], list[tuple[Miniature, int]]] = {}
    for target in targets:
        if found := range_by_board(state, unit, target):
            own = in_contact(state, unit, target)
            reporters = () if own else tuple(one.id for one in reporters_of(state, unit, target))
            if own or reporters:
                groups.setdefault(reporters, []).append((target, found))
    for reporters, group in groups.items():
        fields = (_reporter((state.units[id] for id in reporters), required=False),) if reporters else ()
        weights = {target.id: MOSTLY for target, _found in group if geometry.adjacent(unit.at, target.at)}
        readily = of_shot(state, unit, True) * (12 if weights else 4 if reporters else 2)
        yield at_targets(unit, group, *_BY_BOARD, *fields, given=PARABOLIC, readily=readily, weights=weights)


PARABOLIC = {"how": "parabolic"}
_BY_BOARD = (
    _("%(unit)s fires at %(target)s in an arc, range %(range)s"),
    _("%(unit)s fires at one of %(n)s enemies in an arc"),
)
_MEASURED = (
    _("%(unit)s fires at %(target)s in an arc, measured at the table"),
    _("%(unit)s fires at one of %(n)s enemies in an arc, measured at the table"),
)
_REPORTED = (
    _("%(unit)s fires at %(target)s in an arc, measured and reported at the table"),
    _("%(unit)s fires at one of %(n)s enemies in an arc, measured and reported at the table"),
)


def _ruler(unit: Miniature) -> Field:
    assert unit.figures.parabolic is not None
    least, most = unit.figures.parabolic
    help_ = say(_("Range to the centre of the target; the protractor is clear."))
    return Field(
        name="ruler",
        kind="number",
        label=say(_("Ruler")),
        help=help_,
        least=least,
        most=min(most, 8),
        required=True,
        near=(least, most),
    )


def _reporter(units: Iterable[Miniature], required: bool = True) -> Field:
    return pick_field("reporter", say(_("Reported by")), map(unit_pick, units), required)


def _contact() -> Field:
    picks = (Pick("held", say(_("held from the start"))), Pick("new", say(_("gained by movement this round"))))
    return pick_field("contact", say(_("Contact")), picks)


RED, TOO_LATE = "red", "x"


def radio_report(
    state: State, unit: Miniature, reported: tuple[str, ...] | None, dice: Dice
) -> Generator[Event, None, bool]:
    """The die before all others, if the target has to be reported. Returns whether there is a shot.

    Red is a report that was not heard; the purple X is one that came too late, which only happens with new contact.
    """
    assert unit.aim is not None
    roll = dice.roll(
        question(state, unit, "radio"),
        1,
        shows=(state.dice.radio,),
        reported=reported,
        field="radio",
    )
    heard = roll.values[0] != RED and (roll.values[0] != TOO_LATE or unit.aim.contact != "new")
    yield RadioRolled(unit=unit.id, reporter=unit.aim.reporter, roll=roll, heard=heard)
    return heard


@CHAPTER.evolves
def radio_rolled(state: State, event: RadioRolled) -> None:
    """R43: whether the report was heard or not, the unit has had its shot."""
    state.die_fell(event.unit)


HEARD = Question("heard", say(_("Reports heard by radio")))


@CHAPTER.throws
def luck_of_radio(state: State, event: RadioRolled) -> Iterable[Throw]:
    """R43, A9: the purple X only comes too late with new contact."""
    aim = state.units[event.unit].aim
    deaf = (RED, TOO_LATE) if aim is not None and aim.contact == "new" else (RED,)
    return throw(HEARD, event.unit, event.roll, lambda face: int(face not in deaf))


CHAPTER.throws_for_nobody(ShotDrifted)


@CHAPTER.narrates
def tell_radio_rolled(event: RadioRolled) -> Message:
    text = _("%(reporter)s is heard by %(unit)s (%(dice)s).")
    if not event.heard:
        text = _("%(reporter)s is not heard by %(unit)s (%(dice)s): no shot.")
    return say(text, unit=event.unit, reporter=event.reporter, dice=faces(event.roll))


LETTERS = {"N": 1, "S": -1, "E": 1, "W": -1, "-": 0}
FARTHEST = 8  # sections of a ruler


def drift(
    state: State, unit: Miniature, reported: tuple[str, ...] | None, dice: Dice
) -> Generator[Event, None, ShotDrifted]:
    """Two dice name one of the squares around the target; whoever stands there, friend or foe, is the `victim`.

    It is nowhere if both are blank, if the square is off the board, or if the trajectory does not reach it. Returns the
    event.
    """
    assert unit.aim is not None
    roll = dice.roll(
        question(state, unit, "miss"),
        2,
        shows=state.dice.miss,
        reported=reported,
        field="miss",
    )
    north, east = (LETTERS[str(letter)] for letter in roll.values)
    x, y = state.units[unit.aim.target].at
    square = (x + east, y + north)
    reached = (north, east) != (0, 0) and _is_reached(state, unit, square)
    victim = _victim(state, unit, square) if reached else None
    drifted = ShotDrifted(
        unit=unit.id,
        roll=roll,
        square=geometry.name(square) if reached else "",
        victim=victim.id if victim else "",
        range=_range_to_victim(state, unit, victim) if victim else 0,
    )
    yield drifted
    return drifted


def _is_reached(state: State, unit: Miniature, square: Square) -> bool:
    """A building may shield the square. At a table that measured its shot itself the table's buildings count."""
    assert unit.aim is not None
    if not state.board.has(square) or state.board.terrain.get(square) == "building":
        return False
    return unit.aim.by == "ruler" or is_trajectory_clear(state.board, unit.at, square)


def _victim(state: State, unit: Miniature, square: Square) -> Miniature | None:
    """An active unit. A howitzer does not hit itself (ruling), and a shot into a wreck hits nobody."""
    there = standing_at(state, square)
    if isinstance(there, Miniature) and there.active and there.id != unit.id:
        return there
    return None


def _range_to_victim(state: State, unit: Miniature, victim: Miniature) -> int:
    """To the victim's centre. If the table measured the shot itself, the range is as it measured (HE loses nothing with
    range)."""
    assert unit.aim is not None
    if unit.aim.by == "ruler":
        return unit.aim.range
    return min(geometry.ruler_to_centre(unit.at, victim.at, state.options["ruler"]), FARTHEST)


CHAPTER.changes_nothing(ShotDrifted)  # R45: the next events say what it does


@CHAPTER.narrates
def tell_shot_drifted(event: ShotDrifted) -> Message:
    dice = faces(event.roll)
    if not event.square:
        return say(_("The shot of %(unit)s comes down where nothing stands (%(dice)s)."), unit=event.unit, dice=dice)
    text = _("The shot of %(unit)s comes down on %(square)s (%(dice)s): nobody is hit.")
    if event.victim:
        text = _("The shot of %(unit)s comes down on %(square)s (%(dice)s) and strikes %(victim)s.")
    return say(text, unit=event.unit, square=event.square, victim=event.victim, dice=dice)
