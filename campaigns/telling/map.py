"""One sentence for each event of the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns import reports as r
from campaigns.season import Season
from campaigns.telling.naming import moves, pair, place, platoon, sector, side, taken, totals, vehicles
from campaigns.theatre import WAY_LABELS
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim

ORDERS: dict[str, str] = {
    "hold": _("%(platoon)s is to hold."),
    "move": _("%(platoon)s is to move to %(sector)s."),
    "attack": _("%(platoon)s is to attack %(sector)s."),
    "support": _("%(platoon)s is to support its side in %(sector)s."),
    "entrench": _("%(platoon)s is to entrench."),
    "withdraw": _("%(platoon)s is to withdraw to %(sector)s."),
}


def order(season: Season, key: str, do: str, to: str) -> Message:
    """What a platoon was told to do."""
    there = {"sector": verbatim(sector(season, to))} if to else {}
    return say(ORDERS[do], platoon=platoon(season, key), **there)


def _ordered(season: Season, event: r.Ordered) -> Message:
    """Of somebody else's order one knows that there is one (`show`); one that was erased is told like that, too."""
    if event.do in ORDERS and (event.to or event.do in ("hold", "entrench")):
        return order(season, event.platoon, event.do, event.to)
    return say(_("%(platoon)s has its order."), platoon=platoon(season, event.platoon))


def _resolved(season: Season, event: r.OrdersResolved) -> Message:
    """Who went where is told one by one (`marches`): it may be hundreds."""
    told = say(_("The orders of round %(round)d are disclosed."), round=event.round)
    if event.held:
        ground = say(_("Ground taken: %(held)s."), held=taken(season, event.held))
        told = say("%(told)s %(more)s", told=told, more=ground)
    return say("%(told)s %(more)s", told=told, more=_battles(season, event.fixtures)) if event.fixtures else told


def _battles(season: Season, fixtures: tuple[r.Announced, ...]) -> Message:
    met = ", ".join(_battle(season, one) for one in fixtures)
    return Message(_("Battle: %(battles)s."), _("Battles: %(battles)s."), len(fixtures), {"battles": met})


def _battle(season: Season, one: r.Announced) -> str:
    told = pair(season, (one.home, one.away))
    return f"{told} ({sector(season, one.ground.sector)})" if one.ground else told


def _retreat_due(season: Season, event: r.RetreatDue) -> Message:
    havens = ", ".join(sector(season, one.sector) for one in event.havens if not one.why)
    text = _("%(platoon)s is beaten in %(sector)s and has to retreat. Havens: %(havens)s.")
    if not event.fixture:
        text = _("%(platoon)s cannot fight and has to leave %(sector)s. Havens: %(havens)s.")
    where = verbatim(sector(season, event.sector))
    return say(text, platoon=platoon(season, event.platoon), sector=where, havens=havens)


def _cancelled(season: Season, event: r.RetreatCancelled) -> Message:
    return say(
        _("%(platoon)s need not leave %(sector)s any more."),
        platoon=platoon(season, event.platoon),
        sector=verbatim(sector(season, event.sector)),
    )


RETREATS: dict[str, str] = {
    "chosen": _("%(platoon)s retreats from %(sector)s to %(place)s, as its players chose."),
    "ruled": _("%(platoon)s retreats from %(sector)s to %(place)s, as an organiser chose for its players."),
    "clerk": _("%(platoon)s retreats from %(sector)s to %(place)s, as the clerk chose."),
    "only": _("%(platoon)s retreats from %(sector)s to %(place)s: there is no other way."),
    "shattered": _("%(platoon)s is shattered in %(sector)s: what is left of it is in reserve."),
}


def _retreated(season: Season, event: r.Retreated) -> Message:
    first, *others = event.moves
    told = say(
        RETREATS[event.how],
        platoon=platoon(season, event.platoon),
        sector=verbatim(sector(season, event.sector)),
        place=place(season, first.place),
    )
    if not others:
        return told
    return say(_("%(retreat)s To make room: %(moves)s."), retreat=told, moves=moves(season, others))


POCKETS: dict[str, str] = {
    "breakout": _("%(platoon)s is surrounded in %(sector)s and breaks out."),
    "losses": _("%(platoon)s is surrounded in %(sector)s and gets away with losses."),
    "surrender": _("%(platoon)s is surrounded in %(sector)s and surrenders."),
}


def _surrounded(season: Season, event: r.Surrounded) -> Message:
    values: dict[str, str | int | Message] = {
        "platoon": platoon(season, event.platoon),
        "sector": verbatim(sector(season, event.sector)),
    }
    told = say(POCKETS[event.price], **values)
    if not event.lost:
        return told
    return say(_("%(told)s Captured: %(lost)s."), told=told, lost=vehicles(season, event.lost))


def _scored(season: Season, event: r.TheatreScored) -> Message:
    text = _("The map scores for round %(round)d: %(gained)s. In all: %(totals)s.")
    if event.final:
        text = _("The map scores for the end of the war: %(gained)s. In all: %(totals)s.")
    return say(text, round=event.round, gained=totals(season, event.gained), totals=totals(season, event.totals))


VICTORIES: dict[str, str] = {
    "points": _("The war is won by %(side)s, by points: %(totals)s."),
    "capital": _("The war is won by %(side)s. Every capital is taken; points: %(totals)s."),
    "rounds": _("The war is won by %(side)s, after its last round: %(totals)s."),
    "closed": _("The war is won by %(side)s, as the season closes: %(totals)s."),
}


def _won(season: Season, event: r.Won) -> Message:
    scores = totals(season, event.totals)
    if not event.side:
        return say(_("The war ends in a draw: %(totals)s."), totals=scores)
    return say(VICTORIES[event.how], side=side(season, event.side), totals=scores)


def _contradicted(season: Season, event: r.RetreatContradicted) -> Message:
    """Without moves there is nothing to rule on (any more): everybody is where they would be."""
    values = {
        "platoons": verbatim(pair(season, season.fixtures[event.fixture].platoons)),
        "sector": verbatim(sector(season, event.sector)),
    }
    if not event.moves:
        return say(_("%(platoons)s, corrected: nothing is to be done about the retreat from %(sector)s."), **values)
    if not event.beaten:
        text = _("%(platoons)s, corrected: nobody would have had to leave %(sector)s. It waits for an organiser.")
        return say(text, **values)
    text = _("%(platoons)s, corrected: %(beaten)s would have had to leave %(sector)s. It waits for an organiser.")
    return say(text, **values, beaten=platoon(season, event.beaten))


def _revised(season: Season, event: r.RetreatRevised) -> Message:
    values: dict[str, str | int | Message] = {
        "platoons": verbatim(pair(season, season.fixtures[event.fixture].platoons)),
        "reason": event.reason,
    }
    if not event.apply:
        return say(_("%(platoons)s: everybody stays where they are. %(reason)s"), **values)
    if not event.moves:
        return say(_("%(platoons)s: the retreat is as it would have been. %(reason)s"), **values)
    text = _("%(platoons)s: the retreat is as it would have been: %(moves)s. %(reason)s")
    return say(text, **values, moves=_among(season, event.moves))


def _among(season: Season, gone: tuple[r.Gone, ...]) -> Message:
    """Who goes where, the reserve among it."""
    told = [
        say("%(platoon)s → %(place)s", platoon=platoon(season, one.platoon), place=place(season, one.place))
        for one in gone
    ]
    first, *rest = told
    for one in rest:
        first = say("%(some)s, %(other)s", some=first, other=one)
    return first


def _deployed(season: Season, event: r.Deployed) -> Message:
    values: dict[str, str | int | Message] = {
        "platoon": platoon(season, event.platoon),
        "place": place(season, event.place),
        "reason": event.reason,
    }
    if not event.restored:
        return say(_("An organiser puts %(platoon)s in %(place)s: %(reason)s"), **values)
    return say(
        _("An organiser puts %(platoon)s in %(place)s, and gives back %(vehicles)s: %(reason)s"),
        **values,
        vehicles=vehicles(season, event.restored),
    )


def _link_set(season: Season, event: r.LinkSet) -> Message:
    theatre = season.opened.theatre
    links = theatre.links if theatre else ()
    kind = next(one.kind for one in links if (one.one, one.other) == (event.one, event.other))
    text = _("%(one)s – %(other)s (%(way)s) is open again: %(reason)s")
    if not event.open:
        text = _("%(one)s – %(other)s (%(way)s) is closed: %(reason)s")
    return say(
        text,
        one=verbatim(sector(season, event.one)),
        other=verbatim(sector(season, event.other)),
        way=WAY_LABELS[kind],
        reason=event.reason,
    )


NARRATE: dict[type[Event], Callable[[Season, Any], Message]] = {
    r.Ordered: _ordered,
    r.OrdersResolved: _resolved,
    r.RetreatDue: _retreat_due,
    r.RetreatCancelled: _cancelled,
    r.Retreated: _retreated,
    r.Surrounded: _surrounded,
    r.TheatreScored: _scored,
    r.Won: _won,
    r.RetreatContradicted: _contradicted,
    r.RetreatRevised: _revised,
    r.Deployed: _deployed,
    r.LinkSet: _link_set,
}
