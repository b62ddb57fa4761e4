"""A second implementation of walking, written to be obvious: compass as angles, limits counted over the whole turn.

It knows vehicles on tracks and wheels, fixed weapons, terrain, wrecks, walls and one tow; no option, no damage. It
shares nothing with the rulebook but its figures.
"""

from __future__ import annotations

import math
from copy import deepcopy
from dataclasses import dataclass, field

Spot = tuple[int, int]


def beside(spot: Spot, angle: int) -> Spot:
    """The square next to one, by an angle clockwise from north."""
    return spot[0] + round(math.sin(math.radians(angle))), spot[1] + round(math.cos(math.radians(angle)))


def angle_between(one: int, other: int) -> int:
    return min((one - other) % 360, (other - one) % 360)


@dataclass
class Piece:
    """Something with a place; what has no drive is a wreck."""

    spot: Spot
    mass: int
    angle: int = 0
    drive: str = ""
    speed: int = 0
    reverse: int = 0
    blade: bool = False
    active: bool = True
    gun: str = ""  # what it has in tow
    steps: list[str] = field(default_factory=list)
    cost: int = 0
    stuck: bool = False  # in the ruins of a wall
    towed: bool = False


class Impossible(Exception):
    pass


@dataclass
class Table:
    width: int
    height: int
    signs: dict[Spot, str]
    pieces: dict[str, Piece]
    limit: int

    def told(self, name: str, steps: list[str]) -> Table | None:
        """The table after these steps; None where they cannot be."""
        after = deepcopy(self)
        try:
            for step in steps:
                after._step(name, step)
        except Impossible:
            return None
        return after

    def _require(self, holds: bool) -> None:
        if not holds:
            raise Impossible

    def _step(self, name: str, step: str) -> None:
        piece = self.pieces[name]
        gun = self.pieces.get(piece.gun)
        self._require(not piece.stuck and not piece.towed)
        kinds = {"T": "F B R+ R-", "W": "F FL FR B BL BR", "fixed": "R+ R-"}[piece.drive]
        self._require(step in kinds.split())
        piece.steps.append(step)
        cost = 1
        before = piece.spot
        match step:
            case "R+" | "R-":
                piece.angle = (piece.angle + (45 if step == "R+" else -45)) % 360
                self._require(gun is None or not self._twice_in_place(piece))
                self._require(gun is None or self._tail_near(piece, gun))
            case "F" | "FL" | "FR":
                piece.angle = (piece.angle + {"F": 0, "FL": -45, "FR": 45}[step]) % 360
                cost = self._roll(name, beside(before, piece.angle), step == "F")
            case _:
                self._require(gun is None)
                cost = self._roll(name, beside(before, piece.angle + 180), False)
                piece.angle = (piece.angle + {"B": 0, "BL": -45, "BR": 45}[step]) % 360
        if gun is not None and piece.spot != before:
            gun.spot = before
            gun.angle = next(angle for angle in range(0, 360, 45) if beside(piece.spot, angle) == before)
        piece.cost += cost
        self._count(piece)

    def _twice_in_place(self, piece: Piece) -> bool:
        return len(piece.steps) > 1 and piece.steps[-2].startswith("R")

    def _tail_near(self, piece: Piece, gun: Piece) -> bool:
        return any(beside(piece.spot, piece.angle + 180 + off) == gun.spot for off in (-45, 0, 45))

    def _roll(self, name: str, spot: Spot, ahead: bool) -> int:
        """Onto another square; how many steps that takes."""
        piece, cost = self.pieces[name], 1
        self._require(0 <= spot[0] < self.width and 0 <= spot[1] < self.height)
        for other in list(self.pieces.values()):
            if other.spot == spot:
                self._require(ahead and not other.active)
                other.spot = beside(spot, piece.angle)
                self._require(self._is_free(other))
                cost = self._pushing(piece, other)
        if (sign := self.signs.get(spot)) is not None:
            self._require(sign == "w" and piece.mass >= 15)
            del self.signs[spot]
            piece.stuck = True
        piece.spot = spot
        return cost

    def _is_free(self, piece: Piece) -> bool:
        inside = 0 <= piece.spot[0] < self.width and 0 <= piece.spot[1] < self.height
        alone = sum(other.spot == piece.spot for other in self.pieces.values()) == 1
        return inside and alone and piece.spot not in self.signs

    def _pushing(self, piece: Piece, wreck: Piece) -> int:
        self._require(piece.mass >= wreck.mass)
        if piece.mass >= 3 * wreck.mass:
            return 1
        if piece.mass >= 2 * wreck.mass:
            return 1 if piece.blade else 2
        return 2 if piece.blade else 3

    def _count(self, piece: Piece) -> None:
        """Limits over the whole turn."""
        gears = {step[0] for step in piece.steps} - {"R"}
        self._require(len(gears) < 2)
        if piece.drive == "fixed":
            self._require(piece.cost <= (2 if piece.mass == 2 else 1))
            return
        speed = piece.reverse if gears == {"B"} else piece.speed
        gun = self.pieces.get(piece.gun)
        if gun is not None and piece.mass < 4 * gun.mass:
            speed = math.ceil(speed / 2)
        self._require(piece.cost <= speed)
        busy = [one for one in self.pieces.values() if one.drive in ("T", "W") and one.cost > 1]
        self._require(len(busy) <= self.limit)
