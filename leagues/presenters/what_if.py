"""What a scenario of a league comes to, as one reader may know it: page and API show the same."""

from __future__ import annotations

import msgspec

from campaigns.questions import Asker
from leagues import projections
from leagues.league.state import League
from leagues.league.values import Rating
from leagues.league.what_if import AskLeagueWhatIf, Line, changed, check, compare
from leagues.presenters.names import Names


class Compared(msgspec.Struct, frozen=True):
    """A player by name, and their rating as it is shown, before and after; None for none."""

    name: str
    line: Line
    was: int | None
    would: int | None

    @property
    def before(self) -> str:
        return "–" if self.was is None else str(self.was)

    @property
    def after(self) -> str:
        return "–" if self.would is None else str(self.would)


def compared(asker: Asker, stream: str, league: League, asked: AskLeagueWhatIf, names: Names) -> list[Compared]:
    """Without who hides from the reader. `Refused` for what cannot be changed, `TooMany` for one question too many."""
    check(league, asked)
    lines = asker.answer(stream, ("what if of a league", msgspec.json.encode(asked)), lambda: compare(league, asked))
    then = changed(league, asked)
    return [
        Compared(names.name(one.player), one, _shown(one.before, league), _shown(one.after, then))
        for one in lines
        if not names.is_hidden(one.player)
    ]


def _shown(rating: Rating | None, league: League) -> int | None:
    return None if rating is None else projections.shown(rating, league).rating
