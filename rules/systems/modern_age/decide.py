"""From a report to the events that follow: legality first, then one function a command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Command, Decision, Dice, say
from rules.contract import gettext_noop as _

from . import attack, command_phase, deployment, follow, movement, setup, using
from . import commands as c
from . import events as e
from .aftermath import crew_fate, recover, repair_between
from .attack import open_step
from .hidden_cards import savable
from .missions import placer
from .refusals import names_of, refused
from .state import State
from .turns import destroy

ANY_TIME: tuple[type[Command], ...] = (c.Reveal, c.Concede)


def decide(state: State, command: Command, dice: Dice) -> Decision:
    """The events of a report; `Refused` names rule, field and remedy. A refusal may come after some of the events of
    a report that answers several steps at once: the report counts as a whole or not at all.
    """
    kind = type(command)
    if kind not in ANY_TIME and kind not in c.AFTERMATH:
        _check_open_decisions(state, kind)
    yield from HANDLERS[kind](state, command, dice)


def _check_open_decisions(state: State, kind: type[Command]) -> None:
    """An open step of an attack, and what must be known before shots count again, come before anything else."""
    if state.resuming and kind is not c.Resume:
        raise refused(
            "R9",
            say(_("It is not known who has Advantage.")),
            say(_("Say first which side has it.")),
        )
    step = open_step(state)
    if step and kind not in REPLIES:
        raise refused(
            "R20",
            say(_("An attack is being resolved: %(step)s."), step=step.label),
            say(_("Answer that first: it is what can be reported now.")),
        )
    if state.after and not step and kind not in FOLLOWING:
        raise refused(
            "R20",
            say(
                _("Something may follow the attack just made, by %(unit)s."),
                unit=state.models[state.after.shooter].name,
            ),
            say(_("Report that, or that nothing follows.")),
        )
    if (waiting := savable(state)) and kind is not c.KeepHidden:
        raise refused(
            "R38",
            say(
                _("Before tanks are destroyed, a card that saves one may be turned up: %(units)s."),
                units=names_of(waiting),
            ),
            say(_("Turn that card up, or say that all cards stay face down.")),
        )
    if (waiting := using.choosing(state)) and kind is not c.Use:
        raise refused(
            "R7",
            say(_("The phase a card favours is chosen before anybody moves: %(units)s."), units=names_of(waiting)),
            say(_("Say which card, and for which phase.")),
        )


def concede(state: State, command: c.Concede, dice: Dice) -> Decision:
    """A concession ends the battle at once (A9); tanks that were to be destroyed are."""
    if command.side not in state.sides:
        raise refused(
            "A9",
            say(_("There is no side “%(side)s”."), side=command.side),
            say(_("Sides: %(sides)s."), sides=", ".join(state.sides)),
            "side",
        )
    yield e.Conceded(side=command.side)
    yield from destroy(state)
    yield e.BattleDecided(winner=state.enemy_of(command.side), how="conceded")


REPLIES: tuple[type[Command], ...] = (
    c.Reroll,
    c.Swap,
    c.Defend,
    c.RerollDefence,
    c.DrawCritical,
    c.PickCritical,
    c.Spend,
    c.LoseCrew,
    c.ReturnFire,
    c.KeepHidden,
)
FOLLOWING: tuple[type[Command], ...] = (c.RollOn, c.FireAgain, c.Refund, c.FreeMove, c.Pass)
HANDLERS: dict[type[Command], Callable[[State, Any, Dice], Decision]] = {
    c.RollForTerrain: setup.roll_for_terrain,
    c.RollForRole: setup.roll_for_role,
    c.ChooseRole: setup.choose_role,
    c.ChooseEdge: setup.choose_edge,
    c.PlaceObjective: setup.place_objective,
    c.Deploy: deployment.deploy,
    c.Redeploy: deployment.redeploy,
    c.Arrive: deployment.arrive,
    c.Resume: setup.resume,
    c.Move: movement.move,
    c.Stay: movement.stay,
    c.Evade: movement.evade,
    c.RepairHalt: movement.repair_halt,
    c.FreeMove: follow.free_move,
    c.Use: using.use,
    c.Withdraw: movement.withdraw,
    c.Fire: attack.fire,
    c.Smoke: attack.smoke,
    c.HoldFire: attack.hold,
    c.RollOn: follow.roll_on,
    c.FireAgain: follow.fire_again,
    c.Refund: follow.refund,
    c.Pass: follow.decline,
    **dict.fromkeys(REPLIES, attack.reply),
    c.CheckObjectives: command_phase.check_objectives,
    c.CallTime: command_phase.call_time,
    c.Repair: command_phase.repair,
    c.SkipRepair: command_phase.skip_repair,
    c.RollAdvantage: command_phase.roll_advantage,
    c.Reveal: attack.reveal,
    c.KeepHidden: attack.keep_hidden,
    c.Concede: concede,
    c.Recover: recover,
    c.RepairBetween: repair_between,
    c.CrewFate: crew_fate,
}


def reporter(state: State, command: Command) -> str:
    """Whose report a command is: the side of the model it names, the side that chooses, "" for either, the clerk."""
    match command:
        case c.Recover() | c.RepairBetween() | c.CrewFate():
            return "clerk"
        case c.Concede():
            return command.side if command.side in state.sides else ""
        case c.ChooseRole():
            return state.chooser
        case c.ChooseEdge():
            return state.defender
        case c.PlaceObjective():
            return placer(state)
    model = state.models.get(getattr(command, "unit", ""))
    return model.side if model else ""
