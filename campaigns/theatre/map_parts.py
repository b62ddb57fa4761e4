"""What a map is made of, and what is done on it: sectors, the links between them, orders and the ground of battles.
Plain values, frozen with the campaign or told by its events."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec

from rules.bounds import Key
from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.engagements import Terrain

Way = Literal["road", "rail", "river"]
Supply = Literal["supplied", "strained", "cut off"]
Deed = Literal["hold", "move", "attack", "support", "entrench", "withdraw"]
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
WAYS: tuple[Way, ...] = get_args(Way)
SUPPLIES: tuple[Supply, ...] = get_args(Supply)  # the best first

# What a link costs who marches over it, and the supply that is brought over it; a river has to be crossed.
COSTS: dict[Way, int] = {"rail": 1, "road": 2, "river": 3}

RESERVE = "reserve"  # where a platoon is that is nowhere on the map; no sector has this key
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
    """A part of the map. `x` and `y`: its place on the drawing, across and down. `value`: what it scores.

    `capacity`: platoons of each side that fit into it. `base`: the side that is supplied from here as long as it owns
    it, "" for none; `capital`: it is also what that side must not lose. `owner`: who owns it as the campaign opens, ""
    for nobody; a base is owned by its side.
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
    """Two sectors that touch, by key, `one` before `other`, and what joins them. There is one link between two."""

    kind: Way
    one: Key
    other: Key


class Theatre(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The map: sectors by key, links by the keys of their ends, both in order."""

    sectors: tuple[Sector, ...]
    links: tuple[Link, ...]


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A map as somebody has drawn it: what is frozen, and the names people gave to its sectors, by key. They are
    typed by people, so the log keeps them sealed."""

    theatre: Theatre
    names: dict[str, str]


class Ground(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where and how two platoons meet on the map, and what is proposed for their battle.

    `attacker`: the platoon that came to where the other one stood; "" where both came, or met on the way. `river`: it
    came over one; `entrenched`: the other one is. `limits`: points each platoon may bring, by platoon; nothing in it
    for no limit. `scenario`, its `sides` in the order of the fixture's platoons, and `board` are the rulebook's
    proposal for this ground: who musters may choose otherwise. `options` of its battle suit the limits.
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
    """How a platoon's order went. `to`: the sector it was sent to or supports, "" of who holds or entrenches. `origin`
    and `place`: where it was and is. `way`: the sectors it went through, both ends among them; () where it stayed.

    `why` it did not go as ordered: "late" (no order was given), "illegal" (the order could not stand any more), "met"
    (enemies came the other way over the same link, and the field is its own sector), "full" (no room), "engaged" (a
    battle of an earlier round goes on), "unfit" (no vehicle of it can fight); "cut" (of a support: enemies stand in its
    own sector now); "" where it went.
    """

    platoon: str
    do: Deed
    to: str = ""
    origin: str
    place: str
    way: tuple[str, ...] = ()
    why: str = ""
