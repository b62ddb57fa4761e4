"""The table that random battles are counted by knows what it counts."""

from __future__ import annotations

from tests.rules.rulings import replayed


def test_what_a_recorded_battle_is_about_is_counted() -> None:
    found = replayed("tanks", "2/crowd")
    assert found["R11 a corner on its way"] == 2
    assert found["R11 90 degrees on several stretches"] == 1
    assert found["B6 runs into who is in contact already"] == 2
    assert found["A14 touched as it explodes"] == 2
    assert found["R22 a radius though nobody is left"] == 1
    assert found["A18 a ram is void"] == 1
    assert found["R7 over: emptied, a draw"] == 1
    assert replayed("tanks", "1/chain")["A14 a chain"] == 2
