"""Both pools, the faces that count, and cancelling: against a second reading of the rulebook that shares no code."""

from __future__ import annotations

import csv
import json
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from rules.systems.modern_age.catalogue import find
from rules.systems.modern_age.defence.cancels import cancelled, defence_dice
from rules.systems.modern_age.figures import Aim, is_doomed
from rules.systems.modern_age.shooting.weapons import attack_dice, critical_on, hits_on, score
from rules.systems.modern_age.shot import Shot, changed, results_of
from rules.systems.modern_age.state import Attached, Boost, Card, Model, State, Wound
from rules.systems.modern_age.tables import EDITIONS
from tests.rules.modern_age import naive
from tests.rules.modern_age.duels import PLATOONS

EDITION, TURN = EDITIONS[-1], 3


@cache
def sheet(kind: str) -> list[dict[str, Any]]:
    """The lines of the catalogue, read as they stand."""
    text = files("rules.systems.modern_age").joinpath("catalogue.csv").read_text(encoding="utf-8")
    rows = [row for row in csv.DictReader(text.splitlines()) if row["kind"] == kind]
    return [row | {"figures": json.loads(row["figures"])} for row in rows]


class Told:
    """One random attack, told to both: as the engine's state and as the plain one's fighters."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        nations = self.chance.sample(sorted(PLATOONS), 2)
        self.sides = dict(zip(("us", "them"), nations, strict=True))
        self.state = State(
            edition=EDITION,
            options={"target_cancels_first": self.chance.random() < 0.7},
            sides=("them", "us"),
            platoons={side: found("platoon", PLATOONS[nation]).effects for side, nation in self.sides.items()},
            deck={name: found("critical", name) for name in ("Stunned Crew", "Shell Shocked")},
            phase="shooting",
            turn=TURN,
        )
        self.plain = naive.Attack(self.fighter("a", "us"), self.fighter("t", "them"))
        self.friends()
        self.smoke()
        self.aim = self.shot_at()

    def yes(self, chance: float = 0.5) -> bool:
        return self.chance.random() < chance

    # -- the models ----------------------------------------------------------------------------------------------------

    def fighter(self, key: str, side: str) -> naive.Fighter:
        row = self.chance.choice([row for row in sheet("model") if row["nation"] == self.sides[side]])
        printed = row["figures"]
        plain = naive.Fighter(
            kind=printed["type"],
            initiative=printed["initiative"],
            attack=printed["attack"],
            defence=printed["defence"],
            capacity=printed["damage_capacity"],
            words=printed["keywords"],
            tokens=self.chance.randrange(4),
            damage=self.chance.choice((0, 0, 1, printed["damage_capacity"], printed["damage_capacity"] + 1)),
            platoon=PLATOONS[self.sides[side]],
        )
        model = Model(
            id=key,
            side=side,
            name=row["name"],
            model=row["name"],
            kind=printed["type"],
            nation=row["nation"],
            points=0,
            initiative=plain.initiative,
            attack=plain.attack,
            rapid_fire=plain.x_of("Rapid Fire"),
            missiles=plain.x_of("Missiles"),
            defence=plain.defence,
            capacity=plain.capacity,
            speed=printed["speed"],
            keywords=tuple(word for word in printed["keywords"]),
            cards={},
            damage=plain.damage,
            moves=plain.tokens,
            deployed=True,
        )
        self.cards(model, plain)
        for number, name in enumerate(("Stunned Crew", "Shell Shocked"), 1):
            if self.yes(0.1):
                model.criticals[f"c{number}"] = Attached(f"c{number}", Wound(name, True, name))
                plain.criticals.append(name)
        self.state.models[key] = model
        return plain

    def cards(self, model: Model, plain: naive.Fighter) -> None:
        """Up to four of different types that its country has and its kind may carry."""
        rows = [row for kind in ("crew", "upgrade") for row in sheet(kind) if fits(row, model)]
        for row in self.chance.sample(rows, 6):
            key = row["figures"]["card_type"].lower()
            if key in model.cards or len(model.cards) >= 4:
                continue
            crew = row["kind"] == "crew"
            entry = found(row["kind"], row["name"])
            card = Card(key, row["figures"]["card_type"], entry.name, crew, effects=entry.effects)
            card.face_up, card.gone = self.yes(0.8), self.yes(0.1)
            card.used = TURN if self.yes() else 0
            model.cards[key] = card
            if card.face_up and not card.gone:
                plain.up.append(card.name)
                if card.used == TURN:
                    plain.fresh.append(card.name)

    def friends(self) -> None:
        """Another tank of each side, perhaps lost; what it carries does nothing to the attack."""
        for side, plain in (("us", self.plain.shooter), ("them", self.plain.target)):
            key = f"{side}-friend"
            fighter = self.fighter(key, side)
            friend = self.state.models[key]
            friend.cards.clear()
            if self.yes(0.3):
                friend.fate = self.chance.choice(("destroyed", "removed", "withdrawn"))
                plain.side_lost_a_tank = fighter.kind == "tank" and friend.fate != "withdrawn"

    def smoke(self) -> None:
        for key, plain in (("a", self.plain.shooter), ("t", self.plain.target)):
            if self.yes(0.15):
                source = self.state.models["us-friend"]
                source.cards["ammo"] = Card(
                    "ammo", "Ammo", "Willie Pete", False, effects=found("upgrade", "Willie Pete").effects
                )
                self.state.models[key].boosts.append(Boost("smoke", "us-friend", "ammo"))
                plain.smokes += 1

    # -- the attack ----------------------------------------------------------------------------------------------------

    def shot_at(self) -> Aim:
        plain, model = self.plain, self.state.models["a"]
        plain.cover, plain.close, plain.side = self.yes(), self.yes(), self.yes(0.3)
        plain.another_close = self.yes(0.3)
        plain.shooter_covered, plain.shooter_has_friend = self.yes(), self.yes()
        told = {word for word, said in self.words().items() if said}
        self.use("a", plain.shooter, ("Silver Bullet", "MANPADS", "Duck Hunter", *naive.AREA))
        self.use("t", plain.target, ("Countermeasures",))
        plain.weapon = self.weapon()
        spent = [
            f"{key}/{card.id}"
            for key in "at"
            for card in self.state.models[key].cards.values()
            if self.is_spent(key, card)
        ]
        return Aim(
            shooter=model,
            target=self.state.models["t"],
            cover=plain.cover,
            close=plain.close,
            side_shot=plain.side,
            enemy_close=plain.another_close,
            told=frozenset(told),
            weapon=plain.weapon,  # type: ignore[arg-type]
            spent=tuple(spent),
        )

    def words(self) -> dict[str, bool]:
        return {"shooter_in_cover": self.plain.shooter_covered, "shooter_near_friend": self.plain.shooter_has_friend}

    def use(self, key: str, plain: naive.Fighter, names: tuple[str, ...]) -> None:
        for card in self.state.models[key].cards.values():
            if card.name in names and self.yes(0.7):
                plain.spent.append(card.name)

    def is_spent(self, key: str, card: Card) -> bool:
        return card.name in (self.plain.shooter if key == "a" else self.plain.target).spent

    def weapon(self) -> str:
        plain = self.plain
        able = ["gun"]
        flies = plain.target.kind == "helicopter"
        if any(name in naive.AREA for name in plain.shooter.spent):
            able.append("area")
        ducks = "Duck Hunter" in plain.shooter.spent
        if (ducks and flies) or (not ducks and "Jurgen Schmidt" in plain.shooter.fresh):
            able.append("fixed")
        if naive.missile_dice(plain) and (plain.shooter.tokens < 3 or "Predator" in plain.shooter.words):
            able += ["missiles", "missiles"]
        return self.chance.choice(able)


def fits(row: dict[str, Any], model: Model) -> bool:
    only = row["figures"].get("restricted_to") or [model.kind]
    return row["nation"] in (model.nation, "Global") and model.kind in only


@cache
def found(kind: str, name: str) -> Any:
    return find(EDITION, (kind,), name)


def check(seed: int) -> None:
    told = Told(seed)
    state, aim, plain, chance = told.state, told.aim, told.plain, told.chance
    dice = naive.attack_dice(plain)
    assert attack_dice(state, aim) == dice, (seed, plain)
    assert (hits_on(state, aim), critical_on(state, aim)) == naive.faces(plain), (seed, plain)
    assert is_doomed(state, aim.shooter) == (plain.shooter.damage >= naive.real_capacity(plain.shooter))
    rolled = [chance.randint(1, 6) for _ in range(dice)]
    scored = naive.results(plain, rolled)
    hits, criticals, forced = score(aim.shooter, tuple(rolled), *naive.faces(plain))
    kinds = (scored.count("hit"), len(scored) - scored.count("hit"), scored.count("hit made critical"))
    assert (hits, criticals, forced) == kinds, (seed, plain)
    shot = shot_of(aim, rolled, (hits, criticals, forced), chance)
    _split(shot, scored, chance)
    pool = naive.defence_dice(plain)
    assert defence_dice(state, shot) == pool, (seed, plain)
    _defend(state, shot, plain, scored, [chance.randint(1, 6) for _ in range(pool)])


def shot_of(aim: Aim, rolled: list[int], scored: tuple[int, int, int], chance: Random) -> Shot:
    return Shot(
        shooter="a",
        target="t",
        question="q",
        cover=aim.cover,
        close=aim.close,
        side_shot=aim.side_shot,
        enemy_close=aim.enemy_close,
        extra=False,
        hit_on=4,
        faces=tuple(rolled),
        hits=scored[0],
        criticals=scored[1],
        forced=scored[2],
        weapon=aim.weapon,
        told=tuple(aim.told),
        spent=list(aim.spent),
        shooter_cancels=chance.choice((None, 0, 1, 2, 6)),
        target_cancels=chance.choice((None, 0, 1, 2, 6)),
    )


def _split(shot: Shot, scored: list[str], chance: Random) -> None:
    """Now and then Sharpshooter: a natural critical made two hits."""
    if "critical" in scored and chance.random() < 0.4:
        scored.remove("critical")
        scored += ["critical made hit"] * 2
        left = changed(results_of(shot), "split")
        shot.hits, shot.criticals, shot.worn = left.hits, left.criticals, left.worn


def _defend(state: State, shot: Shot, plain: naive.Attack, scored: list[str], rolled: list[int]) -> None:
    shot.defence_faces = tuple(rolled)
    left = cancelled(state, shot)
    target_first = bool(state.options["target_cancels_first"])
    plainly = naive.uncancelled(plain, scored, rolled, target_first, shot.target_cancels, shot.shooter_cancels or 0)
    criticals = [one for one in plainly if one.endswith("critical")]
    assert (left.hits, left.criticals) == (len(plainly) - len(criticals), len(criticals))
    assert (left.worn, left.forced) == (plainly.count("critical made hit"), plainly.count("hit made critical"))


def test_hundreds_of_random_attacks_come_out_alike() -> None:
    for seed in range(400):
        check(seed)


@pytest.mark.soak
def test_a_hundred_thousand_random_attacks_come_out_alike() -> None:
    for seed in range(400, 100_400):
        check(seed)


def test_the_plain_reading_says_what_the_rulebook_prints() -> None:
    """B12: the two pools on pages 17 and 18, so that both are not wrong alike."""
    t64 = naive.Fighter("tank", 6, 5, 1, 8, [], tokens=2)
    m1 = naive.Fighter("tank", 8, 4, 2, 7, [], tokens=1)
    assert naive.defence_dice(naive.Attack(m1, t64, cover=True, close=True)) == 4
    t64.tokens, m1.tokens = 1, 0
    assert naive.defence_dice(naive.Attack(t64, m1, cover=True, side=True)) == 3
