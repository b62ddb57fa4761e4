"""Maps made up by size and seed: each can be opened with, is fair enough, and the same for the same."""

from __future__ import annotations

import hashlib
import time

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.theatre.generator import generate, least
from campaigns.theatre.graph import graph_of
from campaigns.theatre.map_parts import LARGEST
from campaigns.theatre.map_text import write
from campaigns.theatre.validation import checked

KEYS = ("reds", "blues", "greens", "golds", "greys")


@given(data=st.data(), count=st.integers(2, 5), seed=st.text(max_size=20))
def test_every_map_made_up_can_be_opened_with(data: st.DataObject, count: int, seed: str) -> None:
    sides = KEYS[:count]
    size = data.draw(st.integers(least(sides), 60))
    drawn = generate(size, seed, sides)
    assert len(drawn.theatre.sectors) == size
    assert checked(write(drawn), sides, capitals=True) == drawn
    bases = {one.base: one.key for one in drawn.theatre.sectors if one.base}
    assert {*bases} == {*sides}
    for side in sides:  # nobody begins with a base and nowhere to go
        steps = nx.single_source_shortest_path_length(graph_of(drawn.theatre), bases[side])
        assert min(steps[base] for key, base in bases.items() if key != side) > 1


@pytest.mark.parametrize("size", [6, 24, 500])
def test_a_side_has_no_more_than_the_other_of_a_map_for_two(size: int) -> None:
    """Half of the land lies nearer to each base, give or take what lies in between."""
    drawn = generate(size, "fair", ("reds", "blues"))
    graph = graph_of(drawn.theatre)
    reds, blues = (
        nx.single_source_shortest_path_length(graph, next(one.key for one in drawn.theatre.sectors if one.base == side))
        for side in ("reds", "blues")
    )
    nearer = [sum(one[key] < other[key] for key in graph) for one, other in ((reds, blues), (blues, reds))]
    assert max(nearer) - min(nearer) <= max(2, size // 5)


def test_the_same_seed_makes_up_the_same_map_in_every_process_and_release() -> None:
    text = write(generate(24, "gap", ("reds", "blues")))
    assert text == write(generate(24, "gap", ("reds", "blues")))
    assert text != write(generate(24, "gap 2", ("reds", "blues")))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "921bca0f3e1f07bd"


def test_a_map_has_every_kind_of_way() -> None:
    theatre = generate(40, 1, ("reds", "blues")).theatre
    assert {link.kind for link in theatre.links} == {"road", "rail", "river"}


@pytest.mark.parametrize(("size", "sides"), [(5, KEYS[:2]), (LARGEST + 1, KEYS[:2]), (12, KEYS[:1]), (8, KEYS[:3])])
def test_what_no_map_can_be_made_for_is_an_error(size: int, sides: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="no map"):
        generate(size, "x", sides)


def test_the_largest_map_is_made_up_while_one_waits() -> None:
    begun = time.process_time()
    generate(LARGEST, "large", KEYS)
    assert time.process_time() - begun < 1
