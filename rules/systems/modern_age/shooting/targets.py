"""The targets of an attack as they are offered: grouped by what has to be reported of them, with the number of dice
(R20 to R24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product

import msgspec

from rules.contract import Field, Pick, refuses, say
from rules.contract import gettext_noop as _
from rules.systems.modern_age.choices import (
    CLOSE,
    COVER,
    SIDE_SHOT,
    flag_field,
    picks_field,
)
from rules.systems.modern_age.effects import TOLD
from rules.systems.modern_age.figures import Aim, effects_on
from rules.systems.modern_age.state import Model, State

from .weapons import Means, attack_dice, check_means, enemy_close_matters, told_by_shooter

CIRCUMSTANCES = {
    "shooter_concealed": say(_("The shooter is in concealing terrain")),
    "shooter_in_cover": say(_("The shooter is in cover from its target")),
    "shooter_near_friend": say(_("A friend is within close range of the shooter")),
    "target_near_friend": say(_("A friend of the target is within close range of it")),
    "target_near_enemy": say(_("An enemy of the target is within close range of it")),
}


class Targets(msgspec.Struct):
    """Targets of which the same has to be reported."""

    near: bool  # may be within close range
    another_near: bool  # another enemy or an objective close by matters
    models: list[Model]


def groups(state: State, model: Model, means: Means, targets: Iterable[Model], extra: bool) -> list[Targets]:
    """The targets that such an attack is allowed on, grouped by what has to be reported of them."""
    groups: dict[tuple[bool, bool], Targets] = {}
    for target in targets:
        aims = [_aim(model, target, means, close=close) for close in (False, True)]
        far, near = (not refuses(check_means, state, aim, means, extra) for aim in aims)
        if far:
            key = near, enemy_close_matters(state, model, target.id)
            groups.setdefault(key, Targets(*key, [])).models.append(target)
    return list(groups.values())


def circumstances(state: State, model: Model, means: Means, group: Targets) -> Iterator[Field]:
    yield flag_field("cover", say(_("Target in cover")), readily=350, drawing=COVER)
    if group.near:
        yield flag_field("close", say(_("Within close range")), readily=650, drawing=CLOSE)
    yield flag_field("side_shot", say(_("Side shot")), drawing=SIDE_SHOT)
    if group.another_near:
        yield flag_field("enemy_close", say(_("Another enemy, or an objective, within close range")), drawing=CLOSE)
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


def dice_field(state: State, model: Model, means: Means, group: Targets) -> Field:
    counts = [count for target in group.models for count in _possible(state, model, target, means, group)]
    return Field(name="dice", kind="dice", label=say(_("Attack dice")), least=min(counts), most=max(counts))


def _possible(state: State, model: Model, target: Model, means: Means, group: Targets) -> set[int]:
    """How many attack dice this shot may have, over everything that the table may still show and that changes them."""
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
