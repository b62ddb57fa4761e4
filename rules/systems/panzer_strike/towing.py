"""Fixed weapons in tow: hooking them up, letting them go, and whether one goes along with a vehicle that stands ready
(R48, R49)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Refused, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .editions import counts_from_position
from .geometry import COMPASS, Square, adjacent, step, towards
from .likelihood import OFTEN, SELDOM, USUAL
from .lookup import Fault, active_unit, check_faults, impossible_of, later, refused, unit_of
from .offers import of_unit, pick_field, unit_pick
from .state import Decision, Event, Miniature, State
from .steps import Stride, Unable, is_able
from .tables import TOW_EASILY
from .words import all_called, called, each, placed

CHAPTER = Chapter[State, Event]("Fixed weapons and towing", "R46 to R50")


class Hook(Command, frozen=True, kw_only=True):
    """A vehicle that stands rear to rear with a fixed weapon takes it in tow; it can pull from the next round (R48)."""

    positional: ClassVar = ("unit", "weapon")
    unit: Key
    weapon: Key


class Unhook(Command, frozen=True, kw_only=True):
    """A vehicle lets go of the weapon it has in tow."""

    positional: ClassVar = ("unit",)
    unit: Key


class Hooked(Event, frozen=True, kw_only=True, omit_defaults=True):
    """`ready`: the vehicle stood behind the weapon before this round, and may pull it at once."""

    rules: ClassVar = ("R48",)
    unit: str
    weapon: str
    ready: bool = False


class LeftStanding(Event, frozen=True, kw_only=True):
    """A vehicle that could have taken one of these `weapons` along drives off without it."""

    rules: ClassVar = ("R48",)
    unit: str
    weapons: tuple[str, ...]


class Unhooked(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R48",)
    unit: str
    weapon: str


@CHAPTER.decides
def hook(state: State, command: Hook, dice: Dice) -> Decision:
    """R48: rear to rear with a fixed weapon of its side. It may be pulled from the round after the vehicle came to
    stand so. Costs no step."""
    unit = active_unit(state, command.unit, "movement", "R2")
    weapon = unit_of(state, command.weapon, "weapon")
    try:
        check_hook(state, unit, weapon)
    except Unable as why:
        field = "unit" if in_tow(state, unit) or not unit.figures.is_vehicle else "weapon"
        raise refused(why.rule, field, why.text, why.remedy) from None
    yield Hooked(unit=unit.id, weapon=weapon.id, ready=stands_ready(state, unit, weapon))


@CHAPTER.decides
def unhook(state: State, command: Unhook, dice: Dice) -> Decision:
    """R48: the weapon stays where it is. Not in the turn in which it was pulled: that would end its halved speed
    (R49)."""
    unit = active_unit(state, command.unit, "movement", "R2")
    weapon = in_tow(state, unit)
    if weapon is None:
        raise refused(
            "R48",
            "unit",
            say(_("%(unit)s has nothing in tow."), unit=unit.called),
            _("Name a vehicle that has a weapon in tow."),
        )
    if weapon.pulled:
        raise refused(
            "R49",
            "unit",
            say(_("%(unit)s has pulled %(weapon)s in this turn."), unit=unit.called, weapon=weapon.called),
            _("Let it go in the next Movement Phase, before the vehicle moves on."),
        )
    yield Unhooked(unit=unit.id, weapon=weapon.id)


def in_tow(state: State, unit: Miniature) -> Miniature | None:
    """The weapon that a vehicle has in tow, if there is one."""
    weapon = state.units.get(unit.tows)
    return weapon if weapon is not None and weapon.active and weapon.on_board else None


def tug_of(state: State, weapon: Miniature) -> Miniature | None:
    """The vehicle that has a weapon in tow."""
    return next((u for u in state.units.values() if u.tows == weapon.id and u.active and u.on_board), None)


def is_heavy(unit: Miniature, weapon: Miniature) -> bool:
    """R49: whether a weapon halves the speed of the vehicle that tows it."""
    return unit.figures.mass < TOW_EASILY * weapon.figures.mass


def check_hook(state: State, unit: Miniature, weapon: Miniature) -> None:
    """R48: raises `Unable` if the vehicle cannot hook the weapon up."""
    if not unit.figures.is_vehicle:
        raise Unable("R48", say(_("%(unit)s is no vehicle."), unit=unit.called), _("Name a vehicle."))
    if held := in_tow(state, unit):
        raise Unable(
            "R48",
            say(_("%(unit)s has %(weapon)s in tow already."), unit=unit.called, weapon=held.called),
            _("Unhook that one first."),
        )
    own = weapon.side == unit.side and weapon.active and weapon.on_board
    if weapon.figures.is_vehicle or not own:
        raise Unable(
            "R48",
            say(_("%(weapon)s is no fixed weapon of this side on the board."), weapon=weapon.called),
            _("Vehicles tow fixed weapons of their own side."),
        )
    if tug := tug_of(state, weapon):
        raise Unable(
            "R48",
            say(_("%(unit)s has %(weapon)s in tow."), unit=tug.called, weapon=weapon.called),
            _("Unhook it there first."),
        )
    if unit.at != place_of_tug(weapon) or not within_reach(unit, unit.at, unit.heading, weapon.at):
        raise Unable(
            "R48",
            say(_("%(unit)s and %(weapon)s do not stand rear to rear."), unit=unit.called, weapon=weapon.called),
            _(
                "The vehicle stands on the square behind the weapon, its rear towards it: wheels exactly, tracks "
                "within 45 degrees."
            ),
        )


def stands_ready(state: State, unit: Miniature, weapon: Miniature) -> bool:
    """R48: whether a vehicle that can hook a weapon up stood so before this round, and may pull it in this one. Never
    in edition 1, where the round of the report counts."""
    if not counts_from_position(state.edition) or unit.moved or weapon.stirred or weapon.pulled:
        return False
    return within_reach(unit, unit.at, COMPASS.index(unit.facing_was), weapon.at)


def may_pull(state: State, unit: Miniature) -> bool:
    """R48: whether a vehicle may pull what it has in tow: from the round after it came to stand behind it."""
    return unit.hooked < state.round or unit.along == "yes"


def place_of_tug(weapon: Miniature) -> Square:
    """The square behind a weapon, where a vehicle has to stand to hook it up (R48)."""
    return step(weapon.at, weapon.heading, -1)


def within_reach(unit: Miniature, square: Square, heading: int, weapon: Square) -> bool:
    """R48: whether the rear of a vehicle on this square points to the weapon on the adjacent one; on tracks within 45
    degrees."""
    direction = towards(square, weapon)
    if direction is None:
        return False
    off = (heading + 4 - direction) % 8
    return off == 0 or (unit.figures.drive == "T" and off in (1, 7))


def check_pull(unit: Miniature, spun: int, on: Stride, weapon: Square) -> None:
    """R49: raises `Unable` for what a vehicle with a weapon in tow may not do. `spun`: turns in place since its last
    straight step."""
    if on.gear == "reverse":
        raise Unable("R49", _("it has a weapon in tow, and cannot go back."), _("Go forward, or unhook it first."))
    if not on.gear and (spun or not within_reach(unit, on.square, on.heading, weapon)):
        raise Unable(
            "R49",
            _("with a weapon in tow it turns no more than 45 degrees between straight steps."),
            _("Go straight ahead first."),
        )


def facing_in_tow(square: Square, left: Square) -> int:
    """R49: the direction in which a weapon on the square `left` faces, its rear towards the vehicle on `square`."""
    direction = towards(square, left)
    assert direction is not None
    return direction


NOTHING = "-"  # the answer that nothing goes along; no unit has this name


def weapons_ready(state: State, unit: Miniature) -> list[Miniature]:
    """The weapons that a vehicle may take along in this turn, until it says whether it does: those it stood ready to
    tow before."""
    asked = unit.figures.is_vehicle and not unit.moved and not unit.along
    if not counts_from_position(state.edition) or not asked or _is_held_fast(unit):
        return []
    fixed = (one for one in state.of_side(unit.side) if one.on_board and not one.figures.is_vehicle)
    behind = [one for one in fixed if place_of_tug(one) == unit.at]
    return [one for one in behind if stands_ready(state, unit, one) and is_able(check_hook, state, unit, one)]


def taken_along(state: State, unit: Miniature, answer: str) -> Miniature | None:
    """The weapon that goes along by this answer. Raises `Refused` if the answer is missing, or if nobody asked."""
    ready = weapons_ready(state, unit)
    if not ready and answer:
        raise refused(
            "R48",
            "tow",
            say(_("%(unit)s does not stand ready to take a weapon along."), unit=unit.called),
            _("Leave “tow” out. Behind a weapon since an earlier round, a vehicle may take it along."),
        )
    if ready and answer not in (NOTHING, *(weapon.id for weapon in ready)):
        raise _open(unit, ready)
    return next((weapon for weapon in ready if weapon.id == answer), None)


def answered(unit: Miniature, weapon: Miniature | None, ready: list[Miniature]) -> Iterator[Event]:
    """What the answer means, before the vehicle drives: nothing if nobody asked."""
    if weapon is not None:
        yield Hooked(unit=unit.id, weapon=weapon.id, ready=True)
    elif ready:
        yield LeftStanding(unit=unit.id, weapons=tuple(one.id for one in ready))


def _is_held_fast(unit: Miniature) -> bool:
    """R35, R65, B7: it cannot drive in this turn."""
    return unit.timer > 0 or unit.halted or unit.mobility == "immobilised"


def _open(unit: Miniature, ready: list[Miniature]) -> Refused:
    names = all_called(ready)
    text = _("%(unit)s stands ready to tow %(weapons)s: does it take it along?")
    remedy = _("Say “tow=%(example)s” to take it along, “tow=-” to leave it where it stands.")
    return refused("R48", "tow", say(text, unit=unit.called, weapons=names), say(remedy, example=ready[0].id))


@CHAPTER.evolves
def hooked(state: State, event: Hooked) -> None:
    unit = state.units[event.unit]
    unit.tows, unit.hooked = event.weapon, state.round
    unit.along = "yes" if event.ready else ""


@CHAPTER.evolves
def unhooked(state: State, event: Unhooked) -> None:
    """A vehicle that has just let a weapon go is not asked whether it takes it along."""
    unit = state.units[event.unit]
    unit.let_go()
    unit.along = "no"


@CHAPTER.evolves
def left_standing(state: State, event: LeftStanding) -> None:
    state.units[event.unit].along = "no"


def hookable(state: State, units: list[Miniature]) -> dict[str, list[Miniature]]:
    """The weapons that each vehicle could take in tow."""
    standing = {unit.at: unit for unit in units}
    found: dict[str, list[Miniature]] = {}
    for weapon in units:
        unit = None if weapon.figures.is_vehicle else standing.get(place_of_tug(weapon))
        if unit is not None and is_able(check_hook, state, unit, weapon):
            found.setdefault(unit.id, []).append(weapon)
    return found


def tows(state: State, unit: Miniature, weapons: Sequence[Miniature]) -> Iterator[Choice]:
    """What a unit may do in its Movement Phase: hook up one of these `weapons`, or let go of the one in tow."""
    if weapons:
        field = pick_field("weapon", say(_("Fixed weapon")), map(unit_pick, weapons))
        label = say(_("%(unit)s takes a weapon in tow"), unit=placed(unit))
        readily = SELDOM if unit.along or weapons_ready(state, unit) else OFTEN
        yield of_unit(unit, "Hook", label, field, readily=readily)
    if (held := in_tow(state, unit)) and not held.pulled:
        label = say(_("%(unit)s unhooks %(weapon)s"), unit=placed(unit), weapon=placed(held))
        yield of_unit(unit, "Unhook", label, readily=SELDOM if unit.used else USUAL)


CHAPTER.sentences(
    {
        Hooked: _("%(unit)s takes %(weapon)s in tow."),
        Unhooked: _("%(unit)s lets %(weapon)s stand."),
        LeftStanding: lambda event: say(
            _("%(unit)s drives off without %(weapons)s."), unit=event.unit, weapons=each(event.weapons)
        ),
    }
)


@CHAPTER.forbids
def impossible_tows(state: State) -> None:
    """R48 to R50: what is towed, and by whom."""
    check_faults(
        state,
        Fault(
            "pulled",
            lambda state, unit: unit.pulled and unit.figures.is_vehicle,
            _("%(unit)s is a vehicle; only fixed weapons are towed."),
            _("Declare that it was not."),
        ),
        Fault(
            "along",
            lambda state, unit: unit.along == "yes" and not unit.tows,
            _("%(unit)s has nothing in tow that could go along."),
            _("Declare what it has in tow, or the answer empty or “no”."),
        ),
        later("hooked"),
    )
    for unit in state.units.values():
        _check_tow(state, unit)


def _check_tow(state: State, unit: Miniature) -> None:
    """R48, R49: an active vehicle tows a fixed weapon of its side on an adjacent square that no other vehicle has in
    tow."""
    if not unit.tows:
        if unit.hooked:
            raise impossible_of(
                unit,
                "hooked",
                say(_("%(unit)s has nothing in tow."), unit=unit.called),
                _("Declare 0, or what it has in tow."),
            )
        return
    weapon = state.units.get(unit.tows)
    if (
        not (unit.figures.is_vehicle and unit.active)
        or weapon is None
        or weapon.side != unit.side
        or weapon.figures.is_vehicle
        or not weapon.active
    ):
        raise impossible_of(
            unit,
            "tows",
            say(_("%(unit)s cannot have “%(other)s” in tow."), unit=unit.called, other=called(state, unit.tows)),
            _("Active vehicles tow active fixed weapons of their side; empty for none."),
        )
    if any(other.tows == unit.tows and other is not unit for other in state.units.values()):
        raise impossible_of(
            unit,
            "tows",
            say(_("Another vehicle has %(weapon)s in tow, too."), weapon=weapon.called),
            _("Declare that of one of them only."),
        )
    if not (unit.on_board and weapon.on_board and adjacent(unit.at, weapon.at)):
        raise impossible_of(
            unit,
            "tows",
            say(_("%(weapon)s does not stand beside %(unit)s."), weapon=weapon.called, unit=unit.called),
            _("Declare squares beside one another, or nothing in tow."),
        )
    if not unit.hooked:
        raise impossible_of(
            unit,
            "hooked",
            say(_("%(unit)s has taken %(weapon)s in tow in some round."), unit=unit.called, weapon=weapon.called),
            _("Declare in which."),
        )
