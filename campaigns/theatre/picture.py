"""What a drawing of the map shows at one moment: the map, and what stands on it. `drawing` makes it an SVG."""

from __future__ import annotations

import msgspec

from campaigns.theatre.map_parts import Supply, Theatre


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A platoon on the map, as it stands. `mine`: the reader commands it."""

    key: str
    name: str
    side: str
    sector: str
    supply: Supply = "supplied"
    entrenched: bool = False
    engaged: bool = False
    beaten: bool = False
    mine: bool = False


class Arrow(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody goes or went, to be drawn over the links: an order of one's own, the marches of a round."""

    origin: str
    place: str
    kind: str  # move, attack, support, withdraw, retreat
    side: str


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """`names` of sectors by key, `sides` by key with their names, `owners` of sectors by key; `contested` sectors,
    `closed` links by their ends; `fronts`: links between sectors of different owners are found by the drawing itself.
    `cut_off`: sectors to which no supply of their owner comes, `strained` those it hardly reaches. `addresses`: where
    each sector's own page is, by key; nothing where it leads nowhere (in print, in a preview)."""

    theatre: Theatre
    names: dict[str, str]
    sides: dict[str, str]
    owners: dict[str, str] = {}
    contested: frozenset[str] = frozenset()
    closed: frozenset[tuple[str, str]] = frozenset()
    strained: frozenset[str] = frozenset()
    cut_off: frozenset[str] = frozenset()
    counters: tuple[Counter, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    addresses: dict[str, str] = {}
    title: str = ""
