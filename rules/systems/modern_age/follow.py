"""Reports right after an attack: its next target, a second attack, an Ammo card back, a free move, or nothing."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import after as a
from . import commands as c
from . import events as e
from . import free_moves
from .answers import Answers
from .attack import go_on, resolve
from .figures import Aim
from .refusals import refused
from .shooting import Plan, aim_with, check_circumstances, enemy_on_table, roll_attack
from .state import After, Model, State
from .weapons import Means, check_means


def _following(state: State, unit: str) -> tuple[After, Model]:
    """The attack just made, by the model that reports."""
    after = state.after
    if after is None:
        text, remedy = _("No attack has just been made."), _("Report this right after an attack.")
        raise refused("R20", say(text), say(remedy))
    if after.shooter != unit:
        raise refused(
            "R20",
            say(_("The attack just made was another model's: %(unit)s."), unit=after.shooter),
            say(_("Name that one.")),
            "unit",
        )
    return after, state.models[unit]


def roll_on(state: State, command: c.RollOn, dice: Dice) -> Decision:
    """The next target of an area attack: the same dice, against base defence."""
    after, model = _following(state, command.unit)
    if not after.others:
        text, remedy = _("The attack has no further target."), _("Report what follows it, or pass.")
        raise refused("R20", say(text), say(remedy))
    first, *others = after.others
    act = "final-fury" if after.extra else "shooting"
    plan = Plan(
        aim=Aim(shooter=model, target=state.models[first], weapon="area", spent=a.area_card(state), first=False),
        question=f"t{state.turn}/{act}/{model.id}/area-{after.place + 1}/attack",
        extra=after.extra,
        others=tuple(others),
    )
    yield roll_attack(state, plan, command.dice, dice)
    yield from resolve(state, Answers(), dice)


def fire_again(state: State, command: c.FireAgain, dice: Dice) -> Decision:
    """The second attack of a card: like the first, or of its own dice on the same target."""
    after, model = _following(state, command.unit)
    found = {card.id: (card, effect) for card, effect in a.seconds(state)}
    if command.card not in found:
        raise refused(
            "R7",
            say(_("“%(card)s” gives %(unit)s no second attack now."), card=command.card, unit=model.name),
            say(_("Cards face up that do: %(cards)s."), cards=", ".join(found) or "-"),
            "card",
        )
    _card, effect = found[command.card]
    target = enemy_on_table(state, model, command.target)
    if effect.does == "second_shot" and (target.id != after.target or command.weapon != "gun"):
        raise refused(
            "R7",
            say(_("The second attack is of the card's own dice, on %(target)s."), target=after.target),
            say(_("Name that target, and no weapon.")),
            "target" if target.id != after.target else "weapon",
        )
    means = Means("fixed" if effect.does == "second_shot" else command.weapon)
    aim = aim_with(model, target, command, means)
    check_means(state, aim, means, extra=False)
    check_circumstances(state, aim, command.told)
    act = a.again_act(after, len(a.attacked_again(state)) + 1)
    plan = Plan(aim=aim, question=f"t{state.turn}/{act}/{model.id}/attack", again=command.card)
    yield roll_attack(state, plan, command.dice, dice)
    yield from resolve(state, Answers(), dice)


def refund(state: State, command: c.Refund, dice: Dice) -> Decision:
    """The Ammo card is back on its model, by a die where the card asks for one."""
    after, model = _following(state, command.unit)
    found = {card.id: effect for card, effect in a.refunds(state)}
    ammo = a.spent_ammo(state)
    if command.card not in found or ammo is None:
        raise refused(
            "R7",
            say(_("“%(card)s” brings no Ammo card back now."), card=command.card),
            say(_("Cards face up that do: %(cards)s."), cards=", ".join(found) or "-"),
            "card",
        )
    on = found[command.card].on
    if not on and command.dice is not None:
        raise refused("R7", say(_("Nothing is rolled for it.")), say(_("Leave it out.")), "dice")
    act = "final-fury/" if after.extra else "again/" if a.attacked_again(state) else ""
    roll = dice.roll(f"t{state.turn}/{act}refund/{model.id}/{ammo.id}", 1, reported=command.dice) if on else None
    yield e.CardRefunded(
        unit=model.id, card=ammo.id, by=command.card, back=roll is None or roll.numbers[0] >= on, roll=roll
    )
    yield from go_on(state)


def free_move(state: State, command: c.FreeMove, dice: Dice) -> Decision:
    """A free move as the Movement Phase ends or right after an attack; the attack is then done with, unless more may
    follow it."""
    follows = state.after is not None
    yield from free_moves.free_move(state, command, dice)
    if follows:
        yield from go_on(state)


def decline(state: State, command: c.Pass, dice: Dice) -> Decision:
    """Nothing (more) follows the attack."""
    after, model = _following(state, command.unit)
    if after.others:
        text, remedy = _("The area attack goes on to its next target."), _("Report its dice, for example 2 5 6.")
        raise refused("R20", say(text), say(remedy))
    yield e.AttackClosed(unit=model.id)
    yield from go_on(state)
