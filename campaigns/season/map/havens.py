"""Where a platoon may retreat to, and who makes room for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import msgspec

from campaigns.season import names
from campaigns.season.chapters import Cause
from campaigns.season.kept_events import Gone, Haven
from campaigns.season.positions import engaged, lay_of, standing_in, theatre_of
from campaigns.season.state import Platoon, Season
from campaigns.theatre import Sector
from campaigns.theatre.graph import Ends, ends, graph_of, nx
from rules.contract import gettext_noop as _
from rules.contract import say
from rules.messages import verbatim


class Field(msgspec.Struct, frozen=True):
    """The map as one side may retreat over it: its `sectors` by key, all `links` and which are `closed`, what supply of
    that side `costs` where it comes, its own platoons (`ours`) and the enemies' (`theirs`) by sector, and who
    is `engaged`. Who is beaten itself stands beside enemies, and so in nobody's haven."""

    sectors: dict[str, Sector]
    links: nx.Graph
    closed: frozenset[Ends]
    costs: dict[str, int]
    ours: dict[str, list[Platoon]]
    theirs: dict[str, list[Platoon]]
    engaged: Collection[str]


def field_of(season: Season, side: str) -> Field:
    lay, there = lay_of(season), standing_in(season)
    return Field(
        sectors=lay.sectors,
        links=graph_of(theatre_of(season)),
        closed=season.closed_links,
        costs=lay.supplied(side),
        ours={key: [one for one in platoons if one.side == side] for key, platoons in there.items()},
        theirs={key: [one for one in platoons if one.side != side] for key, platoons in there.items()},
        engaged=engaged(season),
    )


def havens(season: Season, platoon: str) -> tuple[Haven, ...]:
    """The sectors around a platoon: first those it may retreat to, the clerk's choice before the others; then those it
    may not, each with the reason."""
    return around(field_for(season, platoon), season.platoons[platoon].sector)


def field_for(season: Season, platoon: str) -> Field:
    """As its side may retreat over it."""
    return field_of(season, season.platoons[platoon].side)


def around(field: Field, sector: str) -> tuple[Haven, ...]:
    """As `havens` has it, of a platoon of that side in that sector. Who has no place on the map has no way from it."""
    if sector not in field.sectors:
        return ()
    return tuple(sorted((_haven(field, sector, other) for other in field.links[sector]), key=_by_the_clerk))


def _haven(field: Field, sector: str, other: str) -> Haven:
    """What may change before long is asked last: a sector that is "full" has nothing else against it."""
    found, distance = field.sectors[other], field.costs.get(other)
    if ends(sector, other) in field.closed:
        why = "closed"
    elif field.theirs.get(other):
        why = "enemy"
    elif distance is None:
        why = "cut off"
    else:
        why = "full" if len(field.ours.get(other, ())) >= found.capacity else ""
    return Haven(sector=other, distance=distance, value=found.value, why=why)


def _by_the_clerk(haven: Haven) -> tuple[bool, bool, int, int, str]:
    """The shortest way to a base first, then the higher value, then by key."""
    return bool(haven.why), haven.distance is None, haven.distance or 0, -haven.value, haven.sector


def way_out(field: Field, platoon: str, sector: str) -> tuple[Gone, ...]:
    """Who goes where when the clerk has the platoon retreat from there: itself first, then who makes room for it; ()
    where there is no way."""
    moves, goer, origin = list[Gone](), platoon, sector
    for place in _chain(field, origin, {origin}):
        moves.append(Gone(platoon=goer, origin=origin, place=place))
        goer, origin = _makes_room(field, place), place
    return tuple(moves)


def _chain(field: Field, sector: str, seen: set[str]) -> tuple[str, ...]:
    """The sectors that are gone to, one after the other, until there is room: for every full one of them a platoon goes
    on to the next. No sector is tried twice: where there was no way out of it, there is none on a longer way."""
    ways = [haven for haven in around(field, sector) if haven.sector not in seen]
    if ways and not ways[0].why:
        return (ways[0].sector,)
    for haven in ways:
        if haven.why == "full" and _makes_room(field, haven.sector):
            seen.add(haven.sector)
            if rest := _chain(field, haven.sector, seen):
                return (haven.sector, *rest)
    return ()


def _makes_room(field: Field, sector: str) -> str:
    """Who goes on from there: the first by key that no battle keeps; "" for nobody."""
    return next((one.key for one in field.ours.get(sector, ()) if one.key not in field.engaged), "")


def why_havens(season: Season, havens: Iterable[Haven]) -> Iterator[Cause]:
    """Every sector around, those first to which it may go."""
    texts = {
        "": _("%(sector)s is a haven: %(distance)d to a base, worth %(value)d."),
        "enemy": _("%(sector)s is none: enemies stand there."),
        "cut off": _("%(sector)s is none: no supply of its side comes there."),
        "closed": _("%(sector)s is none: the link is closed."),
        "full": _("%(sector)s is full, else it would be a haven."),
    }
    for one in havens:
        values = {"distance": one.distance or 0, "value": one.value}
        yield Cause(say(texts[one.why], sector=verbatim(names.sector(season, one.sector)), **values), "Retreats 2")
