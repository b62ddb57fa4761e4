"""What players report, in the imperative, and the clerk after the battle. Only what the table alone can show."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from rules.bounds import DiceFaces, Key
from rules.contract import Command


class Fire(Command, frozen=True, kw_only=True):
    """A vehicle fires at another (R3)."""

    positional: ClassVar = ("unit", "target")
    unit: Key
    target: Key
    cover: bool = False
    dice: DiceFaces | None = None


class Hold(Command, frozen=True, kw_only=True):
    """A vehicle does nothing this round (R2)."""

    positional: ClassVar = ("unit",)
    unit: Key


class Answer(Command, frozen=True, kw_only=True):
    """The owner of a vehicle that was hit plays its card, or does not (R4)."""

    positional: ClassVar = ("unit",)
    unit: Key
    play: bool
    dice: DiceFaces | None = None


class DeclareRound(Command, frozen=True, kw_only=True):
    """Which round comes next, when the last ones were not reported shot by shot (R9)."""

    positional: ClassVar = ()
    round: Annotated[int, msgspec.Meta(ge=1, le=99)]


class Concede(Command, frozen=True, kw_only=True):
    """A side gives the battle up (R8)."""

    positional: ClassVar = ("side",)
    side: Key


class Recover(Command, frozen=True, kw_only=True):
    """The clerk sees what becomes of a wreck (R10)."""

    positional: ClassVar = ("unit",)
    unit: Key


class Mend(Command, frozen=True, kw_only=True):
    """The clerk has a damaged vehicle mended (R11)."""

    positional: ClassVar = ("unit",)
    unit: Key


COMMANDS: tuple[type[Command], ...] = (Fire, Hold, Answer, DeclareRound, Concede, Recover, Mend)
