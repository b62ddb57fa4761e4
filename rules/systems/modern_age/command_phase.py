"""The Command Phase as far as people act in it: objectives, repairs and the roll for Advantage (R38.2 to R38.5)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Message, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .deployment import waiting_reserves
from .missions import check_due, check_first, reachable, scored, with_tanks
from .order import repairable, repairers
from .refusals import names_of, refused, tank_of, wrong_phase
from .repairs import second_try
from .setup import higher
from .state import Model, State
from .tables import REPAIR_ON
from .turns import advance, check_victory, destroy
from .victory import time_is_up, verdict

# -- the victory check (R38.2, R40 to R43) -----------------------------------------------------------------------------


def check_objectives(state: State, command: c.CheckObjectives, dice: Dice) -> Decision:
    """Victory points for whoever alone reaches an objective; then the mission's end, or that of its turns."""
    if not check_due(state):
        raise refused(
            "R38",
            say(_("No objectives are to be checked now.")),
            say(_("They are checked once a turn, when the Command Phase begins; in most missions from turn 2 on.")),
        )
    for word in command.held:
        _check_word(state, word)
    if len(set(command.held)) < len(command.held):
        raise _held(say(_("The same objective is named twice for one side.")), say(_("Name each pair once.")))
    yield e.ObjectivesChecked(held=command.held, points=scored(state, command.held))
    yield from check_victory(state, turns_played=state.turn)


def _check_word(state: State, word: str) -> None:
    side, _colon, objective = word.partition(":")
    if side not in state.sides:
        raise _held(
            say(_("There is no side “%(side)s”."), side=side),
            say(_("Sides: %(sides)s."), sides=", ".join(state.sides)),
        )
    if objective not in state.objectives:
        raise _held(
            say(_("There is no objective “%(objective)s”."), objective=objective),
            say(_("Objectives: %(objectives)s."), objectives=", ".join(state.objectives)),
        )
    if word not in reachable(state):
        raise _held(
            say(_("No tank of %(side)s is on the table, and helicopters hold nothing."), side=side),
            say(_("Sides with tanks: %(sides)s."), sides=", ".join(with_tanks(state))),
        )


def _held(text: Message, remedy: Message) -> Refused:
    return refused("R41", text, remedy, "held")


def call_time(state: State, command: c.CallTime, dice: Dice) -> Decision:
    """A13: the club's clock ends the battle. Tanks that were to be destroyed are, then R39 and the mission decide."""
    if not state.options.get("time_limit"):
        raise refused(
            "A13",
            say(_("This battle has no time limit.")),
            say(_("Play on, concede, or agree on a result by declaring it.")),
        )
    if state.phase not in ("movement", "shooting", "command"):
        raise wrong_phase(state, "A13")
    yield from destroy(state)
    yield verdict(state) or time_is_up(state)


# -- repairs (R38.3) ---------------------------------------------------------------------------------------------------


def repair(state: State, command: c.Repair, dice: Dice) -> Decision:
    """One repairable card a model and turn, success on 4 and more; its damage stays. A card may allow a second try."""
    model = tank_of(state, command.unit)
    if second_try(state, model):
        yield _tried(state, model, _only(model, command.critical), command, dice, again=True)
        return
    model = _repairer(state, command.unit)
    if command.critical not in repairable(model):
        raise refused(
            "R38",
            say(_("%(unit)s has no repairable critical card “%(card)s”."), unit=model.name, card=command.critical),
            say(_("Repairable: %(cards)s."), cards=", ".join(repairable(model))),
            "critical",
        )
    yield _tried(state, model, command.critical, command, dice)


def _only(model: Model, critical: str) -> str:
    """R8, R7: what is tried again is the repair that failed."""
    if critical != model.failed:
        raise refused(
            "R38",
            say(_("%(unit)s has tried its repair; only that may be tried again."), unit=model.name),
            say(_("Name the card that was not repaired: %(card)s."), card=model.failed),
            "critical",
        )
    return critical


def _tried(
    state: State, model: Model, critical: str, command: c.Repair, dice: Dice, again: bool = False
) -> e.RepairRolled:
    phase = "command" if state.phase == "command" else "movement"  # one tried in place of moving has one second try
    question = f"t{state.turn}/{phase}/{model.id}/repair" + ("/again" if again else "")
    roll = dice.roll(question, 1, reported=command.dice)
    return e.RepairRolled(
        unit=model.id,
        critical=critical,
        card=model.criticals[critical].wound.card,
        roll=roll,
        repaired=roll.numbers[0] >= REPAIR_ON,
        again=again,
    )


def skip_repair(state: State, command: c.SkipRepair, dice: Dice) -> Decision:
    yield e.RepairSkipped(unit=_repairer(state, command.unit).id)


def _repairer(state: State, unit: str) -> Model:
    model = tank_of(state, unit)
    if state.phase != "command":
        raise wrong_phase(state, "R38")
    check_first(state)
    if model not in repairers(state):
        raise refused(
            "R38",
            say(_("%(unit)s has nothing to repair, or has tried this turn."), unit=model.name),
            say(_("May try: %(units)s."), units=names_of(repairers(state))),
            "unit",
        )
    return model


# -- Advantage (R38.4, R38.5) ------------------------------------------------------------------------------------------


def roll_advantage(state: State, command: c.RollAdvantage, dice: Dice) -> Decision:
    """Higher die has Advantage, a tie gives it to the Attacker; then the field is reset and the next turn begins."""
    if state.phase != "command":
        raise wrong_phase(state, "R38")
    check_first(state)
    if waiting := repairers(state):
        raise refused(
            "R38",
            say(_("Repairs come before the roll for Advantage.")),
            say(_("Still to repair or to skip: %(units)s."), units=names_of(waiting)),
        )
    if waiting := waiting_reserves(state):
        raise refused(
            "R38",
            say(_("Reserves come on before the roll for Advantage.")),
            say(_("Still to arrive: %(units)s."), units=names_of(waiting)),
        )
    roll = dice.roll(f"t{state.turn}/command/advantage", 2, reported=command.dice)
    yield e.AdvantageRolled(roll=roll, side=higher(state, roll) or state.attacker)
    yield e.PhaseBegan(phase="movement", turn=state.turn + 1)
    yield from advance(state)
