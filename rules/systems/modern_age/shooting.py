"""The attack roll, re-rolls, Sharpshooter and the defence roll (R25 to R32)."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .answers import Answers, Defence, Rerolled
from .changes import may_swap
from .figures import Aim, effects_on, is_doomed, lettered
from .pools import attack_dice, critical_on, defence_dice, hits_on, rerolls
from .refusals import in_play, names_of, refused
from .state import Model, Shot, State
from .tables import CANCEL_ON, TARGET_CANCELS_ON


def roll_attack(state: State, model: Model, command: c.Fire, dice: Dice) -> e.AttackRolled:
    """R25, R27, R35, R37: the dice of the attack and what they score as they fell."""
    target = _target(state, model, command.target)
    _check_enemy_close(state, model, target, command)
    aim = _aim(model, target, command)
    act = "final-fury" if model.fired else "shooting"
    question = f"t{state.turn}/{act}/{model.id}/attack"
    roll = dice.roll(question, attack_dice(state, aim), reported=command.dice)
    faces_of = hits_on(state, aim), critical_on(state, aim)
    hits, criticals, forced = score(model, roll.values, *faces_of)
    return e.AttackRolled(
        unit=model.id,
        target=target.id,
        cover=command.cover,
        close=command.close,
        side_shot=command.side_shot,
        enemy_close=command.enemy_close,
        final_fury=is_doomed(state, model),
        extra=model.fired,
        roll=roll,
        hit_on=faces_of[0],
        critical_on=faces_of[1],
        hits=hits,
        criticals=criticals,
        forced=forced,
        shooter_cancels=command.shooter_cancels,
    )


def _aim(model: Model, target: Model, command: c.Fire) -> Aim:
    return Aim(
        shooter=model,
        target=target,
        cover=command.cover,
        close=command.close,
        side_shot=command.side_shot,
        enemy_close=command.enemy_close,
        first=not model.fired,
    )


def score(model: Model, faces: tuple[int, ...], hit_on: int, critical_on: int) -> tuple[int, int, int]:
    """(hits, criticals, criticals made of a hit): Brutal turns one hit into a critical (R37)."""
    criticals = sum(face >= critical_on for face in faces)
    hits = sum(face >= hit_on for face in faces) - criticals
    forced = min(1, hits) if "Brutal" in model.keywords else 0
    return hits - forced, criticals + forced, forced


def _target(state: State, model: Model, unit: str) -> Model:
    target = in_play(state, unit, "target")
    if target.side != model.side:
        return target
    enemies = (t for t in state.models.values() if t.in_play and t.side != model.side)
    raise refused(
        "R21",
        say(_("%(target)s is on %(unit)s's own side."), target=target.name, unit=model.name),
        say(_("Enemies in play: %(units)s."), units=names_of(enemies)),
        "target",
    )


def enemy_close_matters(state: State, model: Model, target: str) -> bool:
    """Another enemy close by counts for Relentless only, and only when there is another."""
    others = (t for t in state.models.values() if t.in_play and t.side != model.side and t.id != target)
    asks = any("enemy_or_objective_close" in effect.when for effect in effects_on(state, model))
    return asks and any(others)


def _check_enemy_close(state: State, model: Model, target: Model, command: c.Fire) -> None:
    if command.enemy_close and not enemy_close_matters(state, model, target.id):
        raise refused(
            "R25",
            say(_("Whether another enemy is close changes nothing for %(unit)s."), unit=model.name),
            say(_("Leave it out; “close” says that the target is within close range.")),
            "enemy_close",
        )


def reroll(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R26, A7, B7: failed dice while Stationary, any dice by a stabiliser, each die once (R8)."""
    chosen: Rerolled = answers.take("reroll") or Rerolled((), (), None, "rerolled")
    allowed = rerolls(state, shot)
    failed, most = allowed.failed, allowed.stabiliser
    faces = dict(lettered(shot.faces))
    for letter in chosen.stationary:
        if letter not in failed:
            raise _no_reroll(_("Being Stationary does not re-roll die %(die)s."), letter, "stationary", failed)
    free = tuple(letter for letter in faces if letter not in failed) if most else ()
    for letter in chosen.stabiliser:
        if letter not in free:
            raise _no_reroll(_("A stabiliser does not re-roll die %(die)s."), letter, "stabiliser", free)
    if len(chosen.stabiliser) > most:
        raise refused(
            "R26",
            say(
                _("%(found)s dice are re-rolled by a stabiliser good for %(most)s."),
                found=len(chosen.stabiliser),
                most=most,
            ),
            say(_("Name at most %(most)s."), most=most),
            "stabiliser",
        )
    again = chosen.stationary + chosen.stabiliser
    if len(set(again)) != len(again):
        field = "stationary" if len(set(chosen.stationary)) != len(chosen.stationary) else "stabiliser"
        raise refused("R8", say(_("A die is re-rolled twice.")), say(_("Name each die once.")), field)
    roll = dice.roll(f"{shot.question}/reroll", len(again), reported=chosen.dice, field=chosen.field)
    faces |= dict(zip(again, roll.values, strict=True))
    now = tuple(faces.values())
    hits, criticals, forced = score(state.models[shot.shooter], now, shot.hit_on, shot.critical_on)
    yield e.AttackRerolled(
        unit=shot.shooter,
        stationary=chosen.stationary,
        stabiliser=chosen.stabiliser,
        roll=roll,
        faces=now,
        hits=hits,
        criticals=criticals,
        forced=forced,
    )


def _no_reroll(text: str, letter: str, field: str, allowed: tuple[str, ...]) -> Exception:
    return refused("R26", say(text, die=letter), say(_("It may: %(dice)s."), dice=", ".join(allowed) or "-"), field)


def swap(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """Sharpshooter (A19, B11): outside close range one critical becomes two hits, before defence."""
    wanted = bool(answers.take("swap"))
    assert may_swap(state, shot)
    hits, criticals = (shot.hits + 2, shot.criticals - 1) if wanted else (shot.hits, shot.criticals)
    yield e.CriticalSwapped(unit=shot.shooter, swapped=wanted, hits=hits, criticals=criticals)


def pool(state: State) -> int:
    return defence_dice(state, state.shot) if state.shot else 0


def defend(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """R28, R32, A1: roll the pool; sixes take what the target's owner picks, fours and fives the shooter's pick."""
    said: Defence = answers.take("defence") or Defence(None, None, "defence")
    roll = dice.roll(f"{shot.question}/defence", pool(state), reported=said.dice, field=said.field)
    sixes = sum(face >= TARGET_CANCELS_ON for face in roll.values)
    fours = sum(face >= CANCEL_ON for face in roll.values) - sixes
    most_criticals = 6 if said.target_cancels is None else said.target_cancels
    turns = [(sixes, most_criticals), (fours, shot.shooter_cancels or 0)]
    if not state.options["target_cancels_first"]:
        turns.reverse()
    hits, criticals = shot.hits, shot.criticals
    for cancels, wish in turns:
        hits, criticals = cancel(hits, criticals, cancels, wish)
    yield e.DefenceRolled(
        unit=shot.target,
        attacker=shot.shooter,
        roll=roll,
        cancelled_hits=shot.hits - hits,
        cancelled_criticals=shot.criticals - criticals,
        hits=hits,
        criticals=criticals,
    )


def cancel(hits: int, criticals: int, cancels: int, wish: int) -> tuple[int, int]:
    """What is left of hits and criticals after `cancels` of them are taken, `wish` criticals as near as can be."""
    cancels = min(cancels, hits + criticals)
    taken = min(max(wish, cancels - hits), cancels, criticals)
    return hits - (cancels - taken), criticals - taken
