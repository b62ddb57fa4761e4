"""Movement: a unit's steps, by tracks, wheels or hand (R6 to R13, R47, R49, R64, R65),
and option 2, the speed die of a vehicle that is about to move (R10, A19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, cast

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, DiceCommand, Field, Message, Pick, Roll, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import Question, Throw, numbers, throw

from .dicebox import One
from .geometry import COMPASS, Compass, name
from .likelihood import MOSTLY, of_move, of_squares, of_step
from .lookup import Fault, active_unit, check_faults, question, refused
from .offers import dice_field, in_bulk, of_unit
from .state import Decision, Event, Miniature, OneUnit, State
from .steps import IN_WORDS, LONGEST, Gear, Steps, Unable, is_able, kinds
from .terrain import Ground
from .towing import NOTHING, answered, facing_in_tow, taken_along, weapons_ready
from .walk import Mover, Step, check_fit, coordinated
from .words import COMPASS_NAMES, faces, placed, word_for, wreck_by_id

CHAPTER = Chapter[State, Event]("Movement", "R7 to R13, R47")
SPEED_DIE = Chapter[State, Event]("Speed die", "R10")


class RollSpeed(DiceCommand, frozen=True, kw_only=True):
    """Option 2: the speed die of a vehicle that is about to move (R10)."""

    positional: ClassVar = ("unit",)
    rolls: ClassVar = ("dice",)
    unit: Key
    dice: One | None = None


class SpeedRolled(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R10",)
    unit: str
    roll: Roll
    change: int


@SPEED_DIE.decides
def roll_speed(state: State, command: RollSpeed, dice: Dice) -> Decision:
    """R10, A19: once a round, before a vehicle's first step."""
    unit = active_unit(state, command.unit, "movement", "R2")
    try:
        check_roll(state, unit)
    except Unable as why:
        text = _("No speed die for %(unit)s: %(why)s")
        raise refused(why.rule, "unit", say(text, unit=unit.called, why=why.text), why.remedy) from None
    roll = dice.roll(question(state, unit, "speed"), 1, shows=(state.dice.speed,), reported=command.dice)
    yield SpeedRolled(unit=unit.id, roll=roll, change=roll.numbers[0])


def check_roll(state: State, unit: Miniature) -> None:
    """R10: raises `Unable` if its speed die cannot be rolled now."""
    if not state.options["speed_die"]:
        raise Unable("R10", _("this battle is played without it."), _("Report the move itself."))
    if not unit.figures.is_vehicle:
        raise Unable("R10", _("it is no vehicle."), _("Fixed weapons are turned without it."))
    if unit.change is not None:
        raise Unable("R10", _("it was rolled in this turn."), _("It counts for the whole turn: report the move."))
    check_fit(state, unit, unit.halted)


@SPEED_DIE.evolves
def speed_rolled(state: State, event: SpeedRolled) -> None:
    state.units[event.unit].change = event.change


SPEED = Question("speed", say(_("Speed dice, added up")))


@SPEED_DIE.throws
def luck_of_speed(state: State, event: SpeedRolled) -> Iterable[Throw]:
    return throw(SPEED, event.unit, event.roll, numbers)


@SPEED_DIE.narrates
def tell_speed_rolled(event: SpeedRolled) -> Message:
    if not event.change:
        return say(_("%(unit)s drives at its usual speed (%(dice)s)."), unit=event.unit, dice=faces(event.roll))
    text = _("%(unit)s drives faster this turn, by %(n)s (%(dice)s).")
    if event.change < 0:
        text = _("%(unit)s drives slower this turn, by %(n)s (%(dice)s).")
    return say(text, unit=event.unit, n=abs(event.change), dice=faces(event.roll))


def rolls(state: State, unit: Miniature) -> Iterator[Choice]:
    """The roll that a unit may make in its Movement Phase."""
    if not is_able(check_roll, state, unit):
        return
    die = dice_field("dice", say(_("Speed die")), 1, state.dice.speed)
    yield of_unit(unit, "RollSpeed", say(_("Speed die of %(unit)s"), unit=placed(unit)), die)


@SPEED_DIE.forbids
def no_die_without_option(state: State) -> None:
    """R10: only vehicles have a speed die, and only with option 2."""
    check_faults(
        state,
        Fault(
            "change",
            lambda state, unit: (
                unit.change is not None and not (state.options["speed_die"] and unit.figures.is_vehicle)
            ),
            _("No speed die is rolled for %(unit)s: that takes a vehicle, and option 2."),
            _("Declare none: leave it blank."),
        ),
    )


class Move(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Steps of a unit, in one report or several a round (R7 to R13, R47, R49, R64, R65).

    F, B: straight on, straight back; R+, R-: 45 degrees to the right, to the left in place; FL, FR, BL, BR: wheels
    forward into the square diagonally ahead, and back with a turn to that side.

    `tow`: for a vehicle that stood ready to tow a fixed weapon before this round: the weapon that goes along, "-" for
    none (R48).
    """

    positional: ClassVar = ("unit", "steps")
    unit: Key
    steps: Steps
    tow: OneUnit = ""


class Moved(Event, frozen=True, kw_only=True):
    """Where the unit stands after `steps`, and their results.

    used: the cost of these steps. path: squares entered, in order. gear: "forward", "reverse" or "" (turned in place
    only). spun: turns in place since the last straight step. broken: walls driven through. pushed: wrecks with the
    square each lies on now. weapon, weapon_square, weapon_facing: what was towed, "" for nothing.
    """

    rules: ClassVar = ("R7", "R9", "R12", "R13", "R47", "R49", "R64", "R65")
    unit: str
    steps: tuple[str, ...]
    used: int
    path: tuple[str, ...]
    square: str
    facing: str
    gear: str
    turned: bool
    spun: int
    halted: bool = False
    broken: tuple[str, ...] = ()
    pushed: dict[str, str] = {}
    weapon: str = ""
    weapon_square: str = ""
    weapon_facing: str = ""


@CHAPTER.decides
def move(state: State, command: Move, dice: Dice) -> Decision:
    """Every step is checked from where the steps before it have led. If one cannot be made, the whole report is
    refused."""
    unit = active_unit(state, command.unit, "movement", "R2")
    ready = weapons_ready(state, unit)
    weapon = taken_along(state, unit, command.tow)
    mover = Mover(state, unit, Ground(state), coordinated(state, unit.side), weapon)
    for place, symbol in enumerate(command.steps, 1):
        try:
            mover.take(symbol)
        except Unable as why:
            text = _("%(unit)s, step %(n)s (%(step)s): %(why)s")
            said = say(text, unit=unit.called, n=place, step=symbol, why=why.text)
            raise refused(why.rule, "steps", said, why.remedy) from None
    yield from answered(unit, weapon, ready)
    yield _came_to(mover, command.steps)


def _came_to(mover: Mover, steps: Sequence[str]) -> Moved:
    walk, unit = mover.walk, mover.unit
    pulled = mover.weapon if walk.path else None
    return Moved(
        unit=unit.id,
        steps=tuple(steps),
        used=walk.used - unit.used,
        path=tuple(map(name, walk.path)),
        square=name(walk.square),
        facing=COMPASS[walk.heading],
        gear=walk.gear,
        turned=walk.turned,
        spun=walk.spun,
        halted=walk.halted,
        broken=tuple(map(name, walk.broken)),
        pushed={wreck: name(square) for wreck, square in walk.pushed.items()},
        weapon=pulled.id if pulled else "",
        weapon_square=name(walk.trail) if pulled else "",
        weapon_facing=COMPASS[facing_in_tow(walk.square, walk.trail)] if pulled else "",
    )


@CHAPTER.evolves
def moved(state: State, event: Moved) -> None:
    unit = state.units[event.unit]
    unit.square, unit.facing = event.square, cast(Compass, event.facing)
    unit.used += event.used
    unit.gear = cast(Gear, event.gear)
    unit.moved = unit.moved or bool(event.path)
    unit.turned = unit.turned or event.turned
    unit.spun, unit.halted = event.spun, event.halted
    state.walls = tuple(wall for wall in state.walls if wall not in event.broken)
    state.broken += event.broken
    for wreck, square in event.pushed.items():
        pushed = state.units[wreck] if wreck in state.units else state.wrecks[wreck]
        pushed.square = square
    if event.weapon:
        weapon = state.units[event.weapon]
        weapon.square, weapon.facing = event.weapon_square, cast(Compass, event.weapon_facing)
        weapon.pulled = True


def first_steps(mover: Mover) -> dict[str, Step]:
    """The steps that a unit can make now, and where each leads."""
    found = {}
    for symbol in kinds(mover.unit.figures):
        try:
            found[symbol] = mover.look(symbol)
        except Unable:
            continue
    return found


def moves(mover: Mover, asked: bool) -> Iterator[Choice]:
    if steps := first_steps(mover):
        text = _("Move %(unit)s")
        if asked:
            text = _("Move %(unit)s with %(weapon)s in tow") if mover.weapon else _("Move %(unit)s with nothing in tow")
        weapon = placed(mover.weapon) if mover.weapon else ""
        label = say(text, unit=placed(mover.unit), weapon=weapon)
        path = Field(
            name="steps",
            kind="path",
            label=say(_("Steps")),
            help=say(_("All at once, or one report after the other.")),
            picks=tuple(_picks(mover, steps)),
            least=1,
            most=min(LONGEST, mover.most()),
            required=True,
        )
        entries = (step.entry for step in steps.values())
        readily = of_move(mover.state, mover.unit, asked, mover.weapon is not None, entries)
        yield of_unit(mover.unit, "Move", label, path, given=tow_given(mover, asked), readily=readily, bulk=MOVING)


MOVING = in_bulk(ngettext("Move %(n)d unit", "Move %(n)d units", 1))


def _picks(mover: Mover, steps: dict[str, Step]) -> Iterator[Pick]:
    """The random player prefers steps that push a wreck, break a wall, or lead to where the unit has something to
    do."""
    weights = of_squares(mover.state, mover.unit.side) if mover.unit.figures.is_vehicle else {}
    for symbol, step in steps.items():
        entry, on = step.entry, step.on
        readily = of_step(mover.state, mover.unit, on.heading, on.square, weights if on.gear else {})
        yield Pick(symbol, _label(symbol, step), readily=MOSTLY if entry.wall or entry.wreck else readily)


def _label(symbol: str, step: Step) -> Message:
    words = say(IN_WORDS[symbol])
    if not step.on.gear:
        return words
    text = _("%(square)s: %(step)s")
    if step.entry.wall:
        text = _("%(square)s: %(step)s, through the wall")
    if step.entry.wreck:
        text = _("%(square)s: %(step)s, pushing the wreck (steps: %(cost)s)")
        return say(text, square=name(step.on.square), step=words, cost=step.entry.cost)
    return say(text, square=name(step.on.square), step=words)


def tow_given(mover: Mover, asked: bool) -> dict[str, str]:
    """R48: the answer whether a weapon goes along; nothing if nobody asks."""
    if not asked:
        return {}
    return {"tow": mover.weapon.id if mover.weapon else NOTHING}


def _driven(event: Moved, values: dict[str, str | Message]) -> Message:
    if event.gear == "reverse":
        return ngettext(
            "%(unit)s backs to %(square)s, facing %(facing)s (%(steps)s, %(n)d step).",
            "%(unit)s backs to %(square)s, facing %(facing)s (%(steps)s, %(n)d steps).",
            event.used,
            **values,
        )
    if not event.path:
        return ngettext(
            "%(unit)s turns on %(square)s and faces %(facing)s (%(steps)s, %(n)d step).",
            "%(unit)s turns on %(square)s and faces %(facing)s (%(steps)s, %(n)d steps).",
            event.used,
            **values,
        )
    return ngettext(
        "%(unit)s drives to %(square)s, facing %(facing)s (%(steps)s, %(n)d step).",
        "%(unit)s drives to %(square)s, facing %(facing)s (%(steps)s, %(n)d steps).",
        event.used,
        **values,
    )


@CHAPTER.narrates
def tell_moved(event: Moved) -> Message:
    """With what the unit drove down, pushed and towed."""
    place: dict[str, str | Message] = {"unit": event.unit, "square": event.square}
    place["facing"] = word_for(COMPASS_NAMES, event.facing)
    steps = " ".join(event.steps)
    told = _driven(event, {**place, "steps": steps or "-"})
    if event.broken:
        told = say(_("%(told)s It breaks the wall on %(squares)s."), told=told, squares=", ".join(event.broken))
    for id, square in event.pushed.items():
        told = say(_("%(told)s It pushes %(wreck)s to %(square)s."), told=told, wreck=wreck_by_id(id), square=square)
    if event.weapon:
        told = say(_("%(told)s %(weapon)s is drawn to %(at)s."), told=told, weapon=event.weapon, at=event.weapon_square)
    return told


@CHAPTER.explains
def coordinated_by(state: State, of: str) -> Iterable[str]:
    """R7: the coordinated movements of a turn follow from the steps of each unit."""
    if of == "facts.coordinated":
        return [f"units.{unit.id}.used" for unit in state.units.values() if unit.side == state.side]
    return ()
