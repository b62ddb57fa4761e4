"""What is enough, as shortly as it can be said: of all ends of a season in which something holds, groups that need few
results of few fixtures. Pure.

A group allows each fixture some of its cases, and holds in all ends that it allows. Each is as wide as it can be (a
prime implicant); together they have every end in which it holds (W. V. Quine, The Problem of Simplifying Truth
Functions, American Mathematical Monthly 59 (1952)), as far as so few groups can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

Need = dict[int, frozenset[int]]  # of a game, by number, the cases that are enough; others do not matter
MOST = 4  # groups
TRIED = 24  # ends from which a group is widened


def enough(truth: Sequence[bool], cases: Sequence[int], own: Sequence[int] = ()) -> tuple[list[Need], int]:
    """Groups that have every end in which it holds, those first that need least, and how many such ends are in none of
    them. `truth`: of each end, of which number w the case of game n is the n-th digit of w, each digit of as many
    values as the game has `cases`. `own`: games that are rather named than others."""
    holds, masks = _mask(truth), _masks(len(truth), cases)
    every = (1 << len(truth)) - 1
    left, found = holds, list[Need]()
    while left and len(found) < MOST:
        best, kept = None, 0
        for world in _some(left):
            for order in _orders(len(cases), own):
                group, mask = _widened(world, cases, masks, every ^ holds, order)
                if best is None or _rank(group, mask & left, own) < _rank(best, kept & left, own):
                    best, kept = group, mask
        assert best is not None
        found.append(best)
        left &= ~kept
    found.sort(key=lambda one: (len(one), -sum(map(len, one.values()))))
    return found, left.bit_count()


def _rank(group: Need, covers: int, own: Sequence[int]) -> tuple[int, int, int]:
    """Less is better: few games, then many ends, then one's own games."""
    return len(group), -covers.bit_count(), sum(game not in own for game in group)


def _mask(truth: Sequence[bool]) -> int:
    return int("".join("1" if one else "0" for one in reversed(truth)) or "0", 2)


def _masks(n: int, cases: Sequence[int]) -> list[list[int]]:
    """The ends in which a game ends so, by game and case."""
    found, step = [], 1
    for many in cases:
        found.append([_mask([world // step % many == case for world in range(n)]) for case in range(many)])
        step *= many
    return found


def _some(left: int) -> Iterator[int]:
    """Ends of those that are left, from all over them."""
    worlds = [world for world, bit in enumerate(bin(left)[:1:-1]) if bit == "1"]
    step = max(1, len(worlds) // TRIED)
    yield from worlds[::step][:TRIED]
    yield worlds[-1]


def _orders(games: int, own: Sequence[int]) -> Iterator[list[int]]:
    """Which games are freed first: the others, and those in turn."""
    others = [game for game in range(games) if game not in own]
    yield [*others, *own]
    yield [*others[::-1], *own[::-1]]


def _widened(
    world: int, cases: Sequence[int], masks: Sequence[Sequence[int]], fails: int, order: Sequence[int]
) -> tuple[Need, int]:
    """The end made as wide as it can be: first games that do not matter, then results that do not."""
    allowed, digits = list[frozenset[int]](), world
    for many in cases:
        allowed.append(frozenset((digits % many,)))
        digits //= many

    def mask_of(groups: Sequence[frozenset[int]]) -> int:
        found = -1
        for game, those in enumerate(groups):
            if len(those) < cases[game]:
                some = 0
                for case in those:
                    some |= masks[game][case]
                found &= some
        return found

    for wide in (lambda many: (many,), lambda many: range(many - 1, 1, -1)):
        for game in order:
            for size in wide(cases[game]):
                for more in map(frozenset, combinations(range(cases[game]), size)):
                    if allowed[game] < more:
                        tried = [*allowed[:game], more, *allowed[game + 1 :]]
                        if not mask_of(tried) & fails:
                            allowed = tried
    every = 0
    for one in masks[0] if masks else ():
        every |= one
    need = {game: those for game, those in enumerate(allowed) if len(those) < cases[game]}
    return need, mask_of(allowed) & (every or 1)
