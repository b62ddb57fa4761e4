"""What is tapped on a board, a square or a unit: which forms take it, and the choices with it filled in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from rules.contract import Choice, Field, RuleSystem, State, Way


def squares_of(choices: Sequence[Choice]) -> frozenset[str]:
    """Everything that fields of these choices take as one of a list: names of squares and of targets among it."""
    return frozenset(
        pick.value for choice in choices for field in choice.fields if _takes_one(field) for pick in field.picks
    )


def targets_of(choices: Sequence[Choice], unit: str) -> frozenset[str]:
    """The other units that these choices of one take, or are about."""
    given = {value for choice in choices for value in choice.given.values() if isinstance(value, str)}
    return (squares_of(choices) | given) - {unit, ""}


def takes(choice: Choice, tapped: str, squares: Collection[str]) -> bool:
    """Whether a choice is about what was tapped, or can be. `squares`: those to which a way leads."""
    own = tapped in squares_of([choice]) or tapped in choice.given.values()
    return own or (tapped in squares and path_of(choice) is not None)


def path_of(choice: Choice) -> Field | None:
    """The field in which it asks for a way."""
    return next((field for field in choice.fields if field.kind == "path"), None)


def ways_of(system: RuleSystem, state: State, choices: Sequence[Choice]) -> list[Way]:
    """Where the first of these choices that asks for a way leads on the board."""
    choice = next((choice for choice in choices if path_of(choice)), None)
    return list(system.ways(state, choice)) if choice else []


def with_square(choices: Sequence[Choice], tapped: str, ways: Iterable[Way] = ()) -> list[Choice]:
    """The choices with what was tapped filled in, in every form that takes it. It can still be changed there."""
    steps = next((way.steps for way in ways if way.square == tapped and not way.barred), ())
    return [replace(one, fields=tuple(_chosen(field, tapped, steps) for field in one.fields)) for one in choices]


def _chosen(field: Field, tapped: str, steps: Sequence[str]) -> Field:
    if field.kind == "path" and steps:
        return replace(field, default=list(steps))
    takes = _takes_one(field) and any(pick.value == tapped for pick in field.picks)
    return replace(field, default=tapped) if takes else field


def _takes_one(field: Field) -> bool:
    return field.kind == "pick"
