"""Orders are disclosed and resolved, all at once; battles arise where platoons meet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from campaigns.reports import Announced, Disclose, OrdersResolved
from campaigns.ruling import retreating
from campaigns.ruling.checks import no, on_map, organiser
from campaigns.ruling.engaging import ground_of
from campaigns.ruling.rounds import the_one_under_way
from campaigns.ruling.situating import situation_of
from campaigns.season import Season
from campaigns.theatre import Deed
from campaigns.theatre.contact import Contact, Points
from campaigns.theatre.resolving import Told, resolve
from rules.adjudicate import Who
from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

DEEDS: dict[str, Deed] = {deed: deed for deed in get_args(Deed)}


def disclose(season: Season, command: Disclose, who: Who, dice: Dice) -> Decision:
    """Retreats still due are made first; then everybody goes; who cannot fight and has met enemies is beaten."""
    organiser(who)
    on_map(season)
    found = the_one_under_way(season, command.round)
    if found.resolved:
        raise no(
            say(_("The orders of round %(round)d are disclosed."), round=found.number),
            say(_("New ones are given once the next round is announced.")),
            "round",
        )
    yield from retreating.all_due(season, dice)
    resolution = resolve(situation_of(season), _orders(season), _points(season))
    yield OrdersResolved(
        round=found.number,
        marches=resolution.marches,
        fixtures=tuple(_announced(season, found.number, resolution.contacts)),
        held=resolution.held,
        entrenched=resolution.entrenched,
    )
    for platoon in resolution.beaten:
        yield from retreating.leave(season, platoon, dice)


def _orders(season: Season) -> dict[str, Told]:
    """Those that were given; one that was erased from the log says nothing, and holds where it is."""
    return {
        key: (DEEDS[one.do], one.to) if one.do and one.to else ("hold", season.platoons[key].sector)
        for key, one in season.orders.items()
    }


def _points(season: Season) -> Points:
    terms = season.terms
    return Points(
        battle=int(terms["battle_points"]),
        entrenched=int(terms["entrench_bonus"]),
        support=int(terms["support_bonus"]),
        river=int(terms["river_penalty"]),
    )


def _announced(season: Season, number: int, contacts: tuple[Contact, ...]) -> Iterator[Announced]:
    """Counted on from the fixtures that an organiser has paired in this round."""
    there = sum(one.announced and one.round == number for one in season.fixtures.values())
    for n, contact in enumerate(contacts, there + 1):
        yield Announced(key=f"r{number}-{n}", home=contact.one, away=contact.other, ground=ground_of(season, contact))
