"""What may be reported in the Movement Phase, unit by unit: the walker of `movement` looks at each first step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.contract import Choice, Field, Message, Pick, say
from rules.contract import gettext_noop as _

from .driving import Ground
from .geometry import COMPASS, Square, name
from .leaving import check_leave
from .movement import Mover, Step, check_roll, coordinated
from .naming import placed
from .offers import dice_field, of_unit, pick_field, unit_pick, word_picks
from .ready import NOTHING, weapons_ready
from .state import Miniature, State
from .steps import IN_WORDS, Unable, kinds
from .tables import LEAVING, option
from .towing import check_hook, in_tow, place_of_tug
from .turrets import aims, degrees_towards, fault_of_turret, reachable

LONGEST = 20  # steps in one report (`commands.Steps`)


def movement_choices(state: State, side: str) -> Iterator[Choice]:
    """Everything but the end of the phase, for the side whose Movement Phase it is."""
    ground, made = Ground(state), coordinated(state, side)
    units = [unit for unit in state.of_side(side) if unit.on_board]
    hooks, at = _hooks(state, units), _aims(state)
    for unit in units:
        movers = _movers(state, unit, ground, made)
        if _may_roll(state, unit):
            die = dice_field("dice", say(_("Speed die")), 1, state.dice.speed)
            yield of_unit(unit, "RollSpeed", say(_("Speed die of %(unit)s"), unit=placed(unit)), die)
        for mover in movers:
            yield from _moves(mover, asked=len(movers) > 1)
        yield from _turrets(state, unit, at)
        if weapons := hooks.get(unit.id):
            field = pick_field("weapon", say(_("Fixed weapon")), map(unit_pick, weapons))
            yield of_unit(unit, "Hook", say(_("%(unit)s takes a weapon in tow"), unit=placed(unit)), field)
        if (held := in_tow(state, unit)) and not held.pulled:
            label = say(_("%(unit)s unhooks %(weapon)s"), unit=placed(unit), weapon=placed(held))
            yield of_unit(unit, "Unhook", label)
        for mover in movers:
            yield from _leavings(mover, asked=len(movers) > 1)


def _movers(state: State, unit: Miniature, ground: Ground, made: Sequence[str]) -> list[Mover]:
    """A unit that walks without more; of one that stood ready to tow weapons, how it goes without and with each."""
    return [Mover(state, unit, ground, made, weapon) for weapon in (None, *weapons_ready(state, unit))]


def _answer(mover: Mover, asked: bool) -> dict[str, str]:
    """R48: the answer whether a weapon goes along; nothing where nobody asks."""
    if not asked:
        return {}
    return {"tow": mover.weapon.id if mover.weapon else NOTHING}


def first_steps(mover: Mover) -> dict[str, Step]:
    """The steps a unit can make now, and what each comes to."""
    found = {}
    for symbol in kinds(mover.unit.figures):
        try:
            found[symbol] = mover.look(symbol)
        except Unable:
            continue
    return found


def _moves(mover: Mover, asked: bool) -> Iterator[Choice]:
    if steps := first_steps(mover):
        text = _("Move %(unit)s")
        if asked:
            text = _("Move %(unit)s with %(weapon)s in tow") if mover.weapon else _("Move %(unit)s with nothing in tow")
        weapon = placed(mover.weapon) if mover.weapon else ""
        label = say(text, unit=placed(mover.unit), weapon=weapon)
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
        yield of_unit(mover.unit, "Move", label, path, given=_answer(mover, asked))


def _leavings(mover: Mover, asked: bool) -> Iterator[Choice]:
    """House: it leaves the board, with what it has in tow."""
    if not option(mover.state.options, LEAVING) or not _may_leave(mover):
        return
    text = _("%(unit)s leaves the board")
    if mover.weapon:
        text = _("%(unit)s leaves the board with %(weapon)s in tow")
    elif asked:
        text = _("%(unit)s leaves the board with nothing in tow")
    weapon = placed(mover.weapon) if mover.weapon else ""
    label = say(text, unit=placed(mover.unit), weapon=weapon)
    yield of_unit(mover.unit, "Leave", label, given=_answer(mover, asked))


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
        label = say(_("Traverse the turret of %(unit)s"), unit=placed(unit))
        yield of_unit(unit, "Traverse", label, pick_field("gun", say(_("The gun points")), word_picks(guns)))
    bearings = {key: degrees_towards(unit.at, square) for key, (square, _pick) in at.items() if key != unit.id}
    if near := reachable(state, unit, bearings):
        label = say(_("Point the gun of %(unit)s at something"), unit=placed(unit))
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
