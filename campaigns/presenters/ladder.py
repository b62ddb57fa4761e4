"""A campaign's ladder for its reader: who stands where, how they came there, and what each has to settle."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import msgspec

from battles.sentences import words
from campaigns.season import Season
from campaigns.season.challenges.situation import UNTOLD, Situation, situation, waiting
from campaigns.season.ladder import Challenge
from campaigns.season.standings import is_of_ladder, orders, results_in
from campaigns.season.standings.course import LAST, LETTERS
from campaigns.season.state import Fixture
from rules import zones


class Rung(msgspec.Struct, frozen=True):
    """`moved`: by how many rungs it went up (below 0: down) as it last moved. `form`: its last results, a letter each.
    `against`: whom, by name (`opponent`: by key), it is challenged by, has challenged ("by" false), or meets in
    `fixture`; `until`: when that ends, None for never. `resting`: it rests, until then if that is told. `mine`: the
    reader commands it; `open_to`: a platoon of theirs that may challenge it, "" for none; `why`: why it may not be
    challenged by one that is near enough and free."""

    number: int
    platoon: str
    name: str
    mine: bool
    moved: int = 0
    form: str = ""
    against: str = ""
    opponent: str = ""
    by: bool = False
    fixture: str = ""
    until: datetime | None = None
    resting: bool = False
    rests: datetime | None = None
    open_to: str = ""
    why: str = ""


class LadderTable(msgspec.Struct, frozen=True):
    """`is_open`: challenges are taken now; `range`: by how many rungs one goes up at most."""

    rungs: tuple[Rung, ...]
    is_open: bool
    range: int


def ladder_of(season: Season, reader: str) -> LadderTable | None:
    """None in a campaign without one. `reader`: a player's id, "" for a spectator."""
    if season.ladder is None:
        return None
    there, moved = situation(season), _moved(season)
    is_open = season.closed is None and season.under_way is not None and season.under_way.ladder
    mine = [key for key in there.rungs if reader and reader in season.platoons[key].players]
    pending = {key: one for one in waiting(season) for key in one.pair}
    fixtures = {
        key: one
        for one in season.fixtures.values()
        if (one.is_fought or one.is_open) and is_of_ladder(season, one)
        for key in one.platoons
    }
    lines = (
        _rung(there, key, number, mine if is_open else [], pending.get(key), fixtures.get(key))
        for number, key in enumerate(there.rungs, 1)
    )
    form = _form(season)
    told = (
        msgspec.structs.replace(one, mine=one.platoon in mine, moved=moved[one.platoon], form=form[one.platoon][-LAST:])
        for one in lines
    )
    return LadderTable(tuple(told), is_open, there.range)


def _rung(
    there: Situation, key: str, number: int, mine: list[str], pending: Challenge | None, fixture: Fixture | None
) -> Rung:
    season, rest = there.season, there.rests.get(key, "")
    below = [one for one in mine if there.rungs.index(one) > number - 1]
    able = next((one for one in below if there.why_not(one, key) is None), "")
    free = [one for one in below if one not in there.busy and one not in there.rests]
    near = next((why for one in free for other, why in there.out_of_reach(one) if other == key), None)
    why = near if not able else None
    one = Rung(
        number=number,
        platoon=key,
        name=season.platoons[key].name,
        mine=False,
        resting=bool(rest),
        rests=None if rest in ("", UNTOLD) else zones.local(rest, season.zone),
        open_to=able,
        why=words(why) if why is not None else "",
    )
    if pending is not None:
        other = next(iter(pending.pair - {key}))
        until = zones.local(pending.due, season.zone) if pending.due else None
        by = pending.challenged == key
        return msgspec.structs.replace(one, against=season.platoons[other].name, opponent=other, by=by, until=until)
    if fixture is not None:
        other = next(each for each in fixture.platoons if each != key)
        return msgspec.structs.replace(one, against=season.platoons[other].name, opponent=other, fixture=fixture.key)
    return one


def _moved(season: Season) -> Counter[str]:
    """By how many rungs each went as it last moved."""
    found, before = Counter[str](), dict[str, int]()
    for standing in orders(season):
        now = {key: at for at, key in enumerate(standing)}
        found.update({key: before[key] - at - found[key] for key, at in now.items() if before.get(key, at) != at})
        before = now
    return found


def _form(season: Season) -> dict[str, str]:
    """What each fixture of the ladder was for each platoon, in the order in which they first had a result."""
    assert season.ladder is not None
    found = dict.fromkeys(season.platoons, "")
    for climb in season.ladder.climbs:
        if climb.how == "fought" and climb.key in season.fixtures:
            for key, result in results_in(season.fixtures[climb.key]).items():
                found[key] = found[key] + LETTERS[result]
    return found
