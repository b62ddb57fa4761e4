"""Hits and criticals between the dice and the damage, and how they change (R8, R32, A1).

A result is changed once (R8): `forced` of the criticals were made of hits, `worn` of the hits of a critical. These are
plain sums, so that the fold can use them too.
"""

from __future__ import annotations

import msgspec

from .shot import Shot


class Results(msgspec.Struct, frozen=True):
    hits: int
    criticals: int
    forced: int = 0
    worn: int = 0


def can_change(left: Results, does: str) -> bool:
    """Whether there are results for such a change. Giving up hits changes none of them, so any two will do."""
    fresh_hits, fresh_criticals = left.hits - left.worn, left.criticals - left.forced
    return {
        "upgrade": fresh_hits >= 1,
        "exposed": fresh_hits >= 1,
        "split": fresh_criticals >= 1,
        "join": fresh_hits >= 2,
        "strike_crew": left.hits >= 2,
    }[does]


def changed(left: Results, does: str) -> Results:
    """The results after a change. When hits are given up, those that were changed before go first."""
    match does:
        case "split":
            return Results(left.hits + 2, left.criticals - 1, left.forced, left.worn + 2)
        case "join":
            return Results(left.hits - 2, left.criticals + 1, left.forced + 1, left.worn)
        case "strike_crew":
            return Results(left.hits - 2, left.criticals, left.forced, max(0, left.worn - 2))
        case _:
            return Results(left.hits - 1, left.criticals + 1, left.forced + 1, left.worn)


def cancel(hits: int, criticals: int, cancels: int, wish: int) -> tuple[int, int]:
    """The hits and criticals left after `cancels` of them are cancelled; of the criticals as near to `wish` as
    possible."""
    cancels = min(cancels, hits + criticals)
    taken = min(max(wish, cancels - hits), cancels, criticals)
    return hits - (cancels - taken), criticals - taken


def cancel_by_shooter(left: Results, cancels: int, wish: int) -> Results:
    """The shooter gives up changed results first, so that those left can still be changed."""
    hits, criticals = cancel(left.hits, left.criticals, cancels, wish)
    worn = max(0, left.worn - (left.hits - hits))
    return Results(hits, criticals, max(0, left.forced - (left.criticals - criticals)), worn)


def cancel_by_target(left: Results, cancels: int, wish: int) -> Results:
    """The target's owner cancels results first that were not changed."""
    hits, criticals = cancel(left.hits, left.criticals, cancels, wish)
    return Results(hits, criticals, min(left.forced, criticals), min(left.worn, hits))


def results_of(shot: Shot) -> Results:
    return Results(shot.hits, shot.criticals, shot.forced, shot.worn)
