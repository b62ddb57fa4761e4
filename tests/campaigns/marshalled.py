"""Platoons on a map and what they are ordered to do, in a few words; nothing of it needs a season.

    meet("ada reds alton, cid blues bury trench", "ada attack bury, bo support bury", battle=100)

A platoon: key, side, sector; then `worth=90`, `march=2`, `trench`, `unfit`, `engaged`, `strained`, `beaten`.
"""

from __future__ import annotations

from typing import Any

from campaigns.theatre import March
from campaigns.theatre.contact import Contact, Points
from campaigns.theatre.map_text import parse
from campaigns.theatre.possible_orders import Situation, Stand
from campaigns.theatre.resolution import OrderGiven, Resolution, resolve
from tests.campaigns.on_map import MAP

FLAGS: dict[str, dict[str, Any]] = {
    "trench": {"entrenched": True},
    "unfit": {"fit": False},
    "engaged": {"engaged": True},
    "beaten": {"beaten": True},
    "strained": {"supply": "strained"},
}


def situation(platoons: str, owners: dict[str, str] | None = None, closed: Any = (), map: str = MAP) -> Situation:
    """Sectors are whose the map says, or whose alone stands in them; `owners` over that ("" for nobody)."""
    theatre = parse(map).theatre
    stands = [_stand(words.split()) for words in platoons.split(",") if words.strip()]
    owned = {one.key: one.base or one.owner for one in theatre.sectors}
    for sector in owned:
        sides = {one.side for one in stands if one.sector == sector}
        if len(sides) == 1:
            (owned[sector],) = sides
    owned |= owners or {}
    return Situation(theatre, stands, {key: side for key, side in owned.items() if side}, closed)


def _stand(words: list[str]) -> Stand:
    key, side, sector, *more = words
    fields: dict[str, Any] = {"march": 4, "worth": 80}
    for word in more:
        name, sign, value = word.partition("=")
        fields |= {name: int(value)} if sign else FLAGS[word]
    return Stand(key=key, side=side, sector=sector, **fields)


def told(here: Situation, orders: str) -> dict[str, OrderGiven]:
    """Who is told no sector stays in its own."""
    found = (words.split() for words in orders.split(",") if words.strip())
    return {key: (do, to[0] if to else here.stands[key].sector) for key, do, *to in found}  # type: ignore[misc]


class Met:
    """What became of the orders."""

    def __init__(self, resolution: Resolution) -> None:
        self.resolution = resolution
        self.march: dict[str, March] = {one.platoon: one for one in resolution.marches}
        self.places = {one.platoon: one.place for one in resolution.marches}
        self.why = {one.platoon: one.why for one in resolution.marches if one.why}
        self.contacts: tuple[Contact, ...] = resolution.contacts
        self.pairs = [(one.sector, one.one, ">" if one.attacks else "-", one.other) for one in resolution.contacts]


def meet(
    platoons: str, orders: str, owners: dict[str, str] | None = None, closed: Any = (), map: str = MAP, **points: int
) -> Met:
    """Who is told nothing holds, without that being worth a word in `why`."""
    here = situation(platoons, owners, closed, map)
    silent = {key: ("hold", one.sector) for key, one in here.stands.items()}
    return Met(resolve(here, silent | told(here, orders), Points(**points)))  # type: ignore[arg-type]
