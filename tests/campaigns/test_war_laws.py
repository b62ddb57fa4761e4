"""Laws of a whole war, round after round: orders, battles, retreats and the score, on any map, however it goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.season import Fixture, replay
from campaigns.season.kept_events import Ordered
from campaigns.season.map.disclosure import Disclose, OrdersResolved
from campaigns.season.map.orders import Order, choices
from campaigns.season.positions import engaged, standing_in
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from rules.contract import Event
from tests.campaigns.between import ALICE, THE_CLERK
from tests.campaigns.test_retreat_laws import LEFT, TERMS, Watched, maps, pick
from tests.length import AT_LENGTH, examples

ROUNDS = st.lists(st.lists(st.integers(0, 300), min_size=12, max_size=12), min_size=2, max_size=4)


class War:
    """`told`: the numbers of each round, by which everybody chooses; `reverse`: they report the other way round."""

    def __init__(self, text: str, terms: dict[str, Any], told: Sequence[Sequence[int]], reverse: bool = False) -> None:
        self.it = Watched(map=text, reds=3, blues=3, workshop=False, victory="rounds", victory_rounds=9, **terms)
        for numbers in told:
            self.it.report(OpenRound(deadline="", orders_by=""), ALICE)
            self.order(numbers[:6], reverse)
            self.disclose()
            self.fight(numbers[6:])
            self.it.holds()
            self.it.report(CloseRound(round=self.it.season.turn), THE_CLERK)
            self.it.holds()

    def order(self, numbers: Sequence[int], reverse: bool) -> None:
        """Everybody orders something; a third of them says nothing. Where they could go, most do."""
        told = [(key, n) for key, n in zip(sorted(self.it.season.platoons), numbers, strict=False) if n % 3]
        for key, n in reversed(told) if reverse else told:
            offered = choices(self.it.season, key)
            going = [one for one in offered if one.way]
            chosen = pick(going if going and n % 5 else offered, n // 3)
            self.it.report(Order(platoon=key, do=chosen.do, to=chosen.to), self.it.player(key))

    def disclose(self) -> None:
        busy, before = engaged(self.it.season), {key: self.it.at(key) for key in self.it.season.platoons}
        events = self.it.report(Disclose(round=self.it.season.turn), THE_CLERK)
        (resolved,) = [one for one in events if isinstance(one, OrdersResolved)]
        self.it.holds()
        assert self.it.season.orders == {}
        assert not [key for key in busy if self.it.at(key) != before[key]]
        fixtures = Counter(key for one in self.it.season.fixtures.values() if self._open(one) for key in one.platoons)
        assert set(fixtures.values()) <= {1}
        for one in resolved.fixtures:
            assert one.ground is not None
            assert {self.it.at(one.home), self.it.at(one.away)} == {one.ground.sector}
            assert one.ground.attacker in ("", one.home)
        for platoons in standing_in(self.it.season).values():
            idle = {one.side for one in platoons if one.key not in fixtures and self.it._able(one.key)}
            assert len(idle) < 2 or any(one.key in self.it.season.retreats for one in platoons)

    def _open(self, fixture: Fixture) -> bool:
        return fixture.is_open and fixture.announced

    def fight(self, numbers: Sequence[int]) -> None:
        """Most battles are fought; what is not is drawn as the round closes, or carried."""
        for fixture in [one for one in self.it.season.fixtures.values() if self._open(one)]:
            n = numbers[fixture.number % len(numbers)]
            home, away = fixture.platoons
            if n % 4 == 0 or not all(self.it._able(key) for key in (home, away)):
                continue
            ids = [id for key in (home, away) for id in self.it.season.platoons[key].vehicles]
            left = {id.replace("-", "_"): pick(LEFT, n + 3 * place) for place, id in enumerate(ids)}
            self.it.fought(fixture.key, pick((home, away, away, ""), n // 4), **left)
            self.it.holds()


def _after_the_orders(told: Sequence[Event]) -> list[Event]:
    return [one for one in told if not isinstance(one, Ordered)]


@given(maps(), TERMS, ROUNDS)
@settings(max_examples=examples(25) if AT_LENGTH else 4)
def test_whatever_is_ordered_and_fought_the_map_holds(
    text: str, terms: dict[str, Any], told: Sequence[Sequence[int]]
) -> None:
    one, other = War(text, terms, told), War(text, terms, told, reverse=True)
    assert _after_the_orders(one.it.told) == _after_the_orders(other.it.told)
    again = replay(one.it.told)
    assert again.platoons == one.it.season.platoons
    assert (again.owners, again.scores, again.retreats) == (
        *(one.it.season.owners, one.it.season.scores),
        *(one.it.season.retreats,),
    )
