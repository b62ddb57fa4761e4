"""The grammar of steps: where each leads by tracks, wheels or hand, and how many there are (R9 to R13, R34, R47)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from rules.contract import Sentence, say
from rules.contract import gettext_noop as _
from rules.messages import as_message

from .geometry import Square, step
from .state import Figures, Miniature

Gear = Literal["", "forward", "reverse"]
LONGEST = 20  # steps in one report
StepSign = Literal["F", "B", "R+", "R-", "FL", "FR", "BL", "BR"]
Steps = Annotated[tuple[StepSign, ...], msgspec.Meta(min_length=1, max_length=LONGEST)]
TURNS = {"R+": 1, "R-": -1}  # in place: 45 degrees clockwise, counter-clockwise
AHEAD = {"F": 0, "FL": -1, "FR": 1}
BACK = {"B": 0, "BL": -1, "BR": 1}
# As they are offered: forward first, then the steps that may follow it.
TRACKED, WHEELED, BY_HAND = ("F", "R+", "R-", "B"), ("F", "FL", "FR", "B", "BL", "BR"), ("R+", "R-")
IN_WORDS = {
    "F": _("straight ahead"),
    "B": _("straight back"),
    "R+": _("45 degrees to the right, in place"),
    "R-": _("45 degrees to the left, in place"),
    "FL": _("ahead to the left"),
    "FR": _("ahead to the right"),
    "BL": _("back, then 45 degrees to the left"),
    "BR": _("back, then 45 degrees to the right"),
}


class Unable(Exception):
    """What cannot be done: the rule that forbids it ("R12"), what is wrong, what would be right."""

    def __init__(self, rule: str, text: Sentence, remedy: Sentence) -> None:
        self.rule, self.text, self.remedy = rule, as_message(text), as_message(remedy)
        super().__init__(f"{rule}: {self.text.text()}")


def is_able(check: Callable[..., object], *asked: Any) -> bool:
    """Whether this can be done, by a check that raises `Unable`."""
    try:
        check(*asked)
    except Unable:
        return False
    return True


class Stride(NamedTuple):
    """Where one step leads; `gear` is "" for a turn in place."""

    square: Square
    heading: int
    gear: Gear


def stride(square: Square, heading: int, symbol: str) -> Stride:
    """Where a step leads from a square in one of the eight directions. Pure geometry: nothing is checked here."""
    if symbol in TURNS:
        return Stride(square, (heading + TURNS[symbol]) % 8, "")
    if symbol in AHEAD:  # R13: the tail points to the square just left
        heading = (heading + AHEAD[symbol]) % 8
        return Stride(step(square, heading), heading, "forward")
    return Stride(step(square, heading, -1), (heading + BACK[symbol]) % 8, "reverse")


def kinds(figures: Figures) -> tuple[str, ...]:
    """The kinds of steps that its drive can make at all (R12, R13, R47)."""
    return {"T": TRACKED, "W": WHEELED}.get(figures.drive, BY_HAND)


def check_kind(unit: Miniature, symbol: str) -> None:
    """R12, R13, R34, R47: raises `Unable` for a kind of step that it cannot make."""
    allowed = kinds(unit.figures)
    if symbol not in allowed:
        texts = {
            "T": ("R12", _("a vehicle on tracks goes straight or turns in place.")),
            "W": ("R13", _("wheels do not turn in place; they turn as they roll.")),
        }
        rule, text = texts.get(unit.figures.drive, ("R47", _("a fixed weapon is only turned in place.")))
        raise Unable(rule, text, say(_("Its steps: %(steps)s."), steps=", ".join(allowed)))
    if unit.mobility == "semi" and unit.figures.drive == "T" and symbol not in TURNS:
        raise Unable(
            "R34",
            _("semi-immobilised, it only turns in place."),
            say(_("Its steps: %(steps)s."), steps=", ".join(TURNS)),
        )


def check_gear(gear: Gear, other: Gear) -> None:
    """R9: raises `Unable` if it would drive forward and backward in one round."""
    if gear and other and gear != other:
        texts = {
            "forward": _("it has gone forward in this round, and cannot go back as well."),
            "reverse": _("it has gone backward in this round, and cannot go forward as well."),
        }
        raise Unable("R9", texts[gear], _("Leave this step for the next round."))


def allowance(unit: Miniature, gear: Gear, heavy: bool) -> int:
    """How many steps it may make this round (R9 to R12, R34, R47, A19, A20); `heavy`: with a heavy weapon in tow (R49).

    A turn in place counts by the higher of both speeds until a straight step settles the gear.
    """
    figures = unit.figures
    if not figures.is_vehicle:
        return figures.turns
    speeds = {"forward": figures.speed, "reverse": figures.reverse, "": max(figures.speed, figures.reverse)}
    speed = speeds[gear] + (unit.change or 0)
    for halved in (unit.mobility == "semi", heavy):
        if halved:
            speed = (speed + 1) // 2
    return max(1, speed)
