"""Airstrikes and barrages: how many templates, and who is under them (R31, R32, R33, R36, A11, A12, B10, B11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, DiceCommand, Field, Message, Pick, Roll, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import HITS, Question, Throw, successes, throw

from . import hits, tables
from .lookup import check_units, refused, side_of, unit_of
from .offers import concealment_field, die_field, of_side, pick_field, unit_picks
from .platoons import mark_last
from .state import AirOrArtillery, Decision, Event, State, Vehicle
from .support import AIR, ARTILLERY, impossible_strike, own_strike, question, sent_or_cancelled, strike_at, support_over
from .table_dice import Dice6, Dice10, OneDie, Reported
from .to_hit import Concealment
from .victory import verdict
from .words import LEVEL_NAMES, faces, named

CHAPTER = Chapter[State, Event]("Strikes", "R31 to R33, R36")


class SendStrike(DiceCommand, frozen=True, kw_only=True):
    """The intensity die falls and the templates are laid (R31, R36). entry: where aircraft come in, counted clockwise
    from the nominated corner, corners and side centres alike; 0 if nobody says (B1)."""

    positional: ClassVar = ("side",)
    rolls: ClassVar = ("intensity",)
    side: Key
    entry: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    intensity: OneDie | None = None


class Strike(DiceCommand, frozen=True, kw_only=True):
    """A vehicle of either side under a template is attacked (R32, B11). concealment: only with the option
    `air_modifiers`."""

    positional: ClassVar = ("unit",)
    rolls: ClassVar = ("hit", "damage", "effect")
    shared: ClassVar = ("unit", "concealment")
    unit: Key
    concealment: Concealment = ""
    hit: Dice10 | None = None
    damage: Dice6 | None = None
    effect: Dice6 | None = None


class CloseStrike(Command, frozen=True, kw_only=True):
    """No other vehicle is under the templates."""

    positional: ClassVar = ("side",)
    side: Key


class StrikeSent(Event, frozen=True, kw_only=True):
    """`level` by the intensity die: `templates` templates. entry: 1 to 8, clockwise; 0 if nobody says."""

    rules: ClassVar = ("R30", "R31", "R36", "B1")
    side: str
    roll: Roll
    level: str
    templates: int
    entry: int = 0


class TargetAttacked(Event, frozen=True, kw_only=True):
    """The die to hit of a vehicle under a template. The next event says what a hit does."""

    rules: ClassVar = ("R32", "A11", "B10", "B11")
    unit: str
    need: int
    roll: Roll | None
    hit: bool


class StrikeClosed(Event, frozen=True, kw_only=True):
    """No other vehicle is under the templates."""

    rules: ClassVar = ("R32",)
    side: str


@CHAPTER.decides
def send_strike(state: State, command: SendStrike, dice: Dice) -> Decision:
    """R31, R36: the intensity die says how many templates there are."""
    side = side_of(state, command.side)
    stages = ("send", "hold") if sent_or_cancelled(state, side) == "send" else ("send",)
    strike = strike_at(state, stages, "R31")
    own_strike(state, side, strike.stage, "R31")
    if command.entry and strike.kind == ARTILLERY:
        raise refused(
            "B1",
            "entry",
            _("Artillery has no entry point: the mark of its template points to the observer."),
            _("Leave the entry point out."),
        )
    reported = Reported(command, dice, question(state, strike), "R31")
    roll = reported.roll("intensity")
    level = tables.INTENSITY[state.rows[side]][roll.numbers[0]]
    templates = tables.LEVELS.index(level) + 1
    yield StrikeSent(side=side, roll=roll, level=level, templates=templates, entry=command.entry)


@CHAPTER.decides
def strike(state: State, command: Strike, dice: Dice) -> Decision:
    """R32, B11: a vehicle is attacked once, however many templates it is under, and whichever side it is of."""
    unit = unit_of(state, command.unit)
    laid = strike_at(state, ("targets",), "R32")
    _check_victim(laid, unit)
    if command.concealment and not state.options["air_modifiers"]:
        text = _("Nothing helps against a strike in this battle, not even concealment.")
        raise refused("B10", "concealment", text, _("Leave it out."))
    reported = Reported(command, dice, f"{question(state, laid)}/{unit.id}", "R32")
    needed = need(state, unit, command.concealment)
    roll = reported.roll("hit", faces=tables.TO_HIT, near=(needed,)) if needed >= 1 else None
    hit = roll is not None and roll.numbers[0] <= needed
    yield TargetAttacked(unit=unit.id, need=needed, roll=roll, hit=hit)
    if hit:
        found = hits.Hit(unit, laid.card, laid.side, "strike", damage_dice(state, laid, unit))
        yield from hits.resolve(state, found, 1, reported)
    reported.check_all_asked()
    yield from mark_last(state, [unit])
    if not victims(state):
        yield StrikeClosed(side=laid.side)


@CHAPTER.decides
def close_strike(state: State, command: CloseStrike, dice: Dice) -> Decision:
    """No other vehicle is under the templates."""
    laid = own_strike(state, command.side, "targets", "R32")
    yield StrikeClosed(side=laid.side)


def victims(state: State) -> list[Vehicle]:
    """The vehicles that may be under the templates: all in play, of either side, that have not been reported yet
    (B11)."""
    told = state.strike.told if state.strike is not None else ()
    return [unit for unit in state.units.values() if unit.in_play and unit.id not in told]


def need(state: State, unit: Vehicle, concealment: str) -> int:
    """A11, B10: Size alone; by option less if the target moves or is concealed. Crest lines do not protect from
    templates."""
    if not state.options["air_modifiers"]:
        return unit.figures.size
    return unit.figures.size - tables.TARGET_MOVING * unit.moving - tables.CONCEALMENT[concealment]


def damage_dice(state: State, strike: AirOrArtillery, unit: Vehicle) -> int:
    """R32, A11 to A13: by the kind of strike; one more against armour, none against soft targets (B11)."""
    if strike.kind == ARTILLERY:
        base = int(state.options["artillery_dice"])
    else:
        base = tables.AIR_DICE["fighter" if strike.aircraft in tables.FIGHTERS else "bomber"]
    return base + (0 if unit.figures.soft else tables.FLANK_DIE)


def _check_victim(strike: AirOrArtillery, unit: Vehicle) -> None:
    if not unit.in_play:
        raise refused(
            "R32",
            "unit",
            say(_("%(unit)s is out of action, or has left the table."), unit=unit.name),
            _("Name a vehicle in play, or say that there is nobody else."),
        )
    if unit.id in strike.told:
        raise refused(
            "B11",
            "unit",
            say(_("%(unit)s has been told of."), unit=unit.name),
            _("Name each vehicle once, under however many templates, or say that there is nobody else."),
        )


TEMPLATES = Question("templates", say(_("Templates of strikes")))


@CHAPTER.throws
def luck_of_strike(state: State, event: StrikeSent) -> Iterable[Throw]:
    """R31: by the side's row of the table."""
    row = tables.INTENSITY[state.rows[event.side]]
    return throw(
        TEMPLATES, event.side, event.roll, lambda die: tables.LEVELS.index(row[die]) + 1 if isinstance(die, int) else 0
    )


@CHAPTER.throws
def luck_of_attack(state: State, event: TargetAttacked) -> Iterable[Throw]:
    """R32: of the side whose strike it is."""
    if strike := state.strike:
        yield from successes(HITS, strike.side, event.roll, lambda die: die <= event.need, against=event.unit)


@CHAPTER.evolves
def strike_sent(state: State, event: StrikeSent) -> None:
    if state.strike is not None:
        state.strike.level, state.strike.stage = event.level, "targets"  # type: ignore[assignment]


@CHAPTER.evolves
def target_attacked(state: State, event: TargetAttacked) -> None:
    if state.strike is not None:
        state.strike.told += (event.unit,)


@CHAPTER.evolves
def strike_closed(state: State, event: StrikeClosed) -> None:
    support_over(state)


@CHAPTER.narrates
def tell_strike_sent(event: StrikeSent) -> Message:
    told = ngettext(
        "The strike of %(side)s is sent (%(dice)s): %(level)s, %(n)d template.",
        "The strike of %(side)s is sent (%(dice)s): %(level)s, %(n)d templates.",
        event.templates,
        side=event.side,
        dice=faces(event.roll),
        level=named(LEVEL_NAMES, event.level),
    )
    return say(_("%(told)s It comes in at %(entry)s."), told=told, entry=event.entry) if event.entry else told


@CHAPTER.narrates
def tell_target_attacked(event: TargetAttacked) -> Message:
    if event.roll is None:
        return say(
            _("%(unit)s is under a template and cannot be hit (needs %(need)s)."), unit=event.unit, need=event.need
        )
    text = _("%(unit)s is under a template: %(dice)s, needs %(need)s or less: a miss.")
    if event.hit:
        text = _("%(unit)s is under a template: %(dice)s, needs %(need)s or less: a hit.")
    return say(text, unit=event.unit, dice=faces(event.roll), need=event.need)


CHAPTER.sentences({StrikeClosed: _("Nobody else is under the templates of %(side)s.")})


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """For the side whose card it is: the intensity, then the vehicles under the templates."""
    strike = state.strike
    if state.phase != "support" or strike is None or side != strike.side:
        return
    if strike.stage == "send" or (strike.stage == "hold" and sent_or_cancelled(state, side) == "send"):
        yield _send(strike, side)
    elif strike.stage == "targets":
        yield from _targets(state, strike, side)


def _send(strike: AirOrArtillery, side: str) -> Choice:
    intensity = die_field("intensity", say(_("Intensity")))
    if strike.kind != AIR:
        return of_side(side, "SendStrike", say(_("The barrage comes down: how strong is it?")), intensity)
    label = say(_("It comes in at"))
    help = say(_("Corners and middles of the sides, clockwise from the corner you have named; 0 if not said."))
    entry = Field(name="entry", kind="number", label=label, help=help, most=8)
    return of_side(side, "SendStrike", say(_("The aircraft attack: how many?")), entry, intensity)


def _targets(state: State, strike: AirOrArtillery, side: str) -> Iterator[Choice]:
    """R32, B11: of either side, each once."""
    if found := victims(state):
        unit = pick_field("unit", say(_("Vehicle")), _telling(state, found))
        concealment = (concealment_field(),) if state.options["air_modifiers"] else ()
        most = max(damage_dice(state, strike, one) for one in found)
        dice = (
            die_field("hit", say(_("Die to hit")), faces=tables.TO_HIT),
            die_field("damage", say(_("Damage dice")), 1, most, ahead=True),
            die_field("effect", say(_("A die where it penetrates")), ahead=True),
        )
        label = say(_("A vehicle of either side is under a template"))
        yield Choice(command="Strike", label=label, side=side, fields=(unit, *concealment, *dice))
    readily = 1000 if _last(state).isdisjoint(unit.id for unit in found) else 100
    yield of_side(side, "CloseStrike", say(_("Nobody else is under the templates")), readily=readily)


def _telling(state: State, units: Sequence[Vehicle]) -> Iterator[Pick]:
    """B19: random players prefer to report the last vehicle of a side."""
    return (replace(pick, readily=8000 if pick.value in _last(state) else 1000) for pick in unit_picks(units))


def _last(state: State) -> set[str]:
    """The vehicles that are the only ones of their side that could still act."""
    left = ([unit.id for unit in state.of_side(side) if unit.active] for side in state.sides)
    return {units[0] for units in left if len(units) == 1}


@CHAPTER.forbids
def impossible_strikes(state: State) -> None:
    if state.strike is not None:
        check_units(state, "strike", state.strike.told)
        if not verdict(state):
            _check_stage(state, state.strike)


def _check_stage(state: State, strike: AirOrArtillery) -> None:
    """R31, R32: the stage that comes next has to be open."""
    laid = strike.stage == "targets"
    if bool(strike.level) is not laid or (strike.told and not laid):
        raise impossible_strike(
            _("The intensity is known, and vehicles are attacked, once the templates are laid."),
            _("Declare a level and who has been told of for the stage “targets” alone."),
        )
    if laid and not victims(state):
        raise impossible_strike(_("Everybody has been told of."), _("Declare no strike, and the phase “gap”."))
