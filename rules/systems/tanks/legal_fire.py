"""What may be fired now: `shooting` and `artillery` turned round. Shots that can hit come first; those that are out of
range or sight are spent all the same (R17)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.contract import Choice, Field, Message, Pick, say
from rules.contract import gettext_noop as _

from . import measures, tables
from .artillery import spotters
from .offers import dice_fields, facing_field, length_field, of_unit, of_units, pick_field, unit_picks
from .shooting import barred, reach
from .state import State, Vehicle
from .words import distance

MOST = 9999
SELDOM = 100  # how readily random players waste a shot
ALL_DICE = ("hit", "save_cover", "save_smoke", "save_glancing", "penetration", "damage", "radius")
COVERS = (
    Pick("light", say(_("light cover (bushes, trees, fences)"))),
    Pick("heavy", say(_("heavy cover (buildings)"))),
)
UNSEEN = (Pick("blocked", say(_("no line of sight"))), Pick("arc", say(_("the gun cannot be brought to bear"))))


def fire_choices(state: State, side: str) -> Iterator[Choice]:
    """Everything but the end of the step, for the side whose Shoot step it is."""
    enemies = unit_picks(state.enemies(side))
    shooters = [unit for unit in state.of_side(side) if enemies and barred(unit) is None]
    guns = [unit for unit in shooters if not unit.figures.indirect]
    for unit in shooters:
        yield from _bombards(state, unit, enemies) if unit.figures.indirect else _shot(state, unit, enemies)
    yield from _spoiled(state, guns, enemies)


def _shot(state: State, unit: Vehicle, enemies: tuple[Pick, ...]) -> Iterator[Choice]:
    yield of_unit(
        unit,
        "Fire",
        say(_("%(unit)s fires"), unit=unit.name),
        pick_field("target", say(_("Target")), _telling(state, unit, enemies)),
        _distance(state, 0, reach(state, unit), reach(state, unit) // 2),
        facing_field(say(_("Hits its"))),
        pick_field("cover", say(_("Half concealed by")), COVERS, required=False),
        *dice_fields(*ALL_DICE),
    )


def _spoiled(state: State, guns: list[Vehicle], enemies: tuple[Pick, ...]) -> Iterator[Choice]:
    """R17: out of sight, or out of range, by the range."""
    target = pick_field("target", say(_("Target")), enemies)
    unseen = pick_field("sight", say(_("Because of")), UNSEEN)
    one, several = _("%(unit)s fires at what is out of sight"), _("A shot at what is out of sight")
    dice = dice_fields("hit")
    yield from of_units(guns, "Fire", one, several, target, _distance(state, 0, MOST), unseen, *dice, readily=SELDOM)
    for far in sorted({reach(state, unit) for unit in guns}):
        same = [unit for unit in guns if reach(state, unit) == far]
        one, several = _("%(unit)s fires beyond its range of %(far)s"), _("A shot beyond the range of %(far)s")
        told = distance(far, measures.measure(state.options))
        fields = (target, _distance(state, far + 1, MOST), *dice)
        yield from of_units(same, "Fire", one, several, *fields, readily=SELDOM, far=told)


def _bombards(state: State, unit: Vehicle, enemies: tuple[Pick, ...]) -> Iterator[Choice]:
    """R23, B13: at what it sees itself, and at what is on the list."""
    text = _("%(unit)s bombards what it sees itself")
    yield from _bombard(state, unit, say(text, unit=unit.name), "own", enemies, ())
    listed = unit_picks(enemy for enemy in state.enemies(unit.side) if enemy.spotted)
    friends = unit_picks(spotters(state, unit))
    if not listed:
        return
    label = say(_("%(unit)s bombards what was spotted"), unit=unit.name)
    if not state.options["artillery_verify_now"]:
        yield from _bombard(state, unit, label, "radio", listed, ())
    elif friends:
        yield from _bombard(state, unit, label, "radio", listed, (pick_field("spotter", say(_("Seen by")), friends),))


def _bombard(
    state: State, unit: Vehicle, label: Message, sight: str, targets: tuple[Pick, ...], more: tuple[Field, ...]
) -> Iterator[Choice]:
    far = reach(state, unit)
    target = pick_field("target", say(_("Target")), _telling(state, unit, targets))
    given = {"sight": sight}
    dice = dice_fields("hit", "direction", "scatter", faces={"direction": tables.HOURS})
    yield of_unit(unit, "Bombard", label, target, _distance(state, 0, far), *more, *dice, given=given)
    label = say(_("%(label)s, out of range"), label=label)
    dice = dice_fields("hit")
    fields = (target, _distance(state, far + 1, MOST), *more, *dice)
    yield of_unit(unit, "Bombard", label, *fields, given=given, readily=SELDOM)


def _distance(state: State, least: int, most: int, *near: int) -> Field:
    return length_field("distance", say(_("Distance")), least, most, state, near)


def _telling(state: State, unit: Vehicle, targets: tuple[Pick, ...]) -> tuple[Pick, ...]:
    """R18, R20, R21, A18: random players rather fire at what drove about twice the Speed of the shooter or farther, at
    what has moved, has the stronger gun, has armour that a shot may glance off, and at what is rammed."""
    twice, rammed = 2 * measures.measured(state.options, unit.figures.speed), {one.ram for one in state.units.values()}
    found = []
    for pick in targets:
        target = state.units[pick.value]
        readily = 8000 if twice and target.driven >= twice - 1 else 2000 if target.moved else 1000
        readily += 1000 * (target.figures.strength > unit.figures.strength) + 6000 * (target.id in rammed)
        glancing = unit.figures.strength + 2 <= target.figures.front <= unit.figures.strength + 6
        found.append(replace(pick, readily=readily + 3000 * glancing))
    return tuple(found)
