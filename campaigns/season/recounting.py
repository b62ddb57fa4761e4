"""How the season is told of a battle that is settled: counted first, corrected in its place, or as it was.

The clerk reports what `report_of` says, and previews show what that would come to. What a battle's outcome has led to
since is decided again (`rules.stream.revision`), with the dice that have fallen.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from campaigns.season import settling
from campaigns.season.adoptions import as_fielded
from campaigns.season.battle_reports import ReportBattle, counts_as
from campaigns.season.corrections import SETTLED_ANEW as SETTLED_ANEW
from campaigns.season.kept_events import BattleReported
from campaigns.season.mendable import SeasonHistory
from campaigns.season.state import Season
from rules.contract import Command
from rules.stream.codec import encode
from rules.stream.history import Past
from rules.stream.revision.reports import Correct


def report_of(season: Season, settled: ReportBattle, history: Callable[[], SeasonHistory]) -> Command:
    """What is reported to `season` of a battle as it is `settled` now: its position, digest and outcome.

    - A battle that is not counted yet: the report itself.
    - Counted with this outcome already, only its log has gone on: the report itself. It changes nothing but position
      and digest.
    - Counted otherwise: a `Correct` of the report by which the season came to the outcome that counts, so that the new
      one stands in its place and later reports are decided again. Leaguer rolls for questions nobody has asked before;
      what cannot be told again is left as `settling.rest` says.

    `history`: of the same season; it is asked for only where a correction has to find its place. Where the season has
    not mustered the battle the report itself comes out, and is refused when it is told.
    """
    fixture = season.of_battle(settled.battle)
    if fixture is None or fixture.reported is None:
        return settled
    outcome = as_fielded(fixture.adopted, settled.outcome)
    if counts_as(fixture.reported, outcome):
        return settled
    first = first_report_of(history(), settled.battle)
    if first is None:  # an organiser has declared it, say
        return settled
    return Correct(
        position=first.position,
        how="change",
        type=ReportBattle.__name__,
        data=msgspec.to_builtins(settled),
        reason=SETTLED_ANEW,
        rest=settling.rest(season),
        roll=True,
    )


def first_report_of(history: SeasonHistory, battle: str) -> Past | None:
    """The report that counts by which the season came to the outcome it has: the first of the newest that say the same.
    In logs of 0.2 another outcome was told on top of it."""
    first, outcome = None, ""
    for past in history.live_reports():
        for event in past.events:
            if isinstance(event, BattleReported) and event.battle == battle:
                told = encode(event.outcome)
                first = past if first is None or told != outcome else first
                outcome = told
    return first
