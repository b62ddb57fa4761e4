"""Set-up: rolls, roles, the Defender's edge and deployment (R1, R2, R6, R45)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Roll, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .refusals import refused, wrong_phase
from .state import State
from .turns import acting, advance, check_victory


def roll_for_terrain(state: State, command: c.RollForTerrain, dice: Dice) -> Decision:
    """R1: the higher die places the first Forest; a tie is rolled again (B16)."""
    _expect(state, "terrain", "R1")
    roll = dice.roll(f"setup/terrain/{state.tries}", 2, reported=command.dice)
    yield e.TerrainRolled(roll=roll, first=higher(state, roll))


def roll_for_role(state: State, command: c.RollForRole, dice: Dice) -> Decision:
    """R2: the higher die chooses to attack or defend; a tie is rolled again (B16)."""
    _expect(state, "roll", "R2")
    roll = dice.roll(f"setup/role/{state.tries}", 2, reported=command.dice)
    yield e.RoleRolled(roll=roll, chooser=higher(state, roll))


def higher(state: State, roll: Roll) -> str:
    """The side whose die is higher; dice are in the order of the sides' names. "" for a tie."""
    first, second = roll.values
    if first == second:
        return ""
    return state.sides[0] if first > second else state.sides[1]


def choose_role(state: State, command: c.ChooseRole, dice: Dice) -> Decision:
    _expect(state, "role", "R2")
    attacks = command.role == "attacker"
    yield e.RoleChosen(attacker=state.chooser if attacks else state.enemy_of(state.chooser))


def choose_edge(state: State, command: c.ChooseEdge, dice: Dice) -> Decision:
    _expect(state, "edge", "R2")
    yield e.EdgeChosen(side=state.defender, edge=command.edge)


def deploy(state: State, command: c.Deploy, dice: Dice) -> Decision:
    """R6: lowest initiative first; in Alpha 66 the defending pair, then the lone tank (R45, B14)."""
    model = acting(state, command.unit, "deployment", "R6")
    yield e.Deployed(unit=model.id)
    yield from advance(state)


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
    yield e.Resumed(advantage=command.advantage, attacker=command.attacker or state.attacker, turns=command.turns)
    yield from check_victory(state, turns_played=state.turn - 1)
    yield from advance(state)


def _expect(state: State, phase: str, rule: str) -> None:
    if state.phase != phase:
        raise wrong_phase(state, rule)
