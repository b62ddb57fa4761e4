"""Two battles that differ in their seed alone, told alike: whatever anybody reads of them has to be the same, but for
ids, times, digests, commitments and seals, as long as the cards that have been drawn are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from battles.reports import Report
from rules.adjudicate import Who
from rules.stream.decks import order_of
from tests.battles.fluid_time.dealt import ALICE, OVER, Dealt

SAME = ("germans/specials/move", "soviets/specials/free_action")
REST = ("germans/panzers/free_action", "soviets/tankovy/move", OVER)
CARDS = ((*SAME, *REST), (*SAME, *REST[1:], REST[0]))  # as they lie in the one and in the other

HEX = re.compile(r"[0-9a-f]{60}(…|[0-9a-f]{4})")
ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00)?|\d+ \w+ \d{4},? \d\d:\d\d")
TOKEN = re.compile(r'(csrfmiddlewaretoken" value=")[^"]*')
SALT = re.compile(r'"salt":"[0-9a-f]{32}"')  # of sealed values, in an export


class Twins:
    """`told` goes to both; `read` holds what is read of one against what is read of the other."""

    def __init__(self, players: dict[str, str]) -> None:
        self.both = tuple(Dealt(*cards, players=players) for cards in CARDS)
        self.compared = 0
        one, other = self.both
        assert one.seed != other.seed
        assert one.muster.options == other.muster.options

    def alice(self, *lines: str) -> None:
        for battle in self.both:
            battle.alice(*lines)

    def take_case(self, person: str) -> None:
        """An organiser or umpire takes the case of both."""
        for n, battle in enumerate(self.both):
            report = Report(f"00000000-0000-4000-8000-00000000031{n}", "TakeCase", '{"reason":"Asked to"}')
            battle.send(report, Who(person, referee=True, needs_case=True))

    def send(self, report: Callable[[Dealt], Report]) -> None:
        for battle in self.both:
            battle.send(report(battle), ALICE)

    def read(self, answer: Callable[[Dealt], tuple[int, bytes]], where: str = "") -> int:
        """The status, which is the same, too."""
        (status, one), (other_status, other) = map(answer, self.both)
        for battle, text in zip(self.both, (one, other), strict=True):
            for secret in secrets(battle):
                assert secret.encode() not in text, (where, secret)
        assert (other_status, plain(other)) == (status, plain(one)), where
        self.compared += 1
        return status


def secrets(battle: Dealt) -> Iterator[str]:
    """What stands nowhere before it is disclosed: the seed, the salts and the orders, as they would be written."""
    yield battle.seed
    for number in (1, 2):
        deck = battle.deck(number)
        order = [str(card) for card in deck.values]
        yield deck.salt
        yield from (",".join(order), ", ".join(order), " ".join(order), '","'.join(order))
        assert order_of(battle.seed, f"deck-{number}", battle.play.deck) == deck.values


def plain(answer: bytes) -> str:
    text = TOKEN.sub(r"\1TOKEN", answer.decode())
    return TIME.sub("TIME", ID.sub("ID", HEX.sub("HEX", SALT.sub('"salt":"SALT"', text))))
