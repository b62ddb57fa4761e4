"""Checks a whole map before a campaign opens with it. Pure."""

from __future__ import annotations

from collections.abc import Collection
from unicodedata import normalize

from campaigns.theatre.graph import graph_of, nx
from campaigns.theatre.map_parts import CROWDED, LARGEST, Drawn, Sector, Theatre
from campaigns.theatre.map_text import Faults, Sheet, read
from rules.contract import at_once, say
from rules.contract import gettext_noop as _


def checked(text: str, sides: Collection[str], capitals: bool = False) -> Drawn:
    """The map of a text, for a campaign of these sides. `Refused` (field "map") for all its faults, by line.
    `capitals`: every side needs one, because the war is won by them."""
    faults = Faults()
    sheet = read(text, faults)
    if not len(faults):  # if only a part could be read, further faults would be wrong
        _check(sheet, tuple(sides), faults, capitals)
    at_once(faults.in_order())
    return sheet.drawn


def _check(sheet: Sheet, sides: tuple[str, ...], faults: Faults, capitals: bool) -> None:
    theatre = sheet.drawn.theatre
    _size(theatre, faults)
    _ends(sheet, faults)
    _places(sheet, faults)
    _names(sheet, faults)
    _sides(sheet, sides, faults)
    if len(sides) > 1:
        _bases(theatre, sides, faults, capitals)
    if not len(faults):
        _connected(sheet, faults)


def _size(theatre: Theatre, faults: Faults) -> None:
    sectors, links = len(theatre.sectors), len(theatre.links)
    if sectors > LARGEST or links > CROWDED:
        what = say(_("The map has %(sectors)d sectors and %(links)d links."), sectors=sectors, links=links)
        right = say(_("It may have %(sectors)d and %(links)d at most."), sectors=LARGEST, links=CROWDED)
        faults.add(0, what, right)


def _ends(sheet: Sheet, faults: Faults) -> None:
    known = {sector.key for sector in sheet.drawn.theatre.sectors}
    for link in sheet.drawn.theatre.links:
        for key in (link.one, link.other):
            if key not in known:
                what = say(_("There is no sector “%(key)s”."), key=key)
                right = say(_("Write a line “sector %(key)s at=across,down” for it."), key=key)
                faults.add(sheet.lines[link.one, link.other], what, right)


def _places(sheet: Sheet, faults: Faults) -> None:
    taken: dict[tuple[int, int], str] = {}
    for sector in _by_line(sheet):
        first = taken.setdefault((sector.x, sector.y), sector.key)
        if first != sector.key:
            place = f"{sector.x},{sector.y}"
            what = say(_("%(one)s and %(other)s are both at %(place)s."), one=first, other=sector.key, place=place)
            faults.add(sheet.lines[sector.key], what, say(_("Put one of them somewhere else.")))


def _names(sheet: Sheet, faults: Faults) -> None:
    taken: dict[str, str] = {}
    for sector in _by_line(sheet):
        name = sheet.drawn.names[sector.key]
        if taken.setdefault(normalize("NFKC", name).casefold(), sector.key) != sector.key:
            what = say(_("The name “%(name)s” is taken."), name=name)
            faults.add(sheet.lines[sector.key], what, say(_("Give the sector another one.")))


def _sides(sheet: Sheet, sides: tuple[str, ...], faults: Faults) -> None:
    if len(sides) < 2:
        what = say(_("A campaign without sides has no use for a map."))
        faults.add(0, what, say(_("Declare two sides or more, or leave the map blank.")))
        return
    for sector in sheet.drawn.theatre.sectors:
        for side in (sector.base, sector.owner):
            if side and side not in sides:
                what = say(_("There is no side “%(side)s”."), side=side[:40])
                faults.add(sheet.lines[sector.key], what, say(_("Sides: %(sides)s."), sides=", ".join(sides)))


def _bases(theatre: Theatre, sides: tuple[str, ...], faults: Faults, capitals: bool) -> None:
    for side in sides:
        bases = [sector for sector in theatre.sectors if sector.base == side]
        seats = [sector for sector in bases if sector.capital]
        if not bases:
            right = say(_("Write base=%(side)s in the line of one of its sectors."), side=side)
            faults.add(0, say(_("The side %(side)s has no base."), side=side), right)
        elif len(seats) > 1:
            what = say(_("The side %(side)s has several capitals."), side=side)
            faults.add(0, what, say(_("Leave “capital” in one line: %(keys)s."), keys=_keys(seats)))
        elif capitals and not seats:
            what = say(_("The side %(side)s has no capital, and capitals win this war."), side=side)
            faults.add(0, what, say(_("Write “capital” behind one of its bases: %(keys)s."), keys=_keys(bases)))


def _connected(sheet: Sheet, faults: Faults) -> None:
    parts = sorted(nx.connected_components(graph_of(sheet.drawn.theatre)), key=lambda part: (-len(part), min(part)))
    for part in parts[1:]:
        what = say(_("No way leads from here to most of the map: %(keys)s."), keys=", ".join(sorted(part)[:8]))
        line = min(sheet.lines[key] for key in part)
        faults.add(line, what, say(_("Link one of these to another sector by a road, rail or river.")))


def _by_line(sheet: Sheet) -> list[Sector]:
    return sorted(sheet.drawn.theatre.sectors, key=lambda sector: sheet.lines[sector.key])


def _keys(sectors: Collection[Sector]) -> str:
    return ", ".join(sector.key for sector in sectors)
