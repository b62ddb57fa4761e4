"""Which rows count: the one walk back against a tree of revisions that is drawn in full."""

from __future__ import annotations

from random import Random

import pytest

from rules.stream.history import Jumps, line, struck
from rules.stream.revision.reports import Kept
from tests.length import AT_LENGTH

TREES = 3000 if AT_LENGTH else 1000


class Tree:
    """Every row with the whole line that led to it, written out: a revision hangs where it goes back to."""

    def __init__(self) -> None:
        self.lines: list[list[int]] = [[]]
        self.back: dict[int, int] = {}

    def grow(self, back_to: int | None = None) -> None:
        position = len(self.lines)
        parent = self.lines[-1]
        if back_to is not None:
            self.back[position] = back_to
            parent = self.lines[back_to - 1]
        self.lines.append([*parent, position])


def planted(seed: int) -> Tree:
    """Undo, redo, undo of redo and correction of any row but the first, near or far, often or seldom."""
    chance = Random(seed)
    tree = Tree()
    tree.grow()
    often, near = chance.choice((2, 3, 8)), chance.choice((1, 3, 100))
    for position in range(2, 2 + chance.randrange(60)):
        if chance.randrange(often) == 0 and position > 2:
            tree.grow(max(2, position - 1 - chance.randrange(near)))
        else:
            tree.grow()
    return tree


@pytest.mark.at_length
def test_the_walk_back_agrees_with_the_tree() -> None:
    for seed in range(TREES):
        tree = planted(seed)
        for head in range(1, len(tree.lines)):
            jumps = {at: back for at, back in tree.back.items() if at <= head or seed % 2}
            assert line(head, Jumps(jumps, {})) == tree.lines[head], (seed, head)


def kept_tree(seed: int) -> tuple[list[list[int]], Jumps]:
    """The line of every row, written out, where revisions keep some of what stood behind the row they go back to."""
    chance = Random(seed)
    lines: list[list[int]] = [[], [1]]
    back: dict[int, int] = {}
    kept: dict[int, list[Kept]] = {}
    for _turn in range(chance.randrange(1, 25)):
        parent, position = lines[-1], len(lines)
        if len(parent) < 2 or chance.randrange(3):
            lines.append([*parent, position])
            continue
        at = chance.randrange(1, len(parent))
        row = back[position] = parent[at]
        base = lines[row - 1] if row in back else parent[:at]
        found = [one for one in parent[at:] if one not in back and chance.randrange(3)] if row not in back else []
        for own in range(position, position + chance.randrange(1, 4)):
            stays, found = (found[:2], found[2:]) if chance.randrange(2) else ([], found)
            kept[own] = [Kept(own, one, one) for one in stays]
            base = [*base, own, *stays]
            lines.append(base)
    return lines, Jumps(back, kept)


@pytest.mark.at_length
def test_rows_that_are_kept_stand_where_a_revision_says() -> None:
    """So they are taken back from there, kept again, and count again when the revision does not."""
    for seed in range(TREES):
        lines, jumps = kept_tree(seed)
        for head in range(1, len(lines)):
            assert line(head, jumps) == lines[head], (seed, head)
        taken = struck(len(lines) - 1, jumps)
        assert sorted([*taken, *lines[-1]]) == list(range(1, len(lines))), seed
        assert all(by in jumps.back and by in lines[-1] for by in taken.values()), seed


@pytest.mark.at_length
def test_what_does_not_count_names_the_revision_that_took_it() -> None:
    for seed in range(TREES):
        tree = planted(seed)
        head = len(tree.lines) - 1
        taken = struck(head, Jumps(tree.back, {}))
        assert sorted([*taken, *tree.lines[head]]) == list(range(1, head + 1)), seed
        for position, revision in taken.items():
            assert revision in tree.lines[head]
            assert tree.back[revision] <= position < revision


@pytest.mark.parametrize(
    ("head", "jumps", "counts"),
    [
        (3, {}, [1, 2, 3]),
        (4, {4: 3}, [1, 2, 4]),  # undo
        (5, {4: 3, 5: 4}, [1, 2, 3, 5]),  # redo
        (6, {4: 3, 5: 4, 6: 5}, [1, 2, 4, 6]),  # and once more undone
        (7, {5: 4, 6: 3}, [1, 2, 6, 7]),  # undo, undo, and played on
        (4, {4: 2}, [1, 4]),
        (3, {5: 2}, [1, 2, 3]),  # what came later is another matter
    ],
)
def test_what_counts(head: int, jumps: dict[int, int], counts: list[int]) -> None:
    assert line(head, Jumps(jumps, {})) == counts
