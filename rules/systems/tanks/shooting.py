"""Direct fire (R16 to R19): who may fire, and the roll to hit. All dice of a shot come in one report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal

from msgspec.structs import replace

from rules.bounds import Key
from rules.contract import Choice, Dice, DiceCommand, Field, Message, Pick, Refused, Roll, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.offers import drawing
from rules.lengths import Length
from rules.luck import HITS, Throw, successes

from . import measures, tables
from .damage import Hit, credit, resolve, roll_saves, saves_against
from .lookup import acting, enemy_of, refused
from .report_dice import OneDie, ReportDice
from .state import Decision, Event, Facing, State, Vehicle
from .words import (
    FARTHEST,
    MODIFIER_NAMES,
    dice_fields,
    distance,
    faces,
    facing_field,
    length_field,
    listed,
    named,
    of_unit,
    of_units,
    pick_field,
)

CHAPTER = Chapter[State, Event]("Shooting", "R16 to R20")


class Fire(DiceCommand, frozen=True, kw_only=True):
    """A shot (R17): what was measured and the dice that fell, in their order; those left out are Leaguer's.

    sight: "blocked" without a line of sight, "arc" where the gun cannot be brought to bear (R10). facing: the side of
    the target that is hit. cover: of an object that conceals half of it or more (R20). save_cover, save_smoke and
    save_glancing are the defender's.
    """

    positional: ClassVar = ("unit", "target")
    rolls: ClassVar = ("hit", "save_cover", "save_smoke", "save_glancing", "penetration", "damage", "radius")
    unit: Key
    target: Key
    distance: Length
    sight: Literal["clear", "blocked", "arc"] = "clear"
    facing: Facing = ""
    cover: Literal["", "light", "heavy"] = ""
    hit: OneDie | None = None
    save_cover: OneDie | None = None
    save_smoke: OneDie | None = None
    save_glancing: OneDie | None = None
    penetration: OneDie | None = None
    damage: OneDie | None = None
    radius: OneDie | None = None


class ShotFired(Event, frozen=True, kw_only=True):
    """result: "hit", "miss", or why it could not hit: "range", "blocked", "arc". `modifiers` by name, of which each
    raised `needed`; a die of a shot that could not hit counts for nothing."""

    rules: ClassVar = ("R16", "R17", "R18", "R19", "A7", "A8", "A9", "B1", "B11", "B12")
    unit: str
    target: str
    distance: int
    measure: str
    facing: str
    cover: str
    roll: Roll | None
    modifiers: dict[str, int]
    needed: int
    result: str
    reloading: int


@CHAPTER.decides
def fire(state: State, command: Fire, dice: Dice) -> Decision:
    """R17: a shot that is out of range, out of sight or out of the arc is spent, and no die makes it a hit (A9)."""
    unit = acting(state, command.unit, "shoot", "R16")
    if bar := cannot_fire(unit):
        raise bar
    if unit.figures.indirect:
        raise refused(
            "R23", "unit", say(_("%(unit)s is artillery."), unit=unit.name), _("Report its fire as a bombardment.")
        )
    target = enemy_of(state, unit, command.target)
    reported = ReportDice(command, dice, question(state, unit))
    if why := spoiled(state, unit, command.distance, command.sight):
        _check_wasted(command)
        yield _shot(state, unit, command, reported, why)
        reported.check_all_asked()
        return
    if not command.facing:
        raise refused(
            "R17",
            "facing",
            say(_("The report does not say where %(target)s is hit."), target=target.name),
            _("Tell “front”, “side” or “rear”."),
        )
    shot = _shot(state, unit, command, reported)
    yield shot
    if shot.result == "hit":
        kinds = saves_against(state, unit, target, command.cover, command.facing)
        if not (yield from roll_saves(target, unit.id, kinds, reported)):
            armour = target.figures.armour(command.facing)
            yield from resolve(
                state, Hit(target, unit.id, "shot", unit.figures.strength, command.facing, armour), reported
            )
    reported.check_all_asked()


def question(state: State, unit: Vehicle) -> str:
    """A vehicle fires once a turn, so its round names a shot of a battle for good."""
    return f"r{state.round}/{unit.side}/{unit.id}/shot"


# -- who may fire, and whether it can hit ------------------------------------------------------------------------------


def cannot_fire(unit: Vehicle) -> Refused | None:
    """Why a vehicle on the table may not fire in its own Shoot step (R15, R16, A6, B3, B11)."""
    if not unit.figures.strength:
        rule, text = "R16", _("%(unit)s has no gun.")
    elif unit.gun_out:
        rule, text = "R22", _("The main weapon of %(unit)s is damaged.")
    elif unit.knocked:
        rule, text = "B11", _("%(unit)s is knocked about.")
    elif unit.smoke == "smoking":
        rule, text = "R15", _("%(unit)s has popped smoke and may not fire before its next Move step.")
    elif unit.reloading:
        rule, text = "A6", _("The gun of %(unit)s is not loaded: it has fired.")
    else:
        return None
    return refused(rule, "unit", say(text, unit=unit.name), _("Fire with another one, or hold your fire."))


def reach(state: State, unit: Vehicle) -> int:
    """The range of its gun, as measured."""
    return measures.measured(state.options, unit.figures.range)


def spoiled(state: State, unit: Vehicle, distance: int, sight: str) -> str:
    """R17, R10, A9: why a shot cannot hit, "" where it can."""
    if sight != "clear":
        return sight
    return "range" if distance > reach(state, unit) else ""


def reloading(state: State, unit: Vehicle) -> int:
    """A6: ends of own turns until a gun that fires now is loaded again."""
    turns = unit.figures.reload
    return 1 + (int(state.options["reload_turns"]) if turns is None else turns)


def _check_wasted(command: Fire) -> None:
    """What nobody asks of a shot that cannot hit."""
    for field, said in (("facing", command.facing), ("cover", command.cover)):
        if said:
            raise refused(
                "R17",
                field,
                _("This shot cannot hit, whatever the target shows."),
                _("Leave it out, or correct distance and sight."),
            )


# -- to hit ------------------------------------------------------------------------------------------------------------


def modifiers(state: State, unit: Vehicle, target: Vehicle, distance: int) -> dict[str, int]:
    """R18, by name: what a direct shot adds to the ballistic skill. A7: exactly half range is within."""
    found = movement(state, unit, target)
    if 2 * distance > reach(state, unit):
        found["beyond_half"] = tables.BEYOND_HALF
    return dict(sorted(found.items()))


def movement(state: State, unit: Vehicle, target: Vehicle) -> dict[str, int]:
    """R18, A8, B1: what the movement of both adds; against a fast target the +2 is in place of the +1."""
    found = {"shooter_moved": tables.SHOOTER_MOVED} if unit.moved else {}
    if is_fast(state, unit, target):
        found["target_fast"] = tables.TARGET_FAST
    if target.moved and ("target_fast" not in found or state.options["fast_target_cumulative"]):
        found["target_moved"] = tables.TARGET_MOVED
    return found


def is_fast(state: State, unit: Vehicle, target: Vehicle) -> bool:
    """A8, B1: what it has actually driven is at least twice the shooter's Speed, and the shooter has one."""
    twice = 2 * measures.measured(state.options, unit.figures.speed)
    return 0 < twice <= target.driven


def result(die: int, needed: int) -> str:
    """R18, R19: a natural 6 always hits."""
    return "hit" if die == 6 or die >= needed else "miss"


def _shot(state: State, unit: Vehicle, command: Fire, reported: ReportDice, why: str = "") -> ShotFired:
    found = {} if why else modifiers(state, unit, state.units[command.target], command.distance)
    needed = unit.skill + sum(found.values())
    roll = reported.maybe("hit") if why else reported.roll("hit", near=(needed,))
    return ShotFired(
        unit=unit.id,
        target=command.target,
        distance=command.distance,
        measure=measures.measure(state.options),
        facing=command.facing,
        cover=command.cover,
        roll=roll,
        modifiers=found,
        needed=0 if why else needed,
        result=why or result(roll.numbers[0] if roll else 0, needed),
        reloading=reloading(state, unit),
    )


@CHAPTER.evolves
def shot_fired(state: State, event: ShotFired) -> None:
    spend(state, event.unit, event.target, event.reloading, event.result)


@CHAPTER.throws
def luck_of_shot(state: State, event: ShotFired) -> Iterable[Throw]:
    """R19; a die of a shot that could not hit is nobody's luck."""
    return luck_to_hit(event.unit, event.target, event.roll, event.needed, event.result)


def luck_to_hit(unit: str, target: str, roll: Roll | None, needed: int, fell: str) -> Iterable[Throw]:
    if fell in ("hit", "miss"):
        yield from successes(HITS, unit, roll, lambda die: result(die, needed) == "hit", against=target)


def spend(state: State, unit: str, target: str, reloading: int, result: str) -> None:
    """R17: the shot is spent, whether it can hit or not."""
    state.units[unit].reloading = reloading
    credit(state, "shot", unit, target)
    if result == "hit":
        credit(state, "hit", unit, target)


# -- in words ----------------------------------------------------------------------------------------------------------


RESULTS = {
    "hit": _("a hit"),
    "miss": _("a miss"),
    "range": _("out of range"),
    "blocked": _("out of sight"),
    "arc": _("not brought to bear"),
}


@CHAPTER.narrates
def tell_shot_fired(event: ShotFired) -> Message:
    """“tiger fires at m4 over 30 cm: 4, needs 6 (target moved +1, beyond half range +1): a miss.”"""
    text, far = _("%(unit)s fires at %(target)s over %(distance)s: %(how)s."), distance(event.distance, event.measure)
    how = how_it_fell(event.roll, event.needed, event.modifiers, event.result)
    return say(text, unit=event.unit, target=event.target, distance=far, how=how)


def how_it_fell(roll: Roll | None, needed: int, modifiers: Mapping[str, int], result: str) -> Message:
    """“4, needs 6 (target moved +1, beyond half range +1): a miss”"""
    how = say(RESULTS.get(result, _("spent")))
    if not roll or result not in ("hit", "miss"):
        return how
    needs = _("%(dice)s, needs %(needed)s (%(why)s): %(result)s")
    if not modifiers:
        needs = _("%(dice)s, needs %(needed)s: %(result)s")
    why = _because(modifiers) if modifiers else verbatim("-")
    return say(needs, dice=faces(roll), needed=needed, why=why, result=how)


def _because(modifiers: Mapping[str, int]) -> Message:
    return listed(
        say(_("%(what)s %(more)s"), what=named(MODIFIER_NAMES, name), more=f"{more:+d}")
        for name, more in modifiers.items()
    )


# -- what may be fired -------------------------------------------------------------------------------------------------


SELDOM = 100  # how readily random players waste a shot


ALL_DICE = ("hit", "save_cover", "save_smoke", "save_glancing", "penetration", "damage", "radius")
COVERS = (
    Pick("light", say(_("light cover (bushes, trees, fences)"))),
    Pick("heavy", say(_("heavy cover (buildings)"))),
)
UNSEEN = (Pick("blocked", say(_("no line of sight"))), Pick("arc", say(_("the gun cannot be brought to bear"))))


def shots(state: State, unit: Vehicle, enemies: tuple[Pick, ...]) -> Iterator[Choice]:
    yield of_unit(
        unit,
        "Fire",
        say(_("%(unit)s fires"), unit=unit.name),
        pick_field("target", say(_("Target")), telling_picks(state, unit, enemies)),
        distance_field(state, 0, reach(state, unit), reach(state, unit) // 2),
        facing_field(say(_("Hits its"))),
        replace(pick_field("cover", say(_("Half concealed by")), COVERS, required=False), drawing=COVER),
        *dice_fields(*ALL_DICE),
    )


COVER = drawing(
    __package__,
    "cover",
    _("When it is half concealed"),
    _("Look from the gun: at least half of the vehicle is behind what stands in front of it."),
)
SIGHT = drawing(
    __package__,
    "sight",
    _("When a shot finds no target"),
    _("Something stands on the line from the gun to the target, or the gun cannot be brought to bear on it."),
)


def spoiled_shots(state: State, guns: list[Vehicle], enemies: tuple[Pick, ...]) -> Iterator[Choice]:
    """R17: out of sight, or out of range, by the range."""
    target = pick_field("target", say(_("Target")), enemies)
    unseen = replace(pick_field("sight", say(_("Because of")), UNSEEN), drawing=SIGHT)
    one, several = _("%(unit)s fires at what is out of sight"), _("A shot at what is out of sight")
    dice = dice_fields("hit")
    yield from of_units(
        guns, "Fire", one, several, target, distance_field(state, 0, FARTHEST), unseen, *dice, readily=SELDOM
    )
    for far in sorted({reach(state, unit) for unit in guns}):
        same = [unit for unit in guns if reach(state, unit) == far]
        one, several = _("%(unit)s fires beyond its range of %(far)s"), _("A shot beyond the range of %(far)s")
        told = distance(far, measures.measure(state.options))
        fields = (target, distance_field(state, far + 1, FARTHEST), *dice)
        yield from of_units(same, "Fire", one, several, *fields, readily=SELDOM, far=told)


def distance_field(state: State, least: int, most: int, *near: int) -> Field:
    return length_field("distance", say(_("Distance")), least, most, state, near)


def telling_picks(state: State, unit: Vehicle, targets: tuple[Pick, ...]) -> tuple[Pick, ...]:
    """R18, R20, R21, A18: random players rather fire at what drove about twice the Speed of the shooter or farther, at
    what has moved, has the stronger gun, has armour that a shot may glance off, and at what is rammed."""
    twice, rammed = 2 * measures.measured(state.options, unit.figures.speed), {one.ram for one in state.units.values()}
    found = []
    for pick in targets:
        target = state.units[pick.value]
        readily = 8000 if twice and target.driven >= twice - 1 else 2000 if target.moved else 1000
        readily += 20000 * bool(twice and twice - 1 <= target.driven <= twice)
        readily += 1000 * (target.figures.strength > unit.figures.strength) + 6000 * (target.id in rammed)
        glancing = unit.figures.strength + 2 <= target.figures.front <= unit.figures.strength + 6
        found.append(replace(pick, readily=readily + 6000 * glancing))
    return tuple(found)
