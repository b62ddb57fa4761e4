"""Declared fire (R17 to R22): a platoon's targets before any die, then shot after shot in that order (A18)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Message, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events_fire as f
from . import hits, measures, morale, needs
from .grants import grants_of, hindered
from .lookup import enemy_of, of_impulse, require_phase, unit_of
from .refusals import refused
from .reported import Reported
from .state import Impulse, Shot, State, Vehicle
from .tables import TO_HIT

# -- declaring ---------------------------------------------------------------------------------------------------------


def aim(state: State, command: c.Aim, dice: Dice) -> Decision:
    """R17, B8: before any die of the volley, with everybody of the card."""
    unit = of_impulse(state, command.unit, "R17")
    if found := cannot_aim(state, unit):
        raise found
    target = enemy_of(state, unit, command.target)
    yield f.FireDeclared(unit=unit.id, target=target.id)


def aimers(state: State) -> list[Vehicle]:
    """Who may declare a target now."""
    return [unit for unit in state.acting() if cannot_aim(state, unit) is None]


def cannot_aim(state: State, unit: Vehicle) -> Refused | None:
    """Why this vehicle of the Impulse may not declare a target."""
    if bar := hindered(state, unit):
        return refused(bar.rule, "unit", bar.why, bar.remedy)
    if not unit.fires:
        rule, text = ("R22", _("The gun of %(unit)s is out.")) if unit.gun_out else ("R7", _("%(unit)s has no gun."))
        return _no(rule, text, unit, say(_("Name another vehicle.")))
    if any(shot.unit == unit.id for shot in state.volley):
        return _no("R17", _("%(unit)s has declared its target."), unit, say(_("Resolve its shot first.")))
    if "free" not in unit.grants:
        text = _("%(unit)s has no Free Action left to shoot with.")
        return _no("R7", text, unit, say(_("Name a vehicle that has one.")))
    if state.impulse is None or state.impulse.firing or not state.impulse.volleys:
        text = _("Dice have fallen since the targets of this card were declared: %(unit)s has none.")
        return _no("R17", text, unit, say(_("Have it do something else with its Free Action.")))
    return None


def _no(rule: str, text: str, unit: Vehicle, remedy: Message) -> Refused:
    return refused(rule, "unit", say(text, unit=unit.name), remedy)


# -- resolving ---------------------------------------------------------------------------------------------------------


def fire(state: State, command: c.Fire, dice: Dice) -> Decision:
    """A18: the next shot of the volley."""
    unit = unit_of(state, command.unit)
    require_phase(state, "impulse", "R17")
    shot = next_shot(state)
    if shot is None:
        raise refused(
            "R17", "", say(_("No target has been declared.")), say(_("Declare all targets first, then fire."))
        )
    if shot.unit != unit.id:
        text = _("The shot of %(unit)s comes first, in the order they were declared.")
        name = state.units[shot.unit].name
        raise refused("A18", "unit", say(text, unit=name), say(_("Report the shot of %(unit)s."), unit=name))
    reported = Reported(command, dice, question(state, unit), "R19")
    yield from resolve(state, unit, state.units[shot.target], command, reported)


def next_shot(state: State) -> Shot | None:
    """The declared shot to be resolved now."""
    return state.volley[0] if state.volley else None


def question(state: State, unit: Vehicle) -> str:
    """A vehicle fires once a volley."""
    return f"{state.here}/{unit.id}/volley-{_place(state, state.impulse)}" if state.impulse else ""


def _place(state: State, impulse: Impulse) -> int:
    """Which volley of the Impulse is being fired, from 1."""
    return grants_of(state, impulse.card).count("free") - impulse.volleys + 1


# -- every shot --------------------------------------------------------------------------------------------------------


def resolve(state: State, unit: Vehicle, target: Vehicle, told: needs.Told, reported: Reported) -> Decision:
    """R18 to R22: the dice to hit, those of each hit, and what follows for platoons and for shots still to come."""
    check_told(state, unit, target, told)
    shot = _shot(state, unit, target, told, reported)
    yield shot
    dice = needs.gun_dice(unit, shot.range) + needs.flank_dice(told.facing)
    for place in range(1, shot.hits + 1):
        yield from hits.resolve(state, hits.Hit(target, unit.id, unit.side, "shot", dice), place, reported)
    reported.check_all_asked()
    yield from morale.mark_last(state, [target])
    yield from _waste(state)


def check_told(state: State, unit: Vehicle, target: Vehicle, told: needs.Told) -> None:
    """What is told of a shot is what it takes to rule on it."""
    needs.check_range(told)
    if told.hull_down and not needs.may_be_hull_down(state, target, needs.is_passing(told)):
        text = (
            _("%(target)s was not hull down as it came or went.")
            if target.hull_down
            else _("%(target)s is not hull down.")
        )
        raise refused("R16", "hull_down", say(text, target=target.name), say(_("Leave it out.")))
    if needs.band_of(state, unit, told) != "beyond" and not told.facing:
        raise refused(
            "R20",
            "facing",
            say(_("It is not told where %(target)s is hit."), target=target.name),
            say(_("Tell “front”, “flank” or “rear”.")),
        )


def _shot(state: State, unit: Vehicle, target: Vehicle, told: needs.Told, reported: Reported) -> f.ShotResolved:
    need, modifiers = needs.need(state, unit, target, told)
    roll = reported.roll("hit", unit.figures.shots, TO_HIT, near=(need,)) if need >= 1 else None
    return f.ShotResolved(
        unit=unit.id,
        target=target.id,
        overwatch=told.trigger if isinstance(told, c.OverwatchFire) else "",
        range=needs.band_of(state, unit, told),
        facing=told.facing,
        need=need,
        modifiers=modifiers,
        roll=roll,
        hits=sum(die <= need for die in roll.numbers) if roll else 0,
        distance=told.distance,
        measure="" if told.distance is None else measures.measure(state.options),
    )


def _waste(state: State) -> Decision:
    """A18: the shots that come next and cannot be fired."""
    while (shot := next_shot(state)) is not None and (why := wasted(state, shot)):
        yield f.ShotWasted(unit=shot.unit, target=shot.target, why=why)


def wasted(state: State, shot: Shot) -> str:
    """Why a declared shot comes to nothing: "shooter" or "target"; "" where it is fired."""
    unit, target = state.units[shot.unit], state.units[shot.target]
    if not unit.in_play or unit.suppressed or not unit.fires:
        return "shooter"
    return "" if target.in_play else "target"
