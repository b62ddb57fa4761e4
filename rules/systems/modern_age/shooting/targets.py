"""The choices of a model whose turn to attack it is: every way to attack, with the targets it is good for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product

import msgspec

from rules.contract import Choice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.systems.modern_age.asked import nothing_asked
from rules.systems.modern_age.choices import (
    KEEP,
    ahead,
    flag_field,
    mine,
    model_picks,
    of_model,
    pick_field,
    picks_field,
)
from rules.systems.modern_age.editions import asks_for_hidden_cards
from rules.systems.modern_age.effects import TOLD
from rules.systems.modern_age.figures import Aim, effects_on, is_doomed
from rules.systems.modern_age.order import actors, may_fire
from rules.systems.modern_age.state import Event, Model, State

from .attack_roll import enemies, tanks_beside
from .dice import attack_dice
from .smoke import smoke_choices
from .weapons import Means, allowed, enemy_close_matters, means_of, spotters, substitutes, told_by_shooter

CHAPTER = Chapter[State, Event]("Targets", "R20 to R24")


@CHAPTER.offers
def attacks(state: State, side: str) -> Iterator[Choice]:
    if state.phase != "shooting" or not nothing_asked(state):
        return
    for model in mine(actors(state), side):
        if may_fire(state, model):
            yield from fire_choices(state, model)
        yield of_model(model, "HoldFire", say(_("%(unit)s holds its fire"), unit=model.name), readily=500)


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
    yield from smoke_choices(state, model)


def _attacks(state: State, model: Model, means: Means) -> Iterator[Choice]:
    for group in groups(state, model, means, enemies(state, model), model.fired):
        if means.weapon == "area":
            for target in group.models:
                yield _fire(state, model, means, Targets(group.near, group.another_near, [target]))
        else:
            yield _fire(state, model, means, group)


def groups(state: State, model: Model, means: Means, targets: Iterable[Model], extra: bool) -> list[Targets]:
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
        fields.append(picks_field("others", say(_("Tanks close to the target")), model_picks(beside)))
    else:
        fields.append(pick_field("target", say(_("Target")), model_picks(group.models), required=True))
    fields += circumstances(state, model, means, group)
    if means.card and (gone := substitutes(model, means.card)):
        picks = (Pick("", say(_("nothing"))), *(Pick(card.id, verbatim(card.name)) for card in gone))
        fields.append(pick_field("instead", say(_("Discarded in its place")), picks))
    if there := spotters(state, model):
        picks = (Pick("", say(_("its own")), readily=300), *model_picks(there))
        fields.append(pick_field("spotter", say(_("Line of sight")), picks))
    fields.append(dice(state, model, means, group))
    label, readily = _label(state, model, means, group), 3000 if means.card else 1000
    return of_model(model, "Fire", label, *fields, *_at_once(state), given=given, readily=readily)


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


def circumstances(state: State, model: Model, means: Means, group: Targets) -> Iterator[Field]:
    yield flag_field("cover", say(_("Target in cover")), readily=350)
    if group.near:
        yield flag_field("close", say(_("Within close range")), readily=650)
    yield flag_field("side_shot", say(_("Side shot")))
    if group.another_near:
        yield flag_field("enemy_close", say(_("Another enemy, or an objective, within close range")))
    if words := told_by_shooter(state, _aim(model, group.models[0], means)):
        yield told_field(words)


def told_field(words: Sequence[str]) -> Field:
    picks = tuple(Pick(word, CIRCUMSTANCES[word]) for word in TOLD if word in words)
    return picks_field("told", say(_("Tick what is so")), picks)


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


def dice(state: State, model: Model, means: Means, group: Targets) -> Field:
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
