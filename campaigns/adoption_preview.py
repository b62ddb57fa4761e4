"""What it would come to if a campaign adopted a friendly battle: nothing is written, and no die is rolled for it."""

from __future__ import annotations

from uuid import UUID

import msgspec
from msgspec.structs import replace

from battles import handler as battles
from battles.clerk import THE_CLERK
from campaigns import adoption, handler, season
from campaigns.season import Season
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.musters import BattleMustered
from campaigns.season.preview import Preview, preview
from rules.adjudicate import Who
from rules.contract import Command, Unfallen
from rules.stream.dice import FallenDice

AS_IF_ACCEPTED = Who("", referee=True)  # nobody reports it: it is only asked how an organiser's report would be ruled


class Foreseen(msgspec.Struct, frozen=True):
    """`units`: which unit of the battle would be which vehicle. `season` stands as it would then."""

    units: dict[str, str]
    changes: Preview
    season: Season


def foresee(campaign: str, battle: UUID | str, sides: dict[str, str], fixture: str) -> Foreseen:
    """`Refused`, with all reasons, if the battle cannot be adopted so."""
    before, after = (handler.replay(campaign)[0] for _time in range(2))
    state, _told, rows = battles.replay(str(battle))
    command = replace(adoption.report_of(battle, sides, fixture), adopted=adoption.fought(state))
    units: dict[str, str] = {}
    for event in season.decide(after, command, AS_IF_ACCEPTED, FallenDice()):
        season.evolve(after, event, after.head[0] + 1)
        if isinstance(event, BattleMustered):
            units = dict(event.adopted or {})
    last = rows[-1]
    counted = ReportBattle(battle=str(battle), position=last.position, digest=last.digest, outcome=state.outcome())
    _count(after, counted)
    return Foreseen(units, preview(before, after), after)


def _count(after: Season, command: Command) -> None:
    """As the clerk would; up to the first die of a retreat, which nobody is told before it falls."""
    try:
        for event in season.decide(after, command, THE_CLERK, FallenDice()):
            season.evolve(after, event, after.head[0] + 1)
    except Unfallen:
        return
