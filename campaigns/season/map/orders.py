"""A platoon is given its order: what it may be ordered to do, what that risks, and why it may not do something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import names
from campaigns.season.chapters import ORDER, SECTOR, Cause, Chapter, FactKind, Glance
from campaigns.season.kept_events import Ordered
from campaigns.season.map.situation import risks, situation_of
from campaigns.season.offers import choice
from campaigns.season.positions import lay_of
from campaigns.season.refusals import keys, no, on_map, platoon_of, under_way
from campaigns.season.settling_terms import ORDERED
from campaigns.season.state import Platoon, Round, Season
from campaigns.season.values import Place, PlatoonKey
from campaigns.season.visibility import is_one
from campaigns.season.ways import Ways
from campaigns.theatre import RESERVE, TERRAIN_LABELS, WAY_LABELS, Deed
from campaigns.theatre.graph import MapState
from campaigns.theatre.possible_orders import Possible, Situation, Stand, possible
from rules.adjudicate import Who
from rules.contract import Choice as Offer
from rules.contract import Command, Decision, Dice, Field, Message, Pick, Refused, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim

CHAPTER = Chapter("Orders")


class Order(Command, frozen=True, kw_only=True):
    """What a platoon shall do this round: told in secret, by one of its players; the last one told counts.

    `to`: the sector it moves to, attacks, supports or withdraws to; the one it stands in where it holds or entrenches,
    "reserve" there: what is empty is not sealed, and would tell who stays. Nobody but its players reads it until the
    orders are disclosed. Who gives none holds.
    """

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("do", "to")

    platoon: PlatoonKey
    do: Deed
    to: Place


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """An order that would be accepted now: what to do, the sector it names (its own where it holds or entrenches), the
    way there with both ends and what that costs of its march (nothing where it stays), and what may come of it that its
    players should know. Everybody's positions tell that, nobody's order."""

    do: Deed
    to: str
    way: tuple[str, ...] = ()
    cost: int = 0
    risks: tuple[Message, ...] = ()


CHAPTER.settles(
    Ways(
        ORDERED,
        keep=_("The order stands as it was given."),
        strike=_("The platoon has no order, and holds."),
    ),
    Order,
)


@CHAPTER.decides
def order(season: Season, command: Order, who: Who, dice: Dice) -> Decision:
    """By one of its players alone: organisers may play themselves, and order nothing for others."""
    on_map(season)
    platoon = _ones_own(season, command.platoon, who)
    number = _open_for_orders(season).number
    situation = situation_of(season)
    stand = situation.stands[platoon.key]
    legal = list(possible(situation, stand))
    if not any((one.do, one.to) == (command.do, command.to) for one in legal):
        raise _not_legal(situation, stand, command, legal)
    yield Ordered(platoon=platoon.key, round=number, do=command.do, to=command.to)


def choices(season: Season, platoon: str) -> tuple[Choice, ...]:
    """Every order its players could give it now, those that stay first; () while nobody gives orders."""
    found, round = season.platoons[platoon], season.under_way
    if season.opened.theatre is None or season.closed is not None or not found.sector:
        return ()
    if round is None or round.resolved:
        return ()
    situation = situation_of(season)
    stand = situation.stands[platoon]
    return tuple(
        Choice(do=one.do, to=one.to, way=one.way, cost=one.cost, risks=tuple(risks(situation, stand, one)))
        for one in possible(situation, stand)
    )


def _ones_own(season: Season, key: str, who: Who) -> Platoon:
    platoon = platoon_of(season, key)
    if who.id not in platoon.players:
        raise no(
            say(_("You do not command %(platoon)s."), platoon=key),
            _("Its players give it orders, in secret; who gives none holds."),
            "platoon",
            "not-yours",
        )
    return platoon


def _open_for_orders(season: Season) -> Round:
    found = under_way(season)
    if found.resolved:
        raise no(
            say(_("The orders of round %(round)d are disclosed."), round=found.number),
            _("Give new ones once the next round is announced."),
            "platoon",
        )
    return found


def _not_legal(situation: Situation, stand: Stand, command: Order, legal: list[Possible]) -> Refused:
    """Why not: its state first, then what stands against the sector."""
    if command.do != "hold" and (text := _state(stand, command)):
        deeds = dict.fromkeys(one.do for one in legal)
        return no(text, say(_("It may be ordered to: %(deeds)s."), deeds=", ".join(deeds)), "do")
    if command.do in ("hold", "entrench"):
        remedy = say(_("Name the sector it stands in: %(sector)s."), sector=stand.sector)
        return no(_("Who holds or entrenches stays where it is."), remedy, "to")
    sectors = [one.to for one in legal if one.do == command.do]
    remedy = say(_("Sectors for this order: %(sectors)s."), sectors=keys(sectors))
    if not sectors:
        remedy = say(_("There is no sector for this order now: give it another."))
    return no(next(_against(situation, stand, command)), remedy, "to")


def _state(stand: Stand, command: Order) -> Message | None:
    """What keeps the platoon from such an order, whatever the sector."""
    if stand.engaged:
        return say(_("%(platoon)s is engaged: its battle goes on."), platoon=stand.key)
    if stand.beaten:
        return say(_("%(platoon)s has to retreat first."), platoon=stand.key)
    if not stand.fit and command.do in ("attack", "support", "entrench"):
        return say(_("No vehicle of %(platoon)s can fight now."), platoon=stand.key)
    if stand.sector == RESERVE and command.do != "move":
        return say(_("%(platoon)s is in reserve."), platoon=stand.key)
    return None


def _against(situation: Situation, stand: Stand, command: Order) -> Iterator[Message]:
    """What stands against the sector, the plainest first."""
    to, side = command.to, stand.side
    if not to:
        yield say(_("The order names no sector."))
    elif to not in situation.sectors:
        yield say(_("There is no sector “%(sector)s”."), sector=to)
    elif to == stand.sector:
        yield say(_("%(platoon)s stands in %(sector)s."), platoon=stand.key, sector=to)
    elif stand.sector == RESERVE:
        yield say(_("%(sector)s is no base that its side has to itself."), sector=to)
    if command.do in ("move", "withdraw") and situation.enemies_in(to, side):
        yield say(_("Enemies stand in %(sector)s."), sector=to)
    if command.do != "move" and to not in situation.graph[stand.sector]:
        yield say(_("No open link leads from %(place)s to %(sector)s."), place=stand.sector, sector=to)
    if command.do == "attack" and to in situation.through(side):
        yield say(_("%(sector)s is its own side’s already."), sector=to)
    if command.do == "withdraw" and to not in situation.supplied(side):
        yield say(_("No supply of its side comes to %(sector)s."), sector=to)
    yield say(_("%(sector)s is farther than its march of %(most)d."), sector=to, most=stand.march)


# -- what of it is offered ---------------------------------------------------------------------------------------------


@CHAPTER.offers(Order)
def _offered(season: Season, who: Who) -> Iterator[Offer]:
    """To its players alone, one for each deed. The order that it has is no part of it."""
    for platoon in season.platoons.values():
        if who.id not in platoon.players or platoon.dropped:
            continue
        deeds: dict[str, list[Choice]] = {}
        for one in choices(season, platoon.key):
            deeds.setdefault(one.do, []).append(one)
        if not deeds:
            continue
        lay = lay_of(season)
        held = {one.sector for one in season.platoons.values() if one.side != platoon.side}
        for do, orders in deeds.items():
            called = names.platoon(season, platoon.key)
            label = say(_("Order of %(platoon)s: %(deed)s"), platoon=called, deed=say(DEEDS[do]))
            picks = tuple(
                Pick(
                    one.to,
                    names.place(season, one.to),
                    readily=9000 if one.to in held else 1000,
                    notes=tuple(_notes(season, lay, one)),
                )
                for one in orders
            )
            to = Field(name="to", kind="pick", label=say(_("Sector")), picks=picks, required=True)
            offer = choice(Order, label, to, of=platoon.key, platoon=platoon.key, do=do)
            yield replace(offer, readily=8000) if do == "attack" else offer


def _notes(season: Season, lay: MapState, order: Choice) -> Iterator[Message]:
    """What to know of an order: the way and its end, for one that stays what it is good for; what it risks."""
    match order.do:
        case "hold":
            yield say(_("It stays, and defends itself."))
        case "entrench":
            text = _("It stays, and defends itself with %(n)s percent more points.")
            yield say(text, n=int(season.terms["entrench_bonus"]))
        case "support":
            text = _("It stays, and its side brings %(n)s percent more points there.")
            yield say(text, n=int(season.terms["support_bonus"]))
    if order.way:
        yield from _way(season, lay, order)
    yield from order.risks


def _way(season: Season, lay: MapState, order: Choice) -> Iterator[Message]:
    """The link and its cost, or the sectors on a longer way (no link leaves the reserve); then the sector."""
    way, sector = order.way, lay.sectors[order.to]
    if len(way) == 2:
        kind = WAY_LABELS[lay.graph.edges[way[-2], way[-1]]["kind"]]
        yield say(_("by %(way)s, for %(n)s"), way=kind, n=order.cost)
    elif len(way) > 2:
        between = ", ".join(names.sector(season, key) for key in way[1:-1])
        yield say(_("by %(sectors)s, for %(n)s"), sectors=verbatim(between), n=order.cost)
    yield TERRAIN_LABELS[sector.terrain]
    yield say(_("value %(n)s"), n=sector.value)
    owner = season.owners.get(sector.key, "")
    yield say(_("owned by %(side)s"), side=names.side(season, owner)) if owner else say(_("nobody’s"))


DEEDS: dict[str, str] = {
    "hold": _("hold"),
    "entrench": _("entrench"),
    "move": _("move"),
    "attack": _("attack"),
    "support": _("support"),
    "withdraw": _("withdraw"),
}


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _ordered(season: Season, event: Ordered) -> None:
    season.orders[event.platoon] = event


# -- how it reads ------------------------------------------------------------------------------------------------------


ORDERS: dict[str, str] = {
    "hold": _("%(platoon)s is to hold."),
    "move": _("%(platoon)s is to move to %(sector)s."),
    "attack": _("%(platoon)s is to attack %(sector)s."),
    "support": _("%(platoon)s is to support its side in %(sector)s."),
    "entrench": _("%(platoon)s is to entrench."),
    "withdraw": _("%(platoon)s is to withdraw to %(sector)s."),
}


def in_words(season: Season, key: str, do: str, to: str) -> Message:
    """What a platoon was told to do."""
    there = {"sector": verbatim(names.sector(season, to))} if to else {}
    return say(ORDERS[do], platoon=names.platoon(season, key), **there)


@CHAPTER.narrates
def _tell_ordered(season: Season, event: Ordered) -> Message:
    """Of somebody else's order one knows that there is one (`show`); one that was erased is told like that, too."""
    if event.do in ORDERS and (event.to or event.do in ("hold", "entrench")):
        return in_words(season, event.platoon, event.do, event.to)
    return say(_("%(platoon)s has its order."), platoon=names.platoon(season, event.platoon))


@CHAPTER.sees
def _see_ordered(season: Season, event: Ordered, player: str) -> Ordered:
    """No case opens an order: nobody rules on it before it is disclosed."""
    platoon = season.platoons.get(event.platoon)
    return event if platoon and is_one(player, *platoon.players) else replace(event, do="", to="")


# -- why ---------------------------------------------------------------------------------------------------------------


@CHAPTER.explains(ORDER)
def _why_ordered(season: Season, event: Ordered, key: str) -> Iterator[Cause]:
    if event.do:
        yield Cause(in_words(season, key, event.do, event.to), "Orders")


@CHAPTER.speaks(ORDER)
def _speaks(season: Season, event: Ordered, key: str) -> bool:
    return event.platoon == key


def _order(glance: Glance, key: str) -> Message | None:
    """That there is one is public until it is disclosed; what it says, the steps tell whom they may."""
    season = glance.season
    if key not in season.platoons:
        return None
    return say(_("given for round %(round)d"), round=season.turn) if key in season.orders else say(_("none is open"))


CHAPTER.holds(FactKind(ORDER, _("Order"), _("The order of %(name)s"), _order, follows=SECTOR, on_map=True))
