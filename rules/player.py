"""A player who plays whole legal battles at random: for tests, demonstrations and load.

It asks `legal` what may be reported, fills in the fields, and reports. Whatever it does is picked by `choose(n)`,
which gives a number in 0..n-1; the same numbers give the same battle. A rulebook names the numbers at which its rulings
turn (`Field.near`, `Dice.roll`), for few of them are met otherwise, and what is told seldom (`readily`).

    advance(table, choose)  # a report of play
    advance(table, choose, mends=30)  # 30 of 1000 times something is taken back, corrected or declared instead
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules import random_corrections, visibility
from rules.adjudicate import CLERK
from rules.contract import Choice, Command, Muster, RuleSystem
from rules.random_reports import Unplayable as Unplayable
from rules.random_reports import complete as complete
from rules.random_reports import left_to_leaguer, tell, weighted
from rules.random_reports import with_table_dice as with_table_dice
from rules.record import Table
from rules.reports import Settle
from rules.stream.revision.reports import Reseed
from rules.stream.samples import Choose

Told = tuple[str, Command]
Draft = Callable[[Table, Sequence[Choice], Choose], Told]

# How readily kinds of report are picked, against 1000 for all others: what cuts a battle short or leaves its course is
# told once in a while, so that battles also grow long; what lets a chance pass less often than what takes it.
READILY = {
    "Concede": 2,
    "CallTime": 15,
    "ChangeDepth": 120,
    "Withdraw": 40,
    "Leave": 40,
    "ReportResult": 80,
    "Traverse": 200,
    "StopRepair": 100,
    "Unhook": 200,
    "EndMovement": 300,
    "EndTurn": 400,
    "EndImpulse": 250,
    "Observe": 250,
    "TakeHullDown": 400,
    "CloseStrike": 200,
    "HoldFire": 400,
    "Pass": 400,
    "SkipRepair": 400,
}
PRESSING = 5000  # a choice that is told so readily counts now or never


def play(system: RuleSystem, choose: Choose, most: int = 300, muster: Muster | None = None, mends: int = 0) -> Table:
    """A battle of `system`, from its muster (a drafted one when left out) until it is settled or has `most` reports.

    `mends` as in `advance`. Raises `Unplayable`.
    """
    table = Table.open(muster or system.draft(choose))
    while len(table.entries) <= most and not table.battle.settled:
        advance(table, choose, mends)
    return table


def drafted(table: Table, offers: Sequence[Choice], choose: Choose) -> Told:
    """A report of one of these choices: who tells it, and what. Its dice are the table's as often as Leaguer's."""
    choice = preferred(offers, choose)
    command = complete(table, choice, choose)
    if choose(2):
        return choice.side, with_table_dice(table, choice, command, choose)
    return choice.side, left_to_leaguer(table, command)


def advance(table: Table, choose: Choose, mends: int = 0, draft: Draft = drafted) -> None:
    """One more report, told and ruled: of play, as `draft` has it, or `mends` of 1000 times one that takes back,
    corrects or declares something (`rules.random_corrections`). What one leaves open is answered by and by."""
    battle = table.battle
    if battle.agreed and battle.spent:  # it was settled before it was corrected: as the clerk does
        seed = "".join(f"{choose(256):02x}" for _byte in range(32))
        tell(table, CLERK, Reseed(next_seed=seed), "a new seed")
        return
    if battle.agreed:
        left = battle.rules.aftermath(battle.play)
        tell(table, CLERK, left[0] if left else Settle(), "the aftermath")
        return
    if mends and random_corrections.due(battle, choose, mends) and random_corrections.mend(table, choose):
        return
    offers = [choice for side in battle.muster.sides for choice in visibility.legal(battle, side)]
    if not offers:
        if mends and random_corrections.stuck(table):
            return
        raise Unplayable("nobody may report anything, and the battle is not over", table)
    side, command = draft(table, offers, choose)
    tell(table, side, command, "a choice offered")


def preferred(offers: Sequence[Choice], choose: Choose) -> Choice:
    """An open decision first, mostly, or what is told most readily, for its moment passes; then a kind of report, some
    less readily (`READILY`), then one of that kind. A kind is taken as readily as the one of its choices that is taken
    most readily."""
    if (urgent := [choice for choice in offers if choice.urgent or choice.readily >= PRESSING]) and choose(8):
        offers = urgent
    kinds: dict[str, int] = {}
    for choice in offers:
        kinds[choice.command] = max(choice.readily, kinds.get(choice.command, 0))
    kind = weighted([(kind, READILY.get(kind, 1000) * kinds[kind]) for kind in sorted(kinds)], choose)
    return weighted([(choice, choice.readily) for choice in offers if choice.command == kind], choose)
