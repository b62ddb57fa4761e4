"""The attack roll, what is used with it, and attack dice rolled again (R20, R21, R25 to R27, R34, R35)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.contract import Decision, Dice, Message, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .answers import Answers, Rerolled
from .figures import Aim, is_doomed, lettered
from .pools import Rerolls, attack_dice, critical_on, hits_on, rerolls
from .refusals import names_of, refused, tank_of
from .state import Card, Model, Shot, State
from .weapons import (
    Means,
    check_copies,
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
    roll = dice.roll(plan.question, attack_dice(state, aim), reported=reported)
    faces = hits_on(state, aim), critical_on(state, aim)
    hits, criticals, forced = score(aim.shooter, roll.values, *faces)
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
    there = ", ".join(card.id for card in model.cards.values() if not card.gone)
    return refused(
        "R7",
        say(_("%(unit)s has no such card to attack with."), unit=model.name),
        say(_("Name one card that is still there and made for such an attack, of: %(cards)s."), cards=there or "-"),
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


# -- attack dice rolled again ------------------------------------------------------------------------------------------


def reroll(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R26, A7, B7 and the cards: failed dice while Stationary, any dice by a stabiliser or a card, each die once (R8).

    A die named both for the stabiliser and for a card is rolled once.
    """
    chosen: Rerolled = answers.take("reroll") or Rerolled()
    again = letters_again(state, shot, chosen)
    model = state.models[shot.shooter]
    if chosen.spend:
        card = model.cards[chosen.spend]
        yield used(model, card, given_up(model, card, chosen.instead))
    roll = dice.roll(f"{shot.question}/reroll", len(again), reported=chosen.dice, field=chosen.field)
    faces = dict(lettered(shot.faces)) | dict(zip(again, roll.values, strict=True))
    now = tuple(faces.values())
    hits, criticals, forced = score(model, now, shot.hit_on, shot.critical_on)
    yield e.AttackRerolled(
        unit=shot.shooter,
        stationary=chosen.stationary,
        stabiliser=chosen.stabiliser,
        roll=roll,
        faces=now,
        hits=hits,
        criticals=criticals,
        forced=forced,
        cards=(*chosen.cards, *chosen.ones),
    )


def letters_again(state: State, shot: Shot, chosen: Rerolled) -> tuple[str, ...]:
    """The dice that are rolled again, in their order. Raises `Refused`."""
    allowed, letters = rerolls(state, shot), [letter for letter, _face in lettered(shot.faces)]
    _check_each_once(chosen)
    if chosen.spend:
        _check_spend(state, shot, chosen, allowed)
        _check_letters(chosen.cards, letters, "cards", _("There is no die %(die)s."))
        return chosen.cards
    if chosen.instead:
        text, remedy = _("No card is spent for this re-roll."), _("Leave “instead” out, too.")
        raise refused("R7", say(text), say(remedy), "instead")
    free = free_letters(shot, allowed)
    by_stabiliser = free if allowed.stabiliser else []
    _check_letters(chosen.stationary, allowed.failed, "stationary", _("Being Stationary does not re-roll die %(die)s."))
    _check_letters(chosen.stabiliser, by_stabiliser, "stabiliser", _("A stabiliser does not re-roll die %(die)s."))
    _check_letters(chosen.cards, free if allowed.cards else [], "cards", _("No card re-rolls die %(die)s."))
    _check_letters(chosen.ones, ones_of(allowed), "ones", _("No card re-rolls what die %(die)s shows."))
    _check_most(chosen.stabiliser, allowed.stabiliser, "stabiliser", _STABILISER)
    _check_most(chosen.cards, allowed.cards, "cards", _("%(found)s dice are re-rolled by cards good for %(most)s."))
    return tuple(dict.fromkeys((*chosen.stationary, *chosen.stabiliser, *chosen.cards, *chosen.ones)))


_STABILISER = _("%(found)s dice are re-rolled by a stabiliser good for %(most)s.")


def free_letters(shot: Shot, allowed: Rerolls) -> list[str]:
    """The dice a stabiliser or a card may re-roll: all those that being Stationary does not."""
    return [letter for letter, _face in lettered(shot.faces) if letter not in allowed.failed]


def ones_of(allowed: Rerolls) -> list[str]:
    return [letter for letter in allowed.ones if letter not in allowed.failed]


def _check_each_once(chosen: Rerolled) -> None:
    """R8: being Stationary and a stabiliser never share a die, so a die named twice is named twice in one field."""
    for field in ("stationary", "stabiliser", "cards", "ones"):
        letters = getattr(chosen, field)
        if len(set(letters)) < len(letters):
            raise refused("R8", say(_("A die is re-rolled twice.")), say(_("Name each die once.")), field)


def _check_letters(letters: tuple[str, ...], of: Iterable[str], field: str, text: str) -> None:
    allowed = tuple(of)
    for letter in letters:
        if letter not in allowed:
            remedy = say(_("It may: %(dice)s."), dice=", ".join(allowed) or "-")
            raise refused("R26", say(text, die=letter), remedy, field)


def _check_most(letters: tuple[str, ...], most: int, field: str, text: str) -> None:
    if len(letters) > most:
        found = say(text, found=len(letters), most=most)
        raise refused("R26", found, say(_("Name at most %(most)s."), most=most), field)


def _check_spend(state: State, shot: Shot, chosen: Rerolled, allowed: Rerolls) -> None:
    """A card spent for it re-rolls any dice, so that nothing else need be named beside it."""
    if chosen.spend not in allowed.spendable:
        raise refused(
            "R7",
            say(_("“%(card)s” cannot be spent to re-roll attack dice."), card=chosen.spend),
            say(_("Face up and to be spent: %(cards)s."), cards=", ".join(allowed.spendable) or "-"),
            "spend",
        )
    model = state.models[shot.shooter]
    check_copies(state, model, model.cards[chosen.spend])
    given_up(model, model.cards[chosen.spend], chosen.instead)
    if chosen.stationary or chosen.stabiliser or chosen.ones or not chosen.cards:
        text = _("The card re-rolls any dice, and none are named under “cards”, or others elsewhere.")
        raise refused("R7", say(text), say(_("Name the dice under “cards” alone.")), "cards")
