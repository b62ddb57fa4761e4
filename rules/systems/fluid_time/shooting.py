"""Every shot, declared or from overwatch (R18 to R20): what is reported of it, its dice, and their effect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar, NamedTuple, cast

from msgspec.structs import replace

from rules.contract import Event as AnyEvent
from rules.contract import Feat, Field, Message, Pick, Roll, ngettext, say
from rules.contract import gettext_noop as _
from rules.far import FarHit
from rules.kit.chapters import Chapter
from rules.kit.offers import drawing
from rules.luck import HITS, Throw, successes

from . import hits, tables, to_hit
from .lookup import refused
from .offers import MOST, concealment_field, die_field, length_field, pick_field
from .platoons import mark_last
from .state import Decision, Event, Shot, State, Vehicle
from .table_dice import Reported
from .tables import TO_HIT
from .to_hit import (
    PASSING,
    Band,
    Plain,
    Told,
    band_of,
    check_range,
    flank_dice,
    gun_dice,
    is_in_front,
    is_passing,
    may_be_hull_down,
    need,
)
from .words import BAND_NAMES, FACING_NAMES, distance, faces, listed, modified, named, sentence

CHAPTER = Chapter[State, Event]("Shooting", "R18 to R20")


class ShotResolved(Event, frozen=True, kw_only=True):
    """A shooting, with one die for each of its shots; dice at or below `need` hit.

    overwatch: the trigger ("enters", "leaves", "return"), "" for a declared shot. modifiers: (name, value), those that
    count. No die falls if `need` is below 1 or the target is out of range (`roll` None, hits 0).
    """

    rules: ClassVar = ("R15", "R16", "R18", "R19", "A4", "A14", "A15", "A19", "B9")
    unit: str
    target: str
    overwatch: str
    range: str
    facing: str
    need: int
    modifiers: tuple[tuple[str, int], ...]
    roll: Roll | None
    hits: int
    distance: int | None = None
    measure: str = ""


class ShotWasted(Event, frozen=True, kw_only=True):
    """A declared shot whose shooter cannot fire any more, or whose target is out. why: "target" or "shooter"."""

    rules: ClassVar = ("A18",)
    unit: str
    target: str
    why: str


def resolve(state: State, unit: Vehicle, target: Vehicle, told: Told, reported: Reported) -> Decision:
    """R18 to R22: the dice to hit, the dice of each hit, and what follows for platoons and for the shots that are still
    to come."""
    check_told(state, unit, target, told)
    shot = _shot(state, unit, target, told, reported)
    yield shot
    dice = gun_dice(unit, shot.range) + flank_dice(told.facing)
    for place in range(1, shot.hits + 1):
        yield from hits.resolve(state, hits.Hit(target, unit.id, unit.side, "shot", dice), place, reported)
    reported.check_all_asked()
    yield from mark_last(state, [target])
    yield from _waste(state)


def check_told(state: State, unit: Vehicle, target: Vehicle, told: Told) -> None:
    """The report has to say what the ruling needs, and no more."""
    check_range(told)
    if told.hull_down and not may_be_hull_down(state, target, is_passing(told)):
        text = (
            _("%(target)s was not hull down as it came or went.")
            if target.hull_down
            else _("%(target)s is not hull down.")
        )
        raise refused("R16", "hull_down", say(text, target=target.name), _("Leave it out."))
    if band_of(state, unit, told) != "beyond" and not told.facing:
        raise refused(
            "R20",
            "facing",
            say(_("The report does not say where %(target)s is hit."), target=target.name),
            _("Tell “front”, “flank” or “rear”."),
        )


def _shot(state: State, unit: Vehicle, target: Vehicle, told: Told, reported: Reported) -> ShotResolved:
    need, modifiers = to_hit.need(state, unit, target, told)
    roll = reported.roll("hit", unit.figures.shots, TO_HIT, near=(need,)) if need >= 1 else None
    return ShotResolved(
        unit=unit.id,
        target=target.id,
        overwatch=told.trigger,
        range=band_of(state, unit, told),
        facing=told.facing,
        need=need,
        modifiers=modifiers,
        roll=roll,
        hits=sum(die <= need for die in roll.numbers) if roll else 0,
        distance=told.distance,
        measure="" if told.distance is None else tables.measure(state.options),
    )


def _waste(state: State) -> Decision:
    """A18: the next shots that cannot be fired."""
    while (shot := next_shot(state)) is not None and (why := wasted(state, shot)):
        yield ShotWasted(unit=shot.unit, target=shot.target, why=why)


def next_shot(state: State) -> Shot | None:
    """The declared shot that is resolved next."""
    return state.volley[0] if state.volley else None


def wasted(state: State, shot: Shot) -> str:
    """Why a declared shot is wasted: "shooter" or "target"; "" if it can be fired."""
    unit, target = state.units[shot.unit], state.units[shot.target]
    if not unit.in_play or unit.suppressed or not unit.fires:
        return "shooter"
    return "" if target.in_play else "target"


@CHAPTER.evolves
def shot_resolved(state: State, event: ShotResolved) -> None:
    """R15: a vehicle that fires is no longer on overwatch."""
    unit = state.units[event.unit]
    unit.overwatch = False
    state.fired.append(Shot(event.unit, event.target))
    unit.feats.append(Feat("shot", state.report, of=event.target))
    if not event.overwatch:
        _shot_over(state, fired=True)


@CHAPTER.throws
def luck_of_shot(state: State, event: ShotResolved) -> Iterable[Throw]:
    """R19: low is good."""
    return successes(HITS, event.unit, event.roll, lambda die: die <= event.need, against=event.target)


def far_hits(state: State, event: AnyEvent) -> Iterable[FarHit]:
    """In whole inches of the tables; of a shot whose distance was told, not only its range band."""
    if isinstance(event, ShotResolved) and event.hits and event.distance is not None:
        yield FarHit(event.unit, event.target, event.distance // tables.TENTHS)


@CHAPTER.evolves
def shot_wasted(state: State, event: ShotWasted) -> None:
    """R17: a volley stays open until its first die has fallen."""
    _shot_over(state, fired=state.impulse is not None and state.impulse.firing)


def _shot_over(state: State, fired: bool) -> None:
    """R17: after the first die of a volley nobody else declares a shot in it; after its last shot the next volley may
    begin."""
    state.volley.pop(0)
    if state.impulse is not None:
        state.impulse.firing = fired and bool(state.volley)
        if fired and not state.volley:
            state.impulse.volleys = max(0, state.impulse.volleys - 1)


# -- in words ----------------------------------------------------------------------------------------------------------

FIRES = {
    "": _("%(unit)s fires at %(target)s, %(range)s."),
    "enters": _("%(unit)s fires from overwatch at %(target)s, which enters its view, %(range)s."),
    "leaves": _("%(unit)s fires from overwatch at %(target)s, which leaves its view, %(range)s."),
    "return": _("%(unit)s returns the fire of %(target)s from overwatch, %(range)s."),
}
MODIFIER_NAMES: dict[str, Message] = {
    "target_moving": say(_("target moving")),
    "light_concealment": say(_("light concealment")),
    "heavy_concealment": say(_("heavy concealment")),
    "hull_down": say(_("hull down")),
    "shooter_moved": say(_("shooter moved")),
    "russian_moved": say(_("Russian on the move")),
    "range": say(_("range")),
}


@CHAPTER.narrates
def tell_shot_resolved(event: ShotResolved) -> Message:
    """“t34 fires at tiger, short range (8 in). 4, needs 5 or less (shooter moved -3): one hit.”"""
    band = named(BAND_NAMES, event.range)
    if event.distance is not None:
        length = distance(event.distance, event.measure)
        band = say(_("%(range)s (%(distance)s)"), range=band, distance=length)
    told = say(FIRES.get(event.overwatch, FIRES[""]), unit=event.unit, target=event.target, range=band)
    return sentence([told, _result(event)])


def _result(event: ShotResolved) -> Message:
    if event.roll is None:
        text = _("It cannot hit: it needs %(need)s (%(why)s).") if event.modifiers else _("It cannot hit.")
        return say(text, need=event.need, why=_modifiers(event.modifiers))
    text = _("%(dice)s, needs %(need)s or less (%(why)s): %(hits)s.")
    if not event.modifiers:
        text = _("%(dice)s, needs %(need)s or less: %(hits)s.")
    hits = ngettext("%(n)d hit", "%(n)d hits", event.hits) if event.hits else say(_("a miss"))
    return say(text, dice=faces(event.roll), need=event.need, why=_modifiers(event.modifiers), hits=hits)


def _modifiers(found: Sequence[tuple[str, int]]) -> Message:
    """“target moving -1, shooter moved -2”"""
    return listed(modified(named(MODIFIER_NAMES, name), more) for name, more in found)


@CHAPTER.narrates
def tell_shot_wasted(event: ShotWasted) -> Message:
    text = _("The shot of %(unit)s is wasted: %(target)s is out.")
    if event.why == "shooter":
        text = _("The shot of %(unit)s at %(target)s is not fired any more.")
    return say(text, unit=event.unit, target=event.target)


# -- what is asked of a shot -------------------------------------------------------------------------------------------

SELDOM = 100  # how readily random players waste a shot


class Telling(NamedTuple):
    """One way to report a shot: its label, the values that are given, and the fields that are asked for."""

    how: Message
    given: dict[str, Any]
    fields: tuple[Field, ...]
    readily: int = 1000


class Gun(NamedTuple):
    """The bands a gun reaches, its dice to hit, and the most damage dice of a hit on a flank."""

    reached: tuple[str, ...]
    shots: int
    most: int


def gun_of(units: Sequence[Vehicle]) -> Gun:
    """The gun of vehicles whose guns reach as far and shoot as often."""
    first = units[0].figures
    reached = tuple(band for band, dice in zip(tables.BANDS, first.dice, strict=True) if dice)
    return Gun(reached, first.shots, max(max(unit.figures.dice) for unit in units) + tables.FLANK_DIE)


def needs_by_band(
    state: State, units: Sequence[Vehicle], targets: Sequence[Vehicle], passing: bool = False
) -> dict[str, int]:
    """R18: what a die may show at most in each band, as long as nothing hides the target. Only for bands in which it is
    the same for all of these shots."""
    found: dict[str, set[int]] = {}
    for unit, target, band in product(units, targets, cast("tuple[Band, ...]", tuple(tables.BANDS))):
        told = Plain(band, PASSING[0] if passing else "")
        found.setdefault(band, set()).add(need(state, unit, target, told)[0])
    return {band: needs.pop() for band, needs in found.items() if len(needs) == 1}


def tellings(state: State, gun: Gun, hull_down: bool, needed: Mapping[str, int]) -> Iterator[Telling]:
    """By band and by distance: within the reach of the gun, and beyond it."""
    reached = gun.reached
    beyond = [band for band in (*tables.BANDS, "beyond") if band not in reached]
    asked = (*_target(state, hull_down), *_dice(gun))
    edges = [tables.measured(state.options, most) for most in tables.BANDS.values()]
    if reached:
        yield Telling(say(_("by range band")), {}, (_band(reached, needed), facing_field(), *asked))
    for least, most in _lengths(state, reached):
        length = length_field(say(_("Distance")), least, most, state, edges)
        yield Telling(say(_("by distance")), {}, (length, facing_field(), *asked))
    facing = facing_field(required=False)
    yield Telling(say(_("out of range")), {}, (_band(beyond, {}), facing, *_target(state, hull_down)), SELDOM)
    for least, most in _lengths(state, beyond):
        length = length_field(say(_("Distance")), least, most, state)
        fields = (length, facing, *_target(state, hull_down))
        yield Telling(say(_("out of range, by distance")), {}, fields, SELDOM)


def _band(bands: Sequence[str], needed: Mapping[str, int]) -> Field:
    return pick_field("range", say(_("Range")), (Pick(band, _band_name(band, needed)) for band in bands))


def _band_name(band: str, needed: Mapping[str, int]) -> Message:
    name = BAND_NAMES[band]
    return say(_("%(range)s: %(need)s or less"), range=name, need=needed[band]) if band in needed else name


def _target(state: State, hull_down: bool) -> tuple[Field, ...]:
    return (concealment_field(), hull_down_field(state)) if hull_down else (concealment_field(),)


def _dice(gun: Gun) -> tuple[Field, ...]:
    """R19 to R22: a die for each shot, the dice of each hit, and a die for each hit that penetrates."""
    return (
        die_field("hit", say(_("Dice to hit")), gun.shots, gun.shots, faces=tables.TO_HIT),
        die_field("damage", say(_("Damage dice of each hit")), 1, gun.shots * gun.most, ahead=True),
        die_field("effect", say(_("A die for each penetrating hit")), 1, gun.shots, ahead=True),
    )


def _lengths(state: State, bands: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The distances of these bands, as measured. Bands that adjoin are one."""
    found: list[tuple[int, int]] = []
    least = 0
    for band in (*tables.BANDS, "beyond"):
        most = tables.measured(state.options, tables.BANDS[band]) if band in tables.BANDS else MOST
        if band in bands and found and found[-1][1] == least - 1:
            found[-1] = (found[-1][0], most)
        elif band in bands:
            found.append((least, most))
        least = most + 1
    yield from found


FACING_PICKS = tuple(Pick(facing, name) for facing, name in FACING_NAMES.items())


def facing_field(required: bool = True) -> Field:
    return replace(pick_field("facing", say(_("Hits its")), FACING_PICKS, required), drawing=FACING)


def hull_down_field(state: State) -> Field:
    """R16: its help says when hull down does not count."""
    label = modified(say(_("Hull down towards the shooter")), -tables.HULL_DOWN)
    help = None
    if not is_in_front(state, "flank"):
        help = say(_("Counts only where its front is hit."))
    elif not is_in_front(state, "rear"):
        help = say(_("Counts from in front of a line across its front, and so not where its rear is hit."))
    return Field(name="hull_down", kind="flag", label=label, help=help, drawing=HULL_DOWN)


FACING = drawing(
    __package__,
    "facing",
    _("Front, flank or rear"),
    _("It is hit at its front, a flank or its rear; in doubt, lines through the corners of its hull part them."),
)
HULL_DOWN = drawing(
    __package__,
    "hull-down",
    _("When it is hull down"),
    _("It has stopped at a crest, and this shooter stands in front of the line across its front."),
)
