"""The forces of the stories: Alpha 66 as printed, the first game, and platoons made to measure."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.contract import Event, Muster, Side, Unit
from rules.systems.modern_age.deployment import Deployed
from rules.systems.modern_age.movement import Moved
from rules.systems.modern_age.setting_up import EdgeChosen, RoleChosen
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.scenario import Story, given

SEED = "5eed" * 16


def alpha_66(conditions: dict[str, dict[str, Any]] | None = None, **options: bool | int | str) -> Muster:
    """Bob has Alpha 66, Carol two T-64."""
    conditions = conditions or {}
    models = {"alpha": "M1 Abrams", "t64-1": "T-64", "t64-2": "T-64"}
    return Muster(
        system="modern_age",
        scenario="alpha_66",
        options=options,
        sides={"americans": Side(players=("bob",)), "soviets": Side(players=("carol",))},
        units=tuple(
            Unit(
                id=key,
                side="americans" if key == "alpha" else "soviets",
                model=model,
                condition=conditions.get(key, {}),
            )
            for key, model in models.items()
        ),
        seed=SEED,
    )


def first_game(**options: bool | int | str) -> Muster:
    """One M1 Abrams against one T-64, without cards."""
    return Muster(
        system="modern_age",
        scenario="first_game",
        options=options,
        sides={"americans": Side(players=("bob",)), "soviets": Side(players=("carol",))},
        units=(Unit(id="m1", side="americans", model="M1 Abrams"), Unit(id="t64", side="soviets", model="T-64")),
        seed=SEED,
    )


def ace(
    americans: dict[str, str],
    soviets: dict[str, str],
    fittings: dict[str, tuple[str, ...]] | None = None,
    platoons: tuple[str, str] = ("Team Yankee", "Red Banner"),
    edition: str = "",
    **options: bool | int | str,
) -> Muster:
    """Tank Ace with the models (id -> model) and cards of one's choice."""
    units = [Unit(id=key, side="americans", model=model) for key, model in americans.items()]
    units += [Unit(id=key, side="soviets", model=model) for key, model in soviets.items()]
    return Muster(
        system="modern_age",
        edition=edition,
        scenario="tank_ace",
        options=options,
        sides={
            "americans": Side(players=("bob",), platoon=platoons[0]),
            "soviets": Side(players=("carol",), platoon=platoons[1]),
        },
        units=tuple(units),
        fittings=fittings or {},
        seed=SEED,
    )


def in_turn(forces: Muster, *events: Event, advantage: str = "americans") -> Story:
    """The first Movement Phase, everyone deployed, the Attacker (who has Advantage) as named."""
    units = [unit.id for unit in forces.units]
    begin: list[Event] = []
    if forces.scenario == "tank_ace":
        begin = [RoleChosen(attacker=advantage), EdgeChosen(side="soviets", edge="north")]
    if forces.scenario != "first_game":
        begin += [*(Deployed(unit=unit) for unit in units), PhaseBegan(phase="movement", turn=1)]
    return given(forces, *begin, *events)


def shooting(forces: Muster, moves: dict[str, int] | None = None, advantage: str = "americans") -> Story:
    """The first Shooting Phase; models moved as often as `moves` says, the others stayed."""
    moves = moves or {}
    moved = [Moved(unit=unit.id, moves=moves.get(unit.id, 0)) for unit in forces.units]
    return in_turn(forces, *moved, PhaseBegan(phase="shooting", turn=1), advantage=advantage)


def damaged(story: Story, unit: str, damage: int) -> Story:
    """As if earlier reports had done that much damage to the model."""
    tank = story.play.models[unit]
    tank.damage = damage
    return story


def with_conditions(forces: Muster, conditions: dict[str, dict[str, Any]]) -> Muster:
    """The same forces, some of them as earlier battles have left them."""
    units = (msgspec.structs.replace(unit, condition=conditions.get(unit.id, {})) for unit in forces.units)
    return msgspec.structs.replace(forces, units=tuple(units))


def with_seed(forces: Muster, seed: str) -> Muster:
    return msgspec.structs.replace(forces, seed=seed)
