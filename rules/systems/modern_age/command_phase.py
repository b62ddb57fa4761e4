"""The Command Phase as far as players act in it: repairs and the roll for Advantage (R38.3 to R38.5)."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .order import repairable, repairers
from .refusals import names_of, refused, tank_of, wrong_phase
from .setup import higher
from .state import Model, State
from .tables import REPAIR_ON
from .turns import advance


def repair(state: State, command: c.Repair, dice: Dice) -> Decision:
    """One repairable card a model and turn, success on 4 and more; its damage stays."""
    model = _repairer(state, command.unit)
    if command.critical not in repairable(model):
        raise refused(
            "R38",
            say(_("%(unit)s has no repairable critical card “%(card)s”."), unit=model.name, card=command.critical),
            say(_("Repairable: %(cards)s."), cards=", ".join(repairable(model))),
            "critical",
        )
    roll = dice.roll(f"t{state.turn}/command/{model.id}/repair", 1, reported=command.dice)
    card = model.criticals[command.critical].wound.card
    repaired = roll.values[0] >= REPAIR_ON
    yield e.RepairRolled(unit=model.id, critical=command.critical, card=card, roll=roll, repaired=repaired)


def skip_repair(state: State, command: c.SkipRepair, dice: Dice) -> Decision:
    yield e.RepairSkipped(unit=_repairer(state, command.unit).id)


def _repairer(state: State, unit: str) -> Model:
    model = tank_of(state, unit)
    if state.phase != "command":
        raise wrong_phase(state, "R38")
    if model not in repairers(state):
        raise refused(
            "R38",
            say(_("%(unit)s has nothing to repair, or has tried this turn."), unit=model.name),
            say(_("May try: %(units)s."), units=names_of(repairers(state))),
            "unit",
        )
    return model


def roll_advantage(state: State, command: c.RollAdvantage, dice: Dice) -> Decision:
    """Higher die has Advantage, a tie gives it to the Attacker; then the field is reset and the next turn begins."""
    if state.phase != "command":
        raise wrong_phase(state, "R38")
    if waiting := repairers(state):
        raise refused(
            "R38",
            say(_("Repairs come before the roll for Advantage.")),
            say(_("Still to repair or to skip: %(units)s."), units=names_of(waiting)),
        )
    roll = dice.roll(f"t{state.turn}/command/advantage", 2, reported=command.dice)
    yield e.AdvantageRolled(roll=roll, side=higher(state, roll) or state.attacker)
    yield e.PhaseBegan(phase="movement", turn=state.turn + 1)
    yield from advance(state)
