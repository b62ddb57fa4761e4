"""Resolves all orders of a round at once: who goes where, who meets whom, who owns the ground. Pure; it knows no
season.

The result depends on the situation and the orders alone: everything goes by key. The steps are those of "Orders meet"
in campaigns/RULES.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from campaigns.theatre.contact import Contact, Movement, Points, contacts, unfit_among_enemies
from campaigns.theatre.graph import changing_hands
from campaigns.theatre.map_parts import RESERVE, SUPPLIES, Deed, March
from campaigns.theatre.possible_orders import Situation, Stand, possible

OrderGiven = tuple[Deed, str]  # an order: what to do, and the sector it names
# Where there is no room, those who come are kept in this sequence.
KEPT: tuple[Deed, ...] = ("attack", "move", "withdraw")


class Resolution(msgspec.Struct, frozen=True, kw_only=True):
    """The result for every platoon, by key; `contacts` by sector; `beaten`: who cannot fight and shares a sector
    with enemies who can; `held`: the sectors that change hands; `entrenched`: all who are from now on."""

    marches: tuple[March, ...]
    contacts: tuple[Contact, ...]
    beaten: tuple[str, ...]
    held: dict[str, str]
    entrenched: tuple[str, ...]


def resolve(situation: Situation, orders: Mapping[str, OrderGiven], points: Points) -> Resolution:
    """Resolve `orders` by platoon. Who has none holds."""
    everybody = [_set_out(situation, one, orders.get(one.key)) for one in situation.stands.values()]
    _meet_on_the_way(situation, everybody)
    _make_room(situation, everybody)
    met = contacts(situation, everybody, points)
    return Resolution(
        marches=tuple(_march(one) for one in everybody),
        contacts=met,
        beaten=tuple(sorted(unfit_among_enemies(everybody))),
        held=changing_hands(
            {one.key: one.side for one in everybody}, {one.key: one.place for one in everybody}, situation.owners
        ),
        entrenched=tuple(one.key for one in everybody if one.in_trench),
    )


# -- 1. orders ---------------------------------------------------------------------------------------------------------


def _set_out(situation: Situation, stand: Stand, told: OrderGiven | None) -> Movement:
    """A platoon as it sets out, or with the reason why it does not."""
    if stand.engaged and (told is None or told[0] != "hold"):
        return Movement(stand, *(told or ("hold", "")), why="engaged")
    if told is None:
        return Movement(stand, why="late")
    legal = {(one.do, one.to): one for one in possible(situation, stand)}
    found = legal.get(told)
    if found is None:
        return Movement(stand, *told, why=_why_not(situation, stand, told))
    return Movement(stand, found.do, found.to, found.way, found.way[-1] if found.way else stand.sector)


def _why_not(situation: Situation, stand: Stand, told: OrderGiven) -> str:
    """Why an order is not possible any more."""
    if stand.fit:
        return "illegal"
    able = msgspec.structs.replace(stand, fit=True)
    return "unfit" if any((one.do, one.to) == told for one in possible(situation, able)) else "illegal"


# -- 2. met on the way -------------------------------------------------------------------------------------------------


def _meet_on_the_way(situation: Situation, everybody: Iterable[Movement]) -> None:
    """Stop enemies who use one link in both directions. Ways lead through sectors that a side has to itself, so only
    the last link of each way matters."""
    over: dict[tuple[str, str], list[Movement]] = {}
    for one in everybody:
        if len(one.way) > 1:
            over.setdefault((one.way[-2], one.way[-1]), []).append(one)
    for (origin, place), leaving in over.items():
        better = min(origin, place, key=lambda key: (-situation.sectors[key].value, key))
        if origin != better:
            continue
        coming = over.get((place, origin), ())
        for one in leaving:
            if any(other.side != one.side for other in coming):
                one.stop(origin, "met")


# -- 3. room -----------------------------------------------------------------------------------------------------------


def _make_room(situation: Situation, everybody: Iterable[Movement]) -> None:
    """Send platoons back until there is room. Who goes back may fill a sector in turn, so it is repeated; each time
    fewer are on their way."""
    while back := [one for crowd in _crowds(everybody) for one in _too_many(situation, crowd)]:
        for one in back:
            one.stop(one.stand.sector, "full")


def _crowds(everybody: Iterable[Movement]) -> Iterable[list[Movement]]:
    """The platoons of one side that end in one sector."""
    found: dict[tuple[str, str], list[Movement]] = {}
    for one in everybody:
        if one.place != RESERVE:
            found.setdefault((one.place, one.side), []).append(one)
    return found.values()


def _too_many(situation: Situation, crowd: list[Movement]) -> list[Movement]:
    excess = len(crowd) - situation.sectors[crowd[0].place].capacity
    if excess <= 0:
        return []
    came = sorted((one for one in crowd if one.came), key=_kept)
    return came[max(0, len(came) - excess) :]


def _kept(one: Movement) -> tuple[int, int, int, str]:
    return KEPT.index(one.do), SUPPLIES.index(one.stand.supply), -one.stand.worth, one.key


def _march(one: Movement) -> March:
    to = "" if one.do in ("hold", "entrench") else one.to
    return March(platoon=one.key, do=one.do, to=to, origin=one.stand.sector, place=one.place, way=one.way, why=one.why)
