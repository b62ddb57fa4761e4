"""What cards and platoon rules do, as data: a small language of effects and the conditions they hang on.

An effect is one JSON object of the catalogue. What this release cannot play yet reads as None, and the muster refuses
its card by name; so a card is either played whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec


class Facts(msgspec.Struct, frozen=True):
    """What a condition may ask, seen from the model that bears the card: the shot's facts and its own speed token."""

    close: bool = False
    cover: bool = False
    side_shot: bool = False
    enemy_close: bool = False
    tokens: int = 0


CONDITIONS: dict[str, Callable[[Facts], bool]] = {
    "": lambda facts: True,
    "close_range": lambda facts: facts.close,
    "not_close_range": lambda facts: not facts.close,
    "attacker_close_range": lambda facts: facts.close,
    "enemy_or_objective_close": lambda facts: facts.close or facts.enemy_close,
    "side_shot": lambda facts: facts.side_shot,
    "not_in_cover": lambda facts: not facts.cover,
    "stationary": lambda facts: facts.tokens == 0,
    "has_speed_token": lambda facts: facts.tokens > 0,
}
CONDITIONAL_STATS = ("attack", "defence")


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """One effect. `does` names it; the other fields say how much, in which phase, against which cards, and when."""

    does: str
    delta: int = 0
    phase: str = "any"
    names: tuple[str, ...] = ()
    when: tuple[str, ...] = ()

    @classmethod
    def read(cls, raw: dict[str, Any]) -> Effect | None:
        """The effect a catalogue line states, or None when it is of a kind not played yet."""
        when = tuple(sorted(raw.get("if", "").split("&")))
        if not all(condition in CONDITIONS for condition in when):
            return None
        shape = " ".join(sorted(raw.keys() - {"if"}))
        reader = SHAPES.get(shape)
        effect = reader(raw) if reader else None
        return msgspec.structs.replace(effect, when=when) if effect and when != ("",) else effect

    def applies(self, facts: Facts) -> bool:
        return all(CONDITIONS[condition](facts) for condition in self.when)


def total(effects: Iterable[Effect], does: str, facts: Facts) -> int:
    """The sum of what every effect of that name gives under these facts."""
    return sum(effect.delta for effect in effects if effect.does == does and effect.applies(facts))


def any_of(effects: Iterable[Effect], does: str, facts: Facts | None = None) -> bool:
    """Is there an effect of that name (that applies, when `facts` are given)?"""
    return any(effect.does == does and (facts is None or effect.applies(facts)) for effect in effects)


def _stat(raw: dict[str, Any]) -> Effect | None:
    if not isinstance(raw["delta"], int):
        return None
    if raw["stat"] == "initiative":
        return Effect(does="initiative", delta=raw["delta"], phase=raw.get("phase", "any")) if "if" not in raw else None
    return Effect(does=raw["stat"], delta=raw["delta"]) if raw["stat"] in CONDITIONAL_STATS else None


def _extra_attack(raw: dict[str, Any]) -> Effect | None:
    return Effect(does="last_stand") if raw["extra_attack"] == "final_fury_at_initiative_0" else None


def _return_fire(raw: dict[str, Any]) -> Effect | None:
    if raw["trigger"] != "after_taking_damage":
        return None
    return Effect(does="return_fire", delta=raw["attacker_damage"], names=(raw["roll"].rstrip("+"),))


def _swap(raw: dict[str, Any]) -> Effect | None:
    known = raw["swap"] == "critical" and raw["into"] == "2_hits" and raw["stage"] == "after_attack_roll"
    return Effect(does="sharpshooter", delta=raw["max"]) if known else None


def _ignore(raw: dict[str, Any]) -> Effect | None:
    return Effect(does="ignore_close") if raw["ignore"] == "close_range_penalty" else None


def _discard(raw: dict[str, Any]) -> Effect | None:
    return Effect(does={"all_ammo_cards": "lose_ammo", "one_crew_card": "lose_crew"}[raw["discard"]])


def _lock(raw: dict[str, Any]) -> Effect:
    return Effect(does="lock", names=tuple(raw["lock"]))


# The keys of an effect's JSON object say what it is. Helicopter halves of critical cards wait for helicopters.
SHAPES: dict[str, Callable[[dict[str, Any]], Effect | None]] = {
    "delta stat": _stat,
    "delta phase stat": _stat,
    "extra_attack": _extra_attack,
    "attacker_damage roll trigger": _return_fire,
    "into max stage swap": _swap,
    "enemy_attack": lambda raw: Effect(does="enemy_attack", delta=raw["enemy_attack"]),
    "hit_on": lambda raw: Effect(does="hit_on", delta=raw["hit_on"]),
    "delta point_discount": lambda raw: Effect(does="discount", delta=raw["delta"], names=(raw["point_discount"],)),
    "cancel discard": lambda raw: Effect(does="cancel", names=tuple(raw["cancel"])),
    "ignore": _ignore,
    "discard": _discard,
    "chooser discard": _discard,
    "lock": _lock,
    "helicopter lock": _lock,
    "helicopter_lock lock": _lock,
    "helicopter_lock": lambda raw: Effect(does="helicopters_only"),
    "set_initiative": lambda raw: Effect(does="set_initiative", delta=raw["set_initiative"]),
    "set_speed": lambda raw: Effect(does="set_speed", delta=raw["set_speed"]),
    "no_rerolls": lambda raw: Effect(does="no_rerolls"),
    "grant": lambda raw: Effect(does="forward_firing") if raw["grant"] == "Forward Firing" else None,
}
