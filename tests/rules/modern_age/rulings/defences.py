"""Rulings of the defence and of the damage (R28 to R33)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.contract import Command, Event
from rules.systems.modern_age.cards.use import CardUsed
from rules.systems.modern_age.defence.cancels import DefenceSettled, HitsCancelled, cancels_on, unclamped_defence
from rules.systems.modern_age.defence.defence_rerolls import DefenceRerolled
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.figures import aim_of, facts_of, keyword, smoked
from rules.systems.modern_age.shooting.return_fire import FireReturned
from rules.systems.modern_age.shot import Results, Shot, results_of
from rules.systems.modern_age.state import State, open_shot
from rules.systems.modern_age.tables import DEFENCE_LIMIT, TARGET_CANCELS_ON
from tests.rules.modern_age.rulings.sources import Ruling, counting, in_force, said

COVERS = {1: "R29 cover is a die", 2: "R29 a Scout's cover is two dice", 3: "R29 a Hammerhead's cover is three dice"}
FACES = {3: "cancels nothing", 4: "cancels", 5: "is the shooter's choice", 6: "is the target's choice"}


def _rolled(state: State, event: DefenceRolled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    shot = msgspec.structs.replace(open_shot(state), told=tuple(sorted({*open_shot(state).told, *event.told})))
    yield from (f"R7 told: {word}" for word in event.told)
    if shot.weapon == "area":
        yield "R7 an area attack is defended with base defence alone"
    else:
        yield from _pool(state, shot)
    yield from _limits(unclamped_defence(state, shot))
    lowest = cancels_on(state, shot)
    yield from (f"R32 a {face} {FACES[face]}" for face in FACES if face in event.roll.numbers and lowest == 4)
    if 3 in event.roll.numbers and lowest == 3:
        yield "R7 Countermeasures: a 3 cancels"
    if event.settled:
        then = msgspec.structs.replace(shot, defence_faces=event.roll.numbers, target_cancels=event.target_cancels)
        wish = getattr(command, "target_cancels", None)
        yield from _cancelling(state, msgspec.structs.replace(then, target_cancels=wish))
        yield from _left(event.hits, event.criticals)


def _pool(state: State, shot: Shot) -> Iterator[str]:
    """R28: what the pool is made of."""
    aim = aim_of(state, shot)
    facts = facts_of(state, aim, aim.target)
    if aim.shooter.moves:
        yield "R28 the shooter's token"
    if aim.target.moves:
        yield "R28 the target's token"
    if aim.shooter.moves and aim.target.moves:
        yield "R28 both tokens"
    if shot.cover or smoked(state, aim.target):
        dice = 3 if keyword(state, aim.target, "Hammerhead") else 2 if keyword(state, aim.target, "Scout") else 1
        yield COVERS[dice]
        if not shot.cover:
            yield "R7 Willie Pete: smoke is cover"
    spared = list(counting(state, aim.target, facts, ("ignore_close",), aim.spent))
    if shot.close:
        yield from spared or ["R30 close range takes a die"]
    always = [name for name, effect in in_force(state, aim.shooter, aim.spent) if effect.does == "always_side"]
    if shot.side_shot:
        yield "R31 a side shot takes a die"
    else:
        yield from (f"{name}: always a side shot" for name in always)
    yield from counting(state, aim.target, facts, ("defence",), aim.spent)


def _limits(pool: int) -> Iterator[str]:
    """R28, A6: the bounds of the pool."""
    if pool > DEFENCE_LIMIT:
        yield "R28 seven dice and more are six"
    elif pool in (DEFENCE_LIMIT, 1, 0):
        yield {DEFENCE_LIMIT: "R28 exactly six dice", 1: "R28 a single die", 0: "A6 a pool of nothing"}[pool]
    elif pool < 0:
        yield "A6 a pool below nothing"


# -- what is cancelled -------------------------------------------------------------------------------------------------


def _cancelling(state: State, shot: Shot) -> Iterator[str]:
    """R32, A1: who cancels what, in which order."""
    sixes = sum(face >= TARGET_CANCELS_ON for face in shot.defence_faces)
    lower = sum(face >= cancels_on(state, shot) for face in shot.defence_faces) - sixes
    left = results_of(shot)
    if not (left.hits or left.criticals) or not (sixes or lower):
        return
    if sixes and lower:
        yield f"A1 the {'target' if state.options['target_cancels_first'] else 'shooter'} cancels first"
    wish = shot.target_cancels
    if sixes and left.hits and left.criticals:
        if wish is None:
            yield "A1 sixes take criticals where nothing is said"
        elif wish < min(sixes, left.criticals):
            yield "R32 sixes take fewer criticals by wish"
        if wish is not None and wish < sixes - left.hits:
            yield "R32 criticals go, too, where hits are too few"
    if lower and left.hits and left.criticals:
        yield "A1 the shooter's choice takes hits"
    if lower and not left.hits and left.criticals:
        yield "R32 the shooter's choice takes criticals for want of hits"
    if sixes + lower >= left.hits + left.criticals:
        more = sixes + lower > left.hits + left.criticals
        yield "R32 more cancels than there is to cancel" if more else "R32 just as many cancels"
    if left.forced or left.worn:
        yield from _changed_first(left, sixes, lower)


def _changed_first(left: Results, sixes: int, lower: int) -> Iterator[str]:
    if lower and left.worn and left.hits > left.worn:
        yield "B11 the shooter cancels changed hits first"
    if sixes and left.forced and left.criticals > left.forced:
        yield "B11 the target cancels fresh criticals first"


def _cancelled(state: State, event: HitsCancelled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield from _cancelling(state, open_shot(state))


def _settled(state: State, event: DefenceSettled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield from _left(event.hits, event.criticals)


def _left(hits: int, criticals: int) -> Iterator[str]:
    if hits and criticals:
        yield "R33 hits and criticals get through"
    elif hits or criticals:
        yield "R33 hits get through" if hits else "R33 criticals get through"
    else:
        yield "R33 nothing gets through"
    if criticals > 1:
        yield "R33 several criticals"


def _rerolled(state: State, event: DefenceRerolled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    shot = open_shot(state)
    aim = aim_of(state, shot)
    if not event.again:
        yield "R8 keeps its defence dice"
        return
    if event.target_cancels is not None and event.target_cancels != shot.target_cancels:
        yield "R8 another wish with the dice rolled again"
    facts = facts_of(state, aim, aim.target)
    used = [one.name for one in events if isinstance(one, CardUsed)]
    for name, effect in in_force(state, aim.target, tuple(shot.spent)):
        if (
            effect.does == "reroll_defence"
            and effect.applies(facts)
            and (not effect.cost or name.removeprefix("R7 ") in used)
        ):
            yield f"{name}: {said(effect)}"


def _answered(state: State, event: FireReturned, command: Command, events: Sequence[Event]) -> Iterator[str]:
    if event.roll is None:
        return
    die = event.roll.numbers[0]
    yield "R7 Robert Folk: damage answered" if event.damage else "R7 Robert Folk: in vain"
    if die in (4, 5):
        yield f"R7 Robert Folk: a {die}"
    if not state.models[event.target].is_tank and event.damage:
        yield "R7 Robert Folk: answers a helicopter"


RULINGS: dict[type[Event], Ruling] = {
    DefenceRolled: _rolled,
    HitsCancelled: _cancelled,
    DefenceSettled: _settled,
    DefenceRerolled: _rerolled,
    FireReturned: _answered,
}
