"""Laws of a ladder, on seasons that are told at random from what is offered, with corrections in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.season import legal
from campaigns.season.challenges.answers import ChallengeRefused
from campaigns.season.challenges.situation import next_due
from campaigns.season.challenges.tending import ChallengeLapsed, TendLadder
from campaigns.season.decider import REPORTS
from campaigns.season.enlistment import Enlisted
from campaigns.season.kept_events import Decided
from campaigns.season.people import Drop, Dropped
from campaigns.season.rounds import OpenRound, RoundOpened
from campaigns.season.standings import rungs, standings
from rules.adjudicate import Who
from rules.contract import Event, Refused
from rules.stream.codec import encode
from rules.stream.random_values import filled_in
from rules.stream.revision.reports import Undo
from tests.campaigns.between import ALICE, THE_CLERK, enlist
from tests.campaigns.choosing import _data
from tests.campaigns.mended import Mended, places_aside
from tests.length import AT_LENGTH, examples

SEEDS = st.integers(0, 2**32)
TERMS = st.fixed_dictionaries(
    {
        "ladder_range": st.integers(1, 4),
        "unanswered": st.sampled_from(("refused", "forfeit", "nothing")),
        "free_refusals": st.integers(0, 1),
        "refusal_costs": st.sampled_from(("place", "swap", "nothing")),
        "rest_days": st.integers(0, 2),
        "rematch_days": st.integers(0, 3),
    }
)
OF_LADDER = (
    "Challenge",
    "AcceptChallenge",
    "RefuseChallenge",
    "WithdrawChallenge",
    "Concede",
    "Adjudicate",
    "WalkOver",
)
START = 28


class Year(Mended):
    """Six platoons on a ladder, each of its own player. `day`: as the door tells it."""

    def __init__(self, **terms: Any) -> None:
        super().__init__(enlisted=False, **terms)
        self.day, self.came = 1, 0
        for _platoon in range(5):
            self.join()
        self.tell(OpenRound(method="ladder", deadline=""), ALICE)
        self.join()

    def join(self) -> None:
        self.came += 1
        self.tell(enlist(f"p{self.came}", "Light", player=f"player-{self.came}"), ALICE)

    @property
    def now(self) -> str:
        return f"2027-{3 + self.day // START:02}-{1 + self.day % START:02}T20:00:00Z"

    def go_on(self, chance: Random) -> tuple[Event, ...]:
        """A day passes, somebody leaves or comes back, a round ends, or somebody reports what they are offered."""
        match chance.choice(("day", "day", "leave", "end", *("any",) * 12)):
            case "day":
                self.day += 1
                due = next_due(self.state)
                return self.tell(TendLadder(at=self.now), THE_CLERK) if due and due <= self.now else ()
            case "leave" if len(rungs(self.state)) > 3:
                gone = chance.choice(rungs(self.state))
                told = self.tell(Drop(platoon=gone, reason="A new job"), self.player(gone))
                self.join()  # the same player again, say
                return told
            case "end" if chance.random() < 0.3:
                return self.end()
        return self.anything(chance)

    def player(self, platoon: str) -> Who:
        return Who(self.state.platoons[platoon].player)

    def end(self) -> tuple[Event, ...]:
        (closing,) = legal(self.state, ALICE, REPORTS.types["CloseRound"])
        told = self.tell(REPORTS.decode("CloseRound", encode(closing.given)), ALICE)
        return (*told, *self.tell(OpenRound(method="ladder", deadline=""), ALICE))

    def anything(self, chance: Random) -> tuple[Event, ...]:
        who = chance.choice([ALICE, *(self.player(key) for key in rungs(self.state))])
        offered = [one for one in legal(self.state, who) if one.command in OF_LADDER]
        if not offered:
            return ()
        kind = chance.choice(sorted({one.command for one in offered}))
        choice = chance.choice([one for one in offered if one.command == kind])
        said = filled_in(choice, chance.randrange, partial(_data, choice, chance))
        if kind == "Challenge":
            said["at"] = self.now
        return self.tell(REPORTS.decode(kind, msgspec.json.encode(said)), who)


def recomputed(events: Iterable[Event]) -> list[str]:
    """The rungs, by somebody who has only read campaigns/RULES.md: results are those that count in the end."""
    told, result, of_ladder = list(events), dict[str, dict[str, str]](), dict[str, tuple[str, str]]()
    for event in told:
        if isinstance(event, Decided):
            result[event.fixture] = dict(event.results)
        elif (made := getattr(event, "fixture", None)) is not None and not isinstance(made, str):
            of_ladder[made.key] = (made.away, made.home)
    found: list[str] = []
    seen, joined = set[str](), list[str]()
    for event in told:
        match event:
            case Enlisted():
                joined.append(event.platoon)
                found += [event.platoon] if found else []
            case RoundOpened() if not found:
                found = list(joined)
            case Dropped():
                found.remove(event.platoon)
            case Decided() if event.fixture not in seen and event.fixture in of_ladder:
                seen.add(event.fixture)
                one, other = of_ladder[event.fixture]
                for winner, loser in ((one, other), (other, one)):
                    won = result[event.fixture].get(winner), result[event.fixture].get(loser)
                    if won == ("won", "lost") and {one, other} <= {*found}:
                        found = above(found, winner, loser)
            case ChallengeRefused() | ChallengeLapsed() if event.cost:
                one, other = event.challenger, event.challenged
                if event.cost == "place":
                    found = above(found, one, other)
                elif found.index(one) > found.index(other):
                    at, to = found.index(one), found.index(other)
                    found[at], found[to] = other, one
    return found


def above(found: Sequence[str], one: str, other: str) -> list[str]:
    if found.index(one) < found.index(other):
        return list(found)
    rest = [key for key in found if key != one]
    at = rest.index(other)
    return [*rest[:at], one, *rest[at:]]


def live(year: Year) -> list[Event]:
    return [event for past in year.history.live_reports() for event in past.events]


def passed(before: Sequence[str], after: Sequence[str], told: Sequence[Event], year: Year) -> None:
    """Nobody moves down but by who has beaten somebody, or took a rung that was not defended."""
    winners = {key for one in told if isinstance(one, Decided) for key in year.state.fixtures[one.fixture].platoons}
    winners |= {one.challenger for one in told if isinstance(one, ChallengeRefused | ChallengeLapsed)}
    for key in before:
        if key in after and after.index(key) > before.index(key):
            now_above = {one for one in after[: after.index(key)] if one in before[before.index(key) :]}
            assert now_above & winners, (before, after, told)


@settings(max_examples=examples(12) if AT_LENGTH else 4, deadline=None)
@given(SEEDS, TERMS)
def test_a_ladder_is_what_its_rules_make_of_it_whoever_plays(seed: int, terms: dict[str, Any]) -> None:
    chance, year = Random(seed), Year(**terms)
    for _report in range(30):
        before, had = rungs(year.state), {one.key for one in year.state.fixtures.values() if one.decided}
        told = year.go_on(chance)
        after = rungs(year.state)
        assert sorted(after) == sorted(key for key, one in year.state.platoons.items() if not one.dropped)
        assert [one.platoon for one in standings(year.state)][: len(after)] == after
        if not any(isinstance(one, Decided) and one.fixture in had for one in told):  # that rules on an earlier one
            passed(before, after, told, year)
        for event in told:
            if isinstance(event, Dropped):
                assert after.index(max(year.state.platoons, key=lambda key: int(key[1:]))) == len(after) - 1
    assert rungs(year.state) == recomputed(live(year))


@settings(max_examples=examples(8) if AT_LENGTH else 3, deadline=None)
@given(SEEDS, TERMS)
def test_what_is_taken_back_and_told_again_leaves_the_ladder_as_it_was(seed: int, terms: dict[str, Any]) -> None:
    chance, year = Random(seed), Year(**terms)
    for _report in range(15):
        year.go_on(chance)
    then = places_aside(year.state)
    reports = [past for past in year.history.live_reports() if past.type in (*OF_LADDER, "TendLadder", "Drop")]
    with suppress(Refused):
        taken = chance.choice(reports[-4:] or year.history.live_reports()[-1:])
        year.tell(Undo(position=taken.position), ALICE)
        assert rungs(year.state) == recomputed(live(year))
        year.redo()
        assert places_aside(year.state) == then
