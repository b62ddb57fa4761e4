"""Forces for friendly battles: the missions with preset forces (R44, R45), two lists of the catalogue's models, and any
that one country fields for the points, with a card here and there (R3, R4)."""

from __future__ import annotations

from collections.abc import Sequence

from rules import ready_forces
from rules.contract import Unit, say
from rules.contract import gettext_noop as _
from rules.ready_forces import Brought, Choose, Force, Friendly, ReadyMade

from . import tables
from .catalogue import NATIONS, Entry, entries, find_card
from .forces import Fielded, cost, is_tank
from .platoon.drafted_cards import alone, with_card
from .platoon.faults import faults_together
from .state import Condition

MOST_CARDS = 2  # a model: each has its own text, which somebody has to know
WHAT_IS_LEFT = 4  # one model of so many takes no card, whatever it could pay for
AMERICANS, SOVIETS = tables.SCENARIOS[0].sides


def _force(platoon: str, *models: str) -> Force:
    return Force(tuple(map(Brought, models)), platoon)


READY = (
    ReadyMade(
        key="first-game",
        label=say(_("Your First Game: one M1 Abrams against one T-64")),
        scenario=tables.FIRST_GAME,
        forces={AMERICANS: _force("", tables.ABRAMS), SOVIETS: _force("", tables.T_64)},
    ),
    ReadyMade(
        key="alpha-66",
        label=say(_("The Last Battle of Alpha 66: one tank with its crew against two T-64")),
        scenario=tables.ALPHA_66,
        forces={
            AMERICANS: Force((Brought(tables.ABRAMS, tables.ALPHA_CARDS),), tables.TEAM_YANKEE),
            SOVIETS: _force(tables.RED_BANNER, tables.T_64, tables.T_64),
        },
    ),
    ReadyMade(
        key="tank-ace",
        label=say(_("Tank Ace: three M60 Patton against three T-62M")),
        scenario=tables.TANK_ACE,
        forces={
            tables.ATTACKERS: _force(tables.TEAM_YANKEE, *["M60 Patton"] * 3),
            tables.DEFENDERS: _force(tables.RED_BANNER, *["T-62M"] * 3),
        },
    ),
    ReadyMade(
        key="king-of-the-hill",
        label=say(_("King of the Hill: two Leopard 2 against three T-64")),
        scenario=tables.KING_OF_THE_HILL,
        forces={
            tables.ATTACKERS: _force("First Panzer", *["Leopard 2"] * 2),
            tables.DEFENDERS: _force(tables.RED_BANNER, *["T-64"] * 3),
        },
    ),
)


def draft_force(scenario: str, side: str, points: int, choose: Choose) -> Force:
    """Models of one country with its platoon card, one of them a tank (R39); what is left buys cards that fit."""
    edition = tables.EDITIONS[-1]
    known = {one.article.key: one for one in entries(edition, "model") if not one.fan_made}
    country = ready_forces.one_nation([one.article for one in known.values()], NATIONS, choose)
    picked = ready_forces.within(points, country, choose, most=5, first=lambda one: is_tank(known[one.key]))
    models = [known[one.key] for one in picked]
    left, heroes = points - sum(one.points for one in picked), set[str]()
    vehicles = []
    for model in models:
        cards = _cards(model, left, heroes, choose)
        left -= cost(model, [one.card for one in cards.carried]) - model.article.points
        vehicles.append(Brought(model.name, tuple(_word(model, one.entry) for one in cards.carried)))
    return Force(tuple(vehicles), _platoon_card(country[0].nation))


def _cards(model: Entry, left: int, heroes: set[str], choose: Choose) -> Fielded:
    """The model with up to two cards for what is left of the points; heroes join `heroes` (R4)."""
    found = Fielded(Unit(id="-", side="-", model=model.name), model, (), (), Condition())
    for _card in range(MOST_CARDS if choose(WHAT_IS_LEFT) else 0):
        more = [with_card(found, card) for card in alone(model, fans=False) if card.name not in heroes]
        able = [one for one in more if _paid(one) <= left and not any(faults_together(one))]
        if not able:
            break
        found = able[choose(len(able))]
        heroes |= {one.card.name for one in found.carried if one.entry.figures["hero"]}
    return found


def _paid(model: Fielded) -> int:
    return cost(model.entry, model.cards) - model.entry.article.points


def _word(model: Entry, card: Entry) -> str:
    """The card's name; its key where another one has that name, too."""
    meant = find_card(tables.EDITIONS[-1], card.name, model.article.nation)
    return card.name if meant is card else card.article.key


def _platoon_card(nation: str) -> str:
    cards: Sequence[Entry] = entries(tables.EDITIONS[-1], "platoon")
    return next(one.name for one in cards if one.article.nation == nation and not one.fan_made)


FRIENDLY = Friendly(
    ready=READY,
    scenarios=(tables.TANK_ACE, tables.KING_OF_THE_HILL, tables.FREE_FOR_ALL, tables.NO_RETREAT),
    points=(50, 80, 120),
    draft=draft_force,
    limited_by="point_limit",
    options={"critical_deck": "house"},  # so that nobody needs the printed cards
)
