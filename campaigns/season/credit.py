"""What a purse pays later: where a correction has taken points that were spent since, and an organiser settles it so.

It is owed, and taken as rounds close once all that comes in is there (`campaigns.season.reinforcements`).
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from campaigns.season import editions
from campaigns.season.refusals import no
from campaigns.season.state import Platoon, Season
from rules.adjudicate import Who
from rules.contract import Command, Message, say
from rules.contract import gettext_noop as _

WHY = "debt"  # what the points are for by which it is paid
OnCredit = bool | UnsetType


def check_asked(on_credit: OnCredit, who: Who) -> None:
    """`Refused` for whoever would buy on credit as they like."""
    if on_credit and not (who.again and who.referee):
        raise no(
            _("Points are paid later only where a correction has taken them away, and it is settled so."),
            _("Leave it out: what is bought is paid at once."),
            "on_credit",
        )


def owed_of(platoon: Platoon, cost: int, on_credit: OnCredit, too_dear: Message, field: str) -> int:
    """What of a cost is paid later; `Refused` as `too_dear` where the purse cannot pay the rest now."""
    owed = lacking(platoon, cost, on_credit)
    if cost - owed > platoon.funds:
        raise no(too_dear, say(_("The purse holds %(points)s."), points=platoon.purse), field)
    return owed


def lacking(platoon: Platoon, cost: int, on_credit: OnCredit) -> int:
    """What the purse cannot pay of a cost, and may owe: 0 where nothing is paid later."""
    return max(0, cost - platoon.funds) if on_credit else 0


def told(owed: int) -> int | UnsetType:
    """As an event has it: rows of before say nothing of it."""
    return owed or UNSET


def paid_later(season: Season, command: Any, how: str) -> Command | None:
    """The same on credit, where a report is settled so; None where nobody would collect what is owed."""
    collected = editions.collects_debts(season.opened) and season.closed is None
    found: Command | None = replace(command, on_credit=True) if how == "owe" and collected else None
    return found


def owe(platoon: Platoon, cost: int, owed: int | UnsetType) -> None:
    """Take a cost from a purse, but for what it owes."""
    debt = owed or 0
    platoon.purse -= cost - debt
    platoon.owed += debt
