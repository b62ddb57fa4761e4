"""A beaten platoon with no way out pays the campaign's price; what comes through is in reserve."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns import editions
from campaigns.prices import price_of
from campaigns.reports import Haven, Surrounded
from campaigns.ruling.beaten import drivable, in_the_field
from campaigns.season import Platoon, Season, Vehicle
from campaigns.season.whereabouts import changing_hands, places
from campaigns.theatre import RESERVE
from rules.contract import Dice, Event, Roll


def surrounded(
    season: Season, platoon: Platoon, fixture: str, around: tuple[Haven, ...], dice: Dice
) -> Iterator[Event]:
    """By the term `surrounded`; `around` are the sectors it has no way to. What stands in the workshop is not there,
    and is not given up."""
    price = season.terms["surrounded"]
    there, needs = in_the_field(season, platoon), int(season.terms["breakout_needs"])
    tried = tuple(one.id for one in drivable(season, platoon)) if price == "breakout" else ()
    rolls = tuple(_breaks_out(season, id, dice) for id in tried)
    through = {id for id, roll in zip(tried, rolls, strict=True) if roll.numbers[0] >= needs}
    lost = _given_up(season, platoon, there) if price == "losses" else [one for one in there if one.id not in through]
    yield Surrounded(
        platoon=platoon.key,
        sector=platoon.sector,
        fixture=fixture,
        price=price,  # type: ignore[arg-type]
        lost=tuple(one.id for one in lost),
        tried=tried,
        rolls=rolls,
        needs=needs if price == "breakout" else 0,
        havens=around,
        held=changing_hands(season, places(season) | {platoon.key: RESERVE}),
    )


def _breaks_out(season: Season, vehicle: str, dice: Dice) -> Roll:
    return dice.roll(f"round {season.turn}/breakout/{vehicle}", 1)


def _given_up(season: Season, platoon: Platoon, there: list[Vehicle]) -> list[Vehicle]:
    """`surrounded_losses` percent of them, rounded up: those that cannot drive first, then the cheapest, then by id.
    Without their cards, which whoever sees what is captured may not know."""
    drives = {one.id for one in drivable(season, platoon)}
    cards = () if editions.prices_without_cards(season.opened) else None
    number = -(-len(there) * int(season.terms["surrounded_losses"]) // 100)
    return sorted(there, key=lambda one: (one.id in drives, price_of(season, one, cards), one.id))[:number]
