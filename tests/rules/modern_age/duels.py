"""One model attacks another: forces of any country, their cards face up, whoever comes before it has held fire."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from rules import visibility
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.catalogue import find
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.fire import FireHeld
from rules.systems.modern_age.tables import EDITIONS
from tests.rules.modern_age.musters import ace, shooting
from tests.rules.scenario import Story, Told

PLATOONS = {
    "USA": "Team Yankee",
    "UK": "Berlin Brigade",
    "France": "Cuirassier Squadron",
    "West Germany": "First Panzer",
    "USSR": "Red Banner",
}
KEEP = "stationary='' stabiliser=''"


def nation(model: str) -> str:
    entry = find(EDITIONS[-1], ("model",), model)
    assert entry is not None, model
    return str(entry.article.nation)


def duel(
    shooter: str,
    target: str,
    cards: Iterable[str] = (),
    against: Iterable[str] = (),
    moves: dict[str, int] | None = None,
    hidden: Iterable[str] = (),
    friends: dict[str, str] | None = None,
    enemies: dict[str, str] | None = None,
    others: dict[str, tuple[str, ...]] | None = None,
    edition: str = "",
    **options: bool | int | str,
) -> Story:
    """`a` of the side "americans" is to attack `t` of the "soviets". `hidden` cards stay face down; `friends` and
    `enemies` are further models, `others` their cards."""
    americans, soviets = {"a": shooter, **(friends or {})}, {"t": target, **(enemies or {})}
    forces = ace(
        americans,
        soviets,
        {"a": tuple(cards), "t": tuple(against), **(others or {})},
        (PLATOONS[nation(shooter)], PLATOONS[nation(target)]),
        allow_fan_made=True,
        point_limit=200,
        edition=edition,
        **options,
    )
    story = shooting(forces, moves)
    for model in story.play.models.values():
        for card in model.cards.values():
            if not card.face_up and card.name not in tuple(hidden):
                story.and_then(CardRevealed(unit=model.id, card=card.id, name=card.name))
    return until(story, "a")


def until(story: Story, unit: str) -> Story:
    """Whoever comes before that model holds its fire."""
    while story.play.models[unit] not in actors(story.play):
        model = actors(story.play)[0]
        story.and_then(FireHeld(unit=model.id))
    return story


def first(told: Told) -> Any:
    """The first event that followed: its fields are looked at by name."""
    assert told._refused is None, told._refused
    return told.events[0]


def urgent(story: Story, side: str) -> list[str]:
    """The reports a side is waited for to make."""
    return [choice.command for choice in visibility.legal(story.state, side) if choice.urgent]


def dice_of(story: Story, report: str, count: int, side: str = "americans") -> Story:
    """The report is an attack of so many dice: one less is refused, as many are not."""
    deepcopy(story).when(side, f"{report} dice={','.join('1' * (count + 1))}").refused("dice", "dice")
    told = story.when(side, f"{report} dice={','.join('1' * count)}")
    assert any(isinstance(event, AttackRolled) for event in told.events), told._refused
    return story
