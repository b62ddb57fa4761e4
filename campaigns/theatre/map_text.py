"""A map as text: one sector or link to a line. Pure.

    # the crossing at Bury
    sector alton "Alton" at=0,1 terrain=town value=3 capacity=3 base=reds capital
    sector bury "Bury" at=1,1 owner=blues
    river alton bury

A sector needs its key and its place on the drawing, across and down; everything else may be left out. A name is in
quotes, a quote inside it twice. A link has its kind and the keys of its ends, in any order. Text after `#` is a remark.
`validation` has the rules for the whole map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from campaigns.theatre.faults import LONGEST, Faults
from campaigns.theatre.map_parts import WAYS, Drawn, Link, Sector, Theatre
from campaigns.theatre.sectors import KEY, sector_of
from rules.contract import at_once, say
from rules.contract import gettext_noop as _

WORD = re.compile(r'\s*(?:(#.*)|("(?:[^"]|"")*")(?=\s|#|$)|([^\s"#]+)(?=\s|#|$))')


class Sheet(msgspec.Struct, frozen=True):
    """A map as far as it could be read, with the line of each sector by key and of each link by its ends."""

    drawn: Drawn
    lines: dict[str | tuple[str, str], int]


def parse(text: str) -> Drawn:
    """The map of a text. `Refused` (field "map") for everything that cannot be read, by line."""
    faults = Faults()
    sheet = read(text, faults)
    at_once(faults.in_order())
    return sheet.drawn


def read(text: str, faults: Faults) -> Sheet:
    """The map of a text. What cannot be read is added to `faults` and left out."""
    draft = _Draft()
    for number, words in _lines(text, faults):
        if words[0] == "sector":
            _take_sector(draft, number, words, faults)
        else:
            _take_link(draft, number, words, faults)
    theatre = Theatre(
        sectors=tuple(draft.sectors[key] for key in sorted(draft.sectors)),
        links=tuple(draft.links[ends] for ends in sorted(draft.links)),
    )
    return Sheet(Drawn(theatre=theatre, names=draft.names), draft.lines)


def write(drawn: Drawn) -> str:
    """The text of a map, without default values. `parse` reads it back."""
    sectors = [_sector(sector, drawn.names.get(sector.key, "")) for sector in drawn.theatre.sectors]
    links = [f"{link.kind} {link.one} {link.other}" for link in drawn.theatre.links]
    return "\n".join([*sectors, "", *links, ""])


# ---------------------------------------------------------------------------------------------------------- lines


def _lines(text: str, faults: Faults) -> Iterator[tuple[int, list[str]]]:
    """The lines with content, numbered from 1, in words; a name keeps its quotes."""
    if len(text) > LONGEST:
        what = say(_("The map has more than %(most)s characters."), most=LONGEST)
        faults.add(0, what, say(_("Write a shorter one: a line a sector and a link.")))
        return
    for number, line in enumerate(text.split("\n"), 1):
        if faults.enough:
            return
        words = _words(line.rstrip())
        if words is None:
            what = say(_("A quote is open, or stands within a word."))
            faults.add(number, what, say(_('Write the name as "…" with spaces around it.')))
        elif words and words[0] not in ("sector", *WAYS):
            what = say(_("No line begins with “%(word)s”."), word=words[0][:40])
            faults.add(number, what, say(_("Begin it with sector, road, rail or river, or with # for a remark.")))
        elif words:
            yield number, words


def _words(line: str) -> list[str] | None:
    """The words of a line; None if they cannot be told apart."""
    words, place = [], 0
    while place < len(line):
        found = WORD.match(line, place)
        if found is None:
            return None
        place = found.end()
        if found[1] is None:
            words.append(found[2] or found[3])
    return words


class _Draft(msgspec.Struct):
    """What has been read so far."""

    sectors: dict[str, Sector] = {}
    names: dict[str, str] = {}
    links: dict[tuple[str, str], Link] = {}
    lines: dict[str | tuple[str, str], int] = {}


def _take_sector(draft: _Draft, number: int, words: Sequence[str], faults: Faults) -> None:
    found = sector_of(number, words[1:], faults)
    if found is None:
        return
    sector, name = found
    if sector.key in draft.sectors:
        what = say(_("The sector “%(key)s” is there twice."), key=sector.key)
        faults.add(number, what, say(_("Give one of them another key.")))
        return
    draft.sectors[sector.key], draft.names[sector.key], draft.lines[sector.key] = sector, name, number


def _take_link(draft: _Draft, number: int, words: Sequence[str], faults: Faults) -> None:
    link = _link(number, words, faults)
    if link is None:
        return
    ends = (link.one, link.other)
    if ends in draft.links:
        what = say(_("%(one)s and %(other)s are linked twice."), one=link.one, other=link.other)
        faults.add(number, what, say(_("Leave one of the lines out.")))
        return
    draft.links[ends], draft.lines[ends] = link, number


def _link(number: int, words: Sequence[str], faults: Faults) -> Link | None:
    kind, *keys = words
    if len(keys) != 2 or not all(re.fullmatch(KEY, key) for key in keys):
        what = say(_("A link has two ends."))
        faults.add(number, what, say(_("Write “%(kind)s” and the keys of two sectors after it."), kind=kind))
        return None
    if keys[0] == keys[1]:
        what = say(_("%(key)s is linked to itself."), key=keys[0])
        faults.add(number, what, say(_("Name two sectors.")))
        return None
    one, other = sorted(keys)
    return Link(kind=next(way for way in WAYS if way == kind), one=one, other=other)


def _sector(sector: Sector, name: str) -> str:
    quoted = '"' + (name or sector.key).replace('"', '""') + '"'
    plain = Sector(key=sector.key, x=sector.x, y=sector.y)
    said = [
        f"{word}={value}"
        for word in ("terrain", "value", "capacity", "base", "owner")
        if (value := getattr(sector, word)) != getattr(plain, word)
    ]
    return " ".join(["sector", sector.key, quoted, f"at={sector.x},{sector.y}", *said, *["capital"][: sector.capital]])
