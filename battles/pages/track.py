"""The moments of a replay in order, and the ways from one to another: of a battle's reports, of a season's rounds."""

from __future__ import annotations

import msgspec


class Track(msgspec.Struct, frozen=True):
    """`stops`: the numbers by which moments are asked for (`?at=`), lowest first; `kills`: those at which somebody was
    destroyed; `at`: the one that is shown, a stop or between two."""

    at: int
    stops: tuple[int, ...]
    kills: tuple[int, ...] = ()

    @property
    def first(self) -> int:
        return self.stops[0]

    @property
    def last(self) -> int:
        return self.stops[-1]

    @property
    def before(self) -> int | None:
        return next((stop for stop in reversed(self.stops) if stop < self.at), None)

    @property
    def after(self) -> int | None:
        return next((stop for stop in self.stops if stop > self.at), None)

    @property
    def kill_before(self) -> int | None:
        return next((stop for stop in reversed(self.kills) if stop < self.at), None)

    @property
    def kill_after(self) -> int | None:
        return next((stop for stop in self.kills if stop > self.at), None)

    @property
    def stops_as_text(self) -> str:
        return " ".join(map(str, self.stops))

    @property
    def kills_as_text(self) -> str:
        return " ".join(map(str, self.kills))
