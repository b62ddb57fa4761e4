"""What a drawing of the map shows at one moment. `drawing` makes it an SVG."""

from __future__ import annotations

import msgspec

from campaigns.theatre.map_parts import Supply, Theatre


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A platoon on the map. `mine`: the reader commands it."""

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
    """An arrow over the links: an order of the reader's, or a march of the round."""

    origin: str
    place: str
    kind: str  # move, attack, support, withdraw, retreat
    side: str


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """The map to draw. `names` of sectors and `sides` and `owners` of sectors, all by key; `contested` sectors;
    `closed` links by their ends. `cut_off`: sectors without supply of their owner; `strained`: those that it hardly
    reaches. `addresses` of the sectors' pages by key; empty in print and previews. The drawing finds the fronts
    itself."""

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
