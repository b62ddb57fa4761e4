"""A legal muster picked at random, for random players: any mission, options, country, models and fitting cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import msgspec

from rules.contract import Muster, Side, Unit
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import CARDS, Entry, alliance_of, entries, find, find_card
from rules.systems.modern_age.grades import post
from rules.systems.modern_age.state import Condition
from rules.upkeep import GRADES

from .faults import Carried, Fielded, faults_of_cards, is_tank
from .fittings import card_of, cost

Choose = Callable[[int], int]
Options = dict[str, bool | int | str]
MOST_MODELS, MOST_CARDS = 3, 5


def draft(choose: Choose) -> Muster:
    """`choose(n)` picks a number below n; the same picks give the same muster."""
    scenario = tables.SCENARIOS[choose(len(tables.SCENARIOS))]
    options: Options = {
        "critical_deck": ("free_input", "house")[choose(2)],
        "target_cancels_first": bool(choose(2)),
        "turn_limit": (0, 3, 6)[choose(3)],
        "time_limit": (0, 0, 90)[choose(3)],
        "allow_fan_made": choose(3) == 0,
        "point_limit": (50, 100)[choose(2)],
    }
    platoons = [_platoon(choose, scenario.key, side, place, options) for place, side in enumerate(scenario.sides)]
    fielded = [model for platoon in platoons for model in platoon]
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
        units=tuple(_crewed(model.unit, int(seed, 16), place) for place, model in enumerate(fielded)),
        fittings={
            model.unit.id: tuple(_word(model, one.entry) for one in model.carried) for model in fielded if model.cards
        },
        seed=seed,
    )


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
    return _models(choose, side, 1 + choose(MOST_MODELS), int(options["point_limit"]), options)


def _plain(side: str, number: int, model: str) -> Fielded:
    unit = Unit(id=f"{side}-{number}", side=side, model=model)
    return Fielded(unit, _entry("model", model), (), (), Condition())


def _with_cards(model: Fielded, cards: Sequence[str]) -> Fielded:
    for name in cards:
        model = _with(model, next(card for card in _fieldable(False, *CARDS) if card.name == name))
    return model


def _with(model: Fielded, card: Entry) -> Fielded:
    """The model with one card more."""
    carried = (*model.carried, Carried(card, card_of(card, face_up=False, before=model.cards)))
    return Fielded(model.unit, model.entry, carried, carried, model.condition)


def _card_for(scenario: str, platoon: Sequence[Fielded]) -> str:
    return "" if scenario == tables.FIRST_GAME else _platoon_of(platoon[0].entry.article.nation).name


def _platoon_of(nation: str) -> Entry:
    return next(entry for entry in _fieldable(True, "platoon") if entry.article.nation == nation)


def _models(choose: Choose, side: str, count: int, limit: int, options: Options) -> list[Fielded]:
    """`count` models of one country with fitting cards, each within an equal share of the points; one is a tank."""
    platoons = _fieldable(True, "platoon")
    nation = platoons[choose(len(platoons))].article.nation
    share, fans = limit // count, bool(options["allow_fan_made"])
    of_country = [one for one in _fieldable(fans, "model") if one.article.nation == nation]
    affordable = [one for one in of_country if one.article.points <= share]
    tanks = [one for one in affordable if is_tank(one)]
    heroes: set[str] = set()
    found = []
    for number in range(1, count + 1):
        models = tanks if number == 1 else _of_a_kind(choose, affordable)
        model = _plain(side, number, models[choose(len(models))].name)
        found.append(_equipped(choose, model, share, heroes, fans))
    return found


def _equipped(choose: Choose, model: Fielded, share: int, heroes: set[str], fans: bool) -> Fielded:
    """With some cards that the model may carry and the share pays for."""
    for _pick in range(choose(MOST_CARDS + 1)):
        fits = [
            more
            for card in _fieldable(fans, *CARDS)
            if card.name not in heroes and _legal(more := _with(model, card), share)
        ]
        if fits:
            model = _picked(choose, fits)
            heroes |= {one.card.name for one in model.carried if one.entry.figures["hero"]}
    return model


def _of_a_kind(choose: Choose, models: list[Entry]) -> list[Entry]:
    """Helicopters as often as tanks, where there are any, though there are fewer of them."""
    helicopters = [one for one in models if not is_tank(one)]
    return helicopters if helicopters and choose(2) else models


def _picked(choose: Choose, fits: list[Fielded]) -> Fielded:
    """One of the models with one card more: by what that card does first, so that what few cards do is seen, too."""
    by_effect: dict[str, list[Fielded]] = {}
    for one in fits:
        for does in sorted({effect.does for effect in one.carried[-1].entry.effects}):
            by_effect.setdefault(does, []).append(one)
    alike = by_effect[sorted(by_effect)[choose(len(by_effect))]]
    return alike[choose(len(alike))]


def _legal(model: Fielded, share: int) -> bool:
    alliance = alliance_of(tables.EDITIONS[-1], _platoon_of(model.entry.article.nation).name)
    return cost(model.entry, model.cards) <= share and not any(faults_of_cards(model, alliance))


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
