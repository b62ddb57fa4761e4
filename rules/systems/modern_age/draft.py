"""A legal muster picked at random, for random players: any scenario, options and fitting cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.contract import Muster, Side, Unit

from . import tables
from .catalogue import GLOBAL, Entry, find, names
from .start import card_of, cost
from .state import Card

Choose = Callable[[int], int]
PLATOONS = ("Team Yankee", "Berlin Brigade", "Cuirassier Squadron", "Red Banner")
MOST_MODELS = 3


def draft(choose: Choose) -> Muster:
    """`choose(n)` picks a number below n; the same picks give the same muster."""
    scenario = tables.SCENARIOS[choose(len(tables.SCENARIOS))]
    options: dict[str, bool | int | str] = {
        "critical_deck": ("free_input", "house")[choose(2)],
        "target_cancels_first": bool(choose(2)),
        "turn_limit": (0, 3, 6)[choose(3)],
    }
    first, second = scenario.sides
    units = [*_platoon(choose, scenario.key, first, 0, options), *_platoon(choose, scenario.key, second, 1, options)]
    bob, carol = units[0], units[-1]
    return Muster(
        system=tables.KEY,
        edition=tables.EDITIONS[-1],
        scenario=scenario.key,
        options=options,
        sides={
            first: Side(players=("bob",), platoon=_card_for(scenario.key, bob[0])),
            second: Side(players=("carol",), platoon=_card_for(scenario.key, carol[0])),
        },
        units=tuple(unit for unit, _cards in units),
        fittings={unit.id: cards for unit, cards in units if cards},
        seed="".join("0123456789abcdef"[choose(16)] for _digit in range(64)),
    )


def _platoon(
    choose: Choose, scenario: str, side: str, place: int, options: dict[str, bool | int | str]
) -> list[tuple[Unit, tuple[str, ...]]]:
    match scenario, place:
        case tables.ALPHA_66, 0 if choose(3) == 0:
            options["alternative_platoon"] = True
            return _models(choose, side, 1, tables.ALPHA_POINTS)
        case tables.ALPHA_66, 0:
            return [_plain(side, 1, tables.ABRAMS, tables.ALPHA_CARDS)]
        case tables.ALPHA_66, _:
            return [_plain(side, 1, tables.T_64), _plain(side, 2, tables.T_64)]
        case tables.FIRST_GAME, _:
            return [_plain(side, 1, (tables.ABRAMS, tables.T_64)[place])]
    return _models(choose, side, 1 + choose(MOST_MODELS), 100)


def _plain(side: str, number: int, model: str, cards: tuple[str, ...] = ()) -> tuple[Unit, tuple[str, ...]]:
    return Unit(id=f"{side}-{number}", side=side, model=model), cards


def _card_for(scenario: str, unit: Unit) -> str:
    return "" if scenario == tables.FIRST_GAME else _platoon_of(_entry("model", unit.model).article.nation)


def _platoon_of(nation: str) -> str:
    return next(name for name in PLATOONS if _entry("platoon", name).article.nation == nation)


def _models(choose: Choose, side: str, count: int, limit: int) -> list[tuple[Unit, tuple[str, ...]]]:
    """`count` models of one nation with fitting cards, each within an equal share of the points."""
    nation = _entry("platoon", PLATOONS[choose(len(PLATOONS))]).article.nation
    share = limit // count
    models = [m for m in _playable("model") if m.article.nation == nation and m.article.points <= share]
    heroes: set[str] = set()
    found = []
    for number in range(1, count + 1):
        model = models[choose(len(models))]
        cards = _cards(choose, model, share, heroes)
        found.append(_plain(side, number, model.name, tuple(card.name for card in cards)))
    return found


def _cards(choose: Choose, model: Entry, share: int, heroes: set[str]) -> list[Card]:
    """Up to two cards of different types that the model may carry and the share pays for."""
    taken: list[Card] = []
    for _pick in range(choose(3)):
        fits = [card for card in _playable("crew", "upgrade") if _fits(card, model, taken, share, heroes)]
        if fits:
            chosen = fits[choose(len(fits))]
            taken.append(card_of(chosen, face_up=False))
            heroes |= {chosen.name} if chosen.figures["hero"] else set()
    return taken


def _fits(card: Entry, model: Entry, taken: Sequence[Card], share: int, heroes: set[str]) -> bool:
    new = card_of(card, face_up=False)
    return (
        card.article.nation in (model.article.nation, GLOBAL)
        and card.figures["restricted_to"] in ([], ["tank"])
        and card.name not in heroes
        and all(other.kind != new.kind for other in taken)
        and sum(c.crew for c in (*taken, new)) <= model.figures["crew_slots"]
        and cost(model, [*taken, new]) <= share
    )


def _playable(*kinds: str) -> list[Entry]:
    """What a platoon may field without special leave: published, and played whole by this engine."""
    edition = tables.EDITIONS[-1]
    found = [_entry(kind, name) for kind in kinds for name in names(edition, kind)]
    return [entry for entry in found if not entry.fan_made and _drives(entry)]


def _drives(entry: Entry) -> bool:
    if entry.article.kind != "model":
        return True
    missiles = any(word.startswith("Missiles") for word in entry.figures["keywords"])
    return entry.figures["type"] == "tank" and not missiles


def _entry(kind: str, name: str) -> Entry:
    entry = find(tables.EDITIONS[-1], (kind,), name)
    assert entry is not None, name
    return entry
