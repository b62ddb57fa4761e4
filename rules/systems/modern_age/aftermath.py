"""The clerk's work after a battle, by house rules: wrecks, crews and repairs (RULES.md, "After the battle")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules.contract import Command, Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .crews import crew_aboard
from .order import repairable
from .refusals import refused, tank_of
from .state import Model, State
from .tables import CREW_LIVES_ON, PATCH_UP_ON, RECOVER_ON, REPAIR_ON


def aftermath(state: State) -> Sequence[Command]:
    """The steps still open after the battle, in the order the clerk takes them; each is taken once."""
    return tuple(_steps(state)) if state.result else ()


def _steps(state: State) -> Iterator[Command]:
    for model in state.models.values():
        if wreck_open(model):
            yield c.Recover(unit=model.id)
        if crew_open(model):
            yield c.CrewFate(unit=model.id)
        if repair_open(model):
            yield c.RepairBetween(unit=model.id)


def wreck_open(model: Model) -> bool:
    return model.fate == "destroyed" and model.recovered is None


def crew_open(model: Model) -> bool:
    return model.fate in ("destroyed", "removed") and not model.crew_handled and bool(crew_aboard(model))


def repair_open(model: Model) -> bool:
    """A survivor that took harm, or a wreck its owner has recovered."""
    survivor = model.fate in ("", "withdrawn") and (model.damage > 0 or bool(model.criticals))
    return not model.mended and (survivor or model.recovered is True)


def recover(state: State, command: c.Recover, dice: Dice) -> Decision:
    """Who holds the field has its wrecks; on a field nobody holds a wreck is recovered on 4 and more."""
    model = _of(state, command.unit, wreck_open)
    holder = holds_field(state)
    roll = None if holder else dice.roll(f"aftermath/{model.id}/recover", 1)
    recovered = holder == model.side if roll is None else roll.numbers[0] >= RECOVER_ON
    yield e.WreckHandled(unit=model.id, recovered=recovered, roll=roll)


def crew_fate(state: State, command: c.CrewFate, dice: Dice) -> Decision:
    """Each crew card aboard a destroyed tank lives on 3 and more."""
    model = _of(state, command.unit, crew_open)
    crew = crew_aboard(model)
    roll = dice.roll(f"aftermath/{model.id}/crew", len(crew))
    lost = tuple(card.name or card.id for card, face in zip(crew, roll.numbers, strict=True) if face < CREW_LIVES_ON)
    yield e.CrewFateRolled(unit=model.id, cards=tuple(card.id for card in crew), lost=lost, roll=roll)


def repair_between(state: State, command: c.RepairBetween, dice: Dice) -> Decision:
    """A survivor: each repairable card goes on 4 and more, and half its damage, rounded up. A recovered wreck drives
    again on 4 and more, with half its capacity of damage, rounded up, and free of critical cards; else it stays one.
    """
    model = _of(state, command.unit, repair_open)
    question = f"aftermath/{model.id}/repair"
    if model.recovered:
        roll = dice.roll(question, 1)
        drives = roll.numbers[0] >= PATCH_UP_ON
        cards = tuple(model.criticals) if drives else ()
        damage = (model.capacity + 1) // 2 if drives else model.damage
        yield e.RepairedBetween(unit=model.id, repaired=cards, damage=damage, in_service=drives, roll=roll)
        return
    tried = repairable(model)
    roll = dice.roll(question, len(tried))
    cards = tuple(key for key, face in zip(tried, roll.numbers, strict=True) if face >= REPAIR_ON)
    yield e.RepairedBetween(unit=model.id, repaired=cards, damage=model.damage // 2, in_service=False, roll=roll)


def holds_field(state: State) -> str:
    """The winner holds the field; "" after a draw."""
    return state.result.winner if state.result else ""


def _of(state: State, unit: str, is_open: Callable[[Model], bool]) -> Model:
    model = tank_of(state, unit)
    if not state.result:
        raise refused("house", say(_("The battle is not over.")), say(_("Finish it first.")))
    if not is_open(model):
        raise refused(
            "house",
            say(_("This step of the aftermath is not open for %(unit)s."), unit=model.name),
            say(_("Each step is taken once, and only where there is something to do.")),
            "unit",
        )
    return model
