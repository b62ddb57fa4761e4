"""The measurements, by name, in the order in which they are run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from tests.bench import appends, commands, load, pages, rebuilds, replay, seasons, settling


class Found(Protocol):
    def line(self) -> str: ...


PARTS: dict[str, Callable[..., Iterable[Found]]] = {
    "replay": replay.measure,
    "commands": lambda: [commands.measure()],
    "appends": appends.measure,
    "seasons": seasons.measure,
    "pages": pages.measure,
    "settling": settling.measure,
    "load": load.measure,
    "rebuilds": lambda *sizes: rebuilds.measure(sizes or (rebuilds.ROWS,)),
}
