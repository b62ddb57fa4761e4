"""The Move step (R8 to R13, R35): a move is told stretch by stretch, each over one kind of ground."""

from __future__ import annotations

from msgspec import UNSET

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from . import measures, tables
from .contacts import stand_in_contact
from .editions import asks_for_the_corner
from .lookup import acting, enemy_of
from .refusals import refused
from .state import State, Vehicle
from .words import distance


def drive(state: State, command: c.Drive, dice: Dice) -> Decision:
    """R8: a stretch that what is left of Speed allows."""
    unit = _mover(state, command.unit, "R8")
    _check_turned(unit, command)
    _check_corner(state, unit, command)
    cost = _cost(state, unit, command)
    check_contact(state, unit, command.contact)
    yield e.Driven(
        unit=unit.id,
        over=command.over,
        length=command.length,
        measure=measures.measure(state.options),
        cost=cost,
        turned=command.turned,
        corner=command.corner,
        reverse=command.reverse,
        contact=command.contact,
        ram=unit.driven + command.length if command.contact else 0,
    )


def cross(state: State, command: c.Cross, dice: Dice) -> Decision:
    """B9: a line obstacle costs as so many centimetres of difficult ground."""
    unit = _mover(state, command.unit, "B9")
    if not may_cross(state, unit):
        raise refused(
            "B9",
            "unit",
            say(_("%(unit)s has not enough of its Speed left to cross anything."), unit=unit.name),
            say(_("Leave it in front of the obstacle; what costs nothing to cross is not reported.")),
        )
    yield e.Crossed(unit=unit.id, cost=measures.crossing(state.options))


def leave(state: State, command: c.Leave, dice: Dice) -> Decision:
    """R35: off the table by what is left of its move."""
    unit = _mover(state, command.unit, "R35")
    if not left(state, unit):
        raise refused(
            "R35",
            "unit",
            say(_("%(unit)s has nothing left of its move."), unit=unit.name),
            say(_("Have it leave the table in its next Move step.")),
        )
    yield e.Retreated(unit=unit.id)


# -- who may move, and how far -----------------------------------------------------------------------------------------


def _mover(state: State, id: str, rule: str) -> Vehicle:
    unit = acting(state, id, "move", rule)
    if bar := barred(unit):
        raise bar
    return unit


def barred(unit: Vehicle) -> Refused | None:
    """Why a vehicle on the table may not drive now, in its own Move step (R12, R14, R29, A12, B3)."""
    if not unit.figures.speed:
        rule, text = "A21", _("%(unit)s is a gun of Speed 0.")
    elif unit.tracked:
        rule, text = "R12", _("%(unit)s is tracked and moves no more in this battle.")
    elif unit.knocked:
        rule, text = "R12", _("%(unit)s is knocked about.")
    elif unit.stunned:
        rule, text = "R12", _("%(unit)s is stunned.")
    elif unit.halted:
        rule, text = "B6", _("%(unit)s has run into an enemy, which ends its move.")
    elif unit.smoke == "smoking":
        rule, text = "B8", _("%(unit)s has popped smoke, which takes the whole move.")
    else:
        return None
    return refused(rule, "unit", say(text, unit=unit.name), say(_("Move another one, or end the Move step.")))


def left(state: State, unit: Vehicle) -> int:
    """What is left of its Speed this turn, in halves of a tenth."""
    return max(0, measures.allowance(state.options, unit.figures.speed) - unit.used)


def longest(unit: Vehicle, over: str, budget: int) -> int:
    """The longest stretch over this ground for what it may cost; B4: as far as the road has been turned on."""
    return budget // measures.pace(over, unit.turned)


def may_cross(state: State, unit: Vehicle) -> bool:
    return 0 < measures.crossing(state.options) <= left(state, unit)


def _cost(state: State, unit: Vehicle, command: c.Drive) -> int:
    """R8, B4: what the stretch costs, in halves of a tenth; beyond its corner at normal pace."""
    before = command.length if command.corner is UNSET else command.corner
    check_length(
        state, unit, command.over, before, left(state, unit), "length" if command.corner is UNSET else "corner"
    )
    quick, slow = measures.pace(command.over, unit.turned), measures.pace(command.over, tables.ROAD_TURN)
    room = left(state, unit) - before * quick
    if command.length > (most := before + room // slow):
        raise _too_far(state, unit, command.length, most, "length")
    return before * quick + (command.length - before) * slow


def check_length(state: State, unit: Vehicle, over: str, length: int, budget: int, field: str = "length") -> None:
    """R8, A3: exactly, nothing is rounded."""
    if length > (most := longest(unit, over, budget)):
        raise _too_far(state, unit, length, most, field)


def _too_far(state: State, unit: Vehicle, length: int, most: int, field: str) -> Refused:
    told, at_most = (distance(one, measures.measure(state.options)) for one in (length, most))
    text = say(_("%(unit)s cannot drive %(length)s over this ground."), unit=unit.name, length=told)
    return refused("R8", field, text, say(_("It can drive %(most)s at most."), most=at_most))


def _check_turned(unit: Vehicle, command: c.Drive) -> None:
    """R11, B4: 90 degrees in all at the double speed of a road; elsewhere turning costs nothing and is not told."""
    if not command.turned:
        return
    if not measures.doubles(command.over, unit.turned):
        raise refused(
            "R9",
            "turned",
            say(_("Turning costs nothing here.")),
            say(_("Tell only what is turned at the double speed of a road.")),
        )
    if command.turned > (most := tables.ROAD_TURN - unit.turned):
        raise refused(
            "R11",
            "turned",
            say(_("%(unit)s cannot turn so far at the double speed of a road."), unit=unit.name),
            say(_("Tell at most %(most)s degrees; the rest of the road is driven at normal speed."), most=most),
        )


def needs_corner(state: State, unit: Vehicle, turned: int) -> bool:
    """R11: whether 90 degrees in all come together where it turns so far on the road now."""
    return asks_for_the_corner(state.edition) and unit.turned < tables.ROAD_TURN == unit.turned + turned


def _check_corner(state: State, unit: Vehicle, command: c.Drive) -> None:
    """R11, B4: told where 90 degrees have come together, for the rest of the road is driven at normal pace."""
    if command.corner is UNSET:
        if not needs_corner(state, unit, command.turned):
            return
        text = say(_("It is not told where on this road %(unit)s had turned by 90 degrees."), unit=unit.name)
        remedy = say(_("Tell how far it drove before that corner; from there on it drives at its normal pace."))
    elif not needs_corner(state, unit, command.turned):
        text = say(_("%(unit)s does not come to 90 degrees at the double speed of a road here."), unit=unit.name)
        if not asks_for_the_corner(state.edition):
            text = say(_("In the edition of this battle nobody asks where the corner of a road was."))
        remedy = say(_("Leave the corner out."))
    elif command.corner > command.length:
        text = say(_("The corner lies beyond the end of this stretch."))
        remedy = say(_("Tell how much of the stretch was driven before the corner."))
    else:
        return
    raise refused("R11", "corner", text, remedy)


# -- contact -----------------------------------------------------------------------------------------------------------


def check_contact(state: State, unit: Vehicle, contact: str) -> None:
    """R29, B6: with an enemy; who stood in contact as the move began has not run into it."""
    if not contact:
        return
    enemy = enemy_of(state, unit, contact, "contact")
    if enemy not in may_touch(state, unit):
        raise refused(
            "B6",
            "contact",
            say(_("%(unit)s stood in contact with %(enemy)s as its move began."), unit=unit.name, enemy=enemy.name),
            say(_("Leave it out: that is no new ram.")),
        )


def may_touch(state: State, unit: Vehicle) -> list[Vehicle]:
    """The enemies it may run into now."""
    return [enemy for enemy in state.enemies(unit.side) if not stand_in_contact(state, unit, enemy)]
