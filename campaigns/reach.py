"""How far a correction reaches, before it is written: from a battle into its season, and into what stands above it.

Everything happens in memory, on logs as they are read here: nothing is locked, written or rolled. It is done in steps,
so that a page can say how far it has come.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

from msgspec.structs import replace

from battles import handler as battle_handler
from battles import viewer
from campaigns.models import Fixture
from campaigns.reach_in_season import check_kind, in_season
from campaigns.reached import BattleReach, Correction, Further, Reached, SeasonReach, Step
from rules import adjudicate
from rules.adjudicate import Who
from rules.battle import Battle, History
from rules.endings import Endings, endings
from rules.frame import BATTLES
from rules.stream.revision.preview import Foretold, ForOthers, foretold

T = TypeVar("T")

# The floors above add what a season leads to there: from the reach in the season, for one reader.
ABOVE: list[Callable[[SeasonReach, Any], Further | None]] = []

Work = Generator[Step, None, Reached]


def now(work: Generator[Any, None, T]) -> T:
    """Done at once."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]


def reached(wanted: Correction, user: Any) -> Work:
    """`user`: the account that reads, for the floors above. `Refused` where it cannot be reported at all; `Unfallen`
    where dice have to be rolled first; `log.NoSuchStream`."""
    yield Step("battle" if wanted.battle else "season", 1, 3)
    battle = _in_battle(wanted) if wanted.battle else None
    campaign = _campaign_of(wanted) if wanted.battle else wanted.stream
    found = Reached(wanted, battle)
    if campaign is None or (battle is not None and battle.ends is None):
        return found
    try:
        season = yield from in_season(wanted, campaign, battle)
    except ForOthers as theirs:
        return replace(found, closed=theirs)
    if season is None:
        return found
    yield Step("league", 3, 3)
    above = tuple(one for told in ABOVE if (one := told(season, user)) is not None)
    return replace(found, season=season, above=above)


# -- in the battle -----------------------------------------------------------------------------------------------------


def _in_battle(wanted: Correction) -> BattleReach:
    state, told, rows = battle_handler.replay(wanted.stream)
    history = battle_handler.history_of(state, told, rows)
    command = history.commands.decode(wanted.report.type, wanted.report.data)
    check_kind(command, BATTLES.mending.commands)
    adjudicate.require(state, wanted.who, "")
    eyes = viewer.eyes(state, wanted.reader)
    found = foretold(history, command, wanted.who, eyes, wanted.reader or Who(""))
    line = history.of([*history.rows, *found.told.rows(wanted.who.id)])
    ends = endings(found.told.state, history.fallen())
    if ends is not None and found.redaction.hides:
        _check_known(found, ends, history)
    return BattleReach(found.preview, history, state, ends, line)


def _check_known(found: Foretold[Battle, str], ends: Endings, history: History) -> None:
    """What it comes to turns on no card that the reader may not know."""
    if endings(found.redaction.without(found.told.state), history.fallen()) != ends:
        raise ForOthers("battle", *history.mending.hidden, code="not-yours")


def _campaign_of(wanted: Correction) -> str | None:
    """None where no campaign has mustered or adopted the battle."""
    found = Fixture.objects.filter(battle=wanted.stream).values_list("campaign", flat=True).first()
    return str(found) if found else None
