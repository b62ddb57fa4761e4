"""Swiss pairings beside those of an engine for chess (py4swiss, FIDE's Dutch system), in plain tournaments: nobody
comes late or leaves, a win is a point, a bye, too."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from campaigns.season.swiss import Pair, paired
from tests.campaigns.test_swiss import Tournament, left_over, measure
from tests.length import AT_LENGTH, in_soak

ROUNDS = 12
LARGEST = pytest.param(
    64, marks=in_soak("tests/campaigns/test_swiss_fide.py::test_the_differences_are_never_more_than_in_chess")
)
SIZES = (5, 8, 13, 22, LARGEST) if not AT_LENGTH else tuple(range(4, 65, 3))


class Chess:
    """The same tournament as the engine reads it."""

    def __init__(self, here: Sequence[str]) -> None:
        self.names = list(here)
        self.results: dict[str, list[RoundResult]] = {key: [] for key in here}

    def play(self, pairs: Sequence[Pair], before: dict[str, int], after: dict[str, int]) -> None:
        tokens = {0: ResultToken.LOSS, 1: ResultToken.DRAW, 2: ResultToken.WIN}
        for home, away in pairs:
            for key, other, colour in ((home, away, ColorToken.WHITE), (away, home, ColorToken.BLACK)):
                result = tokens[after[key] - before[key]]
                self.results[key].append(RoundResult(id=self.names.index(other) + 1, color=colour, result=result))
        for key in left_over(self.names, pairs):
            bye = ResultToken.PAIRING_ALLOCATED_BYE
            self.results[key].append(RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=bye))

    def paired(self, scores: dict[str, int]) -> list[Pair]:
        sections = [
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=number,
                points_times_ten=5 * scores[key],
                rank=number,
                results=self.results[key],
            )
            for number, key in enumerate(self.names, 1)
        ]
        found = DutchEngine.generate_pairings(
            ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=2 * ROUNDS))
        )
        return [(self.names[one.white - 1], self.names[one.black - 1]) for one in found if one.black]


@pytest.mark.at_length
@pytest.mark.parametrize("n", SIZES)
def test_the_differences_are_never_more_than_in_chess(n: int) -> None:
    """Nor is anything graver: byes, second meetings, the score of who has the bye. Of an odd number chess has at times
    a smaller sum, where colours let it give the bye only to somebody who stands higher; never of an even one.

    Rounds are played by either's pairs in turn, so that neither is asked of its own past alone. Where chess finds no
    pairs at all it is over: it minds colours before anything else."""
    tournament = Tournament(random.Random(n), here=[f"p{number:02}" for number in range(n)])
    chess, compared = Chess(tournament.here), 0
    for number in range(min(ROUNDS, n - 2)):
        ours = paired(tournament.entrants(), tournament.before())
        scores = {key: tournament.scores[key] for key in tournament.here}
        try:
            theirs = chess.paired(scores)
        except PairingError:
            break
        bad = measure(tournament)
        assert bad(ours)[:-1] <= bad(theirs)[:-1], (number, ours, theirs)
        assert n % 2 or bad(ours)[-2] <= bad(theirs)[-2]
        pairs = ours if number % 2 else theirs
        tournament.play(pairs)
        chess.play(pairs, scores, {key: tournament.scores[key] for key in tournament.here})
        compared += 1
    assert compared > 1
