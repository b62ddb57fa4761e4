"""Artillery: indirect fire and where its cap lies (R23 to R26, A15 to A17, B13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import Key
from rules.contract import Choice, Dice, DiceCommand, Field, Message, Pick, Refused, Roll, Sentence, say
from rules.contract import Event as AnyEvent
from rules.contract import gettext_noop as _
from rules.far import FarHit
from rules.kit.chapters import Chapter
from rules.lengths import Length
from rules.luck import Throw

from . import measures, tables
from .lookup import acting, enemy_of, refused, unit_of
from .report_dice import OneDie, ReportDice
from .shooting import (
    SELDOM,
    ShotFired,
    cannot_fire,
    distance_field,
    how_it_fell,
    luck_to_hit,
    movement,
    question,
    reach,
    reloading,
    result,
    spend,
    telling_picks,
)
from .state import Area, Decision, Event, OneUnit, State, Vehicle
from .words import FARTHEST, dice_fields, distance, of_unit, pick_field, unit_picks

CHAPTER = Chapter[State, Event]("Artillery", "R23 to R28")


class Bombard(DiceCommand, frozen=True, kw_only=True):
    """Indirect fire (R23 to R26). sight: the artillery sees the target itself ("own"), or the last Radio step has it
    ("radio"); `spotter` is then the friend that sees it now. direction: hours of the clock, 12 straight on."""

    positional: ClassVar = ("unit", "target")
    rolls: ClassVar = ("hit", "direction", "scatter")
    unit: Key
    target: Key
    distance: Length
    sight: Literal["own", "radio"]
    spotter: OneUnit = ""
    hit: OneDie | None = None
    direction: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=12)], ...], msgspec.Meta(max_length=1)] | None = (
        None
    )
    scatter: OneDie | None = None


class Bombarded(Event, frozen=True, kw_only=True):
    """result: "hit", "miss" or "range". `spotter`: who sees the target for the gun, "" where it does so itself."""

    rules: ClassVar = ("R23", "R24", "R25", "R26", "A15", "B13")
    unit: str
    target: str
    distance: int
    measure: str
    sight: str
    spotter: str
    roll: Roll | None
    modifiers: dict[str, int]
    needed: int
    result: str
    reloading: int


class Scattered(Event, frozen=True, kw_only=True):
    """Where the cap lies: `reach` centimetres (`length` as measured) off in direction `hour`."""

    rules: ClassVar = ("R26", "A17")
    unit: str
    target: str
    direction: Roll
    roll: Roll
    hour: int
    reach: int
    length: int
    measure: str


@CHAPTER.decides
def bombard(state: State, command: Bombard, dice: Dice) -> Decision:
    """R25, R26: to hit, then the cap scatters; the next reports say who is under it (`explosions`)."""
    unit = acting(state, command.unit, "shoot", "R16")
    if not unit.figures.indirect:
        raise refused(
            "R23", "unit", say(_("%(unit)s is no artillery."), unit=unit.name), _("Report its shot as direct fire.")
        )
    if bar := cannot_fire(unit):
        raise bar
    target = enemy_of(state, unit, command.target)
    _check_seen(state, unit, target, command)
    reported = ReportDice(command, dice, question(state, unit))
    shot = _bombarded(state, unit, target, command, reported)
    yield shot
    if shot.result == "hit":
        yield _scattered(state, unit, target, reported)
    reported.check_all_asked()


# -- the target --------------------------------------------------------------------------------------------------------


def spotters(state: State, unit: Vehicle) -> list[Vehicle]:
    """B13: the friends that may see a target for it."""
    return [friend for friend in state.of_side(unit.side) if friend is not unit]


def _check_seen(state: State, unit: Vehicle, target: Vehicle, command: Bombard) -> None:
    """R23, A15, B13: seen by the artillery itself, or on the list of the last Radio step and, unless the option says
    otherwise, by a friend now."""
    if command.sight == "own":
        if command.spotter:
            raise _spotter(_("It sees the target itself."), _("Leave the spotter out."))
        return
    if not target.spotted:
        raise refused(
            "R23",
            "target",
            say(_("%(target)s was not spotted in the last Radio step."), target=target.name),
            _("Choose one of the list, or one the artillery sees itself (sight=own)."),
        )
    if not state.options["artillery_verify_now"]:
        if command.spotter:
            raise _spotter(_("Nobody has to see the target now."), _("Leave the spotter out."))
        return
    if not command.spotter:
        raise _spotter(_("A friend has to see the target at the moment of fire."), _("Name the one that sees it."))
    spotter = unit_of(state, command.spotter, "spotter")
    if spotter not in spotters(state, unit):
        raise _spotter(
            say(_("%(spotter)s is no other vehicle of this side on the table."), spotter=spotter.name),
            _("Name a friend that sees the target."),
        )


def _spotter(text: Sentence, remedy: Sentence) -> Refused:
    return refused("B13", "spotter", text, remedy)


# -- to hit, and where the cap lies ------------------------------------------------------------------------------------


def modifiers(state: State, unit: Vehicle, target: Vehicle) -> dict[str, int]:
    """R24: no half range, and the movement of both counts twice."""
    return {name: 2 * more for name, more in sorted(movement(state, unit, target).items())}


def _bombarded(state: State, unit: Vehicle, target: Vehicle, command: Bombard, reported: ReportDice) -> Bombarded:
    far = command.distance > reach(state, unit)
    found = {} if far else modifiers(state, unit, target)
    needed = unit.skill + sum(found.values())
    roll = reported.maybe("hit") if far else reported.roll("hit", near=(needed,))
    return Bombarded(
        unit=unit.id,
        target=target.id,
        distance=command.distance,
        measure=measures.measure(state.options),
        sight=command.sight,
        spotter=command.spotter,
        roll=roll,
        modifiers=found,
        needed=0 if far else needed,
        result="range" if far else result(roll.numbers[0] if roll else 0, needed),
        reloading=reloading(state, unit),
    )


@CHAPTER.evolves
def bombarded(state: State, event: Bombarded) -> None:
    spend(state, event.unit, event.target, event.reloading, event.result)


@CHAPTER.throws
def luck_of_bombardment(state: State, event: Bombarded) -> Iterable[Throw]:
    return luck_to_hit(event.unit, event.target, event.roll, event.needed, event.result)


def far_hits(state: State, event: AnyEvent) -> Iterable[FarHit]:
    """In centimetres of the rulebook (R4), rounded down as B7 rounds what was measured."""
    if isinstance(event, ShotFired | Bombarded) and event.result == "hit":
        yield FarHit(event.unit, event.target, measures.whole_centimetres(state.options, event.distance))


CHAPTER.throws_for_nobody(Scattered)


@CHAPTER.narrates
def tell_bombarded(event: Bombarded) -> Message:
    text = _("%(unit)s bombards %(target)s over %(distance)s: %(how)s.")
    how = how_it_fell(event.roll, event.needed, event.modifiers, event.result)
    far = distance(event.distance, event.measure)
    told = say(text, unit=event.unit, target=event.target, distance=far, how=how)
    return say(_("%(told)s %(spotter)s sees it."), told=told, spotter=event.spotter) if event.spotter else told


def _scattered(state: State, unit: Vehicle, target: Vehicle, reported: ReportDice) -> Scattered:
    """R26: a die less one, in centimetres, from 0 to 5."""
    direction = reported.roll("direction", tables.HOURS)
    roll = reported.roll("scatter", near=(1,))
    reach = roll.numbers[0] - 1
    return Scattered(
        unit=unit.id,
        target=target.id,
        direction=direction,
        roll=roll,
        hour=direction.numbers[0],
        reach=reach,
        length=measures.measured(state.options, reach),
        measure=measures.measure(state.options),
    )


@CHAPTER.evolves
def scattered(state: State, event: Scattered) -> None:
    state.areas = [*state.areas, Area(kind="cap", source=event.unit, target=event.target, reach=event.reach)]


@CHAPTER.narrates
def tell_scattered(event: Scattered) -> Message:
    if not event.reach:
        return say(_("The cap stays on %(target)s."), target=event.target)
    text = _("The bottle cap of %(unit)s moves %(length)s from %(target)s, to %(hour)s o'clock.")
    length = distance(event.length, event.measure)
    return say(text, unit=event.unit, length=length, target=event.target, hour=event.hour)


# -- what may be bombarded ---------------------------------------------------------------------------------------------


def bombardments(state: State, unit: Vehicle, enemies: tuple[Pick, ...]) -> Iterator[Choice]:
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
    target = pick_field("target", say(_("Target")), telling_picks(state, unit, targets))
    given = {"sight": sight}
    dice = dice_fields("hit", "direction", "scatter", faces={"direction": tables.HOURS})
    yield of_unit(unit, "Bombard", label, target, distance_field(state, 0, far), *more, *dice, given=given)
    label = say(_("%(label)s, out of range"), label=label)
    dice = dice_fields("hit")
    fields = (target, distance_field(state, far + 1, FARTHEST), *more, *dice)
    yield of_unit(unit, "Bombard", label, *fields, given=given, readily=SELDOM)
