"""Swiss pairings: held to their laws in random tournaments, and to the smallest sum of differences there is."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from campaigns.season.matching import completed
from campaigns.season.pairing_reasons import breaks
from campaigns.season.rounds import OpenRound, RoundOpened
from campaigns.season.swiss import Before, Entrant, Pair, paired
from tests.campaigns.between import ALICE
from tests.campaigns.test_knock_out import camp_of, couples
from tests.campaigns.test_pairing_methods import met_in, played, round_by
from tests.length import AT_LENGTH, in_soak
from tests.pace import slowness

LEAGUES = 10_000 if AT_LENGTH else 40


@dataclass
class Tournament:
    """A random one: who plays, who is level with whom, who met. A win is two points, a draw one, a bye `bye`."""

    chance: random.Random
    bye: int = 2
    apart: frozenset[frozenset[str]] = frozenset()
    here: list[str] = field(default_factory=list)
    scores: Counter[str] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)
    lead: Counter[str] = field(default_factory=Counter)
    met: Counter[frozenset[str]] = field(default_factory=Counter)

    def entrants(self) -> list[Entrant]:
        by_place = sorted(self.here, key=lambda key: (-self.scores[key], key))
        return [Entrant(key, self.scores[key], self.byes[key], self.lead[key]) for key in by_place]

    def before(self) -> Before:
        return Before(met=self.met, apart=self.apart)

    def play(self, pairs: Sequence[Pair]) -> None:
        for home, away in pairs:
            mine = self.chance.choice((0, 0, 1, 2, 2))
            self.scores[home] += mine
            self.scores[away] += 2 - mine
            self.lead[home] += 1
            self.lead[away] -= 1
            self.met[frozenset((home, away))] += 1
        for key in left_over(self.here, pairs):
            self.byes[key] += 1
            self.scores[key] += self.bye

    def people_come_and_go(self) -> None:
        if self.chance.random() < 0.15:
            self.here.append(f"late{len(self.here)}-{self.chance.randrange(10**6)}")
        if self.chance.random() < 0.15 and len(self.here) > 2:
            self.here.remove(self.chance.choice(self.here))


def left_over(keys: Sequence[str], pairs: Sequence[Pair]) -> set[str]:
    return {*keys} - {key for pair in pairs for key in pair}


def all_pairings(keys: Sequence[str]) -> Iterator[list[Pair]]:
    """Every way to pair as many as can be, tried one by one: for a handful."""
    if len(keys) < 2:
        yield []
        return
    first, *rest = keys
    for other in rest:
        left = [key for key in rest if key != other]
        yield from ([(first, other), *more] for more in all_pairings(left))
    if len(keys) % 2:
        yield from all_pairings(rest)


def measure(tournament: Tournament) -> Callable[[Sequence[Pair]], tuple[int, ...]]:
    """How bad a pairing is, told plainly from the words of RULES.md: byes of those who have the bye, second meetings,
    pairs to be kept apart, score of who has the bye, sum of differences, place of who has the bye."""
    keys = list(tournament.here)
    standing = {one.key: place for place, one in enumerate(tournament.entrants())}

    def bad(pairs: Sequence[Pair]) -> tuple[int, ...]:
        free = left_over(keys, pairs)
        return (
            sum(tournament.byes[key] for key in free),
            sum(tournament.met[frozenset(pair)] for pair in pairs),
            sum(frozenset(pair) in tournament.apart for pair in pairs),
            sum(tournament.scores[key] for key in free),
            sum(abs(tournament.scores[one] - tournament.scores[other]) for one, other in pairs),
            -sum(standing[key] for key in free),
        )

    return bad


def tournament_of(seed: int, most: int) -> Tournament:
    chance = random.Random(seed)
    n = chance.randint(2, most)
    made = Tournament(chance, bye=chance.randint(0, 2), here=[f"p{number:02}" for number in range(n)])
    clubs = [made.here[start::5] for start in range(5)] if chance.random() < 0.5 else []
    made.apart = frozenset(frozenset((one, other)) for club in clubs for one in club for other in club if one != other)
    return made


@pytest.mark.at_length
def test_no_other_pairing_of_up_to_eight_is_better() -> None:
    for seed in range(LEAGUES // 8):
        tournament = tournament_of(seed, most=8)
        for _round in range(tournament.chance.randint(1, 6)):
            pairs = paired(tournament.entrants(), tournament.before())
            bad = measure(tournament)
            assert bad(pairs) == min(map(bad, all_pairings(tournament.here))), (seed, pairs)
            tournament.play(pairs)
            tournament.people_come_and_go()


@pytest.mark.at_length
def test_in_random_leagues_nobody_has_a_second_bye_before_all_had_one() -> None:
    """Nobody is in two pairs, at most one has a bye, and they had as few byes as anybody; nobody meets again who need
    not."""
    for seed in range(LEAGUES):
        tournament = tournament_of(seed, most=64 if seed % (8 if AT_LENGTH else 40) == 0 else 12)
        for _round in range(tournament.chance.randint(1, 12 if AT_LENGTH else 5)):
            pairs = paired(tournament.entrants(), tournament.before())
            assert max(Counter(key for pair in pairs for key in pair).values()) == 1
            free = left_over(tournament.here, pairs)
            assert len(free) == len(tournament.here) % 2
            assert all(tournament.byes[key] == min(tournament.byes[one] for one in tournament.here) for key in free)
            if any(tournament.met[frozenset(pair)] for pair in pairs):
                assert most_new(tournament) < len(pairs)
            tournament.play(pairs)
            tournament.people_come_and_go()


def most_new(tournament: Tournament) -> int:
    """How many pairs there can be of two who have not met, the bye being for one of those who had fewest: by another
    algorithm than that of the pairings."""
    here, met = tournament.here, tournament.met
    fewest = min(tournament.byes[key] for key in here)
    resting = [key for key in here if tournament.byes[key] == fewest] if len(here) % 2 else [""]
    rounds = ([key for key in here if key != rests] for rests in resting)
    return max(
        len(completed({key: [o for o in there if o != key and not met[frozenset((key, o))]] for key in there}))
        for there in rounds
    )


@pytest.mark.parametrize("n", [6, 7, 8])
def test_nobody_meets_twice_until_everybody_has_met(n: int) -> None:
    """n players who all stay have n - 1 rounds, or n where it is odd, without a second meeting: where the way there is
    lost to a choice of an earlier round, no other choice of this round would do."""
    tournament = Tournament(random.Random(n), here=[f"p{number}" for number in range(n)])
    for _round in range(n - n % 2 - 1):
        pairs = paired(tournament.entrants(), tournament.before())
        again = sum(tournament.met[frozenset(pair)] for pair in pairs)
        assert again == measure(tournament)(pairs)[1]
        if again:
            assert min(measure(tournament)(other)[1] for other in all_pairings(tournament.here)) > 0
        tournament.play(pairs)


def test_the_upper_half_meets_the_lower_half_of_those_who_are_level() -> None:
    pairs = paired([Entrant(key) for key in "abcdefgh"], Before())
    assert pairs == [("a", "e"), ("b", "f"), ("c", "g"), ("d", "h")]
    assert paired([Entrant(key) for key in "abcde"], Before()) == [("a", "c"), ("b", "d")]


def test_at_home_is_who_was_less_often_and_two_who_were_are_not_paired_where_it_can_be_helped() -> None:
    entrants = [Entrant("a", lead=1), Entrant("b", lead=1), Entrant("c", lead=-1), Entrant("d", lead=-1)]
    assert {home for home, _away in paired(entrants, Before())} == {"c", "d"}


def test_who_can_never_meet_has_a_bye_rather() -> None:
    assert paired([Entrant("a"), Entrant("b")], Before(never=lambda one, other: True)) == []
    assert paired([], Before()) == []


@pytest.mark.at_length
def test_many_are_paired_by_those_who_stand_near_and_lose_nothing_by_it() -> None:
    tournament = Tournament(random.Random(1), here=[f"p{number:03}" for number in range(201 if AT_LENGTH else 121)])
    tournament.scores.update({key: 2 * (number % 3) for number, key in enumerate(tournament.here)})
    for _round in range(5 if AT_LENGTH else 1):
        pairs = paired(tournament.entrants(), tournament.before())
        byes, again, _apart, bye_score, *_rest = measure(tournament)(pairs)
        assert len(pairs) == len(tournament.here) // 2
        assert (byes, again) == (0, 0)
        assert bye_score == min(tournament.scores[key] for key in tournament.here)
        tournament.play(pairs)


def test_near_ones_are_not_enough_where_all_of_them_have_met() -> None:
    """Of a hundred and two the first sixty have."""
    here = [f"p{number:03}" for number in range(102)]
    met = Counter({frozenset((one, other)): 1 for one in here[:60] for other in here[:60] if one != other})
    entrants = [Entrant(key, score=2 * (place < 60)) for place, key in enumerate(here)]
    pairs = paired(entrants, Before(met=met))
    assert len(pairs) == 51
    assert sum(met[frozenset(pair)] for pair in pairs) == 9  # of sixty forty-two find one of the others


def test_clubmates_meet_only_where_there_is_no_other_way() -> None:
    """Ada and Bo are of one club. They are level at the top, and would meet else."""
    camp = camp_of(4, apart="P0, p1, a stranger\nP3")
    (first,) = camp.report(OpenRound(method="swiss", deadline=""), ALICE)
    assert isinstance(first, RoundOpened)
    assert met_in(first) == couples("p0 p2", "p1 p3")
    played(camp, first)
    second = round_by(camp, "swiss")
    assert met_in(second) == couples("p0 p3", "p1 p2")
    played(camp, second)
    third = round_by(camp, "swiss")  # all others have met: no second meeting, so clubmates meet
    assert met_in(third) == couples("p0 p1", "p2 p3")
    told = [one.text() for one in breaks(camp.season, [("p0", "p1")])]
    assert "P0 – P1: they are to be kept apart." in told


@pytest.mark.parametrize(
    "n",
    [
        pytest.param(200, marks=in_soak("tests/campaigns/test_swiss.py::test_two_hundred_are_paired_within_a_second")),
        201,
    ],
)
def test_two_hundred_are_paired_within_a_second(n: int) -> None:
    """Of the processor of a quiet machine, whatever else this one has to do."""
    tournament = Tournament(random.Random(n), here=[f"p{number:03}" for number in range(n)])
    for _round in range(4):
        keys = sorted(tournament.here, key=lambda key: (-tournament.scores[key], tournament.chance.random()))
        tournament.play(list(zip(keys[::2], keys[1::2], strict=False)))
    slow, began = slowness(), time.process_time()
    pairs = paired(tournament.entrants(), tournament.before())
    took = time.process_time() - began
    assert took < max(slow, slowness())
    assert len(pairs) == n // 2
    assert not any(tournament.met[frozenset(pair)] for pair in pairs)
