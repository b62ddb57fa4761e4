"""Forces for friendly battles: what a rulebook has ready and what it drafts is legal, whatever is picked."""

from __future__ import annotations

from random import Random

import pytest

from rules import adjudicate, friendly
from rules.contract import Muster, Refused, RuleSystem, Side
from rules.friendly import NO_SEED
from rules.messages import Message
from tests.length import AT_LENGTH

SEEDS = range(12)


def test_every_ready_made_list_can_be_mustered(system: RuleSystem) -> None:
    lists = system.friendly.ready
    assert len({one.key for one in lists}) == len(lists)
    for one in lists:
        assert isinstance(one.label, Message)
        muster = friendly.ready_made(system, one.key)
        scenario = next(known for known in system.scenarios if known.key == one.scenario)
        assert tuple(muster.sides) == scenario.sides
        assert adjudicate.muster(muster).scenario == one.scenario
    with pytest.raises(Refused) as refused:
        friendly.ready_made(system, "no such list")
    assert refused.value.field == "forces"


@pytest.mark.at_length
def test_a_draft_is_legal_within_its_points_and_the_same_for_the_same_picks(system: RuleSystem) -> None:
    for scenario in friendly.drafted_for(system):
        for points in system.friendly.points:
            for seed in SEEDS if AT_LENGTH else SEEDS[:2]:
                one, other = (
                    friendly.drafted(system, scenario.key, points, Random(f"{scenario.key}{points}{seed}").randrange)
                    for _time in range(2)
                )
                assert one == other
                assert not any(unit.condition for unit in one.units)
                assert {unit.side for unit in one.units} == set(scenario.sides)
                limit = system.friendly.limited_by
                assert not limit or one.options[limit] == points


def test_drafts_differ_and_both_sides_get_much_of_their_points(system: RuleSystem) -> None:
    scenario, points = friendly.drafted_for(system)[0], system.friendly.points[-1]
    found = [friendly.drafted(system, scenario.key, points, Random(seed).randrange) for seed in SEEDS]
    assert len({str(one.units) for one in found}) > len(SEEDS) // 2


def test_what_is_not_drafted_is_refused_by_its_field(system: RuleSystem) -> None:
    scenario, points = friendly.drafted_for(system)[0].key, system.friendly.points[0]
    for asked, size, field in (("nowhere", points, "scenario"), (scenario, 7, "points")):
        with pytest.raises(Refused) as refused:
            friendly.drafted(system, asked, size, Random(1).randrange)
        assert refused.value.field == field
        assert refused.value.remedy is not None


def test_the_forces_of_the_last_battle_come_again_as_good_as_new(system: RuleSystem) -> None:
    for seed in SEEDS:
        drafted = system.draft(Random(seed).randrange)
        last = adjudicate.muster(drafted)
        mine, theirs = list(last.sides)[:2]
        try:
            muster = friendly.again(system, last, mine)
        except Refused:  # of forces whose cards lie face down: the mission may ask for them
            continue
        assert [(one.id, one.side, one.model) for one in muster.units] == [
            (one.id, one.side, one.model) for one in last.units
        ]
        assert not any(unit.condition for unit in muster.units)
        assert not muster.names
        told = {name for unit in muster.units if unit.side == theirs for name in muster.fittings.get(unit.id, ())}
        unseen = {name for key, name in last.secrets.items() if key.split("/")[0] in ids(last.units, theirs)}
        seen = {one.name for unit in last.units if unit.side == theirs for one in unit.fittings if one.name}
        assert not told & (unseen - seen)


def ids(units: tuple[object, ...], side: str) -> set[str]:
    return {unit.id for unit in units if unit.side == side}  # type: ignore[attr-defined]


def test_players_and_seed_are_named_as_it_opens(system: RuleSystem) -> None:
    scenario = friendly.drafted_for(system)[0]
    muster = friendly.drafted(system, scenario.key, system.friendly.points[0], Random(5).randrange)
    assert muster.seed == NO_SEED
    assert not any(side.players for side in muster.sides.values())
    players = dict(zip(scenario.sides, ("bob", "carol"), strict=False))
    ready: Muster = friendly.opened(muster, players, "ab" * 32, confirm_within=60)
    assert {side: known.players for side, known in ready.sides.items()} == {
        side: (player,) for side, player in players.items()
    }
    assert (ready.seed, ready.confirm_within) == ("ab" * 32, 60)
    assert isinstance(ready.sides[scenario.sides[0]], Side)
    assert adjudicate.muster(ready).confirm_within == 60
