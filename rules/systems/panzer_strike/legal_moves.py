"""What may be reported in the Movement Phase, unit by unit: the walker of `movement` looks at each first step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.contract import Choice, Field, Message, Pick, say
from rules.contract import gettext_noop as _

from .driving import Ground
from .geometry import COMPASS, Square, name
from .leaving import check_leave
from .movement import Mover, Step, check_roll, coordinated
from .offers import dice_field, of_unit, pick_field, unit_pick, word_picks
from .state import Miniature, State
from .steps import IN_WORDS, Unable, kinds
from .towing import check_hook, place_of_tug
from .turrets import aims, bearing, fault_of_turret, reachable

LONGEST = 20  # steps in one report (`commands.Steps`)


def movement_choices(state: State, side: str) -> Iterator[Choice]:
    """Everything but the end of the phase, for the side whose Movement Phase it is."""
    ground, made = Ground(state), coordinated(state, side)
    units = [unit for unit in state.of_side(side) if unit.on_board]
    hooks, at = _hooks(state, units), _aims(state)
    for unit in units:
        mover = Mover(state, unit, ground, made)
        if _may_roll(state, unit):
            die = dice_field("dice", say(_("Speed die")), 1, state.dice.speed)
            yield of_unit(unit, "RollSpeed", say(_("Speed die of %(unit)s"), unit=unit.name), die)
        yield from _moves(mover)
        yield from _turrets(state, unit, at)
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


def _turrets(state: State, unit: Miniature, at: Mapping[str, tuple[Square, Pick]]) -> Iterator[Choice]:
    if fault_of_turret(unit):
        return
    if guns := reachable(state, unit, {gun: n * 45 for n, gun in enumerate(COMPASS)}):
        label = say(_("Traverse the turret of %(unit)s"), unit=unit.name)
        yield of_unit(unit, "Traverse", label, pick_field("gun", say(_("The gun points")), word_picks(guns)))
    bearings = {key: bearing(unit.at, square) for key, (square, _pick) in at.items() if key != unit.id}
    if near := reachable(state, unit, bearings):
        label = say(_("Point the gun of %(unit)s at something"), unit=unit.name)
        field = pick_field("at", say(_("The gun points at")), (at[key][1] for key in near))
        yield of_unit(unit, "Traverse", label, field)


def _aims(state: State) -> dict[str, tuple[Square, Pick]]:
    """What guns can be pointed at, and what it is called; nothing without option 3."""
    if not state.options["free_turrets"]:
        return {}
    units = {unit.id: unit for unit in state.units.values() if unit.active}
    return {
        key: (square, unit_pick(units[key]) if key in units else word_picks([key])[0])
        for key, square in aims(state).items()
    }


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
