"""Reads the line of a sector: key, name in quotes, `at=`, and its other values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from campaigns.theatre.faults import Faults
from campaigns.theatre.map_parts import DEAREST, FURTHEST, MOST_ROOM, RESERVE, TERRAINS, Sector
from rules.bounds import Name
from rules.contract import gettext_noop as _
from rules.contract import say

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
