"""What falls with a battle that a correction takes out: all that people and the clerk have told of it."""

from __future__ import annotations

from campaigns.season.battle_reports import ReportBattle
from campaigns.season.disputes import Accepted, Disputed
from campaigns.season.fixture_keys import round_of
from campaigns.season.kept_events import BattleReported
from campaigns.season.musters import CalledOff, CallOff
from campaigns.season.state import Season
from rules.stream.history import Past


def falls(now: Season, past: Past) -> bool:
    """Whether all that a report was about is a battle that does not count any more: it counts for nobody, and nobody
    has to settle that as well."""
    for event in past.events[:1]:
        match event:
            case BattleReported() | CalledOff() if past.type in (ReportBattle.__name__, CallOff.__name__):
                return now.of_battle(event.battle) is None
            case Accepted() | Disputed():
                there = now.fixtures.get(event.fixture)
                if there is None:  # of a pairing somebody has to say what became of it
                    return not round_of(event.fixture)
                return there.is_open and not there.battle
    return False
