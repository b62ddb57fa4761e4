"""How many dice a defence has, what they cancel, and what is left for the damage (R28, R32, R33, A1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from rules.contract import Dice, Feat, Field, Message, Refused, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import SAVES, Throw, successes
from rules.systems.modern_age.attack.answers import Answers
from rules.systems.modern_age.attack.sequence import Step, is_feat, plug
from rules.systems.modern_age.damage import damage
from rules.systems.modern_age.editions import bounds_cancels
from rules.systems.modern_age.effects import any_of, total
from rules.systems.modern_age.figures import aim_of, effects_of, effects_on, facts_of, from_the_side, keyword, smoked
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.shot import Results, Shot, cancel_by_shooter, cancel_by_target, results_of
from rules.systems.modern_age.state import Decision, Event, State, open_shot
from rules.systems.modern_age.tables import CANCEL_ON, COVER_DICE, DEFENCE_LIMIT, TARGET_CANCELS_ON
from rules.systems.modern_age.words import hits_said


def defence_dice(state: State, shot: Shot) -> int:
    """R28, in its order; at most 6, at least 0 (A6)."""
    return max(0, min(DEFENCE_LIMIT, unclamped_defence(state, shot)))


def unclamped_defence(state: State, shot: Shot) -> int:
    """The pool before its limits, which may be below 0. Against an area attack it is the base defence only."""
    aim = aim_of(state, shot)
    shooter, target = aim.shooter, aim.target
    if shot.weapon == "area":
        return target.defence
    facts = facts_of(state, aim, target)
    effects = tuple(effects_on(state, target, aim.spent))
    pool = target.defence + total(effects, "defence", facts)
    pool += shooter.moves + target.moves
    if shot.cover or smoked(state, target):
        pool += max([1, *(dice for word, dice in COVER_DICE.items() if keyword(state, target, word))])
    if shot.close and not any_of(effects, "ignore_close", facts):
        pool -= 1
    if from_the_side(state, aim):
        pool -= 1
    return pool


def cancels_on(state: State, shot: Shot) -> int:
    """The lowest face that cancels: 4 (R32), or what a card of the target says."""
    aim = aim_of(state, shot)
    effects = effects_of(state, aim.target, "defend_on", aim.spent)
    if not effects:
        return CANCEL_ON
    facts = facts_of(state, aim, aim.target)
    return min([CANCEL_ON, *(effect.delta for effect in effects if effect.applies(facts))])


def luck_to_cancel(state: State, unit: str, roll: Roll, told: tuple[str, ...] = ()) -> Iterable[Throw]:
    """R32: by the cards of the target that count as the dice fall."""
    if state.shot:
        shot = msgspec.structs.replace(state.shot, told=tuple(sorted({*state.shot.told, *told})))
        on = cancels_on(state, shot)
        yield from successes(SAVES, unit, roll, lambda die: die >= on)


def pool(state: State) -> int:
    return defence_dice(state, state.shot) if state.shot else 0


CHAPTER = Chapter[State, Event]("Cancelling", "R32, R33, A1, A19")
ALL_CRITICALS = 6  # the wish of the target's owner if he reports none


class HitsCancelled(Event, frozen=True, kw_only=True):
    """What the defence dice cancelled, and what is left uncancelled for the shooter to change."""

    rules: ClassVar = ("R32", "A1", "A19")
    unit: str
    attacker: str
    cancelled_hits: int
    cancelled_criticals: int
    hits: int
    criticals: int
    forced: int = 0
    worn: int = 0


def cancelled(state: State, shot: Shot) -> Results:
    """R32, A1: sixes cancel what the target's owner picks, the lower faces what the shooter picks."""
    sixes = sum(face >= TARGET_CANCELS_ON for face in shot.defence_faces)
    lower = sum(face >= cancels_on(state, shot) for face in shot.defence_faces) - sixes
    wish = ALL_CRITICALS if shot.target_cancels is None else shot.target_cancels
    left = results_of(shot)
    if state.options["target_cancels_first"]:
        return cancel_by_shooter(cancel_by_target(left, sixes, wish), lower, shot.shooter_cancels or 0)
    return cancel_by_target(cancel_by_shooter(left, lower, shot.shooter_cancels or 0), sixes, wish)


def must_cancel(state: State, shot: Shot) -> bool:
    return shot.defended and not shot.cancelled


def cancel(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    left = cancelled(state, shot)
    yield HitsCancelled(
        unit=shot.target,
        attacker=shot.shooter,
        cancelled_hits=shot.hits - left.hits,
        cancelled_criticals=shot.criticals - left.criticals,
        hits=left.hits,
        criticals=left.criticals,
        forced=left.forced,
        worn=left.worn,
    )


def most_cancelled(shot: Shot, dice: int) -> int:
    """The most criticals that the sixes among so many dice can cancel."""
    return min(shot.criticals, dice)


def check_wish(state: State, shot: Shot, dice: int, wish: int | None) -> None:
    """The target's owner cannot wish for more criticals than there are, or than the sixes could cancel."""
    most = most_cancelled(shot, dice)
    if wish is not None and wish > most and bounds_cancels(state.edition):
        raise _too_many(wish, most)


def _too_many(wish: int, most: int) -> Refused:
    return refused(
        "R32",
        say(_("%(wish)s criticals are to be cancelled where sixes can cancel %(most)s at most."), wish=wish, most=most),
        say(_("Name at most %(most)s, or leave it out: then sixes cancel as many as they can."), most=most),
        "target_cancels",
    )


@CHAPTER.evolves
def hits_cancelled(state: State, event: HitsCancelled) -> None:
    leave(open_shot(state), Results(event.hits, event.criticals, event.forced, event.worn))


def leave(shot: Shot, left: Results) -> None:
    shot.cancelled = shot.defence_rerolled = True
    shot.hits, shot.criticals, shot.forced, shot.worn = left.hits, left.criticals, left.forced, left.worn


@CHAPTER.narrates
def tell_hits_cancelled(event: HitsCancelled) -> Message:
    return say(
        _("%(unit)s cancels %(cancelled)s; %(left)s are left."),
        unit=event.unit,
        cancelled=hits_said(event.cancelled_hits, event.cancelled_criticals),
        left=hits_said(event.hits, event.criticals),
    )


def cancels_field(state: State, shot: Shot, dice: int) -> Iterator[Field]:
    """Up to as many as can be cancelled; no field if none can."""
    if most := most_cancelled(shot, dice):
        yield Field(
            name="target_cancels",
            kind="number",
            label=say(_("Criticals your sixes cancel")),
            help=say(_("Left out, your sixes cancel as many as they can.")),
            most=most,
        )
    elif bounds_cancels(state.edition):
        yield Field(name="target_cancels", kind="number", label=say(_("Criticals your sixes cancel")), ahead=True)


# -- what is left does its damage --------------------------------------------------------------------------------------


class DefenceSettled(Event, frozen=True, kw_only=True):
    """The results that are left: each hit is one damage, each critical one card to draw."""

    rules: ClassVar = ("R33", "A19")
    unit: str
    attacker: str
    hits: int
    criticals: int


def must_settle(state: State, shot: Shot) -> bool:
    return shot.cancelled and not shot.damaged


def settle_damage(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R33: the results that are left do their damage."""
    yield DefenceSettled(unit=shot.target, attacker=shot.shooter, hits=shot.hits, criticals=shot.criticals)


@CHAPTER.evolves
def defence_settled(state: State, event: DefenceSettled) -> None:
    shot = open_shot(state)
    shot.hits, shot.criticals = event.hits, event.criticals
    do_damage(state, shot)


def do_damage(state: State, shot: Shot) -> None:
    """R33: each hit left is one damage, each critical left a card to draw."""
    target, shooter = state.models[shot.target], state.models[shot.shooter]
    shot.damaged, shot.draws = True, shot.criticals
    if (shot.hits or shot.criticals) and is_feat(shooter, target):
        shooter.feats.append(Feat("hit", state.report, shot.target, shot.hits + shot.criticals))
    damage(state, target, shot.hits, shot.shooter)


@CHAPTER.narrates
def tell_defence_settled(event: DefenceSettled) -> Message:
    left = hits_said(event.hits, event.criticals)
    return say(_("%(left)s get through to %(unit)s."), unit=event.unit, left=left)


plug(
    Step("cancel", "", "target", say(_("Cancel hits")), must_cancel, lambda *_: True, cancel),
    Step("settle damage", "", "target", say(_("Settle the damage")), must_settle, lambda *_: True, settle_damage),
)
