"""A league without a database: reports are decided and folded as its log would have them."""

from __future__ import annotations

from typing import Any

from leagues import league as leagues
from leagues.league import League
from leagues.league.decider import LEAGUES
from leagues.league.opening import Found
from leagues.league.results import ReportResults
from leagues.league.seasons import AddCampaign
from leagues.league.state import Founded
from leagues.league.values import CampaignFacts, Division, Game, Place, Result, Side
from rules.adjudicate import CLERK
from rules.contract import Command, Event
from rules.stream.decider import Row, Who
from rules.stream.dice import FallenDice

ALICE = Who("alice", referee=True)
BOB, CAROL = Who("bob"), Who("carol")
CLUB = "00000000-0000-4000-8000-000000000001"
PREMIER, SECOND = Division(key="premier", name="Premier"), Division(key="second", name="Second")


def campaign(n: int) -> str:
    return f"00000000-0000-4000-8000-{n:012d}"


class Book:
    """`rows` are all there ever were; `league` is the state they come to."""

    def __init__(self, *divisions: Division, **terms: bool | int | str) -> None:
        self.rows: list[Row] = []
        self.positions: dict[str, int] = {}
        self.told(Found(name="The long league", club=CLUB, terms=terms, divisions=divisions))

    league: League

    def told(self, command: Command, who: Who = ALICE) -> list[Event]:
        """What a report comes to; it is folded. Raises `Refused`."""
        if not self.rows:
            events = leagues.decide(None, command, who, FallenDice())
        else:
            events = LEAGUES.decide(self.league, command, who, FallenDice(), lambda: self.rows)
        first = len(self.rows) + 1
        said: list[Event] = []
        for event in events:
            position = len(self.rows) + 1
            if isinstance(event, Founded):
                self.league = LEAGUES.start(event, position, "")
            else:
                LEAGUES.evolve(self.league, event, position, "", first)
            data = LEAGUES.commands(None).encode(command)[1] if position == first else ""
            kind = type(command).__name__ if position == first else ""
            self.rows.append(Row(position, position - first, event, who.id, kind, data))
            said.append(event)
        return said

    def season(self, n: int, division: str = "", system: str = "tanks", season: int = 0, **more: Any) -> str:
        """Campaign number `n` joins: it begins the next season, or is another division's of `season`."""
        id = campaign(n)
        facts = CampaignFacts(name=f"Campaign {n}", system=system, found=True, ours=True)
        self.told(AddCampaign(campaign=id, season=season, division=division, facts=facts, **more))
        return id

    def reported(self, campaign: str, *games: Game, places: tuple[Place, ...] = (), enlisted: Any = ()) -> list[Event]:
        """The clerk reports how a campaign stands now."""
        position = self.positions[campaign] = self.positions.get(campaign, 0) + 1
        command = ReportResults(
            campaign=campaign, position=position, digest="0" * 64, games=games, places=places, enlisted=tuple(enlisted)
        )
        return self.told(command, Who(CLERK, referee=True))


def game(campaign: str, n: int, winner: str, loser: str, drawn: bool = False, **more: Any) -> Game:
    ends: tuple[Result, Result] = ("drawn", "drawn") if drawn else ("won", "lost")
    sides = (Side(players=(winner,), result=ends[0]), Side(players=(loser,), result=ends[1]))
    return Game(key=f"{campaign}/r1-{n}", round=1, how=more.pop("how", "fought"), sides=sides, **more)


def ranked(*players: str) -> tuple[Place, ...]:
    return tuple(Place(players=(player,), rank=n, score=100 - n) for n, player in enumerate(players, 1))
