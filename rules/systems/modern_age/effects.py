"""What cards and platoon rules do, as data: a small language of effects and of their conditions.

An effect is one JSON object of the catalogue, read as it is into `Effect`. `does` names what it does; the other fields
say how much, to whom, when and at what price. RULES.md, "The language of effects", lists every word of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

Does = Literal[
    # figures: `delta` is added
    "initiative",
    "attack",
    "defence",
    "capacity",
    "enemy_attack",  # of whoever attacks the bearer
    "discount",  # on cards of the crew `names`
    # figures that are set, and what the model is or is not
    "set_initiative",
    "set_speed",
    "hit_on",  # faces of `delta` and more hit
    "critical_on",  # faces of `delta` and more are criticals
    "defend_on",  # faces of `delta` and more cancel
    "grant",  # the keywords `names`; "Missiles" of `delta` dice
    "remove",  # the keywords `names`
    "lock",  # the acts `names`: move, shoot, missiles, elevation
    "no_rerolls",
    "ignore_close",  # no defence die less at close range
    "always_side",  # its shots are side shots
    # dice
    "reroll_attack",  # `most` dice, of the `faces` if named
    "reroll_defence",
    "reroll_repair",  # of the critical cards `names`, if named
    # results of an attack: `stage` is "rolled" or "uncancelled"
    "upgrade",  # a hit into a critical
    "split",  # a critical into two hits
    "join",  # two hits into a critical
    "strike_crew",  # two hits for a crew card of the target, which its owner picks
    "exposed",  # the shooter may turn the first uncancelled hit on it into a critical
    # other attacks
    "fixed_attack",  # of `delta` dice in place of the attack
    "area_attack",  # of `delta` dice on the target and every tank close to it, which roll base defence
    "smoke",  # in place of an attack: the target has attack `delta` and is in cover
    "last_stand",  # a Final Fury attack at initiative 0
    "again",  # a second attack when the first left nothing uncancelled
    "second_shot",  # a second attack of `delta` dice on the same target
    "mark",  # whoever fires at its target after it re-rolls a die
    "spot",  # a stationary Artillery tank uses its line of sight
    # critical cards
    "cancel",  # the critical cards `names`
    "redraw",  # the critical cards `names`
    "take_over",  # a critical of a friendly tank close by
    "extra_draws",  # the shooter draws `delta` more for the first critical and picks
    "second_draw",  # the target's owner draws a second one and picks
    "lose_ammo",
    "lose_crew",
    # time and place
    "free_move",  # one move without a speed token
    "free_elevation",  # another elevation without a speed token
    "shed_token",  # a speed-1 token goes
    "repair_instead",  # a repair check in place of moving
    "return_fire",  # `delta` damage to the attacker after damage taken
    "choose_phase",  # initiative `delta` in a phase of one's choice, `other` in the other one
    "reserve",  # up to `delta` tanks come later
    "redeploy",  # up to `delta` tanks are deployed anew
    "lost_when_moving",
    # cards among themselves
    "refund",  # a spent Ammo card comes back
    "substitute",  # is spent in place of an Ammo card
    "two_equipment",
    "two_ammo",
    "no_other_crew",
    "forbid",  # models with the keywords `names`
]


class Facts(msgspec.Struct, frozen=True):
    """What a condition may ask, from the point of view of the model that has the card.

    close, cover, side_shot: of the shot; tokens: its own speed token; told: what the table reported besides (`TOLD`);
    known: what Leaguer knows besides (`figures.known_of`).
    """

    close: bool = False
    cover: bool = False
    side_shot: bool = False
    enemy_close: bool = False
    tokens: int = 0
    told: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()


# What only the table can show of a shot. The owner of a card that depends on it is asked: the words of `circumstances`.
TOLD = (
    "shooter_concealed",  # the shooter is in concealing terrain
    "shooter_in_cover",  # the shooter is in cover from its target
    "shooter_near_friend",  # a friend is within close range of the shooter
    "target_near_friend",  # a friend of the target is within close range of the target
    "target_near_enemy",  # an enemy of the target is within close range of the target
)
CONDITIONS: dict[str, Callable[[Facts], bool]] = {
    "close_range": lambda facts: facts.close,
    "not_close_range": lambda facts: not facts.close,
    "enemy_or_objective_close": lambda facts: facts.close or facts.enemy_close,
    "side_shot": lambda facts: facts.side_shot,
    "not_in_cover": lambda facts: not facts.cover,
    "stationary": lambda facts: facts.tokens == 0,
    "has_speed_token": lambda facts: facts.tokens > 0,
    "not_in_concealing": lambda facts: "shooter_concealed" not in facts.told,
    "shooter_in_cover": lambda facts: "shooter_in_cover" in facts.told,
    "no_friend_close_to_shooter": lambda facts: "shooter_near_friend" not in facts.told,
    "no_friend_close_to_target": lambda facts: "target_near_friend" not in facts.told,
    "enemy_close_to_target": lambda facts: facts.close or "target_near_enemy" in facts.told,
    "missiles": lambda facts: "missiles" in facts.known,  # the attack is one with missiles
    "final_fury": lambda facts: "final_fury" in facts.known,
    "attacker_is_tank": lambda facts: "attacker_is_tank" in facts.known,
    "target_is_helicopter": lambda facts: "target_is_helicopter" in facts.known,
    "target_damaged": lambda facts: "target_damaged" in facts.known,
    "target_slower": lambda facts: "target_slower" in facts.known,  # of lower base initiative than the shooter
    "target_is_armoured_tank": lambda facts: "target_is_armoured_tank" in facts.known,  # base defence 2 or more
    "three_crew": lambda facts: "three_crew" in facts.known,  # the bearer has three crew cards or more
    "own_destroyed": lambda facts: "own_destroyed" in facts.known,  # the bearer's side has a destroyed tank
    "has_repairable_critical": lambda facts: "has_repairable_critical" in facts.known,
    "first_attack": lambda facts: "first_attack" in facts.known,  # the bearer has not attacked this turn yet
    "nothing_scored": lambda facts: "nothing_scored" in facts.known,  # the attack just made had no hit and no critical
}
# The words of `TOLD` that decide a condition: what the table is asked for if an effect depends on it.
ASKS = {
    "not_in_concealing": "shooter_concealed",
    "shooter_in_cover": "shooter_in_cover",
    "no_friend_close_to_shooter": "shooter_near_friend",
    "no_friend_close_to_target": "target_near_friend",
    "enemy_close_to_target": "target_near_enemy",
}


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One effect of a card, a platoon rule or a critical card.

    when: conditions, all of which have to hold. trigger: "" while the card is face up; "reveal" for the turn in which
    it is turned up; "shooting_start" the same, if that is before the first shot of a Shooting Phase; "use" for the turn
    in which it is used; "shot" for the attack with which it is used. cost: "self": the card is discarded with its use;
    "upgrade" or "card": another upgrade, or any other card, of the model is. aura: whom it reaches besides or instead:
    "platoon" every tank of the side, "named" the models that its owner names, otherwise models of these names. on: the
    roll that it needs. per: what `delta` is multiplied by. only: "tank" or "helicopter", for a critical card that does
    it to one of them.
    """

    does: Does
    delta: int = 0
    other: int = 0
    phase: Literal["any", "movement", "shooting"] = "any"
    names: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    trigger: Literal["", "reveal", "shooting_start", "use", "shot"] = ""
    cost: Literal["", "self", "upgrade", "card"] = ""
    stage: Literal["", "rolled", "uncancelled", "movement_end", "after_shooting"] = ""
    most: int = 1
    faces: tuple[int, ...] = ()
    on: int = 0
    aura: tuple[str, ...] = ()
    per: Literal["", "own_destroyed"] = ""
    only: Literal["", "tank", "helicopter"] = ""

    def applies(self, facts: Facts) -> bool:
        return all(CONDITIONS[condition](facts) for condition in self.when)


def total(effects: Iterable[Effect], does: Does, facts: Facts) -> int:
    """The sum of all effects of that name under these facts."""
    return sum(effect.delta for effect in effects if effect.does == does and effect.applies(facts))


def any_of(effects: Iterable[Effect], does: Does, facts: Facts | None = None) -> bool:
    """Whether there is an effect of that name (that applies, if `facts` are given)."""
    return any(effect.does == does and (facts is None or effect.applies(facts)) for effect in effects)


def found(effects: Iterable[Effect], does: Does, facts: Facts | None = None) -> list[Effect]:
    """The effects of that name (that apply, if `facts` are given), in their order."""
    return [effect for effect in effects if effect.does == does and (facts is None or effect.applies(facts))]
