"""What a rulebook's catalogue offers a platoon: models, platoon cards and cards of one nation at a time.

The module knows no rulebook: `RuleSystem` declares which kinds of articles are what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from campaigns.season import Platoon, Season
from campaigns.season.names import in_points
from campaigns.season.values import Terms
from rules.contract import Field, Pick, RuleSystem
from rules.declarations import Article
from rules.house_units import articles as articles_of
from rules.messages import verbatim

EVERYONES: Terms = {}  # no house units


class Offer(msgspec.Struct, frozen=True):
    """An article to choose. `value` goes into the report; `note` tells it from others of the same name ("fan made")."""

    value: str
    name: str
    points: int
    note: str

    @property
    def label(self) -> str:
        return " · ".join(filter(None, (self.name, str(self.points or ""), self.note)))


class Shelf(msgspec.Struct, frozen=True):
    """Offers of one kind, under the rulebook's word for it."""

    title: str
    offers: tuple[Offer, ...]


class Stock(msgspec.Struct, frozen=True):
    """Everything on offer for a nation. If a rulebook lists no `models`, a model is typed."""

    nations: tuple[str, ...]
    nation: str
    models: tuple[Offer, ...]
    platoons: tuple[Offer, ...]
    cards: tuple[Shelf, ...]

    @property
    def undecided(self) -> bool:
        """Whether a nation has to be chosen first."""
        return len(self.nations) > 1 and not self.nation

    def has_card(self, value: str) -> bool:
        return any(offer.value == value for shelf in self.cards for offer in shelf.offers)

    def cost(self, model: str, cards: Iterable[str]) -> int:
        """The price of a vehicle with its cards by the catalogue. What is not in it costs nothing."""
        priced = {offer.value: offer.points for shelf in self.cards for offer in shelf.offers}
        of_model = next((offer.points for offer in self.models if offer.value == model), 0)
        return of_model + sum(priced.get(card, 0) for card in cards)


def stock(system: RuleSystem, edition: str, nation: str = "", house: Terms = EVERYONES) -> Stock:
    """What an edition offers `nation`, with the house units of `Season.house`; of all nations if that is none of them.

    The cards of a nation without models are offered to all.
    """
    articles = articles_of(system, edition, house)
    nations = sorted({one.nation for one in articles if one.kind in system.model_kinds and one.nation})
    if nation not in nations:
        nation = nations[0] if len(nations) == 1 else ""
    usual = Counter(one.status for one in articles).most_common(1)

    def offers(kinds: Sequence[str], among: Sequence[str]) -> tuple[Offer, ...]:
        named: dict[str, list[Article]] = {}
        for one in articles:
            if one.kind in among:
                named.setdefault(one.name, []).append(one)
        meant = [one for one in articles if one.kind in kinds]
        for_it = [one for one in meant if not nation or one.nation == nation or one.nation not in nations]
        made = [_offer(one, named[one.name], usual[0][0]) for one in for_it]
        return tuple(sorted(made, key=lambda offer: offer.name.casefold()))

    return Stock(
        nations=tuple(nations),
        nation=nation,
        models=offers(system.model_kinds, system.model_kinds),
        platoons=offers(system.platoon_kinds, system.platoon_kinds),
        cards=tuple(
            Shelf(kind, offered) for kind in system.card_kinds if (offered := offers((kind,), system.card_kinds))
        ),
    )


def worded(field: Field, offers: Iterable[Offer], under: str = "", priced: bool = False) -> Iterator[Pick]:
    """What a field takes of these offers, as they are called here; all `under` one heading, or each under its own.
    `priced`: the points are a note, and no part of the label."""
    known = {word: pick for pick in field.picks for word in (pick.value, *pick.also)}
    for offer in offers:
        if pick := known.get(offer.value):
            yield Pick(
                offer.value,
                verbatim(offer.name if priced else offer.label),
                also=pick.also if pick.value == offer.value else (),
                notes=(in_points(offer.points), *([verbatim(offer.note)] if offer.note else ())) if priced else (),
                under=verbatim(under) if under else pick.under,
            )


def nation_of(season: Season, platoon: Platoon) -> str:
    """The nation of the platoon's models; "" if they have several or none."""
    models = {season.vehicles[id].model for id in platoon.vehicles}
    catalogue = season.rules.catalogue(season.opened.edition)
    nations = {one.nation for one in catalogue if one.name in models and one.nation}
    return nations.pop() if len(nations) == 1 else ""


def _offer(article: Article, alike: Sequence[Article], usual: str) -> Offer:
    """An article as an offer: by its name, or by its key and a note if several articles have the name."""
    unusual = "" if article.status == usual else article.status.replace("_", " ")
    note = " · ".join(filter(None, (unusual, _apart(article, alike))))
    return Offer(article.name if len(alike) == 1 else article.key, article.name, article.points, note)


def _apart(article: Article, alike: Sequence[Article]) -> str:
    """What tells this article from the others of its name: "Loader, USA", or a number if the catalogue says nothing.
    "" if its name is its own."""
    if len(alike) == 1:
        return ""
    said = [_words(one, alike) for one in alike]
    place = next(n for n, one in enumerate(alike) if one.key == article.key)
    return said[place] if len({*said}) == len(said) else str(place + 1)


def _words(article: Article, alike: Sequence[Article]) -> str:
    facts = {name: value for name, value in article.figures.items() if isinstance(value, str)}
    differs = [value for name, value in facts.items() if any(one.figures.get(name) != facts[name] for one in alike)]
    nation = article.nation if any(one.nation != article.nation for one in alike) else ""
    return ", ".join(filter(None, (*differs, nation)))
