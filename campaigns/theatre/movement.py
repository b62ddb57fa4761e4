"""A platoon on its way, while the orders of a round are resolved."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.theatre.map_parts import RESERVE, Deed
from campaigns.theatre.possible_orders import Stand

STAYING = ("hold", "entrench", "support")
UNHEARD = ("late", "illegal", "engaged", "unfit")  # whose order was not carried out at all: they hold


@dataclass
class Movement:
    """`do` and `to` as ordered; `place`: where it is by now, `way`: how it came there; `why` not as ordered."""

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
        """It can fight a battle that arises now."""
        return self.stand.fit and not self.stand.engaged and not self.stand.beaten

    @property
    def in_trench(self) -> bool:
        """It was ordered to, or was already, and stood still: who tried to leave has given its trench up."""
        if self.place == RESERVE:
            return False
        digs = self.do == "entrench" and self.why not in UNHEARD
        stays = self.do in STAYING or self.why in UNHEARD
        return digs or (self.stand.entrenched and stays)

    def stop(self, place: str, why: str) -> None:
        """It comes no farther than a sector on its way, or to where it was."""
        self.place, self.why = place, why
        self.way = self.way[: self.way.index(place) + 1] if self.came and place in self.way else ()
