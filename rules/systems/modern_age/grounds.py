"""What a line of the sheet follows from: for those who ask why it is so (see `rules.explain`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from .aftermath import holds_field
from .missions import scorers
from .state import Model, State


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
            return tuple(_statuses(model for model in state.models.values() if model.side != side))
    return ()


def _decided(state: State) -> Iterator[str]:
    """What the battle was decided by (R39 to R43, R45); a concession and a result that people reported stand alone."""
    winner, models = holds_field(state), [model for model in state.models.values() if model.is_tank]
    checked = [f"facts.victory_points-{side}" for side in scorers(state)]
    match state.result.how if state.result else "":
        case "last" | "both_destroyed":
            yield from _statuses(model for model in models if model.side != winner)
        case "none_left" | "abrams_lost":
            yield from _statuses(models)
        case "hill" | "broken_through":
            yield from checked
        case "held" | "time_points":
            yield from ("round", *checked)
        case "time":
            yield from ("round", *checked, *(f"facts.points-{side}" for side in state.sides))


def _statuses(models: Iterable[Model]) -> Iterator[str]:
    return (f"units.{model.id}.status" for model in models)


# -- the lines of a unit: what each follows from, by the lines of the same unit ----------------------------------------


def _criticals(model: Model) -> list[str]:
    """Every critical card it ever had."""
    return [f"critical-c{number}" for number in range(1, model.last_critical + 1)]


def _cards(model: Model) -> list[str]:
    return [f"card-{card}" for card in model.cards]


def _skills(model: Model) -> list[str]:
    return [f"skill-{skill}" for skill in model.skills]


def _attack(model: Model) -> list[str]:
    return ["under_fire"]


LINES: dict[str, Callable[[Model], list[str]]] = {
    "status": lambda model: ["damage"],
    "damage": _attack,
    "card": _attack,
    "critical": _attack,
    "keywords": _criticals,
    "initiative": lambda model: [*_skills(model), *_cards(model), *_criticals(model)],
}
OUTCOMES: dict[str, Callable[[Model], list[str]]] = {
    "fate": lambda model: ["status"],
    "condition": lambda model: ["status", "damage", *_cards(model), *_criticals(model)],
}


def _of_unit(state: State, rest: str, known: dict[str, Callable[[Model], list[str]]]) -> Sequence[str]:
    unit, _dot, line = rest.partition(".")
    model, follows = state.models.get(unit), known.get(line.partition("-")[0])
    return [f"units.{unit}.{one}" for one in follows(model)] if model and follows else ()
