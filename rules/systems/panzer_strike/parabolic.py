"""Parabolic fire: who may, how far, over what, and who reports the target (R38 to R44, A9, B11, B14, B19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.contract import Choice, Field, Pick, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import geometry
from .board import Board
from .contact import can_report, in_contact
from .geometry import Square
from .lookup import unit_of
from .naming import all_called
from .offers import at_targets, pick_field, unit_pick
from .readings import Reading
from .refusals import refused
from .sight import in_arc, too_close
from .state import Miniature, State


def reading(
    state: State, unit: Miniature, target: Miniature, ruler: int | None, reporter: str, contact: c.Contact
) -> Reading:
    """How far it is to the centre of the target, and who reports it. `Refused` where there is no such shot.

    Without a ruler all of it is the board's: range, trajectory, whether the howitzer sees its target, else who of its
    side does (of several the one that reports best, unless one is named). A ruler says besides that the protractor was
    clear; then `reporter` and `contact` say who saw the target, and neither that the howitzer did.
    """
    board_range = range_by_board(state, unit, target)
    if ruler is not None:
        _check_range(unit, ruler, "ruler")
        reporter, contact = _told(state, unit, reporter, contact)
        return Reading(ruler, "ruler", board_range, contact, reporter)
    _check_range(unit, geometry.ruler_to_centre(unit.at, target.at, state.options["ruler"]), "target")
    if not board_range:
        raise refused(
            "R41",
            "target",
            say(_("A building beside %(unit)s or %(target)s is in the way."), unit=unit.called, target=target.called),
            say(_("Choose another target; if the protractor is clear at the table, report what the ruler shows.")),
        )
    reporter, contact = _seen(state, unit, target, reporter, contact)
    return Reading(board_range, "board", board_range, contact, reporter)


# -- who, and how far --------------------------------------------------------------------------------------------------


def check_howitzer(unit: Miniature) -> None:
    """R38, R40, B11: its weapon fires so, and it has not made a step this round. Fixed weapons that have are barred
    from all fire (R47).
    """
    if unit.figures.parabolic is None:
        raise refused(
            "R38",
            "how",
            say(_("%(unit)s has no weapon for parabolic fire."), unit=unit.called),
            say(_("Fire directly.")),
        )
    if unit.stirred:
        raise refused(
            "R40",
            "unit",
            say(_("%(unit)s has moved this round."), unit=unit.called),
            say(_("A self-propelled howitzer fires so only where it has stood still; it may fire directly.")),
        )


def check_target(state: State, unit: Miniature, target: Miniature) -> None:
    """R39: in the arc; and as in direct fire not in a square beside, but for weapons made for that."""
    if not in_arc(state, unit, target.at):
        raise refused(
            "R39",
            "target",
            say(_("%(target)s is outside the arc of %(unit)s."), unit=unit.called, target=target.called),
            say(_("Choose a target in front of the gun.")),
        )
    if too_close(unit, target.at):
        raise refused(
            "R17",
            "target",
            say(_("%(target)s is in a square beside %(unit)s."), unit=unit.called, target=target.called),
            say(_("Choose a target farther off.")),
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
    """R38, R41: the range to the target's centre, 0 where there is no such shot by the board."""
    assert unit.figures.parabolic is not None
    least, most = unit.figures.parabolic
    range_ = geometry.ruler_to_centre(unit.at, target.at, state.options["ruler"])
    clear = least <= range_ <= most and is_trajectory_clear(state.board, unit.at, target.at)
    return range_ if clear else 0


def is_trajectory_clear(board: Board, one: Square, other: Square) -> bool:
    """R41 on a flat board: no building that lies under the shell's way is next to where it starts or comes down. A
    corner counts as for sight, where two buildings meet at it.
    """
    inside, corners = geometry.line(one, other)
    terrain = board.terrain
    under = [square for square in inside if terrain.get(square) == "building"]
    for pair in corners:
        if all(terrain.get(square) == "building" for square in pair):
            under += pair
    return not any(geometry.adjacent(square, end) for square in under for end in (one, other))


# -- who reports the target --------------------------------------------------------------------------------------------


def _seen(state: State, unit: Miniature, target: Miniature, reporter: str, contact: c.Contact) -> tuple[str, c.Contact]:
    """R43 by the board: who reports the target, and whether contact was held; blanks where the howitzer sees it."""
    if contact:
        raise refused(
            "R43",
            "contact",
            say(_("Whether contact was held is told by the board.")),
            say(_("Leave it out, or report what the ruler shows at the table as well.")),
        )
    if in_contact(state, unit, target):
        if reporter:
            raise refused(
                "R43",
                "reporter",
                say(_("%(unit)s sees %(target)s itself."), unit=unit.called, target=target.called),
                say(_("Leave the reporter out.")),
            )
        return "", ""
    reporters = reporting(state, unit, target)
    if reporter:
        _check_reporter(state, unit, reporter)
        reporters = [one for one in reporters if one.id == reporter]
    if not reporters:
        raise refused(
            "R43",
            "reporter" if reporter else "target",
            say(_("Nobody there has %(target)s in sight to report it."), target=target.called),
            say(_("A vehicle with a radio that sees it at the end of the Movement Phase reports it by radio.")),
        )
    best = next((one for one in reporters if held(state, one, target) == "held"), reporters[0])
    return best.id, held(state, best, target)


def _told(state: State, unit: Miniature, reporter: str, contact: c.Contact) -> tuple[str, c.Contact]:
    """R43 as the table saw it."""
    if reporter:
        _check_reporter(state, unit, reporter)
    if bool(reporter) == bool(contact):
        return reporter, contact
    if reporter:
        raise refused(
            "R43",
            "contact",
            say(_("Whether contact was held from the start is not said.")),
            say(_("Say “held”, or “new” where it was gained by movement this round.")),
        )
    raise refused(
        "R43",
        "reporter",
        say(_("Who has contact with the target is not said.")),
        say(_("Name the vehicle that reports it, or leave the contact out where %(unit)s sees it."), unit=unit.called),
    )


def _check_reporter(state: State, unit: Miniature, id: str) -> None:
    """R43, R44: a friend that can report."""
    one = unit_of(state, id, "reporter")
    if one.side == unit.side and one.id != unit.id and can_report(state, one):
        return
    silent = one.figures.is_vehicle and not one.radio and bool(state.options["radio_needed"])
    there = all_called(friends(state, unit))
    raise refused(
        "R44" if silent and one.side == unit.side else "R43",
        "reporter",
        say(_("%(reporter)s cannot report a target to %(unit)s."), reporter=one.called, unit=unit.called),
        say(_("Name another active vehicle of its side that has a radio: %(units)s."), units=there),
    )


def friends(state: State, unit: Miniature) -> list[Miniature]:
    """Who could report to it at all."""
    return [one for one in state.of_side(unit.side) if one.id != unit.id and can_report(state, one)]


def reporting(state: State, unit: Miniature, target: Miniature) -> list[Miniature]:
    """Those of them that see the target, by the board."""
    return [one for one in friends(state, unit) if in_contact(state, one, target)]


def held(state: State, reporter: Miniature, target: Miniature) -> c.Contact:
    """A9, B14: "held" where somebody of its side had the target in contact at the start (by option
    radio_same_vehicle the reporter itself), else "new". Also one that has been destroyed since: it had reported. Only
    its enemies see a unit.
    """
    if state.options["radio_same_vehicle"]:
        return "held" if target.id in reporter.sees else "new"
    return "held" if any(target.id in one.sees for one in state.units.values()) else "new"


# -- what may be announced ---------------------------------------------------------------------------------------------


def choices(state: State, unit: Miniature) -> Iterator[Choice]:
    """The parabolic shots a unit may announce: at targets by the board, those the same vehicles report at once, and at
    any in its arc as measured at the table. Whether it may fire at all is the caller's to ask.
    """
    try:
        check_howitzer(unit)
    except Refused:
        return
    there = [one for one in state.of_side(state.other(unit.side)) if one.on_board]
    targets = [one for one in there if not too_close(unit, one.at) and in_arc(state, unit, one.at)]
    if not targets:
        return
    yield from _by_board(state, unit, targets)
    ruler, reporters = _ruler(unit), friends(state, unit)
    measured = [(target, 0) for target in targets]
    yield at_targets(unit, measured, *_MEASURED, ruler, given=PARABOLIC)
    if reporters:
        yield at_targets(unit, measured, *_REPORTED, ruler, _reporter(reporters), _contact(), given=PARABOLIC)


def _by_board(state: State, unit: Miniature, targets: Sequence[Miniature]) -> Iterator[Choice]:
    """None without range, trajectory or anybody who sees the target."""
    groups: dict[tuple[str, ...], list[tuple[Miniature, int]]] = {}
    for target in targets:
        if found := range_by_board(state, unit, target):
            own = in_contact(state, unit, target)
            reporters = () if own else tuple(one.id for one in reporting(state, unit, target))
            if own or reporters:
                groups.setdefault(reporters, []).append((target, found))
    for reporters, group in groups.items():
        fields = (_reporter((state.units[id] for id in reporters), required=False),) if reporters else ()
        yield at_targets(unit, group, *_BY_BOARD, *fields, given=PARABOLIC)


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
        name="ruler", kind="number", label=say(_("Ruler")), help=help_, least=least, most=min(most, 8), required=True
    )


def _reporter(units: Iterable[Miniature], required: bool = True) -> Field:
    return pick_field("reporter", say(_("Reported by")), map(unit_pick, units), required)


def _contact() -> Field:
    picks = (Pick("held", say(_("held from the start"))), Pick("new", say(_("gained by movement this round"))))
    return pick_field("contact", say(_("Contact")), picks)
