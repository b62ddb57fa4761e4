"""A map as text: one sector or link to a line, and the faults of a text, each with its line. Pure.

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
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from campaigns.theatre.map_parts import (
    DEAREST,
    FURTHEST,
    MOST_ROOM,
    RESERVE,
    TERRAINS,
    WAYS,
    Drawn,
    Link,
    Sector,
    Theatre,
)
from rules.bounds import Name
from rules.contract import Message, Refused, at_once, say
from rules.contract import gettext_noop as _

FIELD = "map"
MOST = 60  # so that a text that is no map is refused briefly
LONGEST = 100_000  # characters of a map


class Faults:
    """Collects faults of a text, which `field` has; line 0 stands for all of it."""

    def __init__(self, field: str = FIELD) -> None:
        self._field = field
        self._found: list[tuple[int, Message, Message]] = []

    def __len__(self) -> int:
        return len(self._found)

    @property
    def enough(self) -> bool:
        """Whether no more would be shown."""
        return len(self._found) >= MOST

    def add(self, line: int, what: Message, remedy: Message) -> None:
        self._found.append((line, what, remedy))

    def in_order(self) -> Iterator[Refused]:
        """The faults by line, those of all of it last; only the first ones if there are very many."""
        last = max((line for line, _what, _remedy in self._found), default=0) + 1
        found = sorted(self._found, key=lambda one: one[0] or last)
        for line, what, remedy in found[:MOST]:
            told = say(_("Line %(line)s: %(what)s"), line=line, what=what) if line else what
            yield Refused("campaign", told, remedy, field=self._field)


KEY = r"(?=.*[a-z])[a-z0-9][a-z0-9_-]{0,39}"  # as `rules.bounds.Key` has it
WORDS = ("at", "terrain", "value", "capacity", "base", "owner")
NUMBERS = {"value": (0, DEAREST), "capacity": (1, MOST_ROOM)}


def sector_of(number: int, words: Sequence[str], faults: Faults) -> tuple[Sector, str] | None:
    """The sector of these words and its name; None if the line has a fault."""
    before = len(faults)
    key = words[0] if words else ""
    if not re.fullmatch(KEY, key) or key == RESERVE:
        what = say(_("“%(key)s” is no key of a sector."), key=key[:40])
        right = say(_("After “sector” comes its key, of small letters, digits, “-” and “_”; “reserve” is taken."))
        faults.add(number, what, right)
        return None
    name = _name(number, words[1:], faults) or named(key)
    said = _said(number, words[1:], faults)
    x, y = _place(number, said, faults)
    terrain = next((one for one in TERRAINS if one == said.get("terrain", "open")), None)
    if terrain is None:
        what = say(_("There is no terrain “%(terrain)s”."), terrain=said["terrain"][:40])
        faults.add(number, what, say(_("Terrains: %(terrains)s."), terrains=", ".join(TERRAINS)))
    numbers = {word: _number(number, word, said[word], faults) for word in NUMBERS if word in said}
    _ownership(number, said, faults)
    if len(faults) > before or terrain is None:
        return None
    base, owner = said.get("base", ""), said.get("owner", "")
    sector = Sector(
        key=key, x=x, y=y, terrain=terrain, base=base, owner="" if base else owner, capital="capital" in said, **numbers
    )
    return sector, name


def named(key: str) -> str:
    """The name of a sector without one."""
    return re.sub(r"[-_]+", " ", key).strip().title() or key


def _name(number: int, words: Iterable[str], faults: Faults) -> str:
    """The name in quotes; "" without one."""
    names = [word[1:-1].replace('""', '"') for word in words if word.startswith('"')]
    if len(names) > 1:
        faults.add(number, say(_("The sector has two names.")), say(_("Leave one of them out.")))
    for name in names[:1]:
        try:
            return msgspec.convert(name, Name)
        except msgspec.ValidationError:
            right = say(_("Write up to 80 letters between the quotes, or leave the quotes out."))
            faults.add(number, say(_("That is no name of a sector.")), right)
    return ""


def _said(number: int, words: Iterable[str], faults: Faults) -> dict[str, str]:
    """The values of `word=value`, by word. "capital" stands alone."""
    said: dict[str, str] = {}
    for part in words:
        word, equals, value = part.partition("=")
        if part.startswith('"'):
            continue
        if part != "capital" and (word not in WORDS or not equals or not value):
            what = say(_("“%(part)s” says nothing of a sector."), part=part[:40])
            right = say(_("There are at=across,down, terrain=, value=, capacity=, base=, owner= and capital."))
            faults.add(number, what, right)
        elif word in said:
            faults.add(number, say(_("“%(word)s” is there twice."), word=word), say(_("Write it once.")))
        else:
            said[word] = value
    return said


def _place(number: int, said: Mapping[str, str], faults: Faults) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,2}),([0-9]{1,2})", said.get("at", ""))
    if found is None:
        right = say(_("Write at=across,down, each from 0 to %(most)s."), most=FURTHEST)
        faults.add(number, say(_("The sector has no place on the drawing.")), right)
        return 0, 0
    return int(found[1]), int(found[2])


def _number(number: int, word: str, value: str, faults: Faults) -> int:
    least, most = NUMBERS[word]
    if re.fullmatch("[0-9]{1,3}", value) and least <= int(value) <= most:
        return int(value)
    what = say(_("“%(value)s” is no %(word)s of a sector."), value=value[:40], word=word)
    faults.add(number, what, say(_("Write a number from %(least)s to %(most)s."), least=least, most=most))
    return least


def _ownership(number: int, said: Mapping[str, str], faults: Faults) -> None:
    base, owner = said.get("base", ""), said.get("owner", "")
    if base and owner not in ("", base):
        what = say(_("A base of %(base)s cannot be owned by %(owner)s."), base=base[:40], owner=owner[:40])
        faults.add(number, what, say(_("Leave the owner out: a base is its side’s as the campaign opens.")))
    if "capital" in said and not base:
        right = say(_("Write base= with its side, too: it is supplied from there."))
        faults.add(number, say(_("The capital of no side.")), right)


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
