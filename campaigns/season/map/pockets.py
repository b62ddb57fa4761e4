"""A beaten platoon with no way out pays the campaign's price; what comes through is in reserve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from campaigns.season import editions, names
from campaigns.season.chapters import SECTOR, STATUS, Cause, Chapter
from campaigns.season.kept_events import Gone, Haven
from campaigns.season.map.defeat import drivable, in_the_field, left
from campaigns.season.map.havens import why_havens
from campaigns.season.positions import changing_hands, go, hold, places
from campaigns.season.state import Platoon, Season, Vehicle
from campaigns.season.vehicles import price_of
from campaigns.theatre import RESERVE
from rules.contract import Dice, Event, Message, Roll, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim

CHAPTER = Chapter("Pockets")

Price = Literal["breakout", "losses", "surrender"]


class Surrounded(Event, frozen=True, kw_only=True):
    """A beaten platoon had no way out and paid the campaign's price; what came through is in reserve. `lost`: the
    vehicles it gave up; `rolls`: of a break-out, one for each vehicle that tried, `needs` to come through."""

    platoon: str
    sector: str
    fixture: str = ""
    price: Price
    lost: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()
    needs: int = 0
    havens: tuple[Haven, ...] = ()
    held: dict[str, str] = {}


def surrounded(
    season: Season, platoon: Platoon, fixture: str, around: tuple[Haven, ...], dice: Dice
) -> Iterator[Event]:
    """By the term `surrounded`; `around` are the sectors it has no way to. What stands in the workshop is not there,
    and is not given up."""
    price = season.terms["surrounded"]
    there, needs = in_the_field(season, platoon), int(season.terms["breakout_needs"])
    tried = tuple(one.id for one in drivable(season, platoon)) if price == "breakout" else ()
    rolls = tuple(dice.roll(f"round {season.turn}/breakout/{id}", 1) for id in tried)
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


def _given_up(season: Season, platoon: Platoon, there: list[Vehicle]) -> list[Vehicle]:
    """`surrounded_losses` percent of them, rounded up: those that cannot drive first, then the cheapest, then by id.
    Without their cards, which whoever sees what is captured may not know."""
    drives = {one.id for one in drivable(season, platoon)}
    cards = () if editions.prices_without_cards(season.opened) else None
    number = -(-len(there) * int(season.terms["surrounded_losses"]) // 100)
    return sorted(there, key=lambda one: (one.id in drives, price_of(season, one, cards), one.id))[:number]


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _surrounded(season: Season, event: Surrounded) -> None:
    left(season, event.platoon, event.fixture, RESERVE)
    go(season, (Gone(platoon=event.platoon, origin=event.sector, place=RESERVE),))
    for id in event.lost:
        season.vehicles[id].status, season.vehicles[id].bays = "captured", ()
    hold(season, event.held)


# -- how it reads ------------------------------------------------------------------------------------------------------


POCKETS: dict[str, str] = {
    "breakout": _("%(platoon)s is surrounded in %(sector)s and breaks out."),
    "losses": _("%(platoon)s is surrounded in %(sector)s and gets away with losses."),
    "surrender": _("%(platoon)s is surrounded in %(sector)s and surrenders."),
}


@CHAPTER.narrates
def _tell_surrounded(season: Season, event: Surrounded) -> Message:
    values: dict[str, str | int | Message] = {
        "platoon": names.platoon(season, event.platoon),
        "sector": verbatim(names.sector(season, event.sector)),
    }
    told = say(POCKETS[event.price], **values)
    if not event.lost:
        return told
    return say(_("%(told)s Captured: %(lost)s."), told=told, lost=names.vehicles(season, event.lost))


# -- why ---------------------------------------------------------------------------------------------------------------


@CHAPTER.explains(SECTOR)
def _why_surrounded(season: Season, event: Surrounded, key: str) -> Iterator[Cause]:
    yield from why_havens(season, event.havens)
    yield Cause(say(_("It had no way out.")), "Retreats 4")
    match event.price:
        case "breakout":
            text = _("Who could drive rolled for it and needed %(needs)d: %(through)d of %(tried)d came through.")
            through = len(set(event.tried) - set(event.lost))
            yield Cause(say(text, needs=event.needs, through=through, tried=len(event.tried)), "Retreats 4")
        case "losses":
            text = _("It gave up %(percent)d percent of its vehicles, rounded up.")
            yield Cause(say(text, percent=int(season.terms["surrounded_losses"])), "Retreats 4")
        case "surrender":
            yield Cause(say(_("It gave up all of its vehicles.")), "Retreats 4")


@CHAPTER.speaks(SECTOR)
def _speaks(season: Season, event: Surrounded, key: str) -> bool:
    return event.platoon == key


@CHAPTER.explains(STATUS)
def _why_captured(season: Season, event: Surrounded, key: str) -> Iterator[Cause]:
    if key in event.lost:
        yield Cause(say(_("Is captured where its platoon is surrounded.")), "Retreats 4")
