"""What a line of the sheet follows from: for those who ask why it is so (see `rules.explain`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from .aftermath import holds_field
from .state import State, Tank


def grounds(state: State, of: str) -> Sequence[str]:
    """Paths of the lines that the line `of` follows from; none for what a report says by itself."""
    what, _dot, rest = of.partition(".")
    if what == "outcome" and rest.startswith("units."):
        return _of_unit(state, rest.removeprefix("units."), OUTCOMES)
    if what == "units":
        return _of_unit(state, rest, LINES)
    if of in ("outcome.winner", "outcome.how", "facts.winner", "facts.how"):
        return tuple(_decided(state))
    if of == "outcome.field":
        return ("outcome.winner",)
    for side in state.sides:
        if of in (f"outcome.points.{side}", f"facts.points-{side}"):
            return tuple(_statuses(tank for tank in state.tanks.values() if tank.side != side))
    return ()


def _decided(state: State) -> Iterator[str]:
    """What the battle was decided by (R39, R40, R45); a concession and a result that people reported stand alone."""
    winner, tanks = holds_field(state), state.tanks.values()
    match state.result.how if state.result else "":
        case "last" | "both_destroyed":
            yield from _statuses(tank for tank in tanks if tank.side != winner)
        case "none_left" | "abrams_lost":
            yield from _statuses(tanks)
        case "time":
            yield from ("round", *(f"facts.points-{side}" for side in state.sides))


def _statuses(tanks: Iterable[Tank]) -> Iterator[str]:
    return (f"units.{tank.id}.status" for tank in tanks)


# -- the lines of a unit: what each follows from, by the lines of the same unit ----------------------------------------


def _criticals(tank: Tank) -> list[str]:
    """Every critical card it ever had."""
    return [f"critical-c{number}" for number in range(1, tank.last_critical + 1)]


def _cards(tank: Tank) -> list[str]:
    return [f"card-{card}" for card in tank.cards]


def _attack(tank: Tank) -> list[str]:
    return ["under_fire"]


LINES: dict[str, Callable[[Tank], list[str]]] = {
    "status": lambda tank: ["damage"],
    "damage": _attack,
    "card": _attack,
    "critical": _attack,
    "keywords": _criticals,
    "initiative": lambda tank: [*_cards(tank), *_criticals(tank)],
}
OUTCOMES: dict[str, Callable[[Tank], list[str]]] = {
    "fate": lambda tank: ["status"],
    "condition": lambda tank: ["status", "damage", *_cards(tank), *_criticals(tank)],
}


def _of_unit(state: State, rest: str, known: dict[str, Callable[[Tank], list[str]]]) -> Sequence[str]:
    unit, _dot, line = rest.partition(".")
    tank, follows = state.tanks.get(unit), known.get(line.partition("-")[0])
    return [f"units.{unit}.{one}" for one in follows(tank)] if tank and follows else ()
