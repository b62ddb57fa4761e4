"""The case of a battle: an organiser or umpire takes it, on the record, before they see what lies face down.

Until then a referee sees what a spectator sees, and does only what depends on nothing hidden: confirm for a silent
side, report statuses and results, undo, decline, amend the outcome. An amended outcome is a word of theirs: it is held
against nothing that lies face down, and stands in the log with its reason. Every confirmation of another outcome falls
with it, so that the sides confirm it anew or say what is wrong. Whoever plays in a battle never has its case; if it
takes a case to do something, they are only a player.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.adjudicate import Who, sides_of
from rules.battle import Battle
from rules.contract import Command, Decision, Muster, Refused
from rules.contract import gettext_noop as _
from rules.reports import (
    Amend,
    CaseLeft,
    CaseTaken,
    ChangeDepth,
    Confirm,
    LeaveCase,
    ReportResult,
    ReportStatus,
    Settle,
    TakeCase,
)
from rules.stream.revision.reports import Agree, Decline, Reseed, Undo

# What can be ruled on, and refused, without looking at what lies face down.
_OPEN: tuple[type[Command], ...] = (
    *(Muster, ChangeDepth, ReportStatus, ReportResult, Confirm, Settle),
    *(Undo, Amend, Decline, Reseed, TakeCase, LeaveCase),
)
OPEN = frozenset(kind.__name__ for kind in _OPEN)


def holds(battle: Battle, who: Who) -> bool:
    """Whether `who` has the case of the battle, and has not become a player in it since."""
    return who.id in battle.cases and who.referee and not sides_of(battle, who)


def rules_over(battle: Battle, who: Who) -> bool:
    """Whether `who` rules over both sides in everything, including what lies face down."""
    return who.referee and (not who.needs_case or holds(battle, who))


def knows(battle: Battle, who: Who | None) -> tuple[str, ...]:
    """The sides whose cards `who` may see: their own, or all if they rule over both. Nothing else decides that."""
    if who is None:
        return ()
    own = sides_of(battle, who)
    return own or (tuple(battle.muster.sides) if rules_over(battle, who) else ())


def may_take(battle: Battle, who: Who) -> bool:
    """Whether `who` may take the case: they need it, do not have it, and neither play nor have played in this
    battle."""
    return who.referee and who.needs_case and not _plays(battle, who) and who.id not in battle.cases


def needed(battle: Battle, command: str) -> bool:
    """Whether the ruling on a report of this type, or its refusal, may depend on what lies face down."""
    if command == Agree.__name__:
        return battle.proposal is not None and battle.proposal.type != Undo.__name__
    return command not in OPEN


def acting(battle: Battle, command: str, who: Who) -> Who:
    """As whom a referee makes a report of this type: as one who rules or, without the case, as the player they are.

    Raises `Refused` (code "not-yours") if they are not a player either.
    """
    if not who.referee or rules_over(battle, who) or not needed(battle, command):
        return who
    if sides_of(battle, who):
        return replace(who, referee=False)
    raise Refused(
        "battle",
        _("You have not taken the case of this battle."),
        _("Take it, with a reason: both sides are told, and you see what lies face down."),
        field="by",
        code="not-yours",
    )


def decide(battle: Battle, command: TakeCase | LeaveCase, who: Who) -> Decision:
    if isinstance(command, LeaveCase):
        if who.id not in battle.cases:
            raise Refused("battle", _("You have not taken the case of this battle."), field="by")
        yield CaseLeft(person=who.id)
        return
    _check_taken(battle, who)
    yield CaseTaken(person=who.id, reason=command.reason)


def _check_taken(battle: Battle, who: Who) -> None:
    if _plays(battle, who):
        raise Refused(
            "battle",
            _("Who plays in a battle never takes its case."),
            _("Ask another organiser or umpire."),
            field="by",
            code="not-yours",
        )
    if not who.referee:
        raise Refused(
            "battle", _("Only an organiser or umpire takes the case of a battle."), field="by", code="not-yours"
        )
    if who.id in battle.cases:
        raise Refused("battle", _("You have the case of this battle already."), field="by")


def _plays(battle: Battle, who: Who) -> bool:
    """Whether they play in it, or did before their platoon was handed over."""
    mustered = (player for side in battle.muster.sides.values() for player in side.players)
    return bool(sides_of(battle, who)) or who.id in mustered
