"""The dice of an attack: how many, and which faces count (R25, R27, R34)."""

from __future__ import annotations

from rules.systems.modern_age.effects import Does, found, total
from rules.systems.modern_age.figures import Aim, effects_on, facts_of, keyword, missiles, wounds_of
from rules.systems.modern_age.state import Model, State
from rules.systems.modern_age.tables import ANTI_AIR_DICE, CRITICAL_ON, HIT_ON, MISSILE_FACES

CHANGED_BY_NO_CARD = ("fixed", "area")  # weapons that are a card's own dice


def attack_dice(state: State, aim: Aim) -> int:
    """R25, R27, R34: the base, own effects, the target's effects; not below 0 (A6).

    A card's fixed dice are what it says, and nothing changes them. Against a helicopter a tank fires machine guns or
    Rapid Fire, whose dice no crew or upgrade card changes, neither its own nor an enemy's (R27, A12); smoke is such a
    card too. Its platoon's rule and its critical cards do change them.
    """
    if aim.weapon in CHANGED_BY_NO_CARD:
        return _of_card(state, aim)
    shooter, target = aim.shooter, aim.target
    facts = facts_of(state, aim, shooter)
    if aim.weapon == "gun" and shooter.is_tank and not target.is_tank:
        effects = (*state.platoons[shooter.side], *wounds_of(state, shooter))
        return max(0, base_dice(state, aim) + total(effects, "attack", facts))
    own = total(effects_on(state, shooter, aim.spent), "attack", facts)
    from_target = total(effects_on(state, target, aim.spent), "enemy_attack", facts_of(state, aim, target))
    return max(0, base_dice(state, aim) + own + from_target + _in_smoke(state, aim))


def base_dice(state: State, aim: Aim) -> int:
    """The dice of a gun or of missiles before effects; 0 if the model has none for that target (A6)."""
    shooter, target = aim.shooter, aim.target
    if aim.weapon == "missiles":
        return missiles(state, shooter, facts_of(state, aim, shooter), aim.spent)
    if shooter.rapid_fire and (target.defence == 0 or not target.is_tank):
        return shooter.rapid_fire
    if shooter.is_tank and not target.is_tank:
        return ANTI_AIR_DICE
    return shooter.attack


def _of_card(state: State, aim: Aim) -> int:
    """The dice of the card with which it shoots; if it has several, the largest."""
    effects = effects_on(state, aim.shooter, aim.spent)
    does = ("fixed_attack", "second_shot") if aim.weapon == "fixed" else ("area_attack",)
    return max((effect.delta for effect in effects if effect.does in does), default=0)


def _in_smoke(state: State, aim: Aim) -> int:
    """What smoke takes from the attacks of a model that is in it."""
    taken = 0
    for boost in aim.shooter.boosts:
        if boost.does == "smoke":
            source = state.models[boost.unit].cards[boost.card]
            taken += sum(effect.delta for effect in source.effects if effect.does == "smoke")
    return taken


def hits_on(state: State, aim: Aim) -> int:
    """The lowest face that hits: 4 (R25), what a card says, or by the speed token for missiles (R34)."""
    return _lowest(state, aim, "hit_on", HIT_ON, 0)


def critical_on(state: State, aim: Aim) -> int:
    """The lowest face that is a critical: 6, what a card says, or 7 (none) for missiles on the move (R34)."""
    return _lowest(state, aim, "critical_on", CRITICAL_ON, 1)


def _lowest(state: State, aim: Aim, does: Does, printed: int, column: int) -> int:
    """`column` of `MISSILE_FACES`: 0 for hits, 1 for criticals."""
    if aim.weapon == "missiles" and not _steady(state, aim):
        return MISSILE_FACES[aim.shooter.moves][column]
    effects = found(effects_on(state, aim.shooter, aim.spent), does, facts_of(state, aim, aim.shooter))
    return min([printed, *(effect.delta for effect in effects)])


def _steady(state: State, aim: Aim) -> bool:
    """Missiles shoot as normal from a Stationary model and from a Predator."""
    return aim.shooter.moves == 0 or keyword(state, aim.shooter, "Predator")


def score(model: Model, faces: tuple[int, ...], hit_on: int, critical_on: int) -> tuple[int, int, int]:
    """(hits, criticals, criticals made of a hit): Brutal turns one hit into a critical (R37)."""
    criticals = sum(face >= critical_on for face in faces)
    hits = sum(face >= hit_on for face in faces) - criticals
    forced = min(1, hits) if "Brutal" in model.keywords else 0
    return hits - forced, criticals + forced, forced
