"""Set-up: rolls, roles, the Defender's edge and deployment (R1, R2, R6, R45)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Roll, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from . import tables
from .missions import most_points, next_objective, placer, point_roles
from .refusals import refused, wrong_phase
from .state import State
from .turns import advance, check_victory


def roll_for_terrain(state: State, command: c.RollForTerrain, dice: Dice) -> Decision:
    """R1: the higher die places the first Forest; a tie is rolled again (B16)."""
    _expect(state, "terrain", "R1")
    roll = dice.roll(f"setup/terrain/{state.tries}", 2, reported=command.dice)
    yield e.TerrainRolled(roll=roll, first=higher(state, roll))
    if state.first and _role_is_known(state):
        yield e.RoleChosen(attacker=tables.ATTACKERS)


def _role_is_known(state: State) -> bool:
    """House: on a campaign's map it is settled who attacks, and the sides are named for it."""
    return state.options.get("roles") == "by_side" and tables.ATTACKERS in state.sides


def roll_for_role(state: State, command: c.RollForRole, dice: Dice) -> Decision:
    """R2: the higher die chooses to attack or defend; a tie is rolled again (B16)."""
    _expect(state, "roll", "R2")
    roll = dice.roll(f"setup/role/{state.tries}", 2, reported=command.dice)
    yield e.RoleRolled(roll=roll, chooser=higher(state, roll))


def higher(state: State, roll: Roll) -> str:
    """The side whose die is higher; dice are in the order of the sides' names. "" for a tie."""
    first, second = roll.numbers
    if first == second:
        return ""
    return state.sides[0] if first > second else state.sides[1]


def choose_role(state: State, command: c.ChooseRole, dice: Dice) -> Decision:
    _expect(state, "role", "R2")
    attacks = command.role == "attacker"
    yield e.RoleChosen(attacker=state.chooser if attacks else state.enemy_of(state.chooser))


def choose_edge(state: State, command: c.ChooseEdge, dice: Dice) -> Decision:
    """R2; the mission's map has its objective in place then (R41)."""
    _expect(state, "edge", "R2")
    yield e.EdgeChosen(side=state.defender, edge=command.edge)
    while (objective := next_objective(state)) and not placer(state):
        yield e.ObjectivePlaced(objective=objective, side="")


def place_objective(state: State, command: c.PlaceObjective, dice: Dice) -> Decision:
    """R42: the Attacker places one, then the Defender; R43: the Attacker places two."""
    _expect(state, "objectives", "R41")
    if command.objective != next_objective(state):
        raise refused(
            "R41",
            say(_("It is not the turn of the objective “%(objective)s”."), objective=command.objective),
            say(_("Place “%(objective)s” next."), objective=next_objective(state)),
            "objective",
        )
    yield e.ObjectivePlaced(objective=command.objective, side=placer(state))


def resume(state: State, command: c.Resume, dice: Dice) -> Decision:
    """Back to shots: what nobody has reported meanwhile is asked for, not guessed."""
    if not state.resuming:
        raise refused(
            "house",
            say(_("Nothing is unknown: shots are being reported.")),
            say(_("Report what happens next.")),
        )
    for name, side in (("advantage", command.advantage), ("attacker", command.attacker)):
        if side not in state.sides and (side or name == "advantage"):
            raise refused(
                "R9",
                say(_("There is no side “%(side)s”."), side=side),
                say(_("Sides: %(sides)s."), sides=", ".join(state.sides)),
                name,
            )
    if bool(command.attacker) == bool(state.attacker):
        raise refused(
            "R2",
            say(_("The Attacker is known already.")) if state.attacker else say(_("The Attacker is not known.")),
            say(_("Leave it out.")) if state.attacker else say(_("Name the side that attacks.")),
            "attacker",
        )
    yield e.Resumed(
        advantage=command.advantage,
        attacker=command.attacker or state.attacker,
        turns=command.turns,
        victory_points=_points_told(state, command),
    )
    yield from check_victory(state, turns_played=state.turn - 1)
    yield from advance(state)


def _points_told(state: State, command: c.Resume) -> dict[str, int]:
    """Victory points as they stand, of every side that can have some, and of no other."""
    attacker = command.attacker or state.attacker
    told = {"attacker": command.attacker_points, "defender": command.defender_points}
    for role, points in told.items():
        _check_points(state, role, points)
    sides = {"attacker": attacker, "defender": state.enemy_of(attacker)}
    return {sides[role]: points for role, points in told.items() if points}


def _check_points(state: State, role: str, points: int | None) -> None:
    field = f"{role}_points"
    if role not in point_roles(state):
        if points is not None:
            text = _("In this mission the %(role)s gets no victory points.")
            raise refused("R41", say(text, role=ROLES[role]), say(_("Leave it out.")), field)
    elif points is None:
        text = _("It is not known how many victory points the %(role)s has.")
        raise refused("R41", say(text, role=ROLES[role]), say(_("Report them.")), field)
    elif points > most_points(state):
        raise refused(
            "R41",
            say(_("With %(points)s victory points the battle would be over."), points=points),
            say(_("Report up to %(most)s, or the result of the battle."), most=most_points(state)),
            field,
        )


ROLES = {"attacker": say(_("Attacker")), "defender": say(_("Defender"))}


def _expect(state: State, phase: str, rule: str) -> None:
    if state.phase != phase:
        raise wrong_phase(state, rule)
