"""A campaign opens with its map, and platoons begin at a base."""

from __future__ import annotations

from tests.campaigns.on_map import OnMap


def test_the_map_is_frozen_and_platoons_begin_at_their_bases() -> None:
    it = OnMap()
    assert it.season.opened.sectors["fay"] == "Fay"
    assert (it.at("bears"), it.at("cobras"), it.owner("bury"), it.owner("clay")) == ("alton", "gate", "reds", "")
