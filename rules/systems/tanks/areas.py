"""Who stands near an explosion or under the cap, one vehicle a report, each by the facing it shows (R22, R27, R28)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events_fire as f
from . import tables
from .damage import Hit, resolve
from .lookup import side_of, unit_of
from .refusals import refused
from .reported import Reported
from .saves import roll_saves
from .state import Area, State, Vehicle
from .turns import proceed


def strike(state: State, command: c.Strike, dice: Dice) -> Decision:
    """A14: no roll to hit and no save near an explosion; A16: smoke alone saves from artillery."""
    unit = unit_of(state, command.unit)
    area = _open(state, state.side)
    _check_victim(state, area, unit)
    if bool(command.facing) is not (area.kind == "blast"):
        raise refused(
            "A14" if area.kind == "blast" else "R28",
            "facing",
            say(_("It is not told which side %(unit)s turns towards the wreck."), unit=unit.name)
            if area.kind == "blast"
            else say(_("Artillery always hits the lowest armour.")),
            say(_("Tell “front”, “side” or “rear”.")) if area.kind == "blast" else say(_("Leave the facing out.")),
        )
    reported = Reported(command, dice, question(state, area, unit))
    kinds = saves_in(state, area, unit)
    saved = yield from roll_saves(unit, area.source, kinds, reported)
    if not saved:
        yield from resolve(state, hit_of(state, area, unit, command.facing), reported)
    reported.check_all_asked()
    yield from _close_if_empty(state)


def close_area(state: State, command: c.CloseArea, dice: Dice) -> Decision:
    """Nobody else is near it. Where the cap has not moved its target is under it (R27)."""
    area = _open(state, side_of(state, command.side))
    if near := certain(state, area):
        raise _missed(area, near[0])
    yield f.AreaClosed(cause=area.kind, source=area.source)
    yield from _close_if_empty(state)


def question(state: State, area: Area, unit: Vehicle) -> str:
    """A vehicle explodes once, and a gun fires once a turn; each strikes a vehicle once."""
    return f"r{state.round}/{state.side}/{area.source}/{area.kind}/{unit.id}"


def _open(state: State, side: str) -> Area:
    """The explosion or cap that is being told, by the side whose turn it is."""
    area = state.area
    if area is None:
        raise refused(
            "R22",
            "",
            say(_("There is no explosion and no cap to tell of.")),
            say(_("Report the shot first that leads to one.")),
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
    """Who may stand near it: everybody on the table, friend or foe, that has not been told of (R27, A14)."""
    return [unit for unit in state.units.values() if unit.on_table and unit.id not in area.caught]


def certain(state: State, area: Area) -> list[Vehicle]:
    """Who is near it whatever anybody says: the target of a cap that has not moved (R27), and whoever stood in contact
    with what exploded (A14)."""
    known = area.touching if area.kind == "blast" else () if area.reach else (area.target,)
    return [unit for unit in victims(state, area) if unit.id in known]


def _missed(area: Area, unit: Vehicle) -> Refused:
    if area.kind == "blast":
        text = say(_("%(unit)s stands in contact with what exploded, and so within its radius."), unit=unit.name)
        return refused("A14", "", text, say(_("Report its hit first.")))
    text = say(_("The cap has not moved: %(target)s is under it."), target=unit.name)
    return refused("R27", "", text, say(_("Report its hit first.")))


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


def _check_victim(state: State, area: Area, unit: Vehicle) -> None:
    if unit not in victims(state, area):
        raise refused(
            "A14" if area.kind == "blast" else "R27",
            "unit",
            say(_("%(unit)s is not on the table, or has been told of."), unit=unit.name),
            say(_("Name each vehicle on the table once, or say that there is nobody else.")),
        )


def _close_if_empty(state: State) -> Decision:
    """What nobody can stand near any more closes by itself; then the step goes on."""
    while (area := state.area) is not None and not victims(state, area):
        yield f.AreaClosed(cause=area.kind, source=area.source)
    yield from proceed(state)
