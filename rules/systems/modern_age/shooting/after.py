"""What may follow an attack at once: its next target, or a second attack (R7, R20).

The shooter's owner is asked if a face-up card allows something, or if a face-down card is of a type that might. What
everybody sees decides, so that the question tells nobody what a hidden card is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Dice, Field, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.attack.answers import Answers
from rules.systems.modern_age.attack.sequence import (
    AttackClosed,
    again_act,
    attacked_again,
    check_follow_up,
    follow_up,
    go_on,
    resolve,
)
from rules.systems.modern_age.choices import pick_field, step, unit_picks
from rules.systems.modern_age.effects import Does, Effect, found
from rules.systems.modern_age.figures import Aim, active
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.shot import After
from rules.systems.modern_age.state import Card, Decision, Event, FollowUp, Model, State

from .ammo import hidden_after, refund_choices
from .attack_roll import Plan, check_circumstances, enemies, enemy_on_table, roll_attack
from .fire import FireAgain, aim_with
from .targets import circumstances, dice_field, groups
from .weapons import Means, attack_dice, check_means

CHAPTER = Chapter[State, Event]("After an attack", "R7, R20")


# -- the next target of an area attack ---------------------------------------------------------------------------------


class RollOn(FollowUp, frozen=True, kw_only=True):
    """The dice of an area attack on its next target."""

    positional: ClassVar = ("unit",)
    rolls: ClassVar = ("dice",)
    unit: Key
    dice: DiceFaces | None = None


def area_card(state: State) -> tuple[str, ...]:
    """The card of an area attack that goes on. Other cards that were spent counted for one target only."""
    after = state.after
    if after is None:
        return ()
    cards = state.models[after.shooter].cards
    keys = {f"{after.shooter}/{card.id}": card for card in cards.values() if found(card.effects, "area_attack")}
    return tuple(key for key in after.spent if key in keys)


@CHAPTER.decides
def roll_on(state: State, command: RollOn, dice: Dice) -> Decision:
    """The next target of an area attack: the same dice, against base defence."""
    after, model = check_follow_up(state, command.unit)
    if not after.others:
        raise refused("R20", _("The attack has no further target."), _("Report what follows it, or pass."))
    first, *others = after.others
    act = "final-fury" if after.extra else "shooting"
    plan = Plan(
        aim=Aim(shooter=model, target=state.models[first], weapon="area", spent=area_card(state), first=False),
        question=f"t{state.turn}/{act}/{model.id}/area-{after.place + 1}/attack",
        extra=after.extra,
        others=tuple(others),
    )
    yield roll_attack(state, plan, command.dice, dice)
    yield from resolve(state, Answers(), dice)


# -- a second attack ---------------------------------------------------------------------------------------------------


def seconds(state: State) -> list[tuple[Card, Effect]]:
    """The cards face up that let the model attack again now (Connor Styles, Jurgen Schmidt)."""
    after = state.after
    if after is None or after.others:
        return []
    shooter = state.models[after.shooter]
    return [
        (card, effect)
        for card in shooter.cards.values()
        if card.face_up and card.id not in after.done
        for effect in active(state, shooter, card)
        if _may_fire_again(state, after, effect.does)
    ]


@follow_up
def fires_again(state: State) -> bool:
    return bool(seconds(state)) or any(
        hidden_after(state, does)
        for does in ("again", "second_shot")
        if state.after and _may_fire_again(state, state.after, does)
    )


def _may_fire_again(state: State, after: After, does: Does) -> bool:
    """A second attack if the first of the turn left nothing uncancelled; or one on the same target while that is
    there."""
    match does:
        case "again":
            return after.attack and not after.extra and not after.uncancelled and not attacked_again(state)
        case "second_shot":
            target = state.models[after.target]
            return after.attack and target.on_table and target.side != state.models[after.shooter].side
    return False


@CHAPTER.decides
def fire_again(state: State, command: FireAgain, dice: Dice) -> Decision:
    """The second attack of a card: like the first, or with the card's own dice on the same target."""
    after, model = check_follow_up(state, command.unit)
    found = {card.id: (card, effect) for card, effect in seconds(state)}
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
            _("Name that target, and no weapon."),
            "target" if target.id != after.target else "weapon",
        )
    means = Means("fixed" if effect.does == "second_shot" else command.weapon)
    aim = aim_with(model, target, command, means)
    check_means(state, aim, means, extra=False)
    check_circumstances(state, aim, command.told)
    act = again_act(after, len(attacked_again(state)) + 1)
    plan = Plan(aim=aim, question=f"t{state.turn}/{act}/{model.id}/attack", again=command.card)
    yield roll_attack(state, plan, command.dice, dice)
    yield from resolve(state, Answers(), dice)


# -- nothing -----------------------------------------------------------------------------------------------------------


class Pass(FollowUp, frozen=True, kw_only=True):
    """Nothing (more) follows this model's attack: no free move, no second attack, no card comes back."""

    positional: ClassVar = ("unit",)
    unit: Key


@CHAPTER.decides
def decline(state: State, command: Pass, dice: Dice) -> Decision:
    """Nothing (more) follows the attack."""
    after, model = check_follow_up(state, command.unit)
    if after.others:
        raise refused("R20", _("The area attack goes on to its next target."), _("Report its dice, for example 2 5 6."))
    yield AttackClosed(unit=model.id)
    yield from go_on(state)


# -- what may be reported ----------------------------------------------------------------------------------------------


@CHAPTER.offers
def following(state: State, side: str) -> Iterator[Choice]:
    """What its side may report right after an attack, except free moves."""
    after = state.after
    if state.resuming or state.shot or after is None or state.models[after.shooter].side != side:
        return
    model = state.models[after.shooter]
    if after.others:
        yield _roll_on(state, model)
        return
    for card, effect in seconds(state):
        yield from _second(state, model, card.id, effect)
    yield from refund_choices(state, model)
    yield step("Pass", model, say(_("%(unit)s: nothing more follows the attack"), unit=model.name))


def _roll_on(state: State, model: Model) -> Choice:
    assert state.after is not None
    target = state.models[state.after.others[0]]
    dice = attack_dice(state, Aim(model, target, weapon="area", spent=area_card(state)))
    label = say(_("%(unit)s attacks %(target)s, too"), unit=model.name, target=target.name)
    return step("RollOn", model, label, Field(name="dice", kind="dice", label=_ATTACK_DICE, least=dice, most=dice))


_ATTACK_DICE = say(_("Attack dice"))


def _second(state: State, model: Model, card: str, effect: Effect) -> Iterator[Choice]:
    assert state.after is not None
    ways, targets = [Means("gun"), Means("missiles")], enemies(state, model)
    if effect.does == "second_shot":
        ways, targets = [Means("fixed")], [state.models[state.after.target]]
    for means in ways:
        for group in groups(state, model, means, targets, extra=False):
            given = {"card": card} | ({"weapon": "missiles"} if means.weapon == "missiles" else {})
            target = pick_field("target", say(_("Target")), unit_picks(group.models), required=True)
            fields = (target, *circumstances(state, model, means, group), dice_field(state, model, means, group))
            label = say(_("%(unit)s attacks again"), unit=model.name)
            if means.weapon == "missiles":
                label = say(_("%(unit)s attacks again with missiles"), unit=model.name)
            yield step("FireAgain", model, label, *fields, readily=2000, **given)
