"""The skirmish of one page with a deck in it: the first shot has Leaguer shuffle, those after it draw from the top, and
the one after the last card discloses. No shot hits, so that nothing else happens."""

from __future__ import annotations

from dataclasses import replace

from rules.contract import Command, Decision, Dice, Muster, Refused, Roll, Side, Unit, say
from tests.campaigns.skirmish import SYSTEM as SKIRMISH
from tests.campaigns.skirmish import Board, Shoot, Shot
from tests.campaigns.skirmish import decide as shoot

DECK = "deck-1"
CARDS = ("ambush", "breakdown", "minefield", "smoke")
SEED = "00112233445566778899aabbccddeeff" * 2
SHOT = Shoot(shooter="north-1", target="south-1")
FORCES = Muster(
    system="skirmish",
    sides={"north": Side(players=("bob",)), "south": Side(players=("carol",))},
    units=(Unit(id="north-1", side="north", model="Light"), Unit(id="south-1", side="south", model="Light")),
    seed=SEED,
)


def decide(board: Board, command: Command, dice: Dice) -> Decision:
    if isinstance(command, Shoot):
        if command.shooter not in board.vehicles:
            raise Refused("skirmish", say("%(unit)s cannot do that.", unit=command.shooter), field="shooter")
        yield Shot(shooter=command.shooter, target=command.target, hit=False, rolls=(asked(board.shots, dice),))
    else:
        yield from shoot(board, command, dice)


def asked(shots: int, dice: Dice) -> Roll:
    """What the shot after so many has of the deck."""
    if shots == 0:
        return dice.shuffle(DECK, CARDS)
    if shots <= len(CARDS):
        return dice.roll(f"{DECK}/{shots}", 1, faces=len(CARDS) - shots + 1, field="")
    return dice.disclose(DECK, CARDS)


SYSTEM = replace(SKIRMISH, decide=decide)
