"""The faces of the dice of one battle: the house's, or a club's own by the option `dice`.

speed: -1 -1 0 0 1 1
low: 0 0 1 2 3 4           accuracy dice: classes 1 to 4 roll low+low, low+middle, middle+middle, middle+high
white: body body+side body+side+crew body+x track track+x+turn
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

import msgspec

from rules.contract import gettext_noop as _
from rules.contract import say

from . import tables
from .board import Unreadable

AREAS = {
    "white": ("body", "track"),
    "orange": ("body", "track"),
    "green": ("body", "track"),
    "blue": ("body", "top", "track"),
}
SYMBOLS = ("x", "turn", "side", "crew")  # in this order behind the area
NUMBERED = {"speed": (-1, 1), "low": (0, 8), "middle": (0, 8), "high": (0, 8), "I": (-3, 3), "II": (-3, 3)}
LETTERED = {"radio": ("ok", "x", "red"), "miss_ns": ("N", "S", "-"), "miss_ew": ("E", "W", "-")}


class DiceBox(msgspec.Struct, frozen=True):
    """Faces in order, by the name of the die. `hit_may`: what a table may report of each hit die, own faces first."""

    speed: tuple[int, ...]
    accuracy: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]  # class -> both dice
    penetration: dict[str, tuple[int, ...]]
    hit: dict[str, tuple[str, ...]]
    hit_may: dict[str, tuple[str, ...]]
    radio: tuple[str, ...]
    miss: tuple[tuple[str, ...], tuple[str, ...]]


def dicebox(options: Mapping[str, Any]) -> DiceBox:
    """The dice of a battle with these options. Raises `Unreadable` for faces that no die can have."""
    symbols = ["crew"]
    if options["firing_on_the_move"]:
        symbols += ["x"] if options["single_x"] else ["x", "turn"]
    if options["angled_armour"]:
        symbols.append("side")
    return _dicebox(options["dice"], tuple(symbol for symbol in SYMBOLS if symbol in symbols))


@lru_cache(maxsize=64)
def _dicebox(text: str, symbols: tuple[str, ...]) -> DiceBox:
    said = _read(text)
    low, middle, high = (
        _numbers(said.get(name), house)
        for name, house in (("low", tables.LOW), ("middle", tables.MIDDLE), ("high", tables.HIGH))
    )
    hit = {die: tuple(shown(face, symbols) for face in said.get(die, faces)) for die, faces in tables.HIT.items()}
    return DiceBox(
        speed=_numbers(said.get("speed"), tables.SPEED_DIE),
        accuracy={1: (low, low), 2: (low, middle), 3: (middle, middle), 4: (middle, high)},
        penetration={die: _numbers(said.get(die), faces) for die, faces in tables.PENETRATION.items()},
        hit=hit,
        hit_may={die: tuple(dict.fromkeys((*faces, *_every(die, symbols)))) for die, faces in hit.items()},
        radio=said.get("radio", tables.RADIO),
        miss=(said.get("miss_ns", tables.MISS_NS), said.get("miss_ew", tables.MISS_EW)),
    )


def shown(face: str, symbols: tuple[str, ...]) -> str:
    """A face with only those of its symbols that mean something in this battle, in their order."""
    area, *there = face.split("+")
    return "+".join([area, *(symbol for symbol in SYMBOLS if symbol in there and symbol in symbols)])


def _every(die: str, symbols: tuple[str, ...]) -> tuple[str, ...]:
    """Every face that a hit die could have."""
    found = []
    for area in AREAS[die]:
        for number in range(2 ** len(symbols)):
            there = [symbol for place, symbol in enumerate(symbols) if number >> place & 1]
            found.append("+".join([area, *there]))
    return tuple(found)


def _numbers(said: tuple[str, ...] | None, house: tuple[int, ...]) -> tuple[int, ...]:
    return house if said is None else tuple(map(int, said))


def _read(text: str) -> dict[str, tuple[str, ...]]:
    """The faces that a club has written down, by die. Raises `Unreadable`."""
    found: dict[str, tuple[str, ...]] = {}
    known = (*NUMBERED, *AREAS, *LETTERED)
    for line in filter(str.strip, text.splitlines()):
        die, colon, rest = line.partition(":")
        faces, die = tuple(rest.split()), die.strip()
        if not colon or die not in known or die in found:
            raise Unreadable(
                say(_("“%(line)s” names no die of its own."), line=line.strip()[:40]),
                say(_("Write one line a die, its name and a colon first: %(names)s."), names=", ".join(known)),
            )
        if len(faces) != 6:
            raise Unreadable(
                say(_("The die “%(die)s” has %(n)s faces."), die=die, n=len(faces)), _("Write six, spaces between.")
            )
        for face in faces:
            _check(die, face)
        found[die] = faces
    return found


def _check(die: str, face: str) -> None:
    if die in NUMBERED:
        least, most = NUMBERED[die]
        if (
            face.lstrip("+-").isascii()
            and face.lstrip("+-").isdigit()
            and len(face) <= 2
            and least <= int(face) <= most
        ):
            return
        what = f"{least} … {most}"
    elif die in LETTERED:
        if face in LETTERED[die]:
            return
        what = ", ".join(LETTERED[die])
    else:
        area, *there = face.split("+")
        if area in AREAS[die] and len(set(there)) == len(there) and set(there) <= set(SYMBOLS):
            return
        what = f"{', '.join(AREAS[die])} (+{', +'.join(SYMBOLS)})"
    raise Unreadable(
        say(_("The die “%(die)s” cannot show %(face)s."), die=die, face=face[:20]),
        say(_("It shows: %(what)s."), what=what),
    )


Number = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Symbol = Annotated[str, msgspec.Meta(min_length=1, max_length=30, pattern=r"^[A-Za-z+-]+$(?!\n)")]
Pair = Annotated[tuple[Number, ...], msgspec.Meta(max_length=2)]
One = Annotated[tuple[Number, ...], msgspec.Meta(max_length=1)]
OneSymbol = Annotated[tuple[Symbol, ...], msgspec.Meta(max_length=1)]
TwoSymbols = Annotated[tuple[Symbol, ...], msgspec.Meta(max_length=2)]
