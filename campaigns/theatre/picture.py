"""What a drawing of the map shows at one moment, and the same in words, for screen readers and tooltips."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from campaigns.theatre.map_parts import SUPPLY_LABELS, TERRAIN_LABELS, Sector, Supply, Theatre
from rules.contract import Message, ngettext, say
from rules.contract import gettext_noop as _


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

    @property
    def marks(self) -> list[str]:
        """Those of `MARKS` that it has."""
        return [mark for mark in MARKS if getattr(self, mark)]


# What is marked at a platoon, by the field that says so.
MARKS = {"entrenched": say(_("entrenched")), "engaged": say(_("in battle")), "beaten": say(_("has to retreat"))}


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


Tell = Callable[[Message], str]

DEEDS: dict[str, str] = {
    "move": _("%(side)s: move from %(origin)s to %(place)s"),
    "attack": _("%(side)s: attack from %(origin)s on %(place)s"),
    "support": _("%(side)s: support from %(origin)s for %(place)s"),
    "withdraw": _("%(side)s: withdrawal from %(origin)s to %(place)s"),
    "retreat": _("%(side)s: retreat from %(origin)s to %(place)s"),
}


def name_of(picture: Picture, sector: str) -> str:
    """The sector's name, or its key if the name was erased."""
    return picture.names.get(sector) or sector


def side_of(picture: Picture, side: str) -> str:
    return picture.sides.get(side) or side


def overview(picture: Picture, tell: Tell) -> str:
    """How many sectors each side owns, and which are contested."""
    total = len(picture.theatre.sectors)
    parts = [tell(ngettext("%(n)d sector.", "%(n)d sectors.", total))]
    for side in picture.sides:
        mine = sum(owner == side for owner in picture.owners.values())
        parts.append(tell(say(_("%(side)s: %(n)d."), side=side_of(picture, side), n=mine)))
    if picture.contested:
        keys = ", ".join(name_of(picture, key) for key in sorted(picture.contested))
        parts.append(tell(say(_("Contested: %(sectors)s."), sectors=keys)))
    return " ".join(parts)


def sector_told(picture: Picture, sector: Sector, there: Sequence[Counter], tell: Tell) -> str:
    """All that is drawn of a sector: "Alton: town, value 3, room for 2 of each side. …"."""
    parts = [
        say(
            _("%(name)s: %(terrain)s, value %(value)d, room for %(room)d of each side."),
            name=name_of(picture, sector.key),
            terrain=TERRAIN_LABELS[sector.terrain],
            value=sector.value,
            room=sector.capacity,
        ),
        *_ownership(picture, sector),
    ]
    return " ".join([*map(tell, parts), *(_counter(picture, one, tell) for one in there)])


def _ownership(picture: Picture, sector: Sector) -> list[Message]:
    owner, found = picture.owners.get(sector.key, ""), list[Message]()
    if sector.base:
        text = _("Capital of %(side)s.") if sector.capital else _("Base of %(side)s.")
        found.append(Message(text, values={"side": side_of(picture, sector.base)}))
    if owner:
        found.append(say(_("Owned by %(side)s."), side=side_of(picture, owner)))
    else:
        found.append(say(_("Nobody’s.")))
    if sector.key in picture.contested:
        found.append(say(_("Contested.")))
    if sector.key in picture.cut_off:
        found.append(say(_("No supply of its owner comes here.")))
    elif sector.key in picture.strained:
        found.append(say(_("Supply of its owner is strained here.")))
    return found


def _counter(picture: Picture, one: Counter, tell: Tell) -> str:
    marks = [SUPPLY_LABELS[one.supply]] if one.supply != "supplied" else []
    marks += [MARKS[mark] for mark in one.marks]
    return f"{one.name or one.key} ({', '.join([side_of(picture, one.side), *map(tell, marks)])})."


def arrow_told(picture: Picture, arrow: Arrow, tell: Tell) -> str:
    values: dict[str, str | int | Message] = {
        "side": side_of(picture, arrow.side),
        "origin": name_of(picture, arrow.origin),
        "place": name_of(picture, arrow.place),
    }
    return tell(Message(DEEDS.get(arrow.kind, DEEDS["move"]), values=values))
