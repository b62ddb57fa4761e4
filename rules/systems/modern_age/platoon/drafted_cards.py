"""The cards of a model picked at random: rare ones rather than those that any model may carry, and some that tell
together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

from rules.contract import Unit
from rules.declarations import Article
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import CARDS, Entry, alliance_of, entries
from rules.systems.modern_age.forces import Carried, Fielded, card_of, cost, is_tank
from rules.systems.modern_age.state import Condition

from .faults import AMMO, EQUIPMENT, faults_of_cards, faults_together

Choose = Callable[[int], int]
Hand = tuple[str, ...]
MOST_CARDS = 9
COMMON, RAREST = 120, 60  # the fewer models of so many may carry a card, the more readily it is laid, up to so often
# What does something only beside another card. Of a hand that is laid, cards that do not fit are left out.
SPOTTERS: tuple[Hand, ...] = (("Artillery Observer",), ("Artillery Scout",))  # of friends of an Artillery tank
HANDS: tuple[Hand, ...] = (
    ("Resourceful Loader", "MANPADS", "MANPADS"),
    ("Resourceful Loader", "Extra Ammunition", "Extra Ammunition"),
    ("Resourceful Gunner", "Willie Pete"),
    ("Clever Loader", "Extra Ammunition"),
    ("Clever Loader", "Silver Bullet"),
    ("True Boy Scout", "Tool Kit", "Liquid Courage"),
    ("David Mason", "Willie Pete"),
    ("David Mason", "Extra Ammunition"),
    ("Clever Mechanic", "Ambush"),
    ("Red Ferguson", "Tool Kit"),
    ("Improvised Armour", "Supercharger"),
    ("Improvised Armour", "Charging Driver"),
    ("Camouflage Netting", "Henri Delacroix"),
    ("Komissar", "Ambush", "Supercharger"),
    ("Komissar", "Tool Kit"),
    ("Grisha Malakov", "Ambush", "Tool Kit"),
    ("Willie Pete",),
)
# What a card does hangs on much that few attacks have: these lie on more models than others of their kind.
SELDOM = frozenset(
    (
        *("Andre Mareau", "Asassin", "Bloodthirsty Gunner", "Charging Commander", "Charging Driver", "Charging Gunner"),
        *("Clarence Tucker", "David Mason", "Determined Driver", "Focused Loader", "Friedrich Wulf", "Günter Weber"),
        *("Harry Stevens", "Henri Delacroix", "Homeland Defender", "Ivan Kasparov", "Joel Schrader", "Jurgen Schmidt"),
        *("Karl Hauff", "Komissar", "Laurent Dyre", "Lone Wolf", "Marine Commander", "Randall Avery", "Red Ferguson"),
        *("Risky Commander", "Risky Gunner", "Risky Loader", "Risky Pilot", "Rupert Spencer", "Sergey Osinov"),
        *("Sharpshooter Gunner", "Thomas Baker", "Vasily Popov", "Yuri Potecknov", "Forward Commander"),
        *("A3 Upgrade", "Autoloading Device", "Baptiste Deschamp", "Clever Mechanic", "Connor Styles", "Daring Pilot"),
        *("Alexander Gagarin", "Altruistic Commander", "Bertie McGann", "Defensive Pilot", "Ernst Müller"),
        *("John Davison", "Klaus Katelaan", "Mounted MILAN", "Platoon Coordinator", "Robert Folk", "Target Computer"),
        *("TOW Missile System", "William 'Buck' Taylor", "Yuri Pavlovich Volkov"),
    )
)


def equipped(choose: Choose, model: Fielded, share: int, heroes: set[str], fans: bool, hand: Hand = ()) -> Fielded:
    """With some cards that the model may carry and the share pays for, `hand` first; heroes join `heroes`."""
    hands = [known for known in HANDS if any(card.name == known[0] for card in alone(model.entry, fans))]
    more_of_them = () if choose(2) or not hands else hands[choose(len(hands))]
    model = dealt(model, share, heroes, fans, (*hand, *more_of_them))
    return with_some(choose, model, choose(MOST_CARDS + 1), share, heroes, fans)


def dealt(model: Fielded, share: int, heroes: set[str], fans: bool, hand: Hand) -> Fielded:
    """With those of these cards that it may carry, in their order; heroes join `heroes`."""
    for name in hand:
        model = next((more for more in _more(model, share, heroes, fans) if more.carried[-1].card.name == name), model)
    heroes |= {one.card.name for one in model.carried if one.entry.figures["hero"]}
    return model


def with_some(choose: Choose, model: Fielded, count: int, share: int, heroes: set[str], fans: bool) -> Fielded:
    """With up to so many cards more, rare ones rather than others; heroes join `heroes`."""
    for _pick in range(count):
        if found := [more for more in _more(model, share, heroes, fans) for _time in range(_rarity(more))]:
            model = found[choose(len(found))]
    heroes |= {one.card.name for one in model.carried if one.entry.figures["hero"]}
    return model


def with_card(model: Fielded, card: Entry) -> Fielded:
    """The model with one card more."""
    carried = (*model.carried, Carried(card, card_of(card, face_up=False, before=model.cards)))
    return Fielded(model.unit, model.entry, carried, carried, model.condition)


def _more(model: Fielded, share: int, heroes: set[str], fans: bool) -> list[Fielded]:
    """The model with each of the cards it may still carry."""
    held = {card.kind for card in model.cards} - {AMMO, EQUIPMENT}  # there is one card of any other type (R4)
    cards = (card for card in alone(model.entry, fans) if card.figures["card_type"] not in held)
    found = [with_card(model, card) for card in cards if card.name not in heroes]
    return [more for more in found if cost(more.entry, more.cards) <= share and not any(faults_together(more))]


def favour(model: Entry, fans: bool) -> int:
    """The more cards there are that few others may carry, or that help it, the more readily the model is fielded."""
    helped = sum(model.name in effect.aura for card in entries(tables.EDITIONS[-1], *CARDS) for effect in card.effects)
    return 1 + helped + 2 * sum(_rarities()[card.article.key] > COMMON // 4 for card in alone(model, fans))


def _rarity(more: Fielded) -> int:
    """The fewer models may carry the card, the more readily it is laid; and where it does something only now and
    then."""
    card = more.carried[-1].card
    if card.kind == "Pilot" and is_tank(more.entry):
        return 1
    return _rarities()[more.carried[-1].entry.article.key] * (4 if card.name in SELDOM else 1)


@cache
def _rarities() -> dict[str, int]:
    """By the card's key."""
    edition = tables.EDITIONS[-1]
    carriers = Counter(card.article.key for model in entries(edition, "model") for card in alone(model, fans=True))
    return {key: min(RAREST, 1 + COMMON // number) for key, number in carriers.items()}


def alone(model: Entry, fans: bool) -> tuple[Entry, ...]:
    """The cards the model may carry, each by itself; with those that fans made where `fans`."""
    figures = model.figures
    found = _fitting(model.article.nation, model.name, figures["type"], tuple(figures["keywords"]))
    return tuple(card for card in found if fans or not card.fan_made)


@cache
def _fitting(nation: str, model: str, kind: str, keywords: tuple[str, ...]) -> tuple[Entry, ...]:
    figures = {"type": kind, "keywords": list(keywords), "crew_slots": 1}
    article = Article(key="-", name=model, kind="model", nation=nation, points=0, figures=figures, status="", source="")
    plain = Fielded(Unit(id="-", side="-", model=model), Entry(article, ()), (), (), Condition())
    every = (with_card(plain, card) for card in entries(tables.EDITIONS[-1], *CARDS))
    return tuple(one.carried[-1].entry for one in every if not any(faults_of_cards(one, _alliance(nation))))


@cache
def _alliance(nation: str) -> str:
    platoon = next(one for one in entries(tables.EDITIONS[-1], "platoon") if one.article.nation == nation)
    return alliance_of(tables.EDITIONS[-1], platoon.name)
