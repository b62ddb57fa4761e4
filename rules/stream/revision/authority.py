"""Who may mend a stream at once, and when others have to agree."""

from __future__ import annotations

from rules.stream.contract import Command
from rules.stream.decider import R, Who
from rules.stream.dice import rolls_of
from rules.stream.history import Past
from rules.stream.revision.contract import M, MendedHistory
from rules.stream.revision.reports import Authority, Declared, Revised, Undo


def authority(history: MendedHistory[M, R], state: M, command: Command, who: Who) -> Authority | None:
    """By what right `who` does this at once; None when others have to agree."""
    mending = history.mending
    mending.check_may(state, type(command), who)
    if who.referee:
        return "referee"
    own = isinstance(command, Undo) and _all_mine(history, state, command, who)
    if own and not mending.goes_on:
        return "own"
    speaks_for_all = set(mending.parties(state, who)) >= set(mending.touched(history, state, command))
    return ("own" if own else "consent") if speaks_for_all else None


def _all_mine(history: MendedHistory[M, R], state: M, command: Undo, who: Who) -> bool:
    """Whether all that is taken back was told by `who` or their fellows alone, without a die of Leaguer's, and has
    shown nothing that was hidden from them: who could take that back would have looked at it for nothing."""
    mending = history.mending
    mine = mending.fellows(state, who)
    if command.position == state.redo:
        row = history.rows[command.position - 1]
        return row.by in mine and isinstance(row.event, Revised) and row.event.authority == "own"
    if command.position == state.corrected:
        return False
    taken = [past for past in history.live_reports() if past.position >= command.position]
    if mending.goes_on:  # later ones are decided again
        taken = [past for past in taken if past.position == command.position]
    if not taken or not all(_is_own(past, mine) for past in taken):
        return not taken  # nothing to take back is nobody's to allow: it is refused
    before = history.state_before(command.position)
    return not mending.redaction(history, before, mending.reader(state, who)).lifted(state)


def _is_own(past: Past, mine: frozenset[str]) -> bool:
    """Told by one of `mine`, as it stands, and by chance of nobody but the table."""
    if past.by not in mine or past.how not in ("", "told"):
        return False
    if any(isinstance(event, Declared) for event in past.events):
        return False
    return not any(roll.by == "leaguer" and roll.values for event in past.events for roll in rolls_of(event))
