"""Rulings of the attack: its dice, what is rolled again, what is changed, what follows (R20 to R27, R34, R35, R37)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Command, Event
from rules.systems.modern_age.catalogue import find
from rules.systems.modern_age.defence.cancels import HitsCancelled
from rules.systems.modern_age.effects import Does, any_of
from rules.systems.modern_age.figures import (
    Aim,
    aim_of,
    facts_alone,
    facts_of,
    has,
    keyword,
    lettered,
    smoked,
    wounds_of,
)
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.changes import CHANGES, CriticalSwapped, stage_of
from rules.systems.modern_age.shooting.fire import FireHeld
from rules.systems.modern_age.shooting.rerolls import AttackRerolled, rerolls
from rules.systems.modern_age.shooting.smoke import SmokeLaid
from rules.systems.modern_age.shot import Results, can_change, results_of
from rules.systems.modern_age.state import Model, State, open_shot
from rules.systems.modern_age.tables import CRITICAL_ON, HIT_ON, STABILISER_DICE
from tests.rules.modern_age.rulings.sources import (
    Ruling,
    by_initiative,
    counting,
    given_by,
    in_force,
    in_order,
    of_platoon,
    said,
    wounds,
)

OWN: tuple[Does, ...] = ("attack",)


def _rolled(state: State, event: AttackRolled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    shooter, target = state.models[event.unit], state.models[event.target]
    aim = Aim(
        shooter=shooter,
        target=target,
        cover=event.cover,
        close=event.close,
        side_shot=event.side_shot,
        enemy_close=event.enemy_close,
        told=frozenset(event.told),
        weapon=event.weapon,
        spent=tuple(f"{event.unit}/{card}" for card in event.spent),
        first=not event.extra and not shooter.fired,
    )
    next_target = "/area-" in event.roll.question
    if not event.again and not next_target:
        yield from _in_turn(state, shooter, event.extra)
    yield from _weapon(state, aim)
    yield from _numbers(state, aim, event)
    yield from _faces(state, aim, event)
    yield from _circumstances(state, aim, event)
    if event.extra:
        yield "R7 Sean Bannon: last stand"
    elif event.final_fury and not next_target:
        yield "R35 Final Fury in its own place"
    if event.again:
        yield from given_by(shooter, event.again, "again", "second_shot")
    if next_target:
        yield "R7 an area attack's next target"
    if find(state.edition, ("model",), shooter.model) is None:
        yield "R3 a club's own model attacks"


def _in_turn(state: State, model: Model, extra: bool = False) -> Iterator[str]:
    if extra:
        return
    yield from in_order(state, model, "shooting")
    yield from by_initiative(state, model, "shooting", facts_alone(state, model))
    waiting = (one for one in state.models.values() if one.on_table and not one.fired and one is not model)
    if not model.is_tank and any(one.is_tank for one in waiting) and model in actors(state):
        yield "R20 a helicopter shoots before tanks"


# -- the dice ----------------------------------------------------------------------------------------------------------


def _weapon(state: State, aim: Aim) -> Iterator[str]:
    shooter, target = aim.shooter, aim.target
    match aim.weapon:
        case "gun":
            yield _gun(shooter, target)
            if shooter.moves == 3 and shooter.missiles:
                yield "B6 the gun with a speed-3 token"
            jams = [name for name, effect in wounds(state, shooter) if effect.does == "lock"]
            if shooter.missiles and any("Jammed" in name for name in jams):
                yield "R33 Jammed Mechanisms on a helicopter: the gun, for missiles may not be used"
        case "missiles":
            yield "R34 missiles"
            if aim.close:
                yield "R34 missiles close by, at another kind"
        case "fixed":
            yield "R7 fixed dice of a card"
        case "area":
            yield "R7 dice of an area attack"
    if any(effect.does == "grant" and "Forward Firing" in effect.names for _name, effect in wounds(state, shooter)):
        yield "R33 Jammed Mechanisms: Forward Firing"


def _gun(shooter: Model, target: Model) -> str:
    if not target.is_tank:
        if shooter.rapid_fire:
            return "R27 Rapid Fire at a helicopter"
        return "R27 machine guns at a helicopter" if shooter.is_tank else "R25 a helicopter's gun at a helicopter"
    if shooter.rapid_fire and not target.defence:
        return "R27 Rapid Fire at base defence 0"
    return "R25 the gun" if shooter.is_tank else "R25 a helicopter's gun at a tank"


def _numbers(state: State, aim: Aim, event: AttackRolled) -> Iterator[str]:
    """What the number of dice is made of."""
    shooter, facts = aim.shooter, facts_of(state, aim, aim.shooter)
    if not event.roll.numbers:
        yield "A6 no attack dice are left"
    if aim.weapon == "gun" and shooter.is_tank and not aim.target.is_tank:
        rule = [one for one in of_platoon(state, shooter.side) if one[1].does in OWN and one[1].applies(facts)]
        hurt = [one for one in wounds(state, shooter) if one[1].does in OWN]
        if rule:
            yield "R27 the platoon's rule counts for machine guns"
        if hurt:
            yield "R27 critical cards count for machine guns"
        if len(list(counting(state, shooter, facts, OWN))) > len(rule) + len(hurt):
            yield "R27 crew and upgrades add nothing to machine guns"
        return
    if aim.weapon == "missiles":
        yield from _missiles(state, aim, facts)
    if aim.weapon in ("fixed", "area"):
        yield from (f"{one}" for key in event.spent for one in given_by(shooter, key, "area_attack"))
        yield from counting(state, shooter, facts, ("fixed_attack",), aim.spent)
        return
    yield from counting(state, shooter, facts, OWN, aim.spent)
    yield from counting(state, aim.target, facts_of(state, aim, aim.target), ("enemy_attack",), aim.spent)
    if smokes := sum(boost.does == "smoke" for boost in shooter.boosts):
        yield "R7 Willie Pete: attack less in smoke" if smokes == 1 else "R7 Willie Pete: two smokes add up"


def _missiles(state: State, aim: Aim, facts: object) -> Iterator[str]:
    shooter = aim.shooter
    for name, effect in in_force(state, shooter, aim.spent):
        if effect.does == "grant" and "Missiles" in effect.names and effect.delta > shooter.missiles:
            yield f"{name}: Missiles ({effect.delta})"


def _faces(state: State, aim: Aim, event: AttackRolled) -> Iterator[str]:
    """R25, R37: what a face counts as, and who may roll none again."""
    thrown, shooter = set(event.roll.numbers), aim.shooter
    if aim.weapon == "missiles" and shooter.moves and not keyword(state, shooter, "Predator"):
        yield from _on_the_move(shooter.moves, thrown)
    else:
        yield from _as_normal(state, aim, event, thrown)
    if "Brutal" in shooter.keywords:
        yield "R37 Brutal makes a hit a critical" if event.forced else "R37 Brutal without a hit"
    again = shooter.moves == 0 or any(keyword(state, shooter, word) for word in STABILISER_DICE)
    if again and any_of(wounds_of(state, shooter), "no_rerolls"):
        yield "R33 Stunned Crew: no attack die is rolled again"


def _on_the_move(token: int, thrown: set[int]) -> Iterator[str]:
    """R34: missiles of a model with a speed token."""
    counts = {4: "misses", 5: "hits"} if token == 1 else {5: "misses", 6: "is no critical"}
    yield from (f"R34 missiles, token {token}: a {face} {what}" for face, what in counts.items() if face in thrown)


def _as_normal(state: State, aim: Aim, event: AttackRolled, thrown: set[int]) -> Iterator[str]:
    if aim.weapon == "missiles":
        still = not aim.shooter.moves
        yield "R34 missiles of a Stationary model" if still else "R37 a Predator's missiles on the move"
    if (event.hit_on, event.critical_on) == (HIT_ON, CRITICAL_ON):
        yield from (f"R25 a {face} {what}" for face, what in FACES.items() if face in thrown)
    facts = facts_of(state, aim, aim.shooter)
    if 3 in thrown:
        yield from (f"{one}, a 3" for one in counting(state, aim.shooter, facts, ("hit_on",), aim.spent))
    if 5 in thrown:
        yield from (f"{one}, a 5" for one in counting(state, aim.shooter, facts, ("critical_on",), aim.spent))


FACES = {3: "misses", 4: "hits", 5: "is no critical", 6: "is a critical"}


def _circumstances(state: State, aim: Aim, event: AttackRolled) -> Iterator[str]:
    yield from (f"R7 told: {word}" for word in event.told)
    if event.enemy_close:
        yield "R7 Red Banner: an objective or another enemy close by"
    if event.spotter:
        cards = state.models[event.spotter].cards.values()
        used = (card.name for card in cards if card.used == state.turn and has(card, "spot"))
        yield f"R7 {next(used)}: its line of sight"
    if event.others and "/area-" not in event.roll.question:
        yield "R7 an area attack on several tanks"
    reached = [state.models[unit] for unit in (event.target, *event.others)]
    if any(one.side == aim.shooter.side for one in reached):
        yield "R7 an area attack on a friend"
    if aim.shooter in reached:
        yield "R7 an area attack on its own shooter"


def _held(state: State, event: FireHeld, command: Command, events: Sequence[Event]) -> Iterator[str]:
    model = state.models[event.unit]
    if event.extra:
        yield "R7 Sean Bannon: no last stand is made"
        return
    yield from _in_turn(state, model)
    yield "R20 holds its fire"


def _smoke(state: State, event: SmokeLaid, command: Command, events: Sequence[Event]) -> Iterator[str]:
    yield from _in_turn(state, state.models[event.unit], event.extra)
    yield "R7 Willie Pete: smoke in place of an attack"
    if smoked(state, state.models[event.target]):
        yield "R7 Willie Pete: two smokes on one tank"


# -- rolled again, changed ---------------------------------------------------------------------------------------------


def _rerolled(state: State, event: AttackRerolled, command: Command, events: Sequence[Event]) -> Iterator[str]:
    shot = open_shot(state)
    aim, allowed = aim_of(state, shot), rerolls(state, shot)
    shooter, before = aim.shooter, dict(lettered(shot.faces))
    if not event.roll.numbers:
        yield "R26 keeps its dice"
    if event.stationary:
        yield "R26 failed dice of a Stationary shooter"
        if event.stabiliser:
            yield "A7 Stationary and stabiliser, of different dice"
    if event.stabiliser:
        words = [word for word in STABILISER_DICE if keyword(state, shooter, word)]
        yield f"R26 by {words[-1]}" + (", two dice" if len(event.stabiliser) > 1 else "")
        if any(before[letter] >= shot.hit_on for letter in event.stabiliser):
            yield "B7 a stabiliser re-rolls a die that counted"
    if set(event.stabiliser) & set(event.cards):
        yield "R26 named for a stabiliser and a card, rolled once"
    if event.cards:
        facts = facts_of(state, aim, shooter)
        for name, effect in in_force(state, shooter, tuple(shot.spent)):
            if effect.does == "reroll_attack" and effect.applies(facts):
                named = not effect.faces or any(letter in allowed.ones for letter in event.cards)
                yield from [f"{name}: {said(effect)}"] * named
        if any(boost.does == "mark" and boost.unit != shooter.id for boost in aim.target.boosts):
            yield "R7 Laurent Dyre: a friend re-rolls"


def _changed(state: State, event: CriticalSwapped, command: Command, events: Sequence[Event]) -> Iterator[str]:
    shot = open_shot(state)
    if not event.swapped:
        yield f"A19 not wanted: {event.does.replace('_', ' ')}"
        return
    shooter, target = state.models[shot.shooter], state.models[shot.target]
    bearer = target if event.does == "exposed" else shooter
    if event.by:
        yield f"R7 {bearer.cards[event.by].name}: {event.does.replace('_', ' ')}"
    else:
        yield from (f"{name}: {one.does}" for name, one in of_platoon(state, shooter.side) if one.does == event.does)
    if event.stage == "uncancelled" and shot.forced + shot.worn:
        yield "R8 a second change, of another result"


def not_changed_again(state: State, event: Event) -> Iterator[str]:
    """R8: what was changed is not changed again, though a card would."""
    shot = state.shot
    if shot is None or not isinstance(event, AttackRolled | AttackRerolled | CriticalSwapped | HitsCancelled):
        return
    left, stage = results_of(shot), stage_of(shot)
    aim = aim_of(state, shot)
    facts = facts_of(state, aim, aim.shooter)
    for _name, effect in in_force(state, aim.shooter, aim.spent):
        wanted = effect.does in CHANGES and effect.stage == stage and effect.applies(facts)
        fresh = wanted and can_change(Results(left.hits, left.criticals), effect.does)
        if fresh and not can_change(left, effect.does):
            yield "R8 what was changed is not changed again"
            if shot.forced and "Brutal" in aim.shooter.keywords and not shot.changes:
                yield "R8 Brutal's critical is modified already"
            return


RULINGS: dict[type[Event], Ruling] = {
    AttackRolled: _rolled,
    FireHeld: _held,
    SmokeLaid: _smoke,
    AttackRerolled: _rerolled,
    CriticalSwapped: _changed,
}
