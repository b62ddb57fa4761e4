"""From status reports back to shots: somebody reports which round comes next."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from rules.contract import Choice, Command, Field, Refused, say
from rules.contract import gettext_noop as _


class DeclareRound(Command, frozen=True, kw_only=True):
    """Which round comes next, after rounds that were not reported shot by shot."""

    positional: ClassVar = ("round",)
    round: Annotated[int, msgspec.Meta(ge=1, le=99)]


def check_round(said: int, least: int, most: int, rule: str) -> None:
    """Raises `Refused` for a round that cannot come next; `rule` is cited whole: "001 R2"."""
    if not least <= said <= most:
        raise Refused(
            rule,
            say(_("Round %(round)s cannot come next."), round=said),
            say(_("Say a round from %(least)s to %(most)s."), least=least, most=most),
            field="round",
        )


def round_choice(side: str, least: int, most: int) -> Choice:
    """The choice for that report."""
    label = say(_("Round that comes next"))
    field = Field(name="round", kind="number", label=label, least=least, most=most, required=True, near=(most,))
    return Choice(command=DeclareRound.__name__, label=say(_("Play on by rounds")), side=side, fields=(field,))
