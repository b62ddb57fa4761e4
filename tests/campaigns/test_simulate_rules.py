"""Over its seeds a simulation has met every term, every terrain, and every number of sides."""

from __future__ import annotations

import pytest

import rules
from campaigns.season import purchase_list
from campaigns.season.pairing_terms import METHOD
from campaigns.season.terms import settle_terms, terms_of
from campaigns.simulation import desk
from campaigns.simulation.chance import Chance
from campaigns.theatre import TERRAINS
from campaigns.theatre.generator import generate

SEEDS = range(40)


@pytest.mark.parametrize("key", sorted(rules.all_systems()))
def test_every_term_is_drawn_and_every_choice_of_it(key: str) -> None:
    system = rules.system(key)
    drawn = [desk.terms(system, True, Chance(f"{key} {seed}")) for seed in SEEDS]
    for terms in drawn:
        assert settle_terms(system, terms, True) == terms
        assert list(purchase_list.faults(str(terms["purchase_list"]), system, system.edition, {}, ())) == []
    for option in terms_of(system, True):
        if option.name == METHOD:  # what a form begins with: a random organiser takes any of them
            continue
        met = {terms[option.name] for terms in drawn}
        assert len(met) > 1, option.name
        assert met >= set(option.choices) or len(option.choices) > len(drawn), (
            option.name
        )  # of time zones there are 385
    assert desk.terms(system, True, Chance(f"{key} 7")) == drawn[7]


def test_there_are_two_to_four_sides_or_none_without_a_map_as_far_as_there_is_room() -> None:
    def numbers(platoons: int, sectors: int) -> set[int]:
        return {len(desk.sides(platoons, sectors, Chance(f"{seed}"))) for seed in SEEDS}

    assert numbers(8, 30) == {2, 3, 4}
    assert numbers(8, 6) == {2}
    assert numbers(3, 30) == {2, 3}
    assert numbers(8, 0) == {0, 2, 3, 4}


def test_every_terrain_is_somewhere() -> None:
    theatre = generate(12, 1, tuple(desk.SIDES)).theatre
    found = [desk.country(theatre, Chance(f"{seed}")) for seed in SEEDS]
    assert {one.terrain for drawn in found for one in drawn.sectors} == set(TERRAINS)
    assert all(drawn.links == theatre.links for drawn in found)
