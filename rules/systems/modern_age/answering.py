"""The die that answers damage with damage (Robert Folk; R5, R7)."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .answers import Answers
from .editions import asks_for_hidden_cards
from .effects import Effect
from .figures import effects_on, may_have
from .refusals import refused
from .state import Shot, State


def may_return_fire(state: State, shot: Shot) -> bool:
    """Robert Folk on a target that took damage and is still there; once an attack. A face-down card that might be he is
    asked for by itself (`hidden_cards`); before 2018.3 it was here.
    """
    target = state.models[shot.target]
    hurt = shot.defended and shot.damage > 0 and not shot.returned and target.on_table
    if asks_for_hidden_cards(state.edition):
        return hurt and answering(state, shot) is not None
    return hurt and may_have(state, target, "return_fire")


def answering(state: State, shot: Shot) -> Effect | None:
    """The effect by which the target answers: its card is face up (R5)."""
    return next((x for x in effects_on(state, state.models[shot.target]) if x.does == "return_fire"), None)


def return_fire(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """A card face up answers by its die; one face down is turned up first, or the damage passes."""
    command: c.ReturnFire = answers.take("returned")
    effect = answering(state, shot)
    if effect and not command.answer:
        text, remedy = _("The card that answers is face up: its die is rolled."), _("Report “answer” as true.")
        raise refused("R5", say(text), say(remedy), "answer")
    if command.answer and not effect:
        text, remedy = (
            _("A card that answers damage must be face up."),
            _("Reveal it first, or report “answer” as false."),
        )
        raise refused("R5", say(text), say(remedy), "answer")
    if not effect and command.dice is not None:
        raise refused("R5", say(_("Nothing is rolled when the damage passes.")), say(_("Leave it out.")), "dice")
    roll = dice.roll(f"{shot.question}/answer", 1, reported=command.dice) if effect else None
    damage = effect.delta if effect and roll and roll.numbers[0] >= effect.on else 0
    yield e.FireReturned(unit=shot.target, target=shot.shooter, roll=roll, damage=damage)
