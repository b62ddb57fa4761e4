"""Platoons buy from their purses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import credit, names, purchase_list
from campaigns.season.cases import opened
from campaigns.season.chapters import CREW, STATUS, Cause, Chapter
from campaigns.season.ledger import Entry
from campaigns.season.offers import (
    WAIVERS,
    article_picks,
    at_home,
    cards_field,
    known,
    new_vehicles,
    of_platoon,
)
from campaigns.season.positions import allowed
from campaigns.season.refusals import alike, no
from campaigns.season.roster import (
    BUDGET,
    add_vehicles,
    cards_of,
    faults_of,
    fittings_of,
    ids_taken,
    not_in_catalogue,
    not_passed,
    recruits,
    strangers,
)
from campaigns.season.settling_terms import UNEARNED
from campaigns.season.state import Platoon, Season
from campaigns.season.values import FIELDED, PlatoonKey, Recruit, VehicleId, Waivers
from campaigns.season.vehicles import not_at_home, present, price
from campaigns.season.visibility import HIDDEN
from campaigns.season.ways import Ways
from campaigns.theatre import SUPPLY_LABELS
from rules.adjudicate import Who
from rules.bounds import Key, Name
from rules.contract import Choice, Command, Decision, Dice, Event, Message, Pick, Refused, at_once, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.catalogue import articles
from rules.upkeep import Flaw, Owned

CHAPTER = Chapter("Purchases")


class Buy(Command, frozen=True, kw_only=True):
    """Buy vehicles, and cards for vehicles, from the platoon's purse. `names` and `fittings` go by vehicle id: of the
    new ones, and in `fittings` of those it has, whose cards become these; a card that stays is not paid again.
    `on_credit`: what the purse lacks is owed (`campaigns.season.credit`)."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("names", "fittings", "waivers")

    platoon: PlatoonKey
    vehicles: Annotated[tuple[Recruit, ...], msgspec.Meta(max_length=60)] = ()
    names: dict[Key, Name] = {}
    fittings: dict[VehicleId, tuple[Name, ...]] = {}
    waivers: Waivers = {}
    on_credit: credit.OnCredit = msgspec.UNSET


class Bought(Event, frozen=True, kw_only=True):
    """A platoon has new vehicles, and `cards` ("vehicle/n" to the name of its n-th card) in place of what those
    vehicles had. `cost`: points, `owed` of them later; `flaws`: names of the faults of the platoon as it is now."""

    sealed: ClassVar[tuple[str, ...]] = ("names", "cards", "waivers")

    platoon: str
    vehicles: tuple[Recruit, ...] = ()
    refitted: tuple[str, ...] = ()  # of the vehicles it had: whose cards are those of `cards` now
    names: dict[str, str] = {}
    cards: dict[str, str] = {}
    cost: int
    flaws: tuple[str, ...] = ()
    waivers: dict[str, str] = {}
    owed: int | msgspec.UnsetType = msgspec.UNSET


Cards = tuple[str, ...]

CHAPTER.settles(
    Ways(
        UNEARNED,
        keep=_("What was bought stays. What the purse lacks stands below zero until points come in."),
        strike=_("What was bought goes, and its points come back. What it was used for since is looked at again."),
        owe=_("What was bought stays. What the purse lacks is owed, and taken as rounds close."),
        instead=credit.paid_later,
    ),
    Buy,
)


@CHAPTER.decides
def buy(season: Season, command: Buy, who: Who, dice: Dice) -> Decision:
    """Vehicles, and cards for new ones and for those the platoon has: all of it, or nothing."""
    platoon = opened(season, command.platoon, who)
    credit.check_asked(command.on_credit, who)
    refitted = _refitted(platoon, command)
    if not command.vehicles and not refitted:
        raise no(_("Nothing is bought."), _("Name a new vehicle, or other cards for one."), "vehicles")
    unknown = tuple(not_in_catalogue(season, command))
    wrong = [
        *_out_of_supply(season, platoon),
        *_orderable(season, platoon, command, refitted),
        *unknown,
        *_not_for_sale(season, platoon, command),
    ]
    before, flaws = ((), ()) if unknown else _flaws(season, platoon, command, refitted)
    at_once([*wrong, *not_passed(season, flaws, command.waivers, who, {flaw.key for flaw in before})])
    cost = _cost(season, platoon, command, refitted)
    too_dear = ngettext("This costs %(n)s point.", "This costs %(n)s points.", cost)
    owed = credit.owed_of(platoon, cost, command.on_credit, too_dear, "platoon")
    changed = {recruit.id: command.fittings.get(recruit.id, ()) for recruit in command.vehicles} | refitted
    yield Bought(
        platoon=platoon.key,
        vehicles=command.vehicles,
        refitted=tuple(refitted),
        names=command.names,
        cards=cards_of(changed),
        cost=cost,
        flaws=(*(key for key in platoon.flaws if key == BUDGET), *(flaw.key for flaw in flaws)),
        waivers=dict(sorted(command.waivers.items())),
        owed=credit.told(owed),
    )


def _refitted(platoon: Platoon, command: Buy) -> dict[str, Cards]:
    """The vehicles it has whose cards become others, with those."""
    had = platoon.fittings
    return {id: cards for id, cards in command.fittings.items() if id in had and cards != had[id]}


def _orderable(season: Season, platoon: Platoon, command: Buy, refitted: Mapping[str, Cards]) -> Iterator[Refused]:
    new = [recruit.id for recruit in command.vehicles]
    yield from ids_taken(season, command, season.vehicles)
    yield from strangers(command, new, ("names",))
    yield from strangers(command, [*platoon.vehicles, *new], ("fittings",))
    yield from alike(command.names.values(), "names")
    for id in refitted:
        yield from not_at_home(season, platoon, (id,), f"fittings.{id}")


def _out_of_supply(season: Season, platoon: Platoon) -> Iterator[Refused]:
    """On a map: where the terms let nobody buy in the supply it has now."""
    it = allowed(season, platoon)
    if it is not None and not it.purchases:
        supply = SUPPLY_LABELS[it.supply]
        yield no(
            say(_("%(platoon)s is %(supply)s: nothing can be bought."), platoon=platoon.key, supply=supply),
            _("Wait, or bring it where better supply comes."),
            "platoon",
        )


# -- for sale ----------------------------------------------------------------------------------------------------------


def _not_for_sale(season: Season, platoon: Platoon, command: Buy) -> Iterator[Refused]:
    """What is new and not on the purchase list for this side and round; a blank list has everything."""
    text = str(season.terms[purchase_list.TERM])
    if not text.strip():
        return
    on_sale = purchase_list.on_sale(purchase_list.read(text), platoon.side, season.turn)
    known = purchase_list.sold(season.rules, season.edition, season.house)
    words = {word for one in known if {one.name, one.key}.intersection(on_sale) for word in (one.name, one.key)}
    for field, name in _articles(platoon, command):
        if name not in on_sale and name not in words:
            yield no(
                say(_("“%(name)s” is not for sale to this platoon in round %(round)d."), name=name, round=season.turn),
                say(_("What is: %(names)s."), names=", ".join(on_sale) or "-"),
                field,
            )


def _articles(platoon: Platoon, command: Buy) -> Iterator[tuple[str, str]]:
    """What is new, each with its field."""
    yield from (("vehicles", recruit.model) for recruit in command.vehicles)
    for id, cards in command.fittings.items():
        for card in (Counter(cards) - Counter(platoon.fittings.get(id, ()))).elements():
            yield f"fittings.{id}", card


# -- price -------------------------------------------------------------------------------------------------------------


def _cost(season: Season, platoon: Platoon, command: Buy, refitted: Mapping[str, Cards]) -> int:
    """The price of what is new. A card may be cheaper, or make another one cheaper, beside those that stay; whatever
    is given up for it brings nothing."""
    new = (_price(season, one.model, one.cards) for one in recruits(season, command))
    return sum(new) + sum(_of_cards(season, platoon, id, cards) for id, cards in refitted.items())


def _of_cards(season: Season, platoon: Platoon, id: str, cards: Cards) -> int:
    model, kept = season.vehicles[id].model, _kept(platoon.fittings[id], cards)
    return max(0, _price(season, model, cards) - _price(season, model, kept))


def _kept(had: Sequence[str], cards: Sequence[str]) -> Cards:
    """The cards that stay, as often as they do."""
    left, kept = Counter(had), list[str]()
    for card in cards:
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return tuple(kept)


def _price(season: Season, model: str, cards: Sequence[str]) -> int:
    return price(season.rules, season.house, season.edition, model, cards)


# -- faults ------------------------------------------------------------------------------------------------------------


def new_flaws(season: Season, platoon: Platoon, command: Buy) -> tuple[Flaw, ...]:
    """The faults this purchase would bring; nothing for what the catalogue does not know."""
    if any(True for _fault in not_in_catalogue(season, command)):
        return ()
    before, after = _flaws(season, platoon, command, _refitted(platoon, command))
    known = {flaw.key for flaw in before}
    return tuple(flaw for flaw in after if flaw.key not in known)


def _flaws(
    season: Season, platoon: Platoon, command: Buy, refitted: Mapping[str, Cards]
) -> tuple[tuple[Flaw, ...], tuple[Flaw, ...]]:
    """The faults of the platoon before and after. Only new ones stand against a purchase: a platoon that battles left
    with too little has to be able to buy."""
    had = [(one.id, season.owned(one)) for one in present(season, platoon)]
    before = [owned for _id, owned in had]
    after: list[Owned] = [
        msgspec.structs.replace(owned, cards=refitted[id]) if id in refitted else owned for id, owned in had
    ]
    after += recruits(season, command)
    return faults_of(season, platoon.card, before), faults_of(season, platoon.card, after)


# -- what of it is offered ---------------------------------------------------------------------------------------------


@CHAPTER.offers(Buy)
def _buyable(season: Season, who: Who) -> Iterator[Choice]:
    """New vehicles with cards for any, and cards alone: what one article costs the purse can pay."""
    waivers, off = (WAIVERS,) if who.referee else (), _taken_off(season)
    for platoon in known(season, who):
        it = allowed(season, platoon)
        if it is not None and not it.purchases:
            continue
        models, cards = _on_sale(season, platoon, off)
        there, free = at_home(season, platoon), not articles(season.rules, season.edition, season.house)
        if models or free:
            vehicles, called = new_vehicles(season, models)
            vehicles = replace(vehicles, most=min(vehicles.most, _affordable(season, platoon, models, off)))
            equipped = cards_field(season, cards, there, by="vehicles")
            label = _("%(platoon)s buys vehicles")
            yield of_platoon(season, Buy, label, platoon, vehicles, called, equipped, *waivers)
        if fitted := there if cards or free else [one for one in there if platoon.fittings.get(one.id)]:
            refitted = replace(cards_field(season, cards, fitted), least=1, required=True, readily=500)
            label = _("%(platoon)s changes the cards of its vehicles")
            yield of_platoon(season, Buy, label, platoon, refitted, *waivers)


def _affordable(season: Season, platoon: Platoon, models: Sequence[Pick], off: int) -> int:
    """How many new vehicles the purse pays at most."""
    cheapest = min((_price(season, one.value, ()) + off for one in models), default=0)
    return platoon.purse // cheapest if cheapest > 0 else FIELDED


def _taken_off(season: Season) -> int:
    """What all the cards that take points off a vehicle's price come to: 0 or less."""
    known = articles(season.rules, season.edition, season.house)
    return sum(min(0, one.points) for one in known if one.kind in season.rules.card_kinds)


def _on_sale(season: Season, platoon: Platoon, off: int) -> tuple[tuple[Pick, ...], tuple[Pick, ...]]:
    """The models the purse can pay, and the cards for sale; cards it has may stay."""
    text = str(season.terms[purchase_list.TERM])
    sold = purchase_list.on_sale(purchase_list.read(text), platoon.side, season.turn) if text.strip() else None
    models = article_picks(season, season.rules.model_kinds, sold)
    cards = article_picks(season, season.rules.card_kinds)
    has = {card for cards in platoon.fittings.values() for card in cards}
    sold_cards = {one.value for one in article_picks(season, season.rules.card_kinds, sold)}
    return (
        tuple(one for one in models if _price(season, one.value, ()) + off <= platoon.purse),
        tuple(one for one in cards if one.value in sold_cards or has.intersection((one.value, *one.also))),
    )


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _bought(season: Season, event: Bought) -> None:
    platoon = season.platoons[event.platoon]
    credit.owe(platoon, event.cost, event.owed)
    platoon.flaws, platoon.waivers = event.flaws, platoon.waivers | event.waivers
    add_vehicles(season, event.platoon, event)
    for vehicle in event.refitted:
        platoon.fittings[vehicle] = fittings_of(event, vehicle)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_bought(season: Season, event: Bought) -> Message:
    if not event.vehicles:
        vehicles = names.vehicles_or_none(season, event.refitted)
        texts = (
            _("%(platoon)s buys cards for %(vehicles)s: %(points)s."),
            _("%(platoon)s buys cards for %(vehicles)s."),
        )
    else:
        vehicles = names.models(season, (recruit.model for recruit in event.vehicles))
        texts = _("%(platoon)s buys %(vehicles)s: %(points)s."), _("%(platoon)s buys %(vehicles)s.")
    return names.for_points(*texts, event.cost, platoon=event.platoon, vehicles=vehicles)


# -- what of it is seen ------------------------------------------------------------------------------------------------


@CHAPTER.sees
def _see_bought(season: Season, event: Bought, player: str) -> Bought:
    return event if season.known_to(event.platoon, player) else replace(event, cards={}, cost=HIDDEN, owed=HIDDEN)


# -- beside ------------------------------------------------------------------------------------------------------------


@CHAPTER.books
def _booked_bought(season: Season, event: Bought) -> Iterator[Entry]:
    owed = event.owed or 0
    yield Entry(platoon=event.platoon, points=owed - event.cost, why="bought", owed=owed)


@CHAPTER.warns
def _warned(season: Season, command: Buy) -> tuple[Flaw, ...]:
    platoon = season.platoons.get(command.platoon)
    return new_flaws(season, platoon, command) if platoon else ()


@CHAPTER.explains(STATUS, CREW)
def _why_fit(season: Season, event: Bought, key: str) -> Iterator[Cause]:
    if any(recruit.id == key for recruit in event.vehicles):
        yield Cause(say(_("Is bought.")))
    elif key in event.refitted:
        yield Cause(say(_("Gets other cards.")))
