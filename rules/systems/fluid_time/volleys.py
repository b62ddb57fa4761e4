"""Declared fire (R17, A18): a platoon declares its targets before any die, then fires shot after shot in that order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, DiceCommand, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.lengths import Length

from .activation import hindered, is_its_impulse, of_impulse, spend
from .cards import grants_of
from .lookup import enemy_of, impossible, refused, require_phase, unit_of
from .offers import of_units, pick_field, unit_picks
from .shooting import gun_of, needs_by_band, next_shot, resolve, tellings, wasted
from .state import Decision, Event, Impulse, Shot, State, Vehicle
from .table_dice import Dice6, Dice10, Reported
from .to_hit import Band, Concealment, Facing
from .victory import verdict

CHAPTER = Chapter[State, Event]("Declared fire", "R17")


class Aim(Command, frozen=True, kw_only=True):
    """A shot is declared before any die of the volley falls, together with those of the platoon, or of every platoon
    (R17, B8)."""

    positional: ClassVar = ("unit", "target")
    opens: ClassVar = "Fire"
    unit: Key
    target: Key


class Fire(DiceCommand, frozen=True, kw_only=True):
    """The next shot that was declared is resolved (A18). The report gives either range or distance.

    hull_down: the target is hull down towards this shooter. hit: a die for each shot; damage: the dice of each hit, one
    hit after the other; effect: a die for each penetrating hit.
    """

    positional: ClassVar = ("unit", "range", "facing")
    rolls: ClassVar = ("hit", "damage", "effect")
    trigger: ClassVar[str] = ""  # overwatch says what it answers, a declared shot does not
    unit: Key
    range: Band = ""
    distance: Length | None = None
    facing: Facing = ""
    concealment: Concealment = ""
    hull_down: bool = False
    hit: Dice10 | None = None
    damage: Dice6 | None = None
    effect: Dice6 | None = None


class FireDeclared(Event, frozen=True, kw_only=True):
    """The declaration spends a Free Action."""

    rules: ClassVar = ("R17", "B8", "A18")
    unit: str
    target: str


# -- declaring ---------------------------------------------------------------------------------------------------------


@CHAPTER.decides
def aim(state: State, command: Aim, dice: Dice) -> Decision:
    """R17, B8: before any die of the volley falls, by every vehicle that the card is for."""
    unit = of_impulse(state, command.unit, "R17")
    if found := cannot_aim(state, unit):
        raise found
    target = enemy_of(state, unit, command.target)
    yield FireDeclared(unit=unit.id, target=target.id)


def aimers(state: State) -> list[Vehicle]:
    """The vehicles that may declare a target now."""
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


@CHAPTER.evolves
def fire_declared(state: State, event: FireDeclared) -> None:
    spend(state.units[event.unit], "free")
    state.volley.append(Shot(event.unit, event.target))


CHAPTER.sentences({FireDeclared: _("%(unit)s aims at %(target)s.")})


# -- resolving ---------------------------------------------------------------------------------------------------------


@CHAPTER.decides
def fire(state: State, command: Fire, dice: Dice) -> Decision:
    """A18: the next shot of the volley."""
    unit = unit_of(state, command.unit)
    require_phase(state, "impulse", "R17")
    shot = next_shot(state)
    if shot is None:
        raise refused("R17", "", _("No target has been declared."), _("Declare all targets first, then fire."))
    if shot.unit != unit.id:
        text = _("The shot of %(unit)s comes first, in the order they were declared.")
        name = state.units[shot.unit].name
        raise refused("A18", "unit", say(text, unit=name), say(_("Report the shot of %(unit)s."), unit=name))
    reported = Reported(command, dice, question(state, unit), "R19")
    yield from resolve(state, unit, state.units[shot.target], command, reported)


def question(state: State, unit: Vehicle) -> str:
    """A vehicle fires once a volley."""
    return f"{state.here}/{unit.id}/volley-{_place(state, state.impulse)}" if state.impulse else ""


def _place(state: State, impulse: Impulse) -> int:
    """Which volley of the Impulse is being fired, counted from 1."""
    return grants_of(state, impulse.card).count("free") - impulse.volleys + 1


# -- choices -----------------------------------------------------------------------------------------------------------


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """The next shot of an open volley; otherwise targets of a new one, for the side that acts."""
    if state.phase == "impulse" and state.volley:
        yield from volley_choices(state, side)
    elif is_its_impulse(state, side):
        yield from aim_choices(state)


def volley_choices(state: State, side: str) -> Iterator[Choice]:
    """While a volley is open: the next shot, and more targets until the first die."""
    shot = next_shot(state)
    if shot is None or state.units[shot.unit].side != side:
        return
    unit, target = state.units[shot.unit], state.units[shot.target]
    label = _("%(unit)s fires at %(target)s: %(how)s")
    for telling in tellings(state, gun_of([unit]), target.hull_down, needs_by_band(state, [unit], [target])):
        how, fields, given, readily = telling.how, telling.fields, telling.given, telling.readily
        yield from of_units(
            [unit], "Fire", label, label, *fields, given=given, readily=readily, target=target.name, how=how
        )
    yield from aim_choices(state)


def aim_choices(state: State) -> Iterator[Choice]:
    """Targets of a volley, before its first die."""
    units = aimers(state)
    enemies = state.enemies(units[0].side) if units else []
    if enemies:
        picks = zip(enemies, unit_picks(enemies), strict=True)  # R15: vehicles on overwatch may answer
        answered = (replace(pick, readily=3000 if enemy.overwatch else 1000) for enemy, pick in picks)
        target = pick_field("target", say(_("Target")), answered)
        one, several = _("%(unit)s aims at an enemy"), _("A vehicle aims at an enemy")
        yield from of_units(units, "Aim", one, several, target, readily=3000)


# -- volleys that no battle can have -----------------------------------------------------------------------------------


@CHAPTER.forbids
def impossible_volleys(state: State) -> None:
    """Vehicles that are named are in play, and fire at enemies."""
    for fact, shots in (("volley", state.volley), ("fired", state.fired)):
        for shot in shots:
            unit, target = state.units.get(shot.unit), state.units.get(shot.target)
            if unit is None or target is None or unit.side == target.side:
                raise impossible(
                    fact,
                    say(_("%(unit)s cannot fire at %(target)s."), unit=shot.unit, target=shot.target),
                    _("Name a vehicle, and an enemy of it."),
                )
    if verdict(state):
        return
    if state.impulse is not None:
        _check_volley(state, state.impulse)
    elif state.volley:
        raise impossible("volley", _("Nobody's Impulse is being played."), _("Declare no shots."))


def _check_volley(state: State, impulse: Impulse) -> None:
    """R17, A18: shots of this Impulse, each vehicle once, and the next shot can be fired."""
    most = grants_of(state, impulse.card).count("free")
    if impulse.volleys > most or (state.volley and not impulse.volleys) or (impulse.firing and not state.volley):
        raise impossible(
            "impulse",
            _("So many volleys cannot be fired in this Impulse."),
            say(_("Declare at most %(most)s; at least one, and “firing” only, where shots are declared."), most=most),
        )
    shooters = [shot.unit for shot in state.volley]
    of_impulse = all(_is_of(state.units[id], impulse) for id in shooters)
    if not of_impulse or len(set(shooters)) < len(shooters):
        raise impossible(
            "volley",
            _("A vehicle fires twice, or is not of this Impulse."),
            _("Name vehicles of the Impulse, each once."),
        )
    if state.volley and wasted(state, state.volley[0]):
        raise impossible(
            "volley",
            _("The next of these shots cannot be fired."),
            _("Leave out shots of and at vehicles that are out, suppressed, or without a gun."),
        )


def _is_of(unit: Vehicle, impulse: Impulse) -> bool:
    return unit.side == impulse.side and impulse.platoon in ("", unit.platoon)
