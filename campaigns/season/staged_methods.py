"""Methods of pairing that go from stage to stage: a knock-out, groups before it, and a ladder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from campaigns.season import knock_out
from campaigns.season.knock_out import KnockOut
from campaigns.season.pairing_methods import (
    Pair,
    around,
    byes_of,
    method,
    round_of_circle,
    times_met,
)
from campaigns.season.refusals import no
from campaigns.season.standings import DRAWN, rungs, standings
from campaigns.season.state import Fixture, Season
from campaigns.season.terms import staged
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim


def by_standing(season: Season) -> list[str]:
    """Who is there, best first: by the standings without lots, then by the order of enlisting."""
    order = {key: n for n, key in enumerate(season.platoons)}
    places = sorted(standings(season, without=DRAWN), key=lambda place: (place.rank, order[place.platoon]))
    return [place.platoon for place in places if not season.platoons[place.platoon].dropped]


# -- the knock-out -----------------------------------------------------------------------------------------------------


def _all(season: Season) -> tuple[str, ...]:
    """The entrants of a knock-out that would begin now."""
    return () if knock_out.of(season) else tuple(by_standing(season))


def _on(season: Season) -> KnockOut:
    return knock_out.of(season, _all(season)) or KnockOut(())


def placings(season: Season) -> str:
    return str(staged(season.terms, "knockout_places"))


def undecided(season: Season) -> Iterator[Refused]:
    """Fixtures of the knock-out whose winner nobody knows yet: nobody can be paired for the next round."""
    found = knock_out.of(season)
    for fixture in found.open if found else ():
        one, other = fixture.platoons[:2]
        yield no(
            say(
                _("%(one)s against %(other)s has no result yet: nobody knows who goes on."),
                one=verbatim(season.platoons[one].name),
                other=verbatim(season.platoons[other].name),
            ),
            _("Wait for it, rule on it, or pair by hand."),
            "method",
        )


def _seeded_by(season: Season) -> Iterable[Fixture]:
    """All where the standings seed one that begins; then its own."""
    found = knock_out.of(season)
    return season.fixtures.values() if found is None else found.fixtures


@method(
    "knockout",
    _("knock-out"),
    _(
        "Who loses is out. Seeded by the standings as it begins: the best meets the last, and has a bye where some are"
        " lacking."
    ),
    seeds=_all,
    still_in=lambda season: _on(season).still_in(placings(season)),
    wrong=undecided,
    across=False,
    looks_at=_seeded_by,
)
def knockout(season: Season, free: Sequence[str]) -> Sequence[Pair]:
    """By the bracket that the first round has recorded."""
    return [pair for pair in _on(season).pairs(placings(season)) if {*pair} <= {*free}]


# -- groups ------------------------------------------------------------------------------------------------------------


def groups_of(season: Season) -> list[list[str]]:
    """All that ever enlisted, in order, dealt there and back: A B C, C B A, A B C ..."""
    many = int(staged(season.terms, "groups"))
    groups: list[list[str]] = [[] for _group in range(many)]
    for n, key in enumerate(season.platoons):
        turn, place = divmod(n, many)
        groups[many - 1 - place if turn % 2 else place].append(key)
    return [group for group in groups if group]


def _unmet(season: Season) -> bool:
    """Somebody has still to meet somebody of their group."""
    met = times_met(season)
    for group in groups_of(season):
        there = [key for key in group if not season.platoons[key].dropped]
        if any(not met[frozenset((one, other))] for n, one in enumerate(there) for other in there[:n]):
            return True
    return False


def qualified(season: Season) -> tuple[str, ...]:
    """Who goes on from the groups: the first of each, best first, then the second of each ..., so that two of a group
    do not meet at once where it can be helped."""
    each, standing = int(staged(season.terms, "group_places")), by_standing(season)
    group = {key: n for n, keys in enumerate(groups_of(season)) for key in keys}
    placed: dict[str, int] = {}
    for key in standing:
        placed[key] = sum(group[key] == group[other] for other in placed)
    ordered = [key for place in range(each) for key in standing if placed[key] == place]
    return tuple(_crossed(ordered, group, placed))


def _crossed(seeds: list[str], group: dict[str, int], placed: dict[str, int]) -> list[str]:
    """Let those change their seeds who were placed alike, until no two of a group meet in the first round."""
    for _try in seeds:
        pairs = [pair for pair in _first_round(seeds) if group[pair[0]] == group[pair[1]]]
        if not pairs:
            break
        lower = pairs[0][1]
        swaps = [_swapped(seeds, lower, other) for other in seeds if other != lower and placed[other] == placed[lower]]
        best = min(swaps, key=lambda made: _clashes(made, group), default=seeds)
        if _clashes(best, group) >= len(pairs):
            break
        seeds = best
    return seeds


def _first_round(seeds: Sequence[str]) -> list[Pair]:
    return KnockOut(seeds, alive={key: n for n, key in enumerate(knock_out.lines(seeds)) if key}).pairs("none")


def _clashes(seeds: Sequence[str], group: dict[str, int]) -> int:
    return sum(group[one] == group[other] for one, other in _first_round(seeds))


def _swapped(seeds: Sequence[str], one: str, other: str) -> list[str]:
    places = {one: other, other: one}
    return [places.get(key, key) for key in seeds]


def _after_groups(season: Season) -> tuple[str, ...]:
    return () if knock_out.of(season) or _unmet(season) else qualified(season)


def _in_groups(season: Season) -> set[str]:
    found = knock_out.of(season, _after_groups(season))
    return found.still_in(placings(season)) if found else {*by_standing(season)}


def _decided_by(season: Season) -> Iterable[Fixture]:
    """None while groups are played: who meets whom in them is certain from the start."""
    return () if knock_out.of(season) is None and _unmet(season) else _seeded_by(season)


@method(
    "groups",
    _("groups, then knock-out"),
    _("Everyone meets everyone of their group once; then the best of each group play a knock-out."),
    seeds=_after_groups,
    still_in=_in_groups,
    wrong=undecided,
    across=False,
    looks_at=_decided_by,
)
def groups(season: Season, free: Sequence[str]) -> Sequence[Pair]:
    """A round robin in each group until all have met; then by the bracket."""
    if found := knock_out.of(season, _after_groups(season)):
        return [pair for pair in found.pairs(placings(season)) if {*pair} <= {*free}]
    byes = byes_of(season)
    pairs: list[Pair] = []
    for group in groups_of(season):
        there = [key for key in free if key in group]
        pairs += round_of_circle(season, there, [*around(group, stays=None)], {*group}, byes)
    return pairs


# -- the ladder --------------------------------------------------------------------------------------------------------


def on_the_ladder(season: Season) -> tuple[str, ...]:
    """From the top; of a ladder that would begin now by the standings."""
    return tuple(by_standing(season) if season.ladder is None else rungs(season))


def _climbed(season: Season) -> Iterable[Fixture]:
    """All where the standings make the first order; then those of the ladder's rounds."""
    if season.ladder is None:
        return season.fixtures.values()
    rounds = {one.number for one in season.rounds if one.ladder}
    return [one for one in season.fixtures.values() if one.round in rounds and one.announced]


@method(
    "ladder",
    _("ladder"),
    _("Nobody is paired: platoons challenge who stands above them, and who wins from below takes the other’s rung."),
    still_in=lambda season: (),
    across=False,
    ladder=on_the_ladder,
    looks_at=_climbed,
)
def ladder(season: Season, free: Sequence[str]) -> Sequence[Pair]:
    """By the players themselves (`campaigns.season.challenges`)."""
    return ()
