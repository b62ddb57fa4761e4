"""Platoons on their way, and the battles of a round: who meets in a sector, how, and with how many points. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from campaigns.theatre.map_parts import RESERVE, Deed
from campaigns.theatre.possible_orders import Situation, Stand

STAYING = ("hold", "entrench", "support")
UNHEARD = ("late", "illegal", "engaged", "unfit")  # these orders were not carried out: the platoon holds


@dataclass
class Movement:
    """`do` and `to` as ordered; `place`: where it is now; `way`: how it came there; `why` it does not follow its
    order."""

    stand: Stand
    do: Deed = "hold"
    to: str = ""
    way: tuple[str, ...] = ()
    place: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        self.place = self.place or self.stand.sector

    @property
    def key(self) -> str:
        return self.stand.key

    @property
    def side(self) -> str:
        return self.stand.side

    @property
    def came(self) -> bool:
        return self.place != self.stand.sector

    @property
    def able(self) -> bool:
        """Whether it can fight a battle that arises now."""
        return self.stand.fit and not self.stand.engaged and not self.stand.beaten

    @property
    def in_trench(self) -> bool:
        """Whether it is entrenched: by order, or from before if it stayed. Who tried to leave has given up the
        trench."""
        if self.place == RESERVE:
            return False
        digs = self.do == "entrench" and self.why not in UNHEARD
        stays = self.do in STAYING or self.why in UNHEARD
        return digs or (self.stand.entrenched and stays)

    def stop(self, place: str, why: str) -> None:
        """Stop it in a sector on its way, or where it was."""
        self.place, self.why = place, why
        self.way = self.way[: self.way.index(place) + 1] if self.came and place in self.way else ()


class Points(msgspec.Struct, frozen=True, kw_only=True):
    """The points a platoon may bring to a battle (0 for no limit), and percentages of it: more from a trench, more
    for each supporter, less over a river."""

    battle: int = 0
    entrenched: int = 20
    support: int = 10
    river: int = 20


class Contact(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that arises. `one` attacks `other` if `attacks`; else they meet, ordered by key. `river`: the
    attacker came over one; `entrenched`: the other one is. `supports`: how many platoons support each; `limits`: the
    points each may bring, 0 for no limit."""

    sector: str
    one: str
    other: str
    attacks: bool = False
    river: bool = False
    entrenched: bool = False
    supports: tuple[int, int] = (0, 0)
    limits: tuple[int, int] = (0, 0)


def contacts(situation: Situation, everybody: Iterable[Movement], points: Points) -> tuple[Contact, ...]:
    """Every battle that arises, by sector, then by platoon. Marks the platoons whose support is cut by this (`why`)."""
    everybody = list(everybody)
    there = _together(everybody)
    for one in everybody:
        if _supports(one) and any(other.side != one.side for other in there.get(one.place, ())):
            one.why = "cut"
    return tuple(
        contact
        for sector in sorted(there)
        if len({one.side for one in there[sector]}) > 1
        for contact in _in_sector(situation, sector, there[sector], everybody, points)
    )


def unfit_among_enemies(everybody: Iterable[Movement]) -> Iterator[str]:
    """The keys of platoons that cannot fight and share a sector with enemies who can."""
    there = _together(everybody)
    for here in there.values():
        for one in here:
            helpless = not one.stand.fit and not one.stand.engaged
            if helpless and any(other.stand.fit or other.stand.engaged for other in here if other.side != one.side):
                yield one.key


def _together(everybody: Iterable[Movement]) -> dict[str, list[Movement]]:
    found: dict[str, list[Movement]] = {}
    for one in everybody:
        if one.place != RESERVE:
            found.setdefault(one.place, []).append(one)
    return found


# -- support -----------------------------------------------------------------------------------------------------------


def _supports(one: Movement) -> bool:
    return one.do == "support" and not one.why


def _supporters(sector: str, side: str, spare: Iterable[Movement], everybody: Iterable[Movement]) -> int:
    """How many support a side there: from elsewhere, and those in the sector who have nobody to fight."""
    afar = sum(_supports(one) and one.to == sector and one.side == side for one in everybody)
    return afar + sum(one.side == side for one in spare)


# -- who meets whom ----------------------------------------------------------------------------------------------------


def _in_sector(
    situation: Situation, sector: str, here: list[Movement], everybody: list[Movement], points: Points
) -> Iterator[Contact]:
    owner = situation.owners.get(sector, "")
    able = sorted((one for one in here if one.able), key=lambda one: (-one.stand.worth, one.key))
    pairs = _paired(able, owner)
    met = {one.key for pair in pairs for one in pair}
    spare = [one for one in able if one.key not in met]
    found = [_contact(situation, sector, _roles(pair, owner), spare, everybody, points) for pair in pairs]
    yield from sorted(found, key=lambda one: (one.one, one.other))


def _paired(able: list[Movement], owner: str) -> list[tuple[Movement, Movement]]:
    """Pairs of enemies, the worthiest first; the owner's platoons are matched before the rest."""
    pairs: list[tuple[Movement, Movement]] = []
    met: set[str] = set()
    for one in sorted(able, key=lambda one: one.side != owner):  # stable: still the worthiest first
        other = next((o for o in able if o.key not in met and o.side != one.side), None)
        if one.key not in met and other is not None:
            pairs.append((one, other))
            met |= {one.key, other.key}
    return pairs


def _roles(pair: tuple[Movement, Movement], owner: str) -> tuple[Movement, Movement, bool]:
    """The attacker, the defender, True; or two that meet, by key, and False."""
    one, other = sorted(pair, key=lambda going: going.key)
    for attacker, defender in ((one, other), (other, one)):
        both_stood = not attacker.came and not defender.came
        if (attacker.came and not defender.came) or (both_stood and defender.side == owner):
            return attacker, defender, True
    return one, other, False


def _contact(
    situation: Situation,
    sector: str,
    roles: tuple[Movement, Movement, bool],
    spare: list[Movement],
    everybody: list[Movement],
    points: Points,
) -> Contact:
    one, other, attacks = roles
    river = attacks and len(one.way) > 1 and situation.graph.edges[one.way[-2], one.way[-1]]["kind"] == "river"
    entrenched = attacks and other.in_trench
    supports = tuple(_supporters(sector, side, spare, everybody) for side in (one.side, other.side))
    bonus = (supports[0] * points.support - river * points.river, supports[1] * points.support)
    return Contact(
        sector=sector,
        one=one.key,
        other=other.key,
        attacks=attacks,
        river=river,
        entrenched=entrenched,
        supports=(supports[0], supports[1]),
        limits=(_limit(points, bonus[0]), _limit(points, bonus[1] + entrenched * points.entrenched)),
    )


def _limit(points: Points, percent: int) -> int:
    """The limit with these percents added, at least 1 point: 0 would be no limit."""
    return max(1, points.battle * (100 + percent) // 100) if points.battle else 0
