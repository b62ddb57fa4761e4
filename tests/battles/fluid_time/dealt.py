"""Battles of Fluid Time as they are really dealt: Leaguer shuffles, seals and draws, and all goes through the door.

    dealt(FREE, "turn_over").carol("draw", "aim tiger t34", ...)

The cards that are named come first in the first turn, in that order: a seed is looked for that deals them so. Carol has
the germans, Bob the soviets; Alice organises.
"""

from __future__ import annotations

import io
from collections import Counter
from functools import lru_cache
from itertools import count
from typing import Any
from uuid import uuid4

from django.core.management import call_command
from msgspec.structs import replace

from battles import clerk, handler
from battles.models import Sheet
from battles.reports import Receipt, Report
from deploy import verify_export
from rules import system as find_system
from rules.adjudicate import Who
from rules.contract import Command, Event, Roll, Side
from rules.reports import Confirm, command_codec
from rules.stream import script
from rules.stream.codec import encode
from rules.stream.decks import order_of, shuffled
from rules.stream.dice import rolls_of
from rules.systems.fluid_time.deck import CardDrawn
from rules.systems.fluid_time.decklist import parse
from rules.systems.fluid_time.state import State, Vehicle
from tests.rules.fluid_time import table
from tests.rules.fluid_time.table import SIDES, TWO, Units

ALICE, BOB, CAROL = Who("alice", referee=True), Who("bob"), Who("carol")
OVER = "turn_over"


def deck_text(cards: tuple[str, ...], units: Units) -> str:
    """The deck of these cards, written so that it tells nothing of the order they are dealt in."""
    platoons = sorted({platoon for _model, platoon in units.values()})
    lines = [f"{number} {card}" for card, number in sorted(Counter(cards).items())]
    return "\n".join([*lines, *(f"0 {platoon}/move" for platoon in platoons), ""])


@lru_cache(maxsize=64)
def seed_dealing(cards: tuple[str, ...], first: int) -> str:
    """The first seed that deals so many of the cards in their order; they are few, or many are alike."""
    pack = tuple(sorted(cards))
    seeds = (f"{n:064x}" for n in count(1))
    return next(seed for seed in seeds if order_of(seed, "deck-1", pack)[:first] == cards[:first])


class Dealt:
    """A battle that has been opened with the deck of these cards; the first turn has begun."""

    def __init__(
        self,
        *cards: str,
        first: int = 0,
        units: Units = TWO,
        players: dict[str, str] = SIDES,
        begun: bool = True,
        **options: Any,
    ) -> None:
        self.stream = str(uuid4())
        self.seed = seed_dealing(cards, first or len(cards))
        forces = table.muster(units, **{"deck": deck_text(cards, units), "deck_draw": "leaguer", **options})
        sides = {side: Side(players=(player,)) for side, player in players.items()}
        self.players = {player: Who(player) for player in players.values()}
        self.muster = replace(forces, seed=self.seed, sides=sides)
        handler.open_battle(self.stream, self.report_of(self.muster), ALICE, "script")
        if begun:
            self.tell(ALICE, "shuffle")

    # -- telling it ----------------------------------------------------------------------------------------------------

    def tell(self, who: Who, *lines: str, **how: Any) -> Receipt:
        """Lines of script, in one batch. `Refused`, `Conflict` as at the door."""
        return handler.execute(self.stream, [self.report(line) for line in lines], who, "api", **how)

    def send(self, report: Report, who: Who = ALICE, **how: Any) -> Receipt:
        return handler.execute(self.stream, [report], who, "api", **how)

    def mend(self, command: Command, who: Who = ALICE) -> Receipt:
        return self.send(self.report_of(command), who)

    def alice(self, *lines: str) -> Dealt:
        """One report after the other, by her who may report for both sides."""
        for line in lines:
            self.tell(ALICE, line)
        return self

    def bob(self, *lines: str) -> Dealt:
        for line in lines:
            self.tell(self.players[self._player("soviets")], line)
        return self

    def carol(self, *lines: str) -> Dealt:
        for line in lines:
            self.tell(self.players[self._player("germans")], line)
        return self

    def report(self, line: str) -> Report:
        codec = command_codec(find_system("fluid_time"))
        return self.report_of(next(script.parse(line, codec)).command)

    def report_of(self, command: Command) -> Report:
        return Report(str(uuid4()), type(command).__name__, encode(command))

    def settle(self) -> Dealt:
        """Both confirm what was fought, and the clerk does what is due."""
        for side in SIDES:
            position, digest = handler.state(self.stream).fought
            self.mend(Confirm(side=side, position=position, digest=digest), self.players[self._player(side)])
        assert clerk.attend(self.stream)
        return self

    def _player(self, side: str) -> str:
        return self.muster.sides[side].players[0]

    # -- looking at it -------------------------------------------------------------------------------------------------

    @property
    def play(self) -> State:
        found: State = handler.state(self.stream).play
        return found

    def unit(self, id: str) -> Vehicle:
        return self.play.units[id]

    @property
    def sheet(self) -> Sheet:
        return Sheet.objects.get(pk=self.stream)

    @property
    def head(self) -> int:
        return len(handler.replay(self.stream)[2])

    def told(self) -> list[str]:
        """The types of all events that count, in order, from the shuffle on."""
        return [type(event).__name__ for event in self.events()][1:]

    def events(self) -> list[Event]:
        return [fact.event for fact in handler.replay(self.stream)[1] if not fact.struck]

    def last(self, kind: type[Event]) -> Any:
        return [event for event in self.events() if type(event) is kind][-1]

    def last_ever(self, kind: type[Event]) -> Any:
        """The last of a type, struck or not."""
        return [fact.event for fact in handler.replay(self.stream)[1] if type(fact.event) is kind][-1]

    def rolls(self) -> list[Roll]:
        """Every die of the log, struck ones too."""
        return [roll for fact in handler.replay(self.stream)[1] for roll in rolls_of(fact.event)]

    def drawn(self) -> list[str]:
        """The cards that were drawn, those of draws that were struck too."""
        events = [fact.event for fact in handler.replay(self.stream)[1]]
        return [event.card for event in events if isinstance(event, CardDrawn)]

    def dealt(self) -> list[str]:
        """The cards of the deck that was shuffled last that Leaguer has dealt, and that count."""
        return list(self.play.dealt)

    # -- what nobody may know ------------------------------------------------------------------------------------------

    def deck(self, number: int = 1) -> Roll:
        """A deck of this battle as nobody may see it before it is disclosed: with order and salt."""
        cards = parse(self.muster.options["deck"], tuple(SIDES))[0].cards
        return shuffled(self.seed, f"deck-{number}", cards)

    def exported(self, *how: str) -> bytes:
        out = io.StringIO()
        call_command("export", self.stream, *how, stdout=out)
        return out.getvalue().encode()

    def verified(self) -> None:
        """`manage.py verify` and the verifier of exports find nothing, with sealed values and without."""
        said = io.StringIO()
        call_command("verify", self.stream, stdout=said, stderr=said)
        for how in ((), ("--with-sealed",)):
            assert verify_export.verify(io.BytesIO(self.exported(*how)))


def dealt(*cards: str, **how: Any) -> Dealt:
    return Dealt(*cards, **how)
