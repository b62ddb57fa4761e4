"""What may be reported in the Movement Phase, unit by unit: the walker of `movement` looks at each first step."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Choice, Field, Message, Pick, say
from rules.contract import gettext_noop as _

from .driving import Ground
from .geometry import COMPASS, name
from .leaving import check_leave
from .movement import Mover, Step, check_roll, coordinated
from .offers import dice_field, of_unit, pick_field, unit_pick, word_picks
from .state import Miniature, State
from .steps import IN_WORDS, Unable, kinds
from .towing import check_hook, place_of_tug
from .turrets import aims, bearing, fault_of_turret, may_stand, to_hull

LONGEST = 20  # steps in one report (`commands.Steps`)


def movement_choices(state: State, side: str) -> Iterator[Choice]:
    """Everything but the end of the phase, for the side whose Movement Phase it is."""
    ground, made = Ground(state), coordinated(state, side)
    units = [unit for unit in state.of_side(side) if unit.on_board]
    hooks = _hooks(state, units)
    for unit in units:
        mover = Mover(state, unit, ground, made)
        if _may_roll(state, unit):
            die = dice_field("dice", say(_("Speed die")), 1, state.dice.speed)
            yield of_unit(unit, "RollSpeed", say(_("Speed die of %(unit)s"), unit=unit.name), die)
        yield from _moves(mover)
        yield from _turrets(state, unit)
        if weapons := hooks.get(unit.id):
            field = pick_field("weapon", say(_("Fixed weapon")), map(unit_pick, weapons))
            yield of_unit(unit, "Hook", say(_("%(unit)s takes a weapon in tow"), unit=unit.name), field)
        if mover.weapon and not mover.weapon.pulled:
            label = say(_("%(unit)s unhooks %(weapon)s"), unit=unit.name, weapon=mover.weapon.name)
            yield of_unit(unit, "Unhook", label)
        if _may_leave(mover):
            yield of_unit(unit, "Leave", say(_("%(unit)s leaves the board"), unit=unit.name))


def first_steps(mover: Mover) -> dict[str, Step]:
    """The steps a unit can make now, and what each comes to."""
    found = {}
    for symbol in kinds(mover.unit.figures):
        try:
            found[symbol] = mover.look(symbol)
        except Unable:
            continue
    return found


def _moves(mover: Mover) -> Iterator[Choice]:
    if steps := first_steps(mover):
        path = Field(
            name="steps",
            kind="path",
            label=say(_("Steps")),
            help=say(_("All at once, or one report after the other.")),
            picks=tuple(Pick(symbol, _label(symbol, step)) for symbol, step in steps.items()),
            least=1,
            most=min(LONGEST, mover.most()),
            required=True,
        )
        yield of_unit(mover.unit, "Move", say(_("Move %(unit)s"), unit=mover.unit.name), path)


def _label(symbol: str, step: Step) -> Message:
    words = say(IN_WORDS[symbol])
    if not step.on.gear:
        return words
    text = _("%(square)s: %(step)s")
    if step.entry.wall:
        text = _("%(square)s: %(step)s, through the wall")
    if step.entry.wreck:
        text = _("%(square)s: %(step)s, pushing the wreck (steps: %(cost)s)")
        return say(text, square=name(step.on.square), step=words, cost=step.entry.cost)
    return say(text, square=name(step.on.square), step=words)


def _turrets(state: State, unit: Miniature) -> Iterator[Choice]:
    if fault_of_turret(unit):
        return
    guns = [gun for n, gun in enumerate(COMPASS) if may_stand(state, unit, to_hull(unit, n * 45))]
    label = say(_("Traverse the turret of %(unit)s"), unit=unit.name)
    if guns:
        yield of_unit(unit, "Traverse", label, pick_field("gun", say(_("The gun points")), word_picks(guns)))
    if state.options["free_turrets"]:
        near = [
            at
            for at, square in aims(state, unit).items()
            if may_stand(state, unit, to_hull(unit, bearing(unit.at, square)))
        ]
        if near:
            picks = [unit_pick(state.units[at]) if at in state.units else word_picks([at])[0] for at in near]
            label = say(_("Point the gun of %(unit)s at something"), unit=unit.name)
            yield of_unit(unit, "Traverse", label, pick_field("at", say(_("The gun points at")), picks))


def _hooks(state: State, units: list[Miniature]) -> dict[str, list[Miniature]]:
    """The weapons each vehicle could take in tow."""
    standing = {unit.at: unit for unit in units}
    found: dict[str, list[Miniature]] = {}
    for weapon in units:
        if not weapon.figures.is_vehicle and (unit := standing.get(place_of_tug(weapon))):
            try:
                check_hook(state, unit, weapon)
            except Unable:
                continue
            found.setdefault(unit.id, []).append(weapon)
    return found


def _may_roll(state: State, unit: Miniature) -> bool:
    try:
        check_roll(state, unit)
    except Unable:
        return False
    return True


def _may_leave(mover: Mover) -> bool:
    try:
        check_leave(mover)
    except Unable:
        return False
    return True
