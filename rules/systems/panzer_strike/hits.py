"""Where a shot hits and with what effect: hit die, armour, penetration (R22 to R31, R36, R42)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal, NamedTuple

from rules.contract import Dice, Feat, Message, Pick, Roll, say
from rules.contract import Event as AnyEvent
from rules.contract import gettext_noop as _
from rules.far import FarHit
from rules.kit.chapters import Chapter
from rules.kit.outcomes import grounds_of_unit
from rules.luck import PENETRATIONS, Question, Throw, numbers, throw

from . import damage, geometry
from .dicebox import One
from .lookup import question, refused
from .state import Aim, Event, Miniature, State
from .tables import PENETRATION_MAY
from .words import ZONE_NAMES, faces, word_for

CHAPTER = Chapter[State, Event]("Hit area, armour and penetration", "R22 to R34, R58 to R61")


class HitRolled(Event, frozen=True, kw_only=True):
    """Where the victim was hit. `roll` is None if no die is needed. missed: "" or the symbol that made the shot a miss.

    zone: "front", "side", "rear", "top" or "tracks"; `armour` is the one that counts, angled or not.
    """

    rules: ClassVar = ("R22", "R23", "R24", "R25", "R27", "R36", "R42")
    unit: str
    victim: str
    die: str
    roll: Roll | None
    missed: str
    zone: str
    angled: bool
    armour: int


class PenetrationRolled(Event, frozen=True, kw_only=True):
    """base + change - drop = final, against `armour` in `zone`.

    outcome: "none", "destroyed", "injured", "semi", "immobilised", "delayed" (timer +1, R60) or "reset" (timer at 5,
    R61). `timer` as it is afterwards. unusual: a face that the configured die does not have.
    """

    rules: ClassVar = ("R28", "R29", "R30", "R31", "R32", "R33", "R34", "R60", "R61")
    unit: str
    victim: str
    roll: Roll
    base: int
    drop: int
    final: int
    zone: str
    armour: int
    outcome: str
    timer: int = 0
    unusual: bool = False


class Struck(NamedTuple):
    """`zone`: front, side, rear, top or tracks; `armour` is the one that counts there, angled or not. If the hit die
    makes the shot a miss, only the symbol that does so."""

    zone: str
    armour: int
    angled: bool = False
    missed: str = ""


HitDie = Literal["white", "orange", "green"]


def may_aim(state: State, unit: Miniature, aim: Aim) -> bool:
    """R23, B9 (option 4): the unit is close enough to aim directly at an area."""
    close = aim.range <= unit.figures.accuracy
    return bool(state.options["targeted_area"]) and aim.how == "direct" and not aim.wall and close


def check_die(state: State, unit: Miniature, aim: Aim, die: str) -> None:
    if die == "white" or may_aim(state, unit, aim):
        return
    if not state.options["targeted_area"]:
        text = say(_("Orange and green dice are an optional rule that this battle goes without."))
    elif aim.how == "parabolic":
        text = say(_("A parabolic shot always has the blue die."))
    elif aim.wall:
        text = say(_("No hit die is rolled for a wall."))
    else:
        text = say(
            _("At range %(range)s %(unit)s cannot aim at an area; it can to range %(most)s."),
            range=aim.range,
            unit=unit.called,
            most=unit.figures.accuracy,
        )
    raise refused("R23", "die", text, _("Leave the choice of die out."))


HIT_DICE = (
    Pick("white", say(_("white"))),
    Pick("orange", say(_("orange, at the tracks or wheels"))),
    Pick("green", say(_("green, above them"))),
)


def die_of(aim: Aim, chosen: str) -> str:
    """R42, B9: the blue die in parabolic fire, otherwise the die that was chosen."""
    return "blue" if aim.how == "parabolic" else chosen


def needs_die(state: State, unit: Miniature, victim: Miniature, aim: Aim) -> bool:
    """R22, A4, B2: a fixed weapon is always hit on the body, so a die is only needed for its other symbols."""
    if victim.figures.is_vehicle or aim.how == "parabolic":
        return True
    return bool(symbols_of_miss(state, unit)) or is_angled(state, unit, victim)


def symbols_of_miss(state: State, unit: Miniature) -> tuple[str, ...]:
    """The symbols of the hit die that are a miss for this firer now.

    R36: the crew, if its own is injured. R24, A6, B10 (option 5): X if the firer has moved (a turreted unit only if it
    left its square); the other X if a turretless unit has turned. With one X for both (`single_x`) the dice have no
    other.
    """
    symbols = ["crew"] if unit.injured else []
    if state.options["firing_on_the_move"]:
        turretless = not unit.figures.turreted
        if unit.moved or (turretless and unit.stirred):
            symbols.append("x")
        if turretless and unit.turned:
            symbols.append("turn")
    return tuple(symbols)


def is_angled(state: State, unit: Miniature, victim: Miniature) -> bool:
    """R27, A7 (option 6): whether its armour counts as angled to this firer."""
    return bool(state.options["angled_armour"]) and geometry.angled(victim.at, victim.heading, unit.at)


def struck(state: State, unit: Miniature, victim: Miniature, roll: Roll | None, drifted: bool = False) -> Struck:
    """Where the victim is hit. If no die decides on the area, it is by where the firer stands. `drifted`: the die has
    already made the shot a miss, which has come down here; its area still counts."""
    area, *shown = str(roll.values[0]).split("+") if roll else ["body"]
    if not drifted and (missed := next((symbol for symbol in symbols_of_miss(state, unit) if symbol in shown), "")):
        return Struck("", 0, missed=missed)
    figures = victim.figures
    if area == "top":
        return Struck("top", figures.top)
    if area == "track" and figures.is_vehicle:
        return Struck("tracks", figures.tracks)
    armour = {"front": figures.front, "side": figures.side, "rear": figures.rear}
    if is_angled(state, unit, victim):
        plain, side = geometry.angled_zones(victim.at, victim.heading, unit.at)
        zone = side if "side" in shown else plain
        return Struck(zone, geometry.thickened(armour[zone]), angled=True)
    zone = geometry.zone(victim.at, victim.heading, unit.at)
    return Struck(zone, armour[zone])


def hit(unit: Miniature, victim: Miniature, die: str, roll: Roll | None, struck: Struck) -> HitRolled:
    return HitRolled(
        unit=unit.id,
        victim=victim.id,
        die=die,
        roll=roll,
        missed=struck.missed,
        zone=struck.zone,
        angled=struck.angled,
        armour=struck.armour,
    )


def penetration(
    state: State, unit: Miniature, victim: Miniature, range_: int, struck: Struck, reported: One | None, dice: Dice
) -> PenetrationRolled:
    """R28, R29. A die at the table may show a face that the configured one does not have."""
    faces, drop = state.dice.penetration[unit.figures.die], damage.drop(unit, range_)
    roll = dice.roll(
        question(state, unit, "penetration"),
        1,
        shows=(faces,),
        may=PENETRATION_MAY,
        reported=reported,
        field="penetration",
        near=(struck.armour - unit.figures.penetration + drop,),
    )
    change = roll.numbers[0]
    final = unit.figures.penetration + change - drop
    outcome, timer = damage.harm(state, victim, struck.zone, final, struck.armour)
    return PenetrationRolled(
        unit=unit.id,
        victim=victim.id,
        roll=roll,
        base=unit.figures.penetration,
        drop=drop,
        final=final,
        zone=struck.zone,
        armour=struck.armour,
        outcome=outcome,
        timer=timer,
        unusual=change not in faces,
    )


@CHAPTER.evolves
def hit_rolled(state: State, event: HitRolled) -> None:
    if not event.missed:
        _feat(state, "hit", event.unit, event.victim)


@CHAPTER.evolves
def penetration_rolled(state: State, event: PenetrationRolled) -> None:
    victim = state.units[event.victim]
    victim.timer = event.timer
    match event.outcome:
        case "destroyed":
            _destroyed(state, victim)
            victim.own_fire = state.units[event.unit].side == victim.side
            _feat(state, "kill", event.unit, event.victim)
        case "injured":
            victim.injured = True
        case "semi" | "immobilised" as mobility:
            victim.mobility, victim.hurt = mobility, state.round
        case "reset":  # B7: repairing or not, it rolls no more
            victim.mobility, victim.hurt = "immobilised", state.round
    if event.outcome in ("destroyed", "injured", "semi", "immobilised", "reset"):
        _feat(state, "damage", event.unit, event.victim)


def _destroyed(state: State, victim: Miniature) -> None:
    """R30: the wreck stays where it is. What it towed, or what towed it, lets go."""
    victim.life = "destroyed"
    victim.let_go()
    for unit in state.units.values():
        if unit.tows == victim.id:
            unit.let_go()


def _feat(state: State, kind: str, unit: str, victim: str) -> None:
    """What is done to friends is no feat."""
    firer = state.units[unit]
    if firer.side != state.units[victim].side:
        firer.feats.append(Feat(kind, state.report, victim))


def far_hits(state: State, event: AnyEvent) -> Iterable[FarHit]:
    """In sections of the ruler, as the shot was announced; not of one that strikes another unit than its target."""
    if isinstance(event, HitRolled) and not event.missed:
        aim = state.units[event.unit].aim
        if aim is not None and aim.target == event.victim:
            yield FarHit(event.unit, event.victim, aim.range)


STEADY = Question("steady", say(_("Hit dice that make no miss")))


@CHAPTER.throws
def luck_of_hit(state: State, event: HitRolled) -> Iterable[Throw]:
    """R24, R36: where the die has symbols that make this firer miss."""
    missing = {*symbols_of_miss(state, state.units[event.unit])}
    if missing:
        yield from throw(
            STEADY,
            event.unit,
            event.roll,
            lambda face: int(not missing & {*str(face).split("+")}),
            against=event.victim,
        )


@CHAPTER.throws
def luck_of_penetration(state: State, event: PenetrationRolled) -> Iterable[Throw]:
    """R29: whether it does anything to the armour it met."""
    victim, base = state.units[event.victim], event.base - event.drop

    def harms(change: int) -> int:
        return int(damage.harm(state, victim, event.zone, base + change, event.armour).outcome != "none")

    return throw(PENETRATIONS, event.unit, event.roll, numbers, harms, against=event.victim)


MISSED = {
    "x": _("%(unit)s fires from the move: the hit die (%(dice)s) makes it a miss."),
    "turn": _("%(unit)s has turned: the hit die (%(dice)s) makes it a miss."),
    "crew": _("The crew of %(unit)s is injured: the hit die (%(dice)s) makes it a miss."),
}


@CHAPTER.narrates
def tell_hit_rolled(event: HitRolled) -> Message:
    dice = faces(event.roll) if event.roll else "-"
    if event.missed:
        return say(MISSED.get(event.missed, _("The hit die of %(unit)s makes it a miss.")), unit=event.unit, dice=dice)
    text = _("%(victim)s is hit: %(zone)s, armour %(armour)s.")
    if event.roll:
        text = _("%(victim)s is hit (%(dice)s): %(zone)s, armour %(armour)s.")
        if event.angled:
            text = _("%(victim)s is hit at an angle (%(dice)s): %(zone)s, armour %(armour)s.")
    elif event.angled:
        text = _("%(victim)s is hit at an angle: %(zone)s, armour %(armour)s.")
    zone = word_for(ZONE_NAMES, event.zone)
    return say(text, victim=event.victim, dice=dice, zone=zone, armour=event.armour)


@CHAPTER.narrates
def tell_penetration_rolled(event: PenetrationRolled) -> Message:
    """“Hellcat fires at Tiger: 12 -2 -1 = 9 against front 10: no effect.”"""
    text = _("%(unit)s fires at %(victim)s: %(sum)s = %(final)s against %(zone)s %(armour)s: %(outcome)s.")
    told = say(
        text,
        unit=event.unit,
        victim=event.victim,
        sum=_sum(event.base, *event.roll.numbers, -event.drop),
        final=event.final,
        zone=word_for(ZONE_NAMES, event.zone),
        armour=event.armour,
        outcome=_came_to(event),
    )
    return say(_("%(told)s The die of this gun has no such face."), told=told) if event.unusual else told


def _sum(base: int, *changes: int) -> str:
    return " ".join((str(base), *(f"{change:+d}" for change in changes if change)))


OUTCOMES = {
    "none": _("no effect"),
    "destroyed": _("destroyed"),
    "injured": _("the crew is injured"),
    "semi": _("semi-immobilised"),
    "immobilised": _("immobilised"),
    "delayed": _("repairs are delayed, timer %(timer)s"),
    "reset": _("repairs begin anew, timer %(timer)s"),
}


def _came_to(event: PenetrationRolled) -> Message:
    if event.outcome not in OUTCOMES:
        return say(_("“%(name)s”"), name=event.outcome)
    return say(OUTCOMES[event.outcome], timer=event.timer)


@CHAPTER.explains
def status_by(state: State, of: str) -> Iterable[str]:
    """The lines that a unit's status follows from: its tracks and its crew."""
    return grounds_of_unit(state.units, of, {"status": ("mobility", "crew")}, {})
