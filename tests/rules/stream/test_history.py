"""Which rows count: the one walk back against a tree of revisions that is drawn in full."""

from __future__ import annotations

from random import Random

import pytest

from rules.stream.history import line, struck


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


def test_the_walk_back_agrees_with_the_tree() -> None:
    for seed in range(3000):
        tree = planted(seed)
        for head in range(1, len(tree.lines)):
            jumps = {at: back for at, back in tree.back.items() if at <= head or seed % 2}
            assert line(head, jumps) == tree.lines[head], (seed, head)


def test_what_does_not_count_names_the_revision_that_took_it() -> None:
    for seed in range(3000):
        tree = planted(seed)
        head = len(tree.lines) - 1
        taken = struck(head, tree.back)
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
    assert line(head, jumps) == counts
