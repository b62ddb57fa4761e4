"""The arithmetic of fire once more, from the words of the rulebook and by other means: inches in fractions, lists of
what takes from the Size, and the dice counted one by one. Nothing below the line knows the rulebook's code."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import example
from hypothesis import given as for_all
from hypothesis import strategies as st

from rules.systems.fluid_time.deck import CardDrawn
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.shooting import ShotResolved
from rules.systems.fluid_time.state import Vehicle
from rules.systems.fluid_time.strikes import TargetAttacked
from tests.rules.fluid_time.table import T34, battle, shuffled, unit
from tests.rules.scenario import Story

COLUMNS = (
    "name,nation,points,role,size,armour,dice_short,dice_medium,dice_long,"
    "modifier_short,modifier_medium,modifier_long,shots,move,soft\n"
)
BANDS = ("short", "medium", "long")
d6 = st.integers(1, 6)
d10 = st.integers(1, 10)


@st.composite
def guns(draw: st.DrawFn) -> dict[str, Any]:
    """A line of a club's sheet: its gun reaches every band up to its last."""
    reach = draw(st.integers(1, 3))
    return {
        "nation": draw(st.sampled_from(["GER", "USSR", "UK"])),
        "size": draw(st.integers(1, 10)),
        "armour": draw(st.integers(1, 40)),
        "dice": [draw(st.integers(1, 12)) if place < reach else 0 for place in range(3)],
        "modifiers": [draw(st.integers(-5, 5)) for _band in BANDS],
        "shots": draw(st.integers(1, 3)),
        "soft": draw(st.booleans()),
    }


PLAIN = {"nation": "GER", "size": 2, "armour": 1, "dice": [1, 0, 0], "modifiers": [0, 0, 0], "shots": 1, "soft": False}
STRUCK = {"hit": [2, 1, 1], "damage": [1] * 39, "effect": [1] * 3}


@example(
    shooter=PLAIN,
    victim=PLAIN,
    distance=0,
    facing="rear",
    concealment="",
    own=False,
    moving=False,
    crest="down",
    **STRUCK,
)
@for_all(
    shooter=guns(),
    victim=guns(),
    distance=st.integers(0, 400),
    facing=st.sampled_from(["front", "flank", "rear"]),
    concealment=st.sampled_from(["", "light", "heavy"]),
    own=st.booleans(),
    moving=st.booleans(),
    crest=st.sampled_from(["", "down", "behind"]),
    hit=st.lists(d10, min_size=3, max_size=3),
    damage=st.lists(d6, min_size=39, max_size=39),
    effect=st.lists(d6, min_size=3, max_size=3),
)
def test_law_a_shooting_is_what_the_words_say(
    shooter: dict[str, Any],
    victim: dict[str, Any],
    distance: int,
    facing: str,
    concealment: str,
    own: bool,
    moving: bool,
    crest: str,
    hit: list[int],
    damage: list[int],
    effect: list[int],
) -> None:
    moving = moving and not crest  # who stands at a crest line stands
    story = told_of(shooter, victim, own, moving, crest)
    inches = Fraction(distance, 10)
    taken = takes(
        {
            "target moving": moving,
            "light concealment": concealment == "light",
            "heavy concealment": concealment == "heavy",
            "hull down": crest == "down" and facing != "rear",  # from in front of the line across its front
            "shooter moved": own and shooter["nation"] != "USSR",
            "Russian moving and shooting": own and shooter["nation"] == "USSR",
        }
    )
    expected = shooting(shooter, victim, inches, facing, taken, hit, damage, effect)
    said = f"distance={distance} facing={facing}"
    said += f" concealment={concealment}" if concealment else ""
    said += " hull_down=yes" if crest == "down" else ""
    said += "".join(f" {name}={','.join(map(str, dice))}" for name, dice in expected["dice"].items() if dice)
    told = story.when("germans", f"fire gun {said}")
    assert told._refused is None, told._refused
    shot, *hits = told.events
    assert isinstance(shot, ShotResolved)
    assert (shot.roll is None) is (not expected["dice"]["hit"])
    assert shot.hits == len(expected["hits"])
    if shot.roll:
        assert shot.need == expected["need"]
    found = [event for event in hits if isinstance(event, HitResolved)]
    assert [(event.dice, event.total, event.effect) for event in found] == expected["hits"]
    assert what_is_left(unit(story, "victim")) == left_of(expected["hits"])


@for_all(
    victim=guns(),
    aircraft=st.integers(1, 6),
    moving=st.booleans(),
    concealment=st.sampled_from(["", "light", "heavy"]),
    modified=st.booleans(),
    hit=d10,
    damage=st.lists(d6, min_size=4, max_size=4),
    effect=d6,
)
def test_law_a_strike_is_what_the_words_say(
    victim: dict[str, Any],
    aircraft: int,
    moving: bool,
    concealment: str,
    modified: bool,
    hit: int,
    damage: list[int],
    effect: int,
) -> None:
    concealment = concealment if modified else ""
    story = struck_at(victim, aircraft, moving, modified)
    need = victim["size"]
    if modified:
        need -= int(moving) + {"": 0, "light": 1, "heavy": 2}[concealment]
    dice = (2 if aircraft in (3, 4) else 3) + (0 if victim["soft"] else 1)
    said = f"strike victim hit={hit}" if need >= 1 else "strike victim"
    said += f" concealment={concealment}" if concealment else ""
    strikes = need >= 1 and hit <= need
    fell = damage[:dice]
    goes_in = strikes and sum(fell) >= victim["armour"]
    said += f" damage={','.join(map(str, fell))}" if strikes else ""
    said += f" effect={effect}" if goes_in else ""
    told = story.when("germans", said)
    assert told._refused is None, told._refused
    first, *others = told.events
    assert isinstance(first, TargetAttacked)
    assert (first.need, first.hit) == (need, strikes)
    found = [event for event in others if isinstance(event, HitResolved)]
    assert [(event.dice, event.total) for event in found] == ([(dice, sum(fell))] if strikes else [])
    destroyed = goes_in and effect >= 4
    assert bool(unit(story, "victim").tests) is (strikes and not destroyed)
    assert unit(story, "victim").in_play is not destroyed


def told_of(shooter: dict[str, Any], victim: dict[str, Any], own: bool, moving: bool, crest: str) -> Story:
    """The gun has declared its shot at its victim."""
    marks: dict[str, tuple[str, ...]] = {}
    if own:
        marks["gun"] = ("moving",)
    if moving:
        marks["victim"] = ("moving",)
    if crest:
        marks["victim"] = ("hull_down",)
    story = battle("germans/panzers/free_action", marks, UNITS, house_units=sheet(shooter, victim))
    return story.tell("germans: aim gun victim")


def struck_at(victim: dict[str, Any], aircraft: int, moving: bool, modified: bool) -> Story:
    """The templates of a German airstrike are laid."""
    told = sheet(victim, victim)
    marks: dict[str, tuple[str, ...]] = {"victim": ("moving",)} if moving else {}
    story = shuffled(UNITS, marks, house_units=told, air_modifiers=modified, support_first="german")
    story.and_then(CardDrawn(card="germans/air_support", left=20))
    story.tell(f"germans: call-support germans observer=yes aircraft={aircraft}")
    return story.tell("germans: send-strike germans intensity=1")


UNITS = {
    "gun": ("Gun", "germans/panzers"),
    "victim": ("Victim", "soviets/tankovy"),
    "one": (T34, "soviets/specials"),
    "other": (T34, "soviets/specials"),
}


def sheet(shooter: dict[str, Any], victim: dict[str, Any]) -> str:
    return COLUMNS + line("Gun", shooter) + line("Victim", victim)


def line(name: str, gun: dict[str, Any]) -> str:
    dice, modifiers = (",".join(map(str, gun[what])) for what in ("dice", "modifiers"))
    soft = "yes" if gun["soft"] else ""
    return (
        f"{name},{gun['nation']},10,medium,{gun['size']},{gun['armour']},{dice},{modifiers},{gun['shots']},8,{soft}\n"
    )


def what_is_left(unit: Vehicle) -> dict[str, Any]:
    return {
        "presence": unit.presence,
        "gun": not unit.gun_out,
        "drives": not unit.immobile,
        "crew": not unit.suppressed,
        "tests": set(unit.tests),
    }


# -- from the words of the rulebook ------------------------------------------------------------------------------------


def takes(found: dict[str, bool]) -> int:
    """What is taken from the Size."""
    table = {
        "target moving": 1,
        "light concealment": 1,
        "heavy concealment": 2,
        "hull down": 1,
        "shooter moved": 2,
        "Russian moving and shooting": 3,
    }
    return sum(table[name] for name, holds in found.items() if holds)


def shooting(
    shooter: dict[str, Any],
    victim: dict[str, Any],
    inches: Fraction,
    facing: str,
    taken: int,
    hit: list[int],
    damage: list[int],
    effect: list[int],
) -> dict[str, Any]:
    """Die after die, taking from heaps of them."""
    rolled: dict[str, list[int]] = {"hit": [], "damage": [], "effect": []}
    hits: list[tuple[int, int, str]] = []
    place = 0 if inches <= 12 else 1 if inches <= 24 else 2 if inches <= 36 else None
    need = None
    if place is not None and shooter["dice"][place]:
        need = victim["size"] - taken + shooter["modifiers"][place]
    if need is None or need < 1:
        return {"need": need, "dice": rolled, "hits": hits}
    rolled["hit"] = hit[: shooter["shots"]]
    damage, effect = list(damage), list(effect)
    for die in rolled["hit"]:
        if die > need:
            continue
        assert place is not None
        fell = [damage.pop(0) for _die in range(shooter["dice"][place])]
        if facing != "front":
            fell.append(damage.pop(0))
        rolled["damage"] += fell
        goes_in = sum(fell) >= victim["armour"]
        if goes_in:
            rolled["effect"].append(effect.pop(0))
        hits.append((len(fell), sum(fell), penetrated(rolled["effect"][-1]) if goes_in else "none"))
    return {"need": need, "dice": rolled, "hits": hits}


def penetrated(die: int) -> str:
    if die >= 4:
        return "exploded" if die == 6 else "burning"
    return ("crew_suppressed", "gun_out", "immobile")[die - 1]


def left_of(hits: list[tuple[int, int, str]]) -> dict[str, Any]:
    """Of a vehicle that was whole; nothing happens to what is out."""
    left: dict[str, Any] = {"presence": "in_play", "gun": True, "drives": True, "crew": True, "tests": set()}
    for _dice, _total, effect in hits:
        if effect in ("burning", "exploded"):
            return {**left, "presence": effect, "crew": True, "tests": set()}
        if effect == "gun_out":
            left["gun"] = False
        elif effect == "immobile":
            left["drives"] = False
        elif effect == "crew_suppressed":
            left["crew"] = False
            left["tests"].add("crew_suppressed")
        else:
            left["tests"].add("struck")
    return left
