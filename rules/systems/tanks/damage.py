"""What a hit does, from shots, artillery, explosions and rams: saves, penetration, damage (R20 to R22, A10 to A16,
B10)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import ClassVar, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from rules.contract import Feat, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import DAMAGE, SAVES, Question, Throw, numbers, successes, throw

from . import measures, tables
from .contacts import part, touched
from .editions import reaches_who_touches
from .report_dice import ReportDice
from .state import Area, Decision, Event, State, Vehicle
from .words import ARMOUR_NAMES, EFFECT_NAMES, SAVE_NAMES, distance, faces, named

CHAPTER = Chapter[State, Event]("Damage", "R20 to R22")
MOST_TURNS = 2


class Hit(NamedTuple):
    """A hit of this strength against `armour` of `facing`. by: who or what did it; cause: "shot", "cap", "blast" or
    "ram"; faces: of the penetration die."""

    unit: Vehicle
    by: str
    cause: str
    strength: int
    facing: str
    armour: int
    faces: int = 6


# -- saves -------------------------------------------------------------------------------------------------------------


class SaveRolled(Event, frozen=True, kw_only=True):
    """save: "heavy", "light", "smoke" or "glancing". `by` is the firer."""

    rules: ClassVar = ("R20", "A10", "A16", "B10")
    unit: str
    by: str
    save: str
    roll: Roll
    needed: int
    saved: bool


SAVE_DIE = {"heavy": "save_cover", "light": "save_cover", "smoke": "save_smoke", "glancing": "save_glancing"}


def saves_against(state: State, firer: Vehicle, target: Vehicle, cover: str, facing: str) -> list[str]:
    """B10: one save for each type that applies, in their order: cover, smoke, glancing. Without stacking only the
    better of cover and smoke, and cover where they are equal."""
    kinds = [cover] if cover else []
    if target.smoke == "smoking" and not (cover and not state.options["stack_cover_and_smoke"]):
        kinds.append("smoke")
    if facing == "front" and firer.figures.strength < target.figures.strength:
        kinds.append("glancing")
    return kinds


def roll_saves(target: Vehicle, by: str, kinds: list[str], reported: ReportDice) -> Generator[Event, None, bool]:
    """Rolls one save after the other; True as soon as one succeeds."""
    for kind in kinds:
        needed = tables.SAVES[kind]
        roll = reported.roll(SAVE_DIE[kind], near=(needed,))
        saved = roll.numbers[0] >= needed
        yield SaveRolled(unit=target.id, by=by, save=kind, roll=roll, needed=needed, saved=saved)
        if saved:
            return True
    return False


@CHAPTER.evolves
def save_rolled(state: State, event: SaveRolled) -> None:
    _caught(state, event.unit, event.by)


def _caught(state: State, unit: str, by: str) -> None:
    """The vehicle has been reported in the explosion or cap that is open now."""
    area = state.area
    if area is not None and area.source == by and unit not in area.caught:
        state.areas = [msgspec.structs.replace(area, caught=(*area.caught, unit)), *state.areas[1:]]


@CHAPTER.throws
def luck_of_save(state: State, event: SaveRolled) -> Iterable[Throw]:
    return successes(SAVES, event.unit, event.roll, lambda die: die >= event.needed)


@CHAPTER.narrates
def tell_save_rolled(event: SaveRolled) -> Message:
    text = _("%(unit)s is saved by %(kind)s: %(dice)s, needs %(needed)s.")
    if not event.saved:
        text = _("%(unit)s is not saved by %(kind)s: %(dice)s, needs %(needed)s.")
    kind = named(SAVE_NAMES, event.save)
    return say(text, unit=event.unit, kind=kind, dice=faces(event.roll), needed=event.needed)


# -- penetration -------------------------------------------------------------------------------------------------------


class PenetrationRolled(Event, frozen=True, kw_only=True):
    """strength + die = total, against `armour` of `facing` ("lowest" for artillery).

    cause: "shot", "cap", "blast" or "ram"; `by`: who or what did it. result: "penetrates", "glances" or "bounces".
    """

    rules: ClassVar = ("R21", "R28", "R32", "A11", "A14", "A20", "B15")
    unit: str
    by: str
    cause: str
    roll: Roll
    strength: int
    total: int
    facing: str
    armour: int
    result: str


def resolve(state: State, hit: Hit, reported: ReportDice) -> Decision:
    """R21, R22: the penetration die, then its effect."""
    unit = hit.unit
    least = hit.armour - hit.strength
    roll = reported.roll("penetration", hit.faces, near=(least, least + 1))
    total = hit.strength + roll.numbers[0]
    result = penetration(roll.numbers[0], total, hit.armour)
    yield PenetrationRolled(
        unit=unit.id,
        by=hit.by,
        cause=hit.cause,
        roll=roll,
        strength=hit.strength,
        total=total,
        facing=hit.facing,
        armour=hit.armour,
        result=result,
    )
    if result != "bounces":
        yield from _damage(state, hit, result == "glances", reported)


def penetration(die: int, total: int, armour: int) -> str:
    """R21, A11: a natural 1 bounces, even where the sum equals the armour."""
    if die == 1 or total < armour:
        return "bounces"
    return "glances" if total == armour else "penetrates"


@CHAPTER.evolves
def penetration_rolled(state: State, event: PenetrationRolled) -> None:
    if event.cause in ("blast", "cap"):
        _caught(state, event.unit, event.by)


PENETRATION = {
    "penetrates": _("%(unit)s: %(strength)s + %(dice)s = %(total)s against %(facing)s %(armour)s: penetrated."),
    "glances": _("%(unit)s: %(strength)s + %(dice)s = %(total)s against %(facing)s %(armour)s: it glances."),
    "bounces": _("%(unit)s: %(strength)s + %(dice)s = %(total)s against %(facing)s %(armour)s: it bounces off."),
}


@CHAPTER.throws
def luck_of_penetration(state: State, event: PenetrationRolled) -> Iterable[Throw]:
    """R21: whether it bounces off. What an explosion does is nobody's luck, as it is nobody's feat."""
    if event.cause != "blast":
        yield from successes(
            UNBOUNCED,
            event.by,
            event.roll,
            lambda die: penetration(die, event.strength + die, event.armour) != "bounces",
            against=event.unit,
        )


UNBOUNCED = Question("penetrations", say(_("Penetrations and glances")))


@CHAPTER.narrates
def tell_penetration_rolled(event: PenetrationRolled) -> Message:
    return say(
        PENETRATION.get(event.result, PENETRATION["bounces"]),
        unit=event.unit,
        strength=event.strength,
        dice=faces(event.roll),
        total=event.total,
        facing=named(ARMOUR_NAMES, event.facing),
        armour=event.armour,
    )


# -- damage ------------------------------------------------------------------------------------------------------------


class DamageRolled(Event, frozen=True, kw_only=True):
    """effect: a row of the damage table, "none" where a glance came to nothing. `stunned`, `knocked`: ends of own turns
    until each is over."""

    rules: ClassVar = ("R22", "A12", "A13", "B3")
    unit: str
    by: str
    cause: str
    roll: Roll
    glance: bool
    effect: str
    stunned: int
    knocked: int


def _damage(state: State, hit: Hit, glance: bool, reported: ReportDice) -> Decision:
    unit = hit.unit
    roll = reported.roll("damage", near=_telling(state, hit, glance))
    effect = effect_of(roll.numbers[0], glance, bool(state.options["glance_zero_is_stunned"]))
    turns, near = lasting(state, unit), touched(state, unit)
    yield DamageRolled(
        unit=unit.id,
        by=hit.by,
        cause=hit.cause,
        roll=roll,
        glance=glance,
        effect=effect,
        stunned=max(unit.stunned, turns * (effect in ("stunned", "knocked_about"))),
        knocked=max(unit.knocked, turns * (effect == "knocked_about")),
    )
    if effect == "knocked_out":
        yield from _explode(state, hit, [one.id for one in near], reported)


def _telling(state: State, hit: Hit, glance: bool) -> tuple[int, ...]:
    """R22, A13: a glance turns on the 1; a chain, and an explosion that nobody is left near, on the last row."""
    if glance:
        return (1,)
    few = sum(unit.on_table for unit in state.units.values()) <= 2
    return (len(tables.DAMAGE),) if few or hit.cause == "blast" else ()


def effect_of(die: int, glance: bool, zero_stuns: bool) -> str:
    """R22, A13: a row of the damage table; a glance counts one less, and a 0 as 1 or for nothing."""
    row = die - glance
    if not row:
        return "stunned" if zero_stuns else "none"
    return tables.DAMAGE[row]


def lasting(state: State, unit: Vehicle) -> int:
    """A12: ends of own turns until an effect is over: of its next own turn, and of this one where it is its own."""
    return MOST_TURNS if unit.side == state.side else 1


def stunned(state: State, unit: Vehicle) -> int:
    """R33, A12: what a ram leaves of a vehicle's `stunned`."""
    return max(unit.stunned, lasting(state, unit))


@CHAPTER.evolves
def damage_rolled(state: State, event: DamageRolled) -> None:
    """R22: at once. An explosion's hits are nobody's feat."""
    unit = state.units[event.unit]
    unit.stunned, unit.knocked = event.stunned, event.knocked
    match event.effect:
        case "tracked":
            unit.tracked = True
        case "gun_out":
            unit.gun_out = True
        case "bailed_out" | "knocked_out" as presence:
            unit.presence = presence
            part(state, unit)
    if event.cause != "blast" and event.effect != "none":
        credit(state, "damage", event.by, event.unit)
        if unit.destroyed:
            credit(state, "kill", event.by, event.unit)


def credit(state: State, kind: str, unit: str, victim: str) -> None:
    """A feat for the service record. What a unit does to friends is none."""
    one = state.units[unit]
    if one.side != state.units[victim].side:
        one.feats = [*one.feats, Feat(kind, state.report, victim)]


@CHAPTER.throws
def luck_of_damage(state: State, event: DamageRolled) -> Iterable[Throw]:
    """R22: the higher the row, the worse."""
    if event.cause != "blast":
        yield from throw(DAMAGE, event.by, event.roll, numbers, against=event.unit)


@CHAPTER.narrates
def tell_damage_rolled(event: DamageRolled) -> Message:
    dice: str | Message = faces(event.roll)
    if event.glance:
        dice = say(_("%(dice)s - 1 for a glance"), dice=dice)
    effect = named(EFFECT_NAMES, event.effect)
    return say(_("Damage to %(unit)s (%(dice)s): %(effect)s."), unit=event.unit, dice=dice, effect=effect)


# -- explosions --------------------------------------------------------------------------------------------------------


class Exploded(Event, frozen=True, kw_only=True):
    """It is knocked out; everybody within `reach` centimetres (`length` as measured) takes a hit. touching: who stood
    in contact with it."""

    rules: ClassVar = ("R22", "A14")
    unit: str
    roll: Roll
    reach: int
    length: int
    measure: str
    touching: tuple[str, ...] | UnsetType = UNSET


def _explode(state: State, hit: Hit, near: Sequence[str], reported: ReportDice) -> Decision:
    """R22, A14: unless the explosion of another one did it and there are no chains. Where nobody is left to be near it
    no die is needed; one that was rolled all the same is written down. `near`: who stood in contact with it."""
    if hit.cause == "blast" and not state.options["explosion_chain"]:
        return
    anybody = any(unit.on_table for unit in state.units.values())
    roll: Roll | None = reported.roll("radius") if anybody else reported.maybe("radius")
    if roll is None:
        return
    reach = roll.numbers[0]
    yield Exploded(
        unit=hit.unit.id,
        roll=roll,
        reach=reach,
        length=measures.measured(state.options, reach),
        measure=measures.measure(state.options),
        touching=tuple(near) if reaches_who_touches(state.edition) else UNSET,
    )


@CHAPTER.evolves
def exploded(state: State, event: Exploded) -> None:
    touching = event.touching or ()
    state.areas = [*state.areas, Area(kind="blast", source=event.unit, reach=event.reach, touching=touching)]


CHAPTER.throws_for_nobody(Exploded)


@CHAPTER.narrates
def tell_exploded(event: Exploded) -> Message:
    text = _("%(unit)s explodes (%(dice)s): everybody within %(length)s takes a hit.")
    return say(text, unit=event.unit, dice=faces(event.roll), length=distance(event.length, event.measure))
