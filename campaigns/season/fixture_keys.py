"""The keys of fixtures: "r2-1" is the first that was announced of round 2.

A key is what reports, pages and mails call a pairing by. So where a correction has a round decided again, each pairing
that stands keeps the key under which it was published, and a new one gets a key that no pairing of that round has had.
`Season.published` is what is known of that beside the fixtures: a revision brings it along, as far as the round is not
numbered by itself as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from campaigns.season.state import Fixture, Season
from campaigns.season.values import Announced

Meeting = tuple[str, ...]  # two platoons, and the sector in which they meet, "" beside the map
NUMBER = re.compile(r"r(\d+)-(\d+)")


def with_keys(season: Season, round: int, pairings: Iterable[Announced]) -> tuple[Announced, ...]:
    """Pairings as the fixtures of a round: each by the key it had, or counted on from all there have been."""
    found = [*pairings]
    there = [one for one in season.fixtures.values() if one.announced and one.round == round]
    known = sorted((_number(key), key) for key in season.published if round_of(key) == round)
    free = {key: season.published[key] for _n, key in known if key not in season.fixtures}
    keys: dict[int, str] = {}
    for alike in (_same_ground, _same_pair):
        for n, one in enumerate(found):
            key = next((key for key, was in free.items() if n not in keys and alike(was, _announced(one))), "")
            if key:
                keys[n] = key
                del free[key]
    last = max(len(there), *(_number(one.key) for one in there), *(n for n, _key in known), 0)
    for n in range(len(found)):
        if n not in keys:
            last += 1
            keys[n] = f"r{round}-{last}"
    return tuple(replace(one, key=keys[n]) for n, one in enumerate(found))


def published(season: Season) -> dict[str, Meeting]:
    """What every key has meant so far that a fixture of a round has, or had before it was corrected away."""
    return season.published | {one.key: _met(one) for one in season.fixtures.values() if round_of(one.key)}


def worth_keeping(season: Season, published: Mapping[str, Meeting]) -> dict[str, Meeting]:
    """What of it a season has to be told: all of the rounds whose fixtures would be called otherwise if they were just
    counted, of which a pairing is not there any more, or a battle goes on beside the rounds by the key of its pairing:
    another pairing may have that key since, and reports that come before it still mean the battle."""
    beside = {one.was for one in season.fixtures.values() if one.was}
    rounds: dict[int, dict[str, Meeting]] = {}
    for key, meeting in published.items():
        rounds.setdefault(round_of(key), {})[key] = meeting
    kept = (keys for round, keys in rounds.items() if keys.keys() & beside or not _counts(season, round, keys))
    return {key: one for keys in kept for key, one in keys.items()}


def _counts(season: Season, round: int, keys: Mapping[str, Meeting]) -> bool:
    """Whether its fixtures are numbered as they come, and everything published is one of them."""
    there = {one.key: _met(one) for one in season.fixtures.values() if one.announced and one.round == round}
    plain = [f"r{round}-{n}" for n in range(1, len(there) + 1)]
    return [*there] == plain and all(key in there and _same_pair(was, there[key]) for key, was in keys.items())


def _same_ground(one: Meeting, other: Meeting) -> bool:
    return {*one[:2]} == {*other[:2]} and one[2] == other[2]


def _same_pair(one: Meeting, other: Meeting) -> bool:
    """On the map perhaps in another sector."""
    return {*one[:2]} == {*other[:2]} and bool(one[2]) == bool(other[2])


def _announced(one: Announced) -> Meeting:
    return one.home, one.away, one.ground.sector if one.ground is not None else ""


def _met(one: Fixture) -> Meeting:
    return *one.platoons, one.ground.sector if one.ground is not None else ""


def round_of(key: str) -> int:
    """The round whose key it is; 0 for that of a battle beside the rounds."""
    found = NUMBER.fullmatch(key)
    return int(found[1]) if found is not None else 0


def _number(key: str) -> int:
    found = NUMBER.fullmatch(key)
    return int(found[2]) if found is not None else 0
