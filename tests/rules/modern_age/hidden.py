"""Duels with face-down cards, as far as somebody is asked for them."""

from __future__ import annotations

from rules.systems.modern_age.attack.sequence import open_step, owner
from rules.systems.modern_age.defence.cancels import defence_dice
from tests.rules.modern_age.duels import urgent
from tests.rules.scenario import Story


def asked(story: Story) -> tuple[str, str]:
    """The moment face-down cards are asked for, and the model whose they are; ("", "") for none."""
    step = open_step(story.play)
    return (step.place, owner(story.play, step)) if step and step.asks == "KeepHidden" else ("", "")


def fired(story: Story, dice: str, more: str = "") -> Story:
    """The attack with these dice, none of them re-rolled, and nobody's results changed before the defence."""
    told = story.when("americans", f"fire a t dice={dice} {more}")
    assert told._refused is None, told._refused
    while urgent(story, "americans"):
        answer = {"Reroll": "reroll a", "Swap": "swap a swap=no", "KeepHidden": "keep-hidden a"}
        told = story.when("americans", answer[urgent(story, "americans")[-1]])
        assert told._refused is None, told._refused
    return story


def defended(story: Story, dice: str = "1", count: int | None = None) -> Story:
    """The target's owner rolls: all dice show `dice`, or ("") Leaguer's fall."""
    shot = story.play.shot
    assert shot is not None
    many = defence_dice(story.play, shot) if count is None else count
    story.tell("soviets: defend t" + (f" dice={','.join(dice * many)}" if dice else ""))
    return story
