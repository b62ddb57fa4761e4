"""The attack roll, and what is used with it (R20, R21, R25, R27, R34, R35, R37)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.contract import Decision, Dice, Message, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .figures import Aim, is_doomed
from .hints import attack_roll
from .pools import attack_dice, critical_on, hits_on
from .refusals import cards_of, names_of, refused, tank_of
from .state import Card, Model, State
from .weapons import (
    Means,
    check_means,
    check_told,
    enemy_close_matters,
    given_up,
    means_of,
    spotters,
    spotting_card,
    told_by_shooter,
)


class Plan(msgspec.Struct, frozen=True):
    """An attack about to be rolled: its aim, the name of its question, and what its report says besides."""

    aim: Aim
    question: str
    extra: bool = False
    others: tuple[str, ...] = ()
    spotter: str = ""
    again: str = ""
    shooter_cancels: int | None = None


def fire(state: State, model: Model, command: c.Fire, dice: Dice) -> Decision:
    """R20, R21: what is used with the attack is turned up and goes; then its dice are rolled."""
    target, means = enemy_on_table(state, model, command.target), _means(state, model, command)
    aim = aim_with(model, target, command, means)
    check_means(state, aim, means, extra=model.fired)
    check_circumstances(state, aim, command.told)
    gone = given_up(model, means.card, command.instead) if means.card else None
    others = _others(state, means, command)
    spotter = _spotter(state, model, command.spotter)
    if means.card:
        yield used(model, means.card, gone)
    if spotter:
        card = spotting_card(state, spotter)
        assert card is not None
        yield used(spotter, card)
    act = "final-fury" if model.fired else "shooting"
    plan = Plan(
        aim=aim,
        question=f"t{state.turn}/{act}/{model.id}/attack",
        extra=model.fired,
        others=others,
        spotter=command.spotter,
        shooter_cancels=command.shooter_cancels,
    )
    yield roll_attack(state, plan, command.dice, dice)


def roll_attack(state: State, plan: Plan, reported: tuple[int, ...] | None, dice: Dice) -> e.AttackRolled:
    """R25, R27, R34, R35, R37: the dice of the attack and what they score as they fell."""
    aim = plan.aim
    count = attack_dice(state, aim)
    roll = attack_roll(state, aim, count, reported, lambda: dice.roll(plan.question, count, reported=reported))
    faces = hits_on(state, aim), critical_on(state, aim)
    hits, criticals, forced = score(aim.shooter, roll.numbers, *faces)
    own = f"{aim.shooter.id}/"
    return e.AttackRolled(
        unit=aim.shooter.id,
        target=aim.target.id,
        cover=aim.cover,
        close=aim.close,
        side_shot=aim.side_shot,
        enemy_close=aim.enemy_close,
        final_fury=is_doomed(state, aim.shooter),
        extra=plan.extra,
        roll=roll,
        hit_on=faces[0],
        hits=hits,
        criticals=criticals,
        forced=forced,
        shooter_cancels=plan.shooter_cancels,
        weapon=aim.weapon,
        critical_on=faces[1],
        told=tuple(sorted(aim.told)),
        spent=tuple(key.removeprefix(own) for key in aim.spent if key.startswith(own)),
        others=plan.others,
        spotter=plan.spotter,
        again=plan.again,
    )


def score(model: Model, faces: tuple[int, ...], hit_on: int, critical_on: int) -> tuple[int, int, int]:
    """(hits, criticals, criticals made of a hit): Brutal turns one hit into a critical (R37)."""
    criticals = sum(face >= critical_on for face in faces)
    hits = sum(face >= hit_on for face in faces) - criticals
    forced = min(1, hits) if "Brutal" in model.keywords else 0
    return hits - forced, criticals + forced, forced


def used(model: Model, card: Card, gone: Card | None = None) -> e.CardUsed:
    """A card is used, and turned up with it; `gone` is discarded for that."""
    return e.CardUsed(
        unit=model.id,
        card=card.id,
        name=card.name,
        discarded=gone.id if gone else "",
        discarded_name=gone.name if gone else "",
    )


# -- the report of an attack -------------------------------------------------------------------------------------------


def aim_with(model: Model, target: Model, command: c.Fire | c.FireAgain, means: Means) -> Aim:
    return Aim(
        shooter=model,
        target=target,
        cover=command.cover,
        close=command.close,
        side_shot=command.side_shot,
        enemy_close=command.enemy_close,
        told=frozenset(command.told),
        weapon=means.weapon,
        spent=means.spent(model),
        first=not model.fired,
    )


def enemy_on_table(state: State, model: Model, unit: str) -> Model:
    """R21: an enemy that can be attacked."""
    target = on_table(state, unit, "target")
    if target.side != model.side:
        return target
    raise refused(
        "R21",
        say(_("%(target)s is on %(unit)s's own side."), target=target.name, unit=model.name),
        say(_("Enemies in play: %(units)s."), units=names_of(enemies(state, model))),
        "target",
    )


def enemies(state: State, model: Model) -> list[Model]:
    return [target for target in state.models.values() if target.on_table and target.side != model.side]


def on_table(state: State, unit: str, field: str) -> Model:
    model = tank_of(state, unit, field)
    if model.on_table:
        return model
    text = _("%(unit)s is held in reserve.") if model.in_play else _("%(unit)s is no longer in play.")
    there = names_of(one for one in state.models.values() if one.on_table)
    raise refused(
        "R21" if model.in_play else "R38",
        say(text, unit=model.name),
        say(_("In play: %(units)s."), units=there),
        field,
    )


def check_circumstances(state: State, aim: Aim, told: tuple[str, ...]) -> None:
    """Only what something in play hangs on is told."""
    check_told(told, told_by_shooter(state, aim))
    if aim.enemy_close and not enemy_close_matters(state, aim.shooter, aim.target.id):
        raise refused(
            "R25",
            say(_("Whether another enemy is close changes nothing for %(unit)s."), unit=aim.shooter.name),
            say(_("Leave it out; “close” says that the target is within close range.")),
            "enemy_close",
        )


def _means(state: State, model: Model, command: c.Fire) -> Means:
    """The weapon and the card used with it. A card that is a weapon and is not spent needs no naming."""
    if command.weapon == "fixed":
        if command.spend:
            raise refused("R7", say(_("Nothing is spent for this attack.")), say(_("Leave it out.")), "spend")
        for means in means_of(state, model):
            if means.weapon == "fixed":
                return means
        raise _no_card(model, "weapon")
    cards = [model.cards[key] for key in command.spend if key in model.cards and not model.cards[key].gone]
    if len(cards) != len(command.spend) or len(cards) > 1 or (command.weapon == "area" and not cards):
        raise _no_card(model, "spend")
    if not cards and command.instead:
        raise refused("R7", say(_("No card is spent for this attack.")), say(_("Leave “instead” out, too.")), "instead")
    return Means(command.weapon, cards[0] if cards else None)


def _no_card(model: Model, field: str) -> Refused:
    there = cards_of(card for card in model.cards.values() if not card.gone)
    return refused(
        "R7",
        say(_("%(unit)s has no such card to attack with."), unit=model.name),
        say(_("Name one card that is still there and made for such an attack, of: %(cards)s."), cards=there),
        field,
    )


def _others(state: State, means: Means, command: c.Fire) -> tuple[str, ...]:
    """The further targets of an area attack: every tank close to the target, of either side."""
    if command.others and means.weapon != "area":
        raise _other(say(_("This attack has one target.")), ())
    there = tanks_beside(state, command.target)
    for unit in command.others:
        if unit not in [model.id for model in there]:
            raise _other(say(_("“%(unit)s” is no tank beside the target."), unit=unit), there)
    if len(set(command.others)) < len(command.others):
        raise _other(say(_("A tank is named twice.")), there)
    return command.others


def tanks_beside(state: State, target: str) -> list[Model]:
    return [model for model in state.models.values() if model.on_table and model.is_tank and model.id != target]


def _other(text: Message, there: Iterable[Model]) -> Refused:
    return refused("R7", text, say(_("Name tanks close to the target: %(units)s."), units=names_of(there)), "others")


def _spotter(state: State, model: Model, unit: str) -> Model | None:
    """A friendly tank whose line of sight is used (Artillery Observer); what it sees is the table's to say."""
    if not unit:
        return None
    found = spotters(state, model)
    for spotter in found:
        if spotter.id == unit:
            return spotter
    raise refused(
        "R7",
        say(_("%(unit)s cannot use the line of sight of “%(spotter)s”."), unit=model.name, spotter=unit),
        say(
            _("A Stationary Artillery tank may use, once a turn, that of a tank with such a card face up: %(units)s."),
            units=names_of(found),
        ),
        "spotter",
    )
