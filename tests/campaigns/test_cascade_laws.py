"""Laws of the cascade over whole seasons: one that was corrected midway, settled and played on is the one that was told
right from the start with the same dice; and so is its league."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from battles.replay import plain
from campaigns import handler
from campaigns.season.state import Season
from campaigns.simulation import simulate
from leagues.clerk import report_of
from leagues.league.decider import LEAGUES
from leagues.league.honours import AwardHonours
from leagues.league.opening import Found
from leagues.league.results import ReportResults
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.seasons import AddCampaign
from leagues.league.state import League
from leagues.league.values import OVERALL, CampaignFacts
from rules.contract import Command, Event, Refused
from rules.stream.adjudication import Adjudication
from rules.stream.decider import Row
from rules.stream.dice import FallenDice
from rules.stream.revision.reports import Settling
from tests.campaigns.between import ALICE, THE_CLERK
from tests.campaigns.right_from_start import KINDS, Kind, Pair, both
from tests.campaigns.test_season_mending_laws import season
from tests.length import AT_LENGTH, examples, many

HOWS: tuple[Settling, ...] = ("replay", "keep")
CAMPAIGN = "00000001-0000-4000-8000-00000000c0de"


class Told(Adjudication[League, Command, Event, Any]):
    """A league in memory with one season, to which its campaign is reported as the clerk does it."""

    def __init__(self, system: str) -> None:
        found = Found(name="The law", club=CAMPAIGN)
        (founded,) = LEAGUES.open(found, ALICE, FallenDice())
        super().__init__(LEAGUES, [Row(1, 0, founded, ALICE.id)])
        facts = CampaignFacts(name="The anew", system=system, found=True, ours=True)
        self._tell(AddCampaign(campaign=CAMPAIGN, facts=facts))

    def _tell(self, command: Command) -> None:
        who = THE_CLERK if isinstance(command, ReportResults) else ALICE
        self.hear(command, who, who.id, FallenDice())

    def results(self, stage: Season, order: Sequence[str] = ()) -> None:
        """Of a season as it stands. `order`: of the games, where it is to be another."""
        report = report_of(self.state, CAMPAIGN, stage, Head(len(self.rows)))
        place = {key: n for n, key in enumerate(order)}
        games = sorted(report.games, key=lambda game: place.get(game.key, len(place)))
        self._tell(replace(report, games=tuple(games)))

    def honours(self) -> None:
        with suppress(Refused):  # they are so already
            self._tell(AwardHonours(season=1))

    def ends(self) -> dict[str, Any]:
        """Ratings, places, titles and honours, once it is closed; where its campaign is over."""
        (only,) = self.state.seasons
        if only.campaigns[CAMPAIGN].places:
            self._tell(CloseLeagueSeason(season=1))
        self.honours()
        league = self.state
        (only,) = league.seasons
        return {
            "ratings": {ladder: league.current(ladder) for ladder in (OVERALL, only.campaigns[CAMPAIGN].system)},
            "games": [game for game in league.games.values() if game.how],
            "rated": [*zip(league.rated, league.ratings, strict=True)],
            "places": only.campaigns[CAMPAIGN].places,
            "titles": only.titles,
            "honours": league.honours.get(1, ()),
        }


class Head:
    """The last row of a season's log."""

    digest = "ab" * 32

    def __init__(self, position: int) -> None:
        self.position = position


def holds(rows: Sequence[Row], kind: Kind, how: Settling, seed: int) -> Pair | None:
    """All of it: what `both` asserts, and that the league is the one to which the right results were reported at
    once, in the order in which its games were first reported."""
    pair = both(rows, kind, how, Random(seed))
    if pair is not None:
        told, right = (Told(pair.before.opened.system) for _time in range(2))
        told.results(pair.before)
        told.honours()
        for stage in (pair.between, pair.told.state):
            told.results(stage)
        right.results(fought_by_who_was_mustered(pair), [*told.state.games])
        assert told.ends() == right.ends()
    return pair


def fought_by_who_was_mustered(pair: Pair) -> Season:
    """The right season; but a battle that stands was fought by whom it was mustered for, although they command nothing
    there any more: whose the game is, is a fact of the battle, and no correction of the season's changes it."""
    for key, fixture in pair.told.state.fixtures.items():
        same = pair.right.state.fixtures[key]
        if same.battle == fixture.battle:
            same.manned = fixture.manned
    return pair.right.state


@given(st.integers(0, 2**32), st.sampled_from(KINDS), st.sampled_from(HOWS))
@settings(max_examples=examples(16) if AT_LENGTH else 4, deadline=None)
def test_a_season_is_the_one_told_right_from_the_start_whatever_is_mended(seed: int, kind: Kind, how: Settling) -> None:
    """*Replay*: all that is left is fought again, or void. *Accept as played*: it differs by just what is listed."""
    holds(season(Random(seed), 20).rows, kind, how, seed)


@pytest.mark.soak
@pytest.mark.django_db
@pytest.mark.parametrize("sectors", [0, 13])
@pytest.mark.parametrize("system", ["fluid_time", "modern_age", "panzer_strike", "tanks"])
def test_simulated_seasons_of_every_rulebook_are(system: str, sectors: int) -> None:
    found = 0
    for seed in range(many(2)):
        campaign = simulate(system, 4, 3, 300 + seed, f"The Right {seed}", sectors).campaign
        _state, facts, rows = handler.replay(campaign)
        told = plain(facts, rows)
        for n in range(6):
            found += sum(holds(told, kind, how, 10 * seed + n) is not None for kind in KINDS for how in HOWS)
    assert found
