"""What every hit of a shot or strike does: dice against armour, then the table of penetrating hits (R20 to R23,
R33)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

from rules.contract import Feat, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import PENETRATIONS, Question, Throw, numbers, successes, throw

from . import editions, tables
from .morale import suppress
from .state import Decision, Event, State, Vehicle
from .table_dice import Reported
from .words import EFFECT_NAMES, REASON_NAMES, faces, named, sentence

CHAPTER = Chapter[State, Event]("Hits", "R20 to R23")
DESTROYS = ("burning", "exploded")


class HitResolved(Event, frozen=True, kw_only=True):
    """One hit: its dice (the gun's, and one more for flank, rear or top) against the armour.

    source: who fired, or the card of a strike; side: whose it is; cause: "shot" or "strike". effect: "none" (not
    penetrated), or one of `tables.EFFECTS`; effect_roll if it penetrated. tests: the reason to test morale that
    follows, "" for none. repeated: the modifier of a second strike goes with this test or, if there is none, with the
    tests that wait (B3).
    """

    rules: ClassVar = ("R20", "R21", "R22", "R23", "R32", "R33", "A11", "A12", "A16", "A17", "B3", "B11")
    unit: str
    source: str
    side: str
    cause: str
    dice: int
    roll: Roll
    total: int
    armour: int
    effect: str
    effect_roll: Roll | None = None
    tests: str = ""
    repeated: bool = False


class Hit(NamedTuple):
    """A hit with so many dice. source: who fired, or the card of a strike; side: whose it is; cause: "shot" or
    "strike"."""

    unit: Vehicle
    source: str
    side: str
    cause: str
    dice: int


def resolve(state: State, hit: Hit, place: int, reported: Reported) -> Decision:
    """The `place`-th hit of a shooting. If an earlier hit has destroyed the target, this one has no further effect."""
    unit, armour = hit.unit, hit.unit.figures.armour
    roll = reported.roll("damage", hit.dice, part=place, near=(armour,))
    total = sum(roll.numbers)
    effect_roll = reported.roll("effect", part=place, near=_telling(state, hit)) if total >= armour else None
    effect = effect_of(effect_roll)
    reason = reason_of(hit.cause, effect) if unit.in_play else ""
    yield HitResolved(
        unit=unit.id,
        source=hit.source,
        side=hit.side,
        cause=hit.cause,
        dice=hit.dice,
        roll=roll,
        total=total,
        armour=armour,
        effect=effect,
        effect_roll=effect_roll,
        tests=reason,
        repeated=is_repeated(state, unit, reason, effect),
    )


def _telling(state: State, hit: Hit) -> tuple[int, ...]:
    """Effects that random players rarely meet: a strike destroys the last of its side (B19); a hit strikes a vehicle
    that has still to fire or has tested its morale (A18, B4); a hit immobilises a moving vehicle (A17)."""
    if hit.cause == "strike":
        others = [unit for unit in state.of_side(hit.unit.side) if unit.active and unit is not hit.unit]
        return (1, 4, 6) if others else (5,)
    waiting = any(shot.unit == hit.unit.id for shot in state.volley)
    if waiting or hit.unit.tested:
        return (1,)
    return (3,) if hit.unit.moving else (1, 3)


def effect_of(roll: Roll | None) -> str:
    """R22; "none" if the armour has held."""
    return tables.EFFECTS[roll.numbers[0]] if roll else "none"


def reason_of(cause: str, effect: str) -> str:
    """R21 to R23: why the target tests its morale. R33: every hit of a strike that does not destroy its target is a
    reason."""
    if effect == "crew_suppressed":
        return effect
    if effect == "none" or (cause == "strike" and effect not in DESTROYS):
        return "struck"
    return ""


def is_repeated(state: State, unit: Vehicle, reason: str, effect: str) -> bool:
    """R26, A9, B3: it is struck while it is suppressed already; by option, for the second time in the turn."""
    again = unit.in_play and unit.suppressed and effect not in DESTROYS
    if editions.strikes_weigh_on_the_check(state.edition):
        return again and (unit.struck or tables.chosen(state.options, "struck_again") == "suppressed")
    return again and unit.struck and bool(reason or unit.tests)


@CHAPTER.evolves
def hit_resolved(state: State, event: HitResolved) -> None:
    unit = state.units[event.unit]
    shooter = state.units.get(event.source)
    if shooter is not None:
        shooter.feats.append(Feat("hit", state.report, of=event.unit))
    if not unit.in_play:  # a second hit of the same shooting on a vehicle that the first has destroyed
        return
    unit.struck = True
    match event.effect:
        case "crew_suppressed":
            suppress(state, unit)
        case "gun_out":
            unit.gun_out = True
        case "immobile":
            unit.immobile, unit.moving, unit.reach = True, False, 0
        case "burning" | "exploded" as presence:
            unit.take_out(presence)
            if shooter is not None and shooter.side != unit.side:
                shooter.feats.append(Feat("kill", state.report, of=event.unit))
    reason: Any = event.tests
    if reason and unit.in_play:
        unit.tests = tuple(dict.fromkeys((*unit.tests, reason)))
    if not event.repeated or not unit.in_play:
        return
    if editions.strikes_weigh_on_the_check(state.edition):
        unit.struck_again = True
    else:  # on the test that the hit brings, else on those that wait
        unit.repeated = tuple(dict.fromkeys((*unit.repeated, *((reason,) if reason else unit.tests))))


KILLS = Question("kills", say(_("Penetrating hits that destroy")))


@CHAPTER.throws
def luck_of_hit(state: State, event: HitResolved) -> Iterable[Throw]:
    """R21, R22: against the armour, then on the table of effects. Those of a strike are its side's."""
    of, armour = event.source if event.source in state.units else event.side, event.armour
    yield from throw(PENETRATIONS, of, event.roll, numbers, lambda total: int(total >= armour), against=event.unit)
    yield from successes(KILLS, of, event.effect_roll, lambda die: tables.EFFECTS[die] in DESTROYS, against=event.unit)


@CHAPTER.narrates
def tell_hit_resolved(event: HitResolved) -> Message:
    """“tiger: 3, 5, 2 = 10 against armour 12: not penetrated. It has to test its morale.”"""
    text = _("%(unit)s: %(dice)s = %(total)s against armour %(armour)s: %(effect)s.")
    if event.effect_roll is not None:
        text = _("%(unit)s: %(dice)s = %(total)s against armour %(armour)s, penetrated (%(damage)s): %(effect)s.")
    told = say(
        text,
        unit=event.unit,
        dice=faces(event.roll),
        total=event.total,
        armour=event.armour,
        damage=faces(event.effect_roll),
        effect=named(EFFECT_NAMES, event.effect),
    )
    if not event.tests:
        again = say(_("Struck again while suppressed, it makes the tests that wait at -1."))
        return sentence([told, again]) if event.repeated else told
    tests = _("It tests its morale before it acts (%(reason)s).")
    if event.repeated:
        tests = _("It tests its morale before it acts (%(reason)s, at -1: struck again while suppressed).")
    return sentence([told, say(tests, reason=named(REASON_NAMES, event.tests))])
