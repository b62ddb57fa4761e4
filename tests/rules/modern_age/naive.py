"""The arithmetic of one attack, once more and plainly: written from the rulebook and the words of the cards.

Nothing here knows of effects, conditions or states. A card is its name, and what it does is a line of this file.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Fighter:
    """A model as it stands on the table. `up`: names of its cards in use (face up, not gone); `fresh`: those of them
    turned up this turn; `spent`: those used in this attack."""

    kind: str
    initiative: int
    attack: int
    defence: int
    capacity: int
    words: list[str]
    tokens: int = 0
    damage: int = 0
    up: list[str] = field(default_factory=list)
    fresh: list[str] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    criticals: list[str] = field(default_factory=list)
    smokes: int = 0
    platoon: str = ""
    side_lost_a_tank: bool = False

    def x_of(self, word: str) -> int:
        """The X of a special rule "word (X)", 0 without it."""
        found = [int(one[len(word) + 2 : -1]) for one in self.words if one.startswith(word + " (")]
        return found[0] if found else 0


@dataclass
class Attack:
    shooter: Fighter
    target: Fighter
    weapon: str = "gun"
    cover: bool = False
    close: bool = False
    side: bool = False
    another_close: bool = False
    shooter_covered: bool = False
    shooter_has_friend: bool = False


MISSILE_CARDS = {
    "Improved TOW": 4,
    "TOW Missile System": 5,
    "MILAN Firing Post": 4,
    "Mounted MILAN": 4,
    "AT-10 Stabber": 5,
    "AT-11 Sniper": 5,
    "AT-6 Spiral": 5,
    "AT-3 Sagger": 4,
    "AT-5 Spandrel": 5,
    "AT-8 Songster": 5,
}
ALWAYS_ATTACK = ("Clarence Tucker", "William 'Buck' Taylor", "Robert Folk", "Andre Mareau", "Klaus Katelaan")
ALWAYS_DEFENCE = ("Sean Bannon", "David Mason", "Harry Stevens", "Paul Durand", "Grisha Malakov", "Kontact-5")
FIXED = {"Duck Hunter": 4, "Jurgen Schmidt": 4}
AREA = {"M159 Rocket Launcher": 3, "UB-32 Rocket Launcher": 2, "Bomblet Bombardement": 3}


def missile_dice(fight: Attack) -> int:
    best = fight.shooter.x_of("Missiles")
    for name in fight.shooter.up:
        best = max(best, MISSILE_CARDS.get(name, 0))
    if "MANPADS" in fight.shooter.spent and fight.target.kind == "helicopter":
        best = max(best, 6)
    return best


def from_side(fight: Attack) -> bool:
    return fight.side or "Clément Martin" in fight.shooter.up


def attack_dice(fight: Attack) -> int:
    me, foe = fight.shooter, fight.target
    if fight.weapon == "fixed":
        return max([FIXED[n] for n in me.spent + me.fresh if n in FIXED and (n in me.spent) == (n == "Duck Hunter")])
    if fight.weapon == "area":
        return max(AREA[n] for n in me.spent if n in AREA)
    rapid = me.x_of("Rapid Fire")
    machine_guns = fight.weapon == "gun" and me.kind == "tank" and foe.kind == "helicopter"
    if fight.weapon == "missiles":
        dice = missile_dice(fight)
    elif rapid and (foe.kind == "helicopter" or foe.defence == 0):
        dice = rapid
    elif machine_guns:
        dice = 3
    else:
        dice = me.attack
    if not machine_guns:
        dice += crew_and_upgrades(fight)
    if me.platoon == "Cuirassier Squadron" and from_side(fight):
        dice += 1
    if me.platoon == "Red Banner" and (fight.close or fight.another_close):
        dice += 1
    dice -= me.criticals.count("Stunned Crew")
    if not machine_guns:
        dice -= 3 * me.smokes
    if "Joseph Ortelli" in foe.up and fight.close and foe.tokens > 0 and not machine_guns:
        dice -= 1
    return max(dice, 0)


def crew_and_upgrades(fight: Attack) -> int:
    more = attack_of_open_cards(fight) + attack_of_fresh_cards(fight)
    if "Silver Bullet" in fight.shooter.spent:
        more += 1
    return more


def attack_of_open_cards(fight: Attack) -> int:
    me, foe, more = fight.shooter, fight.target, 0
    for name in me.up:
        if name in ALWAYS_ATTACK:
            more += 1
        if name == "Connor Styles" and fight.weapon == "missiles":
            more += 1
        if name == "Rupert Spencer" and me.tokens == 0:
            more += 1
        if name == "Thomas Baker" and foe.damage > 0:
            more += 1
        if name == "Bloodthirsty Gunner" and fight.close:
            more += 1
        if name == "Ernst Müller" and foe.initiative < me.initiative:
            more += 1
        if name == "Lone Wolf" and fight.shooter_covered and not fight.shooter_has_friend:
            more += 1
        if name == "Homeland Defender" and me.damage >= real_capacity(me):
            more += 1
        if name == "Yuri Potecknov" and me.side_lost_a_tank:
            more += 1
        if name == "Vasily Popov" and foe.kind == "tank" and foe.defence >= 2:
            more += 1
    return more


def attack_of_fresh_cards(fight: Attack) -> int:
    more = 0
    for name in fight.shooter.fresh:
        if name in ("Marine Commander", "Babatev Lermontov"):
            more += 1
        if name == "Joel Schrader":
            more += 2
        if name == "Charging Gunner" and from_side(fight):
            more += 1
    return more


def real_capacity(model: Fighter) -> int:
    return model.capacity + ("Ivan Kasparov" in model.up) + ("Improvised Armour" in model.up)


def faces(fight: Attack) -> tuple[int, int]:
    """The lowest face that hits, and the lowest that is a critical; 7 for none."""
    me = fight.shooter
    if fight.weapon == "missiles" and me.tokens and "Predator" not in me.words:
        return {1: (5, 6), 2: (6, 7)}[me.tokens]
    hit, critical = 4, 6
    if "Richard Kelp" in me.up and fight.close:
        hit = 3
    if "Julian Reedies" in me.up:
        hit = 3
    if "Risky Gunner" in me.up and fight.close:
        critical = 5
    return hit, critical


def defence_dice(fight: Attack) -> int:
    """The book's own order: base and cards, both models' moves, cover, close range, side shot, six at most."""
    me, foe = fight.target, fight.shooter
    if fight.weapon == "area":
        return min(6, me.defence)
    covered = fight.cover or me.smokes > 0
    dice = me.defence + defence_of_cards(fight, covered)
    if me.platoon == "Berlin Brigade" and me.tokens == 0:
        dice += 1
    dice += foe.tokens
    dice += me.tokens
    if covered:
        if "Hammerhead" in me.words:
            dice += 3
        elif "Scout" in me.words:
            dice += 2
        else:
            dice += 1
    if fight.close and "Risky Driver" not in me.up and "Risky Pilot" not in me.up:
        dice -= 1
    if from_side(fight):
        dice -= 1
    return max(0, min(6, dice))


def defence_of_cards(fight: Attack, covered: bool) -> int:
    me, foe, dice = fight.target, fight.shooter, 0
    for name in me.up:
        if name in ALWAYS_DEFENCE:
            dice += 1
        if name == "Charles Leslie" and not covered:
            dice += 1
        if name == "Camouflage Netting" and me.tokens == 0:
            dice += 1
        if name == "ERA" and fight.weapon == "missiles":
            dice += 1
    for name in me.fresh:
        if name == "Joel Schrader":
            dice -= 1
        if name == "Charging Commander" and foe.kind == "tank" and fight.close:
            dice += 1
    return dice


def results(fight: Attack, dice: list[int]) -> list[str]:
    """What each die scores: "hit", "critical" or "hit made critical"."""
    hit, critical = faces(fight)
    scored = ["critical" if die >= critical else "hit" for die in dice if die >= hit]
    if "Brutal" in fight.shooter.words and "hit" in scored:
        scored[scored.index("hit")] = "hit made critical"
    return scored


def uncancelled(
    fight: Attack, scored: list[str], dice: list[int], target_first: bool, target_wish: int | None, shooter_wish: int
) -> list[str]:
    """Die by die: a six takes what the target's owner wants, the others what the shooter gives up."""
    left = list(scored)
    least = 3 if "Countermeasures" in fight.target.spent else 4
    sixes = [die for die in dice if die == 6]
    lower = [die for die in dice if least <= die <= 5]
    wish = {"target": 99 if target_wish is None else target_wish, "shooter": shooter_wish}
    turns = [("target", sixes), ("shooter", lower)]
    for who, cancels in turns if target_first else turns[::-1]:
        for _die in cancels:
            _take_one(left, who, wish)
    return left


def _take_one(left: list[str], who: str, wish: dict[str, int]) -> None:
    criticals = [one for one in left if one.endswith("critical")]
    hits = [one for one in left if not one.endswith("critical")]
    wants_critical = wish[who] > 0
    pool = (criticals or hits) if wants_critical else (hits or criticals)
    if not pool:
        return
    changed = [one for one in pool if " " in one]
    fresh = [one for one in pool if " " not in one]
    taken = ((fresh or changed) if who == "target" else (changed or fresh))[0]
    left.remove(taken)
    if taken.endswith("critical"):
        wish[who] -= 1
