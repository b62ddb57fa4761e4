"""What a map consists of: sectors, links, orders and the grounds of battles. Plain values, stored in the campaign's
opening or in its events."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec

from rules.bounds import Key
from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.upkeep import Terrain

Way = Literal["road", "rail", "river"]
Supply = Literal["supplied", "strained", "cut off"]
Deed = Literal["hold", "move", "attack", "support", "entrench", "withdraw"]
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
WAYS: tuple[Way, ...] = get_args(Way)
SUPPLIES: tuple[Supply, ...] = get_args(Supply)  # the best first

# The cost of a link for marches and supply; a river has to be crossed.
COSTS: dict[Way, int] = {"rail": 1, "road": 2, "river": 3}

RESERVE = "reserve"  # the place of platoons that are not on the map; no sector has this key
LARGEST = 500  # sectors of a map, at most
CROWDED = 2_000  # and links
FURTHEST = 99  # places on the drawing go from 0 to this, across and down
DEAREST = 99  # what a sector is worth at most
MOST_ROOM = 20  # platoons of each side in one sector

TERRAIN_LABELS: dict[Terrain, Message] = {
    "open": say(_("open country")),
    "farmland": say(_("farmland")),
    "forest": say(_("forest")),
    "hills": say(_("hills")),
    "mountains": say(_("mountains")),
    "marsh": say(_("marsh")),
    "town": say(_("town")),
    "desert": say(_("desert")),
}
WAY_LABELS: dict[Way, Message] = {
    "road": say(_("road")),
    "rail": say(_("railway")),
    "river": say(_("river")),
}
SUPPLY_LABELS: dict[Supply, Message] = {
    "supplied": say(_("supplied")),
    "strained": say(_("strained")),
    "cut off": say(_("cut off")),
}


class Sector(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sector. `x` and `y`: its place on the drawing, across and down. `value`: what it scores.

    `capacity`: platoons of each side that fit in. `base`: the side that is supplied from here while it owns the sector,
    "" for none; `capital`: losing it can lose the war. `owner`: who owns it when the campaign opens, "" for nobody; a
    base is owned by its side.
    """

    key: Key
    x: Annotated[int, msgspec.Meta(ge=0, le=FURTHEST)]
    y: Annotated[int, msgspec.Meta(ge=0, le=FURTHEST)]
    terrain: Terrain = "open"
    value: Annotated[int, msgspec.Meta(ge=0, le=DEAREST)] = 1
    capacity: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROOM)] = 2
    base: Annotated[str, msgspec.Meta(max_length=40)] = ""
    capital: bool = False
    owner: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Link(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A link between two sectors, `one` before `other` by key. There is at most one between two sectors."""

    kind: Way
    one: Key
    other: Key


class Theatre(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The map: sectors ordered by key, links by the keys of their ends."""

    sectors: tuple[Sector, ...]
    links: tuple[Link, ...]


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A map with the names that people gave its sectors, by key. People typed them, so the log keeps them sealed."""

    theatre: Theatre
    names: dict[str, str]


class Ground(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where and how two platoons meet on the map, and what is proposed for their battle.

    `attacker`: the platoon that came to where the other one stood; "" if both came, or met on the way. `river`: it came
    over one; `entrenched`: the other one is. `limits`: the points each platoon may bring, by platoon; empty for no
    limit. `scenario`, its `sides` in the order of the fixture's platoons, and `board` are the rulebook's proposal, from
    which who musters may differ. `options` of the battle suit the limits.
    """

    sector: str
    terrain: Terrain
    attacker: str = ""
    river: bool = False
    entrenched: bool = False
    limits: dict[str, int] = {}
    scenario: str = ""
    sides: tuple[str, ...] = ()
    options: dict[str, bool | int | str] = {}
    board: dict[str, Any] = {}


class March(msgspec.Struct, frozen=True, kw_only=True):
    """How a platoon's order went. `to`: the sector it was sent to or supports, "" if it holds or entrenches. `origin`
    and `place`: where it was and is. `way`: the sectors it went through with both ends; () if it stayed.

    `why` it did not go as ordered: "late" (it had no order), "illegal" (the order was no longer possible), "met"
    (enemies came the other way over the same link, and it stays in its own sector), "full" (no room), "engaged" (it is
    still in an earlier battle), "unfit" (none of its vehicles can fight); "cut" (its support: enemies are in its own
    sector now); "" if it went.
    """

    platoon: str
    do: Deed
    to: str = ""
    origin: str
    place: str
    way: tuple[str, ...] = ()
    why: str = ""
