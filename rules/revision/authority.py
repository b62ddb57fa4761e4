"""Who may mend a battle at once, and when the other side has to agree."""

from __future__ import annotations

from rules import adjudicate
from rules.adjudicate import Who
from rules.battle import Battle, History
from rules.contract import Command, Refused, say
from rules.contract import gettext_noop as _
from rules.revision.redaction import Redaction
from rules.revision.reports import Amend, Authority, Declared, Revised, Undo
from rules.stream.dice import rolls_of
from rules.stream.history import Past


def authority(battle: Battle, command: Command, who: Who, history: History) -> Authority | None:
    """By what right `who` does this at once; None when the other side has to agree."""
    require(battle, type(command), who)
    if who.referee:
        return "referee"
    if isinstance(command, Undo) and _all_mine(battle, command, who, history):
        return "own"
    plays_all = set(adjudicate.sides_of(battle, who)) == set(battle.muster.sides)
    return "consent" if plays_all else None


def require(battle: Battle, kind: type[Command], who: Who) -> None:
    """`Refused` (code "not-yours") where `who` does nothing of this kind, whoever agrees."""
    if who.referee:
        return
    if kind is Amend:
        raise Refused(
            "battle",
            say(_("Only an organiser or umpire amends an outcome.")),
            say(_("Ask one; or correct the report that is wrong, if your opponent agrees.")),
            field="by",
            code="not-yours",
        )
    if battle.agreed:
        raise Refused(
            "battle",
            say(_("Both sides have confirmed this battle.")),
            say(_("Only an organiser or umpire corrects it now. Ask one.")),
            field="by",
            code="not-yours",
        )


def _all_mine(battle: Battle, command: Undo, who: Who, history: History) -> bool:
    """Whether all that is taken back was told by `who` or their own side alone, without a die of Leaguer's, and has
    turned up nobody else's card: who could take that back would have looked at it for nothing."""
    seated = adjudicate.seated(battle, who)
    own = [(*seated[side], *battle.muster.sides[side].players) for side in adjudicate.sides_of(battle, who)]
    mine = {player for players in own for player in players}  # of those who were relieved, too
    if command.position == battle.redo:
        row = history.rows[command.position - 1]
        return row.by in mine and isinstance(row.event, Revised) and row.event.authority == "own"
    if command.position == battle.corrected:
        return False
    taken = [past for past in history.live_reports() if past.position >= command.position]
    if not taken or not all(_is_own(past, mine) for past in taken):
        return not taken  # nothing to take back is nobody's to allow: it is refused
    before = history.state(command.position - 1)
    return not Redaction(history, before, adjudicate.sides_of(battle, who)[0]).lifted(battle)


def _is_own(past: Past, mine: set[str]) -> bool:
    """Told by one of `mine`, as it stands, and by chance of nobody but the table."""
    if past.by not in mine or past.how not in ("", "told"):
        return False
    if any(isinstance(event, Declared) for event in past.events):
        return False
    return not any(roll.by == "leaguer" and roll.values for event in past.events for roll in rolls_of(event))
