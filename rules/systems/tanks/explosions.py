"""Who stands near an explosion or under the bottle cap: one vehicle a report, each by its facing (R22, R27, R28)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, DiceCommand, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import measures, tables
from .damage import Hit, resolve, roll_saves
from .lookup import impossible, refused, side_of, unit_of
from .report_dice import OneDie, ReportDice
from .scoring import goes_on_by_shots
from .state import Area, Decision, Event, Facing, State, Vehicle
from .turns import proceed
from .words import dice_fields, distance, facing_field, of_side, pick_field, unit_picks

CHAPTER = Chapter[State, Event]("Explosions and the bottle cap", "R22, R27, R28")


class Strike(DiceCommand, frozen=True, kw_only=True):
    """A vehicle within the radius of an explosion (R22), by the facing towards it, or under the cap (R27)."""

    positional: ClassVar = ("unit", "facing")
    rolls: ClassVar = ("save_smoke", "penetration", "damage", "radius")
    shared: ClassVar = ("unit", "facing")
    unit: Key
    facing: Facing = ""
    save_smoke: OneDie | None = None
    penetration: OneDie | None = None
    damage: OneDie | None = None
    radius: OneDie | None = None


class CloseArea(Command, frozen=True, kw_only=True):
    """Nobody else is within the radius of the explosion, or under the cap."""

    positional: ClassVar = ("side",)
    side: Key


class AreaClosed(Event, frozen=True, kw_only=True):
    """Everybody within the radius of the explosion ("blast") or under the cap ("cap") has been reported."""

    rules: ClassVar = ("R22", "R27", "A14", "A17")
    cause: str
    source: str


@CHAPTER.decides
def strike(state: State, command: Strike, dice: Dice) -> Decision:
    """A14: no roll to hit and no save near an explosion; A16: smoke alone saves from artillery."""
    unit = unit_of(state, command.unit)
    area = _open(state, state.side)
    _check_victim(state, area, unit)
    if bool(command.facing) is not (area.kind == "blast"):
        raise refused(
            "A14" if area.kind == "blast" else "R28",
            "facing",
            say(_("The report does not say which side %(unit)s turns towards the wreck."), unit=unit.name)
            if area.kind == "blast"
            else say(_("Artillery always hits the lowest armour.")),
            say(_("Tell “front”, “side” or “rear”.")) if area.kind == "blast" else say(_("Leave the facing out.")),
        )
    reported = ReportDice(command, dice, question(state, area, unit))
    kinds = saves_in(state, area, unit)
    saved = yield from roll_saves(unit, area.source, kinds, reported)
    if not saved:
        yield from resolve(state, hit_of(state, area, unit, command.facing), reported)
    reported.check_all_asked()
    yield from _close_if_empty(state)


def question(state: State, area: Area, unit: Vehicle) -> str:
    """A vehicle explodes once, and a gun fires once a turn; each strikes a vehicle once."""
    return f"r{state.round}/{state.side}/{area.source}/{area.kind}/{unit.id}"


def _open(state: State, side: str) -> Area:
    """The explosion or cap that is open now; `Refused` unless it is this side's turn."""
    area = state.area
    if area is None:
        raise refused(
            "R22", "", _("There is no explosion and no cap to tell of."), _("Report the shot first that leads to one.")
        )
    if side != state.side:
        raise refused(
            "R1",
            "side",
            say(_("It is the turn of %(side)s."), side=state.side),
            say(_("Have %(side)s report it."), side=state.side),
        )
    return area


def victims(state: State, area: Area) -> list[Vehicle]:
    """Who may stand near it: every vehicle on the table, friend or foe, that has not been reported (R27, A14)."""
    return [unit for unit in state.units.values() if unit.on_table and unit.id not in area.caught]


def _check_victim(state: State, area: Area, unit: Vehicle) -> None:
    if unit not in victims(state, area):
        raise refused(
            "A14" if area.kind == "blast" else "R27",
            "unit",
            say(_("%(unit)s is not on the table, or has been told of."), unit=unit.name),
            _("Name each vehicle on the table once, or say that there is nobody else."),
        )


def saves_in(state: State, area: Area, unit: Vehicle) -> list[str]:
    """A14, A16."""
    smoke = area.kind == "cap" and unit.smoke == "smoking" and not state.options["artillery_ignores_smoke"]
    return ["smoke"] if smoke else []


def hit_of(state: State, area: Area, unit: Vehicle, facing: str) -> Hit:
    """R22, R28: strength 7 against the facing, or the gun's against the lowest armour."""
    if area.kind == "blast":
        return Hit(unit, area.source, "blast", tables.BLAST_STRENGTH, facing, unit.figures.armour(facing))
    strength = state.units[area.source].figures.strength
    return Hit(unit, area.source, "cap", strength, "lowest", unit.figures.lowest)


@CHAPTER.decides
def close_area(state: State, command: CloseArea, dice: Dice) -> Decision:
    """Nobody else is near it. Where the cap has not moved its target is under it (R27)."""
    area = _open(state, side_of(state, command.side))
    if near := certain(state, area):
        raise _missed(area, near[0])
    yield AreaClosed(cause=area.kind, source=area.source)
    yield from _close_if_empty(state)


def certain(state: State, area: Area) -> list[Vehicle]:
    """Who is near it whatever anybody says: the target of a cap that has not moved (R27), and whoever stood in contact
    with what exploded (A14)."""
    known = area.touching if area.kind == "blast" else () if area.reach else (area.target,)
    return [unit for unit in victims(state, area) if unit.id in known]


def _missed(area: Area, unit: Vehicle) -> Refused:
    if area.kind == "blast":
        text = say(_("%(unit)s stands in contact with what exploded, and so within its radius."), unit=unit.name)
        return refused("A14", "", text, _("Report its hit first."))
    text = say(_("The cap has not moved: %(target)s is under it."), target=unit.name)
    return refused("R27", "", text, _("Report its hit first."))


def _close_if_empty(state: State) -> Decision:
    """An area that nobody can stand near any more closes by itself; then the step goes on."""
    while (area := state.area) is not None and not victims(state, area):
        yield AreaClosed(cause=area.kind, source=area.source)
    yield from proceed(state)


@CHAPTER.evolves
def area_closed(state: State, event: AreaClosed) -> None:
    state.areas = state.areas[1:]


@CHAPTER.narrates
def tell_area_closed(event: AreaClosed) -> Message:
    text = _("Nobody else is under the bottle cap of %(unit)s.")
    if event.cause == "blast":
        text = _("Nobody else is within the explosion of %(unit)s.")
    return say(text, unit=event.source)


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """R22, R27: urgent, for everything else waits for it."""
    area = state.area
    if area is None or side != state.side:
        return
    if found := victims(state, area):
        unit = pick_field("unit", say(_("Vehicle")), unit_picks(found))
        saves = dice_fields("save_smoke") if any(saves_in(state, area, one) for one in found) else ()
        fields = (unit, *saves, *dice_fields("penetration", "damage", "radius"))
        across = distance(measures.measured(state.options, tables.CAP), measures.measure(state.options))
        label = say(_("A vehicle is under the bottle cap (%(across)s across, any overlap)"), across=across)
        if area.kind == "blast":
            facing = facing_field(say(_("Facing the wreck")))
            fields = (unit, facing, *dice_fields("penetration", "damage", "radius"))
            label = say(_("A vehicle is within the radius of the explosion"))
        yield Choice(command="Strike", label=label, side=side, fields=fields, urgent=True, readily=5000)
    if not certain(state, area):
        text = say(_("Nobody else is within the radius")) if area.kind == "blast" else say(_("Nobody else is under it"))
        yield of_side(side, "CloseArea", text, urgent=True)


@CHAPTER.forbids
def impossible_areas(state: State) -> None:
    """Areas name vehicles of this battle; where shots are reported, they stand in the Shoot and Ram steps alone."""
    for area in state.areas:
        known = area.source in state.units and (area.target in state.units if area.kind == "cap" else not area.target)
        known = known and (area.kind == "blast" or not area.touching)
        if not known or any(one not in state.units for one in (*area.caught, *area.touching)):
            raise impossible(
                "areas",
                _("An explosion or cap names a vehicle there is not."),
                _("Name its source, for a cap its target, and who has been told of or stood in contact with it."),
            )
    if state.areas and state.phase not in ("shoot", "ram") and goes_on_by_shots(state):
        raise impossible(
            "areas",
            _("Explosions and caps are told in the Shoot and Ram steps."),
            _("Declare none, or the step “shoot” or “ram”."),
        )
