"""The choices of a model whose turn to attack it is, and of one whose attack has just been made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product

import msgspec

from rules.contract import Choice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _

from . import after as a
from .editions import asks_for_hidden_cards
from .effects import TOLD, Effect
from .figures import Aim, effects_on, is_doomed
from .offers import KEEP, ahead, of_model, step
from .pools import attack_dice
from .shooting import enemies, tanks_beside
from .smoke import smoke_cards
from .state import Model, State
from .weapons import Means, allowed, enemy_close_matters, means_of, spotters, substitutes, told_by_shooter

CIRCUMSTANCES = {
    "shooter_concealed": say(_("The shooter is in concealing terrain")),
    "shooter_in_cover": say(_("The shooter is in cover from its target")),
    "shooter_near_friend": say(_("A friend is within close range of the shooter")),
    "target_near_friend": say(_("A friend of the target is within close range of it")),
    "target_near_enemy": say(_("An enemy of the target is within close range of it")),
}
WEAPONS = {
    "gun": say(_("fires")),
    "missiles": say(_("fires missiles")),
    "fixed": say(_("attacks by a card")),
}
# What a `Fire` may carry beyond the attack dice, for tables where it has all been rolled already (see the command).
AT_ONCE = (
    ahead("stationary", say(_("Dice re-rolled for being Stationary, by letter"))),
    ahead("stabiliser", say(_("Dice re-rolled by a stabiliser, by letter"))),
    ahead("rerolled", say(_("Faces of the re-rolled dice"))),
    ahead("swap", say(_("Result changed"))),
    ahead("defence", say(_("Defence dice"))),
    ahead("shooter_cancels", say(_("Criticals the shooter's choice cancels"))),
    ahead("target_cancels", say(_("Criticals the target's choice cancels"))),
    ahead("criticals", say(_("Critical cards drawn"))),
)


def _at_once(state: State) -> tuple[Field, ...]:
    return (*AT_ONCE, KEEP) if asks_for_hidden_cards(state.edition) else AT_ONCE


class Targets(msgspec.Struct):
    """Targets about which the same has to be told."""

    near: bool  # may be within close range
    another_near: bool  # another enemy or an objective close by matters
    models: list[Model]


def fire_choices(state: State, model: Model) -> Iterator[Choice]:
    """Every way to attack, each with the targets it is good for; and smoke."""
    for means in means_of(state, model):
        yield from _attacks(state, model, means)
    yield from _smoke(state, model)


def _attacks(state: State, model: Model, means: Means) -> Iterator[Choice]:
    for group in _groups(state, model, means, enemies(state, model), model.fired):
        if means.weapon == "area":
            for target in group.models:
                yield _fire(state, model, means, Targets(group.near, group.another_near, [target]))
        else:
            yield _fire(state, model, means, group)


def _groups(state: State, model: Model, means: Means, targets: Iterable[Model], extra: bool) -> list[Targets]:
    """The targets such an attack is allowed on, by what has to be told of them."""
    groups: dict[tuple[bool, bool], Targets] = {}
    for target in targets:
        aims = [_aim(model, target, means, close=close) for close in (False, True)]
        far, near = (allowed(state, aim, means, extra) for aim in aims)
        if far:
            key = near, enemy_close_matters(state, model, target.id)
            groups.setdefault(key, Targets(*key, [])).models.append(target)
    return list(groups.values())


def _fire(state: State, model: Model, means: Means, group: Targets) -> Choice:
    """What is fixed is given; an area attack names its target, so that the tanks beside it can be offered."""
    given: dict[str, object] = {} if means.weapon == "gun" else {"weapon": means.weapon}
    if means.card and means.weapon != "fixed":
        given["spend"] = [means.card.id]
    fields: list[Field] = []
    if means.weapon == "area":
        given["target"] = group.models[0].id
        beside = tanks_beside(state, group.models[0].id)
        fields.append(_picks("others", say(_("Tanks close to the target")), _models(beside)))
    else:
        fields.append(_pick("target", say(_("Target")), _models(group.models), required=True))
    fields += _circumstances(state, model, means, group)
    if means.card and (gone := substitutes(model, means.card)):
        picks = (Pick("", say(_("nothing"))), *(Pick(card.id, verbatim(card.name)) for card in gone))
        fields.append(_pick("instead", say(_("Discarded in its place")), picks))
    if there := spotters(state, model):
        picks = (Pick("", say(_("its own"))), *_models(there))
        fields.append(_pick("spotter", say(_("Line of sight")), picks))
    fields.append(_dice(state, model, means, group))
    return of_model(model, "Fire", _label(state, model, means, group), *fields, *_at_once(state), given=given)


def _label(state: State, model: Model, means: Means, group: Targets) -> Message:
    if means.card and means.weapon == "area":
        text = _("%(unit)s attacks %(target)s and what is close to it: %(card)s")
        return say(text, unit=model.name, target=group.models[0].name, card=means.card.name)
    if means.card:
        text = _("%(unit)s %(fires)s: %(card)s")
        return say(text, unit=model.name, fires=WEAPONS[means.weapon], card=means.card.name)
    if is_doomed(state, model):
        return say(_("%(unit)s fires in Final Fury"), unit=model.name)
    if means.weapon == "missiles":
        return say(_("%(unit)s fires missiles"), unit=model.name)
    return say(_("%(unit)s fires"), unit=model.name)


def _circumstances(state: State, model: Model, means: Means, group: Targets) -> Iterator[Field]:
    yield _flag("cover", say(_("Target in cover")))
    if group.near:
        yield _flag("close", say(_("Within close range")))
    yield _flag("side_shot", say(_("Side shot")))
    if group.another_near:
        yield _flag("enemy_close", say(_("Another enemy, or an objective, within close range")))
    if words := told_by_shooter(state, _aim(model, group.models[0], means)):
        yield told_field(words)


def told_field(words: Sequence[str]) -> Field:
    picks = tuple(Pick(word, CIRCUMSTANCES[word]) for word in TOLD if word in words)
    return _picks("told", say(_("Tick what is so")), picks)


def _aim(model: Model, target: Model, means: Means, close: bool = False) -> Aim:
    return Aim(model, target, close=close, weapon=means.weapon, spent=means.spent(model), first=not model.fired)


# -- how many dice -----------------------------------------------------------------------------------------------------

# The facts of a shot that a condition asks for.
FLAGS = {
    "close_range": ("close",),
    "not_close_range": ("close",),
    "enemy_or_objective_close": ("close", "enemy_close"),
    "enemy_close_to_target": ("close",),
    "side_shot": ("side_shot",),
    "not_in_cover": ("cover",),
}


def _dice(state: State, model: Model, means: Means, group: Targets) -> Field:
    counts = [count for target in group.models for count in _possible(state, model, target, means, group)]
    return Field(name="dice", kind="dice", label=say(_("Attack dice")), least=min(counts), most=max(counts))


def _possible(state: State, model: Model, target: Model, means: Means, group: Targets) -> set[int]:
    """How many attack dice this shot may have, over everything the table may still show that changes them."""
    plain = _aim(model, target, means)
    effects = chain(effects_on(state, model, plain.spent), effects_on(state, target, plain.spent))
    when = {word for effect in effects if effect.does in ("attack", "enemy_attack", "grant") for word in effect.when}
    flags = sorted({flag for word in when for flag in FLAGS.get(word, ())} - ({"close"} if not group.near else set()))
    words = told_by_shooter(state, plain)
    told = [frozenset(some) for n in range(len(words) + 1) for some in combinations(words, n)]
    return {
        attack_dice(state, msgspec.structs.replace(plain, told=said, **dict(zip(flags, values, strict=True))))
        for values in product((False, True), repeat=len(flags))
        for said in told
    }


# -- smoke, and what follows an attack ---------------------------------------------------------------------------------


def _smoke(state: State, model: Model) -> Iterator[Choice]:
    tanks = [target for target in enemies(state, model) if target.is_tank]
    for card in smoke_cards(state, model) if tanks else ():
        fields = [_pick("target", say(_("Target")), _models(tanks), required=True)]
        if gone := substitutes(model, card):
            picks = (Pick("", say(_("nothing"))), *(Pick(other.id, verbatim(other.name)) for other in gone))
            fields.append(_pick("instead", say(_("Discarded in its place")), picks))
        label = say(_("%(unit)s blinds a tank: %(card)s"), unit=model.name, card=card.name)
        yield of_model(model, "Smoke", label, *fields, given={"card": card.id})


def following(state: State, side: str) -> Iterator[Choice]:
    """What its side may report right after an attack, free moves apart."""
    after = state.after
    if after is None or state.models[after.shooter].side != side:
        return
    model = state.models[after.shooter]
    if after.others:
        yield _roll_on(state, model)
        return
    for card, effect in a.seconds(state):
        yield from _second(state, model, card.id, effect)
    for card, effect in a.refunds(state):
        die = Field(name="dice", kind="dice", label=say(_("Die")), least=1, most=1)
        label = say(_("%(unit)s: %(card)s brings the Ammo card back"), unit=model.name, card=card.name)
        yield step("Refund", model, label, *((die,) if effect.on else ()), card=card.id)
    yield step("Pass", model, say(_("%(unit)s: nothing more follows the attack"), unit=model.name))


def _roll_on(state: State, model: Model) -> Choice:
    assert state.after is not None
    target = state.models[state.after.others[0]]
    dice = attack_dice(state, Aim(model, target, weapon="area", spent=a.area_card(state)))
    label = say(_("%(unit)s attacks %(target)s, too"), unit=model.name, target=target.name)
    return step("RollOn", model, label, Field(name="dice", kind="dice", label=_ATTACK_DICE, least=dice, most=dice))


_ATTACK_DICE = say(_("Attack dice"))


def _second(state: State, model: Model, card: str, effect: Effect) -> Iterator[Choice]:
    assert state.after is not None
    ways, targets = [Means("gun"), Means("missiles")], enemies(state, model)
    if effect.does == "second_shot":
        ways, targets = [Means("fixed")], [state.models[state.after.target]]
    for means in ways:
        for group in _groups(state, model, means, targets, extra=False):
            given = {"card": card} | ({"weapon": "missiles"} if means.weapon == "missiles" else {})
            target = _pick("target", say(_("Target")), _models(group.models), required=True)
            fields = (target, *_circumstances(state, model, means, group), _dice(state, model, means, group))
            label = say(_("%(unit)s attacks again"), unit=model.name)
            if means.weapon == "missiles":
                label = say(_("%(unit)s attacks again with missiles"), unit=model.name)
            yield step("FireAgain", model, label, *fields, **given)


# -- fields ------------------------------------------------------------------------------------------------------------


def _models(models: Iterable[Model]) -> tuple[Pick, ...]:
    return tuple(Pick(model.id, verbatim(model.name)) for model in models)


def _pick(name: str, label: Message, picks: tuple[Pick, ...], required: bool = False) -> Field:
    return Field(name=name, kind="pick", label=label, picks=picks, required=required)


def _picks(name: str, label: Message, picks: tuple[Pick, ...]) -> Field:
    return Field(name=name, kind="picks", label=label, picks=picks, most=len(picks))


def _flag(name: str, label: Message) -> Field:
    return Field(name=name, kind="flag", label=label)
