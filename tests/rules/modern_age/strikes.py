"""Attacks as far as their critical cards: what got through stands, and nothing of it is drawn yet."""

from __future__ import annotations

from rules.contract import Event, Roll
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from tests.rules.scenario import Happened, Story, happened


def struck(
    story: Story, shooter: str = "m1", target: str = "t64", criticals: int = 1, hits: int = 0, close: bool = False
) -> Story:
    """So many hits and criticals of the shooter's have got through."""
    question = f"t1/shooting/{shooter}"
    faces = (6,) * criticals + (4,) * hits
    return story.and_then(
        AttackRolled(
            unit=shooter,
            target=target,
            cover=False,
            close=close,
            side_shot=False,
            enemy_close=False,
            final_fury=False,
            extra=False,
            roll=Roll(f"{question}/attack", 6, faces, "table"),
            hit_on=4,
            hits=hits,
            criticals=criticals,
            forced=0,
        ),
        DefenceRolled(
            unit=target,
            attacker=shooter,
            roll=Roll(f"{question}/defence", 6, (1,), "table"),
            cancelled_hits=0,
            cancelled_criticals=0,
            hits=hits,
            criticals=criticals,
        ),
    )


def drawn(story: Story, card: str, side: str = "soviets", target: str = "t64", damage: int = 0) -> Story:
    """The target's owner has drawn that card at the table."""
    story.tell(f"{side}: draw-critical {target} '{card}' damage={damage}")
    return story


def exactly(event: Event) -> Happened:
    """This very event, every field of it."""
    return happened(type(event), **{name: getattr(event, name) for name in event.__struct_fields__})
