"""The attack roll (R20, R25, R27, R34, R35, R37)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

import msgspec

from rules.contract import Dice, Feat, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import HITS, Question, Throw, successes
from rules.systems.modern_age.attack.sequence import is_feat, plug
from rules.systems.modern_age.cards.hidden import Moment, Sought, hidden_step
from rules.systems.modern_age.effects import Effect, any_of
from rules.systems.modern_age.face_down import adds_dice, rolled_with_hint
from rules.systems.modern_age.figures import Aim, effects_on, facts_of, is_doomed, may_shoot
from rules.systems.modern_age.order import may_fire
from rules.systems.modern_age.refusals import names_of, refused, tank_of
from rules.systems.modern_age.shot import Shot, Weapon
from rules.systems.modern_age.state import Event, Model, State
from rules.systems.modern_age.turns import acting
from rules.systems.modern_age.words import faces, hits_said

from .weapons import (
    CHANGED_BY_NO_CARD,
    attack_dice,
    check_told,
    critical_on,
    enemy_close_matters,
    hits_on,
    score,
    told_by_shooter,
)

CHAPTER = Chapter[State, Event]("The attack roll", "R20, R25, R27, R34, R35, R37, A6, A12, B6, B16")


class Plan(msgspec.Struct, frozen=True):
    """An attack about to be rolled: its aim, the name of its question, and what else its report says."""

    aim: Aim
    question: str
    extra: bool = False
    others: tuple[str, ...] = ()
    spotter: str = ""
    again: str = ""
    shooter_cancels: int | None = None


class AttackRolled(Event, frozen=True, kw_only=True):
    """An attack as first rolled: `hits` and `criticals` among the dice; `forced`: a hit made critical (Brutal).

    `final_fury`: shot by a model that will be destroyed; `extra`: the further attack that a card gives at initiative 0.
    `again`: a second attack by that card. `weapon`, `told`, `spent` (cards by id, discarded or not), `others` and
    `spotter` as reported; `critical_on`: the lowest face of a critical, 7 for none.
    """

    version: ClassVar = 2
    rules: ClassVar = ("R20", "R21", "R25", "R27", "R34", "R35", "R37", "A6", "A12", "B6", "B16")
    unit: str
    target: str
    cover: bool
    close: bool
    side_shot: bool
    enemy_close: bool
    final_fury: bool
    extra: bool
    roll: Roll
    hit_on: int
    hits: int
    criticals: int
    forced: int
    shooter_cancels: int | None = None
    weapon: Weapon = "gun"
    critical_on: int = 6
    told: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    spotter: str = ""
    again: str = ""


def roll_attack(state: State, plan: Plan, reported: tuple[int, ...] | None, dice: Dice) -> AttackRolled:
    """R25, R27, R34, R35, R37: the dice of the attack, and what they score as they fell."""
    aim = plan.aim
    count = attack_dice(state, aim)
    near = (5 * count,)  # dice that hit; otherwise hardly a critical card is drawn
    roll = rolled(state, aim, count, reported, lambda: dice.roll(plan.question, count, reported=reported, near=near))
    faces = hits_on(state, aim), critical_on(state, aim)
    hits, criticals, forced = score(aim.shooter, roll.numbers, *faces)
    own = f"{aim.shooter.id}/"
    return AttackRolled(
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


def rolled(state: State, aim: Aim, count: int, reported: Sequence[int] | None, roll: Callable[[], Roll]) -> Roll:
    """The attack dice. If more are reported than there are, a card of the shooter may be the reason."""
    facts = facts_of(state, aim, aim.shooter)

    def adds(effect: Effect) -> bool:
        return effect.does == "attack" and adds_dice(effect, facts)

    machine_guns = aim.weapon == "gun" and aim.shooter.is_tank and not aim.target.is_tank
    fixed = aim.weapon in CHANGED_BY_NO_CARD or machine_guns
    return rolled_with_hint(state, aim.shooter, () if fixed else (adds,), count, reported, roll)


@CHAPTER.evolves
def attack_rolled(state: State, event: AttackRolled) -> None:
    model = state.models[event.unit]
    state.acted = True
    state.shot = Shot(
        shooter=event.unit,
        target=event.target,
        question=event.roll.question.rpartition("/")[0],
        cover=event.cover,
        close=event.close,
        side_shot=event.side_shot,
        enemy_close=event.enemy_close,
        extra=event.extra,
        hit_on=event.hit_on,
        faces=event.roll.numbers,
        hits=event.hits,
        criticals=event.criticals,
        forced=event.forced,
        shooter_cancels=event.shooter_cancels,
        weapon=event.weapon,
        critical_on=event.critical_on,
        told=event.told,
        spent=[f"{event.unit}/{card}" for card in event.spent],
        others=event.others,
    )
    if state.after and event.again:
        state.after.done = (*state.after.done, event.again)
    model.fury_used = model.fury_used or event.final_fury
    if is_feat(model, state.models[event.target]):
        model.feats.append(Feat("shot", state.report, event.target))


CRITICALS = Question("criticals", say(_("Criticals")))


@CHAPTER.throws
def luck_of_attack(state: State, event: AttackRolled) -> Iterable[Throw]:
    return luck_to_hit(event.unit, event.target, event.roll, event.hit_on, event.critical_on)


def luck_to_hit(unit: str, target: str, roll: Roll, hit_on: int, critical_on: int) -> Iterable[Throw]:
    """R25, R37: a critical is a hit, too. What Brutal makes of a hit no die does."""
    yield from successes(HITS, unit, roll, lambda die: die >= hit_on, against=target)
    yield from successes(CRITICALS, unit, roll, lambda die: die >= critical_on, against=target)


@CHAPTER.narrates
def tell_attack_rolled(event: AttackRolled) -> Message:
    text = FIRED_WITH[event.weapon]
    if event.final_fury:
        text = _("In Final Fury %(unit)s fires at %(target)s (%(dice)s): %(hits)s.")
    elif event.again:
        text = _("%(unit)s fires again, at %(target)s (%(dice)s): %(hits)s.")
    hits = hits_said(event.hits, event.criticals)
    return say(text, unit=event.unit, target=event.target, dice=faces(event.roll), hits=hits)


FIRED_WITH = {
    "gun": _("%(unit)s fires at %(target)s (%(dice)s): %(hits)s."),
    "missiles": _("%(unit)s launches missiles at %(target)s (%(dice)s): %(hits)s."),
    "fixed": _("%(unit)s attacks %(target)s by a card (%(dice)s): %(hits)s."),
    "area": _("%(unit)s attacks %(target)s and what is close to it (%(dice)s): %(hits)s."),
}


# -- who, and at whom --------------------------------------------------------------------------------------------------


def shooter_of(state: State, unit: str) -> Model:
    """The model whose turn to attack it is (R20)."""
    model = acting(state, unit, "shooting", "R20")
    if not may_fire(state, model):
        raise refused(
            "R5",
            say(_("%(unit)s has shot this turn; a card that lets it shoot again must be face up."), unit=model.name),
            _("Reveal it first, or hold fire."),
            "unit",
        )
    return model


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


def tanks_beside(state: State, target: str) -> list[Model]:
    return [model for model in state.models.values() if model.on_table and model.is_tank and model.id != target]


def check_circumstances(state: State, aim: Aim, told: tuple[str, ...]) -> None:
    """Only circumstances that something in play depends on are reported."""
    check_told(told, told_by_shooter(state, aim))
    if aim.enemy_close and not enemy_close_matters(state, aim.shooter, aim.target.id):
        raise refused(
            "R25",
            say(_("Whether another enemy is close changes nothing for %(unit)s."), unit=aim.shooter.name),
            _("Leave it out; “close” says that the target is within close range."),
            "enemy_close",
        )


# -- the target is marked for others (Laurent Dyre) --------------------------------------------------------------------


def _before_others_fire(state: State, shot: Shot) -> Sought:
    """The target is marked for others of the side that are still to fire (Laurent Dyre)."""
    shooter, target = state.models[shot.shooter], state.models[shot.target]
    others = (m for m in state.models.values() if m.side == shooter.side and m is not shooter and m.on_table)
    to_fire = any(not model.fired and may_shoot(state, model) for model in others)
    marked = any_of(effects_on(state, shooter), "mark")
    if shot.damaged and to_fire and not marked and target.on_table and target.side != shooter.side:
        yield shooter, lambda effect: effect.does == "mark"


plug(hidden_step(Moment("fired", "shooter", _before_others_fire)))
