"""A legal muster picked at random, for random players: any mission, options, country, models and fitting cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from rules.contract import Muster, Side, Unit
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import Entry, entries, find, find_card, house
from rules.systems.modern_age.grades import post
from rules.systems.modern_age.house_units import NATIONS
from rules.systems.modern_age.state import Condition
from rules.upkeep import GRADES

from .drafted_cards import SPOTTERS, alone, equipped, favour, with_card
from .faults import Fielded, has_keyword, is_tank
from .start import critical_cards

Choose = Callable[[int], int]
Options = dict[str, bool | int | str]
SIZES = (1, 2, 3, 4, 4, 5)  # of a platoon
# The missions with preset forces are drawn less often than those in which anything may be fielded.
DRAWN = (*tables.SCENARIOS, tables.SCENARIOS[0], *tables.SCENARIOS[2:], *tables.SCENARIOS[2:])
# A club's own sheet: of what few of the published models have. Their guns are about a match for one another's armour,
# they take little damage, and they carry many cards.
COLUMNS = (
    "name,nation,points,type,initiative,attack,defence,capacity,crew_slots,ammo_slots,rapid_fire,missiles,stabiliser,"
    "fast,wheeled,scout,hammerhead,spearhead,artillery,brutal,forward_firing,predator"
)
KINDS = (
    "Bear of {0},{0},9,tank,6,5,2,22,6,,,4,Stabiliser,yes,yes,,,,,,,",
    "Ox of {0},{0},8,tank,4,4,1,18,6,,,,Advanced Stabiliser,,,,yes,yes,yes,yes,yes,",
    "Kite of {0},{0},8,helicopter,7,3,2,7,4,2,4,4,,,,,,,,,,yes",
    "Moth of {0},{0},8,helicopter,5,3,2,6,4,2,,3,,,,,,,,,,",
)

SHEET = "\n".join((COLUMNS, *(kind.format(nation) for nation in NATIONS for kind in KINDS)))


def draft(choose: Choose) -> Muster:
    """`choose(n)` picks a number below n; the same picks give the same muster."""
    scenario = DRAWN[choose(len(DRAWN))]
    options: Options = {
        "critical_deck": ("free_input", "house")[choose(2)],
        "target_cancels_first": bool(choose(2)),
        "turn_limit": (0, 3, 5, 12)[choose(4)],
        "time_limit": (0, 90)[choose(2)],
        "allow_fan_made": choose(3) > 0,
        "point_limit": (80, 250, 500)[choose(3)],
        "roles": ("rolled", "rolled", "rolled", "by_side")[choose(4)],
        tables.HOUSE_UNITS: ("", SHEET, SHEET, SHEET)[choose(4)],
    }
    platoons = [_platoon(choose, scenario.key, side, place, options) for place, side in enumerate(scenario.sides)]
    fielded = [model for platoon in platoons for model in platoon]
    worn = [_worn(choose, model, scenario.key) for model in fielded]
    seed = "".join("0123456789abcdef"[choose(16)] for _digit in range(64))
    return Muster(
        system=tables.KEY,
        edition=tables.EDITIONS[-1],
        scenario=scenario.key,
        options=options,
        sides={
            side: Side(players=(player,), platoon=_card_for(scenario.key, platoon))
            for side, player, platoon in zip(scenario.sides, ("bob", "carol"), platoons, strict=True)
        },
        units=tuple(_crewed(unit, int(seed, 16), place) for place, unit in enumerate(worn)),
        fittings={
            model.unit.id: tuple(_word(model, one.entry) for one in model.carried) for model in fielded if model.cards
        },
        seed=seed,
    )


def _worn(choose: Choose, model: Fielded, scenario: str) -> Unit:
    """Mostly brand new; else as an earlier battle may have left it: with what its cards answer, if any do."""
    capacity = int(model.entry.figures["damage_capacity"])
    effects = [effect for one in model.carried for effect in one.card.effects]
    condition: dict[str, Any] = {}
    if (model.entry.name == tables.T_64 and scenario == tables.ALPHA_66) or scenario == tables.FIRST_GAME:
        condition = ({"damage": capacity - 1}, {"damage": capacity - 1}, _wounded(choose, set()), {})[choose(4)]
    elif not is_tank(model.entry) or any(effect.does == "capacity" for effect in effects):
        condition = ({"damage": capacity - 1}, _wounded(choose, set()), {}, {})[choose(4)]
    elif any(effect.does in MENDING or "has_repairable_critical" in effect.when for effect in effects) and choose(3):
        condition = _wounded(choose, {name for effect in effects for name in effect.names})
    else:
        match choose(8):
            case 0:
                condition = {"damage": capacity - 1}
            case 1:
                condition = {"damage": choose(capacity)}
            case 2 | 3:
                condition = _wounded(choose, set())
            case 4 if names := [card.name for card in model.cards if card.points > 0]:
                condition = {"lost_cards": [names[choose(len(names))]]}
    return msgspec.structs.replace(model.unit, condition=condition)


MENDING = ("cancel", "repair_instead", "reroll_repair")


def _wounded(choose: Choose, answered: set[str]) -> dict[str, Any]:
    """With a critical card, one of those `answered` if there are some; Bailed Out rather than others."""
    known = critical_cards(tables.EDITIONS[-1])
    names = [name for name in known if name in answered] or [*known, *["Bailed Out"] * 4]
    name = names[choose(len(names))]
    return {"criticals": [{"card": name, "repairable": bool(known[name].figures["repairable"]), "effect": name}]}


def _crewed(unit: Unit, seed: int, place: int) -> Unit:
    """In one battle of four, by its seed, crews are of any grade, as in a campaign in which grades do all they may."""
    grade = GRADES[(seed >> 2 * place) % len(GRADES)] if seed >> 254 == 0 else GRADES[0]
    return msgspec.structs.replace(unit, condition=post({"grade_effect": "both"}, grade, unit.condition))


def _platoon(choose: Choose, scenario: str, side: str, place: int, options: Options) -> list[Fielded]:
    match scenario, place:
        case tables.ALPHA_66, 0 if choose(3) == 0:
            options["alternative_platoon"] = True
            return _models(choose, side, 1, tables.ALPHA_POINTS, options)
        case tables.ALPHA_66, 0:
            return [_with_cards(_plain(side, 1, tables.ABRAMS), tables.ALPHA_CARDS)]
        case tables.ALPHA_66, _:
            return [_plain(side, 1, tables.T_64), _plain(side, 2, tables.T_64)]
        case tables.FIRST_GAME, _:
            return [_plain(side, 1, (tables.ABRAMS, tables.T_64)[place])]
    return _models(choose, side, SIZES[choose(len(SIZES))], int(options["point_limit"]), options)


def _plain(side: str, number: int, model: str) -> Fielded:
    unit = Unit(id=f"{side}-{number}", side=side, model=model)
    return Fielded(unit, _entry("model", model), (), (), Condition())


def _with_cards(model: Fielded, cards: Sequence[str]) -> Fielded:
    for name in cards:
        model = with_card(model, next(card for card in alone(model.entry, fans=False) if card.name == name))
    return model


def _card_for(scenario: str, platoon: Sequence[Fielded]) -> str:
    return "" if scenario == tables.FIRST_GAME else _platoon_of(platoon[0].entry.article.nation).name


def _platoon_of(nation: str) -> Entry:
    return next(entry for entry in _fieldable(True, "platoon") if entry.article.nation == nation)


def _models(choose: Choose, side: str, count: int, limit: int, options: Options) -> list[Fielded]:
    """`count` models of one country with fitting cards, each within an equal share of the points; one is a tank."""
    platoons = _fieldable(True, "platoon")
    nation = [*platoons, platoons[-1]][choose(len(platoons) + 1)].article.nation  # the last one has the most cards
    share, fans, own = limit // count, bool(options["allow_fan_made"]), str(options[tables.HOUSE_UNITS])
    known = [*_fieldable(fans, "model"), *(Entry(article, ()) for article in house(tables.EDITIONS[-1], own) if own)]
    affordable = [one for one in known if one.article.nation == nation and one.article.points <= share]
    heroes: set[str] = set()
    found: list[Fielded] = []
    for number in range(1, count + 1):
        models = _sturdy(choose, affordable) if number < 3 else _of_a_kind(choose, affordable)
        bag = [one for one in models for _time in range(favour(one, fans))]
        model = bag[choose(len(bag))]
        unit = Unit(id=f"{side}-{number}", side=side, model=model.name)
        hand = SPOTTERS[choose(2)] if any(has_keyword(one.entry, "Artillery") for one in found) else ()
        found.append(equipped(choose, Fielded(unit, model, (), (), Condition()), share, heroes, fans, hand))
    return found


def _sturdy(choose: Choose, models: list[Entry]) -> list[Entry]:
    """A tank, and mostly one that takes much: a side without tanks has lost (R39)."""
    tanks = [one for one in models if is_tank(one)]
    most = max(int(one.figures["damage_capacity"]) for one in tanks)
    return [one for one in tanks if one.figures["damage_capacity"] > most // 2] if choose(3) else tanks


def _of_a_kind(choose: Choose, models: list[Entry]) -> list[Entry]:
    """Helicopters as often as tanks, where there are any, though there are fewer of them."""
    helicopters = [one for one in models if not is_tank(one)]
    return helicopters if helicopters and choose(2) else models


@cache
def _fieldable(fans: bool, *kinds: str) -> tuple[Entry, ...]:
    """What a platoon may field, with the articles fans made where `fans`."""
    return tuple(entry for entry in entries(tables.EDITIONS[-1], *kinds) if fans or not entry.fan_made)


def _word(model: Fielded, card: Entry) -> str:
    """The card's name; its key where the name means another one."""
    meant = find_card(tables.EDITIONS[-1], card.name, model.entry.article.nation)
    return card.name if meant is card else card.article.key


def _entry(kind: str, word: str) -> Entry:
    entry = find(tables.EDITIONS[-1], (kind,), word)
    assert entry is not None, word
    return entry
