"""A legal muster picked at random, for random players: any mission, options, country, models and fitting cards. Some
models have been in battles before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from rules.contract import Muster, Side, Unit
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import NATIONS, Entry, entries, find, find_card, house
from rules.systems.modern_age.forces import Fielded, is_tank
from rules.systems.modern_age.grades import post
from rules.systems.modern_age.state import Condition
from rules.upkeep import GRADES

from .drafted_cards import SPOTTERS, alone, dealt, equipped, favour, with_card, with_some
from .drafted_casts import CASTS, PAIRS, Cast, Worn
from .faults import has_keyword
from .muster import critical_cards

Choose = Callable[[int], int]
Options = dict[str, bool | int | str]
SIZES = (1, 2, 3, 4, 4, 5)  # of a platoon
# The missions with preset forces are drawn less often than those in which anything may be fielded.
ANYTHING = (tables.TANK_ACE, tables.KING_OF_THE_HILL, tables.FREE_FOR_ALL, tables.NO_RETREAT)
DRAWN = (*[tables.FIRST_GAME] * 2, *[tables.ALPHA_66] * 3, *ANYTHING * 3)
PAIRED = 2  # one battle of so many is of a pair of casts; of the others, one platoon of two is a cast
SPARE = 3  # fewer than so many cards are dealt to a cast's models besides their own
CAST_POINTS = 250  # enough for any cast
# A club's own sheet: of what few of the published models have. Their guns are about a match for one another's armour,
# they take little damage, and they carry many cards; a Snail hardly hurts anybody.
COLUMNS = (
    "name,nation,points,type,initiative,attack,defence,capacity,crew_slots,ammo_slots,rapid_fire,missiles,stabiliser,"
    "fast,wheeled,scout,hammerhead,spearhead,artillery,brutal,forward_firing,predator"
)
KINDS = (
    "Bear of {0},{0},9,tank,6,5,2,22,6,,,4,Stabiliser,yes,yes,,,,,,,",
    "Snail of {0},{0},8,tank,2,1,2,24,6,,,,,,,,,,,,,",
    "Ox of {0},{0},8,tank,4,4,1,18,6,,,,Advanced Stabiliser,,,,yes,yes,yes,yes,yes,",
    "Kite of {0},{0},8,helicopter,7,3,2,7,4,2,4,4,,,,,,,,,,yes",
    "Moth of {0},{0},8,helicopter,5,3,2,6,4,2,,3,,,,,,,,,,",
)

SHEET = "\n".join((COLUMNS, *(kind.format(nation) for nation in NATIONS for kind in KINDS)))


def draft(choose: Choose) -> Muster:
    """`choose(n)` picks a number below n; the same picks give the same muster."""
    pair = PAIRS[choose(len(PAIRS))] if choose(PAIRED) == 0 else None
    missions = DRAWN if pair is None else pair.missions or ANYTHING
    scenario = missions[choose(len(missions))]
    options: Options = {
        "critical_deck": ("free_input", "house")[choose(2)],
        "target_cancels_first": bool(choose(2)),
        "turn_limit": (0, 4, 5, 12)[choose(4)],
        "time_limit": (0, 90)[choose(2)],
        "allow_fan_made": choose(3) > 0,
        "point_limit": (80, 250, 500)[choose(3)],
        "roles": ("rolled", "rolled", "rolled", "by_side")[choose(4)],
        tables.HOUSE_UNITS: ("", SHEET, SHEET, SHEET)[choose(4)],
    } | dict(pair.options if pair else ())
    sides = next(one.sides for one in tables.SCENARIOS if one.key == scenario)
    if pair:
        platoons = [
            _cast(side, cast, options) for side, cast in zip(sides, (pair.attackers, pair.defenders), strict=True)
        ]
    else:
        platoons = [_platoon(choose, scenario, side, place, options) for place, side in enumerate(sides)]
    fielded = [model for platoon in platoons for model in platoon]
    seed = "".join("0123456789abcdef"[choose(16)] for _digit in range(64))
    return Muster(
        system=tables.KEY,
        edition=tables.EDITIONS[-1],
        scenario=scenario,
        options=options,
        sides={
            side: Side(players=(player,), platoon=_card_for(scenario, platoon))
            for side, player, platoon in zip(sides, ("bob", "carol"), platoons, strict=True)
        },
        units=tuple(worn(choose, scenario, fielded, pair.worn if pair else "", int(seed, 16))),
        fittings={
            model.unit.id: tuple(_word(model, one.entry) for one in model.carried) for model in fielded if model.cards
        },
        seed=seed,
    )


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
    if choose(2):
        found = _cast(side, CASTS[choose(len(CASTS))], options)
        fans = bool(options["allow_fan_made"])
        heroes = {one.card.name for model in found for one in model.carried}
        return [with_some(choose, model, choose(SPARE), CAST_POINTS, heroes, fans) for model in found]
    return _models(choose, side, SIZES[choose(len(SIZES))], int(options["point_limit"]), options)


def _cast(side: str, cast: Cast, options: Options) -> list[Fielded]:
    """As it is made up, and allowed by the options for it."""
    options["point_limit"] = max(int(options["point_limit"]), CAST_POINTS)
    found: list[Fielded] = []
    for number, (name, *hand) in enumerate(cast, 1):
        entry = find(tables.EDITIONS[-1], ("model",), name, SHEET)
        assert entry is not None, name
        model = Fielded(Unit(id=f"{side}-{number}", side=side, model=name), entry, (), (), Condition())
        found.append(dealt(model, CAST_POINTS, set(), True, tuple(hand)))
        if find(tables.EDITIONS[-1], ("model",), name) is None:
            options[tables.HOUSE_UNITS] = SHEET
    made_by_fans = (one.entry.fan_made for model in found for one in model.carried)
    if any(model.entry.fan_made for model in found) or any(made_by_fans):
        options["allow_fan_made"] = True
    return found


def _plain(side: str, number: int, model: str) -> Fielded:
    unit = Unit(id=f"{side}-{number}", side=side, model=model)
    return Fielded(unit, _entry("model", model), (), (), Condition())


def _with_cards(model: Fielded, cards: Sequence[str]) -> Fielded:
    for name in cards:
        model = with_card(model, next(card for card in alone(model.entry, fans=False) if card.name == name))
    return model


def _card_for(scenario: str, platoon: Sequence[Fielded]) -> str:
    nation = platoon[0].entry.article.nation
    known = (entry.name for entry in _fieldable(True, "platoon") if entry.article.nation == nation)
    return "" if scenario == tables.FIRST_GAME else next(known)


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


MENDING = ("cancel", "repair_instead", "reroll_repair")
FLYING_ON = ("Bailed Out", "Damaged Mobility", "Jammed Mechanisms")  # what does something else to helicopters
ALIKE: tuple[Worn, ...] = ("nearly destroyed", "nearly destroyed", "stranded", "", "")
SPARED = 2  # fewer points of damage than so many
STRANDED = ("Bailed Out", "Damaged Mobility")  # who carries one may not move


def worn(choose: Choose, scenario: str, fielded: Sequence[Fielded], alike: Worn, seed: int) -> Iterator[Unit]:
    """The units of a battle: all worn alike, as in three of five of a preset mission, or each as its own earlier
    battles left it."""
    if scenario in (tables.ALPHA_66, tables.FIRST_GAME):
        alike = ALIKE[choose(len(ALIKE))]
    for place, model in enumerate(fielded):
        match alike:
            case "nearly destroyed":
                condition: dict[str, Any] = {"damage": _capacity(model) - 1 - _spared(choose, model, scenario)}
            case "stranded":
                condition = _wounded(choose, STRANDED)
            case "shaken":
                condition = _shaken(choose, model)
            case _:
                condition = _condition(choose, model, scenario)
        yield _crewed(msgspec.structs.replace(model.unit, condition=condition), seed, place)


def _spared(choose: Choose, model: Fielded, scenario: str) -> int:
    """The lone tank of Alpha 66 lasts a little longer than the T-64s, for she has two of them to destroy."""
    return choose(SPARED) if scenario == tables.ALPHA_66 and model.entry.name != tables.T_64 else 0


def _shaken(choose: Choose, model: Fielded) -> dict[str, Any]:
    """Whose cards may cancel a critical card carries such a one, and takes no more damage."""
    cancelled = [
        name for one in model.carried for effect in one.card.effects if effect.does in MENDING for name in effect.names
    ]
    return {"damage": _capacity(model) - 1} | _wounded(choose, cancelled) if cancelled else {}


def _capacity(model: Fielded) -> int:
    return int(model.entry.figures["damage_capacity"])


def _condition(choose: Choose, model: Fielded, scenario: str) -> dict[str, Any]:
    """Mostly brand new; else with what its cards answer, if any do."""
    effects = [effect for one in model.carried for effect in one.card.effects]
    nearly = {"damage": _capacity(model) - 1}
    answered = [name for effect in effects for name in effect.names]
    mending = any(effect.does in MENDING or "has_repairable_critical" in effect.when for effect in effects)
    if (model.entry.name == tables.T_64 and scenario == tables.ALPHA_66) or scenario == tables.FIRST_GAME:
        return (nearly, nearly, _wounded(choose), {})[choose(4)]
    if any(effect.does == "capacity" for effect in effects):
        return nearly | (_wounded(choose, answered) if choose(4 if mending else 2) else {})
    if any(effect.does == "last_stand" or "final_fury" in effect.when for effect in effects):
        return ({}, nearly)[choose(2)]
    if not is_tank(model.entry):
        return (nearly, nearly, _wounded(choose, FLYING_ON), {})[choose(4)]
    if mending and choose(3):
        return _wounded(choose, answered)
    match choose(8):
        case 0:
            return nearly
        case 1:
            return {"damage": choose(_capacity(model))}
        case 2 | 3:
            return _wounded(choose)
        case 4 if names := [card.name for card in model.cards if card.points > 0]:
            return {"lost_cards": [names[choose(len(names))]]}
    return {}


def _wounded(choose: Choose, answered: Iterable[str] = ()) -> dict[str, Any]:
    """With a critical card, one of those `answered` if there are some; Bailed Out rather than others."""
    known, wanted = critical_cards(tables.EDITIONS[-1]), {*answered}
    names = [name for name in known if name in wanted] or [*known, *["Bailed Out"] * 4]
    name = names[choose(len(names))]
    return {"criticals": [{"card": name, "repairable": bool(known[name].figures["repairable"]), "effect": name}]}


def _crewed(unit: Unit, seed: int, place: int) -> Unit:
    """In one battle of four, by its seed, crews are of any grade, as in a campaign in which grades do all they may."""
    grade = GRADES[(seed >> 2 * place) % len(GRADES)] if seed >> 254 == 0 else GRADES[0]
    return msgspec.structs.replace(unit, condition=post({"grade_effect": "both"}, grade, unit.condition))
