"""A platoon on its way while the orders of a round are resolved."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.theatre.map_parts import RESERVE, Deed
from campaigns.theatre.possible_orders import Stand

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
